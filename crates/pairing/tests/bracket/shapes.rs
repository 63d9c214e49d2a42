//! What feeds what, who has a bye, and when two players can meet.

use std::collections::{BTreeMap, BTreeSet};

use muster_pairing::bracket::*;

use crate::{at, draw, node, notation, place};

#[track_caller]
fn check_shape(shape: Result<Shape, BracketError>, rounds: &[&str]) {
    assert_eq!(notation(&shape.unwrap()), rounds);
}

#[test]
fn se_1_se_2_games_as_the_texts_number_them() {
    muster_regulations::proves!("SE-1", "SE-2");
    check_shape(single(2), &["1-2"]);
    check_shape(single(4), &["1-4 2-3", "W1.1-W1.2"]);
    check_shape(
        single(8),
        &["1-8 2-7 3-6 4-5", "W1.1-W1.4 W1.2-W1.3", "W2.1-W2.2"],
    );
    check_shape(
        single(16),
        &[
            "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9",
            "W1.1-W1.8 W1.2-W1.7 W1.3-W1.6 W1.4-W1.5",
            "W2.1-W2.4 W2.2-W2.3",
            "W3.1-W3.2",
        ],
    );
    check_shape(
        single(32),
        &[
            "1-32 2-31 3-30 4-29 5-28 6-27 7-26 8-25 9-24 10-23 11-22 12-21 13-20 14-19 15-18 16-17",
            "W1.1-W1.16 W1.2-W1.15 W1.3-W1.14 W1.4-W1.13 W1.5-W1.12 W1.6-W1.11 W1.7-W1.10 W1.8-W1.9",
            "W2.1-W2.8 W2.2-W2.7 W2.3-W2.6 W2.4-W2.5",
            "W3.1-W3.4 W3.2-W3.3",
            "W4.1-W4.2",
        ],
    );
}

#[test]
fn cut_3_byes_go_to_the_top_seeds() {
    muster_regulations::proves!("CUT-3");
    check_shape(
        single(6),
        &["1-8 2-7 3-6 4-5", "W1.1-W1.4 W1.2-W1.3", "W2.1-W2.2"],
    );
    let play = Play::new(single(6).unwrap());
    let bye = |seed| State::Bye {
        player: SeedNo(seed),
        absence: Absence::EmptySeed,
    };
    let ready = |a, b| State::Ready([SeedNo(a), SeedNo(b)]);
    assert_eq!(
        play.states()[..4],
        [bye(1), bye(2), ready(3, 6), ready(4, 5)]
    );
    assert_eq!(
        play.slots(NodeId(4)),
        Some([Slot::Player(SeedNo(1)), Slot::Open])
    );
}

#[test]
fn gc_bracket_is_numbered_as_it_is_drawn() {
    muster_regulations::proves!("GC-BRACKET");
    check_shape(seeded(2), &["1-2"]);
    check_shape(
        seeded(8),
        &["1-8 4-5 2-7 3-6", "W1.1-W1.2 W1.3-W1.4", "W2.1-W2.2"],
    );
    check_shape(
        seeded(16),
        &[
            "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11",
            "W1.1-W1.2 W1.3-W1.4 W1.5-W1.6 W1.7-W1.8",
            "W2.1-W2.2 W2.3-W2.4",
            "W3.1-W3.2",
        ],
    );
}

#[test]
fn gc_bracket_losers_take_the_places_of_their_column() {
    muster_regulations::proves!("GC-BRACKET");
    let places = |shape: Shape| -> Vec<String> {
        let first = |round| {
            shape
                .round(round)
                .find_map(|id| shape.loser_places(id))
                .unwrap()
        };
        (1..=shape.rounds())
            .map(|round| first(round).to_string())
            .collect()
    };
    assert_eq!(places(seeded(16).unwrap()), ["9–16", "5–8", "3–4", "2"]);
    assert_eq!(places(seeded(8).unwrap()), ["5–8", "3–4", "2"]);
    assert_eq!(places(single(6).unwrap()), ["5–6", "3–4", "2"]);
    assert_eq!(
        places(single(32).unwrap()),
        ["17–32", "9–16", "5–8", "3–4", "2"]
    );
}

#[test]
fn columns_put_the_games_that_feed_a_game_beside_each_other() {
    let seeds = |shape: &Shape, side| -> Vec<String> {
        let place = |id: &NodeId| place(shape, *id);
        let column = |column: Vec<NodeId>| column.iter().map(place).collect::<Vec<_>>().join(" ");
        shape.columns(side).into_iter().map(column).collect()
    };
    let shape = single(8).unwrap();
    assert_eq!(
        seeds(&shape, Side::Main),
        ["1.1 1.4 1.2 1.3", "2.1 2.2", "3.1"]
    );
    assert!(shape.columns(Side::Lower).is_empty());
    let shape = double(8).unwrap();
    assert_eq!(
        seeds(&shape, Side::Upper),
        ["1.1 1.4 1.2 1.3", "2.1 2.2", "3.1"]
    );
    assert_eq!(
        seeds(&shape, Side::Lower),
        ["2.3 2.4", "3.2 3.3", "4.1", "5.1"]
    );
    assert_eq!(seeds(&shape, Side::Reset), ["7.1"]);
}

