//! Who chooses before the game: first player, colour or side, as far as the lists and the bracket decide it. What
//! texts leave to chance is drawn from the seed of the round.

use super::reason::{BeforeGameReason, Subject};
use super::{Explanation, find_match, find_round};
use crate::draws;
use crate::floor::before_game::{BeforeGame, Ground, before_game};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::Refusal;
use crate::sides::{self, Dark};
use crate::state::{Match, Round, State};
use muster_regulations::{Regulation, StageKind};

/// Explains who chooses before the game at a table.
pub fn first(state: &State, number: RoundNo, table: TableNo) -> Result<Explanation, Refusal> {
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let mut explanation = Explanation::new(Subject::BeforeGame {
        round: number,
        table,
    });
    let before = before_game(state, round, m);
    match (state.setup.regulation, round.stage) {
        (Regulation::Conquest, _) => {
            explanation.fact(BeforeGameReason::CoreRules);
        }
        (Regulation::Cardgame, StageKind::Elimination) => side(state, round, m, &mut explanation),
        (Regulation::Cardgame, StageKind::Swiss) => {
            if let Some(dark) = before.player {
                let player = state.named(dark);
                explanation.rule("CG-SWISS-2", BeforeGameReason::DarkFirst { player });
            }
        }
        _ => by_list(state, m, &before, &mut explanation),
    }
    Ok(explanation)
}

fn by_list(state: &State, m: &Match, before: &BeforeGame, explanation: &mut Explanation) {
    let clause = before.clause.unwrap_or_default();
    let choice = before.choice;
    let total = |id: PlayerId| state.player(id).and_then(|p| p.list_points);
    let (Some(chooser), Some(opponent)) =
        (before.player, before.player.and_then(|id| m.opponent(id)))
    else {
        let unknown = [m.a, m.b].into_iter().filter(|id| total(*id).is_none());
        let players = unknown.map(|id| state.named(id)).collect();
        explanation.rule(clause, BeforeGameReason::TotalUnknown { choice, players });
        return;
    };
    let player = state.named(chooser);
    let reason = match before.ground {
        Ground::LowerList { own, other } => BeforeGameReason::LowerTotal {
            choice,
            player,
            total: own,
            opponent: state.named(opponent),
            opponent_total: other,
        },
        _ => BeforeGameReason::EqualTotals {
            choice,
            player,
            total: total(chooser).unwrap_or_default(),
        },
    };
    explanation.rule(clause, reason);
}

fn side(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    if let Some(chooser) = knockout::chooser_of(state, m) {
        let player = state.named(chooser);
        let reason = match m.side(chooser) {
            Some(side) => BeforeGameReason::HigherSeedChose { player, side },
            None => BeforeGameReason::HigherSeed { player },
        };
        explanation.rule("CG-SIDE", reason);
        return;
    }
    let mut before = state.clone();
    before
        .rounds
        .truncate((round.number.0 as usize).saturating_sub(1));
    let [a, b] = [m.a, m.b].map(|id| draws::played(&before, id));
    explanation.rule(
        "CG-SIDE-2",
        BeforeGameReason::SidesPlayed {
            a: state.named(m.a),
            a_played: a,
            b: state.named(m.b),
            b_played: b,
        },
    );
    let Some(dark) = m.dark_seat().map(|seat| m.player(seat)) else {
        return;
    };
    let by_rule = match sides::dark(a, b) {
        Dark::First => Some(m.a),
        Dark::Second => Some(m.b),
        Dark::Random => None,
    };
    let named = state.named(dark);
    let reason = match by_rule {
        Some(player) if player == dark && a.least() == b.least() => {
            BeforeGameReason::GreaterDifference { dark: named }
        }
        Some(player) if player == dark => BeforeGameReason::LeastPlayed { dark: named },
        Some(_) => BeforeGameReason::FinalistsSwitch { dark: named },
        None => BeforeGameReason::SideDrawn { dark: named },
    };
    explanation.rule("CG-SIDE", reason);
}
