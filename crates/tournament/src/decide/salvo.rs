//! The Final Salvo, rolled by the program (XW-SALVO).

use super::results::in_play;
use super::table_of;
use crate::edition::Edition;
use crate::entry::Gave;
use crate::ids::{By, TableNo};
use crate::refusal::{HasResult, NotNow, Refusal};
use crate::salvo::{MOST_DICE, Offer, Salvo, roll};
use crate::seeds::{Purpose, Seeds};
use crate::state::{Match, State};
use muster_regulations::list::Piece;
use muster_regulations::{List, Regulation, Report, ReportRefusal, Seat, xwing};

pub(super) fn salvo(
    state: &State,
    by: By,
    table: TableNo,
    dice: [u32; 2],
    score: Option<u32>,
    seeds: &dyn Seeds,
) -> Result<Gave, Refusal> {
    if state.setup.regulation != Regulation::Xwing {
        return Err(NotNow::NoSalvo.into());
    }
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    if !m.is_open() {
        return Err(Refusal::HasResult {
            round: round.number,
            table,
            how: HasResult::NoSalvo,
        });
    }
    if let Some(salvo) = state.salvo(m) {
        let winner = state.name(m.player(salvo.winner));
        return Err(refused(
            table,
            "salvo",
            format!("won by {winner}"),
            "it was rolled already; report its winner",
        ));
    }
    for (seat, dice) in [(Seat::A, dice[0]), (Seat::B, dice[1])] {
        let field = seat.pick("a_dice", "b_dice");
        let most = most_dice(state, m, seat).unwrap_or(MOST_DICE);
        if dice > most {
            let message = format!(
                "{} has at most {most} attack dice; count those of the ships left",
                state.name(m.player(seat))
            );
            return Err(refused(table, field, dice.to_string(), &message));
        }
    }
    if dice == [0, 0] {
        let message = "one side at least needs a die to roll; ask the marshal to decide";
        return Err(refused(table, "a_dice", "0 and 0".to_owned(), message));
    }
    if state.edition >= Edition::Second {
        let score = level(state, m, dice, score)?;
        if let By::Player(by) = by {
            let [a_dice, b_dice] = dice;
            let offer = Offer {
                by,
                a_dice,
                b_dice,
                score,
            };
            if !consents(state, m, &offer) {
                return Ok(Gave::Nothing);
            }
        }
    }
    let attempt = state
        .place(table)
        .and_then(|place| state.salvo_attempts.get(&place).copied())
        .unwrap_or(0)
        .saturating_add(1);
    let purpose = Purpose::Salvo {
        round: round.number,
        draw: round.attempt,
        table,
        attempt,
    };
    let seed = seeds
        .seed(state.phrase.as_deref(), purpose)
        .ok_or(Refusal::NoSeed)?;
    let Some((rolls, winner)) = roll(seed, dice[0], dice[1]) else {
        return Err(refused(
            table,
            "salvo",
            "equal".to_owned(),
            "no roll decided; ask the marshal",
        ));
    };
    Ok(Gave::Salvo(Salvo {
        round: round.number,
        draw: round.attempt,
        attempt,
        seed,
        rolls,
        winner,
    }))
}

/// Checks the level score that a salvo is fired for: possible against both lists, and after mutual destruction with all
/// dice of both squads.
fn level(state: &State, m: &Match, dice: [u32; 2], score: Option<u32>) -> Result<u32, Refusal> {
    let Some(score) = score else {
        return Err(refused(
            m.table,
            "score",
            "nothing".to_owned(),
            "a Final Salvo is fired only when the scores are level; give the score that both have",
        ));
    };
    if score > xwing::SQUAD {
        let message = format!("a squad is worth at most {} points", xwing::SQUAD);
        return Err(refused(m.table, "score", score.to_string(), &message));
    }
    if score < xwing::SQUAD {
        let known = state.list_points(m).into_iter().flatten().min();
        if let Some(list) = known.filter(|list| score > *list) {
            let message = format!(
                "one of the squads has only {list} points, so both cannot have scored more; give at most {list}, \
                 or {} after mutual destruction",
                xwing::SQUAD
            );
            return Err(refused(m.table, "score", score.to_string(), &message));
        }
        return Ok(score);
    }
    for (seat, dice) in [(Seat::A, dice[0]), (Seat::B, dice[1])] {
        if let Some(all) = most_dice(state, m, seat).filter(|all| dice != *all) {
            let message = format!(
                "after mutual destruction all ships of the squad fire: {} has {all} attack dice",
                state.name(m.player(seat))
            );
            let field = seat.pick("a_dice", "b_dice");
            return Err(refused(m.table, field, dice.to_string(), &message));
        }
    }
    Ok(score)
}

/// Whether the opponent has offered the same.
fn consents(state: &State, m: &Match, offered: &Offer) -> bool {
    let mut offers = state.salvo_offers(m);
    offers.any(|offer| offer.by != offered.by && offer.agrees_with(offered))
}

/// The sum of the primary weapon values of the whole squad, where its list gives all of them.
fn most_dice(state: &State, m: &Match, seat: Seat) -> Option<u32> {
    let Some(List::Xwing(squad)) = state.list(m.player(seat)) else {
        return None;
    };
    let of = |ship: &Piece| Some(ship.attack?.saturating_mul(ship.count));
    let all: Option<Vec<u32>> = squad.ships.iter().map(of).collect();
    let sum = all.map(|all| all.into_iter().fold(0, u32::saturating_add));
    sum.map(|sum| sum.min(MOST_DICE))
}

/// A report does not contradict the salvo that was rolled. A leader may still report an ending without a salvo, should
/// the scores have been counted wrongly; the players may not.
pub(super) fn agrees(state: &State, by: By, m: &Match, report: &Report) -> Result<(), Refusal> {
    let named = match report {
        Report::Xwing(xwing::Report::MutualDestruction { salvo_winner }) => {
            Some((*salvo_winner, xwing::SQUAD))
        }
        Report::Xwing(xwing::Report::Time {
            salvo_winner, a, ..
        }) => salvo_winner.map(|winner| (winner, a.score)),
        _ => None,
    };
    let Some(salvo) = state.salvo(m) else {
        return Ok(());
    };
    let winner = salvo.winner.key();
    let score = state.salvo_score(m);
    match (named, score) {
        (Some((named, _)), _) if named != salvo.winner => {
            let message = format!(
                "the Final Salvo was rolled here and won by \"{winner}\"; name that player"
            );
            let value = named.key().to_owned();
            Err(refused(m.table, "salvo_winner", value, &message))
        }
        (Some((_, reported)), Some(score)) if reported != score => {
            let message =
                format!("the Final Salvo was rolled here at {score} each; report that score");
            Err(refused(m.table, "a.score", reported.to_string(), &message))
        }
        (None, Some(score)) if matches!(by, By::Player(_)) => {
            let message = format!(
                "the Final Salvo was rolled here at {score} each and won by \"{winner}\"; report that, or call a leader"
            );
            let value = report.ending().to_owned();
            Err(refused(m.table, "ending", value, &message))
        }
        _ => Ok(()),
    }
}

fn refused(table: TableNo, field: &str, value: String, message: &str) -> Refusal {
    Refusal::Report {
        table,
        refusal: ReportRefusal {
            field: field.to_owned(),
            value,
            message: message.to_owned(),
            clause: "XW-SALVO",
        },
    }
}
