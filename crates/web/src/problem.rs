//! Problems of the application as HTTP answers: a status and a page. [`crate::refused`] renders the page with its
//! surroundings; the API answers with problem details instead.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use muster_service::problem as service;
use muster_tournament::RoundNo;
use std::ops::{Deref, DerefMut};

use muster_service::problem::{Cause, Kind};

/// A request that failed. Nothing has changed.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status of the answer.
    pub status: StatusCode,
    /// The page that shows the current state, if that helps.
    pub look: Option<Box<str>>,
    problem: Box<service::Problem>,
}

impl<P: Into<service::Problem>> From<P> for Problem {
    fn from(problem: P) -> Problem {
        let problem = problem.into();
        Problem {
            status: match problem.kind {
                Kind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
                Kind::NotSignedIn => StatusCode::UNAUTHORIZED,
                Kind::NotAllowed => StatusCode::FORBIDDEN,
                Kind::Missing => StatusCode::NOT_FOUND,
                Kind::Conflict => StatusCode::CONFLICT,
                Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
                Kind::NotBuilt => StatusCode::NOT_IMPLEMENTED,
                Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
                Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            },
            problem: Box::new(problem),
            look: None,
        }
    }
}

impl Deref for Problem {
    type Target = service::Problem;

    fn deref(&self) -> &service::Problem {
        &self.problem
    }
}

impl DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut service::Problem {
        &mut self.problem
    }
}

impl Problem {
    /// Makes a problem with a status that no kind of problem has.
    pub fn new(status: StatusCode, text: impl Into<String>) -> Problem {
        let kind = match status {
            status if status.is_server_error() => Kind::Internal,
            _ => Kind::Invalid,
        };
        Problem {
            status,
            ..service::Problem::new(kind, text).into()
        }
    }

    /// Adds a hint for programs.
    #[must_use]
    pub fn with_hint(mut self, hint: &'static str) -> Problem {
        self.hint = Some(hint.to_owned());
        self
    }

    /// Something in a form is invalid.
    pub fn bad(text: impl Into<String>) -> Problem {
        service::Problem::new(Kind::Invalid, text).into()
    }

    /// The caller is not allowed to do this.
    pub fn forbidden(text: impl Into<String>) -> Problem {
        service::Problem::new(Kind::NotAllowed, text).into()
    }

    /// Something does not exist.
    pub fn missing(text: impl Into<String>) -> Problem {
        service::Problem::new(Kind::Missing, text).into()
    }

    /// A round is not published: the same sentence whether it is a draft or was never drawn.
    pub(crate) fn no_round(round: RoundNo) -> Problem {
        Cause::RoundNotPublished { round: round.0 }.into()
    }

    /// There is no round that is being played.
    pub(crate) fn not_playing() -> Problem {
        Cause::NoRoundInPlay.into()
    }

    /// Returns the title of the page about it.
    pub(crate) fn title(&self) -> &'static str {
        match self.status {
            StatusCode::NOT_FOUND => "Not found",
            StatusCode::UNAUTHORIZED => "Not signed in",
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::CONFLICT => "Something changed",
            status if status.is_server_error() => "Something went wrong",
            _ => "That didn’t work",
        }
    }

    /// After a conflict, adds the page that shows the current state.
    #[must_use]
    pub(crate) fn look_at(mut self, page: String) -> Problem {
        self.look = Some(page.into_boxed_str()).filter(|_| self.status == StatusCode::CONFLICT);
        self
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        if matches!(
            status,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
        ) {
            tracing::info!(status = status.as_u16(), why = self.text, "refused");
        }
        let page = crate::refused::alone(&self);
        let mut answer = (status, page).into_response();
        if let Some(wait) = self.retry {
            let seconds = HeaderValue::from(wait.as_secs().max(1));
            answer.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        // For the API, which answers with problem details.
        answer.extensions_mut().insert(self);
        answer
    }
}
