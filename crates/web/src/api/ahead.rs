//! Looking ahead: chances, what if, plans. What the pages show, with the same limits: staff see everybody's chances,
//! players their own, and nobody anything of a draft.

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
use muster_regulations::{CustomStructure, CutRule, Regulation, Seat};
use muster_service::ahead::{self, Assumption};
use muster_service::problem::Cause;
use muster_tournament::{Command, PlayerId, TableNo};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// A program waits longer than a page.
const WAIT: Duration = Duration::from_secs(15);

/// What is assumed about the players.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AssumedStrength {
    /// Every match is a coin toss.
    #[default]
    Equal,
    /// Results so far say who is stronger.
    Estimated,
}

impl From<AssumedStrength> for Assumption {
    fn from(strength: AssumedStrength) -> Assumption {
        match strength {
            AssumedStrength::Equal => Assumption::Equal,
            AssumedStrength::Estimated => Assumption::Estimated,
        }
    }
}

/// What is asked of the chances.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// What is assumed about the players; a coin toss if left out.
    #[serde(default)]
    #[param(inline)]
    strength: AssumedStrength,
}

/// Chances, and when the day ends.
#[derive(Serialize, ToSchema)]
pub struct TournamentChances {
    /// How far the journal goes.
    position: u64,
    /// How many times the rest of the tournament was played out.
    simulations: u32,
    /// What was assumed about the players.
    strength: AssumedStrength,
    /// The cut they are about.
    cut: CutRule,
    /// When the round and the day are expected to end.
    expected: Option<Expected>,
    /// Everybody's chances for staff; for a player, only their own.
    players: Vec<PlayerChances>,
}

/// Shows chances.
///
/// How likely each player makes the cut, takes each place and wins. What is `proved` is certain, however the rounds to
/// come are paired and end; what is `sampled` happened in so many continuations. Staff see everybody, players see
/// themselves if the organizer lets them. Drafts and unconfirmed results are not looked at.
#[utoipa::path(
    get, path = "/tournaments/{id}/chances", operation_id = "readChances", tag = "Reading", params(Asked),
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
    let service = &scene.service.ahead;
    let known = service
        .chances(&scene.room, asked.strength.into(), WAIT)
        .await;
    let known = known.ok_or_else(|| Problem::from(Cause::NoChances))?;
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

/// How an open match of the round at hand ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AssumedMatch {
    /// The table.
    table: TableNo,
    /// Who wins; left out in a draw.
    #[serde(default)]
    winner: Option<Seat>,
}

/// What is assumed. Nothing of it is saved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIfRequest {
    /// How open matches of the round at hand end; their scores stay open.
    #[serde(default)]
    matches: Vec<AssumedMatch>,
    /// Players who drop.
    #[serde(default)]
    drops: Vec<PlayerId>,
    /// Another size of the cut.
    #[serde(default)]
    #[schema(minimum = 2)]
    cut: Option<u32>,
    /// What is assumed about the players.
    #[serde(default)]
    strength: AssumedStrength,
}

/// The tournament as it is beside what it would be.
#[derive(Serialize, ToSchema)]
pub struct WhatIfAnswer {
    /// How far the journal goes.
    position: u64,
    /// As it is.
    now: what_if::Outlook,
    /// As it would be.
    then: what_if::Outlook,
    /// What changes at once, a sentence each.
    changes: Vec<String>,
}

/// Compares the tournament with a throw-away copy.
///
/// For staff. Chances, possible pairings, the cut as it stands and the schedule, as they are and as they would be. To
/// preview a result with its score, or a correction, use `previewCommand`.
#[utoipa::path(
    post, path = "/tournaments/{id}/what-if", operation_id = "askWhatIf", tag = "Reading", request_body = WhatIfRequest,
    responses((status = 200, description = "Both, side by side.", body = WhatIfAnswer))
)]
pub async fn compare(
    scene: Scene,
    sent: Sent<WhatIfRequest>,
) -> Result<Json<WhatIfAnswer>, Problem> {
    scene.leaders_only()?;
    let asked = sent.value;
    let drop = |player: PlayerId| Command::Drop { player };
    let assumed = Assumed {
        matches: asked
            .matches
            .into_iter()
            .map(|one| Decided {
                table: one.table,
                winner: one.winner,
            })
            .collect(),
        commands: asked.drops.into_iter().map(drop).collect(),
        cut: asked.cut.map(CutRule::Top),
    };
    let ahead = &scene.service.ahead;
    let compared = ahead
        .compare(&scene.service, &scene.room, assumed, asked.strength.into())
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

/// What is planned.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlanAsked {
    /// How many players come.
    #[param(minimum = 2, maximum = 2000)]
    players: u32,
    /// Swiss rounds of a structure of your own, to compare.
    rounds: Option<u32>,
    /// The size of its cut.
    cut: Option<u32>,
    /// Minutes between rounds; 15 if left out.
    between: Option<u32>,
    /// Minutes of a longer break.
    lunch: Option<u32>,
    /// The round after which it is.
    lunch_after: Option<u32>,
}

/// The most players a plan is made for on request.
pub const MOST_PLAYERS: u32 = 2_000;

/// What each structure means for so many players.
#[derive(Serialize, ToSchema)]
pub struct StructurePlans {
    /// The printed structures that fit, then the organizer's own.
    structures: Vec<Outlook>,
}

/// Compares the structures of a regulation for a number of players.
///
/// Rounds, cut, tables, the day with its breaks, how many stay undefeated, how often the best player misses the cut, how
/// often two players must meet again or players of different points must meet.
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
