//! The answer to a request that was already sent, in the order of the calls. A task waits for it with `.await`, a thread with
//! [`Answer::wait`].

use crate::error::LedgerError;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// Blocks this thread until a future is done, for programs without an asynchronous runtime.
pub use pollster::block_on as wait_for;

/// What a ledger will answer. Dropping it does not cancel the request.
#[must_use = "an answer says whether it was written"]
pub struct Answer<T>(Pin<Box<dyn Future<Output = Result<T, LedgerError>> + Send>>);

impl<T: Send + 'static> Answer<T> {
    /// Makes an answer from a future.
    pub fn new(work: impl Future<Output = Result<T, LedgerError>> + Send + 'static) -> Answer<T> {
        Answer(Box::pin(work))
    }

    /// Makes an answer that is known already.
    pub fn ready(result: Result<T, LedgerError>) -> Answer<T> {
        Answer::new(std::future::ready(result))
    }

    /// Makes an answer that comes through a channel; a channel that closes unanswered means the ledger has stopped.
    pub(crate) fn awaited(receiver: oneshot::Receiver<Result<T, LedgerError>>) -> Answer<T> {
        Answer::new(async move { receiver.await.unwrap_or(Err(LedgerError::Stopped)) })
    }

    /// Applies a function to the value when it comes.
    pub fn and_then<U: Send + 'static>(
        self,
        turn: impl FnOnce(T) -> Result<U, LedgerError> + Send + 'static,
    ) -> Answer<U> {
        Answer::new(async move { self.await.and_then(turn) })
    }

    /// Blocks this thread until the answer is there. Not for asynchronous tasks: they use `.await`.
    pub fn wait(self) -> Result<T, LedgerError> {
        // Inside a task that blocks all the same, Tokio's budget would run out after some answers and never be renewed.
        wait_for(tokio::task::unconstrained(self))
    }
}

impl<T> Future for Answer<T> {
    type Output = Result<T, LedgerError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}
