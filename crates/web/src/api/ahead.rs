//! Forecasts: chances, what-if comparisons and plans, with the limits of the pages: staff see everybody's chances, players
//! only their own, and nobody sees anything of a draft.

use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::Json;
use axum::extract::{Query, State};
use muster_forecast::chances::PlayerChances;
use muster_forecast::planner::{Breaks, LongBreak, Outlook, Question};
use muster_forecast::schedule::Expected;
use muster_forecast::what_if::{self, Assumed, Decided};
use muster_regulations::{CustomStructure, CutRule, Regulation};
use muster_service::ahead::{self, Assumption};
use muster_service::problem::Cause;
use muster_tournament::{Command, PlayerId};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// How long a program may wait for chances: longer than a page.
const WAIT: Duration = Duration::from_secs(15);

/// The query of `readChances`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// How player strength is modeled. Default: `equal`.
    #[serde(default)]
    #[param(inline)]
    strength: Assumption,
}

/// Chances, and when the day is expected to end.
#[derive(Serialize, ToSchema)]
pub struct TournamentChances {
    /// Number of the journal's last line.
    position: u64,
    /// How often the rest of the tournament was simulated.
    simulations: u32,
    /// How player strength was modeled.
    strength: Assumption,
    /// The cut that `players` refers to.
    cut: CutRule,
    /// When the round and the day are expected to end.
    expected: Option<Expected>,
    /// Everybody's chances for staff; for a player, only their own.
    players: Vec<PlayerChances>,
}

/// Get chances.
///
/// How likely each player is to make the cut, to finish in each place and to win. `proved` chances are certain, however the
/// remaining rounds are paired and end; `sampled` ones count simulations. Staff see everybody. Players see only themselves,
/// and only if the organizer allows it. Drafts and unconfirmed results are ignored.
#[utoipa::path(
    get, path = "/tournaments/{id}/chances", operation_id = "readChances", tag = "Standings", params(Asked),
    responses((status = 200, description = "The chances.", body = TournamentChances))
)]
pub async fn chances(
    scene: Scene,
    Query(asked): Query<Asked>,
) -> Result<Json<TournamentChances>, Problem> {
    let only = match scene.here {
        Here::Staff(..) => None,
        Here::Player(id) if scene.settings.phone_chances => Some(id),
        Here::Player(_) => {
            return Err(Cause::ChancesHidden.into());
        }
        Here::Spectator => {
            return Err(Cause::ChancesNotYours.into());
        }
    };
    let forecasts = &scene.service.ahead;
    let known = forecasts.chances(&scene.room, asked.strength, WAIT).await;
    let known = known.ok_or(Cause::NoChances)?;
    let expected = scene.room.read(|t| match only {
        None => ahead::expected(&scene.service, t.state()),
        Some(_) => crate::parts::ahead::expected_by_all(&scene, t.state()),
    });
    let chances = &known.chances;
    let shown = chances.players.iter();
    let shown = shown.filter(|own| only.is_none_or(|id| own.player == id));
    Ok(Json(TournamentChances {
        position: known.position,
        simulations: chances.simulations,
        strength: asked.strength,
        cut: chances.cut,
        expected,
        players: shown.cloned().collect(),
    }))
}

/// Assumptions to compare with the tournament. Nothing is saved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIfRequest {
    /// Assumed results of open matches in the current round; their scores stay open.
    #[serde(default)]
    matches: Vec<Decided>,
    /// Players who drop.
    #[serde(default)]
    drops: Vec<PlayerId>,
    /// A different cut size.
    #[serde(default)]
    #[schema(minimum = 2)]
    cut: Option<u32>,
    /// How player strength is modeled.
    #[serde(default)]
    strength: Assumption,
}

/// The tournament as it is, and as it would be.
#[derive(Serialize, ToSchema)]
pub struct WhatIfAnswer {
    /// Number of the journal's last line.
    position: u64,
    /// As it is.
    now: what_if::Outlook,
    /// As it would be.
    then: what_if::Outlook,
    /// What changes immediately, one sentence each.
    changes: Vec<String>,
}

