//! Personal data as it comes in: checked, tidied and sealed with a fresh salt.

use crate::names;
use crate::problem::Problem;
use crate::secret;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_words::application::Text;

/// Fresh random bytes that keep a digest from being guessed.
pub fn salt() -> Result<Hex32, Problem> {
    secret::random().map_err(Problem::no_random)
}

/// Returns the personal data of somebody, ready to be sealed.
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
