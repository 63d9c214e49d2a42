//! Why something was refused: the sentence, the clauses it names with what they say, and the way out. Relies on
//! refusals naming their clause in their sentence; promises a way out wherever there is one.

use super::Explanation;
use crate::refusal::Refusal;
use muster_regulations::clause::{self, Clause};

/// Explains a refusal.
#[must_use]
pub fn refusal(refusal: &Refusal) -> Explanation {
    let sentence = refusal.to_string();
    let mut explanation = Explanation::new(format!("Refused: {sentence}"));
    let mut clauses = named(&sentence);
    if let Some(clause) = refusal.clause().and_then(clause::find)
        && !clauses.iter().any(|known| known.id == clause.id)
    {
        clauses.push(clause);
    }
    for clause in clauses {
        explanation.rule(clause.id, clause.says);
    }
    if let Some(way_out) = way_out(refusal) {
        explanation.fact(format!("Way out: {way_out}"));
    }
    explanation.fact("Nothing has changed.");
    explanation
}

/// The clauses a sentence names, each once.
fn named(sentence: &str) -> Vec<&'static Clause> {
    let part = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    let mut found: Vec<&'static Clause> = Vec::new();
    for clause in sentence.split(part).filter_map(clause::find) {
        if !found.iter().any(|known| known.id == clause.id) {
            found.push(clause);
        }
    }
    found
}

/// What to do instead, where the sentence itself does not say all of it.
fn way_out(refusal: &Refusal) -> Option<String> {
    let text = match refusal {
        Refusal::NotAllowed { allowed, .. } => {
            return Some(format!("ask one of these to do it: {allowed}."));
        }
        Refusal::NotOnDuty { .. } => "let the organizer assign the role, then try again.",
        Refusal::NoSuchPlayer { .. } => "look the number up in the list of players.",
        Refusal::NoSuchStaff { .. } => "look the number up in the list of leaders.",
        Refusal::NoSuchTable { round, .. } => {
            return Some(format!(
                "look the table up in the pairings of round {round}."
            ));
        }
        Refusal::NoSuchRound { .. } => "draw and publish the round first, or name an earlier one.",
        Refusal::Text { .. } => "type it again as described.",
        Refusal::Unsealed => {
            "send the name together with its digest; a program does this by itself."
        }
        Refusal::Selection { .. } => "name the players or tables again.",
        Refusal::Tier { known, .. } => return Some(format!("choose one of {known}.")),
        Refusal::Structure(_) => "choose another structure, or numbers that can be played.",
        Refusal::Role { .. } => "change the roles first.",
        Refusal::Repeat { .. } => {
            "choose another pair, or insist and give the reason; it will stand in the journal."
        }
        Refusal::Open { .. } => "enter the missing results, or say who did not appear.",
        Refusal::Stale { .. } => "draw the round again; the old draft stays in the journal.",
        Refusal::HasResult { way_out, .. } => return Some(format!("{way_out}.")),
        Refusal::Report { .. } => "enter the result as it was; the form shows what is needed.",
        Refusal::OtherGame { regulation, .. } => {
            return Some(format!("report the match in the terms of {regulation}."));
        }
        Refusal::Sides { .. } => "enter the game with the sides as they were given.",
        Refusal::RestedOn { next, .. } => {
            return Some(format!(
                "void or take back round {next} first, then correct."
            ));
        }
        Refusal::NoSeed => "run this on the machine that holds the seed of the tournament.",
        // The sentence says when it can be done, or that it cannot be done at all.
        Refusal::NotNow { .. }
        | Refusal::Player { .. }
        | Refusal::TooLate { .. }
        | Refusal::Unconfirmed { .. }
        | Refusal::Component { .. }
        | Refusal::Claimed { .. }
        | Refusal::List { .. }
        | Refusal::Undo(_) => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_in_sentences() {
        let ids = |sentence| named(sentence).iter().map(|c| c.id).collect::<Vec<_>>();
        assert_eq!(
            ids("never (DROP-3), see PAIR-1; DROP-3"),
            ["DROP-3", "PAIR-1"]
        );
        assert_eq!(ids("nothing here, not even PAIR-99"), [] as [&str; 0]);
    }
}