#[test]
fn cg_seed_double_elimination_shapes() {
    muster_regulations::proves!("CG-SEED");
    check_shape(double(2), &["1-2", "W1.1-L1.1", "L2.1-W2.1"]);
    check_shape(
        double(4),
        &[
            "1-4 2-3",
            "W1.1-W1.2 L1.1-L1.2",
            "W2.2-L2.1",
            "W2.1-W3.1",
            "L4.1-W4.1",
        ],
    );
    check_shape(
        double(8),
        &[
            "1-8 2-7 3-6 4-5",
            "W1.1-W1.4 W1.2-W1.3 L1.1-L1.4 L1.2-L1.3",
            "W2.1-W2.2 W2.3-L2.2 W2.4-L2.1",
            "W3.2-W3.3",
            "W4.1-L3.1",
            "W3.1-W5.1",
            "L6.1-W6.1",
        ],
    );
    check_shape(
        double(16),
        &[
            "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9",
            "W1.1-W1.8 W1.2-W1.7 W1.3-W1.6 W1.4-W1.5 L1.1-L1.8 L1.4-L1.5 L1.2-L1.7 L1.3-L1.6",
            "W2.1-W2.4 W2.2-W2.3 W2.5-L2.3 W2.6-L2.2 W2.7-L2.4 W2.8-L2.1",
            "W3.1-W3.2 W3.3-W3.4 W3.5-W3.6",
            "W4.2-L3.1 W4.3-L3.2",
            "W5.1-W5.2",
            "W6.1-L4.1",
            "W4.1-W7.1",
            "L8.1-W8.1",
        ],
    );
    check_shape(
        double(32),
        &[
            "1-32 2-31 3-30 4-29 5-28 6-27 7-26 8-25 9-24 10-23 11-22 12-21 13-20 14-19 15-18 16-17",
            "W1.1-W1.16 W1.2-W1.15 W1.3-W1.14 W1.4-W1.13 W1.5-W1.12 W1.6-W1.11 W1.7-W1.10 W1.8-W1.9 \
             L1.1-L1.16 L1.8-L1.9 L1.4-L1.13 L1.5-L1.12 L1.2-L1.15 L1.7-L1.10 L1.3-L1.14 L1.6-L1.11",
            "W2.1-W2.8 W2.2-W2.7 W2.3-W2.6 W2.4-W2.5 \
             W2.9-L2.5 W2.10-L2.4 W2.11-L2.8 W2.12-L2.1 W2.13-L2.6 W2.14-L2.3 W2.15-L2.7 W2.16-L2.2",
            "W3.1-W3.4 W3.2-W3.3 W3.5-W3.6 W3.7-W3.8 W3.9-W3.10 W3.11-W3.12",
            "W4.1-W4.2 W4.3-L3.2 W4.4-L3.3 W4.5-L3.1 W4.6-L3.4",
            "W5.2-W5.3 W5.4-W5.5",
            "W6.1-L4.1 W6.2-L4.2",
            "W7.1-W7.2",
            "W8.1-L5.1",
            "W5.1-W9.1",
            "L10.1-W10.1",
        ],
    );
}

