//! The Final Salvo, rolled by the program (XW-SALVO).

use super::results::{in_play, ruled_out};
use super::{refuse_result, table_of};
use crate::edition::Edition;
use crate::entry::Gave;
use crate::ids::{By, TableNo};
use crate::refusal::{HasResult, NotNow, Refusal};
use crate::salvo::{MOST_DICE, Offer, Salvo, roll};
use crate::seeds::{Purpose, Seeds};
use crate::state::{Match, State};
use muster_regulations::list::Piece;
use muster_regulations::report::{Force, Limited};
use muster_regulations::{List, Regulation, Report, ReportProblem, ReportRefusal, Seat, xwing};

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
        return refuse_result(round, table, HasResult::NoSalvo);
    }
    if let Some(salvo) = state.salvo(m) {
        let winner = salvo.winner;
        let problem = ReportProblem::SalvoRolled { winner };
        return Err(refused(state, m, "salvo", Some(winner.key()), problem));
    }
    for (seat, dice) in [(Seat::A, dice[0]), (Seat::B, dice[1])] {
        let field = seat.pick("a_dice", "b_dice");
        let most = most_dice(state, m, seat).unwrap_or(MOST_DICE);
        if dice > most {
            let problem = ReportProblem::SalvoDice { seat, most };
            return Err(refused(state, m, field, Some(dice), problem));
        }
    }
    if dice == [0, 0] {
        let problem = ReportProblem::SalvoNoDice;
        return Err(refused(state, m, "a_dice", Some(0), problem));
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
        let problem = ReportProblem::SalvoUndecided;
        return Err(refused(state, m, "salvo", None::<u32>, problem));
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

/// Checks the tied score that a salvo is fired for: possible against both lists, and after mutual destruction with all
/// dice of both squads.
fn level(state: &State, m: &Match, dice: [u32; 2], score: Option<u32>) -> Result<u32, Refusal> {
    let Some(score) = score else {
        let problem = ReportProblem::SalvoScoreMissing;
        return Err(refused(state, m, "score", None::<u32>, problem));
    };
    if score > xwing::SQUAD {
        let problem = ReportProblem::TooHigh {
            what: Limited::Score(Force::Squad),
            most: xwing::SQUAD,
        };
        return Err(refused(state, m, "score", Some(score), problem));
    }
    if score < xwing::SQUAD {
        let known = state.list_points(m).into_iter().flatten().min();
        if let Some(points) = known.filter(|list| score > *list) {
            let problem = ReportProblem::SalvoBeyondList { points };
            return Err(refused(state, m, "score", Some(score), problem));
        }
        return Ok(score);
    }
    for (seat, dice) in [(Seat::A, dice[0]), (Seat::B, dice[1])] {
        if let Some(all) = most_dice(state, m, seat).filter(|all| dice != *all) {
            let problem = ReportProblem::SalvoAllDice { seat, dice: all };
            let field = seat.pick("a_dice", "b_dice");
            return Err(refused(state, m, field, Some(dice), problem));
        }
    }
    Ok(score)
}

/// Whether the opponent has offered the same numbers.
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

/// Checks that a report does not contradict the salvo that was rolled. Staff may still report an ending without a salvo, in
/// case the scores were counted wrongly; players must not.
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
    let winner = salvo.winner;
    let refused = |field, value: &str, problem| Err(refused(state, m, field, Some(value), problem));
    match (named, state.salvo_score(m)) {
        (Some((named, _)), _) if named != winner => refused(
            "salvo_winner",
            named.key(),
            ReportProblem::SalvoWinner { winner },
        ),
        (Some((_, reported)), Some(score)) if reported != score => refused(
            "a.score",
            &reported.to_string(),
            ReportProblem::SalvoScore { score },
        ),
        (None, Some(score)) if matches!(by, By::Player(_)) => refused(
            "ending",
            report.ending(),
            ReportProblem::SalvoLeftOut { score, winner },
        ),
        _ => Ok(()),
    }
}

fn refused(
    state: &State,
    m: &Match,
    field: &str,
    value: Option<impl ToString>,
    problem: ReportProblem,
) -> Refusal {
    let refusal = ReportRefusal {
        field: field.to_owned(),
        value: value.map(|value| value.to_string()),
        problem,
        clause: "XW-SALVO",
    };
    ruled_out(state, m, refusal)
}
