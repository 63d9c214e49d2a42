//! Results and withdrawals, case by case.

use muster_pairing::bracket::*;

use crate::{at, play_out, standings};

fn better_seed(players: [SeedNo; 2]) -> SeedNo {
    players[0].min(players[1])
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
    muster_regulations::proves!("SE-5");
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
    muster_regulations::proves!("SE-4");
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
    muster_regulations::proves!("SE-4");
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
    muster_regulations::proves!("CUT-2b");
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
    let check = |result: Result<(), BracketError>, error: BracketError| {
        assert_eq!(result, Err(error));
    };
    check(
        play.record(NodeId(9), SeedNo(1)),
        BracketError::NoSuchNode { node: NodeId(9) },
    );
    check(
        play.record(NodeId(2), SeedNo(1)),
        BracketError::NotPlayable { game: game(2) },
    );
    check(
        play.record(NodeId(1), SeedNo(4)),
        BracketError::NotInGame {
            game: game(1),
            winner: SeedNo(4),
            players: [SeedNo(2), SeedNo(3)],
        },
    );
    check(
        play.record(NodeId(0), SeedNo(4)),
        BracketError::NotPlayable { game: game(0) },
    );
    for seed in [0, 5] {
        let seed = SeedNo(seed);
        let error = BracketError::NoSuchSeed { seed, players: 4 };
        assert_eq!(play.withdraw(seed, 1), Err(error));
        assert_eq!(
            (play.standing(seed), play.withdrawn_from(seed)),
            (None, None)
        );
    }
}
