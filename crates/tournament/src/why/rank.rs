//! Why a player has a rank, and why a player is in the cut or not: the first thing that differs, and everything that
//! was tied before it. Relies on the standings; promises exact values, never the rounded ones that are shown.

use super::reason::{CutReason, RankReason, ScheduleTerm, Subject, TiebreakerValue};
use super::{Explanation, bracket, bye, find_player};
use crate::decide;
use crate::ids::PlayerId;
use crate::knockout::{self, Mismatch};
use crate::refusal::{PlayerProblem, Refusal};
use crate::standings::{self, Decision, Row, Standings};
use crate::state::{RoundStatus, State, Status};
use muster_regulations::{CutRule, Regulation, Tiebreaker};

/// Explains the rank of a player in the standings as they are.
pub fn rank(state: &State, player: PlayerId) -> Result<Explanation, Refusal> {
    find_player(state, player)?;
    let standings = standings::standings(state);
    let Some(at) = place(&standings, player) else {
        return Err(Refusal::Player {
            name: state.name(player),
            problem: PlayerProblem::NotRanked,
        });
    };
    let row = &standings.rows[at];
    let named = state.named(player);
    let mut explanation = Explanation::new(match row.rank {
        Some(rank) => Subject::Rank {
            player: named,
            rank,
            of: standings.rows.len(),
            points: row.points,
        },
        None => Subject::NoRank {
            player: named,
            points: row.points,
        },
    });
    bracket::place_of(state, player, &mut explanation);
    earned(state, player, &mut explanation);
    schedule(state, &standings, row, &mut explanation);
    if let Some(above) = at.checked_sub(1).and_then(|at| standings.rows.get(at)) {
        compare(state, above, row, &mut explanation);
    }
    if let Some(below) = standings.rows.get(at + 1) {
        compare(state, row, below, &mut explanation);
    }
    Ok(explanation)
}

fn place(standings: &Standings, player: PlayerId) -> Option<usize> {
    standings.rows.iter().position(|row| row.player == player)
}

/// Round by round, what gave the points.
fn earned(state: &State, player: PlayerId, explanation: &mut Explanation) {
    let regulation = state.setup.regulation;
    for round in state
        .swiss_rounds()
        .filter(|round| round.status > RoundStatus::Draft)
    {
        let number = round.number;
        let counts = round.status == RoundStatus::Finished
            || round.matches.iter().any(|m| m.counted().is_some());
        if round.byes.contains(&player) && counts {
            let other = state.recorded.as_ref().and_then(|s| s.bye(number, player));
            match other {
                Some(award) => explanation.fact(RankReason::RecordedBye {
                    round: number,
                    award,
                }),
                None => explanation.rule(
                    bye::award_clause(regulation),
                    RankReason::Bye {
                        round: number,
                        award: regulation.bye(),
                    },
                ),
            }
        } else if let Some(m) = round.match_of(player) {
            let (Some(seat), Some(other)) = (m.seat(player), m.opponent(player)) else {
                continue;
            };
            let opponent = state.named(other);
            explanation.fact(match m.counted() {
                Some(outcome) => RankReason::Played {
                    round: number,
                    opponent,
                    award: outcome.of(seat),
                },
                None => RankReason::NoResult {
                    round: number,
                    opponent,
                },
            });
        } else if counts && !round.byes.contains(&player) {
            explanation.rule(
                "DROP-2",
                RankReason::Unpaired {
                    round: number,
                    award: regulation.unpaired_loss(),
                },
            );
        }
    }
}

/// How the strength of schedule comes about, opponent by opponent.
fn schedule(state: &State, standings: &Standings, row: &Row, explanation: &mut Explanation) {
    let strength = row
        .values
        .iter()
        .find(|value| value.tiebreaker == Tiebreaker::StrengthOfSchedule);
    let Some(strength) = strength else { return };
    let met = state.swiss_rounds().filter_map(|round| {
        let m = round.match_of(row.player)?;
        m.counted()?;
        m.opponent(row.player)
    });
    let opponents: Vec<ScheduleTerm> = met
        .filter_map(|id| standings.rows.iter().find(|row| row.player == id))
        .map(|row| ScheduleTerm {
            opponent: state.named(row.player),
            points: row.points,
            rounds: row.played,
        })
        .collect();
    if !opponents.is_empty() {
        let strength = strength.exact.to_string();
        explanation.rule(
            "TB-SOS",
            RankReason::Schedule {
                strength,
                opponents,
            },
        );
    }
    if row.record.byes > 0 {
        explanation.rule("TB-1", RankReason::ByeHasNoOpponent);
    }
}

