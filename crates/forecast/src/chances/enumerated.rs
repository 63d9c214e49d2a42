//! Compares proofs with enumeration: every pairing and every result of the rounds to come, in small fields.

use super::proof::{Among, Prover, Reach};
use super::{Certainty, Chances, Odds, chances};
use crate::chances::gains::splits;
use crate::engine::{Options, Part, Start};
use crate::reports::{Table, random};
use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::Pair;
use muster_regulations::{CutRule, Regulation, Seat, StageKind, Structure, Verdict};
use muster_tournament::PlayerId;
use std::collections::HashSet;

fn draw(number: u8) -> Draw {
    Draw::new(&Seed::new([number; 32]))
}

/// A made-up point of a tournament: any points, some of the round's matches open.
fn random_start(regulation: Regulation, players: u32, rounds_left: u32, draw: &mut Draw) -> Start {
    let structure = Structure {
        rounds: 6,
        cut: CutRule::Top(1 + draw.below(players)),
    };
    let mut start = Start::new(regulation, structure, players);
    start.begun = true;
    start.rounds_left = rounds_left;
    let mut seats: Vec<u32> = (0..players).collect();
    for _ in 0..draw.below(4) {
        draw.shuffle(&mut seats);
        play(&mut start, &seats, draw);
    }
    start.points = start.sheet.points();
    for part in &mut start.parts {
        if draw.below(12) == 0 {
            *part = Part::Ranked;
        }
    }
    draw.shuffle(&mut seats);
    if draw.below(3) > 0 {
        let open = draw.below(players / 2 + 1) as usize;
        let pairs = seats.chunks_exact(2).take(open);
        start.pending = pairs.map(|two| Pair::new(two[0], two[1])).collect();
    }
    start
}

/// Describes a start in the message of a failing test.
fn described(start: &Start) -> String {
    let Start {
        points,
        parts,
        pending,
        rounds_left,
        structure,
        regulation,
        ..
    } = start;
    format!("{regulation:?} {points:?} {parts:?} {pending:?} {rounds_left} to come {structure:?}")
}

/// Plays a round between neighbours of a list; the last of an odd list has the bye.
fn play(start: &mut Start, seats: &[u32], draw: &mut Draw) {
    let id = |player: u32| PlayerId(player + 1);
    let stage = StageKind::Swiss;
    start.sheet.begin_round().unwrap();
    let (pairs, bye) = seats.as_chunks::<2>();
    for [a, b] in pairs {
        let table = Table {
            stage,
            winner: Seat::A,
            dark: None,
        };
        let report = random(start.regulation, table, draw);
        let outcome = start.regulation.outcome(stage, &report).unwrap();
        start.sheet.play(id(*a), id(*b), outcome).unwrap();
    }
    for player in bye {
        let award = start.regulation.bye();
        start.sheet.bye(id(*player), award).unwrap();
    }
}

/// The most players that are enumerated.
const MOST: usize = 8;

/// Points of everybody, and the result of the next match of the player in question, once it is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct World {
    points: [u8; MOST],
    next: Option<Verdict>,
}

impl World {
    fn gain(&mut self, player: usize, points: u32) {
        self.points[player] += u8::try_from(points).unwrap();
    }

    /// Makes worlds equal that differ only in who of the other players has which points.
    fn sorted(mut self, players: usize) -> World {
        self.points[1..players].sort_unstable();
        self
    }
}

fn verdict(own: u32, other: u32) -> Verdict {
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => Verdict::Win,
        std::cmp::Ordering::Equal => Verdict::Draw,
        std::cmp::Ordering::Less => Verdict::Loss,
    }
}

/// All worlds after one more match.
fn after_match(
    worlds: &HashSet<World>,
    regulation: Regulation,
    [one, two]: [usize; 2],
    asked: Option<usize>,
) -> HashSet<World> {
    let mut after = HashSet::new();
    for world in worlds {
        for [high, low] in splits(regulation) {
            for [first, second] in [[*high, *low], [*low, *high]] {
                let mut world = *world;
                world.gain(one, first);
                world.gain(two, second);
                if asked == Some(one) {
                    world.next = Some(verdict(first, second));
                } else if asked == Some(two) {
                    world.next = Some(verdict(second, first));
                }
                after.insert(world);
            }
        }
    }
    after
}

/// All ways to pair players; one of an odd number has the bye.
fn matchings(players: &[usize]) -> Vec<(Vec<[usize; 2]>, Option<usize>)> {
    if players.len() % 2 == 1 {
        let without = |bye: usize| players.iter().copied().filter(move |one| *one != bye);
        let with_bye = players.iter().flat_map(|bye| {
            let rest: Vec<usize> = without(*bye).collect();
            let all = matchings(&rest).into_iter();
            all.map(|(pairs, _)| (pairs, Some(*bye)))
        });
        return with_bye.collect();
    }
    let Some((first, rest)) = players.split_first() else {
        return vec![(Vec::new(), None)];
    };
    let mut all = Vec::new();
    for partner in rest {
        let left: Vec<usize> = rest.iter().copied().filter(|one| one != partner).collect();
        for (mut pairs, bye) in matchings(&left) {
            pairs.push([*first, *partner]);
            all.push((pairs, bye));
        }
    }
    all
}

