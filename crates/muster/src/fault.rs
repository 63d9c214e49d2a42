//! What can go wrong, as the person at the terminal and the script meet it: a sentence on standard error and an exit
//! code. Promises that the same kind of trouble always has the same code.

use muster_regulations::list::Problem;
use muster_regulations::{ReportRefusal, StructureRefusal};
use muster_tournament::Refusal;
use serde_json::{Value, json};
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The exit codes, as every help text shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  refused by the rules, with the clause where one says so; nothing was changed
  2  wrong usage: an argument is missing, unknown or names nobody
  3  a file cannot be read or written, or is damaged
  4  verification failed: the journal is not what it claims to be";

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The rules say no.
    Refused(Refused),
    /// The command line says something that cannot be meant.
    Usage(String),
    /// A file cannot be read or written, or is damaged.
    File(String),
    /// A journal was altered.
    Unproved(String),
}

/// What the rules say no to.
#[derive(Debug)]
pub(crate) struct Refused {
    message: String,
    clause: Option<&'static str>,
    /// Field and value of a report, where it is about one.
    at: Option<FieldAtFault>,
    /// What is wrong with a list, where it is about one.
    problems: Vec<Problem>,
}

#[derive(Debug)]
struct FieldAtFault {
    field: String,
    value: String,
}

impl Fault {
    /// Makes the fault of a file that cannot be used.
    pub(crate) fn file(path: &Path, problem: impl fmt::Display) -> Fault {
        Fault::File(format!("{}: {problem}", path.display()))
    }

    /// Returns the exit code.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Fault::Refused(_) => 1,
            Fault::Usage(_) => 2,
            Fault::File(_) => 3,
            Fault::Unproved(_) => 4,
        })
    }

    /// Returns the word the sentence begins with.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Fault::Refused(_) => "refused",
            Fault::Unproved(_) => "not proved",
            Fault::Usage(_) | Fault::File(_) => "error",
        }
    }

    /// Returns the clause the rules say no with.
    pub(crate) fn clause(&self) -> Option<&'static str> {
        match self {
            Fault::Refused(refused) => refused.clause,
            _ => None,
        }
    }

    /// Returns what a script reads on standard output.
    pub(crate) fn json(&self) -> Value {
        let refused = match self {
            Fault::Refused(refused) => refused,
            Fault::Usage(message) => return error("usage", message),
            Fault::File(message) => return error("file", message),
            Fault::Unproved(message) => return error("not_proved", message),
        };
        let mut body = json!({"message": refused.message, "clause": refused.clause});
        if let (Some(at), Some(body)) = (&refused.at, body.as_object_mut()) {
            body.insert("field".into(), at.field.clone().into());
            body.insert("value".into(), at.value.clone().into());
        }
        if let (false, Some(body)) = (refused.problems.is_empty(), body.as_object_mut()) {
            body.insert("problems".into(), json!(refused.problems));
        }
        json!({ "refused": body })
    }
}

/// An error that the rules have nothing to do with, as scripts read it.
pub(crate) fn error(kind: &str, message: &str) -> Value {
    json!({ "error": { "kind": kind, "message": message } })
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Usage(text) | Fault::File(text) | Fault::Unproved(text) => f.write_str(text),
            Fault::Refused(refused) => {
                if let Some(at) = &refused.at {
                    write!(f, "{}: ", at.field)?;
                }
                f.write_str(&refused.message)?;
                let clause = refused
                    .clause
                    .filter(|clause| !refused.message.contains(clause));
                match (&refused.at, clause) {
                    (Some(at), Some(clause)) => write!(f, " (got {}; {clause})", at.value),
                    (Some(at), None) => write!(f, " (got {})", at.value),
                    (None, Some(clause)) => write!(f, " ({clause})"),
                    (None, None) => Ok(()),
                }
            }
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        match refusal {
            Refusal::Report { refusal, .. } => refusal.into(),
            // Names and numbers that fit nothing are slips at the keyboard, whatever the rules would say.
            Refusal::NoSuchPlayer { .. }
            | Refusal::NoSuchStaff { .. }
            | Refusal::NoSuchTable { .. }
            | Refusal::NoSuchRound { .. } => Fault::Usage(refusal.to_string()),
            refusal => Fault::Refused(Refused {
                clause: refusal.clause(),
                message: refusal.to_string(),
                at: None,
                problems: match refusal {
                    Refusal::List { problems } => problems,
                    _ => Vec::new(),
                },
            }),
        }
    }
}

impl From<ReportRefusal> for Fault {
    fn from(refusal: ReportRefusal) -> Fault {
        Fault::Refused(Refused {
            message: refusal.message,
            clause: Some(refusal.clause),
            at: Some(FieldAtFault {
                field: refusal.field,
                value: refusal.value,
            }),
            problems: Vec::new(),
        })
    }
}

impl From<StructureRefusal> for Fault {
    fn from(refusal: StructureRefusal) -> Fault {
        Refusal::from(refusal).into()
    }
}
