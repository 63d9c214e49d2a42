//! Lines for tests: a real first line, then lines that are chained as they must be but mean little.

use jiff::Timestamp;
use muster_ledger::{DataFolder, Head, Ledger, SqliteLedger, TournamentId, Write};
use muster_regulations::{Regulation, StructureKind};
use muster_testing::{DESK, Hall, Opening, plain_setup};
use muster_tournament::command::Setup;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::{Core, Line};
use muster_tournament::{Command, Entry, Gave, PlayerId};
use tempfile::TempDir;

/// The master seed of all tournaments here.
pub(crate) const SEED: Hex32 = Hex32([5; 32]);

/// The organizer of all tournaments here, whose name is looked for in files from which it was erased.
pub(crate) const ORGANIZER: &str = "Olive Ormond";

/// A folder that vanishes after the test.
pub(crate) struct TempFolder {
    _dir: TempDir,
    pub(crate) folder: DataFolder,
}

impl TempFolder {
    pub(crate) fn new() -> TempFolder {
        let dir = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(dir.path().join("data"));
        TempFolder { _dir: dir, folder }
    }

    pub(crate) fn open(&self) -> SqliteLedger {
        SqliteLedger::open(&self.folder).unwrap()
    }
}

pub(crate) fn id(text: &str) -> TournamentId {
    TournamentId::new(text).unwrap()
}

pub(crate) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_790_000_000 + second).unwrap()
}

/// The first line of a tournament of this name.
pub(crate) fn first(name: &str) -> Line {
    tournament(name).tournament.lines()[0].clone()
}

pub(crate) fn tournament(name: &str) -> Hall {
    let setup = Setup {
        name: name.to_owned(),
        structure: StructureKind::Advanced,
        ..plain_setup(Regulation::Xwing)
    };
    let opening = Opening {
        organizer: ORGANIZER,
        seed: SEED,
        at: at(0),
        ..Opening::default()
    };
    Hall::begin(setup, opening)
}

/// A line that may follow another, told apart by a mark.
pub(crate) fn after(line: &Line, mark: u32) -> Line {
    after_hash(line.core.position, line.hash, mark)
}

pub(crate) fn after_hash(position: u64, hash: Hex32, mark: u32) -> Line {
    let entry = Entry {
        did: Command::CheckIn {
            players: vec![PlayerId(mark)],
            present: true,
        },
        gave: Gave::Nothing,
    };
    let core = Core {
        version: 1,
        position: position + 1,
        at: at(0),
        by: DESK,
        entry,
        prev: hash,
    };
    Line::new(core, Vec::new())
}

/// The mark of a line made by [`after`].
pub(crate) fn mark(line: &Line) -> u32 {
    match &line.core.entry.did {
        Command::CheckIn { players, .. } => players[0].0,
        other => panic!("not a marked line: {other:?}"),
    }
}

/// Lines one after the other, beginning with the first of a tournament.
pub(crate) fn journal(name: &str, length: u32) -> Vec<Line> {
    let mut lines = vec![first(name)];
    for mark in 1..length {
        lines.push(after(lines.last().unwrap(), mark));
    }
    lines
}

pub(crate) fn create(ledger: &dyn Ledger, name: &str, lines: &[Line]) -> Vec<Head> {
    let create = Write::create(&id(name), lines).unwrap();
    ledger.commit(vec![create]).wait().unwrap()
}

/// All lines of a journal as they are kept, read and chained.
pub(crate) fn kept(ledger: &dyn Ledger, name: &str) -> Vec<Line> {
    let text = muster_ledger::transfer::export(ledger, &id(name))
        .wait()
        .unwrap();
    muster_tournament::journal::read(&text).unwrap()
}
