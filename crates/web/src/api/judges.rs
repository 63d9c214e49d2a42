//! The judges' desk: calls, rulings, conduct, components, proxies and fortressing, and what waits for somebody.

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

/// Everything the judges' desk has noted.
#[derive(Serialize, ToSchema)]
pub struct JudgesDesk {
    /// How far the journal goes.
    position: u64,
    /// What waits for somebody, the weightiest first.
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

/// Shows the judges' desk: all of it for leaders; calls from one's own table, rulings at it and proxies of one's own for a
/// player.
#[utoipa::path(
    get, path = "/tournaments/{id}/judges", operation_id = "readJudgesDesk", tag = "Reading",
    responses((status = 200, description = "What was noted, and what waits.", body = JudgesDesk))
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

/// What a player's phone shows of it: what concerns the tables that the player sat at.
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
