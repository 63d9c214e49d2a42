//! A forger's workshop: a journal whose lines can be changed, moved and chained anew.

use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, id};
use muster_tournament::entry::Drawn;
use muster_tournament::journal::{Core, GENESIS, Line};
use muster_tournament::verify::{Finding, Verification, verify};
use muster_tournament::{Command, Gave};
use muster_words::verify as words;

/// Whether the forger chains all lines anew afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chain {
    /// As it was: the hashes no longer fit.
    Kept,
    /// Positions and hashes of all lines are made to fit again.
    Forged,
}

pub(crate) const BOTH: [Chain; 2] = [Chain::Kept, Chain::Forged];

/// The rows of a journal, in a forger's hands.
#[derive(Clone)]
pub(crate) struct Forgery {
    pub(crate) rows: Vec<String>,
}

impl Forgery {
    pub(crate) fn of(hall: &Hall) -> Forgery {
        let lines = hall.tournament.lines().iter();
        Forgery {
            rows: lines.map(Line::to_json).collect(),
        }
    }

    /// Returns the number of the `nth` line (from 1) that does something.
    #[track_caller]
    pub(crate) fn line(&self, command: &str, nth: usize) -> usize {
        let does = |row: &&(usize, Line)| row.1.core.entry.did.name() == command;
        let rows = self.rows.iter().map(|row| Line::parse(row).unwrap());
        let rows: Vec<(usize, Line)> = (1..).zip(rows).collect();
        let found = rows.iter().filter(does).nth(nth - 1);
        found.map(|(number, _)| *number).unwrap()
    }

    /// Changes what is chained of a line.
    #[track_caller]
    pub(crate) fn edit(&mut self, line: usize, change: impl FnOnce(&mut Core)) {
        let Line {
            mut core, private, ..
        } = Line::parse(&self.rows[line - 1]).unwrap();
        let before = core.clone();
        change(&mut core);
        assert_ne!(before, core, "the forger changed nothing");
        self.rows[line - 1] = Line::new(core, private).to_json();
    }

    /// Changes the draw of a line.
    #[track_caller]
    pub(crate) fn edit_draw(&mut self, line: usize, change: impl FnOnce(&mut Drawn)) {
        self.edit(line, |core| match &mut core.entry.gave {
            Gave::Drawn(drawn) => change(drawn),
            other => panic!("no draw: {other:?}"),
        });
    }

    /// Changes the text of a row.
    #[track_caller]
    pub(crate) fn replace(&mut self, line: usize, from: &str, to: &str) {
        let row = &mut self.rows[line - 1];
        assert!(row.contains(from), "{from} is not in {row}");
        *row = row.replacen(from, to, 1);
    }

    /// Chains the lines anew, if the forger does.
    pub(crate) fn chained(mut self, chain: Chain) -> Forgery {
        if chain == Chain::Forged {
            let mut prev = GENESIS;
            for (position, row) in (1..).zip(&mut self.rows) {
                let Line {
                    mut core, private, ..
                } = Line::parse(row).unwrap();
                core.position = position;
                core.prev = prev;
                let line = Line::new(core, private);
                prev = line.hash;
                *row = line.to_json();
            }
        }
        self
    }

    pub(crate) fn text(&self) -> String {
        self.rows.iter().map(|row| format!("{row}\n")).collect()
    }

    /// Checks that the first thing found is this, in this line.
    #[track_caller]
    pub(crate) fn check(&self, line: usize, expected: &str) {
        let verification = verify(&self.text());
        let Some(first) = verification.findings.first() else {
            panic!("nothing was found");
        };
        assert!(
            first.line == line as u64 && told(first).contains(expected),
            "expected line {line}: {expected}\nfound {:#?}",
            verification.findings
        );
    }
}

/// Checks that a journal is sound.
#[track_caller]
pub(crate) fn check_sound(hall: &Hall) -> Verification {
    let verification = verify(&hall.tournament.to_text());
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    verification
}

/// A finished tournament in which much has happened: byes, a drop, an absence, a correction, an undo, a redraw, a swap,
/// a cut with a replacement.
pub(crate) fn eventful(regulation: Regulation) -> Hall {
    let mut hall = Hall::custom(regulation, 3, CutRule::Top(4), 11);
    hall.desk(Command::Start {
        phrase: Some("a grey heron".to_owned()),
    });
    hall.round();
    hall.draft();
    hall.desk(Command::Undo);
    hall.draft();
    hall.desk(Command::Redraw {
        reason: "brothers".to_owned(),
    });
    hall.publish();
    let absent = hall.current().matches[0].b;
    let table = hall.table_of(absent);
    hall.desk(Command::NoShow { table, absent });
    hall.report_all();
    hall.finish_round();
    let first = hall.state().rounds[0].matches[0].clone();
    let report = muster_testing::won(
        regulation,
        muster_regulations::StageKind::Swiss,
        first.seat(first.winner().unwrap()).unwrap().other(),
        77,
        None,
    );
    hall.desk(Command::Correct {
        round: muster_tournament::RoundNo(1),
        table: first.table,
        report,
        reason: "the slip says otherwise".to_owned(),
    });
    hall.round();
    hall.desk(Command::Cut { later_day: false });
    let second = hall.state().knockout.as_ref().unwrap().seeds[1];
    hall.desk(Command::Drop { player: second });
    while hall.state().master.is_none() {
        if hall.attempt(muster_testing::DESK, Command::Finish).is_err() {
            hall.round();
        }
    }
    assert!(hall.state().player(id(1)).is_some());
    hall
}

/// Returns what was found: its code, the code of what is behind it, and the sentence.
pub(crate) fn told(finding: &Finding) -> String {
    let fault = &finding.fault;
    format!(
        "{} {:?} {}",
        fault.code(),
        fault.cause(),
        words::finding(finding)
    )
}
