//! Finds players by number, by name, or by a part of the name that fits only one.

use crate::fault::Fault;
use muster_regulations::list::folded;
use muster_tournament::{PlayerId, State};

/// Returns the player meant by a number (`#7`, `7`), a name, or an unambiguous part of a name.
pub(crate) fn find(state: &State, given: &str) -> Result<PlayerId, Fault> {
    let given = given.trim();
    let number = given.strip_prefix('#').unwrap_or(given);
    if let Ok(number) = number.parse() {
        let id = PlayerId(number);
        return match state.player(id) {
            Some(_) => Ok(id),
            None => Err(nobody(format!(
                "there is no player {id}; `muster players` lists them"
            ))),
        };
    }
    among(state, state.players.iter().map(|player| player.id), given)
}

/// Returns the one of several players that matches a name or part of one.
pub(crate) fn among(
    state: &State,
    players: impl Iterator<Item = PlayerId>,
    given: &str,
) -> Result<PlayerId, Fault> {
    let wanted = folded(given);
    if wanted.is_empty() {
        return Err(Fault::Usage(
            "the name of a player is empty; give a number or a name".to_owned(),
        ));
    }
    let named: Vec<(PlayerId, String)> = players
        .filter_map(|id| Some((id, folded(&state.player(id)?.personal.as_ref()?.name))))
        .collect();
    let fits = |exact: bool| {
        let fit = |name: &str| {
            if exact {
                name == wanted
            } else {
                name.contains(&wanted)
            }
        };
        let ids = named.iter().filter(|(_, name)| fit(name));
        ids.map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let exact = fits(true);
    let found = if exact.is_empty() { fits(false) } else { exact };
    match found.as_slice() {
        [] => Err(nobody(format!(
            "no player matches {given:?}; `muster players` lists them"
        ))),
        [one] => Ok(*one),
        several => {
            let listed: Vec<String> = several
                .iter()
                .take(6)
                .filter_map(|id| Some((id, state.player(*id)?.personal.as_ref()?)))
                .map(|(id, personal)| format!("{id} {}", personal.name))
                .collect();
            let more = if several.len() > 6 { ", …" } else { "" };
            Err(Fault::Usage(format!(
                "{given:?} matches {} players: {}{more}; use the number",
                several.len(),
                listed.join(", ")
            )))
        }
    }
}

fn nobody(message: String) -> Fault {
    Fault::NotFound {
        code: "no-such-player",
        message,
    }
}
