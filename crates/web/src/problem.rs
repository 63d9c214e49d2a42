//! What can go wrong on the way to an answer, as a page and a status that people and programs understand.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::html;
use muster_ledger::LedgerError;
use muster_regulations::ReportRefusal;
use muster_tournament::Refusal;
use muster_tournament::journal::JournalError;
use std::time::Duration;

/// A request that was not answered as asked. Nothing has changed.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// The permanent code of what was refused; without one the status says which kind of problem it is.
    pub code: Option<&'static str>,
    /// What is wrong, in a sentence.
    pub text: String,
    /// The clause it rests on, where it does.
    pub clause: Option<&'static str>,
    /// The field at fault, as in the command, where it is about one.
    pub field: Option<String>,
    /// The value at fault, where it is about one.
    pub value: Option<String>,
    /// The page that shows the state as it is now, where that helps.
    pub look: Option<String>,
    /// How far the journal goes, where that was not what somebody had seen.
    pub position: Option<u64>,
    /// What to do about it, where that is more than what its status says.
    pub hint: Option<String>,
    /// When it is worth trying again.
    pub retry: Option<Duration>,
}

impl Problem {
    /// Makes a problem.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Problem {
        Problem {
            status,
            code: None,
            text: text.into(),
            clause: None,
            field: None,
            value: None,
            look: None,
            position: None,
            hint: None,
            retry: None,
        }
    }

    /// Says what a program can do about it.
    #[must_use]
    pub fn with_hint(self, hint: &'static str) -> Problem {
        Problem {
            hint: Some(hint.to_owned()),
            ..self
        }
    }

    /// Names the field and the value at fault.
    fn at(self, field: String, value: String) -> Problem {
        Problem {
            field: Some(field),
            value: Some(value),
            ..self
        }
    }

    /// Something in a form cannot be read.
    pub fn bad(text: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, text)
    }

    /// Nobody here may do this.
    pub fn forbidden(text: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, text)
    }

    /// There is no such page.
    pub fn missing(text: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, text)
    }

    /// Names the page that shows the new state, if it is a changed state that stood in the way.
    #[must_use]
    pub(crate) fn look_at(mut self, page: String) -> Problem {
        self.look = Some(page).filter(|_| self.status == StatusCode::CONFLICT);
        self
    }

    pub(crate) fn no_tournament(id: &str) -> Problem {
        Problem::missing(format!("There is no tournament “{id}” here."))
    }

    pub(crate) fn stale(position: u64) -> Problem {
        Problem {
            position: Some(position),
            ..Problem::new(
                StatusCode::CONFLICT,
                "Somebody changed the round in the meantime. Check the current state and try again.",
            )
        }
    }

    /// Whoever asks is not known.
    pub(crate) fn unknown(text: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, text)
    }

    /// The system gives no random bytes.
    pub(crate) fn no_random(error: getrandom::Error) -> Problem {
        tracing::error!(%error, "no random bytes");
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "The system's random generator failed.",
        )
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = match refusal {
            Refusal::NotAllowed { .. } | Refusal::NotOnDuty { .. } => StatusCode::FORBIDDEN,
            Refusal::NoSuchPlayer { .. }
            | Refusal::NoSuchStaff { .. }
            | Refusal::NoSuchTable { .. } => StatusCode::NOT_FOUND,
            Refusal::HasResult { .. } | Refusal::Stale { .. } => StatusCode::CONFLICT,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let words = muster_words::refusal::words(&refusal);
        Problem {
            code: Some(refusal.code()),
            clause: refusal.clause(),
            field: muster_words::refusal::field(&refusal),
            value: muster_words::refusal::value(&refusal),
            text: words.both(),
            hint: words.hint,
            ..Problem::new(status, "")
        }
    }
}

impl From<ReportRefusal> for Problem {
    fn from(refusal: ReportRefusal) -> Problem {
        Problem {
            code: Some("report-refused"),
            clause: Some(refusal.clause),
            ..Problem::bad(format!("{refusal}."))
        }
        .at(format!("report.{}", refusal.field), refusal.value)
    }
}

impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Problem {
        let status = match error {
            LedgerError::NoTournament { .. } | LedgerError::BadId { .. } => StatusCode::NOT_FOUND,
            LedgerError::Conflict { .. }
            | LedgerError::Changed { .. }
            | LedgerError::Exists { .. }
            | LedgerError::Fork { .. } => StatusCode::CONFLICT,
            LedgerError::Journal(_) | LedgerError::WrongSeed => StatusCode::UNPROCESSABLE_ENTITY,
            _ => {
                tracing::error!(%error, "the ledger did not answer");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        Problem::new(status, sentence(&error.to_string()))
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Problem {
        tracing::error!(%error, "a journal cannot be read");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("The journal is damaged: {error}."),
        )
    }
}

/// Refusals are written to stand anywhere; on a page they begin with a capital and end with a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut sentence: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    sentence.extend(letters);
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = match self.status {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => "Not allowed",
            StatusCode::CONFLICT => "Something changed",
            status if status.is_server_error() => "That did not work",
            _ => "That cannot be done",
        };
        let body = html! {
            div.narrow.stack {
                h1 { (title) }
                p role="alert" { (self.text) }
                @if let Some(clause) = self.clause {
                    p.cap { (crate::layout::clause(clause)) }
                }
                @if let Some(look) = &self.look { p { a.btn.primary href=(look) { "Show the current state" } } }
                @if self.status != StatusCode::REQUEST_TIMEOUT { p.cap { "Nothing was changed. Go back to try again; what you typed is still there." } }
            }
        };
        let mut answer = (self.status, crate::layout::bare(title, &body)).into_response();
        if let Some(wait) = self.retry {
            let seconds = HeaderValue::from(wait.as_secs().max(1));
            answer.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        // The API tells the same in its own shape.
        answer.extensions_mut().insert(self);
        answer
    }
}
