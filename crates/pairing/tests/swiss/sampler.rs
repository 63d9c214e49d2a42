//! Rounds drawn for simulations are as good as real ones, whatever was drawn in the same memory before.

use crate::history::{SCORINGS, draw, tournament};
use muster_pairing::swiss::{Field, Met, Pair, Sampler, Verdict, check};

#[test]
fn rounds_of_simulations_are_best() {
    let mut sampler = Sampler::default();
    let mut rounds = 0;
    for number in 0..60 {
        let players = 4 + 2 * (number as usize * 7 % 40);
        let scoring = SCORINGS[number as usize % 3];
        tournament(players, 6, scoring, number, |history, seed| {
            let field = history.field();
            sampler
                .draw(&field, &mut draw(seed))
                .expect("a sound field");
            let judged = check(&field, sampler.pairs()).expect("a sound field");
            assert!(
                matches!(judged.verdict, Verdict::Best(_)),
                "{players} players, {scoring:?}: {judged:?}"
            );
            let met = |pair: &&Pair| history.met.has(pair.a, pair.b);
            let repeats = sampler.pairs().iter().filter(met).count();
            assert_eq!(sampler.repeats(), repeats);
            rounds += 1;
        });
    }
    assert!(rounds > 300);
}

#[test]
fn meetings_added_one_by_one_are_those_given_at_once() {
    // Room for fewer opponents than there are, in fields with and without a bit for each two players.
    for players in [3_u32, 70, 600] {
        let mut chance = draw(players.into());
        let mut meetings = Vec::new();
        let mut grown = Met::with_room_for(players as usize, 2);
        let mut copy = Met::none(1);
        for _ in 0..players * 12 {
            let pair = Pair::new(chance.below(players), chance.below(players));
            if pair.a != pair.b {
                meetings.push(pair);
            }
            grown.add(pair);
        }
        grown.add(Pair::new(0, players));
        copy.copy_from(&grown);
        let given = Met::new(players as usize, &meetings).expect("known players");
        for a in 0..players {
            for b in 0..players {
                let has = given.has(a, b);
                assert_eq!((grown.has(a, b), copy.has(a, b)), (has, has), "{a} {b}");
            }
            assert!(grown.opponents(a).eq(given.opponents(a)));
        }
    }
}

#[test]
fn pinned_pairs_and_resting_players_are_kept() {
    let points = [2, 2, 1, 1, 0, 0, 0];
    let met = Met::none(7);
    let pinned = [Pair::new(0, 5)];
    let field = Field {
        resting: &[6],
        pinned: &pinned,
        ..Field::new(&points, &met)
    };
    let mut sampler = Sampler::default();
    sampler.draw(&field, &mut draw(1)).expect("a sound field");
    assert_eq!(sampler.pairs().len(), 3);
    assert_eq!(sampler.pairs().last(), Some(&pinned[0]));
}