#[test]
fn double_elimination_places_follow_the_lower_rounds() {
    let lower = |players| -> Vec<String> {
        let shape = double(players).unwrap();
        let columns = shape.columns(Side::Lower);
        let places = |column: &Vec<NodeId>| column.iter().find_map(|id| shape.loser_places(*id));
        columns
            .iter()
            .filter_map(places)
            .map(|places| places.to_string())
            .collect()
    };
    assert_eq!(lower(4), ["4", "3"]);
    assert_eq!(lower(8), ["7–8", "5–6", "4", "3"]);
    assert_eq!(lower(16), ["13–16", "9–12", "7–8", "5–6", "4", "3"]);
    assert_eq!(lower(5), ["5", "4", "3"]);
    let shape = double(8).unwrap();
    let upper_final = at(&shape, "3.1");
    assert_eq!(shape.loser_places(upper_final), None);
    for last in ["6.1", "7.1"] {
        assert_eq!(
            shape.loser_places(at(&shape, last)),
            Some(Places { first: 2, last: 2 })
        );
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    for players in [0, 1] {
        let refusal = BracketError::TooFew { players };
        assert_eq!(single(players), Err(refusal));
        assert_eq!(seeded(players), Err(refusal));
        assert_eq!(double(players), Err(refusal));
        assert_eq!(random_start(players, &mut draw(1)), Err(refusal));
    }
    assert_eq!(
        double(33),
        Err(BracketError::TooMany {
            players: 33,
            most: 32
        })
    );
    assert_eq!(
        single(u32::MAX),
        Err(BracketError::TooMany {
            players: u32::MAX,
            most: MOST_SEEDS
        })
    );
    assert_eq!(single(MOST_SEEDS).unwrap().rounds(), 20);
}

/// Everybody enters once, every node feeds at most one other, and n − 1 games decide.
#[track_caller]
fn check_tree(shape: &Shape) {
    let players = shape.players();
    let mut entered = BTreeSet::new();
    let mut fed = BTreeSet::new();
    for node in shape.nodes() {
        for source in node.sources {
            match source {
                Source::Seed(seed) => {
                    assert_eq!(node.round, 1);
                    assert!(entered.insert(seed));
                }
                Source::WinnerOf(from) => assert!(fed.insert(from)),
                Source::LoserOf(_) => panic!("single elimination has no second life"),
            }
        }
    }
    let size = players.next_power_of_two();
    assert_eq!(entered, (1..=size).map(SeedNo).collect());
    assert_eq!(fed.len(), shape.nodes().len() - 1);
    let with = |entrants| move |node: &&Node| node.entrants == entrants;
    assert_eq!(
        shape.nodes().iter().filter(with(Entrants::Two)).count() as u32,
        players - 1
    );
    let byes: Vec<&Node> = shape.nodes().iter().filter(with(Entrants::One)).collect();
    assert!(byes.iter().all(|node| node.round == 1));
    assert_eq!(byes.len() as u32, size - players);
    for round in 1..=shape.rounds() {
        let games = shape.round(round).map(|id| node(shape, id).game);
        assert!(games.eq(1..=size >> round));
    }
    let last = shape.nodes().last().unwrap();
    assert_eq!((size, last.winner_to), (1 << shape.rounds(), None));
}

/// The round in which two seeds meet if both always win.
fn meeting_round(shape: &Shape, a: SeedNo, b: SeedNo) -> u32 {
    let mut ways = [a, b].map(|seed| shape.entry(seed).unwrap());
    while ways[0] != ways[1] {
        ways = ways.map(|id| node(shape, id).winner_to.unwrap());
    }
    node(shape, ways[0]).round
}

#[test]
fn single_brackets_of_every_size_are_proper_and_keep_top_seeds_apart() {
    for players in 2..=64 {
        for shape in [single(players).unwrap(), seeded(players).unwrap()] {
            check_tree(&shape);
            let size = players.next_power_of_two();
            for seed in shape.seeds() {
                let bye = node(&shape, shape.entry(seed).unwrap()).entrants == Entrants::One;
                assert_eq!(bye, seed.0 <= size - players, "CUT-3: {seed} of {players}");
            }
            for b in 2..=players {
                // The best 2, 4, 8 … cannot meet before the final, the semi-finals, …
                let earliest = shape.rounds() + 1 - b.next_power_of_two().ilog2();
                for a in 1..b {
                    assert!(meeting_round(&shape, SeedNo(a), SeedNo(b)) >= earliest);
                }
            }
        }
        let rounds = |shape: Shape| -> Vec<u32> {
            let pairs = (1..=players).flat_map(|a| (1..a).map(move |b| (SeedNo(a), SeedNo(b))));
            pairs.map(|(a, b)| meeting_round(&shape, a, b)).collect()
        };
        assert_eq!(
            rounds(single(players).unwrap()),
            rounds(seeded(players).unwrap())
        );
    }
}

#[test]
fn se_3_a_random_start_gives_byes_and_numbers_at_random() {
    muster_regulations::proves!("SE-3");
    for players in 2..=40 {
        let RandomStart { shape, seats } =
            random_start(players, &mut draw(players.into())).unwrap();
        check_tree(&shape);
        let mut seated = seats.clone();
        seated.sort();
        assert!(seated.into_iter().eq(0..players));
        let after_first = |shape: &Shape| notation(shape).split_off(1);
        assert_eq!(
            after_first(&shape),
            after_first(&single(players).unwrap()),
            "SE-2"
        );
    }
    // Six players, two byes: each has one in a third of all draws, and at every game number.
    let mut byes: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut pairs: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    for number in 0..6000 {
        let RandomStart { shape, seats } = random_start(6, &mut draw(number)).unwrap();
        let player = |seed: SeedNo| seats[seed.index().unwrap()];
        let play = Play::new(shape);
        for id in play.shape().round(1) {
            match play.state(id).unwrap() {
                State::Bye { player: seed, .. } => {
                    *byes
                        .entry((player(seed), node(play.shape(), id).game))
                        .or_default() += 1;
                }
                State::Ready(seeds) => {
                    let mut pair = seeds.map(player);
                    pair.sort();
                    *pairs.entry(pair).or_default() += 1;
                }
                state => panic!("{state:?}"),
            }
        }
    }
    // 12,000 byes fall on 24 places and 12,000 games on 15 pairs.
    let near = |expected: u32| move |count: &u32| count.abs_diff(expected) < expected / 5;
    assert!(byes.len() == 24 && byes.values().all(near(500)), "{byes:?}");
    assert!(
        pairs.len() == 15 && pairs.values().all(near(800)),
        "{pairs:?}"
    );
}

/// The first node in which two players can meet again: winner and loser of an earlier one can come
/// into its two slots.
fn earliest_rematch(sources: &[[Source; 2]]) -> Option<usize> {
    (0..sources.len()).find(|node| {
        (0..*node).any(|met| {
            let ways = [
                Source::WinnerOf(NodeId(met as u32)),
                Source::LoserOf(NodeId(met as u32)),
            ];
            let [won, lost] = ways.map(|way| reaches(sources, way, *node));
            won[0] && lost[1] || won[1] && lost[0]
        })
    })
}

/// Into which of the two slots of a node somebody can come by a way out of an earlier one.
fn reaches(sources: &[[Source; 2]], way: Source, node: usize) -> [bool; 2] {
    sources[node].map(|source| {
        source == way
            || match source {
                Source::Seed(_) => false,
                Source::WinnerOf(from) | Source::LoserOf(from) => {
                    reaches(sources, way, from.index()).contains(&true)
                }
            }
    })
}

#[test]
fn cg_seed_rematches_come_as_late_as_possible() {
    muster_regulations::proves!("CG-SEED");
    let first = |shape: &Shape| {
        let sources: Vec<[Source; 2]> = shape.nodes().iter().map(|node| node.sources).collect();
        let node = shape.nodes()[earliest_rematch(&sources).unwrap()];
        (node.side, node.column)
    };
    assert_eq!(first(&double(2).unwrap()), (Side::GrandFinal, 1));
    for (players, column) in [(4, 2), (8, 3), (16, 4), (32, 5)] {
        assert_eq!(
            first(&double(players).unwrap()),
            (Side::Lower, column),
            "{players} players"
        );
    }

    // Of 4, lower round 2 has both who lost to the finalist's side: there is only one arrangement.
    // Of 8, all ways in which losers could enter the lower bracket before its third round:
    let upper = double(8).unwrap().nodes()[..7]
        .iter()
        .map(|node| node.sources)
        .collect::<Vec<_>>();
    let loser = |id: u32| Source::LoserOf(NodeId(id));
    let winner = |id: u32| Source::WinnerOf(NodeId(id));
    let mut latest = Vec::new();
    for partner in 1..4 {
        let others: Vec<u32> = (1..4).filter(|other| *other != partner).collect();
        for (a, b) in [(4, 5), (5, 4)] {
            let mut sources = upper.clone();
            sources.push([loser(0), loser(partner)]);
            sources.push([loser(others[0]), loser(others[1])]);
            sources.push([winner(7), loser(a)]);
            sources.push([winner(8), loser(b)]);
            sources.push([winner(9), winner(10)]);
            latest.push(earliest_rematch(&sources).unwrap());
        }
    }
    assert_eq!(
        latest.iter().max(),
        Some(&11),
        "lower round 3 at the latest: {latest:?}"
    );
    assert_eq!(
        latest.iter().filter(|node| **node == 11).count(),
        1,
        "and by one way only"
    );
}

#[test]
fn double_elimination_every_round_has_a_game_and_byes_fall_at_the_top() {
    for players in 2..=MOST_DOUBLE {
        let shape = double(players).unwrap();
        for round in 1..=shape.rounds() {
            let games = || shape.round(round).map(|id| node(&shape, id));
            assert!(
                games().any(|node| node.entrants == Entrants::Two),
                "{players}: {round}"
            );
            assert!(games().map(|node| node.game).eq(1..=games().count() as u32));
        }
        let games = shape
            .nodes()
            .iter()
            .filter(|node| node.entrants == Entrants::Two)
            .count();
        assert_eq!(games as u32, 2 * players - 1);
        for seed in shape.seeds() {
            let bye = node(&shape, shape.entry(seed).unwrap()).entrants == Entrants::One;
            assert_eq!(
                bye,
                seed.0 <= players.next_power_of_two() - players,
                "CUT-3"
            );
        }
    }
}