/// Compare what-if scenarios.
///
/// Staff only. Returns chances, possible pairings, the current cut and the schedule, as they are and as they would be. To
/// preview a result with its score, or a correction, use `previewCommand`.
#[utoipa::path(
    post, path = "/tournaments/{id}/what-if", operation_id = "askWhatIf", tag = "Standings", request_body = WhatIfRequest,
    responses((status = 200, description = "Both, side by side.", body = WhatIfAnswer))
)]
pub async fn compare(
    scene: Scene,
    sent: Sent<WhatIfRequest>,
) -> Result<Json<WhatIfAnswer>, Problem> {
    scene.staff_only()?;
    let asked = sent.value;
    let drop = |player: PlayerId| Command::Drop { player };
    let assumed = Assumed {
        matches: asked.matches,
        commands: asked.drops.into_iter().map(drop).collect(),
        cut: asked.cut.map(CutRule::Top),
    };
    let ahead = &scene.service.ahead;
    let compared = ahead
        .compare(&scene.service, &scene.room, assumed, asked.strength)
        .await?;
    let (position, changes) = scene.room.read(|t| {
        let state = t.state();
        let lines = muster_words::impact::lines(&compared.impact, state);
        (state.position, lines)
    });
    Ok(Json(WhatIfAnswer {
        position,
        now: compared.now,
        then: compared.then,
        changes,
    }))
}

/// The query of `planTournament`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlanAsked {
    /// Number of players.
    #[param(minimum = 2, maximum = 2000)]
    players: u32,
    /// Swiss rounds of a custom structure to compare.
    rounds: Option<u32>,
    /// Cut size of the custom structure.
    cut: Option<u32>,
    /// Minutes between rounds. Default: 15.
    between: Option<u32>,
    /// Minutes of a long break.
    lunch: Option<u32>,
    /// The round that the long break follows.
    lunch_after: Option<u32>,
}

/// The largest number of players in a plan.
pub const MOST_PLAYERS: u32 = 2_000;

/// What each structure means for this number of players.
#[derive(Serialize, ToSchema)]
pub struct StructurePlans {
    /// The printed structures that fit, then the custom one.
    structures: Vec<Outlook>,
}

/// Compare structures.
///
/// For each structure of the regulation: rounds, cut, tables, the schedule with its breaks, how many players stay
/// undefeated, and how often the best player misses the cut, a rematch is unavoidable, or players with different points
/// must meet.
#[utoipa::path(
    get, path = "/regulations/{regulation}/plan", operation_id = "planTournament", tag = "Regulations", params(PlanAsked),
    responses((status = 200, description = "The plans.", body = StructurePlans))
)]
pub async fn plan(
    State(app): State<Shared>,
    axum::extract::Path(text): axum::extract::Path<String>,
    Query(asked): Query<PlanAsked>,
) -> Result<Json<StructurePlans>, Problem> {
    let regulation: Regulation = super::regulations::named(&text)?;
    if !(2..=MOST_PLAYERS).contains(&asked.players) {
        return Err(Cause::PlanPlayers { most: MOST_PLAYERS }.into());
    }
    let long = asked.lunch.zip(asked.lunch_after);
    let long = long.map(|(minutes, after_round)| LongBreak {
        after_round,
        minutes,
    });
    let question = Question {
        regulation,
        players: asked.players,
        custom: asked.rounds.map(|rounds| CustomStructure {
            rounds,
            cut: asked.cut.map_or(CutRule::None, CutRule::Top),
        }),
        breaks: Breaks {
            between: asked.between.unwrap_or(15).min(24 * 60),
            long: long.into_iter().collect(),
        },
        seed: 1,
    };
    let structures = app.ahead.plan(question).await?;
    Ok(Json(StructurePlans { structures }))
}
