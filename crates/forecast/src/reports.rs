//! Random reports: how a match might end under each of the five regulations, rare endings included.
//!
//! Promises reports that the regulation accepts. The winner is given, so that better players can win more often.

use muster_pairing::draw::Draw;
use muster_regulations::cardgame::{self, BracketGame, Game, Side};
use muster_regulations::{Regulation, Report, Seat, StageKind};
use muster_regulations::{armada, conquest, legion, xwing};

/// What is known about a match before it is played.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub stage: StageKind,
    /// Who wins, unless an ending leaves no choice.
    pub winner: Seat,
    /// Who plays the dark side of a Card Game bracket match, where that is fixed (CG-SIDE).
    pub dark: Option<Seat>,
}

/// Returns a random report that the regulation accepts.
pub fn random(regulation: Regulation, table: Table, draw: &mut Draw) -> Report {
    match regulation {
        Regulation::Xwing => Report::Xwing(xwing(table, draw)),
        Regulation::Armada => Report::Armada(armada(table, draw)),
        Regulation::Legion => Report::Legion(legion(table, draw)),
        Regulation::Conquest => Report::Conquest(conquest(table, draw)),
        Regulation::Cardgame => Report::Cardgame(cardgame(table, draw)),
    }
}

/// Two numbers, of which the winner's is not the lower.
struct Numbers {
    win: u32,
    loss: u32,
}

impl Numbers {
    fn below(most: u32, draw: &mut Draw) -> Numbers {
        let (one, two) = (draw.below(most), draw.below(most));
        Numbers {
            win: one.max(two),
            loss: one.min(two),
        }
    }

    /// Puts what belongs to the winner at the winner's seat.
    fn seated<T>(&self, winner: Seat, of: impl Fn(u32) -> T) -> Seated<T> {
        seated(winner, of(self.win), of(self.loss))
    }

    fn level(&self) -> bool {
        self.win == self.loss
    }
}

struct Seated<T> {
    a: T,
    b: T,
}

fn seated<T>(winner: Seat, win: T, loss: T) -> Seated<T> {
    match winner {
        Seat::A => Seated { a: win, b: loss },
        Seat::B => Seated { a: loss, b: win },
    }
}

/// The winner as an optional check that some players fill in.
fn perhaps(winner: Seat, draw: &mut Draw) -> Option<Seat> {
    (draw.below(2) == 0).then_some(winner)
}

/// Who had the advantage of the first turn, which only some reports say.
fn edge(draw: &mut Draw) -> Option<Seat> {
    [Some(Seat::A), Some(Seat::B), None, None][draw.below(4) as usize]
}

fn xwing(table: Table, draw: &mut Draw) -> xwing::Report {
    use xwing::{Report, SQUAD, Tally};
    let winner = table.winner;
    let tally = |score| Tally { score };
    match draw.below(100) {
        0..50 => {
            let Seated { a, b } = seated(winner, tally(SQUAD), tally(draw.below(SQUAD)));
            let beaten = winner.other();
            Report::Defeat {
                beaten,
                a,
                b,
                first_player: edge(draw),
            }
        }
        50..90 => {
            let most = if draw.below(10) == 0 { 3 } else { SQUAD };
            let numbers = Numbers::below(most, draw);
            let Seated { a, b } = numbers.seated(winner, tally);
            Report::Time {
                a,
                b,
                winner: perhaps(winner, draw),
                salvo_winner: numbers.level().then_some(winner),
                first_player: edge(draw),
            }
        }
        90..93 => Report::MutualDestruction {
            salvo_winner: winner,
        },
        93..99 => Report::Concession {
            conceded_by: winner.other(),
            loser_score: draw.below(SQUAD),
        },
        _ => Report::Fortressing {
            fortressed_by: winner.other(),
            loser_score: draw.below(SQUAD),
        },
    }
}

