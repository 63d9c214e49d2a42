//! Whole brackets played to the end at random.

use std::collections::BTreeMap;

use muster_pairing::bracket::*;
use proptest::prelude::*;

use crate::{draw, play_out};

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
        let games_played = games.len() as u32;
        prop_assert!((2 * players - 2..=2 * players - 1).contains(&games_played));
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
    /// bracket allows, and every recorded result stays.
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
