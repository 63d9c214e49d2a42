//! Proofs held against enumeration: every pairing and every result of the rounds to come, in small fields.

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

/// What matters of a start, for a failing test.
fn told(start: &Start) -> String {
    let Start {
        points,
        parts,
        pending,
        rounds_left,
        structure,
        ..
    } = start;
    format!("{points:?} {parts:?} {pending:?} {rounds_left} to come {structure:?}")
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

/// Final points of everybody, and what a player's next match brought.
type World = (Vec<u32>, Option<Verdict>);

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
    pair: [usize; 2],
    asked: Option<usize>,
) -> HashSet<World> {
    let mut next = HashSet::new();
    for (points, told) in worlds {
        for [high, low] in splits(regulation) {
            for gained in [[*high, *low], [*low, *high]] {
                let mut points = points.clone();
                let mut told = *told;
                for (seat, player) in pair.into_iter().enumerate() {
                    points[player] += gained[seat];
                    if Some(player) == asked {
                        told = Some(verdict(gained[seat], gained[1 - seat]));
                    }
                }
                next.insert((points, told));
            }
        }
    }
    next
}

/// All ways to pair players; of an odd number one has the bye.
fn matchings(players: &[usize]) -> Vec<(Vec<[usize; 2]>, Option<usize>)> {
    if players.len() % 2 == 1 {
        let mut all = Vec::new();
        for bye in players {
            let rest: Vec<usize> = players.iter().copied().filter(|one| one != bye).collect();
            all.extend(
                matchings(&rest)
                    .into_iter()
                    .map(|(pairs, _)| (pairs, Some(*bye))),
            );
        }
        return all;
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

/// Everything that can happen until the end of the Swiss rounds.
fn worlds(start: &Start, asked: usize) -> HashSet<World> {
    let regulation = start.regulation;
    let mut worlds = HashSet::from([(start.points.clone(), None)]);
    for pair in &start.pending {
        let pair = [pair.a as usize, pair.b as usize];
        worlds = after_match(&worlds, regulation, pair, Some(asked));
    }
    let playing: Vec<usize> = (0..start.players())
        .filter(|player| start.parts[*player] == Part::Plays)
        .collect();
    for round in 0..start.rounds_left {
        if playing.len() < 2 {
            break;
        }
        let next = (start.pending.is_empty() && round == 0).then_some(asked);
        let mut after = HashSet::new();
        for (pairs, bye) in matchings(&playing) {
            let mut these = worlds.clone();
            if let Some(bye) = bye {
                these = these
                    .into_iter()
                    .map(|(mut points, told)| {
                        points[bye] += regulation.bye().points;
                        (
                            points,
                            if next == Some(bye) {
                                Some(Verdict::Win)
                            } else {
                                told
                            },
                        )
                    })
                    .collect();
            }
            for pair in pairs {
                these = after_match(&these, regulation, pair, next);
            }
            after.extend(these);
        }
        worlds = after;
    }
    worlds
}

/// The places of a player over all worlds with a result of the next match, ties either way.
fn enumerated(
    start: &Start,
    worlds: &HashSet<World>,
    player: usize,
    next: Option<Verdict>,
) -> Option<Reach> {
    let fitting = worlds
        .iter()
        .filter(|(_, told)| next.is_none() || *told == next);
    let mut reach: Option<Reach> = None;
    for (points, _) in fitting {
        let others = |above: fn(&u32, &u32) -> bool| {
            let others = (0..points.len()).filter(|other| *other != player);
            let others = others.filter(|other| start.parts[*other] == Part::Plays);
            let above = others.filter(|other| above(&points[*other], &points[player]));
            u32::try_from(above.count()).unwrap() + 1
        };
        let (best, worst) = (others(u32::gt), others(u32::ge));
        let so_far = reach.get_or_insert(Reach { best, worst });
        so_far.best = so_far.best.min(best);
        so_far.worst = so_far.worst.max(worst);
    }
    reach
}

/// Holds the proofs of every player against enumeration; returns how many were exact and how many there were.
fn check(regulation: Regulation, start: &Start) -> [u32; 2] {
    let prover = Prover::new(start);
    let mut counts = [0, 0];
    // With nothing left to play tiebreakers decide, which enumeration leaves open.
    if start.rounds_left == 0 && start.pending.is_empty() {
        return counts;
    }
    for player in 0..start.players() {
        if start.parts[player] != Part::Plays {
            continue;
        }
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
            let Some(truth) = enumerated(start, &worlds, player, next) else {
                continue;
            };
            let proved = prover.reach(number, next, Among::Playing);
            let story = || {
                format!(
                    "{regulation:?} player {player} {next:?}: {truth:?} {proved:?}\n{}",
                    told(start)
                )
            };
            assert!(
                proved.best <= truth.best && proved.worst >= truth.worst,
                "{}",
                story()
            );
            counts[0] += u32::from(proved == truth);
            counts[1] += 1;
        }
    }
    counts
}

#[test]
fn proofs_are_exact_where_matches_are_won_or_lost() {
    let mut draw = draw(1);
    for number in 0..200 {
        let regulation = [Regulation::Xwing, Regulation::Legion][number % 2];
        let players = 2 + draw.below(5);
        let rounds = draw.below(4);
        let start = random_start(regulation, players, rounds, &mut draw);
        let [exact, all] = check(regulation, &start);
        assert_eq!(exact, all, "{}", told(&start));
    }
}

#[test]
#[ignore = "minutes: eight players and three rounds, all pairings and results"]
fn long_proofs_are_exact_for_up_to_eight_players_and_three_rounds() {
    let mut draw = draw(2);
    for number in 0..120 {
        let regulation = [Regulation::Xwing, Regulation::Legion][number % 2];
        let players = 5 + draw.below(4);
        let start = random_start(regulation, players, draw.below(4), &mut draw);
        let [exact, all] = check(regulation, &start);
        assert_eq!(exact, all, "{}", told(&start));
    }
}

#[test]
fn proofs_are_never_wrong_where_points_are_graded() {
    let mut draw = draw(3);
    for regulation in [
        Regulation::Armada,
        Regulation::Conquest,
        Regulation::Cardgame,
    ] {
        let mut counts = [0, 0];
        for _ in 0..25 {
            let players = 2 + draw.below(3);
            let start = random_start(regulation, players, draw.below(3), &mut draw);
            let [exact, all] = check(regulation, &start);
            counts = [counts[0] + exact, counts[1] + all];
        }
        // Not exact, but close: bounds that prove nothing would fail here.
        assert!(counts[0] * 10 >= counts[1] * 8, "{regulation:?} {counts:?}");
    }
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
                        assert_eq!(inside, 300, "{} {one:?}", told(&start))
                    }
                    Certainty::Eliminated if size > 1 => {
                        assert_eq!(inside, 0, "{} {one:?}", told(&start))
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(proved > 50, "{proved}");
}
