//! What a structure is called, and why a number of players or a custom structure does not work.

use crate::phrases::{either, plural, points};
use crate::refusal::Words;
use muster_regulations::{StructureKind, StructureProblem};

/// Returns the name of a structure, e.g. "Full Swiss".
#[must_use]
pub const fn name(kind: StructureKind) -> &'static str {
    match kind {
        StructureKind::Basic => "Basic",
        StructureKind::Advanced => "Advanced",
        StructureKind::WithCut => "Swiss with cut",
        StructureKind::FullSwiss => "Full Swiss",
        StructureKind::Custom => "Custom",
    }
}

/// Says what is wrong with a structure.
#[must_use]
pub fn words(problem: &StructureProblem) -> Words {
    match problem {
        StructureProblem::NumbersMissing => Words::new("A custom structure needs its own numbers.")
            .or("Enter the number of Swiss rounds and the cut."),
        StructureProblem::NumbersGiven { kind } => Words::new(format!(
            "The {} structure takes its rounds and cut from the printed table.",
            name(*kind)
        ))
        .or("Leave out your own numbers, or choose Custom."),
        StructureProblem::UnknownKind { regulation, kind } => {
            let book = regulation.book();
            let known = book.tables.iter().map(|table| table.kind);
            Words::new(format!("{} has no {} structure.", book.title, name(*kind))).or(format!(
                "Choose {}.",
                one_of(known.chain([StructureKind::Custom]))
            ))
        }
        StructureProblem::TooFewPlayers {
            regulation,
            kind,
            least,
            players,
            instead,
        } => {
            let missing = least.saturating_sub(*players);
            let instead = one_of(instead.iter().copied());
            Words::new(plural(
                *players as usize,
                &format!(
                    "The {} structure of {} needs at least {least} players; there is 1.",
                    name(*kind),
                    regulation.book().title
                ),
                &format!(
                    "The {} structure of {} needs at least {least} players; there are {{n}}.",
                    name(*kind),
                    regulation.book().title
                ),
            ))
            .or(plural(
                missing as usize,
                &format!("Add 1 player, or use {instead}."),
                &format!("Add {{n}} players, or use {instead}."),
            ))
        }
        StructureProblem::NotTwoPlayers { players } => Words::new(plural(
            *players as usize,
            "A tournament needs at least 2 players; there is 1.",
            "A tournament needs at least 2 players; there are {n}.",
        ))
        .or("Add more players."),
        StructureProblem::TooManyRounds { rounds, most } => Words::new(format!(
            "A custom structure has at most {most} Swiss rounds, not {rounds}."
        ))
        .or("Use fewer rounds."),
        StructureProblem::SwissFirst { regulation } => Words::new(format!(
            "{} plays elimination only after Swiss rounds and a cut.",
            regulation.book().title
        ))
        .or("Use at least 1 Swiss round."),
        StructureProblem::CutWithoutSwiss => {
            Words::new("Without Swiss rounds there are no standings to cut by.")
                .or("Leave out the cut: all players start in the bracket.")
        }
        StructureProblem::CutTooSmall { top } => {
            Words::new(format!("A cut to the top {top} leaves nobody to play."))
                .or("Cut to the top 2 or more, or choose no cut.")
        }
        StructureProblem::CutTooLarge { top, players } => Words::new(plural(
            *players as usize,
            &format!("A cut to the top {top} needs {top} players; there is 1."),
            &format!("A cut to the top {top} needs {top} players; there are {{n}}."),
        ))
        .or(format!("Cut to the top {players} or fewer.")),
        StructureProblem::CutBeyondBracket { top, most } => Words::new(format!(
            "The bracket holds at most {most} players, not {top}."
        ))
        .or(format!("Cut to the top {most} or fewer.")),
        StructureProblem::CutOutOfReach {
            points: asked,
            most,
        } => Words::new(format!(
            "Nobody can reach {} in this number of rounds.",
            points(*asked)
        ))
        .or(format!("Enter at most {most}.")),
    }
}

fn one_of(kinds: impl Iterator<Item = StructureKind>) -> String {
    let kinds: Vec<String> = kinds.map(|kind| name(kind).to_owned()).collect();
    either(&kinds)
}