/// Says why one row is above another: the first thing that differs, after all that is tied.
fn compare(state: &State, above: &Row, below: &Row, explanation: &mut Explanation) {
    let regulation = state.setup.regulation;
    let [upper, lower] = [above, below].map(|row| state.named(row.player));
    match standings::deciding(above, below) {
        Decision::Rank => explanation.rule("DROP-3", RankReason::Disqualified { player: lower }),
        Decision::Points { above, below } => explanation.rule(
            points_clause(regulation),
            RankReason::Points {
                upper,
                points: above,
                lower,
                lower_points: below,
            },
        ),
        Decision::Tiebreaker {
            above: value,
            below: other,
        } => {
            let tiebreaker = value.tiebreaker;
            tied(state, [above, below], Some(tiebreaker), explanation);
            let reason = match (tiebreaker, state.tiebreak) {
                (Tiebreaker::Random, Some(seed)) => RankReason::Random {
                    upper,
                    number: standings::drawn_number(seed, above.player),
                    lower,
                    lower_number: standings::drawn_number(seed, below.player),
                    seed,
                },
                (Tiebreaker::Random, None) => RankReason::RandomUnknown { upper, lower },
                _ => RankReason::Tiebreaker {
                    upper,
                    lower,
                    tiebreaker,
                    value: value.exact.to_string(),
                    lower_value: other.exact.to_string(),
                },
            };
            explanation.rule(clause_of(regulation, tiebreaker), reason);
        }
        Decision::Number => {
            tied(state, [above, below], None, explanation);
            explanation.fact(match &state.recorded {
                Some(source) => RankReason::Elsewhere {
                    upper,
                    lower,
                    program: source.program.clone(),
                },
                None => RankReason::Registered { upper, lower },
            });
        }
    }
}

/// Says in what two players are tied before something decides.
fn tied(state: &State, rows: [&Row; 2], until: Option<Tiebreaker>, explanation: &mut Explanation) {
    let [above, below] = rows;
    let values = above.values.iter().take_while(|value| {
        Some(value.tiebreaker) != until && value.tiebreaker != Tiebreaker::Random
    });
    explanation.fact(RankReason::Tied {
        upper: state.named(above.player),
        lower: state.named(below.player),
        points: above.points,
        tiebreakers: values
            .map(|value| TiebreakerValue {
                tiebreaker: value.tiebreaker,
                value: value.exact.to_string(),
            })
            .collect(),
    });
}

/// The clause that makes a tiebreaker count.
pub(super) fn clause_of(regulation: Regulation, tiebreaker: Tiebreaker) -> &'static str {
    match tiebreaker {
        Tiebreaker::StrengthOfSchedule => "TB-SOS",
        Tiebreaker::ExtendedStrengthOfSchedule => "TB-ESOS",
        Tiebreaker::Random => "TB-RANDOM",
        Tiebreaker::MarginOfVictory
        | Tiebreaker::AverageMargin
        | Tiebreaker::ExtendedAverageMargin
        | Tiebreaker::PointsDefeated
        | Tiebreaker::VictoryTokens => match regulation {
            Regulation::Xwing => "XW-TB",
            Regulation::Armada => "AR-TB",
            Regulation::Legion => "LE-TB",
            Regulation::Conquest => "GC-TB",
            Regulation::Cardgame => "CG-TB",
        },
    }
}

/// The clause that gives points for matches.
fn points_clause(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "XW-POINTS",
        Regulation::Armada => "AR-POINTS",
        Regulation::Legion => "LE-POINTS",
        Regulation::Conquest => "GC-POINTS",
        Regulation::Cardgame => "CG-POINTS",
    }
}