/// Everything that can happen until the end of the Swiss rounds, for those who play on: the player in question first.
fn worlds(start: &Start, player: usize) -> HashSet<World> {
    let regulation = start.regulation;
    let mut now = World {
        points: [0; MOST],
        next: None,
    };
    for (player, points) in start.points.iter().enumerate() {
        now.gain(player, *points);
    }
    let mut worlds = HashSet::from([now]);
    for pair in &start.pending {
        let pair = [pair.a as usize, pair.b as usize];
        worlds = after_match(&worlds, regulation, pair, Some(player));
    }
    let mut playing: Vec<usize> = playing(start).collect();
    playing.sort_by_key(|other| *other != player);
    let all = playing.len();
    let reordered = worlds.iter().map(|world| {
        let mut points = [0; MOST];
        for (slot, player) in points.iter_mut().zip(&playing) {
            *slot = world.points[*player];
        }
        World { points, ..*world }.sorted(all)
    });
    worlds = reordered.collect();
    let players: Vec<usize> = (0..all).collect();
    for round in 0..start.rounds_left {
        if all < 2 {
            break;
        }
        let asked = (start.pending.is_empty() && round == 0).then_some(0);
        let mut after = HashSet::new();
        for (pairs, bye) in matchings(&players) {
            let mut these = worlds.clone();
            if let Some(bye) = bye {
                let with_bye = worlds.iter().map(|world| {
                    let mut world = *world;
                    world.gain(bye, regulation.bye().points);
                    if asked == Some(bye) {
                        world.next = Some(Verdict::Win);
                    }
                    world
                });
                these = with_bye.collect();
            }
            for pair in pairs {
                these = after_match(&these, regulation, pair, asked);
            }
            after.extend(these.into_iter().map(|world| world.sorted(all)));
        }
        worlds = after;
    }
    worlds
}

fn playing(start: &Start) -> impl Iterator<Item = usize> {
    (0..start.players()).filter(|player| start.parts[*player] == Part::Plays)
}

/// The places of the player in question over all worlds with a result of the next match, ties broken either way.
fn enumerated(players: usize, worlds: &HashSet<World>, next: Option<Verdict>) -> Option<Reach> {
    let fitting = worlds
        .iter()
        .filter(|world| next.is_none() || world.next == next);
    let reaches = fitting.map(|world| {
        let (own, others) = (world.points[0], &world.points[1..players]);
        let place = |above: usize| u32::try_from(above).unwrap() + 1;
        Reach {
            best: place(others.iter().filter(|other| **other > own).count()),
            worst: place(others.iter().filter(|other| **other >= own).count()),
        }
    });
    reaches.reduce(|one, two| Reach {
        best: one.best.min(two.best),
        worst: one.worst.max(two.worst),
    })
}

/// Compares the proofs of every player with enumeration; returns how many were exact, of how many.
fn check(start: &Start) -> [u32; 2] {
    let prover = Prover::new(start);
    let mut counts = [0, 0];
    // With nothing left to play tiebreakers decide, which are not enumerated.
    if start.rounds_left == 0 && start.pending.is_empty() {
        return counts;
    }
    for player in playing(start) {
        let worlds = worlds(start, player);
        let number = u32::try_from(player).unwrap();
        let results = [
            None,
            Some(Verdict::Win),
            Some(Verdict::Draw),
            Some(Verdict::Loss),
        ];
        for next in results {
            if next.is_some() && !prover.has_next(number) {
                continue;
            }
            let Some(truth) = enumerated(playing(start).count(), &worlds, next) else {
                continue;
            };
            let proved = prover.reach(number, next, Among::Playing);
            assert!(
                proved.best <= truth.best && proved.worst >= truth.worst,
                "player {player} {next:?}: {truth:?} {proved:?}\n{}",
                described(start)
            );
            counts[0] += u32::from(proved == truth);
            counts[1] += 1;
        }
    }
    counts
}

/// Regulations in which matches are only won or lost.
const WON_OR_LOST: [Regulation; 2] = [Regulation::Xwing, Regulation::Legion];

#[test]
fn proofs_are_exact_where_matches_are_won_or_lost() {
    let mut draw = draw(1);
    for number in 0..200 {
        let players = 2 + draw.below(5);
        let rounds = draw.below(4);
        let start = random_start(WON_OR_LOST[number % 2], players, rounds, &mut draw);
        let [exact, all] = check(&start);
        assert_eq!(exact, all, "{}", described(&start));
    }
}

#[test]
#[ignore = "minutes: eight players and three rounds, all pairings and results"]
fn long_proofs_are_exact_for_up_to_eight_players_and_three_rounds() {
    let mut draw = draw(2);
    for number in 0..240 {
        let (players, rounds) = match number {
            0..40 => (8, 3),
            _ => (5 + draw.below(4), draw.below(4)),
        };
        let start = random_start(WON_OR_LOST[number % 2], players, rounds, &mut draw);
        let [exact, all] = check(&start);
        assert_eq!(exact, all, "{}", described(&start));
    }
}

