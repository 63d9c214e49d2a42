//! The judges' desk: calls, rulings, conduct, components, proxies and fortressing, and what waits for somebody.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_tournament::floor::judges::{Call, Conduct, Fort, Loss, Proxy, Ruling};
use muster_tournament::floor::prompts::{Prompt, prompts};
use serde::Serialize;
use utoipa::ToSchema;

/// Everything the judges' desk has noted.
#[derive(Serialize, ToSchema)]
pub struct JudgesDesk {
    /// How far the journal goes.
    position: u64,
    /// What waits for somebody, the weightiest first.
    prompts: Vec<Prompt>,
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

/// Shows the judges' desk; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/judges", tag = "Reading",
    responses((status = 200, description = "What was noted, and what waits.", body = JudgesDesk))
)]
pub async fn judges(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let desk = state.judges.clone();
        Ok(JudgesDesk {
            position: state.position,
            prompts: prompts(state),
            calls: desk.calls,
            rulings: desk.rulings,
            conduct: desk.conduct,
            losses: desk.losses,
            proxies: desk.proxies,
            forts: desk.forts,
        })
    })
}
