//! Brackets: shapes as data, and play through them with every kind of withdrawal.

use std::collections::{BTreeMap, BTreeSet};

use muster_pairing::bracket::*;
use muster_pairing::draw::{Draw, Seed};
use proptest::prelude::*;

fn draw(number: u64) -> Draw {
    Draw::new(Seed(number))
}

/// Writes a shape as one line per round: `1-8` are seeds, `W1.4` is the winner of round 1, game 4.
fn notation(shape: &Shape) -> Vec<String> {
    let source = |source: Source| match source {
        Source::Seed(seed) => seed.0.to_string(),
        Source::WinnerOf(id) => format!("W{}", place(shape, id)),
        Source::LoserOf(id) => format!("L{}", place(shape, id)),
    };
    let game = |id: NodeId| shape.nodes()[id.index()].sources.map(source).join("-");
    let round = |round| shape.round(round).map(game).collect::<Vec<_>>().join(" ");
    (1..=shape.rounds()).map(round).collect()
}

fn place(shape: &Shape, id: NodeId) -> String {
    let node = shape.node(id).unwrap();
    format!("{}.{}", node.round, node.game)
}

/// The node with a round and a game number, written `2.1`.
#[track_caller]
fn at(shape: &Shape, wanted: &str) -> NodeId {
    shape.ids().find(|id| place(shape, *id) == wanted).unwrap()
}

fn node(shape: &Shape, id: NodeId) -> &Node {
    &shape.nodes()[id.index()]
}

#[track_caller]
fn check_shape(shape: Result<Shape, BracketError>, rounds: &[&str]) {
    assert_eq!(notation(&shape.unwrap()), rounds);
}

