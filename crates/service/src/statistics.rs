//! Statistics of all tournaments under a regulation that the visitor may see.
//!
//! A few tournaments are added up for every request. If there are many, a task keeps the sum of the public ones, so that
//! nobody waits for it.

use crate::Service;
use crate::problem::Problem;
use crate::summaries;
use crate::visit::Visitor;
use muster_regulations::Regulation;
use muster_statistics::{Statistics, Sum};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Up to this many tournaments are added up for every request.
const FEW: u32 = 1000;
/// The shortest pause between two sums.
const REST: Duration = Duration::from_secs(5);
/// The pause is this many times as long as adding up took, so that statistics take at most a hundredth of one core.
const SHARE: u32 = 100;

/// The sums of public tournaments, kept only if there are many.
#[derive(Default)]
pub(crate) struct Sums {
    public: Mutex<BTreeMap<&'static str, Sum>>,
    /// Held while tournaments are added up, so that those who ask at once wait for one sum.
    adding: tokio::sync::Mutex<()>,
}

impl Sums {
    fn find(&self, regulation: Regulation) -> Option<Sum> {
        let public = self.public.lock().unwrap_or_else(PoisonError::into_inner);
        public.get(regulation.id()).cloned()
    }

    fn keep(&self, regulation: Regulation, sum: &Sum) {
        let mut public = self.public.lock().unwrap_or_else(PoisonError::into_inner);
        match sum.tournaments() > FEW {
            true => public.insert(regulation.id(), sum.clone()),
            false => public.remove(regulation.id()),
        };
    }
}

/// Returns the statistics of a regulation. Private tournaments count only for visitors who may see them.
pub async fn added_up(
    service: &Service,
    visitor: &Visitor,
    regulation: Regulation,
) -> Result<Statistics, Problem> {
    let mut sum = match service.sums.find(regulation) {
        Some(sum) => sum,
        None => {
            let _alone = service.sums.adding.lock().await;
            match service.sums.find(regulation) {
                Some(sum) => sum,
                None => add_up(service, regulation).await?,
            }
        }
    };
    sum.merge(&summaries::private_sum(service, visitor, regulation).await?);
    Ok(sum.statistics())
}

async fn add_up(service: &Service, regulation: Regulation) -> Result<Sum, Problem> {
    summaries::catch_up(service, 0).await?;
    let sum = summaries::public_sum(service, regulation).await?;
    service.sums.keep(regulation, &sum);
    Ok(sum)
}

/// Adds tournaments up now and again after changes, for as long as somebody holds the application.
pub fn start(app: &Arc<Service>) {
    let mut news = app.ledger().follow();
    let weak = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            let Some(app) = weak.upgrade() else { return };
            let begun = Instant::now();
            for regulation in Regulation::ALL {
                let _alone = app.sums.adding.lock().await;
                if let Err(problem) = add_up(&app, regulation).await {
                    tracing::warn!(problem = problem.text, "statistics are added up later");
                }
            }
            drop(app);
            tokio::time::sleep(REST.max(begun.elapsed() * SHARE)).await;
            if news.next().await.is_none() {
                return;
            }
            while news.try_next().is_some() {}
        }
    });
}
