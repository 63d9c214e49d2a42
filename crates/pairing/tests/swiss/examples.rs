//! Worked examples and awkward fields, one by one.

use muster_pairing::draw::Draw;
use muster_pairing::swiss::{
    Field, FieldError, FloatReason, Met, Pair, Pairing, Proof, Verdict, check, pair,
};

use crate::history::draw;

fn meetings(pairs: &[(u32, u32)]) -> Vec<Pair> {
    pairs.iter().map(|&(a, b)| Pair::new(a, b)).collect()
}

/// Draws a field from many seeds.
fn each_draw(points: &[u32], met: &[(u32, u32)], see: impl Fn(&Field, &Pairing)) {
    let met = Met::new(points.len(), &meetings(met)).expect("known players");
    let field = Field::new(points, &met);
    for number in 0..60 {
        see(
            &field,
            &pair(&field, &mut draw(number)).expect("a sound field"),
        );
    }
}

fn holds(pairs: &[Pair], a: u32, b: u32) -> bool {
    pairs.contains(&Pair::new(a, b)) || pairs.contains(&Pair::new(b, a))
}

/// The Legion and Armada texts: three on top, two of whom have met, one alone below them.
#[test]
fn pair_4_three_on_top_two_have_met() {
    let (john, stella, felix, kyle) = (0, 1, 2, 3);
    each_draw(&[5, 5, 5, 4], &[(john, felix)], |_, drawn| {
        assert!(!holds(&drawn.pairs, john, felix));
        assert!(!holds(&drawn.pairs, stella, kyle), "the other two have met");
        assert_eq!(drawn.proof, Proof::Bound);
        assert_eq!(drawn.floats.len(), 1);
        assert_eq!(drawn.floats[0].opponent, kyle);
        assert_eq!(drawn.floats[0].reason, FloatReason::OddGroup);
    });
}

/// The X-Wing and Card Game texts: three on top, one of them meets the next player.
#[test]
fn pair_3_one_left_over_meets_the_next_group() {
    each_draw(&[5, 5, 5, 4, 3, 3], &[], |_, drawn| {
        assert_eq!(drawn.floats.len(), 1);
        assert_eq!(drawn.floats[0].opponent, 3);
        assert!(holds(&drawn.pairs, 4, 5));
    });
}

/// PAIR-4 looks ahead: who may float is decided by what that leaves below.
#[test]
fn pair_4_the_floater_lets_everybody_be_paired() {
    // 0 and 1 have met the only player below; 2 has not.
    each_draw(&[2, 2, 2, 1], &[(0, 3), (1, 3)], |_, drawn| {
        assert!(holds(&drawn.pairs, 0, 1) && holds(&drawn.pairs, 2, 3));
    });
}

#[test]
fn pair_5_fewest_repeats_where_some_are_forced() {
    muster_regulations::proves!("PAIR-5");
    // Everybody has met everybody: both pairs repeat, and groups are kept.
    let all = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    each_draw(&[1, 1, 0, 0], &all, |field, drawn| {
        assert_eq!(drawn.repeats, 2);
        assert!(holds(&drawn.pairs, 0, 1) && holds(&drawn.pairs, 2, 3));
        let judged = check(field, &drawn.pairs).expect("a sound field");
        assert_eq!(judged.repeats.len(), 2);
        assert!(matches!(judged.verdict, Verdict::Best(Proof::Exact { .. })));
    });
    // A star: 0 has met all others, so one repeat is forced and only one.
    each_draw(
        &[0; 6],
        &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)],
        |_, drawn| {
            assert_eq!(drawn.repeats, 1);
        },
    );
}

#[test]
fn pair_6_floats_to_the_nearest_group_possible() {
    // Both leaders have met each other and everybody of the next group.
    let met = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)];
    each_draw(&[3, 3, 2, 2, 1, 1], &met, |_, drawn| {
        assert!(holds(&drawn.pairs, 2, 3), "the second group stays together");
        assert_eq!(drawn.floats.len(), 2);
        for float in &drawn.floats {
            assert_eq!(float.reason, FloatReason::MetAll);
            assert_eq!(float.passed, Some(FloatReason::MetAll));
        }
    });
}

