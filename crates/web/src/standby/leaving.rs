//! Prevents two leaders: before a leader starts, and whenever its standby does not follow, it asks the standby whether it has
//! taken over.

use super::client::Client;
use crate::app::Shared;
use crate::tls::Pin;
use muster_ledger::LedgerError;
use muster_ledger::people::{Lead, Part};
use std::time::{Duration, Instant};

/// How often a standby that does not follow is asked for its status.
const ASK: Duration = Duration::from_secs(2);
/// How long a standby may be away before the desk is warned: a restart is shorter.
const SILENT: Duration = Duration::from_secs(10);

/// What a leader learns about its standby.
#[derive(Debug, PartialEq, Eq)]
pub enum Other {
    /// There is none, or it has not taken over.
    Behind,
    /// It leads, in this term.
    Leads(u64),
    Silent(String),
}

/// Asks the standby of a leader for its status.
pub async fn ask(lead: &Lead) -> Other {
    let (Some(address), Some(key)) = (&lead.other, lead.key) else {
        return Other::Behind;
    };
    let said = match Client::new(address, lead.pin.map(Pin)) {
        Ok(client) => client.status(key).await,
        Err(why) => Err(why),
    };
    match said {
        Ok(status) if status.part == Part::Leading && status.term > lead.term => {
            Other::Leads(status.term)
        }
        Ok(_) => Other::Behind,
        Err(why) => Other::Silent(why),
    }
}

/// Gives up the lead for good.
pub async fn give_up(app: &Shared, term: u64, to: String) -> Result<(), LedgerError> {
    app.feed.give_up(term, to.clone()).await?;
    tracing::warn!(
        leader = to,
        "another machine leads; nothing is written here any more"
    );
    Ok(())
}

/// Asks the standby for as long as the server runs, whenever it does not follow, and warns the desk if that lasts.
pub async fn watch(app: Shared) {
    let mut alone: Option<Instant> = None;
    let mut told: Option<String> = None;
    loop {
        tokio::time::sleep(ASK).await;
        let mut missing = None;
        if app.feed.led_by().is_none() && !app.feed.is_followed() {
            let Ok(lead) = Lead::of(app.ledger()).await else {
                continue;
            };
            missing = lead.other.clone().map(|standby| (lead, standby));
        }
        let Some((lead, standby)) = missing else {
            alone = None;
            if let Some(told) = told.take() {
                app.settle(&told);
            }
            continue;
        };
        if let Other::Leads(term) = ask(&lead).await
            && let Err(error) = give_up(&app, term, standby.clone()).await
        {
            tracing::error!(%error, "that another machine leads could not be written down");
        }
        if alone.get_or_insert_with(Instant::now).elapsed() >= SILENT && told.is_none() {
            let text = silence(&standby);
            tracing::warn!(standby, "the standby does not follow");
            app.alert(text.clone());
            told = Some(text);
        }
    }
}

fn silence(standby: &str) -> String {
    format!(
        "The standby at {standby} isn't following. Check that it is running and connected: until it follows again, this machine has the only copy."
    )
}