fn armada(table: Table, draw: &mut Draw) -> armada::Report {
    use armada::{FLEET, Report, Tally};
    let winner = table.winner;
    let objectives = |draw: &mut Draw| (draw.below(2) == 0).then(|| 15 * draw.below(12));
    match draw.below(100) {
        0..40 => {
            let win = Tally {
                destroyed: FLEET,
                objectives: objectives(draw),
            };
            let loss = Tally {
                destroyed: draw.below(FLEET),
                objectives: objectives(draw),
            };
            let Seated { a, b } = seated(winner, win, loss);
            let beaten = winner.other();
            Report::Defeat {
                beaten,
                a,
                b,
                second_player: edge(draw),
            }
        }
        kind @ 40..90 => {
            let most = if draw.below(10) == 0 { 3 } else { FLEET };
            let numbers = Numbers::below(most, draw);
            // With the same objective points for both, the winner stays ahead.
            let objectives = objectives(draw);
            let Seated { a, b } = numbers.seated(winner, |destroyed| Tally {
                destroyed,
                objectives,
            });
            let second_player = match numbers.level() {
                true => Some(winner),
                false => edge(draw),
            };
            let winner = perhaps(winner, draw);
            if kind < 60 {
                Report::Time {
                    a,
                    b,
                    second_player,
                    winner,
                }
            } else {
                Report::SixRounds {
                    a,
                    b,
                    second_player,
                    winner,
                }
            }
        }
        90..94 => Report::MutualDestruction {
            second_player: winner,
        },
        _ => {
            let tally = |draw: &mut Draw| Tally {
                destroyed: draw.below(FLEET),
                objectives: objectives(draw),
            };
            let (a, b) = (tally(draw), tally(draw));
            let conceded_by = winner.other();
            Report::Concession { conceded_by, a, b }
        }
    }
}

/// The most victory tokens in a random game of Legion or Conquest.
const TOKENS: u32 = 12;

fn legion(table: Table, draw: &mut Draw) -> legion::Report {
    use legion::{ARMY, Report, Tally, Tokens};
    let winner = table.winner;
    let loser = winner.other();
    let tokens = |tokens| Tokens { tokens };
    match draw.below(100) {
        0..20 => Report::Defeat {
            beaten: loser,
            blue_player: edge(draw),
        },
        20..24 => {
            let numbers = Numbers::below(4, draw);
            let Seated { a, b } = numbers.seated(winner, tokens);
            let blue_player = numbers.level().then_some(winner);
            Report::MutualDestruction { a, b, blue_player }
        }
        kind @ 24..84 => {
            let numbers = Numbers::below(TOKENS, draw);
            let scores = Numbers::below(ARMY, draw);
            let scored = numbers.level() || draw.below(3) == 0;
            let tally = |tokens, score| Tally {
                tokens,
                score: scored.then_some(score),
            };
            let win = tally(numbers.win, scores.win);
            let loss = tally(numbers.loss, scores.loss);
            let Seated { a, b } = seated(winner, win, loss);
            let blue_player = match numbers.level() && scores.level() {
                true => Some(winner),
                false => edge(draw),
            };
            let winner = perhaps(winner, draw);
            if kind < 54 {
                Report::SixRounds {
                    a,
                    b,
                    blue_player,
                    winner,
                }
            } else {
                Report::Time {
                    a,
                    b,
                    blue_player,
                    winner,
                }
            }
        }
        84..90 => Report::Concession { conceded_by: loser },
        90..95 => Report::ConcessionScored {
            conceded_by: loser,
            judge_present: true,
            a: tokens(draw.below(TOKENS)),
            b: tokens(draw.below(TOKENS)),
        },
        95..98 => Report::LeftEarly { left: loser },
        _ => Report::GameLoss { given_to: loser },
    }
}

/// Returns a concession with the score at that moment, if the regulation needs one.
pub(crate) fn conceded(regulation: Regulation, by: Seat, draw: &mut Draw) -> Option<Report> {
    let mut points = || draw.below(200);
    Some(match regulation {
        Regulation::Xwing => Report::Xwing(xwing::Report::Concession {
            conceded_by: by,
            loser_score: points(),
        }),
        Regulation::Armada => {
            let mut tally = || armada::Tally {
                destroyed: points(),
                objectives: None,
            };
            Report::Armada(armada::Report::Concession {
                conceded_by: by,
                a: tally(),
                b: tally(),
            })
        }
        Regulation::Conquest => {
            let mut tally = || conquest::Tally {
                tokens: 1,
                defeated: points(),
            };
            Report::Conquest(conquest::Report::Concession {
                conceded_by: by,
                a: tally(),
                b: tally(),
            })
        }
        Regulation::Legion | Regulation::Cardgame => return None,
    })
}

