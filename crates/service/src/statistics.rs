//! What all tournaments of a regulation on this machine add up to, as far as the visitor may see them.

use crate::Service;
use crate::problem::Problem;
use crate::visit::Visitor;
use muster_regulations::Regulation;
use muster_statistics::{Statistics, Sum};

/// Private tournaments count only for who may see them.
pub async fn added_up(
    service: &Service,
    visitor: &Visitor,
    wanted: Regulation,
) -> Result<Statistics, Problem> {
    let mut sum = Sum::new(wanted);
    let (rooms, _) = service.rooms.all().await?;
    for room in rooms {
        let settings = room.settings();
        if !settings.private || visitor.here(&room, &settings).by().is_some() {
            room.read(|t| sum.add(t.state()));
        }
    }
    Ok(sum.statistics())
}
