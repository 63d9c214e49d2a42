//! What is wrong with a report, and what to enter instead.

use crate::form;
use crate::names::Players;
use crate::phrases::{either, plural, points};
use crate::refusal::Words;
use muster_regulations::form::FieldKind;
use muster_regulations::report::{Force, Limited};
use muster_regulations::{ReportProblem, ReportRefusal};

/// Says why a report was refused, with the names of the players.
#[must_use]
pub fn words(refusal: &ReportRefusal, players: Players) -> Words {
    match &refusal.problem {
        ReportProblem::Unreadable { error } => {
            Words::new(format!("The report can't be read: {error}."))
                .or("Check it against the schema of a report.")
        }
        ReportProblem::NotAnObject { known } => {
            Words::new("This must be a JSON object with an ending.").or(choose(known))
        }
        ReportProblem::UnknownEnding { known } => match &refusal.value {
            Some(_) => Words::new("This ending is unknown.").or(choose(known)),
            None => Words::new("The ending is missing.").or(choose(known)),
        },
        ReportProblem::Missing { asks, seat } => {
            Words::new(form::missing(*asks, seat.map(|seat| players.at(seat))))
        }
        ReportProblem::Invalid { kind } => Words::new(match kind {
            FieldKind::Seat => "This must be one of the two players: a or b.".to_owned(),
            FieldKind::Side => "This must be one of the two sides: light or dark.".to_owned(),
            FieldKind::YesNo => "This must be true or false.".to_owned(),
            FieldKind::Game(_) => "This must be an object with an ending.".to_owned(),
            FieldKind::Points(most)
            | FieldKind::Tokens(most)
            | FieldKind::Objectives(most)
            | FieldKind::Dial(most)
            | FieldKind::Damage(most) => format!("Enter a whole number from 0 to {most}."),
        }),
        ReportProblem::NotAsked { ending, asked } => {
            let words = Words::new(format!("The ending “{ending}” has no such field."));
            match asked.as_slice() {
                [] => words.or("Leave it out: this ending needs no fields."),
                asked => words.or(format!("Leave it out. The fields are {}.", asked.join(", "))),
            }
        }
        ReportProblem::OtherGame { regulation } => Words::new(format!(
            "This tournament plays {}; the report is for another game.",
            regulation.book().title
        )),
        ReportProblem::TooHigh { what, most } => too_high(*what, *most),
        ReportProblem::BeyondList {
            owner,
            points: list,
            whole,
        } => {
            let list = points(*list);
            let words = Words::new(players.at(*owner).say(
                &format!("Your list has only {list}."),
                &format!("{{name}}’s list has only {list}."),
            ));
            match whole {
                Some(whole) => words.or(format!(
                    "Check the number, or enter {whole} if everything is gone."
                )),
                None => words.or("Check the number."),
            }
        }
        ReportProblem::ArmyKnown {
            owner,
            points: list,
        } => {
            let list = points(*list);
            Words::new(players.at(*owner).say(
                &format!("Your army list has {list}."),
                &format!("{{name}}’s army list has {list}."),
            ))
            .or("Leave this field empty.")
        }
        ReportProblem::OtherWinner { winner } => {
            Words::new(players.at(*winner).say("By the numbers, you win.", "By the numbers, {name} wins."))
                .or("Correct the numbers or the winner.")
        }
        ReportProblem::NoWinner => Words::new("By the numbers, this is a draw.")
            .or("Correct the numbers, or leave out the winner."),
        ReportProblem::FullScore { beaten, force } => {
            let all = force.worth();
            let who = players.at(*beaten);
            match force {
                Force::Squad => Words::new(who.say(
                    &format!("All your ships are gone, so the score against them is {all}."),
                    &format!("All of {{name}}’s ships are gone, so the score against them is {all}."),
                ))
                .or(format!("Enter {all}, or report “Time” if ships were left.")),
                Force::Fleet => Words::new(who.say(
                    &format!("You have no ships left except flotillas, so {all} points are destroyed."),
                    &format!("{{name}} has no ships left except flotillas, so {all} points are destroyed."),
                ))
                .or(format!(
                    "Enter {all}, or report “Six rounds played” or “Time” if ships were left."
                )),
                Force::Army => Words::new(who.say(
                    &format!("All your units are defeated, so the score against them is {all}."),
                    &format!("All of {{name}}’s units are defeated, so the score against them is {all}."),
                ))
                .or(format!("Enter {all}.")),
            }
        }
        ReportProblem::OtherBeaten { beaten, force } => {
            let all = force.worth();
            Words::new(players.at(*beaten).say(
                &format!("A score of {all} means that you were defeated."),
                &format!("A score of {all} means that {{name}} was defeated."),
            ))
            .or("Correct the scores or the defeated player.")
        }
        ReportProblem::BothBeaten { winner, force } => {
            nothing_left(players, *winner, *force).or(format!(
                "Report “Mutual destruction”, or enter at most {}.",
                force.most()
            ))
        }
        ReportProblem::WinnerBeaten { winner, force } => nothing_left(players, *winner, *force)
            .or(format!("Enter at most {}.", force.most())),
        ReportProblem::AllGone { beaten, force } => {
            nothing_left(players, *beaten, *force).or(format!(
                "Report “One player defeated” or “Mutual destruction”, or enter at most {}.",
                force.most()
            ))
        }
        ReportProblem::SalvoMissing { score } => {
            Words::new(format!("Both players scored {score}.")).or("Who won the Final Salvo?")
        }
        ReportProblem::SalvoNotFired { a, b } => Words::new(format!(
            "A Final Salvo is fired only if the scores are tied; they are {a} and {b}."
        ))
        .or("Correct the scores, or leave out the Final Salvo."),
        ReportProblem::SalvoWinner { winner } => Words::new(players.at(*winner).say(
            "The Final Salvo was rolled here, and you won it.",
            "The Final Salvo was rolled here, and {name} won it.",
        ))
        .or("Report that winner."),
        ReportProblem::SalvoScore { score } => Words::new(format!(
            "The Final Salvo was rolled here at {score} each."
        ))
        .or(format!("Report {score} for both players.")),
        ReportProblem::SalvoLeftOut { score, winner } => Words::new(players.at(*winner).say(
            &format!("The Final Salvo was rolled here at {score} each, and you won it."),
            &format!("The Final Salvo was rolled here at {score} each, and {{name}} won it."),
        ))
        .or("Report that result, or call a judge."),
        ReportProblem::SalvoRolled { winner } => Words::new(players.at(*winner).say(
            "The Final Salvo has already been rolled, and you won it.",
            "The Final Salvo has already been rolled, and {name} won it.",
        ))
        .or("Report the result."),
        ReportProblem::SalvoScoreMissing => {
            Words::new("A Final Salvo is fired only if the scores are tied.")
                .or("Enter the score of both players.")
        }
        ReportProblem::SalvoBeyondList { points: list } => Words::new(format!(
            "One of the squads has only {}, so the players can't both have scored more.",
            points(*list)
        ))
        .or("Check the score, or enter 200 after mutual destruction."),
        ReportProblem::SalvoDice { seat, most } => {
            let most = plural(*most as usize, "1 attack die", "{n} attack dice");
            Words::new(players.at(*seat).say(
                &format!("You have at most {most}."),
                &format!("{{name}} has at most {most}."),
            ))
            .or("Count the dice of the ships that are left.")
        }
        ReportProblem::SalvoAllDice { seat, dice } => {
            let dice = plural(*dice as usize, "1 attack die", "{n} attack dice");
            Words::new(players.at(*seat).say(
                &format!("After mutual destruction all your ships fire: {dice}."),
                &format!("After mutual destruction all of {{name}}’s ships fire: {dice}."),
            ))
        }
        ReportProblem::SalvoNoDice => Words::new("Neither player has a die to roll.")
            .or("Ask the marshal to decide."),
        ReportProblem::SalvoUndecided => Words::new("No roll decided the Final Salvo.")
            .or("Ask the marshal to decide."),
        ReportProblem::SecondPlayerMissing { score } => {
            Words::new(format!("Both players scored {score}.")).or("Who was the second player?")
        }
        ReportProblem::ScoreMissing { seat, tokens } => Words::new(plural(
            *tokens as usize,
            "Both players have 1 victory token, so the scores decide.",
            "Both players have {n} victory tokens, so the scores decide.",
        ))
        .or(form::missing(
            muster_regulations::form::Asks::Score,
            Some(players.at(*seat)),
        )),
        ReportProblem::BluePlayerMissing { tokens, score } => Words::new(match score {
            None => plural(
                *tokens as usize,
                "Both players have 1 victory token.",
                "Both players have {n} victory tokens.",
            ),
            Some(score) => plural(
                *tokens as usize,
                &format!("Both players have 1 victory token and a score of {score}."),
                &format!("Both players have {{n}} victory tokens and a score of {score}."),
            ),
        })
        .or("Who was the blue player?"),
        ReportProblem::ArmyMissing {
            owner,
            tokens,
            defeated,
        } => Words::new(plural(
            *tokens as usize,
            &format!("Both players have 1 victory token and defeated {}, so the larger army decides.", points(*defeated)),
            &format!("Both players have {{n}} victory tokens and defeated {}, so the larger army decides.", points(*defeated)),
        ))
        .or(form::missing(
            muster_regulations::form::Asks::ArmyPoints,
            Some(players.at(*owner)),
        )),
        ReportProblem::RollMissing => Words::new("A bracket match can't end in a draw.")
            .or("Who won the priority roll?"),
        ReportProblem::RollNotNeeded { winner } => Words::new(players.at(*winner).say(
            "By the numbers, you win without a priority roll.",
            "By the numbers, {name} wins without a priority roll.",
        ))
        .or("Correct the numbers, or leave out the priority roll."),
        ReportProblem::RollInSwiss => Words::new(
            "A draw in a Swiss round stays a draw; only bracket matches have a priority roll.",
        )
        .or("Leave out the priority roll."),
        ReportProblem::JudgeMissing => Words::new(
            "A conceded game is scored only if both players agree in front of a judge.",
        )
        .or("Call a judge, or report a plain concession."),
        ReportProblem::LeaderMissing => {
            Words::new("Players can agree on a split only with a judge present.")
                .or("Call a judge, or report the games you played.")
        }
        ReportProblem::GameMissing { loser, fields } => Words::new(players.at(*loser).say(
            "You lose this game, but its numbers still count.",
            "{name} loses this game, but its numbers still count.",
        ))
        .or(match fields {
            [_] => "Report a concession with the losing player’s score.".to_owned(),
            [_, _] => "Report a concession with the points both players destroyed.".to_owned(),
            _ => "Report a concession with both players' victory tokens and points defeated.".to_owned(),
        }),
        ReportProblem::TwoGames => Words::new("A Swiss match has two games, with sides switched.")
            .or("Report both games."),
        ReportProblem::OneGame => {
            Words::new("A bracket match is a single game.").or("Report one game.")
        }
        ReportProblem::SplitInBracket => Words::new("Only Swiss matches can be split.")
            .or("Play the bracket match and report its game."),
        ReportProblem::FirstGameNotBegun => {
            Words::new("Only the second game can be left unplayed when time is called.")
                .or("Report “Time” for the first game, or a no-show for the match.")
        }
        ReportProblem::SecondGameBegun => {
            Words::new("Time was called in the first game, so there was no second game.")
                .or("Report the second game as “Not begun”, or correct the first.")
        }
        ReportProblem::ObjectivesWon => {
            Words::new("With three objectives destroyed, the light side has already won.")
                .or("Report “Light side victory”, or enter at most 2.")
        }
        ReportProblem::DialTooHigh => {
            Words::new("The Death Star dial ends at 12.").or("Enter at most 11.")
        }
        ReportProblem::DialWon => {
            Words::new("With the dial at 12, the dark side has already won.")
                .or("Report “Dark side victory”, or enter at most 11.")
        }
    }
}

