//! Why a player has a rank, and why a player is in the cut or not: the first thing that differs, and everything that
//! was level before it. Relies on the standings; promises exact values, never the rounded ones that are shown.

use super::words::{self, award, points};
use super::{Explanation, bracket, bye, find_player};
use crate::decide;
use crate::ids::PlayerId;
use crate::knockout::{self, Mismatch};
use crate::refusal::{PlayerProblem, Refusal};
use crate::shown::words::ordinal;
use crate::standings::{self, Decision, Row, Standings};
use crate::state::{RoundStatus, State, Status};
use muster_regulations::{CutRule, Regulation, Tiebreaker};

/// Explains the rank of a player in the standings as they are.
pub fn rank(state: &State, player: PlayerId) -> Result<Explanation, Refusal> {
    find_player(state, player)?;
    let standings = standings::standings(state);
    let name = state.name(player);
    let Some(at) = place(&standings, player) else {
        return Err(Refusal::Player {
            name,
            problem: PlayerProblem::NotRanked,
        });
    };
    let row = &standings.rows[at];
    let rank = match row.rank {
        Some(rank) => format!(
            "is {} of {} in the Swiss standings",
            ordinal(rank),
            standings.rows.len()
        ),
        None => "has no rank".to_owned(),
    };
    let mut explanation = Explanation::new(format!("{name} {rank} with {}", points(row.points)));
    bracket::place_of(state, player, &mut explanation);
    earned(state, player, &mut explanation);
    schedule(state, &standings, row, &mut explanation);
    if let Some(above) = at.checked_sub(1).and_then(|at| standings.rows.get(at)) {
        explanation.fact(format!("Below {}:", state.name(above.player)));
        compare(state, above, row, &mut explanation);
    }
    if let Some(below) = standings.rows.get(at + 1) {
        explanation.fact(format!("Above {}:", state.name(below.player)));
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
            let given = award(other.unwrap_or(regulation.bye()));
            match other {
                Some(_) => {
                    explanation.fact(format!("Round {number}: the bye as recorded, {given}."))
                }
                None => explanation.rule(
                    bye::award_clause(regulation),
                    format!("Round {number}: the bye, {given}."),
                ),
            }
        } else if let Some(m) = round.match_of(player) {
            let (Some(seat), Some(other)) = (m.seat(player), m.opponent(player)) else {
                continue;
            };
            let against = state.name(other);
            explanation.fact(match m.counted() {
                Some(outcome) => {
                    format!(
                        "Round {number} against {against}: {}.",
                        award(outcome.of(seat))
                    )
                }
                None => format!("Round {number} against {against}: no result that counts yet."),
            });
        } else if counts && !round.byes.contains(&player) {
            explanation.rule(
                "DROP-2",
                format!(
                    "Round {number}: not paired, {}.",
                    award(regulation.unpaired_loss())
                ),
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
    let terms: Vec<String> = met
        .filter_map(|id| standings.rows.iter().find(|row| row.player == id))
        .map(|row| format!("{} {}/{}", state.name(row.player), row.points, row.played))
        .collect();
    if !terms.is_empty() {
        explanation.rule(
            "TB-SOS",
            format!(
                "Strength of schedule {}: the mean of the opponents' points over rounds played, {}.",
                strength.exact,
                words::listed(&terms)
            ),
        );
    }
    if row.record.byes > 0 {
        explanation.rule("TB-1", "The bye is a round played, but no opponent.");
    }
}

/// Says why one row stands above another: the first thing that differs, after all that is level.
fn compare(state: &State, upper: &Row, lower: &Row, explanation: &mut Explanation) {
    let regulation = state.setup.regulation;
    let [one, two] = [upper, lower].map(|row| state.name(row.player));
    let over = format!("{one} is above {two}");
    match standings::deciding(upper, lower) {
        Decision::Rank => {
            explanation.rule("DROP-3", format!("{two} was disqualified and has no rank."))
        }
        Decision::Points { above, below } => explanation.rule(
            points_clause(regulation),
            format!("{over} by points: {above} against {below}."),
        ),
        Decision::Tiebreaker { above, below } => {
            level(upper, Some(above.tiebreaker), &one, &two, explanation);
            let what = words::tiebreaker(above.tiebreaker);
            match above.tiebreaker {
                Tiebreaker::Random => by_lot(state, &over, [upper, lower], explanation),
                tiebreaker => explanation.rule(
                    clause_of(regulation, tiebreaker),
                    format!("{over} by {what}: {} against {}.", above.exact, below.exact),
                ),
            }
        }
        Decision::Number => {
            level(upper, None, &one, &two, explanation);
            explanation.fact(match &state.recorded {
                Some(source) => format!(
                    "{over} because {} put them in this order; its draw is not known.",
                    source.program
                ),
                None => format!("{over} because {one} registered earlier; no draw was made yet."),
            });
        }
    }
}

/// Says in what two players are level before something decides.
fn level(
    row: &Row,
    until: Option<Tiebreaker>,
    one: &str,
    two: &str,
    explanation: &mut Explanation,
) {
    let mut level = vec![points(row.points)];
    for value in &row.values {
        if Some(value.tiebreaker) == until || value.tiebreaker == Tiebreaker::Random {
            break;
        }
        level.push(format!(
            "{} {}",
            words::tiebreaker(value.tiebreaker),
            value.exact
        ));
    }
    explanation.fact(format!(
        "{one} and {two} are level on {}.",
        words::listed(&level)
    ));
}

/// Says plainly that chance decided, and how to check it.
fn by_lot(state: &State, over: &str, rows: [&Row; 2], explanation: &mut Explanation) {
    let proof = state.tiebreak.map_or_else(String::new, |seed| {
        let [a, b] = rows.map(|row| standings::drawn_number(seed, row.player));
        format!(
            " The lower number is first, {a} before {b}; both follow from the seed {seed}, drawn once at the start: \
             `muster verify` draws it again and compares."
        )
    });
    explanation.rule(
        "TB-RANDOM",
        format!("{over} by nothing but the random tiebreak.{proof}"),
    );
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

/// Explains why a player is in the cut, or is not; before the cut is made, as it stands now.
pub fn cut(state: &State, player: PlayerId) -> Result<Explanation, Refusal> {
    find_player(state, player)?;
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        let mut explanation = Explanation::new("This tournament has no cut");
        explanation.rule("PAIR-1", "The structure announced at the start has none.");
        return Ok(explanation);
    }
    let (inside, is_in, is_out) = match &state.knockout {
        Some(knockout) => (knockout.seeds.clone(), "is", "is not"),
        None => (decide::qualified(state, rule), "would be", "would not be"),
    };
    let name = state.name(player);
    let standings = standings::standings(state);
    let row_of = |id: PlayerId| standings.rows.iter().find(|row| row.player == id);
    let seed = inside.iter().position(|id| *id == player);
    let mut explanation = Explanation::new(match seed {
        Some(index) => format!("{name} {is_in} in the cut as seed {}", index + 1),
        None => format!("{name} {is_out} in the cut"),
    });
    if seed.is_none() && has_left(state, player, &mut explanation) {
        return Ok(explanation);
    }
    let (clause, text) = rule_in_words(rule);
    explanation.rule(clause, text);
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
    let name = state.name(player);
    let now = match mismatch.seeds.iter().position(|id| *id == player) {
        Some(index) => format!("{name} would be in as seed {}", index + 1),
        None => format!("{name} would not be in"),
    };
    explanation.rule(
        "CUT-1",
        format!("The standings were corrected after the cut; by them {now}."),
    );
    let made = state.knockout.as_ref().and_then(|k| k.cut.as_ref());
    match made.and_then(|made| made.kept.as_ref()) {
        Some(kept) if mismatch.is_kept => explanation.fact(format!(
            "{} kept the cut as it was made: {}",
            state.actor(kept.given.by),
            kept.reason
        )),
        _ => explanation.fact("Nobody has decided yet whether the cut is made again or kept."),
    }
}

/// Says that a player who has left is passed over; returns whether that is so.
fn has_left(state: &State, player: PlayerId, explanation: &mut Explanation) -> bool {
    if is_in_line(state, player) {
        return false;
    }
    let disqualified = state
        .player(player)
        .is_some_and(|p| p.status == Status::Disqualified);
    let (clause, why) = if disqualified {
        ("DROP-3", "was disqualified")
    } else {
        ("DROP-1", "has left the tournament")
    };
    let name = state.name(player);
    explanation.rule(clause, format!("{name} {why} and is passed over."));
    true
}

/// Whether a cut looks at a player.
fn is_in_line(state: &State, player: PlayerId) -> bool {
    state
        .player(player)
        .is_some_and(|p| matches!(p.status, Status::Active | Status::CutOff))
}

fn rule_in_words(rule: CutRule) -> (&'static str, String) {
    match rule {
        CutRule::None => ("PAIR-1", "There is no cut.".to_owned()),
        CutRule::Top(size) => (
            "CUT-1",
            format!(
                "The top {size} of the standings go on; players who have left are passed over."
            ),
        ),
        CutRule::Points(least) => (
            "CUT-3",
            format!("Everybody with at least {} goes on.", points(least)),
        ),
    }
}
