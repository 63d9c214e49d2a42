//! Large fields and histories that leave no room: an answer, complete and judged, in good time.

use muster_pairing::swiss::{Field, Met, Pair, Proof, Verdict, check, pair};

use crate::history::{SCORINGS, draw, tournament};

/// Draws and has the draw judged; returns what is claimed.
#[track_caller]
fn check_drawn(points: &[u32], meetings: &[Pair], number: u64) -> (Proof, usize) {
    let met = Met::new(points.len(), meetings).expect("known players");
    let field = Field::new(points, &met);
    let drawn = pair(&field, &mut draw(number)).expect("a sound field");
    let judged = check(&field, &drawn.pairs).expect("a sound field");
    assert_eq!(judged.repeats.len(), drawn.repeats);
    assert_eq!(judged.floats, drawn.floats);
    match (judged.verdict, drawn.proof) {
        (Verdict::Best(_), Proof::Bound | Proof::Exact { .. }) => {}
        (Verdict::Undecided, Proof::Unproven) => {}
        disagreeing => panic!("{disagreeing:?}"),
    }
    (drawn.proof, drawn.repeats)
}

/// Everybody of a set has met everybody else of it.
fn clique(members: impl Iterator<Item = u32> + Clone) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for a in members.clone() {
        pairs.extend(members.clone().filter(|&b| b < a).map(|b| Pair::new(b, a)));
    }
    pairs
}

/// Points of groups of these sizes, top group first.
fn groups(sizes: &[usize]) -> Vec<u32> {
    let groups = sizes.iter().rev().enumerate().rev();
    groups
        .flat_map(|(points, &size)| std::iter::repeat_n(points as u32, size))
        .collect()
}

#[test]
fn pair_4_stuck_below_a_large_group() {
    muster_regulations::proves!("PAIR-4");
    for number in 0..10 {
        // The last two have met: the large group must send two more down.
        let last = 5000;
        let met = [Pair::new(last, last + 1)];
        assert_eq!(check_drawn(&groups(&[5000, 2]), &met, number).1, 0);
        // The last one has met nearly everybody above.
        let met: Vec<Pair> = (0..4000).map(|a| Pair::new(a, 5001)).collect();
        let (proof, repeats) = check_drawn(&groups(&[5001, 1]), &met, number);
        assert!(repeats == 0 && proof != Proof::Unproven);
        // Three small groups at the bottom who have all met.
        let met = clique(5000..5006);
        let (proof, repeats) = check_drawn(&groups(&[5000, 3, 2, 1]), &met, number);
        assert!(repeats == 0 && proof != Proof::Unproven);
    }
}

#[test]
fn pair_4_stuck_above_and_between_large_groups() {
    muster_regulations::proves!("PAIR-4");
    for number in 0..10 {
        let points = groups(&[3, 3000, 2, 3000, 3]);
        let met = [clique(0..3), clique(3003..3005), clique(6005..6008)].concat();
        let (proof, repeats) = check_drawn(&points, &met, number);
        assert!(repeats == 0 && proof != Proof::Unproven);
    }
}

#[test]
fn large_clubs_who_have_all_met() {
    // A club of 300 inside a group of 2,000, and a group of 300 that is one club.
    let met = [clique(0..300), clique(2000..2300)].concat();
    let mut points = groups(&[2000, 300, 1000]);
    let (proof, repeats) = check_drawn(&points, &met, 1);
    assert!(repeats == 0 && proof != Proof::Unproven);
    // The club alone at the bottom, with too few above to take it up.
    points.truncate(2300);
    let met = [met, clique(0..1800)].concat();
    let (_, repeats) = check_drawn(&points, &met, 2);
    assert_eq!(
        repeats, 650,
        "1,800 and 300 who have met, 200 others in the larger group"
    );
}

#[test]
fn pair_5_everybody_has_met_everybody() {
    muster_regulations::proves!("PAIR-5");
    for players in [2, 10, 64, 200] {
        let points: Vec<u32> = (0..players).map(|player| player / 3).collect();
        let (_, repeats) = check_drawn(&points, &clique(0..players), 1);
        assert_eq!(repeats, players as usize / 2);
    }
}

#[test]
fn more_than_can_be_searched_is_paired_and_said_so() {
    // 2,500 who have all met, in a group of 2,600 above 2,600 others: beyond exact matching.
    let points = groups(&[2600, 2600]);
    let (proof, _) = check_drawn(&points, &clique(0..2500), 1);
    assert_ne!(proof, Proof::Bound);
}

#[test]
fn wide_points_are_sorted_not_counted() {
    let points: Vec<u32> = (0..5000u32)
        .map(|player| player.wrapping_mul(2_654_435_761))
        .collect();
    let (proof, repeats) = check_drawn(&points, &[], 1);
    assert_eq!((proof, repeats), (Proof::Bound, 0));
}

/// Tournaments of thousands with graded points: small groups at both ends, always proved.
fn graded(players: usize, rounds: usize, numbers: std::ops::Range<u64>) {
    for scoring in SCORINGS {
        for number in numbers.clone() {
            tournament(players, rounds, scoring, number, |history, number| {
                let field = history.field();
                let drawn = pair(&field, &mut draw(number)).expect("a sound field");
                let judged = check(&field, &drawn.pairs).expect("a sound field");
                assert_ne!(drawn.proof, Proof::Unproven);
                assert!(matches!(judged.verdict, Verdict::Best(_)), "{judged:?}");
                assert_eq!(drawn.repeats, 0);
                assert_eq!(judged.floats, drawn.floats);
            });
        }
    }
}

#[test]
fn pair_6_thousands_with_small_groups_at_both_ends() {
    graded(3000, 8, 0..1);
}

#[test]
#[ignore = "long"]
fn long_pair_6_thousands_with_small_groups_at_both_ends() {
    graded(600, 14, 0..20);
    graded(3000, 12, 0..10);
    graded(20_000, 10, 0..3);
}