#[test]
fn floats_say_why() {
    // 0 and 1 have met, and so have 2 and 3: two of the four must float although nobody has
    // met the whole group.
    let met = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)];
    each_draw(&[1, 1, 1, 1, 0, 0], &met, |_, drawn| {
        assert_eq!(drawn.floats.len(), 2, "{drawn:?}");
        for float in &drawn.floats {
            let expected = if float.player < 2 {
                FloatReason::MetAll
            } else {
                FloatReason::Needed
            };
            assert_eq!(float.reason, expected);
            assert_eq!(float.passed, None);
        }
    });
}

#[test]
fn pinned_pairs_stay_and_the_rest_is_best_around_them() {
    let met = Met::new(8, &meetings(&[(2, 3)])).expect("known players");
    let points = [3, 3, 2, 2, 1, 1, 0, 0];
    let pinned = [Pair::new(7, 0)];
    let field = Field {
        pinned: &pinned,
        ..Field::new(&points, &met)
    };
    for number in 0..40 {
        let drawn = pair(&field, &mut draw(number)).expect("a sound field");
        assert_eq!(drawn.pairs.last(), Some(&pinned[0]));
        assert!(drawn.floats.iter().all(|float| float.player != 0));
        let judged = check(&field, &drawn.pairs).expect("a sound field");
        assert!(matches!(judged.verdict, Verdict::Best(_)));
        // 1 takes one of 2 and 3, the other one of 4 and 5, and so on down.
        assert_eq!(drawn.floats.len(), 3);
    }
    let met = Met::new(2, &meetings(&[(0, 1)])).expect("known players");
    let again = Field {
        pinned: &pinned_again(),
        ..Field::new(&[0, 0], &met)
    };
    let drawn = pair(&again, &mut draw(0)).expect("a sound field");
    assert_eq!(drawn.repeats, 1, "a pinned repeat is counted");
}

fn pinned_again() -> [Pair; 1] {
    [Pair::new(0, 1)]
}

#[test]
fn clubs_stay_apart_where_no_rule_is_touched() {
    let clubs: Vec<u32> = (0..32).map(|player| player / 4).collect();
    let points: Vec<u32> = (0..32).map(|player| player % 2).collect();
    let met = Met::none(32);
    let field = Field {
        clubs: Some(&clubs),
        ..Field::new(&points, &met)
    };
    for number in 0..40 {
        let drawn = pair(&field, &mut draw(number)).expect("a sound field");
        let mates = drawn.pairs.iter().filter(|pair| {
            let club = clubs[pair.a as usize];
            // Club 0 is none.
            club != 0 && club == clubs[pair.b as usize]
        });
        assert_eq!(mates.count(), 0);
        let judged = check(&field, &drawn.pairs).expect("a sound field");
        assert_eq!(judged.verdict, Verdict::Best(Proof::Bound));
    }
    // Rules come first: two clubmates alone in their group meet all the same.
    let clubs = [1, 1, 2, 2];
    let met = Met::none(4);
    let field = Field {
        clubs: Some(&clubs),
        ..Field::new(&[1, 1, 0, 0], &met)
    };
    let drawn = pair(&field, &mut draw(0)).expect("a sound field");
    assert!(holds(&drawn.pairs, 0, 1) && holds(&drawn.pairs, 2, 3));
}

#[test]
fn check_explains_a_swap_by_hand() {
    let points = [2, 2, 1, 1, 0, 0];
    let met = Met::new(6, &meetings(&[(0, 2), (4, 5)])).expect("known players");
    let field = Field::new(&points, &met);
    let judged = |pairs: &[(u32, u32)]| check(&field, &meetings(pairs)).expect("a sound field");
    let swapped = judged(&[(0, 2), (1, 3), (4, 5)]);
    assert_eq!(swapped.repeats, meetings(&[(0, 2), (4, 5)]));
    assert_eq!(swapped.floats.len(), 2);
    assert_eq!(swapped.verdict, Verdict::AvoidableRepeats { fewest: 0 });
    assert_eq!(judged(&[(0, 3), (1, 4), (2, 5)]).verdict, Verdict::Worse);
    let best = judged(&[(0, 1), (2, 4), (3, 5)]);
    assert!(matches!(best.verdict, Verdict::Best(Proof::Exact { .. })));
    let torn = judged(&[(0, 1), (1, 2), (3, 5)]);
    assert_eq!(torn.verdict, Verdict::Incomplete);
    assert_eq!((torn.unpaired, torn.misplaced), (vec![4], vec![1]));
    let pinned = [Pair::new(2, 3)];
    let field = Field {
        pinned: &pinned,
        ..field
    };
    let loose = check(&field, &meetings(&[(0, 1), (2, 4), (3, 5)])).expect("a sound field");
    assert_eq!(loose.verdict, Verdict::Incomplete);
    assert_eq!(loose.unpinned, pinned);
}

