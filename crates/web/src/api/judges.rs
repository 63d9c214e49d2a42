//! The judges' desk: calls, rulings, conduct, components, proxies and fortressing, and prompts for the staff.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::response::Response;
use muster_tournament::floor::judges::{Call, Conduct, Fort, Loss, Proxy, Ruling};
use muster_tournament::floor::prompts::prompts;
use muster_tournament::{PlayerId, RoundNo, State, TableNo};
use muster_words::prompts::{PromptInWords, in_words};
use serde::Serialize;
use utoipa::ToSchema;

/// Everything recorded at the judges' desk.
#[derive(Serialize, ToSchema)]
pub struct JudgesDesk {
    /// Number of the journal's last line.
    position: u64,
    /// What needs somebody's attention, most urgent first.
    prompts: Vec<PromptInWords>,
    /// Calls, in order.
    calls: Vec<Call>,
    /// Rulings, in order.
    rulings: Vec<Ruling>,
    /// Warnings, game losses, recommendations and decisions to keep a player, in order.
    conduct: Vec<Conduct>,
    /// Lost components, in order.
    losses: Vec<Loss>,
    /// Proxies for damaged cards, in order.
    proxies: Vec<Proxy>,
    /// Checks for fortressing, in order.
    forts: Vec<Fort>,
}

/// Get the judges' desk.
///
/// Staff see everything. Players see calls and rulings at their own tables, and their own proxies.
#[utoipa::path(
    get, path = "/tournaments/{id}/judges", operation_id = "readJudgesDesk", tag = "Rounds",
    responses((status = 200, description = "Records and prompts.", body = JudgesDesk))
)]
pub async fn judges(scene: Scene, known: Known) -> Result<Response, Problem> {
    let own = match scene.here {
        Here::Staff(..) => None,
        _ => Some(scene.player()?),
    };
    answer::read(&scene, &known, |t| {
        let state = t.state();
        if let Some(player) = own {
            return Ok(of_player(state, player));
        }
        let desk = state.judges.clone();
        Ok(JudgesDesk {
            position: state.position,
            prompts: in_words(&prompts(state)),
            calls: desk.calls,
            rulings: desk.rulings,
            conduct: desk.conduct,
            losses: desk.losses,
            proxies: desk.proxies,
            forts: desk.forts,
        })
    })
}

/// What a player's phone shows: records about tables that the player sat at.
fn of_player(state: &State, player: PlayerId) -> JudgesDesk {
    let desk = &state.judges;
    let sat = |round: RoundNo, table: TableNo| {
        let round = state.round(round);
        let m = round.and_then(|round| round.table(table));
        m.is_some_and(|m| m.seat(player).is_some())
    };
    let calls = desk.calls.iter();
    let rulings = desk.rulings.iter();
    let proxies = desk.proxies.iter();
    JudgesDesk {
        position: state.position,
        prompts: Vec::new(),
        calls: calls
            .filter(|call| sat(call.round, call.table))
            .cloned()
            .collect(),
        rulings: rulings
            .filter(|ruling| sat(ruling.round, ruling.table))
            .cloned()
            .collect(),
        conduct: Vec::new(),
        losses: Vec::new(),
        proxies: proxies
            .filter(|proxy| proxy.player == player)
            .cloned()
            .collect(),
        forts: Vec::new(),
    }
}
