//! What went wrong with the stored data, as a value with a permanent code.

use super::{Cause, Kind, Problem};
use muster_ledger::LedgerError;
use muster_words::verify::journal_error;
use std::path::Path;

/// Returns the cause as the person at the machine may see it, with the names of files and of the database.
#[must_use]
pub fn cause(error: LedgerError) -> Cause {
    let shown = |path: &Path| path.display().to_string();
    match error {
        LedgerError::Conflict { .. } => Cause::Stale,
        LedgerError::Changed { .. } => Cause::RecordChanged,
        LedgerError::NoTournament { tournament } => Cause::NoTournament {
            id: tournament.to_string(),
        },
        LedgerError::Exists { tournament } => Cause::TournamentExists {
            id: tournament.to_string(),
        },
        LedgerError::BadId { text } => Cause::TournamentId { text },
        LedgerError::Fork {
            tournament,
            position,
        } => Cause::JournalFork {
            id: tournament.to_string(),
            line: position,
        },
        LedgerError::UnreadableLine { problem } => Cause::LineUnreadable { problem },
        LedgerError::Journal(error) => Cause::JournalUnreadable {
            why: journal_error(&error),
        },
        LedgerError::WrongSeed => Cause::SeedOfAnother,
        LedgerError::UnreadableRecord { kind, problem } => Cause::RecordUnreadable {
            kind: kind.name().to_owned(),
            problem,
        },
        LedgerError::Newer { path, found, known } => Cause::DataNewer {
            place: shown(&path),
            found,
            known,
        },
        LedgerError::OtherBuild { path, version } => Cause::DataOtherBuild {
            place: shown(&path),
            version,
        },
        LedgerError::Superseded { by } => Cause::Superseded { by },
        LedgerError::NotMuster { path } => Cause::NotMuster {
            place: shown(&path),
        },
        LedgerError::Missing { path } => Cause::NoData {
            place: shown(&path),
        },
        LedgerError::NotEmpty { place } => Cause::DataNotEmpty { place },
        LedgerError::InTheWay { path } => Cause::FileExists {
            place: shown(&path),
        },
        LedgerError::InUse { path } => Cause::DataInUse {
            place: shown(&path),
        },
        LedgerError::Served { path } => Cause::DataServed {
            place: shown(&path),
        },
        LedgerError::Busy => Cause::DataLocked,
        LedgerError::Full => Cause::DiskFull,
        LedgerError::ReadOnly => Cause::DataReadOnly,
        LedgerError::Gone { .. } => Cause::DataGone,
        LedgerError::Damaged { problem } => Cause::DataDamaged { problem },
        LedgerError::File { path, problem } => Cause::FileUnusable {
            file: shown(&path),
            problem,
        },
        LedgerError::Disk { problem } => Cause::DiskFailed { problem },
        LedgerError::BadAddress { problem } => Cause::DatabaseAddress { problem },
        LedgerError::Unreachable { place, problem } => {
            Cause::DatabaseUnreachable { place, problem }
        }
        LedgerError::Unavailable { .. } => Cause::DatabaseUnavailable,
        LedgerError::Uncertain => Cause::SaveUncertain,
        LedgerError::Database(problem) => Cause::DatabaseRefused { problem },
        LedgerError::Stopped => Cause::Stopping,
    }
}

/// As anybody may see it: where files and the database are is only in the log.
impl From<LedgerError> for Problem {
    fn from(error: LedgerError) -> Problem {
        let logged = error.to_string();
        let position = match &error {
            LedgerError::Conflict { position, .. } => Some(*position),
            _ => None,
        };
        let public = match error {
            LedgerError::File { path, problem } => LedgerError::File {
                path: path.file_name().map(Into::into).unwrap_or_default(),
                problem,
            },
            LedgerError::Unreachable { problem, .. } => LedgerError::Unavailable { problem },
            error => error,
        };
        let problem = Problem {
            position,
            ..cause(public).into()
        };
        if problem.kind == Kind::Unavailable {
            tracing::error!(error = logged, "the ledger did not answer");
        }
        problem
    }
}