/// Checks that no proof is wrong, and that two of three are exact: bounds that prove nothing would fail.
#[track_caller]
fn check_graded(regulation: Regulation, fields: &[(u32, u32)], starts: u32, draw: &mut Draw) {
    let mut counts = [0, 0];
    for _ in 0..starts {
        for (players, rounds) in fields {
            let start = random_start(regulation, *players, *rounds, draw);
            let [exact, all] = check(&start);
            counts = [counts[0] + exact, counts[1] + all];
        }
    }
    assert!(counts[0] * 3 >= counts[1] * 2, "{regulation:?} {counts:?}");
}

#[test]
fn proofs_are_never_wrong_where_points_are_graded() {
    let mut draw = draw(3);
    let fields = [(2, 0), (2, 2), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2)];
    for regulation in [
        Regulation::Armada,
        Regulation::Conquest,
        Regulation::Cardgame,
    ] {
        check_graded(regulation, &fields, 5, &mut draw);
    }
}

#[test]
#[ignore = "slow: all pairings and graded results"]
fn long_proofs_are_never_wrong_where_points_are_graded() {
    let mut draw = draw(5);
    let fields = [(5, 2), (6, 1), (7, 1), (8, 1)];
    check_graded(Regulation::Conquest, &fields, 5, &mut draw);
    let fields = [(4, 2), (5, 1), (6, 1)];
    check_graded(Regulation::Cardgame, &fields, 5, &mut draw);
    let fields = [(4, 2), (5, 1)];
    check_graded(Regulation::Armada, &fields, 5, &mut draw);
}

#[test]
fn a_leader_of_a_small_field_has_clinched_and_the_last_is_out() {
    let structure = Structure {
        rounds: 4,
        cut: CutRule::Top(2),
    };
    let mut start = Start::new(Regulation::Xwing, structure, 6);
    start.begun = true;
    start.rounds_left = 0;
    start.points = vec![3, 2, 2, 1, 1, 0];
    start.pending = vec![Pair::new(0, 1), Pair::new(2, 3), Pair::new(4, 5)];
    let prover = Prover::new(&start);
    let cut = |player, next| prover.cut(player, next);
    // With a loss the leader is level with whoever wins at table 2, and one ahead of the rest.
    assert_eq!(cut(0, None), None);
    assert_eq!(cut(0, Some(Verdict::Win)), Some(Certainty::Clinched));
    assert_eq!(cut(1, Some(Verdict::Loss)), None);
    assert_eq!(cut(3, Some(Verdict::Loss)), Some(Certainty::Eliminated));
    // Player 5 is in if 0 and 3 win; player 6 cannot pass both who meet at table 1.
    assert_eq!(cut(4, None), None);
    assert_eq!(cut(5, None), Some(Certainty::Eliminated));
    assert_eq!(prover.wins_needed(0, 2), Some(1));
    assert_eq!(prover.wins_needed(3, 2), None);
}

#[test]
fn enough_points_are_not_enough_without_a_second_player_for_the_bracket() {
    let structure = Structure {
        rounds: 3,
        cut: CutRule::Points(2),
    };
    let mut start = Start::new(Regulation::Xwing, structure, 4);
    start.begun = true;
    start.rounds_left = 1;
    start.points = vec![2, 1, 1, 0];
    assert_eq!(Prover::new(&start).cut(0, None), None);
    start.points = vec![2, 2, 0, 0];
    let prover = Prover::new(&start);
    assert_eq!(prover.cut(0, None), Some(Certainty::Clinched));
    assert_eq!(prover.cut(3, None), Some(Certainty::Eliminated));
}

#[test]
fn what_is_proved_never_differs_from_what_is_sampled() {
    let mut draw = draw(4);
    let mut proved = 0;
    for _ in 0..60 {
        let players = 4 + draw.below(20);
        let start = random_start(Regulation::Xwing, players, draw.below(3), &mut draw);
        let options = Options {
            seed: 5,
            ..Options::default()
        };
        let all: Chances = chances(&start, &options, 300, || false).unwrap();
        let prover = Prover::new(&start);
        for one in &all.players {
            if let Some(Odds::Proved(certainty)) = one.cut {
                proved += 1;
                let player = one.player.0 - 1;
                assert_eq!(prover.cut(player, None), Some(certainty));
                let CutRule::Top(size) = all.cut else {
                    panic!()
                };
                let size = (size as usize).min(one.places.len());
                // Whoever has clinched ends in the bracket, whose players take the first places.
                let inside: u32 = one.places[..size].iter().sum();
                match certainty {
                    Certainty::Clinched if size > 1 => {
                        assert_eq!(inside, 300, "{} {one:?}", described(&start))
                    }
                    Certainty::Eliminated if size > 1 => {
                        assert_eq!(inside, 0, "{} {one:?}", described(&start))
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(proved > 50, "{proved}");
}
