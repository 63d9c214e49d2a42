//! What to do next: the title of the button, and what it will do.

use crate::draft::changed;
use crate::phrases::{names, players, plural, structure, tables};
use crate::prompts::{self, PromptInWords};
use crate::warnings::{self, WarningInWords};
use muster_tournament::next::{CutChange, FinishReason, LeftOut, Next, Step};
use serde::Serialize;

/// The most changed seeds that one sentence names.
const MOST_SEEDS: usize = 8;

/// The next thing to do, as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Next))]
pub struct NextInWords {
    /// Its name, by what it does: "Publish round 3".
    pub title: String,
    /// What it will do: "24 tables, 1 bye: J. Okafor".
    pub consequence: String,
    /// The step itself.
    #[serde(flatten)]
    pub next: Next,
    /// What waits for somebody beside it: calls, appeals, players in question, components, fortressing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<PromptInWords>,
    /// What the desk should know before it goes wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<WarningInWords>,
}

impl From<Next> for NextInWords {
    fn from(next: Next) -> NextInWords {
        NextInWords {
            title: title(&next),
            consequence: consequence(&next),
            prompts: prompts::in_words(&next.prompts),
            warnings: warnings::in_words(&next.warnings),
            next,
        }
    }
}

/// Returns the name of the next step, short enough for a button.
#[must_use]
pub fn title(next: &Next) -> String {
    match &next.step {
        Step::OverElsewhere { .. } | Step::Over => "The tournament is over".to_owned(),
        Step::CutAgain(_) => "Make the cut again".to_owned(),
        Step::Register => "Register players".to_owned(),
        Step::Start { .. } => "Start the tournament".to_owned(),
        Step::CheckIn { .. } => "Check in players".to_owned(),
        Step::Publish { round, .. } => format!("Publish round {round}"),
        Step::Component { player, .. } => {
            format!("Decide about the missing component of {}", player.name)
        }
        Step::RedrawForArrivals { round, .. } | Step::Redraw { round, .. } => {
            format!("Redraw round {round}")
        }
        Step::Void { round, .. } => format!("Void the draft of round {round}"),
        Step::Seat { players, .. } => format!("Seat {}", names(players)),
        Step::Settle { round } => format!("Settle {} of round {round}", tables(&next.disputed)),
        Step::Collect { round, .. } => {
            let missing = tables(&next.missing);
            match next.missing.len() {
                1 => format!("Round {round}: result missing from {missing}"),
                _ => format!("Round {round}: results missing from {missing}"),
            }
        }
        Step::AcceptReports { .. } => {
            let reported = tables(&next.unconfirmed);
            plural(
                next.unconfirmed.len(),
                &format!("Confirm 1 report from one player: {reported}"),
                &format!("Confirm {{n}} reports from one player: {reported}"),
            )
        }
        Step::FinishRound { round } => format!("Finish round {round}"),
        Step::Draw { round, .. } => format!("Draw round {round}"),
        Step::DrawBracket { .. } => "Draw the bracket".to_owned(),
        Step::DrawBracketRound { round, column, .. } => match column {
            Some(1) => "Draw the final".to_owned(),
            Some(2) => "Draw semi-finals".to_owned(),
            Some(4) => "Draw quarter-finals".to_owned(),
            Some(games) => format!("Draw the round of {}", games * 2),
            None => format!("Draw round {round}"),
        },
        Step::Cut { inside } => format!("Make the cut to the top {}", inside.len()),
        Step::Finish { .. } => "Finish the tournament".to_owned(),
    }
}

/// Returns what the next step will do, or what it waits for, in full sentences.
#[must_use]
pub fn consequence(next: &Next) -> String {
    let text = of_step(&next.step);
    match &next.left_out {
        Some(late) => format!("{text} {}", left_out(late)),
        None => text,
    }
}

