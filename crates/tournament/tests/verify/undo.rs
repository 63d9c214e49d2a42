//! Undoing a step in the middle: whatever is accepted leaves a journal that verifies, and whatever is refused could not
//! have been left out. Tried with every step of the random tournaments of earlier builds.

use crate::forge::Chain;
use crate::lines::journal;
use muster_tournament::entry::Gave;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::seeds::Seedless;
use muster_tournament::verify::verify;
use muster_tournament::{By, Command, Refusal, Request, Tournament};
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn every_step_of_wild_tournaments_can_be_undone_or_is_needed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals");
    let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
    let mut needed = 0;
    for game in ["armada", "cardgame", "conquest", "legion", "xwing"] {
        let text = std::fs::read_to_string(folder.join(format!("wild-{game}.jsonl"))).unwrap();
        let whole = Tournament::load(&text).unwrap();
        for end in (10..whole.lines().len()).step_by(12) {
            let lines = whole.lines()[..end].to_vec();
            let hall = Tournament::from_lines(lines).unwrap();
            for line in (2..=end as u64).rev().take(24) {
                let mut hall = hall.clone();
                let at = hall.lines().last().unwrap().core.at;
                let undo = Request::new(By::Staff(ORGANIZER), at, Command::UndoLine { line });
                match hall.act(undo, &Seedless) {
                    Ok(_) => {
                        let step = &hall.lines()[line as usize - 1].core.entry.did;
                        *accepted.entry(step.name()).or_default() += 1;
                        let found = verify(&hall.to_text());
                        assert!(
                            found.is_sound(),
                            "{game}, line {line} of {end}: {:#?}",
                            found.findings
                        );
                    }
                    Err(Refusal::Undo(problem)) => {
                        needed += usize::from(problem.code() == "undo.needed-by");
                    }
                    Err(refusal) => panic!("{game}, line {line} of {end}: {refusal}"),
                }
            }
        }
    }
    // Enough of both, and not only the newest step.
    assert!(accepted.values().sum::<usize>() > 100, "{accepted:?}");
    assert!(accepted.len() > 10, "{accepted:?}");
    assert!(needed > 100, "{needed}");
}

#[test]
fn an_undo_of_a_line_that_others_need_is_found() {
    let mut forgery = journal();
    let line = forgery.line("undo", 1);
    let needed = forgery.line("publish", 1) as u64;
    forgery.edit(line, |core| {
        core.entry.did = Command::UndoLine { line: needed };
        core.entry.gave = Gave::Undone(needed);
    });
    forgery.chained(Chain::Forged).check(line, "needed-by");
}