/// Explains why a player is in the cut, or is not; before the cut is made, by the standings so far.
pub fn cut(state: &State, player: PlayerId) -> Result<Explanation, Refusal> {
    find_player(state, player)?;
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        let mut explanation = Explanation::new(Subject::NoCut);
        explanation.rule("PAIR-1", CutReason::None);
        return Ok(explanation);
    }
    let (inside, made) = match &state.knockout {
        Some(knockout) => (knockout.seeds.clone(), true),
        None => (decide::qualified(state, rule), false),
    };
    let standings = standings::standings(state);
    let row_of = |id: PlayerId| standings.rows.iter().find(|row| row.player == id);
    let seed = inside.iter().position(|id| *id == player);
    let named = state.named(player);
    let mut explanation = Explanation::new(match (seed.map(|index| index + 1), made) {
        (Some(seed), true) => Subject::InCut {
            player: named,
            seed,
        },
        (None, true) => Subject::NotInCut { player: named },
        (Some(seed), false) => Subject::WouldBeInCut {
            player: named,
            seed,
        },
        (None, false) => Subject::WouldNotBeInCut { player: named },
    });
    if seed.is_none() && has_left(state, player, &mut explanation) {
        return Ok(explanation);
    }
    match rule {
        CutRule::None => {}
        CutRule::Top(size) => explanation.rule("CUT-1", CutReason::Top { size }),
        CutRule::Points(least) => explanation.rule("CUT-3", CutReason::Points { least }),
    }
    // The player at the line on the other side of it.
    let rival = match seed {
        Some(_) => standings
            .rows
            .iter()
            .find(|row| !inside.contains(&row.player) && is_in_line(state, row.player)),
        None => inside.last().and_then(|last| row_of(*last)),
    };
    if let (Some(own), Some(rival)) = (place(&standings, player), rival) {
        // Whoever is above by the standings is named first, whether or not the seeds agree.
        let rival = place(&standings, rival.player).unwrap_or(own);
        let [upper, lower] = [own.min(rival), own.max(rival)].map(|at| &standings.rows[at]);
        if own != rival {
            compare(state, upper, lower, &mut explanation);
        }
    }
    if let Some(mismatch) = knockout::mismatch(state) {
        differs(state, &mismatch, player, &mut explanation);
    }
    Ok(explanation)
}

/// Says that the standings were corrected after the cut, and what that means for a player.
fn differs(state: &State, mismatch: &Mismatch, player: PlayerId, explanation: &mut Explanation) {
    let seed = mismatch.seeds.iter().position(|id| *id == player);
    let player = state.named(player);
    explanation.rule(
        "CUT-1",
        match seed {
            Some(index) => CutReason::WouldBeIn {
                player,
                seed: index + 1,
            },
            None => CutReason::WouldNotBeIn { player },
        },
    );
    let made = state.knockout.as_ref().and_then(|k| k.cut.as_ref());
    explanation.fact(match made.and_then(|made| made.kept.as_ref()) {
        Some(kept) if mismatch.is_kept => CutReason::Kept {
            by: state.actor(kept.given.by),
            reason: kept.reason.clone(),
        },
        _ => CutReason::Undecided,
    });
}

/// Says that a player who has left is passed over; returns whether that is so.
fn has_left(state: &State, player: PlayerId, explanation: &mut Explanation) -> bool {
    if is_in_line(state, player) {
        return false;
    }
    let disqualified = state
        .player(player)
        .is_some_and(|p| p.status == Status::Disqualified);
    let named = state.named(player);
    if disqualified {
        explanation.rule("DROP-3", CutReason::Disqualified { player: named });
    } else {
        explanation.rule("DROP-1", CutReason::Dropped { player: named });
    }
    true
}

/// Whether a cut looks at a player.
fn is_in_line(state: &State, player: PlayerId) -> bool {
    state
        .player(player)
        .is_some_and(|p| matches!(p.status, Status::Active | Status::CutOff))
}
