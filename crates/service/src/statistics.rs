//! What all tournaments of a regulation on this machine add up to, as far as the visitor may see them.

use crate::Service;
use crate::problem::Problem;
use crate::summaries;
use crate::visit::Visitor;
use muster_ledger::Audience;
use muster_regulations::Regulation;
use muster_statistics::Statistics;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How many answers are kept.
const KEPT: usize = 32;
/// Up to so many tournaments are added up whenever somebody asks; the more there are beyond, the longer an answer is kept.
const FEW: u32 = 100;
/// How much longer for each tournament: a hundred times what adding it takes, so that this costs a hundredth of the time.
const LONGER: Duration = Duration::from_millis(2);

/// Answers of a moment ago.
#[derive(Default)]
pub(crate) struct Cache(Mutex<Vec<Kept>>);

struct Kept {
    regulation: Regulation,
    audience: Audience,
    statistics: Statistics,
    until: Instant,
}

/// Returns the numbers of all tournaments of a regulation. Private tournaments count only for who may see them.
pub async fn added_up(
    service: &Service,
    visitor: &Visitor,
    regulation: Regulation,
) -> Result<Statistics, Problem> {
    let audience = visitor.audience();
    let begun = Instant::now();
    let mut kept = service.added_up.0.lock().await;
    kept.retain(|kept| kept.until > begun);
    let same = |kept: &&Kept| kept.regulation == regulation && kept.audience == audience;
    if let Some(found) = kept.iter().find(same) {
        return Ok(found.statistics.clone());
    }
    summaries::catch_up(service, 0).await?;
    let sum = summaries::added_up(service, audience.clone(), regulation).await?;
    let statistics = sum.statistics();
    if statistics.tournaments > FEW {
        kept.truncate(KEPT - 1);
        kept.push(Kept {
            regulation,
            audience,
            statistics: statistics.clone(),
            until: Instant::now() + LONGER * statistics.tournaments,
        });
    }
    Ok(statistics)
}
