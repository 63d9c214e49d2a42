//! Journals written by earlier builds: each still loads, verifies as it is, and goes on to its end by doing nothing but
//! what the program proposes.

use jiff::{SignedDuration, Timestamp};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::next::{Action, next};
use muster_tournament::seeds::Master;
use muster_tournament::state::{MatchStatus, Phase};
use muster_tournament::verify::verify;
use muster_tournament::{By, Command, Request, Tournament};
use std::fs;
use std::path::{Path, PathBuf};

fn journals() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    assert!(files.len() >= 20, "{files:?}");
    files
}

/// Does what is proposed until nothing is left to do.
fn play_on(tournament: &mut Tournament, name: &str) {
    let master = Master::new(Hex32([0x11; 32]));
    for _ in 0..500 {
        let state = tournament.state();
        let next = next(state);
        let reason = || "it is proposed".to_owned();
        let command = match next.action {
            Action::Nothing => return,
            Action::Draft => Command::Draft,
            Action::Redraw => Command::Redraw { reason: reason() },
            Action::Publish => Command::Publish,
            Action::Seat => Command::Seat {
                players: next.seats.clone(),
            },
            Action::Void => Command::VoidRound { reason: reason() },
            Action::FinishRound => Command::FinishRound,
            Action::Cut => Command::Cut { later_day: false },
            Action::Finish => Command::Finish,
            Action::Settle | Action::Collect => {
                let round = state.current().unwrap();
                let open = round
                    .matches
                    .iter()
                    .find(|m| matches!(m.status, MatchStatus::Playing | MatchStatus::Disputed));
                let m = open.unwrap();
                Command::NoShow {
                    table: m.table,
                    absent: m.b,
                }
            }
            action => panic!("{name}: proposes {action:?}"),
        };
        let at = tournament.lines().last().unwrap().core.at;
        let at = at
            .checked_add(SignedDuration::from_mins(1))
            .unwrap_or(Timestamp::MAX);
        let request = Request::new(By::Staff(ORGANIZER), at, command);
        if let Err(refusal) = tournament.act(request, &master) {
            panic!(
                "{name}: “{}” is proposed and refused: {refusal}",
                muster_words::next::title(&next)
            );
        }
    }
    panic!("{name}: does not come to its end");
}

#[test]
fn journals_of_earlier_builds_load_verify_and_can_continue() {
    for path in journals() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let verification = verify(&text);
        assert!(
            verification.is_sound(),
            "{name}: {:#?}",
            verification.findings
        );
        let mut tournament = Tournament::load(&text).unwrap();
        assert_eq!(tournament.to_text(), text, "{name}: the same bytes");
        play_on(&mut tournament, &name);
        assert_eq!(tournament.state().phase, Phase::Finished, "{name}");
        let verification = verify(&tournament.to_text());
        assert!(
            verification.is_sound(),
            "{name}, continued: {:#?}",
            verification.findings
        );
    }
}

/// Everything in a state, but for a table of names whose order is by chance.
fn shown(tournament: &Tournament) -> String {
    let all = format!("{:?}", tournament.state());
    let (before, rest) = all.split_once("namesakes: {").unwrap();
    let (_, after) = rest.split_once('}').unwrap();
    format!("{before}{after}")
}

/// A server that hears of lines that another one wrote folds only these, and must come to the same state.
#[test]
fn a_journal_that_is_read_bit_by_bit_is_the_same_as_at_once() {
    for path in journals() {
        let name = path.display();
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let whole = shown(&Tournament::load(&text).unwrap());
        for size in [1, 7] {
            let mut parts = lines.chunks(size).map(|part| part.join("\n"));
            let mut tournament = Tournament::load(&parts.next().unwrap()).unwrap();
            for part in parts {
                let read = tournament.read_on(&part);
                assert!(read.is_ok(), "{name}: {read:?}");
            }
            assert_eq!(shown(&tournament), whole, "{name}");
        }
        // Lines that don't follow change nothing.
        let mut tournament = Tournament::load(&text).unwrap();
        assert!(tournament.read_on(lines[0]).is_err(), "{name}");
        assert_eq!(tournament.lines().len(), lines.len());
        assert_eq!(shown(&tournament), whole, "{name}");
    }
}
