//! What needs attention besides the next step: calls, appeals, players in question, components, fortressing. Only reads
//! the state; promises that a command can answer each prompt.

use super::judges::RulingNo;
use super::judges::{self, FortStage, LossStage};
use crate::codes::codes;
use crate::ids::{PlayerId, TableNo};
use crate::knockout;
use crate::log::Named;
use crate::next::CutChange;
use crate::state::{MatchStatus, RoundStatus, State, Status};
use muster_regulations::{Regulation, StageKind};
use serde::Serialize;

/// Something that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub kind: PromptKind,
    pub request: PromptRequest,
    /// The number of the call, ruling, loss or check that it is about.
    pub number: Option<u32>,
    pub table: Option<TableNo>,
    pub player: Option<PlayerId>,
    pub clause: Option<&'static str>,
}

/// What needs to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PromptRequest {
    /// The corrected standings give a different cut: make it again, or keep it.
    CutAgainOrKeep(CutChange),
    /// The corrected standings give a different cut, but it can no longer be made again.
    KeepCut(CutChange),
    /// A player was recommended for removal.
    Recommended {
        player: Named,
        regulation: Regulation,
    },
    /// A player has many warnings.
    Warned { player: Named, warnings: usize },
    /// A ruling is appealed.
    Appeal {
        table: TableNo,
        ruling: RulingNo,
        regulation: Regulation,
    },
    /// A card is missing during the game: there is no time to look for it.
    ConcedeDeck { player: Named, what: String },
    /// A player has time to look for a component.
    Looking {
        player: Named,
        what: String,
        minutes: u32,
    },
    /// A component is still missing after the round.
    StillMissing { player: Named, what: String },
    /// A judge checks whether ships are fortressing.
    FortressingLook { table: TableNo, player: Named },
    /// The head decides whether a player is fortressing.
    FortressingDecide {
        table: TableNo,
        player: Named,
        regulation: Regulation,
    },
    /// A judge checks again after the next activation phase.
    FortressingLookAgain { table: TableNo, player: Named },
    /// A player claims an ending that staff confirm.
    Claim {
        table: TableNo,
        by: String,
        ending: String,
        regulation: Regulation,
    },
    /// A player claims an ending that the head confirms.
    ClaimForHead {
        table: TableNo,
        by: String,
        ending: String,
        regulation: Regulation,
    },
    /// A player left a table with a report that nobody has confirmed.
    LeftReported { table: TableNo, players: Vec<Named> },
    /// A player left a table without a report.
    Left {
        table: TableNo,
        players: Vec<Named>,
        regulation: Regulation,
        stage: StageKind,
    },
    /// A table calls a judge.
    Call { table: TableNo, reason: String },
}

codes!(PromptRequest {
    PromptRequest::CutAgainOrKeep(_) => "prompt.cut-again-or-keep",
    PromptRequest::KeepCut(_) => "prompt.keep-cut",
    PromptRequest::Recommended { .. } => "prompt.recommended",
    PromptRequest::Warned { .. } => "prompt.warned",
    PromptRequest::Appeal { .. } => "prompt.appeal",
    PromptRequest::ConcedeDeck { .. } => "prompt.concede-deck",
    PromptRequest::Looking { .. } => "prompt.looking",
    PromptRequest::StillMissing { .. } => "prompt.still-missing",
    PromptRequest::FortressingLook { .. } => "prompt.fortressing-look",
    PromptRequest::FortressingDecide { .. } => "prompt.fortressing-decide",
    PromptRequest::FortressingLookAgain { .. } => "prompt.fortressing-look-again",
    PromptRequest::Claim { .. } => "prompt.claim",
    PromptRequest::ClaimForHead { .. } => "prompt.claim-for-head",
    PromptRequest::LeftReported { .. } => "prompt.left-reported",
    PromptRequest::Left { .. } => "prompt.left",
    PromptRequest::Call { .. } => "prompt.call",
});

/// What kind of thing waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PromptKind {
    /// Somebody decides whether a player stays.
    Removal,
    /// The head decides an appeal.
    Appeal,
    /// A component: found, conceded, or the player removed.
    Component,
    /// Fortressing: look, decide, look again.
    Fortressing,
    /// The cut is made again from corrected standings, or kept.
    Cut,
    /// Staff confirm an ending that a player claims, or report another.
    Claim,
    /// The desk reports how a match ended that a player has left.
    Left,
    /// A judge goes to a table.
    Call,
}

/// Returns what needs attention, the most important first.
#[must_use]
pub fn prompts(state: &State) -> Vec<Prompt> {
    let mut prompts: Vec<Prompt> = the_cut(state).into_iter().collect();
    prompts.extend(removals(state));
    prompts.extend(appeals(state));
    prompts.extend(components(state));
    prompts.extend(fortressing(state));
    prompts.extend(claims(state));
    prompts.extend(left(state));
    let waiting = judges::open_calls(state);
    prompts.extend(
        waiting
            .filter(|call| call.taken.is_none() && call.claim.is_none())
            .map(|call| Prompt {
                kind: PromptKind::Call,
                request: PromptRequest::Call {
                    table: call.table,
                    reason: call.what.clone(),
                },
                number: Some(call.number.0),
                table: Some(call.table),
                player: None,
                clause: None,
            }),
    );
    prompts
}

/// CUT-1: the standings were corrected after the cut and give a different one.
fn the_cut(state: &State) -> Option<Prompt> {
    let mismatch = knockout::undecided(state)?;
    let change = mismatch.change(state);
    Some(Prompt {
        kind: PromptKind::Cut,
        request: match mismatch.can_cut_again {
            true => PromptRequest::CutAgainOrKeep(change),
            false => PromptRequest::KeepCut(change),
        },
        number: None,
        table: None,
        player: None,
        clause: Some("CUT-1"),
    })
}

