//! Of everything that is said to be 70 to 80 % likely, that share happens; and so for each other tenth.

use muster_forecast::chances::{Odds, chances};
use muster_forecast::engine::{Options, Start, Strength};
use muster_forecast::simulate::{Incidents, Plan, simulate_watched};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::PlayerId;
use muster_tournament::placings::placings;
use muster_tournament::state::{Phase, RoundStatus};

/// Predictions of a tenth: how many, the sum of what was said, how many came true.
#[derive(Clone, Copy, Debug, Default)]
struct Tenth {
    said: f64,
    said_square: f64,
    count: f64,
    true_: f64,
    /// By tournament, for players of one tournament are not independent of each other.
    apart: f64,
}

/// One prediction.
struct Claim {
    player: PlayerId,
    cut: f64,
    win: f64,
    /// The guess from standings alone: everybody within the cut now makes it as often as places are left open.
    guess: f64,
}

/// Predicts once in each tournament, after a round or while one is played, and looks what happens.
fn look(tournaments: u64, seed: u64) -> ([[Tenth; 10]; 2], [f64; 2]) {
    let mut tenths = [[Tenth::default(); 10]; 2];
    let mut loss = [0.0; 2];
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
        let round = 1 + usize::try_from(index % 5).unwrap();
        // In every other tournament half of the round is played when we look.
        let part = index % 2 == 0;
        let mut claims: Vec<Claim> = Vec::new();
        let tournament = simulate_watched(&plan, &mut |tournament| {
            let state = tournament.state();
            let here = state.rounds.len() == round && state.phase == Phase::Swiss;
            let current = state.current().filter(|_| here && claims.is_empty());
            let now = current.is_some_and(|current| match part {
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
                let all = chances(&start, &options, 600, || false).unwrap();
                let share = |odds: Odds| f64::from(odds.thousandths().unwrap()) / 1000.0;
                claims = all
                    .players
                    .iter()
                    .map(|one| Claim {
                        player: one.player,
                        cut: share(one.cut.unwrap()),
                        win: share(one.win),
                        guess: guess(state, one.player),
                    })
                    .collect();
            }
        });
        let tournament = tournament.unwrap();
        let state = tournament.state();
        let seeds = &state.knockout.as_ref().unwrap().seeds;
        let winner = placings(state).unwrap()[0].player;
        let mut apart = [[0.0; 10]; 2];
        for claim in claims {
            let made = seeds.contains(&claim.player);
            loss[0] += log_loss(claim.cut, made);
            loss[1] += log_loss(claim.guess, made);
            let events = [(claim.cut, made), (claim.win, claim.player == winner)];
            for (kind, (said, happened)) in events.into_iter().enumerate() {
                // What is certain is proved, or all but; the tenths are about the rest.
                if said <= 0.0 || said >= 1.0 {
                    continue;
                }
                let place = ((said * 10.0) as usize).min(9);
                let tenth = &mut tenths[kind][place];
                tenth.count += 1.0;
                tenth.said += said;
                tenth.said_square += said * said;
                tenth.true_ += f64::from(u8::from(happened));
                apart[kind][place] += f64::from(u8::from(happened)) - said;
            }
        }
        for (tenths, apart) in tenths.iter_mut().zip(apart) {
            for (tenth, apart) in tenths.iter_mut().zip(apart) {
                tenth.apart += apart * apart;
            }
        }
    }
    (tenths, loss)
}

fn guess(state: &muster_tournament::State, player: PlayerId) -> f64 {
    let rows = muster_tournament::standings::standings(state).rows;
    let rank = rows.iter().position(|row| row.player == player).unwrap();
    if rank < 4 {
        0.75
    } else {
        1.0 / (rows.len() - 4) as f64
    }
}

fn log_loss(said: f64, happened: bool) -> f64 {
    let said = said.clamp(0.001, 0.999);
    -(if happened { said } else { 1.0 - said }).ln()
}

#[track_caller]
fn check(tournaments: u64, seed: u64) {
    let (tenths, loss) = look(tournaments, seed);
    for (kind, tenths) in ["cut", "win"].into_iter().zip(tenths) {
        for (place, tenth) in tenths.iter().enumerate() {
            if tenth.count < 50.0 {
                continue;
            }
            let (said, happened) = (tenth.said / tenth.count, tenth.true_ / tenth.count);
            // The error over tournaments, and one and a half percent for a model that is not quite the simulator's.
            let error = tenth.apart.sqrt() / tenth.count;
            assert!(
                (said - happened).abs() < 3.5 * error + 0.015,
                "{kind}, tenth {place}: {said:.3} said, {happened:.3} happened, of {}",
                tenth.count
            );
        }
    }
    assert!(loss[0] < 0.9 * loss[1], "{loss:?}");
}

#[test]
fn predictions_come_true_as_often_as_they_say() {
    check(150, 21);
}

#[test]
#[ignore = "minutes: two thousand tournaments"]
fn long_predictions_of_two_thousand_tournaments_come_true_as_often_as_they_say() {
    check(2_000, 22);
}