fn of_step(step: &Step) -> String {
    match step {
        Step::OverElsewhere { program } => {
            format!("It was run with {program} and imported as recorded there.")
        }
        Step::Over => "Anybody can verify it from the journal.".to_owned(),
        Step::CutAgain(change) => format!(
            "The corrected standings give a different cut: {}.",
            cut_change(change)
        ),
        Step::Register => "Nobody is registered yet.".to_owned(),
        Step::Start {
            players: count,
            structure: played,
            not_checked_in,
            without_list,
        } => {
            let mut sentences = vec![format!("{}: {}.", players(*count), structure(*played))];
            if *not_checked_in > 0 {
                sentences.push(format!("{not_checked_in} registered but not checked in."));
            }
            if *without_list > 0 {
                sentences.push(plural(
                    *without_list,
                    "1 player hasn't handed in an army list (GC-LIST-2).",
                    "{n} players haven't handed in an army list (GC-LIST-2).",
                ));
            }
            sentences.join(" ")
        }
        Step::CheckIn {
            here,
            of,
            refused: None,
        } => format!("{here} of {of} checked in."),
        Step::CheckIn {
            here,
            of,
            refused: Some(refusal),
        } => format!(
            "{here} of {of} checked in. {}",
            crate::structure::words(&refusal.problem).both()
        ),
        Step::Publish {
            tables: count,
            byes,
            repeats,
            ..
        } => {
            let tables = plural(*count, "1 table", "{n} tables");
            let drawn = match byes.as_slice() {
                [] => format!("{tables}."),
                byes => {
                    let who = names(byes);
                    plural(
                        byes.len(),
                        &format!("{tables}, 1 bye: {who}."),
                        &format!("{tables}, {{n}} byes: {who}."),
                    )
                }
            };
            match *repeats as usize {
                0 => drawn,
                repeats => plural(
                    repeats,
                    &format!("{drawn} 1 repeat pairing that can't be avoided (PAIR-5)."),
                    &format!("{drawn} {{n}} repeat pairings that can't be avoided (PAIR-5)."),
                ),
            }
        }
        Step::Component {
            player,
            what,
            round,
        } => format!(
            "{} is still missing {what}. Find or replace it, or remove the player, before you publish round {round} (COMP-1).",
            player.name
        ),
        Step::RedrawForArrivals { late, .. } => format!("{} arrived after the draw.", names(late)),
        Step::Redraw { why, .. } => changed(why),
        Step::Void { why, .. } => {
            format!("{} No game of this round is left to play.", changed(why))
        }
        Step::Seat {
            bye_ends: Some(holder),
            round,
            ..
        } => format!(
            "{} plays instead of having the bye. All other tables of round {round} stay the same.",
            holder.name
        ),
        Step::Seat {
            bye_ends: None,
            round,
            ..
        } => format!("They get new tables. All other tables of round {round} stay the same."),
        Step::Settle { .. } => {
            "The players reported different results. A judge decides.".to_owned()
        }
        Step::Collect { results, of, .. } => plural(
            *of,
            &format!("{results} of 1 result in."),
            &format!("{results} of {{n}} results in."),
        ),
        Step::AcceptReports { .. } => {
            "All results in. These count once you confirm them.".to_owned()
        }
        Step::FinishRound { .. } => "All results in.".to_owned(),
        Step::Draw {
            round,
            of,
            tables: count,
            bye,
        } => {
            let tables = plural(*count, "1 table", "{n} tables");
            match bye {
                true => format!("Round {round} of {of}: {tables}, 1 bye."),
                false => format!("Round {round} of {of}: {tables}."),
            }
        }
        Step::DrawBracket { players: count, .. } => {
            format!("{}. Places and byes are drawn at random.", players(*count))
        }
        Step::DrawBracketRound { games, byes, .. } => {
            let games = plural(*games, "1 game", "{n} games");
            match byes.as_slice() {
                [] => format!("{games}."),
                byes => {
                    let who = names(byes);
                    plural(
                        byes.len(),
                        &format!("{games}, 1 bye: {who}."),
                        &format!("{games}, {{n}} byes: {who}."),
                    )
                }
            }
        }
        Step::Cut { inside } => format!("In: {}.", names(inside)),
        Step::Finish { why, winner } => {
            let why = match why {
                FinishReason::TooFewPlayers => "Fewer than two players are left.",
                FinishReason::TooFewForTheCut => "Fewer than two players are left for the cut.",
                FinishReason::SwissPlayed => "All Swiss rounds are played.",
                FinishReason::BracketPlayed => "The bracket is over.",
            };
            let proof = "The master seed is revealed, so that anybody can check the draws.";
            match winner {
                Some(winner) => format!("{why} The winner is {}. {proof}", winner.name),
                None => format!("{why} {proof}"),
            }
        }
    }
}

/// Returns what another cut would change: "Ann would be in, Bo would be out".
#[must_use]
pub fn cut_change(change: &CutChange) -> String {
    let (comes, falls) = (names(&change.comes_in), names(&change.falls_out));
    // Who is in matters more than on which seed.
    match (change.comes_in.is_empty(), change.falls_out.is_empty()) {
        (false, false) => format!("{comes} would be in, {falls} would be out"),
        (false, true) => format!("{comes} would be in"),
        (true, false) => format!("{falls} would be out"),
        (true, true) => {
            let moves = change.moves.iter().take(MOST_SEEDS);
            let moves = moves.map(|(player, seed)| format!("{} would be seed {seed}", player.name));
            moves.collect::<Vec<_>>().join(", ")
        }
    }
}

/// DROP-4.
fn left_out(late: &LeftOut) -> String {
    let LeftOut {
        players,
        round,
        can_void,
    } = late;
    let who = names(players);
    match (players.len(), can_void) {
        (1, false) => {
            format!("{who} has no opponent in round {round} and takes an unpaired loss (DROP-4).")
        }
        (1, true) => format!(
            "{who} has no opponent in round {round} and takes an unpaired loss (DROP-4). To include this player now, void round {round} and draw it again."
        ),
        (_, false) => {
            format!("{who} have no opponents in round {round} and take unpaired losses (DROP-4).")
        }
        (_, true) => format!(
            "{who} have no opponents in round {round} and take unpaired losses (DROP-4). To include them now, void round {round} and draw it again."
        ),
    }
}
