//! Simulated tournaments of every kind come to their end, keep the rules on the way, and pass verification.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod always;
mod invariants;

use invariants::{Watcher, visible};
use muster_forecast::lists;
use muster_forecast::simulate::{Chance, Incidents, Plan, simulate, simulate_watched};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::list::{self, Context};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::Tournament;
use muster_tournament::verify::{Checked, verify};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays a tournament, checks it on the way and at the end, and verifies its journal.
#[track_caller]
fn check(plan: &Plan) -> (Tournament, Checked) {
    let mut watcher = Watcher::new(plan);
    let played = simulate_watched(plan, &mut |tournament| watcher.look(tournament));
    let tournament = match played {
        Ok(tournament) => tournament,
        Err(stuck) => panic!("{stuck}\n{plan:?}"),
    };
    watcher.look_at_the_end(&tournament);
    let text = tournament.to_text();
    let verification = verify(&text);
    assert!(
        verification.is_sound(),
        "{plan:?}: {:#?}",
        verification.findings
    );
    let checked = verification.checked;
    assert!(checked.finished, "{plan:?}");
    assert_eq!(checked.lines, tournament.lines().len() as u64);
    assert_eq!(checked.seeds_untraced, 0, "{plan:?}");
    assert_eq!(checked.pairings_unproved, 0, "{plan:?}");
    let loaded = Tournament::load(&text).unwrap();
    assert_eq!(loaded.lines(), tournament.lines());
    assert_eq!(visible(loaded.state()), visible(tournament.state()));
    (tournament, checked)
}

/// What a run of many simulations has come across.
#[derive(Default)]
struct Seen {
    commands: BTreeSet<&'static str>,
    taken_back: u64,
    pairings_proved: u64,
}

impl Seen {
    fn add(&mut self, plan: &Plan) {
        let (tournament, checked) = check(plan);
        let lines = tournament.lines().iter();
        self.commands
            .extend(lines.map(|line| line.core.entry.did.name()));
        self.taken_back += checked.taken_back;
        self.pairings_proved += checked.pairings_proved;
    }
}

#[test]
fn a_thousand_tournaments_of_every_kind_pass_verification() {
    let mut seen = Seen::default();
    for index in 0..1000 {
        let most_players = if index % 97 == 0 { 150 } else { 40 };
        seen.add(&Plan::any(20_260_502, index, most_players));
    }
    // Everything that can be done was done.
    let commands = [
        "accept_reports",
        "adjust_clock",
        "amend",
        "appeal",
        "as_played",
        "assign",
        "begun",
        "call",
        "call_time",
        "check_fortressing",
        "check_in",
        "choose_side",
        "clear_tables",
        "close_call",
        "component_found",
        "component_lost",
        "concede_for_component",
        "configure",
        "confirm",
        "correct",
        "create",
        "cut",
        "decide_appeal",
        "define_tables",
        "determine_fortressing",
        "dismiss",
        "dispute",
        "disqualify",
        "draft",
        "drop",
        "extend",
        "finish",
        "finish_round",
        "follow_up_fortressing",
        "game_loss",
        "hand_in",
        "keep",
        "keep_cut",
        "no_show",
        "pause",
        "pin",
        "proxy",
        "publish",
        "put_back",
        "recommend_removal",
        "redact",
        "redraw",
        "register",
        "rejoin",
        "remove_for_component",
        "repair",
        "report",
        "resume",
        "rule",
        "seat",
        "sit",
        "start",
        "start_clock",
        "suspect_fortressing",
        "swap",
        "take_call",
        "undo",
        "void_round",
        "warn",
    ];
    assert_eq!(seen.commands, BTreeSet::from(commands));
    assert!(seen.taken_back > 500, "{}", seen.taken_back);
    assert!(seen.pairings_proved > 2_500, "{}", seen.pairings_proved);
}

/// Wild tournaments on every core; what holds always is asked after each of their steps.
#[test]
#[ignore = "takes minutes; part of the full run"]
fn long_20000_wild_tournaments_keep_every_promise_and_verify() {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= 20_000 {
                        break;
                    }
                    let most_players = if index.is_multiple_of(500) { 200 } else { 24 };
                    let mut plan = Plan::any(20_000, index, most_players);
                    plan.incidents = Incidents::wild();
                    check(&plan);
                }
            });
        }
    });
}

#[test]
fn every_structure_of_every_regulation_is_played_smoothly() {
    for regulation in Regulation::ALL {
        for table in regulation.book().tables {
            for row in table.rows.iter().filter(|row| row.from <= 64) {
                let mut plan = Plan::new(regulation, row.from, 7);
                plan.structure = table.kind;
                plan.custom = None;
                plan.incidents = Incidents::none();
                check(&plan);
            }
        }
    }
}

#[test]
fn elimination_from_the_start_and_brackets_of_any_size_come_to_their_end() {
    for players in 2..=20 {
        for regulation in Regulation::ALL {
            let from_start = regulation.book().starts_in_swiss.is_none();
            for incidents in [Incidents::none(), Incidents::wild()] {
                let mut plan = Plan::new(regulation, players, 11);
                plan.incidents = incidents;
                plan.structure = StructureKind::Custom;
                plan.custom = Some(match from_start {
                    true => CustomStructure {
                        rounds: 0,
                        cut: CutRule::None,
                    },
                    false => CustomStructure {
                        rounds: 1,
                        cut: CutRule::Top(players),
                    },
                });
                check(&plan);
            }
        }
    }
}

#[test]
fn the_same_plan_gives_the_same_journal_and_another_index_another() {
    let plan = Plan::any(3, 14, 40);
    let text = simulate(&plan).unwrap().to_text();
    assert_eq!(text, simulate(&plan).unwrap().to_text());
    let other = Plan { index: 19, ..plan };
    assert_ne!(text, simulate(&other).unwrap().to_text());
}

/// XW-LIST, XW-OBSTACLES, AR-LIST, LE-LIST, LE-HAND, LE-DECK, GC-LIST, CG-LIST: simulated lists keep all of them.
#[test]
fn random_lists_break_no_rule_and_every_faction_brings_some() {
    for regulation in Regulation::ALL {
        for number in 0..200 {
            let mut draw = Draw::new(&Seed::new([number; 32]));
            for faction in lists::factions(regulation) {
                let list = lists::random(regulation, faction, &mut draw);
                let context = Context {
                    tier: regulation.book().tiers[0],
                    date: None,
                    catalogue: None,
                };
                let problems = list::check(regulation, &list, &context);
                assert_eq!(problems, [], "{list:?}");
                assert_eq!(list.faction().as_deref(), Some(*faction));
            }
        }
    }
}

#[test]
fn everybody_hands_in_a_list_where_the_plan_says_so() {
    for regulation in Regulation::ALL {
        let mut plan = Plan::new(regulation, 12, 3);
        plan.incidents = Incidents::none();
        plan.incidents.lists = Chance::percent(100);
        let (tournament, _) = check(&plan);
        let state = tournament.state();
        let handed_in = state.players.iter().filter(|p| state.list(p.id).is_some());
        assert_eq!(handed_in.count(), 12, "{regulation:?}");
    }
}
