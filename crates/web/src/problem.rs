//! What can go wrong on the way to an answer, as a page and a status that people and programs understand.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::html;
use muster_ledger::LedgerError;
use muster_tournament::Refusal;
use muster_tournament::journal::JournalError;
use std::time::Duration;

/// Fields of free text, which nobody likes to type twice.
const TYPED: [&str; 7] = [
    "text",
    "reason",
    "what",
    "name",
    "card",
    "unreadable",
    "phrase",
];

/// A form that was refused.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    /// The page it came from.
    pub back: Option<String>,
    /// What was typed there: name of the field and text.
    pub typed: Vec<(String, String)>,
}

/// A request that was not answered as asked. Nothing has changed.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// What is wrong, in a sentence.
    pub text: String,
    /// The clause it rests on, where it does.
    pub clause: Option<&'static str>,
    /// The page that shows the state as it is now, where that helps.
    pub look: Option<Box<str>>,
    /// How far the journal goes, where that was not what somebody had seen.
    pub position: Option<u64>,
    /// What a program can do about it, where that is more than what its status says.
    pub hint: Option<&'static str>,
    /// When it is worth trying again.
    pub retry: Option<Duration>,
    /// The form it came from, where it came from one.
    pub form: Option<Box<Sent>>,
}

impl Problem {
    /// Makes a problem.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Problem {
        Problem {
            status,
            text: text.into(),
            clause: None,
            look: None,
            position: None,
            hint: None,
            retry: None,
            form: None,
        }
    }

    /// Says what a program can do about it.
    #[must_use]
    pub fn with_hint(self, hint: &'static str) -> Problem {
        Problem {
            hint: Some(hint),
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

    /// Remembers the page a form came from and what was entered there.
    #[must_use]
    pub(crate) fn from_form(mut self, back: Option<&str>, fields: &[(String, String)]) -> Problem {
        let typed = |name: &str| TYPED.contains(&name);
        let entered = fields
            .iter()
            .filter(|(name, text)| typed(name) && !text.trim().is_empty());
        self.form = Some(Box::new(Sent {
            back: back.map(str::to_owned),
            typed: entered.cloned().collect(),
        }));
        self
    }

    /// Names the page that shows the new state, if it is a changed state that stood in the way.
    #[must_use]
    pub(crate) fn look_at(mut self, page: String) -> Problem {
        self.look = Some(page.into_boxed_str()).filter(|_| self.status == StatusCode::CONFLICT);
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
                "The round changed while you were looking. Nothing was done; look at the new state and decide again.",
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
            "No random bytes can be had.",
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
        Problem {
            clause: refusal.clause(),
            ..Problem::new(status, sentence(&refusal.to_string()))
        }
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
            StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => "Not for you",
            StatusCode::CONFLICT => "Something changed",
            status if status.is_server_error() => "That did not work",
            _ => "That cannot be done",
        };
        let form = self.form.clone().unwrap_or_default();
        let body = html! {
            div.narrow.stack {
                h1 { (title) }
                p role="alert" { (self.text) }
                @if let Some(clause) = self.clause {
                    p.cap { "By " (crate::layout::clause(clause)) "." }
                }
                @if !form.typed.is_empty() {
                    p { "What you entered:" }
                    dl.facts { @for (name, text) in &form.typed { div { dt { (name) } dd { (text) } } } }
                }
                div.cluster {
                    @if let Some(look) = &self.look { a.btn.primary href=(look) { "Show the current state" } }
                    a class={ "btn" @if self.look.is_none() { " primary" } } href=(form.back.as_deref().unwrap_or("/")) data-back { "Back" }
                    a.btn.plain href="/" { "Home" }
                }
                @if self.status != StatusCode::REQUEST_TIMEOUT { p.cap { "Nothing was changed." } }
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