#[test]
fn se_1_se_2_games_as_the_texts_number_them() {
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
    let tries = 6000;
    for number in 0..tries {
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
    let even = |count: &u32, share: u64| (u64::from(*count) * share).abs_diff(tries) < tries / 4;
    assert!(
        byes.len() == 24 && byes.values().all(|count| even(count, 12)),
        "{byes:?}"
    );
    assert!(
        pairs.len() == 15 && pairs.values().all(|count| even(count, 15 / 2)),
        "{pairs:?}"
    );
}

/// Plays to the end, with `winner` choosing; returns all games in order as winner and loser.
fn play_out(play: &mut Play, mut winner: impl FnMut([SeedNo; 2]) -> SeedNo) -> Vec<Outcome> {
    let mut games = Vec::new();
    while let Some(round) = play.current_round() {
        let ready: Vec<NodeId> = play
            .ready()
            .filter(|id| node(play.shape(), *id).round == round)
            .collect();
        assert!(
            !ready.is_empty(),
            "round {round} is stuck: {:?}",
            play.states()
        );
        for id in ready {
            let Some(State::Ready(players)) = play.state(id) else {
                panic!("{id:?}")
            };
            let winner = winner(players);
            play.record(id, winner).unwrap();
            let Some(State::Done(outcome)) = play.state(id) else {
                panic!("{id:?}")
            };
            games.push(outcome);
        }
    }
    games
}

fn better_seed(players: [SeedNo; 2]) -> SeedNo {
    players[0].min(players[1])
}

fn standings(play: &Play) -> Vec<String> {
    let placings = play.placings().unwrap();
    let groups = placings.chunk_by(|a, b| a.places == b.places);
    let group = |group: &[Placing]| {
        let seeds: Vec<String> = group
            .iter()
            .map(|placing| placing.seed.0.to_string())
            .collect();
        format!("{}: {}", group[0].places, seeds.join(" "))
    };
    groups.map(group).collect()
}

#[track_caller]
fn check_favourites(shape: Result<Shape, BracketError>, expected: &[&str]) {
    let mut play = Play::new(shape.unwrap());
    assert_eq!(play.placings(), None);
    play_out(&mut play, better_seed);
    assert_eq!(play.champion(), Some(SeedNo(1)));
    assert_eq!(standings(&play), expected);
}

#[test]
fn se_5_places_when_the_better_seed_always_wins() {
    check_favourites(single(2), &["1: 1", "2: 2"]);
    check_favourites(single(8), &["1: 1", "2: 2", "3–4: 3 4", "5–8: 5 6 7 8"]);
    check_favourites(seeded(6), &["1: 1", "2: 2", "3–4: 3 4", "5–6: 5 6"]);
    check_favourites(double(2), &["1: 1", "2: 2"]);
    check_favourites(
        double(8),
        &["1: 1", "2: 2", "3: 3", "4: 4", "5–6: 5 6", "7–8: 7 8"],
    );
}

/// Plays the games named (`round.game` and the winner), withdraws (`seed` from a round), and
/// compares the state of one node.
#[derive(Clone, Copy)]
enum Step {
    Win(&'static str, u32),
    Gone(u32, u32),
}
use Step::{Gone, Win};

#[track_caller]
fn after(shape: Result<Shape, BracketError>, steps: &[Step]) -> Play {
    let mut play = Play::new(shape.unwrap());
    for step in steps {
        match *step {
            Win(game, seed) => {
                let id = at(play.shape(), game);
                play.record(id, SeedNo(seed)).unwrap();
            }
            Gone(seed, round) => play.withdraw(SeedNo(seed), round).unwrap(),
        }
        let mut again = Play::new(play.shape().clone());
        for seed in play.shape().seeds() {
            if let Some(round) = play.withdrawn_from(seed) {
                again.withdraw(seed, round).unwrap();
            }
        }
        for (id, state) in play.shape().ids().zip(play.states()) {
            if let State::Done(outcome) = state {
                again.record(id, outcome.winner).unwrap();
            }
        }
        assert_eq!(
            again.states(),
            play.states(),
            "the order of entries does not matter"
        );
    }
    play
}

fn bye(player: u32, absence: Absence) -> State {
    State::Bye {
        player: SeedNo(player),
        absence,
    }
}

fn withdrawn(seed: u32) -> Absence {
    Absence::Withdrawn(SeedNo(seed))
}

fn ready(a: u32, b: u32) -> State {
    State::Ready([SeedNo(a), SeedNo(b)])
}

fn done(winner: u32, loser: u32) -> State {
    State::Done(Outcome {
        winner: SeedNo(winner),
        loser: SeedNo(loser),
    })
}

#[track_caller]
fn check_states(play: &Play, expected: &[(&str, State)]) {
    for (game, state) in expected {
        assert_eq!(play.state(at(play.shape(), game)), Some(*state), "{game}");
    }
}

#[test]
fn se_4_the_current_opponent_has_a_bye() {
    let play = after(single(4), &[Gone(4, 1)]);
    check_states(
        &play,
        &[("1.1", bye(1, withdrawn(4))), ("2.1", State::Waiting)],
    );
    assert_eq!(play.standing(SeedNo(4)), Some(Standing::Out(NodeId(0))));
    assert_eq!(play.standing(SeedNo(1)), Some(Standing::In(NodeId(2))));
}

#[test]
fn se_4_between_rounds_the_next_opponent_has_a_bye_and_results_stand() {
    let play = after(
        single(4),
        &[Win("1.1", 1), Win("1.2", 3), Gone(1, 2), Gone(2, 2)],
    );
    check_states(&play, &[("1.1", done(1, 4)), ("2.1", bye(3, withdrawn(1)))]);
    assert_eq!(play.champion(), Some(SeedNo(3)));
    assert_eq!(standings(&play), ["1: 3", "2: 1", "3–4: 2 4"]);
    // A drop named for a round already played takes effect after it.
    let late = after(single(4), &[Win("1.1", 1), Win("1.2", 3), Gone(1, 1)]);
    check_states(&late, &[("1.1", done(1, 4)), ("2.1", bye(3, withdrawn(1)))]);
}

#[test]
fn se_4_two_who_withdraw_from_one_game_leave_an_empty_place() {
    let play = after(single(4), &[Gone(1, 1), Gone(4, 1), Win("1.2", 2)]);
    let nobody = State::Nobody([withdrawn(1), withdrawn(4)]);
    check_states(
        &play,
        &[
            ("1.1", nobody),
            ("2.1", bye(2, Absence::NobodyFrom(NodeId(0)))),
        ],
    );
    assert_eq!(standings(&play), ["1: 2", "2–4: 1 3 4"]);
    let nobody = after(single(2), &[Gone(1, 1), Gone(2, 1)]);
    assert_eq!(
        (nobody.champion(), standings(&nobody)),
        (None, vec!["1–2: 1 2".into()])
    );
}

#[test]
fn se_4_a_player_with_a_bye_who_withdraws_is_missed_in_the_next_round() {
    let play = after(single(3), &[Gone(1, 1), Win("1.2", 3)]);
    let nobody = State::Nobody([withdrawn(1), Absence::EmptySeed]);
    check_states(&play, &[("1.1", nobody), ("2.1", bye(3, withdrawn(1)))]);
    assert_eq!(standings(&play), ["1: 3", "2–3: 1 2"]);
    let later = after(single(3), &[Gone(1, 2), Win("1.2", 3)]);
    assert_eq!(standings(&later), ["1: 3", "2: 1", "3: 2"]);
}

#[test]
fn cut_2b_an_empty_seed_is_a_player_gone_before_the_start() {
    let play = after(single(8), &[Gone(2, 1)]);
    check_states(
        &play,
        &[("1.2", bye(7, withdrawn(2))), ("1.1", ready(1, 8))],
    );
}

#[test]
fn double_elimination_a_drop_gives_byes_to_every_future_opponent() {
    let play = after(double(4), &[Gone(2, 1), Win("1.1", 1)]);
    check_states(
        &play,
        &[
            ("1.2", bye(3, withdrawn(2))),
            ("2.2", bye(4, withdrawn(2))),
            ("2.1", ready(1, 3)),
        ],
    );
    let play = after(
        double(4),
        &[Win("1.1", 1), Win("1.2", 2), Gone(1, 2), Win("2.2", 3)],
    );
    check_states(
        &play,
        &[
            ("2.1", bye(2, withdrawn(1))),
            ("3.1", bye(3, withdrawn(1))),
            ("4.1", ready(2, 3)),
            ("5.1", State::Waiting),
        ],
    );
}

#[test]
fn the_reset_is_played_only_after_a_first_loss_in_the_grand_final() {
    let to_final = [
        Win("1.1", 1),
        Win("1.2", 2),
        Win("2.1", 1),
        Win("2.2", 3),
        Win("3.1", 2),
    ];
    let with = |more: &[Step]| after(double(4), &[&to_final, more].concat());
    check_states(&with(&[]), &[("4.1", ready(1, 2)), ("5.1", State::Waiting)]);

    let upper_wins = with(&[Win("4.1", 1)]);
    check_states(&upper_wins, &[("5.1", State::NotNeeded)]);
    assert_eq!(standings(&upper_wins), ["1: 1", "2: 2", "3: 3", "4: 4"]);

    let reset = with(&[Win("4.1", 2)]);
    check_states(&reset, &[("5.1", ready(1, 2))]);
    assert_eq!(reset.champion(), None);
    let lower_wins = with(&[Win("4.1", 2), Win("5.1", 2)]);
    assert_eq!(standings(&lower_wins), ["1: 2", "2: 1", "3: 3", "4: 4"]);
    assert_eq!(lower_wins.champion(), Some(SeedNo(2)));

    for (steps, champion) in [
        (&[Gone(1, 4)][..], Some(2)),
        (&[Gone(2, 4)], Some(1)),
        (&[Win("4.1", 2), Gone(1, 5)], Some(2)),
        (&[Win("4.1", 2), Gone(2, 5)], Some(1)),
        (&[Gone(1, 4), Gone(2, 4)], None),
        (&[Win("4.1", 2), Gone(1, 5), Gone(2, 5)], None),
    ] {
        let play = with(steps);
        assert_eq!(play.champion(), champion.map(SeedNo));
        let places = if champion.is_some() { 4 } else { 3 };
        assert_eq!(standings(&play).len(), places);
    }
}

#[test]
fn results_are_refused_with_a_reason() {
    let mut play = after(single(4), &[Win("1.1", 1)]);
    let game = |id: u32| *single(4).unwrap().node(NodeId(id)).unwrap();
    let check = |result: Result<(), BracketError>, error: BracketError, sentence: &str| {
        assert_eq!(result, Err(error));
        assert_eq!(error.to_string(), sentence);
    };
    check(
        play.record(NodeId(9), SeedNo(1)),
        BracketError::NoSuchNode { node: NodeId(9) },
        "The bracket has no game with the index 9: choose one that it lists.",
    );
    check(
        play.record(NodeId(2), SeedNo(1)),
        BracketError::NotPlayable { game: game(2) },
        "There is nothing to report for Game 1 of round 2: it does not have two players who can play it now. Report the games before it first, or leave it if it is a bye (SE-4).",
    );
    check(
        play.record(NodeId(1), SeedNo(4)),
        BracketError::NotInGame {
            game: game(1),
            winner: SeedNo(4),
            players: [SeedNo(2), SeedNo(3)],
        },
        "The winner of Game 2 of round 1 cannot be seed 4: it is played by seed 2 and seed 3. Name one of these.",
    );
    check(
        play.erase(NodeId(1)),
        BracketError::NoResult { game: game(1) },
        "There is no result of Game 2 of round 1 to take back: report it instead.",
    );
    for seed in [0, 5] {
        let seed = SeedNo(seed);
        let error = BracketError::NoSuchSeed { seed, players: 4 };
        assert_eq!(play.withdraw(seed, 1), Err(error));
        assert_eq!(play.reinstate(seed), Err(error));
        assert_eq!(
            (play.standing(seed), play.withdrawn_from(seed)),
            (None, None)
        );
    }
}

#[test]
fn a_correction_moves_the_other_player_on_unless_a_later_result_rests_on_it() {
    let mut play = after(single(4), &[Win("1.1", 1), Win("1.2", 2)]);
    play.record(NodeId(0), SeedNo(4)).unwrap();
    check_states(&play, &[("1.1", done(4, 1)), ("2.1", ready(4, 2))]);
    play.record(NodeId(2), SeedNo(4)).unwrap();
    let before = play.clone();
    let refusal = Err(BracketError::RestsOn {
        later: *play.shape().node(NodeId(2)).unwrap(),
    });
    assert_eq!(play.record(NodeId(0), SeedNo(1)), refusal);
    assert_eq!(play.erase(NodeId(1)), refusal);
    assert_eq!(play, before);
    play.record(NodeId(0), SeedNo(4)).unwrap();
    assert_eq!(play, before);
    play.erase(NodeId(2)).unwrap();
    play.erase(NodeId(0)).unwrap();
    check_states(&play, &[("1.1", ready(1, 4)), ("2.1", State::Waiting)]);
}

#[test]
fn a_withdrawal_is_taken_back_unless_a_later_result_rests_on_it() {
    let mut play = after(single(4), &[Gone(4, 1)]);
    play.reinstate(SeedNo(4)).unwrap();
    assert_eq!(play, Play::new(single(4).unwrap()));
    let mut play = after(single(4), &[Gone(4, 1), Win("1.2", 2), Win("2.1", 1)]);
    assert!(matches!(
        play.reinstate(SeedNo(4)),
        Err(BracketError::RestsOn { .. })
    ));
    assert_eq!(play.champion(), Some(SeedNo(1)));
}

#[test]
fn a_beaten_player_is_put_back_by_correcting_the_result() {
    // The winner of a semi-final is disqualified: the result stands and the final is a bye ...
    let mut play = after(single(4), &[Win("1.1", 1), Win("1.2", 2), Gone(1, 2)]);
    check_states(&play, &[("2.1", bye(2, withdrawn(1)))]);
    // ... until the beaten player is named as the winner.
    play.record(NodeId(0), SeedNo(4)).unwrap();
    check_states(&play, &[("2.1", ready(4, 2))]);
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

fn losses(games: &[Outcome], seed: SeedNo) -> usize {
    games.iter().filter(|game| game.loser == seed).count()
}

proptest! {
    #[test]
    fn double_elimination_two_losses_are_out(players in 2..=MOST_DOUBLE, number: u64) {
        let mut coin = draw(number);
        let mut play = Play::new(double(players).unwrap());
        let games = play_out(&mut play, |players| players[coin.below(2) as usize]);
        let champion = play.champion().unwrap();
        prop_assert!(losses(&games, champion) <= 1);
        for seed in play.shape().seeds().filter(|seed| *seed != champion) {
            prop_assert_eq!(losses(&games, seed), 2);
        }
        prop_assert!(games.len() as u32 <= 2 * players - 1);
        prop_assert!(games.len() as u32 >= 2 * players - 2);
        for placing in play.placings().unwrap() {
            match play.standing(placing.seed).unwrap() {
                Standing::Champion => prop_assert_eq!(placing.places, Places { first: 1, last: 1 }),
                Standing::Out(id) => {
                    prop_assert_eq!(play.shape().loser_places(id), Some(placing.places));
                }
                Standing::In(id) => prop_assert!(false, "{id:?} is open"),
            }
        }
    }

    #[test]
    fn single_elimination_one_loss_is_out(players in 2..200_u32, number: u64) {
        let mut coin = draw(number);
        let mut play = Play::new(random_start(players, &mut draw(number)).unwrap().shape);
        let games = play_out(&mut play, |players| players[coin.below(2) as usize]);
        prop_assert_eq!(games.len() as u32, players - 1);
        for placing in play.placings().unwrap() {
            let places = match play.standing(placing.seed).unwrap() {
                Standing::Out(id) => play.shape().loser_places(id),
                _ => Some(Places { first: 1, last: 1 }),
            };
            prop_assert_eq!(places, Some(placing.places));
        }
    }

    /// SE-4: whoever leaves whenever, play ends; nobody who stays is out with fewer losses than the
    /// bracket allows, and corrections and returns keep every recorded result true.
    #[test]
    fn withdrawals_never_get_stuck(
        players in 2..=MOST_DOUBLE,
        two_lives: bool,
        share in 1..30_u32,
        number: u64,
    ) {
        let mut coin = draw(number);
        let shape = if two_lives { double(players) } else { single(players) };
        let lives = if two_lives { 2 } else { 1 };
        let mut play = Play::new(shape.unwrap());
        let mut games: BTreeMap<NodeId, Outcome> = BTreeMap::new();
        while let Some(round) = play.current_round() {
            for seed in play.shape().seeds() {
                if coin.below(100) < share {
                    // From this round or between rounds.
                    play.withdraw(seed, round + coin.below(2)).unwrap();
                }
            }
            let ready: Vec<NodeId> = play.ready().collect();
            for id in ready {
                let Some(State::Ready(pair)) = play.state(id) else { continue };
                play.record(id, pair[coin.below(2) as usize]).unwrap();
                if coin.below(8) == 0 {
                    play.record(id, pair[coin.below(2) as usize]).unwrap();
                }
                if coin.below(8) == 0 {
                    // May be refused; either way every result stays true.
                    let _ = play.reinstate(SeedNo(1 + coin.below(players)));
                }
                let Some(State::Done(outcome)) = play.state(id) else { panic!("{id:?}") };
                games.insert(id, outcome);
            }
        }
        for (id, outcome) in &games {
            prop_assert_eq!(play.state(*id), Some(State::Done(*outcome)));
        }
        let games: Vec<Outcome> = games.into_values().collect();
        for seed in play.shape().seeds() {
            let stayed = play.withdrawn_from(seed).is_none();
            match play.standing(seed).unwrap() {
                Standing::Champion => prop_assert!(losses(&games, seed) < lives),
                Standing::Out(_) => prop_assert!(!stayed || losses(&games, seed) == lives),
                Standing::In(id) => prop_assert!(false, "{id:?} is open"),
            }
        }
        let placings = play.placings().unwrap();
        prop_assert_eq!(placings.len() as u32, players);
        prop_assert_eq!(placings[0].places.first, 1);
        prop_assert_eq!(placings.last().map(|placing| placing.places.last), Some(players));
        let champions = placings.iter().filter(|placing| Some(placing.seed) == play.champion());
        for placing in champions {
            prop_assert_eq!(placing.places, Places { first: 1, last: 1 });
        }
    }
}