fn conquest(table: Table, draw: &mut Draw) -> conquest::Report {
    use conquest::{Report, Tally, TimedTally};
    /// Points of a random army.
    const ARMY: u32 = 900;
    let winner = table.winner;
    let tally = |draw: &mut Draw| Tally {
        tokens: draw.below(TOKENS),
        defeated: draw.below(ARMY),
    };
    // What would be a draw is decided by a roll in the bracket (GC-BRACKET).
    let roll = (table.stage == StageKind::Elimination).then_some(winner);
    match draw.below(100) {
        0..50 => {
            let (a, b) = (tally(draw), tally(draw));
            Report::Victory { winner, a, b }
        }
        50..80 => {
            let tokens = Numbers::below(4, draw);
            let (one, two) = (draw.below(3) * 100, draw.below(3) * 100);
            // Level tokens leave the points defeated to decide, so the winner has at least as many.
            let (win, loss) = match tokens.level() {
                true => (one.max(two), one.min(two)),
                false => (one, two),
            };
            let undecided = tokens.level() && win == loss;
            let armies = Numbers {
                win: ARMY,
                loss: ARMY - draw.below(2) * 5,
            };
            let drawn = undecided && armies.level();
            let timed = |tokens, defeated, army| TimedTally {
                tokens,
                defeated,
                army_points: undecided.then_some(army),
            };
            let Seated { a, b } = seated(
                winner,
                timed(tokens.win, win, armies.win),
                timed(tokens.loss, loss, armies.loss),
            );
            let priority_roll_winner = roll.filter(|_| drawn);
            let decided = !drawn || priority_roll_winner.is_some();
            Report::Time {
                a,
                b,
                winner: perhaps(winner, draw).filter(|_| decided),
                priority_roll_winner,
            }
        }
        80..85 => Report::Declined {
            priority_roll_winner: roll,
        },
        _ => {
            let (a, b) = (tally(draw), tally(draw));
            let conceded_by = winner.other();
            Report::Concession { conceded_by, a, b }
        }
    }
}

fn either(draw: &mut Draw) -> Seat {
    if draw.below(2) == 0 { Seat::A } else { Seat::B }
}

fn cardgame(table: Table, draw: &mut Draw) -> cardgame::Report {
    use cardgame::Report;
    if table.stage == StageKind::Elimination {
        let dark = table.dark.unwrap_or_else(|| either(draw));
        let game = bracket_game(dark, table.winner, draw);
        return Report::Game { dark, game };
    }
    if draw.below(30) == 0 {
        return Report::Split {
            leader_present: true,
        };
    }
    let dark_first = either(draw);
    let first = if draw.below(20) == 0 {
        Game::Time {}
    } else {
        swiss_game(dark_first, table.winner, draw)
    };
    let second = match draw.below(6) {
        _ if first == (Game::Time {}) => Game::NotBegun {},
        0 => Game::Time {},
        1 => Game::NotBegun {},
        2 => swiss_game(dark_first.other(), table.winner.other(), draw),
        _ => swiss_game(dark_first.other(), table.winner, draw),
    };
    Report::Games {
        dark_first,
        first,
        second,
    }
}

fn swiss_game(dark: Seat, winner: Seat, draw: &mut Draw) -> Game {
    let loser = winner.other();
    match draw.below(20) {
        0 => Game::EmptyDeck { player: loser },
        1 => Game::Concession { conceded_by: loser },
        2 => Game::MissingCard { player: loser },
        _ if winner == dark => Game::Dial {},
        _ => Game::Objectives {},
    }
}

fn bracket_game(dark: Seat, winner: Seat, draw: &mut Draw) -> BracketGame {
    let loser = winner.other();
    match draw.below(20) {
        0 => BracketGame::EmptyDeck { player: loser },
        1 => BracketGame::Concession { conceded_by: loser },
        2 => BracketGame::MissingCard { player: loser },
        // The board decides here, whoever was meant to win.
        3..6 => BracketGame::Time(cardgame::Board {
            objectives: draw.below(3),
            damage_on_dark: draw.below(30),
            dial: draw.below(12),
            damage_on_light: draw.below(30),
            balance: if draw.below(2) == 0 {
                Side::Light
            } else {
                Side::Dark
            },
        }),
        _ if winner == dark => BracketGame::Dial {},
        _ => BracketGame::Objectives {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_pairing::draw::Seed;
    use std::collections::BTreeSet;

    #[test]
    fn every_random_report_is_accepted_and_every_ending_occurs() {
        let mut draw = Draw::new(&Seed::new([3; 32]));
        for regulation in Regulation::ALL {
            for stage in [StageKind::Swiss, StageKind::Elimination] {
                let mut seen = BTreeSet::from(["no_show"]);
                for _ in 0..4_000 {
                    let table = Table {
                        stage,
                        winner: either(&mut draw),
                        dark: (draw.below(2) == 0).then(|| either(&mut draw)),
                    };
                    let report = random(regulation, table, &mut draw);
                    if let Err(refusal) = regulation.outcome(stage, &report) {
                        panic!("{report:?}: {refusal}");
                    }
                    seen.insert(report.ending());
                }
                let known: BTreeSet<&str> = muster_regulations::form::endings(regulation, stage)
                    .map(|ending| ending.id)
                    .collect();
                assert_eq!(seen, known, "{regulation:?} {stage:?}");
            }
        }
    }
}
