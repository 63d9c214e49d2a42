//! Why something was not done, as a value that pages, the API and the command line each show in their own way.

mod ledger;

pub use ledger::cause;
use muster_regulations::ReportRefusal;
use muster_tournament::Refusal;
use muster_tournament::journal::JournalError;
use muster_words::Arguments;
pub use muster_words::application::{Cause, Kind};
use muster_words::names::Players;
use muster_words::verify::journal_error;
use std::time::Duration;

/// A request that was not carried out. Nothing has changed.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kind of problem, from which shells derive a status.
    pub kind: Kind,
    /// The permanent code; without one, the kind says it all.
    pub code: Option<&'static str>,
    /// The permanent code of what is behind it, where there is more to know.
    pub cause: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub text: String,
    /// The values and places in the sentence, by name.
    pub arguments: Arguments,
    /// The clause behind it.
    pub clause: Option<&'static str>,
    /// The invalid field, as named in the command.
    pub field: Option<String>,
    /// The invalid value.
    pub value: Option<String>,
    /// The current position, if the tournament has changed since the caller looked.
    pub position: Option<u64>,
    /// What to do about it.
    pub hint: Option<String>,
    /// When it is worth trying again.
    pub retry: Option<Duration>,
}

impl Problem {
    /// Makes a problem.
    pub fn new(kind: Kind, text: impl Into<String>) -> Problem {
        Problem {
            kind,
            code: None,
            cause: None,
            text: text.into(),
            arguments: Arguments::new(),
            clause: None,
            field: None,
            value: None,
            position: None,
            hint: None,
            retry: None,
        }
    }

    /// The tournament has changed since the caller looked.
    #[must_use]
    pub fn stale(position: u64) -> Problem {
        Problem {
            position: Some(position),
            ..Cause::Stale.into()
        }
    }

    /// The system's random generator failed.
    #[must_use]
    pub fn no_random(error: getrandom::Error) -> Problem {
        tracing::error!(%error, "the system's random generator failed");
        Cause::NoRandom.into()
    }
}

impl From<Cause> for Problem {
    fn from(cause: Cause) -> Problem {
        let words = cause.words();
        let (behind, arguments) = cause.behind().unzip();
        Problem {
            code: Some(cause.code()),
            cause: behind,
            arguments: arguments.unwrap_or_default(),
            text: words.both(),
            hint: words.hint,
            field: cause.field().map(str::to_owned),
            ..Problem::new(cause.kind(), "")
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let kind = match refusal {
            Refusal::NotAllowed { .. } | Refusal::NotOnDuty { .. } => Kind::NotAllowed,
            Refusal::NoSuchPlayer { .. }
            | Refusal::NoSuchStaff { .. }
            | Refusal::NoSuchTable { .. } => Kind::Missing,
            Refusal::HasResult { .. } | Refusal::Stale { .. } => Kind::Conflict,
            _ => Kind::Invalid,
        };
        let words = muster_words::refusal::words(&refusal);
        Problem {
            code: Some(refusal.code()),
            clause: refusal.clause(),
            field: muster_words::refusal::field(&refusal),
            value: muster_words::refusal::value(&refusal),
            text: words.both(),
            hint: words.hint,
            ..Problem::new(kind, "")
        }
    }
}

impl Problem {
    /// A report that was refused, with the names of its players.
    #[must_use]
    pub fn report(refusal: ReportRefusal, players: Players) -> Problem {
        let words = muster_words::report::words(&refusal, players);
        Problem {
            code: Some(refusal.code()),
            clause: Some(refusal.clause),
            text: words.both(),
            hint: words.hint,
            field: Some(format!("report.{}", refusal.field)),
            value: refusal.value,
            ..Problem::new(Kind::Invalid, "")
        }
    }
}

impl From<ReportRefusal> for Problem {
    fn from(refusal: ReportRefusal) -> Problem {
        Problem::report(refusal, Players::UNKNOWN)
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Problem {
        tracing::error!(%error, "a journal cannot be read");
        let why = journal_error(&error);
        Cause::JournalDamaged { why }.into()
    }
}
