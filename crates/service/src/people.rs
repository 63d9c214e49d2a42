//! Personal data and registrations from outside: checked, tidied and sealed with a fresh salt.

use crate::names;
use crate::problem::Problem;
use crate::secret;
use muster_tournament::Command;
use muster_tournament::command::NewPlayer;
use muster_tournament::ids::{Hex32, StaffId};
use muster_tournament::personal::Personal;
use muster_words::application::Text;
use serde::Deserialize;

/// A player to register.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entrant {
    /// The public name.
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 200))]
    pub name: String,
    /// Club, store or team.
    #[cfg_attr(feature = "schema", schema(max_length = 200))]
    pub club: Option<String>,
    /// How to reach the person. Only staff see it.
    #[cfg_attr(feature = "schema", schema(max_length = 200))]
    pub contact: Option<String>,
    /// Faction, affiliation or the like.
    #[cfg_attr(feature = "schema", schema(max_length = 200))]
    pub faction: Option<String>,
    /// Total of the list in points.
    pub list_points: Option<u32>,
    /// Staff number, if the player is on the staff (ROLE-5).
    pub leader: Option<StaffId>,
}

/// Returns the command that registers players, with their personal data.
pub fn register(
    players: impl IntoIterator<Item = Entrant>,
) -> Result<(Command, Vec<Personal>), Problem> {
    let sealed = players.into_iter().map(|new| {
        let person = personal(&new.name, new.club.as_deref(), new.contact.as_deref())?;
        let player = NewPlayer {
            who: person.seal(),
            faction: new.faction,
            list_points: new.list_points,
            leader: new.leader,
        };
        Ok((player, person))
    });
    let (players, private) = sealed.collect::<Result<_, Problem>>()?;
    Ok((Command::Register { players }, private))
}

/// Returns fresh random bytes that keep a digest from being guessed.
pub fn salt() -> Result<Hex32, Problem> {
    secret::random().map_err(Problem::no_random)
}

/// Returns checked and tidied personal data with a fresh salt.
pub fn personal(
    name: &str,
    club: Option<&str>,
    contact: Option<&str>,
) -> Result<Personal, Problem> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    names::check(Text::Name, &name)?;
    if let Some(club) = club {
        names::check(Text::Club, club)?;
    }
    Ok(Personal {
        salt: salt()?,
        name,
        club: club.map(str::to_owned),
        contact: contact.map(str::to_owned),
    })
}
