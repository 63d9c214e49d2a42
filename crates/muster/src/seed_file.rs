//! The master seed, in a file of its own beside the journal that only its owner may read. It is never printed; the
//! journal holds its commitment, and the seed itself only at the very end.

use crate::fault::Fault;
use crate::journal_file::{beside, private_file, sync_folder};
use crate::place::said;
use muster_tournament::State;
use muster_tournament::ids::Hex32;
use muster_tournament::seeds::{Master, Purpose, Seedless, Seeds};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) fn path(journal: &Path) -> PathBuf {
    beside(journal, ".seed")
}

/// Returns 32 bytes from the operating system.
pub(crate) fn fresh() -> Result<Hex32, Fault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Fault::File(format!("the system's random generator failed ({error})")))?;
    Ok(Hex32(bytes))
}

/// Writes the seed of a new journal, on the disk when this returns.
pub(crate) fn write(journal: &Path, seed: Hex32) -> Result<(), Fault> {
    let path = path(journal);
    let write = || {
        let mut file = private_file(&path)?;
        writeln!(file, "{seed}")?;
        file.sync_all()?;
        sync_folder(&path)
    };
    write().map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Fault::file(
            &path,
            "this file is the seed of another tournament; move it or choose another name",
        ),
        _ => Fault::file(&path, said(&error)),
    })
}

/// Reads the seed of a journal. Without one, everything except drawing works.
pub(crate) fn read(journal: &Path, state: &State) -> Result<Box<dyn Seeds>, Fault> {
    let path = path(journal);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Box::new(Seedless)),
        Err(error) => return Err(Fault::file(&path, said(&error))),
    };
    let master = Hex32::parse(text.trim())
        .map(Master::new)
        .ok_or_else(|| Fault::file(&path, "does not contain a seed (64 hexadecimal digits)"))?;
    if master.commitment() != state.commitment {
        return Err(Fault::file(
            &path,
            "is not the seed this tournament was created with: its first line commits to a different one",
        ));
    }
    Ok(Box::new(master))
}

/// Seeds for a dry run. Draws come from a throw-away seed, because nobody may see a draw before it is in the journal,
/// not even the organizer. Only the commitment is checked against the real seed.
pub(crate) struct Rehearsal {
    thrown_away: Master,
    real: Box<dyn Seeds>,
}

impl Rehearsal {
    /// Makes the seeds of a rehearsal.
    pub(crate) fn of(real: Box<dyn Seeds>) -> Result<Rehearsal, Fault> {
        Ok(Rehearsal {
            thrown_away: Master::new(fresh()?),
            real,
        })
    }
}

impl Seeds for Rehearsal {
    fn seed(&self, phrase: Option<&str>, purpose: Purpose) -> Option<Hex32> {
        self.real.master()?;
        self.thrown_away.seed(phrase, purpose)
    }

    fn master(&self) -> Option<Hex32> {
        self.real.master()
    }
}
