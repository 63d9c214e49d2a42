//! The incident table: what Muster does when something goes wrong, in every state of a tournament and under every
//! regulation. The table is `table.txt`; these tests play each of its cells through public commands and compare what
//! happened with what it says. A cell that is missing, or says something else, fails the build.
//!
//! `docs/incidents.md` is written from the same table: run this test with `MUSTER_WRITE=1` after a change.

mod play;
mod states;
mod table;

use muster_regulations::Regulation;
use muster_regulations::clause;
use muster_tournament::floor::prompts::prompts;
use muster_tournament::state::{MatchStatus, RoundStatus, Status};
use muster_tournament::{Refusal, State, standings};
use play::Incident;
use states::Column;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use table::{Answer, Cell};

/// What playing a cell came to.
struct Played {
    answer: Answer,
    effects: String,
    refusal: Option<Refusal>,
}

fn played(incident: Incident, column: Column, regulation: Regulation) -> Played {
    let mut hall = column.hall(regulation);
    let before = hall.state().clone();
    let text = hall.tournament.to_text();
    match incident.play(&mut hall) {
        Err(refusal) => {
            assert_eq!(text, hall.tournament.to_text(), "a refusal changes nothing");
            Played {
                answer: Answer::Refuse,
                effects: String::new(),
                refusal: Some(refusal),
            }
        }
        Ok(()) => {
            let known = prompts(&before);
            let asks = prompts(hall.state())
                .iter()
                .any(|prompt| !known.contains(prompt));
            Played {
                answer: if asks { Answer::Ask } else { Answer::Do },
                effects: effects(&before, hall.state()).join(", "),
                refusal: None,
            }
        }
    }
}

/// What people in the hall would notice, in the words of the table.
fn effects(before: &State, after: &State) -> Vec<&'static str> {
    let takes_part = |status: Status| matches!(status, Status::Registered | Status::Active);
    let status = |state: &State, id| state.player(id).map(|player| player.status);
    let ids: Vec<_> = after.players.iter().map(|player| player.id).collect();
    let turned = |from: bool, to: bool| {
        ids.iter().any(|id| {
            status(before, *id).is_some_and(takes_part) == from
                && status(after, *id).is_some_and(takes_part) == to
        })
    };
    let gone = before.players.iter().any(|p| after.player(p.id).is_none());
    let seeds = |state: &State| {
        state
            .knockout
            .as_ref()
            .map(|knockout| knockout.seeds.clone())
    };
    let (old_round, new_round) = (before.current(), after.current());
    let drawn = |state: &State| state.current().map(|round| round.drawn_at);
    let round_status = |state: &State| state.current().map(|round| round.status);
    let pairs = |state: &State| {
        let matches = state.rounds.iter().flat_map(|round| &round.matches);
        matches.map(|m| (m.table, m.a, m.b)).collect::<Vec<_>>()
    };
    let results = |state: &State| {
        let matches = state.rounds.iter().flat_map(|round| &round.matches);
        matches.filter_map(|m| m.counted()).collect::<Vec<_>>()
    };
    let walkovers = |state: &State| {
        let matches = state.rounds.iter().flat_map(|round| &round.matches);
        matches
            .filter(|m| m.status == MatchStatus::Walkover)
            .count()
    };
    let ranking = |state: &State| {
        // Before the start there is nothing to rank.
        state.tiebreak?;
        let rows = standings::standings(state).rows;
        let ranked = rows.iter().filter(|row| row.rank.is_some());
        Some(
            ranked
                .map(|row| (row.player, row.points))
                .collect::<Vec<_>>(),
        )
    };
    let names = |state: &State| {
        let people = state.players.iter().map(|player| state.name(player.id));
        people.collect::<Vec<_>>()
    };
    let clock = |state: &State| {
        let clock = state.current().and_then(|round| round.clock.clone());
        format!("{clock:?} {:?}", state.pause)
    };
    let on_duty = |state: &State| state.staff.iter().filter(|staff| staff.on_duty).count();
    let same_people = names(before).len() == names(after).len();
    let mut found = Vec::new();
    let mut note = |happened: bool, effect: &'static str| {
        if happened {
            found.push(effect);
        }
    };
    note(turned(true, false) || gone, "a player is out");
    note(turned(false, true), "a player is in");
    match (seeds(before), seeds(after)) {
        (Some(old), Some(new)) if old != new => {
            let entered = new.iter().any(|id| !old.contains(id));
            note(entered, "a replacement enters the bracket");
            note(!entered, "seeds change");
        }
        (Some(_), None) => note(true, "cut undone"),
        _ => {}
    }
    note(
        walkovers(after) > walkovers(before),
        "the opponent gets a bye",
    );
    note(drawn(before) < drawn(after), "the round is drawn again");
    note(
        drawn(before) == drawn(after) && pairs(before) != pairs(after),
        "pairings change",
    );
    note(
        results(after).len() > results(before).len(),
        "a result counts",
    );
    note(
        results(after).len() < results(before).len(),
        "a result no longer counts",
    );
    note(
        results(after).len() == results(before).len() && results(after) != results(before),
        "a result changes",
    );
    let stale = |round: Option<&muster_tournament::state::Round>| {
        round.is_some_and(|round| round.stale.is_some())
    };
    note(
        stale(new_round) && !stale(old_round),
        "the draft must be redrawn",
    );
    if round_status(before) == Some(RoundStatus::Published) {
        note(
            round_status(after) == Some(RoundStatus::Draft),
            "the round is a draft again",
        );
    }
    note(
        before.rounds.len() > after.rounds.len(),
        "the round is removed",
    );
    note(before.phase != after.phase, "the tournament steps back");
    note(ranking(before) != ranking(after), "the standings change");
    note(clock(before) != clock(after), "the clock changes");
    note(on_duty(before) < on_duty(after), "one more judge on duty");
    note(on_duty(before) > on_duty(after), "one fewer judge on duty");
    note(
        before.judges.losses.len() < after.judges.losses.len(),
        "extra time to search",
    );
    note(
        before.lists.of.len() < after.lists.of.len(),
        "a list is handed in",
    );
    note(
        same_people && names(before) != names(after),
        "the name changes",
    );
    found
}

