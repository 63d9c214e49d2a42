//! Previews of players files.

use crate::names;
use crate::problem::{Cause, Problem};
use crate::visit::Visit;
use muster_exchange::players::{self, Preview};
use muster_words::application::Text;

/// Returns what a players file would become in this tournament.
pub fn preview(visit: &Visit, bytes: &[u8]) -> Result<Preview, Problem> {
    let preview = players::read(bytes).map_err(|error| Cause::FileUnreadable { error })?;
    if preview.lines.is_empty() {
        return Err(Cause::FileEmpty.into());
    }
    for player in preview.players() {
        names::check(Text::Name, &player.name).map_err(|cause| Cause::NameInFile {
            name: player.name.clone(),
            cause: Box::new(cause),
        })?;
    }
    Ok(visit.room.read(|t| preview.for_tournament(t.state())))
}