fn choose(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    format!("Choose {}.", either(&known))
}

fn too_high(what: Limited, most: u32) -> Words {
    match what {
        Limited::Score(Force::Squad) => {
            Words::new(format!("A squad is worth at most {most} points."))
                .or("Add up the destroyed ships again.")
        }
        Limited::Score(Force::Fleet) => {
            Words::new(format!("A fleet is worth at most {most} points."))
                .or("Add up the destroyed ships and squadrons again, without objective points.")
        }
        Limited::Score(Force::Army) => {
            Words::new(format!("An army is worth at most {most} points."))
                .or("Add up the defeated units again.")
        }
        Limited::ObjectivePoints => {
            Words::new(format!("At most {most} objective points are possible."))
        }
        Limited::Tokens => Words::new(format!("At most {most} victory tokens are possible.")),
        Limited::ArmyPoints => Words::new(format!("At most {most} points are possible.")),
        Limited::Damage => Words::new(format!("At most {most} damage is possible.")),
    }
}

/// A full score says that the player it was scored against has nothing left.
fn nothing_left(players: Players, beaten: muster_regulations::Seat, force: Force) -> Words {
    let all = force.worth();
    let who = players.at(beaten);
    Words::new(match force {
        Force::Squad => who.say(
            &format!("A score of {all} means that you have no ships left."),
            &format!("A score of {all} means that {{name}} has no ships left."),
        ),
        Force::Fleet => who.say(
            &format!("{all} points destroyed means that you have no ships left except flotillas."),
            &format!(
                "{all} points destroyed means that {{name}} has no ships left except flotillas."
            ),
        ),
        Force::Army => who.say(
            &format!("A score of {all} means that you have no units left."),
            &format!("A score of {all} means that {{name}} has no units left."),
        ),
    })
}
