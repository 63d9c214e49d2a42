//! Things that were chosen or typed and do not fit.

use super::Words;
use crate::names::Players;
use crate::phrases::tables;
use muster_pairing::swiss::FieldError;
use muster_tournament::refusal::{BracketMisfit, RecordProblem, RecordedMatchProblem, Selection};

pub(super) fn selection(problem: &Selection) -> Words {
    match problem {
        Selection::TableNumber { table, most } => Words::new(format!(
            "{table} isn't a valid table number."
        ))
        .or(format!("Use a number from 1 to {most}.")),
        Selection::FixedTableTwice(player) => {
            Words::new(format!("Player {player} has two fixed tables.")).or("Remove one of them.")
        }
        Selection::TableTwice(table) => Words::new(format!("Table {table} is listed twice.")).or("List it once."),
        Selection::NoTables => Words::new("Choose at least one table."),
        Selection::TooManyTables { tables, most } => Words::new(format!(
            "{tables} tables are too many at once; at most {most} are allowed."
        )),
        Selection::NobodyToRegister => Words::new("Enter at least one player."),
        Selection::NobodyToCheckIn => Words::new("Choose at least one player to check in."),
        Selection::NobodyToSeat => Words::new("Choose at least one player to seat."),
        Selection::StaffRegistered(staff) => Words::new(format!(
            "Staff member {} is already registered as a player.",
            staff.0
        )),
        Selection::OtherPlayers => Words::new("Some of these players belong to other tables.")
            .or("Include every table whose players changed."),
        Selection::SameResult { round, table } => Words::new(format!(
            "Table {table} of round {round} already has this result."
        )),
        Selection::Minutes { minutes: 0, .. } => Words::new("Enter at least 1 minute."),
        Selection::Minutes { most, .. } => Words::new(format!(
            "The clock can change by at most {most} minutes at once."
        )),
        Selection::MinutesBeyond(_) => Words::new("The round doesn't have that many minutes left.")
            .or("Call time if the round should end."),
        Selection::Extension { most, .. } => Words::new(format!(
            "A table can get 1 to {most} extra minutes."
        )),
        Selection::NoSuchCall => Words::new("This call doesn't exist."),
        Selection::NoSuchRuling => Words::new("This ruling doesn't exist."),
        Selection::NoSuchLoss => Words::new("This missing component doesn't exist."),
        Selection::NoSuchFortressing => Words::new("This fortressing check doesn't exist."),
        Selection::ReportNeeded(table) => Words::new(format!(
            "The result of table {table} doesn't follow from this alone."
        ))
        .or("Enter the full result, with the lost game as conceded."),
        Selection::NoComponentRules(regulation) => Words::new(format!(
            "{} has no rule for lost or damaged components and allows no proxies.",
            regulation.book().title
        )),
        Selection::NoFortressing => Words::new("Only X-Wing has a rule about fortressing."),
        Selection::NothingToRepair(round) => Words::new(format!(
            "The pairings of round {round} are already the best possible."
        )),
        Selection::RepairMoves {
            round,
            tables: wanted,
        } => Words::new(format!(
            "Better pairings for round {round} would move games that are being played or were changed by hand."
        ))
        .or(format!("If the players agree, include {}.", tables(wanted))),
        Selection::Terrain { table, most } => Words::new(format!(
            "Table {table} has more terrain than fits."
        ))
        .or(format!(
            "Coverage is at most 100%, with at most {most} pieces of each kind."
        )),
        Selection::NotDescribed(table) => {
            Words::new(format!("Table {table} has no description."))
        }
        Selection::Catalogue { cards, most } => Words::new(format!(
            "The catalogue has {cards} cards; at most {most} are allowed."
        ))
        .or("Import only the cards of this game."),
        Selection::Pairing(error) => pairing(error),
    }
}

fn pairing(error: &FieldError) -> Words {
    match error {
        FieldError::TooManyPlayers { players } => {
            Words::new(format!("{players} players are too many to pair."))
        }
        FieldError::Odd { .. } => Words::new("An odd number of players can't be paired."),
        _ => Words::new("These players can't be paired."),
    }
}

pub(super) fn record(problem: &RecordProblem) -> Words {
    match problem {
        RecordProblem::Players { players: 0, .. } => Words::new("The file has no players."),
        RecordProblem::Players { players, most } => Words::new(format!(
            "The file has {players} players; at most {most} are allowed."
        )),
        RecordProblem::BracketRounds { rounds, most } => Words::new(format!(
            "The file has {rounds} bracket rounds; at most {most} are allowed."
        )),
        RecordProblem::Rounds(1) => {
            Words::new("The file has 1 Swiss round, but the tournament has a different number.")
                .or("Use a custom structure with 1 round.")
        }
        RecordProblem::Rounds(rounds) => Words::new(format!(
            "The file has {rounds} Swiss rounds, but the tournament has a different number."
        ))
        .or(format!("Use a custom structure with {rounds} rounds.")),
        RecordProblem::Place => Words::new("Final places start at 1."),
        RecordProblem::Round {
            round,
            table,
            problem,
        } => {
            let place = match table {
                Some(table) => format!("Round {round}, table {table}"),
                None => format!("Round {round}"),
            };
            in_round(&place, problem)
        }
        RecordProblem::Bracket(misfit) => bracket(misfit),
    }
}

fn in_round(place: &str, problem: &RecordedMatchProblem) -> Words {
    Words::new(match problem {
        RecordedMatchProblem::NoSuchPlayer(player) => {
            format!("{place}: player {player} doesn't exist.")
        }
        RecordedMatchProblem::WithThemselves(player) => {
            format!("{place}: player {player} is on both sides of the match.")
        }
        RecordedMatchProblem::TableNumber => {
            format!("{place}: the table number is missing or used twice.")
        }
        RecordedMatchProblem::Points(points) => {
            format!("{place}: no game gives {points} points.")
        }
        RecordedMatchProblem::NoOutcome => {
            format!("{place}: the match was reported but has no outcome.")
        }
        RecordedMatchProblem::OtherGame => format!("{place}: the report is for another game."),
        RecordedMatchProblem::Report(refusal) => {
            let words = crate::report::words(refusal, Players::UNKNOWN);
            format!("{place} has an invalid report. {}", words.text)
        }
        RecordedMatchProblem::OtherOutcome => {
            format!("{place}: the report and the recorded outcome differ.")
        }
    })
}

fn bracket(misfit: &BracketMisfit) -> Words {
    match misfit {
        BracketMisfit::Size(error) => super::bracket(error),
        BracketMisfit::SeedTwice => Words::new("A player has two seeds in the bracket."),
        BracketMisfit::NoSeed { round, player } => Words::new(format!(
            "Player {player} plays in bracket round {round} but has no seed."
        )),
        BracketMisfit::NoMeeting { round, a, b } => Words::new(format!(
            "Players {a} and {b} can't meet in bracket round {round}."
        )),
    }
}
