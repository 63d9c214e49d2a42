//! Before the game: who chooses at a table, and what, as far as lists, bracket and draws decide it.
//!
//! What the documents leave to chance is drawn from the seed of the round, so that everybody can repeat it; promises the
//! same answer for the same journal.

use crate::draws;
use crate::ids::PlayerId;
use crate::knockout;
use crate::state::{Match, Round, State};
use muster_regulations::{Regulation, StageKind};
use serde::Serialize;
use std::cmp::Ordering;

/// What is chosen or settled before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Who is first player (XW-FIRST).
    FirstPlayer,
    /// Who has the initiative (AR-FIRST).
    Initiative,
    /// Red or blue (LE-SETUP).
    Colour,
    /// Light or dark side (CG-SIDE).
    Side,
    /// Nothing is chosen: the player named plays the dark side first, or at all (CG-SWISS, CG-SIDE).
    DarkSide,
    /// The core rules of the game decide (Conquest).
    CoreRules,
}

/// Why this player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// The lower total of the list.
    LowerList { own: u32, other: u32 },
    /// Totals are tied, or chance decides anyway: drawn from the seed of the round.
    Drawn,
    /// The higher seed of the bracket.
    HigherSeed,
    /// The sides played so far, or what the players reported.
    Sides,
    /// A list total is not known.
    ListUnknown,
    /// Nobody chooses by the regulation.
    Nobody,
}

/// Who chooses before a game, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BeforeGame {
    pub choice: Choice,
    /// The player, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    pub ground: Ground,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

/// Returns who chooses before the game of a match, and what.
#[must_use]
pub fn before_game(state: &State, round: &Round, m: &Match) -> BeforeGame {
    match (state.setup.regulation, round.stage) {
        (Regulation::Xwing, _) => by_list(state, round, m, Choice::FirstPlayer, "XW-FIRST"),
        (Regulation::Armada, _) => by_list(state, round, m, Choice::Initiative, "AR-FIRST"),
        (Regulation::Legion, _) => by_list(state, round, m, Choice::Colour, "LE-SETUP"),
        (Regulation::Conquest, _) => BeforeGame {
            choice: Choice::CoreRules,
            player: None,
            ground: Ground::Nobody,
            clause: None,
        },
        (Regulation::Cardgame, StageKind::Swiss) => BeforeGame {
            choice: Choice::DarkSide,
            player: Some(drawn(round, m)),
            ground: Ground::Drawn,
            clause: Some("CG-SWISS-2"),
        },
        (Regulation::Cardgame, StageKind::Elimination) => side(state, m),
    }
}

fn by_list(
    state: &State,
    round: &Round,
    m: &Match,
    choice: Choice,
    clause: &'static str,
) -> BeforeGame {
    let points = |id: PlayerId| state.player(id).and_then(|player| player.list_points);
    let (player, ground) = match (points(m.a), points(m.b)) {
        (Some(a), Some(b)) => match a.cmp(&b) {
            Ordering::Less => (Some(m.a), Ground::LowerList { own: a, other: b }),
            Ordering::Greater => (Some(m.b), Ground::LowerList { own: b, other: a }),
            Ordering::Equal => (Some(drawn(round, m)), Ground::Drawn),
        },
        _ => (None, Ground::ListUnknown),
    };
    BeforeGame {
        choice,
        player,
        ground,
        clause: Some(clause),
    }
}

fn side(state: &State, m: &Match) -> BeforeGame {
    let chooser = knockout::chooser_of(state, m);
    let dark = m.dark_seat().map(|seat| m.player(seat));
    let (choice, player, ground) = match (chooser, dark) {
        (Some(chooser), None) => (Choice::Side, Some(chooser), Ground::HigherSeed),
        (Some(_), dark) => (Choice::DarkSide, dark, Ground::HigherSeed),
        (None, dark) => (Choice::DarkSide, dark, Ground::Sides),
    };
    BeforeGame {
        choice,
        player,
        ground,
        clause: Some("CG-SIDE"),
    }
}

/// One of the two, drawn from the seed of the round: `below(2)` of "chooses N M", the lower number first.
fn drawn(round: &Round, m: &Match) -> PlayerId {
    let (low, high) = (m.a.min(m.b), m.a.max(m.b));
    let mut draw = draws::derived(round.seed, &format!("chooses {} {}", low.0, high.0));
    if draw.below(2) == 0 { low } else { high }
}