#[test]
fn wrong_fields_are_refused() {
    let met = Met::none(4);
    let points = [0; 4];
    let field = Field::new(&points, &met);
    let refuse = |field: Field, error: FieldError| {
        assert_eq!(pair(&field, &mut draw(0)), Err(error.clone()));
        assert_eq!(check(&field, &[]), Err(error));
    };
    let mismatch = |list: &'static str, length: usize, players: usize| FieldError::SizeMismatch {
        list,
        length,
        players,
    };
    refuse(Field::new(&points[..2], &met), mismatch("history", 4, 2));
    let (rest, twice, far) = ([1], [1, 1], [4]);
    refuse(
        Field {
            resting: &rest,
            ..field
        },
        FieldError::Odd { players: 3 },
    );
    refuse(
        Field {
            resting: &twice,
            ..field
        },
        FieldError::NamedTwice { player: 1 },
    );
    refuse(
        Field {
            resting: &far,
            ..field
        },
        FieldError::UnknownPlayer {
            player: 4,
            players: 4,
        },
    );
    let clubs = [1];
    refuse(
        Field {
            clubs: Some(&clubs),
            ..field
        },
        mismatch("club-list", 1, 4),
    );
    let (same, known) = ([Pair::new(2, 2)], [Pair::new(1, 2)]);
    refuse(
        Field {
            pinned: &same,
            ..field
        },
        FieldError::SamePlayer { player: 2 },
    );
    refuse(
        Field {
            pinned: &known,
            resting: &twice[..1],
            ..field
        },
        FieldError::NamedTwice { player: 1 },
    );
    assert_eq!(
        Met::new(2, &[Pair::new(0, 2)]),
        Err(FieldError::UnknownPlayer {
            player: 2,
            players: 2
        })
    );
    assert_eq!(
        check(&field, &[Pair::new(0, 9)]),
        Err(FieldError::UnknownPlayer {
            player: 9,
            players: 4
        })
    );
    assert!(pair(&Field::new(&[], &Met::none(0)), &mut draw(0)).is_ok_and(|p| p.pairs.is_empty()));
}

#[test]
fn a_history_knows_what_it_was_told() {
    // One player has met many more than the others.
    let mut told = Vec::new();
    for other in 1..200 {
        told.push(Pair::new(0, other));
        if other % 7 == 0 {
            told.push(Pair::new(other, other - 1));
        }
    }
    // With a bit for each two players, and without.
    for players in [300, 600] {
        let met = Met::new(players as usize, &told).expect("known players");
        for a in 0..players {
            for b in 0..players {
                let pair = |a, b| told.contains(&Pair::new(a, b));
                assert_eq!(met.has(a, b), pair(a, b) || pair(b, a), "{a} {b}");
            }
        }
        assert_eq!(met.opponents(0).count(), 199);
        assert_eq!(met.opponents(7).count(), 2);
        assert_eq!(met.opponents(250).count(), 0);
        assert_eq!(met.opponents(1000).count(), 0);
        assert!(!met.has(1000, 1001) && !met.has(0, 1000));
    }
}

/// The same seed and field give the same draw; another seed gives another.
#[test]
fn draws_repeat() {
    let met = Met::none(64);
    let points = [0; 64];
    let field = Field::new(&points, &met);
    let drawn = |mut draw: Draw| pair(&field, &mut draw).expect("a sound field");
    assert_eq!(drawn(draw(1)), drawn(draw(1)));
    assert_ne!(drawn(draw(1)), drawn(draw(2)));
}
