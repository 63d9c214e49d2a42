//! The readers: a few threads, each with a connection of its own, that answer questions while the writer writes.

use super::connection;
use crate::answer::Answer;
use crate::error::LedgerError;
use rusqlite::Connection;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;

/// How many questions are answered at once.
const READERS: usize = 4;

type Question = Box<dyn FnOnce(&Connection) + Send>;

/// The threads that read.
pub(super) struct Readers {
    /// Dropped to stop them.
    questions: Option<Sender<Question>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// Opens the connections and starts the threads.
    pub(super) fn start(path: &Path) -> Result<Readers, LedgerError> {
        let (sender, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let mut readers = Readers {
            questions: Some(sender),
            threads: Vec::new(),
        };
        for _ in 0..READERS {
            let connection = connection::reader(path)?;
            let receiver = Arc::clone(&receiver);
            let thread = thread::Builder::new()
                .name("ledger reader".to_owned())
                .spawn(move || {
                    while let Some(question) = next(&receiver) {
                        question(&connection);
                    }
                })
                .map_err(|error| LedgerError::Database(error.to_string()))?;
            readers.threads.push(thread);
        }
        Ok(readers)
    }

    /// Hands a question to the next free thread.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, LedgerError> + Send + 'static,
    ) -> Answer<T> {
        let (sender, receiver) = oneshot::channel();
        if let Some(questions) = &self.questions {
            // Threads that are gone close the channel, which the answer then says.
            let _ = questions.send(Box::new(move |connection| {
                let _ = sender.send(question(connection));
            }));
        }
        Answer::awaited(receiver)
    }
}

fn next(questions: &Mutex<Receiver<Question>>) -> Option<Question> {
    let questions = questions.lock().unwrap_or_else(PoisonError::into_inner);
    questions.recv().ok()
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.questions = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