#[test]
fn every_incident_in_every_state_of_every_regulation_goes_as_the_table_says() {
    muster_regulations::proves!("CUT-2", "SE-4", "DROP-1", "DROP-2", "DROP-3", "DROP-4");
    let cells = table::read();
    let mut wrong = String::new();
    let mut actual: BTreeMap<(Incident, Column), Vec<(Regulation, Played)>> = BTreeMap::new();
    for incident in Incident::ALL {
        for column in Column::ALL {
            for regulation in Regulation::ALL {
                let played = played(incident, column, regulation);
                let cell = table::find(&cells, incident, column, regulation);
                if let Err(problem) = agrees(cell, &played, regulation) {
                    let _ = writeln!(
                        wrong,
                        "{} / {} / {regulation}: {problem}",
                        incident.key(),
                        column.key()
                    );
                }
                actual
                    .entry((incident, column))
                    .or_default()
                    .push((regulation, played));
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/incidents.md");
    let page = table::page(&cells, |incident, column, regulation| {
        let played = &actual[&(incident, column)];
        let (_, played) = played.iter().find(|(of, _)| *of == regulation).unwrap();
        let refusal = played.refusal.as_ref()?;
        Some(muster_words::refusal::words(refusal).both())
    });
    if std::env::var_os("MUSTER_WRITE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    assert!(
        wrong.is_empty(),
        "the program and the table differ:\n{wrong}"
    );
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        page,
        "docs/incidents.md is out of date: run this test with MUSTER_WRITE=1"
    );
}

/// Compares a cell with what happened.
fn agrees(cell: Option<&Cell>, played: &Played, regulation: Regulation) -> Result<(), String> {
    let Some(cell) = cell else {
        return Err(format!(
            "undecided; the program does: {} {}{}",
            played.answer.key(),
            played.effects,
            played
                .refusal
                .as_ref()
                .map_or_else(String::new, ToString::to_string),
        ));
    };
    if cell.answer != played.answer || cell.effects != played.effects {
        return Err(format!(
            "the table says {} “{}”, the program does {} “{}” {}",
            cell.answer.key(),
            cell.effects,
            played.answer.key(),
            played.effects,
            played
                .refusal
                .as_ref()
                .map_or_else(String::new, ToString::to_string),
        ));
    }
    if let Some(id) = cell.clause() {
        let clause = clause::find(id).ok_or_else(|| format!("there is no clause {id}"))?;
        if !clause.of.contains(&regulation) {
            return Err(format!("{id} does not hold here"));
        }
    }
    match played.refusal.as_ref().and_then(Refusal::clause) {
        Some(cited) if cell.clause() != Some(cited) => Err(format!(
            "the refusal cites {cited}, the table {}",
            cell.basis
        )),
        _ => Ok(()),
    }
}

#[test]
fn a_cell_that_is_missing_or_wrong_is_found() {
    let cells = table::read();
    let of = |cells: &[Cell]| {
        let regulation = Regulation::Xwing;
        let played = played(Incident::Drop, Column::Drafted, regulation);
        let cell = table::find(cells, Incident::Drop, Column::Drafted, regulation).cloned();
        (cell, played)
    };
    let (cell, played) = of(&cells);
    assert_eq!(agrees(cell.as_ref(), &played, Regulation::Xwing), Ok(()));
    assert!(agrees(None, &played, Regulation::Xwing).is_err());
    let cell = cell.unwrap();
    for wrong in [
        Cell {
            answer: Answer::Refuse,
            ..cell.clone()
        },
        Cell {
            effects: "a player is in".to_owned(),
            ..cell.clone()
        },
        Cell {
            basis: "GC-WARN".to_owned(),
            ..cell
        },
    ] {
        assert!(agrees(Some(&wrong), &played, Regulation::Xwing).is_err());
    }
}
