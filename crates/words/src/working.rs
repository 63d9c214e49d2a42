//! How an outcome follows from a report: each step as a whole sentence, with the names of the players.

use crate::phrases::{plural, points};
use muster_regulations::cardgame::Score;
use muster_regulations::report::Force;
use muster_regulations::working::{End, GameEnd, GameNumber};
use muster_regulations::{Deduction, Reason, Seat};
use serde::Serialize;

/// One step as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = WorkingStep))]
pub struct WorkingStep {
    pub code: &'static str,
    /// A plain sentence, with the numbers in it.
    pub text: String,
    /// The clause it rests on, e.g. `XW-MOV`.
    pub clause: &'static str,
}

/// Players that a report does not name.
pub const UNKNOWN: [&str; 2] = ["Player A", "Player B"];

/// Returns the steps of a working in words.
#[must_use]
pub fn steps(working: &[Reason], players: [&str; 2]) -> Vec<WorkingStep> {
    let step = |reason: &Reason| WorkingStep {
        code: reason.step.code(),
        text: sentence(&reason.step, players),
        clause: reason.clause,
    };
    working.iter().map(step).collect()
}

/// Returns a step as a sentence.
#[must_use]
pub fn sentence(step: &Deduction, players: [&str; 2]) -> String {
    let name = |seat: Seat| {
        let [a, b] = players;
        seat.pick(a, b)
    };
    let both = |winner: Seat| (name(winner), name(winner.other()));
    match *step {
        Deduction::AllGone { winner, force } => match force {
            Force::Squad => format!("{} destroyed every ship and wins.", name(winner)),
            Force::Fleet => format!(
                "{} destroyed every ship except flotillas and wins.",
                name(winner)
            ),
            Force::Army => format!("{} defeated every unit and wins.", name(winner)),
        },
        Deduction::SurvivorWins { winner } => format!(
            "The scores are tied; {} still has ships and wins.",
            name(winner)
        ),
        Deduction::BothGoneScore { score } => {
            format!("Both squads are gone, so both players score {score}.")
        }
        Deduction::BothGoneSecond { winner } => format!(
            "Both fleets are gone; {} is the second player and wins with a margin of 0.",
            name(winner)
        ),
        Deduction::BothGoneTokens { winner, own, other } => format!(
            "Both armies are gone; {} has more victory tokens, {own} to {other}, and wins.",
            name(winner)
        ),
        Deduction::BothGoneBlue { winner, tokens } => format!(
            "Both armies are gone, and both players have {}; {} is the blue player and wins.",
            victory_tokens(tokens),
            name(winner)
        ),
        Deduction::MarginByTokens => {
            "Both players can't get the whole margin, so victory tokens decide it.".to_owned()
        }
        Deduction::HigherScore { winner, end } => match end {
            End::Time => format!("Time: {} has the higher score and wins.", name(winner)),
            End::SixRounds => format!(
                "After six game rounds, {} has the higher score and wins.",
                name(winner)
            ),
        },
        Deduction::LevelSecond { winner, score, end } => match end {
            End::Time => format!(
                "Time: both players scored {score}; {} is the second player and wins.",
                name(winner)
            ),
            End::SixRounds => format!(
                "After six game rounds, both players have scored {score}; {} is the second player and wins.",
                name(winner)
            ),
        },
        Deduction::SalvoWon { winner } => {
            format!("{} wins the Final Salvo and the game.", name(winner))
        }
        Deduction::LevelSalvo { winner } => format!(
            "The scores are tied, and {} wins the Final Salvo.",
            name(winner)
        ),
        Deduction::MoreTokens {
            winner,
            own,
            other,
            end,
        } => match end {
            End::Time => format!(
                "Time: {} has more victory tokens, {own} to {other}, and wins.",
                name(winner)
            ),
            End::SixRounds => format!(
                "After six game rounds, {} has more victory tokens, {own} to {other}, and wins.",
                name(winner)
            ),
        },
        Deduction::TokensThenScore {
            winner,
            tokens,
            own,
            other,
            end,
        } => {
            let (tokens, winner) = (victory_tokens(tokens), name(winner));
            match end {
                End::Time => format!(
                    "Time: both players have {tokens}; {winner} has the higher score, {own} to {other}, and wins."
                ),
                End::SixRounds => format!(
                    "After six game rounds, both players have {tokens}; {winner} has the higher score, {own} to {other}, and wins."
                ),
            }
        }
        Deduction::LevelBlue {
            winner,
            tokens,
            score,
            end,
        } => {
            let (tokens, winner) = (victory_tokens(tokens), name(winner));
            match end {
                End::Time => format!(
                    "Time: both players have {tokens} and a score of {score}; {winner} is the blue player and wins."
                ),
                End::SixRounds => format!(
                    "After six game rounds, both players have {tokens} and a score of {score}; {winner} is the blue player and wins."
                ),
            }
        }
        Deduction::TokensThenDefeated {
            winner,
            tokens,
            own,
            other,
        } => format!(
            "Time: both players have {}; {} defeated more points, {own} to {other}, and wins.",
            victory_tokens(tokens),
            name(winner)
        ),
        Deduction::LargerArmy {
            winner,
            tokens,
            defeated,
            own,
            other,
        } => format!(
            "Time: both players have {} and defeated {}; {} has the larger army, {own} to {other}, and wins.",
            victory_tokens(tokens),
            points(defeated),
            name(winner)
        ),
        Deduction::AllLevel {
            tokens,
            defeated,
            army,
        } => format!(
            "Time: both players have {}, defeated {} and brought an army of {}, so the game is a draw.",
            victory_tokens(tokens),
            points(defeated),
            points(army)
        ),
        Deduction::CoreRules { winner } => format!("{} wins by the core rules.", name(winner)),
        Deduction::Declined => "Both players chose not to play, so the game is a draw.".to_owned(),
        Deduction::PriorityRoll { winner } => format!(
            "A bracket game can't be a draw; {} wins the priority roll and the game.",
            name(winner)
        ),
        Deduction::Conceded { loser } => {
            let (winner, loser) = both(loser.other());
            format!("{loser} concedes, so {winner} wins.")
        }
        Deduction::ConcededSquad { loser } => {
            format!(
                "{} concedes, so the whole squad counts as destroyed.",
                name(loser)
            )
        }
        Deduction::ConcededForNothing { loser } => format!(
            "{} concedes and gets 0 tournament points and a margin of 0.",
            name(loser)
        ),
        Deduction::ConcededAtLeast { loser, least, real } => {
            let (winner, loser) = both(loser.other());
            if real >= least {
                let real = points(real);
                format!("{loser} concedes, so {winner} wins with {real} defeated.")
            } else {
                format!(
                    "{loser} concedes, so {winner} wins with {least} points defeated, the minimum after a concession, \
                     instead of {real}."
                )
            }
        }
        Deduction::KeepsEarned { loser } => {
            format!("{} keeps what was earned before conceding.", name(loser))
        }
        Deduction::ScoredBeforeJudge => {
            "Both players agreed in front of a judge to score the game as it is.".to_owned()
        }
        Deduction::Fortressed { loser } => format!(
            "{} kept fortressing, so the whole squad counts as destroyed.",
            name(loser)
        ),
        Deduction::LeftEarly { loser } => {
            let (winner, loser) = both(loser.other());
            format!("{loser} left without conceding, so {winner} wins.")
        }
        Deduction::GameLoss { loser } => {
            let (winner, loser) = both(loser.other());
            format!("A judge gave {loser} a game loss, so {winner} wins.")
        }
        Deduction::AbsentLoses { absent } => {
            let (winner, absent) = both(absent.other());
            format!("{absent} did not appear, so {winner} wins.")
        }
        Deduction::AbsentBye { absent } => {
            let (winner, absent) = both(absent.other());
            format!(
                "{absent} did not appear and gets nothing; {winner} gets the same as for a bye."
            )
        }
        Deduction::AbsentConcedes { absent } => {
            format!(
                "{} did not appear, which counts as conceding.",
                name(absent)
            )
        }
        Deduction::Points { winner, win, loss } => {
            let (winner, loser) = both(winner);
            let win = plural(win as usize, "1 tournament point", "{n} tournament points");
            format!("{winner} gets {win}, {loser} gets {loss}.")
        }
        Deduction::EventPoints { winner, win } => {
            let (winner, loser) = both(winner);
            let win = plural(win as usize, "1 event point", "{n} event points");
            format!("{winner} gets {win}, {loser} gets 0.")
        }
        Deduction::DrawnPoints { points } => plural(
            points as usize,
            "Both players get 1 event point.",
            "Both players get {n} event points.",
        ),
        Deduction::GamePoints { points_a, points_b } => {
            let [a, b] = players;
            format!("{a} gets {}, {b} gets {points_b}.", points(points_a))
        }
        Deduction::Split { points: each } => format!(
            "Both players agreed to one win each and get {} each.",
            points(each)
        ),
        Deduction::MarginAround {
            winner,
            win,
            loss,
            even,
        } => {
            let (winner, loser) = both(winner);
            let more = win.saturating_sub(loss);
            if more == 0 {
                return format!("{win} − {loss} = 0, so both players get a margin of {even}.");
            }
            let (high, low) = (even + more, even.saturating_sub(more));
            format!(
                "{win} − {loss} = {more}, so {winner} gets a margin of {even} + {more} = {high} \
                 and {loser} one of {even} − {more} = {low}."
            )
        }
        Deduction::ScoreSum {
            seat,
            destroyed,
            objectives,
        } => format!(
            "{} scores {destroyed} + {objectives} objective points = {}.",
            name(seat),
            destroyed.saturating_add(objectives)
        ),
        Deduction::MarginOf {
            winner,
            win,
            loss,
            most,
        } => {
            let winner = name(winner);
            match win.checked_sub(loss) {
                Some(margin) if margin <= most => {
                    format!("{win} − {loss} = {margin}, so {winner} gets a margin of {margin}.")
                }
                Some(margin) => format!(
                    "{win} − {loss} = {margin}, but a margin is at most {most}, so {winner} gets {most}."
                ),
                None => format!("{win} − {loss} is below 0, so {winner} gets a margin of 0."),
            }
        }
        Deduction::Row {
            winner,
            margin,
            from,
            win,
            loss,
        } => {
            let (winner, loser) = both(winner);
            format!(
                "A margin of {margin} is in the row that starts at {from}: {winner} gets {win} points, {loser} gets {loss}."
            )
        }
        Deduction::ConcededRow {
            winner,
            points,
            margin,
            least_points,
            least_margin,
        } => format!(
            "{} gets {points} points and a margin of {margin}; after a concession, never less than {least_points} and {least_margin}.",
            name(winner)
        ),
        Deduction::WholeMargin { winner } => {
            let (winner, loser) = both(winner);
            format!(
                "{winner} gets a margin of 100% and {loser} one of 0%, whatever the victory tokens."
            )
        }
        Deduction::HalfMargins { tokens } => format!(
            "Both players have {}, so both get a margin of 50%.",
            victory_tokens(tokens)
        ),
        Deduction::SharedMargin { tokens_a, tokens_b } => {
            let [a, b] = players;
            let total = tokens_a + tokens_b;
            format!(
                "{tokens_a} + {tokens_b} = {}, so {a} gets a margin of {tokens_a}/{total} and {b} one of {tokens_b}/{total}.",
                victory_tokens(total)
            )
        }
        Deduction::MeanMargin { winner } => {
            let (winner, loser) = both(winner);
            format!(
                "{loser} gets a margin of 0%; {winner} gets the mean of the margins of all other games."
            )
        }
        Deduction::Game { game, end } => numbered(game, won(end, name)),
        Deduction::GameAtTime { game } => {
            numbered(game, "Time was called, so it is a draw.".to_owned())
        }
        Deduction::GameNotBegun { game } => numbered(
            game,
            "It had not begun when time was called, so it is a draw.".to_owned(),
        ),
        Deduction::Board {
            winner,
            dark,
            light_score,
            dark_score,
            objectives,
            dial,
        } => {
            let (dark, light) = both(dark);
            let objectives = plural(objectives as usize, "1 objective", "{n} objectives");
            format!(
                "Time: {light} (light side) scores {} with {objectives}, and {dark} (dark side) scores {} \
                 with the dial at {dial}, so {} wins.",
                score(light_score),
                score(dark_score),
                name(winner)
            )
        }
    }
}

