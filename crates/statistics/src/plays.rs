//! The games of a tournament that were played and count, each with the factions that met.
//!
//! Relies on [`Report::played`](muster_regulations::Report::played) for what a game is. In the Card Game a player has a
//! light and a dark deck, so that the side played says which affiliation met which. Promises nothing of a list that the
//! public pages hide.

use muster_regulations::{List, Regulation, Seat};
use muster_tournament::floor::before_game::{Ground, before_game};
use muster_tournament::state::{Phase, Player, Round, RoundStatus, State};

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// Factions by seat, as far as they are known.
    pub(crate) factions: [Option<String>; 2],
    /// Who won; nobody won a drawn game.
    pub(crate) winner: Option<Seat>,
    /// Who had the edge that players tell.
    pub(crate) edge: Option<Seat>,
    /// Who had the choice before the game.
    pub(crate) chooser: Option<Seat>,
}

/// Returns the rounds that everybody may see.
pub(crate) fn seen(state: &State) -> impl Iterator<Item = &Round> {
    state
        .rounds
        .iter()
        .filter(|round| round.status > RoundStatus::Draft)
}

/// Returns the games.
pub(crate) fn plays(state: &State) -> Vec<Play> {
    let mut plays = Vec::new();
    for round in seen(state) {
        for m in &round.matches {
            let (Some(outcome), Some(report)) = (m.counted(), &m.report) else {
                continue;
            };
            let before = before_game(state, round, m);
            let chosen = matches!(before.ground, Ground::LowerList { .. } | Ground::Drawn)
                && state.setup.regulation != Regulation::Cardgame;
            let chooser = before
                .player
                .filter(|_| chosen)
                .and_then(|player| m.seat(player));
            for game in report.played(&outcome) {
                let faction = |seat| {
                    let player = state.player(m.player(seat))?;
                    match (state.setup.regulation, game.edge) {
                        (Regulation::Cardgame, Some(dark)) => deck(state, player, dark == seat),
                        _ => faction(state, player),
                    }
                };
                plays.push(Play {
                    factions: [faction(Seat::A), faction(Seat::B)],
                    winner: game.winner,
                    edge: game.edge,
                    chooser,
                });
            }
        }
    }
    plays
}

/// Returns the factions a player plays, as far as everybody may know them: one, or in the Card Game one for each side.
pub(crate) fn factions(state: &State, player: &Player) -> Vec<String> {
    match state.setup.regulation {
        Regulation::Cardgame => [true, false]
            .into_iter()
            .filter_map(|dark| deck(state, player, dark))
            .collect(),
        _ => faction(state, player).into_iter().collect(),
    }
}

fn faction(state: &State, player: &Player) -> Option<String> {
    let typed = player.faction.clone();
    typed.or_else(|| open_list(state, player)?.faction())
}

/// The affiliation of one of the two decks; as typed, both are in one text.
fn deck(state: &State, player: &Player, dark: bool) -> Option<String> {
    let affiliation = match open_list(state, player) {
        Some(List::Cardgame(decks)) => {
            let deck = if dark { &decks.dark } else { &decks.light };
            Some(deck.affiliation.clone())
        }
        _ => {
            let (light, other) = player.faction.as_deref()?.split_once('/')?;
            Some(if dark { other } else { light }.to_owned())
        }
    };
    affiliation
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
}

/// Lists are for everybody once the tournament is over.
fn open_list<'a>(state: &'a State, player: &Player) -> Option<&'a List> {
    state
        .list(player.id)
        .filter(|_| state.phase == Phase::Finished)
}
