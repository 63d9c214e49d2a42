//! Why a command was refused, and what to do instead.

mod not_now;
mod people;
mod selection;

use crate::list;
use crate::log;
use crate::phrases::{either, tables};
use muster_pairing::bracket::BracketError;
use muster_regulations::{Regulation, Role};
use muster_tournament::Refusal;
use muster_tournament::permissions::Who;
use muster_tournament::refusal::{HasResult, TextField, TextProblem, UndoProblem};

/// A refusal in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What is wrong, in one sentence.
    pub text: String,
    /// What to do instead, in a second sentence, where something can be done.
    pub hint: Option<String>,
}

impl Words {
    pub(crate) fn new(text: impl Into<String>) -> Words {
        Words {
            text: text.into(),
            hint: None,
        }
    }

    pub(crate) fn or(self, hint: impl Into<String>) -> Words {
        Words {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Returns both sentences, one after the other.
    #[must_use]
    pub fn both(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{} {hint}", self.text),
            None => self.text.clone(),
        }
    }
}

impl From<String> for Words {
    fn from(text: String) -> Words {
        Words::new(text)
    }
}

impl From<&str> for Words {
    fn from(text: &str) -> Words {
        Words::new(text)
    }
}

/// Says what was refused, in one sentence.
#[must_use]
pub fn text(refusal: &Refusal) -> String {
    words(refusal).text
}

/// Says what to do instead, where something can be done.
#[must_use]
pub fn hint(refusal: &Refusal) -> Option<String> {
    words(refusal).hint
}

/// Returns the field of the command that is at fault, where it is about one.
#[must_use]
pub fn field(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Text { field, .. } => Some(field.path().to_owned()),
        Refusal::Report { refusal, .. } => Some(format!("report.{}", refusal.field)),
        Refusal::Tier { .. } => Some("tier".to_owned()),
        Refusal::ListPoints { .. } => Some("list_points".to_owned()),
        Refusal::List { problems } => match problems.as_slice() {
            [one] if !one.place.is_empty() => Some(one.place.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the value at fault, where it is about one.
#[must_use]
pub fn value(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Report { refusal, .. } => refusal.value.clone(),
        Refusal::Tier { tier, .. } => Some(tier.to_string()),
        Refusal::ListPoints { points, .. } => Some(points.to_string()),
        Refusal::Text {
            problem: TextProblem::UnknownZone(zone),
            ..
        } => Some(zone.clone()),
        _ => None,
    }
}

/// Says what was refused and what to do instead.
#[must_use]
pub fn words(refusal: &Refusal) -> Words {
    match refusal {
        Refusal::NotAllowed {
            who,
            regulation,
            allowed,
            ..
        } => Words::new(format!("{who} isn't allowed to do this."))
            .or(format!("Ask {}.", askable(*regulation, allowed))),
        Refusal::NotOnDuty { staff } => {
            Words::new(format!("Staff member {} isn't on duty.", staff.0))
                .or("The organizer can assign the role again.")
        }
        Refusal::NoSuchPlayer { player } => {
            Words::new(format!("This tournament has no player {player}."))
                .or("Check the number in the list of players.")
        }
        Refusal::NoSuchStaff { staff } => {
            Words::new(format!("This tournament has no staff member {}.", staff.0))
                .or("Check the number in the list of staff.")
        }
        Refusal::NoSuchTable { round, table } => {
            Words::new(format!("Round {round} has no table {table}."))
                .or(format!("Check the pairings of round {round}."))
        }
        Refusal::NoSuchRound { round } => {
            Words::new(format!("Round {round} doesn't exist yet.")).or("Draw and publish it first.")
        }
        Refusal::Text { field, problem } => typed(*field, problem),
        Refusal::ListPoints { word, points, most } => Words::new(format!(
            "This {word} has {points} points; the limit is {most}."
        )),
        Refusal::Unsealed => {
            Words::new("The personal data is missing or doesn't match its digest.")
                .or("Send the data together with its digest.")
        }
        Refusal::List { problems } => {
            let all: Vec<String> = problems.iter().map(list::line).collect();
            Words::new(format!("The list isn't valid. {}", all.join(" ")))
                .or("Fix it, or ask a judge to accept it as it is.")
        }
        Refusal::Selection(problem) => selection::selection(problem),
        Refusal::NotNow(problem) => not_now::not_now(problem),
        Refusal::Record(problem) => selection::record(problem),
        Refusal::Tier { tier, regulation } => {
            let book = regulation.book();
            let known: Vec<String> = book.tiers.iter().map(ToString::to_string).collect();
            Words::new(format!("{} has no {tier} tier.", book.title))
                .or(format!("Choose {}.", either(&known)))
        }
        Refusal::Structure(refusal) => crate::structure::words(&refusal.problem),
        Refusal::Bracket(error) => bracket(error),
        Refusal::Role(problem) => people::role(problem),
        Refusal::Player { name, problem } => people::player(name, problem),
        Refusal::Repeat { a, b, round } => {
            Words::new(format!("{a} and {b} already played in round {round}."))
                .or("Choose another pair, or pair them anyway and give a reason.")
        }
        Refusal::Open {
            round,
            tables: open,
        } => Words::new(match open.len() {
            1 => format!("Round {round} isn't over: {} has no result.", tables(open)),
            _ => format!("Round {round} isn't over: {} have no result.", tables(open)),
        })
        .or("Enter the missing results first."),
        Refusal::Unconfirmed {
            round,
            tables: open,
        } => {
            let many = tables(open);
            match open.len() {
                1 => Words::new(format!(
                    "In round {round}, {many} has a report from only one player."
                ))
                .or("Confirm it before you finish the round."),
                _ => Words::new(format!(
                    "In round {round}, {many} have reports from only one player."
                ))
                .or("Confirm them before you finish the round."),
            }
        }
        Refusal::Claimed { table, .. } => {
            Words::new(format!("A judge must decide the result at table {table}."))
                .or("One has been called; please wait.")
        }
        Refusal::Component {
            round,
            name,
            what,
            loss,
        } => Words::new(format!(
            "Round {round} can't be published: {name} is still missing {what}."
        ))
        .or(format!(
            "Mark component {loss} as found or replaced, or remove the player."
        )),
        Refusal::Stale { round, why } => Words::new(format!(
            "The draft of round {round} is out of date. {}",
            crate::draft::stale(why)
        ))
        .or("Draw it again."),
        Refusal::HasResult { round, table, how } => {
            result(&format!("Table {table} of round {round}"), *how)
        }
        Refusal::Report {
            players: [a, b],
            refusal,
            ..
        } => crate::report::words(refusal, crate::names::Players::named([a, b])),
        Refusal::OtherGame { table, regulation } => {
            Words::new(format!("The report for table {table} is for another game.")).or(format!(
                "This tournament plays {}; use its report form.",
                regulation.book().title
            ))
        }
        Refusal::Sides { table, dark, other } => Words::new(format!(
            "At table {table}, {dark} plays the dark side, not {other}."
        ))
        .or("Enter the game with the assigned sides."),
        Refusal::TooLate {
            round,
            table,
            window,
        } => Words::new(match window {
            1 => format!(
                "Table {table} of round {round} can no longer be corrected: more than 1 round has passed."
            ),
            _ => format!(
                "Table {table} of round {round} can no longer be corrected: more than {window} rounds have passed."
            ),
        }),
        Refusal::RestedOn { round, table, next } => Words::new(format!(
            "The winner of table {table} of round {round} already plays in round {next}."
        ))
        .or(format!(
            "Void or undo round {next}, then correct the result."
        )),
        Refusal::Undo(problem) => undo(problem),
        Refusal::NoSeed => Words::new(
            "The tournament's master seed isn't on this machine, so nothing can be drawn.",
        )
        .or("Draw on the server where the tournament was created, or import a copy with its seed."),
    }
}

/// Who can be asked to do it, e.g. "the Organizer or a Marshal".
fn askable(regulation: Regulation, allowed: &[Who]) -> String {
    let mut names: Vec<String> = Vec::new();
    for who in allowed {
        names.push(match who {
            Who::Organizer => format!("the {}", regulation.role_name(Role::Organizer)),
            Who::Head => format!("a {}", regulation.role_name(Role::Head)),
            Who::Judge => format!("a {}", regulation.role_name(Role::Judge)),
            Who::Concerned => "the player concerned".to_owned(),
        });
    }
    either(&names)
}

fn typed(field: TextField, problem: &TextProblem) -> Words {
    let name = match field {
        TextField::TournamentName => "The tournament's name",
        TextField::Zone => "The time zone",
        TextField::Phrase => "The phrase",
        TextField::Reason => "The reason",
        TextField::Faction => "The faction",
        TextField::Excuse => "The reason for accepting the list",
        TextField::Call => "The reason for the call",
        TextField::Ruling => "The ruling",
        TextField::Decision => "The decision",
        TextField::Component => "The missing component",
        TextField::Card => "The card",
        TextField::Unreadable => "What can't be read on the card",
        TextField::Program => "The program's name",
        TextField::Name => "The name",
        TextField::Club => "The club",
        TextField::Contact => "The contact",
    };
    match problem {
        TextProblem::Empty => Words::new(format!("{name} is required.")),
        TextProblem::TooLong(most) => {
            Words::new(format!("{name} is longer than {most} characters.")).or("Shorten it.")
        }
        TextProblem::ControlCharacter => Words::new(format!(
            "{name} contains a line break or a control character."
        ))
        .or("Write it on one line."),
        TextProblem::Padded => {
            Words::new(format!("{name} begins or ends with a space.")).or("Remove the space.")
        }
        TextProblem::UnknownZone(zone) => Words::new(format!("“{zone}” isn't a known time zone."))
            .or("Use a name like Europe/Vienna or UTC."),
        TextProblem::NotNeeded => {
            Words::new(format!("{name} isn't needed: the list is valid.")).or("Leave it out.")
        }
    }
}

fn result(place: &str, how: HasResult) -> Words {
    match how {
        HasResult::Confirmed => {
            Words::new(format!("{place} already has a confirmed result.")).or("Correct it instead.")
        }
        HasResult::ConfirmedAskStaff => {
            Words::new(format!("{place} already has a confirmed result."))
                .or("Ask a judge if it is wrong.")
        }
        HasResult::Walkover => Words::new(format!("{place} is decided: a player has left."))
            .or("The opponent advances without a game."),
        HasResult::SeatsFixed => Words::new(format!("{place} already has a result."))
            .or("Seats can change only before the result is entered."),
        HasResult::NotMoved => Words::new(format!(
            "{place} has a confirmed result, so its game can't be moved."
        )),
        HasResult::NoMoreTime => {
            Words::new(format!("{place} is finished and needs no extra time."))
        }
        HasResult::NoSalvo => {
            Words::new(format!("{place} is finished, so no Final Salvo is rolled."))
        }
        HasResult::NotReported => {
            Words::new(format!("{place} has no reported result.")).or("Report the result first.")
        }
        HasResult::Disputed => Words::new(format!("{place} has a disputed result."))
            .or("A judge settles it by reporting the result."),
        HasResult::ConfirmedAlready => Words::new(format!("{place} is already confirmed.")),
    }
}

fn undo(problem: &UndoProblem) -> Words {
    match problem {
        UndoProblem::OnJournalOnly | UndoProblem::Impossible => {
            Words::new("This step can't be undone.")
        }
        UndoProblem::OnlyCreation => {
            Words::new("Only the creation of the tournament is left, which can't be undone.")
        }
        UndoProblem::Imported => Words::new("An imported tournament can't be changed.")
            .or("Import the right file as a new tournament."),
        UndoProblem::Erased => Words::new("Erased personal data can't be restored."),
        UndoProblem::Nothing => Words::new("There is nothing to undo."),
        UndoProblem::NoSuchStep => Words::new("That step doesn't exist."),
        UndoProblem::Already => Words::new("This step is already undone."),
        UndoProblem::NeededBy { step, players } => Words::new(format!(
            "The {} depends on this step.",
            log::undone::step(step, players)
        ))
        .or("Undo that first."),
    }
}

pub(crate) fn bracket(error: &BracketError) -> Words {
    match error {
        BracketError::TooFew { players: 1 } => {
            Words::new("A bracket needs at least 2 players; only 1 would play.")
        }
        BracketError::TooFew { players } => Words::new(format!(
            "A bracket needs at least 2 players; {players} would play."
        )),
        BracketError::TooMany { players, most } => Words::new(format!(
            "A bracket holds at most {most} players; {players} would play."
        ))
        .or(format!("Cut to {most} or fewer.")),
        _ => Words::new("The bracket can't be drawn."),
    }
}
