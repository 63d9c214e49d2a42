//! Errors of the command line: a sentence on standard error and an exit code. The same kind of error always has the same
//! exit code.

use muster_forecast::engine::StartError;
use muster_ledger::LedgerError;
use muster_regulations::list::Problem as ListProblem;
use muster_regulations::{ReportRefusal, StructureRefusal};
use muster_service::Problem;
use muster_service::problem;
use muster_tournament::Refusal;
use muster_web::serve::ServeError;
use muster_words::Arguments;
use muster_words::files::Unreadable;
use muster_words::list;
use muster_words::names::Players;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The exit codes, as every help text shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  refused by the rules, with the clause if there is one; nothing was changed
  2  wrong usage: an argument is missing, unknown or matches nothing
  3  a file cannot be read or written, or is damaged
  4  verification failed: the journal is damaged or was altered";

#[derive(Debug)]
pub(crate) enum Fault {
    Refused(Refused),
    /// The arguments are wrong.
    Usage(String),
    /// A name or number matches no player, table or round.
    NotFound {
        /// The code of the refusal.
        code: &'static str,
        message: String,
    },
    /// A file cannot be read or written, or is damaged.
    File(String),
    /// A journal was altered.
    Unproved(String),
    /// Any of the other faults, with the code of its cause.
    Caused(Box<Caused>),
    /// What the application says, as pages and the API show it too.
    Application(Box<Application>),
}

/// A problem of the application.
#[derive(Debug)]
pub(crate) struct Application {
    problem: Problem,
    /// Whether other arguments would help; otherwise it is about a file or the data.
    usage: bool,
}

/// A fault, and what is behind it.
#[derive(Debug)]
pub(crate) struct Caused {
    fault: Fault,
    cause: &'static str,
    arguments: Arguments,
}

/// A refusal by the rules.
#[derive(Debug)]
pub(crate) struct Refused {
    code: &'static str,
    message: String,
    /// What to do instead.
    hint: Option<String>,
    clause: Option<&'static str>,
    /// Field and value of the report, if it is about one.
    at: Option<FieldAtFault>,
    /// What is wrong with the list, if it is about one.
    problems: Vec<ListProblem>,
}

#[derive(Debug)]
struct FieldAtFault {
    field: String,
    value: Option<String>,
}

impl Fault {
    /// Makes the error about an unusable file.
    pub(crate) fn file(path: &Path, problem: impl fmt::Display) -> Fault {
        Fault::File(format!("{}: {problem}", path.display()))
    }

    /// Makes the fault of a file whose content can't be used.
    pub(crate) fn unreadable(path: &Path, error: &Unreadable) -> Fault {
        Fault::file(path, error).caused_by(error.code(), error.arguments())
    }

    /// Adds what is behind a fault.
    pub(crate) fn caused_by(self, cause: &'static str, arguments: Arguments) -> Fault {
        Fault::Caused(Box::new(Caused {
            fault: self,
            cause,
            arguments,
        }))
    }

    /// Returns the permanent code that scripts compare.
    fn id(&self) -> &'static str {
        match self {
            Fault::Refused(refused) => refused.code,
            Fault::NotFound { code, .. } => code,
            Fault::Usage(_) => "usage",
            Fault::File(_) => "file",
            Fault::Unproved(_) => "not-proved",
            Fault::Caused(caused) => caused.fault.id(),
            Fault::Application(said) => said.problem.code.unwrap_or(said.kind()),
        }
    }

    /// Returns the exit code.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Fault::Refused(_) => 1,
            Fault::Usage(_) | Fault::NotFound { .. } => 2,
            Fault::File(_) => 3,
            Fault::Unproved(_) => 4,
            Fault::Caused(caused) => return caused.fault.code(),
            Fault::Application(said) if said.usage => 2,
            Fault::Application(_) => 3,
        })
    }

    /// Returns the word the sentence begins with.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Fault::Refused(_) => "refused",
            Fault::Unproved(_) => "not proved",
            Fault::Usage(_) | Fault::NotFound { .. } | Fault::File(_) | Fault::Application(_) => {
                "error"
            }
            Fault::Caused(caused) => caused.fault.kind(),
        }
    }

    /// Returns the clause behind a refusal.
    pub(crate) fn clause(&self) -> Option<&'static str> {
        match self {
            Fault::Refused(refused) => refused.clause,
            _ => None,
        }
    }

    /// Returns the error as JSON.
    pub(crate) fn json(&self) -> Value {
        let refused = match self {
            Fault::Refused(refused) => refused,
            Fault::Usage(message) | Fault::NotFound { message, .. } => {
                return error(self.id(), "usage", message);
            }
            Fault::File(message) => return error(self.id(), "file", message),
            Fault::Unproved(message) => return error(self.id(), "not_proved", message),
            Fault::Application(said) => return said.json(self.id()),
            Fault::Caused(caused) => {
                let mut body = caused.fault.json();
                body["error"]["cause"] = caused.cause.into();
                if !caused.arguments.is_empty() {
                    body["error"]["arguments"] = caused.arguments.clone().into();
                }
                return body;
            }
        };
        let mut body = error(self.id(), "refused", &refused.message);
        let inside = &mut body["error"];
        if let Some(clause) = refused.clause {
            inside["clause"] = clause.into();
        }
        if let Some(hint) = &refused.hint {
            inside["hint"] = hint.clone().into();
        }
        if let Some(at) = &refused.at {
            inside["field"] = at.field.clone().into();
            if let Some(value) = &at.value {
                inside["value"] = value.clone().into();
            }
        }
        if !refused.problems.is_empty() {
            inside["problems"] = json!(list::problems(&refused.problems));
        }
        body
    }
}

