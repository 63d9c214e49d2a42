//! Of everything that is said to be 70 to 80 % likely, that share happens, and so for each other tenth. What is called
//! certain always happens.

use muster_forecast::chances::{Certainty, Odds, chances};
use muster_forecast::engine::{Options, Start, Strength};
use muster_forecast::simulate::{Incidents, Plan, simulate_watched};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::PlayerId;
use muster_tournament::placings::placings;
use muster_tournament::state::{Phase, RoundStatus};

/// Simulations behind a prediction.
const SIMULATIONS: u32 = 2_000;

/// The predictions of a tenth.
#[derive(Clone, Copy, Debug, Default)]
struct Tenth {
    count: f64,
    /// The sum of what was predicted.
    said: f64,
    happened: f64,
    /// The squared difference of the two, by tournament: players of one tournament depend on each other.
    squares: f64,
}

impl Tenth {
    /// Returns the difference between what was predicted and what happened, in standard errors.
    fn apart(&self) -> f64 {
        (self.said - self.happened).abs() / self.squares.sqrt()
    }
}

/// The tenths of the cut and of winning the tournament.
type Tenths = [[Tenth; 10]; 2];

/// Predicts once in each tournament, after a round or in the middle of one, and compares with what happens.
fn look(tournaments: u64, seed: u64) -> Tenths {
    let mut tenths = Tenths::default();
    for index in 0..tournaments {
        let regulation = Regulation::ALL[usize::try_from(index % 5).unwrap()];
        let players = 9 + u32::try_from(index * 5 % 24).unwrap();
        let mut plan = Plan::new(regulation, players, seed);
        plan.index = index;
        plan.incidents = Incidents::none();
        plan.structure = StructureKind::Custom;
        plan.custom = Some(CustomStructure {
            rounds: 5,
            cut: CutRule::Top(4),
        });
        let round = 1 + usize::try_from(index / 5 % 5).unwrap();
        let in_the_middle = index % 2 == 0;
        let mut predicted: Vec<(PlayerId, [Odds; 2])> = Vec::new();
        let tournament = simulate_watched(&plan, &mut |tournament| {
            let state = tournament.state();
            let here = state.rounds.len() == round && state.phase == Phase::Swiss;
            let current = state.current().filter(|_| here && predicted.is_empty());
            let now = current.is_some_and(|current| match in_the_middle {
                true => {
                    let open = current.open().count();
                    current.status == RoundStatus::Published && 2 * open <= current.matches.len()
                }
                false => current.status == RoundStatus::Finished,
            });
            if now {
                let start = Start::of_state(state).unwrap();
                let options = Options {
                    seed: index,
                    strength: Strength::Estimated,
                    drops: 0,
                };
                let all = chances(&start, &options, SIMULATIONS, || false).unwrap();
                let own = all.players.iter();
                predicted = own
                    .map(|own| (own.player, [own.cut.unwrap(), own.win]))
                    .collect();
            }
        });
        let tournament = tournament.unwrap();
        let state = tournament.state();
        let seeds = &state.knockout.as_ref().unwrap().seeds;
        let winner = placings(state).unwrap()[0].player;
        assert!(!predicted.is_empty(), "{plan:?}");
        let mut apart = [[0.0; 10]; 2];
        for (player, odds) in predicted {
            let happened = [seeds.contains(&player), player == winner];
            for (kind, (odds, happened)) in odds.into_iter().zip(happened).enumerate() {
                let rate = match odds {
                    Odds::Proved(certainty) => {
                        let clinched = certainty == Certainty::Clinched;
                        assert_eq!(clinched, happened, "player {player} of {plan:?}");
                        continue;
                    }
                    Odds::Sampled(rate) => rate,
                };
                let said = f64::from(rate.won) / f64::from(rate.of);
                let place = (rate.won * 10 / rate.of).min(9) as usize;
                let happened = f64::from(u8::from(happened));
                let tenth = &mut tenths[kind][place];
                tenth.count += 1.0;
                tenth.said += said;
                tenth.happened += happened;
                apart[kind][place] += happened - said;
            }
        }
        for (tenth, apart) in tenths.iter_mut().flatten().zip(apart.iter().flatten()) {
            tenth.squares += apart * apart;
        }
    }
    tenths
}

/// Tenths with fewer predictions say nothing.
const FEW: f64 = 50.0;

#[track_caller]
fn check(tenths: &Tenths) {
    for (kind, tenths) in ["cut", "win"].into_iter().zip(tenths) {
        for (place, tenth) in tenths.iter().enumerate() {
            assert!(
                tenth.count < FEW || tenth.apart() < 3.5,
                "{kind}, tenth {place}: {tenth:?}, {:.1} standard errors apart",
                tenth.apart()
            );
        }
    }
}

#[test]
fn predictions_come_true_as_often_as_they_say() {
    check(&look(150, 21));
}

#[test]
#[ignore = "minutes: two thousand tournaments"]
fn long_predictions_of_two_thousand_tournaments_come_true_as_often_as_they_say() {
    let tenths = look(2_000, 22);
    check(&tenths);
    // Nobody is likely to win before the bracket of four is played, so the upper tenths of winning stay empty.
    let [cut, win] = tenths.map(|tenths| tenths.iter().filter(|one| one.count >= FEW).count());
    assert!(cut == 10 && win >= 3, "{tenths:?}");
}