/// Endings that only staff can decide and that a player claims.
fn claims(state: &State) -> impl Iterator<Item = Prompt> {
    let calls = judges::open_calls(state);
    calls.filter_map(move |call| {
        let needed = call.claim.as_ref()?.needs_staff()?;
        let (table, by, ending) = (call.table, state.actor(call.called.by), call.what.clone());
        let regulation = state.setup.regulation;
        let request = match needed.finally {
            true => PromptRequest::ClaimForHead {
                table,
                by,
                ending,
                regulation,
            },
            false => PromptRequest::Claim {
                table,
                by,
                ending,
                regulation,
            },
        };
        Some(Prompt {
            kind: PromptKind::Claim,
            request,
            number: Some(call.number.0),
            table: Some(call.table),
            player: None,
            clause: Some(needed.clause),
        })
    })
}

/// Tables of the running round that a player has left: how the match ended is for the desk to report.
fn left(state: &State) -> impl Iterator<Item = Prompt> {
    let round = state.current().into_iter();
    let matches = round.flat_map(|round| round.matches.iter().map(move |m| (round.stage, m)));
    matches.filter_map(|(stage, m)| {
        let gone = state.left_at(m);
        let &[player] = gone.get(..1)? else {
            return None;
        };
        let regulation = state.setup.regulation;
        let (table, players) = (m.table, state.all_named(&gone));
        Some(Prompt {
            kind: PromptKind::Left,
            request: match m.status {
                MatchStatus::Reported => PromptRequest::LeftReported { table, players },
                _ => PromptRequest::Left {
                    table,
                    players,
                    regulation,
                    stage,
                },
            },
            number: None,
            table: Some(m.table),
            player: Some(player),
            clause: Some(regulation.left_ending(stage).clause),
        })
    })
}

/// GC-WARN, ROLE-6.
fn removals(state: &State) -> Vec<Prompt> {
    let questions = judges::questions(state).into_iter();
    questions
        .map(|question| {
            let player = state.named(question.player);
            Prompt {
                kind: PromptKind::Removal,
                request: match question.recommended {
                    true => PromptRequest::Recommended {
                        player,
                        regulation: state.setup.regulation,
                    },
                    false => PromptRequest::Warned {
                        player,
                        warnings: question.warnings,
                    },
                },
                number: None,
                table: None,
                player: Some(question.player),
                clause: Some(question.clause),
            }
        })
        .collect()
}

/// ROLE-4.
fn appeals(state: &State) -> impl Iterator<Item = Prompt> {
    let regulation = state.setup.regulation;
    let round = judges::in_play(state);
    let rulings = state.judges.rulings.iter();
    // Nobody is left to decide the appeal, so the ruling stands.
    let decided = judges::has_appeals(state);
    let open = rulings.filter(move |ruling| {
        decided
            && Some(ruling.round) == round
            && ruling.appealed.is_some()
            && ruling.decision.is_none()
    });
    open.map(move |ruling| Prompt {
        kind: PromptKind::Appeal,
        request: PromptRequest::Appeal {
            table: ruling.table,
            ruling: ruling.number,
            regulation,
        },
        number: Some(ruling.number.0),
        table: Some(ruling.table),
        player: None,
        clause: Some("ROLE-4"),
    })
}

/// COMP-1: extension, concession, removal.
fn components(state: &State) -> Vec<Prompt> {
    let current = state.current();
    let mut prompts = Vec::new();
    for loss in &state.judges.losses {
        let plays = state.player(loss.player);
        if !plays.is_some_and(|player| player.status == Status::Active) {
            continue;
        }
        let over = current
            .is_none_or(|round| round.number > loss.round || round.status == RoundStatus::Finished);
        let (player, what) = (state.named(loss.player), loss.what.clone());
        let request = match (loss.stage, over) {
            (LossStage::Looking, false) if loss.minutes == 0 => {
                PromptRequest::ConcedeDeck { player, what }
            }
            (LossStage::Looking, false) => PromptRequest::Looking {
                player,
                what,
                minutes: loss.minutes,
            },
            (LossStage::Looking | LossStage::Conceded, true) => {
                PromptRequest::StillMissing { player, what }
            }
            _ => continue,
        };
        prompts.push(Prompt {
            kind: PromptKind::Component,
            request,
            number: Some(loss.number.0),
            table: Some(loss.table),
            player: Some(loss.player),
            clause: Some("COMP-1"),
        });
    }
    prompts
}

/// XW-FORT.
fn fortressing(state: &State) -> impl Iterator<Item = Prompt> {
    let round = judges::in_play(state);
    let forts = state.judges.forts.iter();
    let open = forts.filter(move |fort| Some(fort.round) == round && fort.stage.is_open());
    open.map(|fort| {
        let (table, player) = (fort.table, state.named(fort.player));
        let request = match fort.stage {
            FortStage::Met => PromptRequest::FortressingDecide {
                table,
                player,
                regulation: state.setup.regulation,
            },
            FortStage::Instructed => PromptRequest::FortressingLookAgain { table, player },
            _ => PromptRequest::FortressingLook { table, player },
        };
        Prompt {
            kind: PromptKind::Fortressing,
            request,
            number: Some(fort.number.0),
            table: Some(table),
            player: Some(fort.player),
            clause: Some("XW-FORT"),
        }
    })
}