impl Application {
    fn kind(&self) -> &'static str {
        match self.usage {
            true => "usage",
            false => "file",
        }
    }

    fn json(&self, code: &str) -> Value {
        let problem = &self.problem;
        let mut body = error(code, self.kind(), &problem.text);
        let inside = &mut body["error"];
        let known = [
            ("cause", problem.cause),
            ("clause", problem.clause),
            ("hint", problem.hint.as_deref()),
            ("field", problem.field.as_deref()),
            ("value", problem.value.as_deref()),
        ];
        for (name, value) in known {
            if let Some(value) = value {
                inside[name] = value.into();
            }
        }
        if !problem.arguments.is_empty() {
            inside["arguments"] = problem.arguments.clone().into();
        }
        body
    }
}

/// An error as JSON: a permanent code, the kind behind the exit code, and a sentence.
pub(crate) fn error(code: &str, kind: &str, message: &str) -> Value {
    json!({ "error": { "code": code, "kind": kind, "message": message } })
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Usage(text) | Fault::File(text) | Fault::Unproved(text) => f.write_str(text),
            Fault::NotFound { message, .. } => f.write_str(message),
            Fault::Caused(caused) => caused.fault.fmt(f),
            Fault::Application(said) => f.write_str(&said.problem.text),
            Fault::Refused(refused) => {
                f.write_str(&refused.message)?;
                if let Some(hint) = &refused.hint {
                    write!(f, " {hint}")?;
                }
                // The field says what to type, and the clause says why.
                let clause = refused
                    .clause
                    .filter(|clause| !refused.message.contains(clause));
                match (&refused.at, clause) {
                    (Some(at), Some(clause)) => write!(f, " ({}; {clause})", at.field),
                    (Some(at), None) => write!(f, " ({})", at.field),
                    (None, Some(clause)) => write!(f, " ({clause})"),
                    (None, None) => Ok(()),
                }
            }
        }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault::Application(Box::new(Application {
            usage: problem.kind.is_theirs(),
            problem,
        }))
    }
}

impl From<LedgerError> for Fault {
    fn from(error: LedgerError) -> Fault {
        let usage = matches!(
            error,
            LedgerError::BadId { .. } | LedgerError::BadAddress { .. }
        );
        let problem = problem::cause(error).into();
        Fault::Application(Box::new(Application { problem, usage }))
    }
}

impl From<ServeError> for Fault {
    fn from(error: ServeError) -> Fault {
        match error {
            ServeError::Ledger(error) => error.into(),
            error => Fault::File(error.to_string()).caused_by(error.code(), Arguments::new()),
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        match refusal {
            Refusal::Report {
                refusal,
                players: [a, b],
                ..
            } => Fault::report(refusal, Players::named([&a, &b])),
            // A name or number that matches nothing is a typing error, not a refusal by the rules.
            Refusal::NoSuchPlayer { .. }
            | Refusal::NoSuchStaff { .. }
            | Refusal::NoSuchTable { .. }
            | Refusal::NoSuchRound { .. } => Fault::NotFound {
                code: refusal.code(),
                message: muster_words::refusal::words(&refusal).both(),
            },
            refusal => Fault::Refused(Refused {
                code: refusal.code(),
                clause: refusal.clause(),
                message: muster_words::refusal::text(&refusal),
                hint: muster_words::refusal::hint(&refusal),
                at: None,
                problems: match refusal {
                    Refusal::List { problems } => problems,
                    _ => Vec::new(),
                },
            }),
        }
    }
}

impl Fault {
    /// Makes the error about a refused report, with the names of its players.
    pub(crate) fn report(refusal: ReportRefusal, players: Players) -> Fault {
        let words = muster_words::report::words(&refusal, players);
        Fault::Refused(Refused {
            code: refusal.code(),
            message: words.text,
            hint: words.hint,
            clause: Some(refusal.clause),
            at: Some(FieldAtFault {
                field: refusal.field,
                value: refusal.value,
            }),
            problems: Vec::new(),
        })
    }
}

impl From<ReportRefusal> for Fault {
    fn from(refusal: ReportRefusal) -> Fault {
        Fault::report(refusal, Players::UNKNOWN)
    }
}

impl From<StructureRefusal> for Fault {
    fn from(refusal: StructureRefusal) -> Fault {
        Refusal::from(refusal).into()
    }
}

impl From<StartError> for Fault {
    fn from(error: StartError) -> Fault {
        match error {
            StartError::Structure(refusal) => refusal.into(),
            StartError::Recorded => Fault::Usage(error.to_string()),
        }
    }
}
