//! The Final Salvo, rolled by the program (XW-SALVO).

use super::results::in_play;
use super::table_of;
use crate::entry::Gave;
use crate::ids::TableNo;
use crate::refusal::Refusal;
use crate::salvo::{MOST_DICE, Place, Salvo, roll};
use crate::seeds::{Purpose, Seeds};
use crate::state::{Match, MatchStatus, State};
use muster_regulations::list::Piece;
use muster_regulations::{List, Regulation, Report, ReportRefusal, Seat, xwing};

pub(super) fn salvo(
    state: &State,
    table: TableNo,
    a_dice: u32,
    b_dice: u32,
    seeds: &dyn Seeds,
) -> Result<Gave, Refusal> {
    if state.setup.regulation != Regulation::Xwing {
        return Err(Refusal::NotNow {
            what: "a Final Salvo",
            when: "is fired in X-Wing only (XW-SALVO)".to_owned(),
        });
    }
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    if matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover) {
        return Err(Refusal::HasResult {
            round: round.number,
            table,
            how: "decided",
            way_out: "no salvo is fired after that",
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
    for (seat, dice) in [(Seat::A, a_dice), (Seat::B, b_dice)] {
        let field = seat.pick("a_dice", "b_dice");
        let most = most_dice(state, m, seat);
        if dice > most {
            let message = format!(
                "{} has at most {most} attack dice; count those of the ships left",
                state.name(m.player(seat))
            );
            return Err(refused(table, field, dice.to_string(), &message));
        }
    }
    if a_dice == 0 && b_dice == 0 {
        let message = "one side at least needs a die to roll; ask the marshal to decide";
        return Err(refused(table, "a_dice", "0 and 0".to_owned(), message));
    }
    let place = Place {
        round: round.number,
        draw: round.attempt,
        table,
    };
    let attempt = state
        .salvo_attempts
        .get(&place)
        .copied()
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
    let Some((rolls, winner)) = roll(seed, a_dice, b_dice) else {
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

/// The sum of the primary weapon values of the whole squad, where its list gives all of them.
fn most_dice(state: &State, m: &Match, seat: Seat) -> u32 {
    let Some(List::Xwing(squad)) = state.list(m.player(seat)) else {
        return MOST_DICE;
    };
    let of = |ship: &Piece| Some(ship.attack?.saturating_mul(ship.count));
    let all: Option<Vec<u32>> = squad.ships.iter().map(of).collect();
    let sum = all.map(|all| all.into_iter().fold(0, u32::saturating_add));
    sum.unwrap_or(MOST_DICE).min(MOST_DICE)
}

/// A report does not contradict the salvo that was rolled.
pub(super) fn agrees(state: &State, m: &Match, report: &Report) -> Result<(), Refusal> {
    let named = match report {
        Report::Xwing(xwing::Report::MutualDestruction { salvo_winner }) => Some(*salvo_winner),
        Report::Xwing(xwing::Report::Time { salvo_winner, .. }) => *salvo_winner,
        _ => None,
    };
    match (named, state.salvo(m)) {
        (Some(named), Some(salvo)) if named != salvo.winner => {
            let winner = salvo.winner.key();
            let message = format!(
                "the Final Salvo was rolled here and won by \"{winner}\"; name that player"
            );
            Err(refused(
                m.table,
                "salvo_winner",
                named.key().to_owned(),
                &message,
            ))
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