fn won<'a>(end: GameEnd, name: impl Fn(Seat) -> &'a str) -> String {
    let (winner, loser) = (name(end.winner()), name(end.winner().other()));
    match end {
        GameEnd::Dial { dial, .. } => {
            format!("The dial reached {dial}, so {winner} wins with the dark side.")
        }
        GameEnd::Objectives { objectives, .. } => {
            format!("{objectives} objectives were destroyed, so {winner} wins with the light side.")
        }
        GameEnd::EmptyDeck { .. } => {
            format!("{loser} had to draw from an empty command deck, so {winner} wins.")
        }
        GameEnd::Concession { .. } => format!("{loser} conceded, so {winner} wins."),
        GameEnd::MissingCard { .. } => {
            format!("{loser} is missing a card of the deck for this game, so {winner} wins.")
        }
    }
}

/// Puts the number of a game before what is said about it.
fn numbered(game: GameNumber, sentence: String) -> String {
    match game {
        GameNumber::First => format!("Game 1: {sentence}"),
        GameNumber::Second => format!("Game 2: {sentence}"),
        GameNumber::Only => sentence,
    }
}

/// Returns a score of the Card Game with its parts: "80 + 4 + 0.5 = 84.5".
pub(crate) fn score(score: Score) -> String {
    let (points, damage, total) = (score.points, score.damage, score.total());
    if score.balance {
        format!("{points} + {damage} + 0.5 = {total}")
    } else {
        format!("{points} + {damage} = {total}")
    }
}

fn victory_tokens(n: u32) -> String {
    plural(n as usize, "1 victory token", "{n} victory tokens")
}
