//! Following the ledger: what other processes wrote to a room's tournament.

use super::acting::TRIES;
use super::{Held, Room, read, write};
use crate::problem::Problem;
use jiff::Timestamp;
use muster_ledger::line::journal_text;
use muster_ledger::people::Settings;
use muster_ledger::{LineText, News};
use muster_tournament::Tournament;

impl Room {
    pub(super) fn announce(&self, position: u64) {
        self.position.send_if_modified(|now| {
            let newer = position > *now;
            *now = position.max(*now);
            newer
        });
    }

    /// Loads what came into the ledger by another way than this room: lines of a copy that continued elsewhere, and the seed.
    /// Whatever was judged meanwhile on the shorter journal fails and is judged again.
    pub async fn catch_up(&self, position: u64) -> Result<(), Problem> {
        self.at_least(position).await?;
        if self.master.get().is_none() {
            self.take_seed(self.ledger.seed(&self.id).await?);
        }
        Ok(())
    }

    /// Makes sure that a position somebody has seen, perhaps on another server, is shown here, so that nobody gets an older
    /// state after a newer one.
    /// Does not wait for a position that the ledger does not have, as after a restore.
    pub async fn at_least(&self, position: u64) -> Result<(), Problem> {
        // A reading may be somebody else's that began before the line was there.
        for _ in 0..TRIES {
            let (durable, judged_on) = self.durable();
            if durable >= position || self.read_on(judged_on).await? {
                break;
            }
        }
        Ok(())
    }

    /// Loads everything that is in the ledger by now.
    pub(super) async fn take_over(&self) -> Result<(), Problem> {
        let (durable, _) = self.durable();
        match self.ledger.read(&self.id, durable).await?.last() {
            Some(last) => self.at_least(last.position()).await,
            None => Ok(()),
        }
    }

    /// Returns how far the journal was judged here.
    fn judged(&self) -> u64 {
        read(&self.held).judged.state().position
    }

    /// Returns how far the journal is shown here, and which reading of the ledger that is.
    fn durable(&self) -> (u64, u64) {
        let held = read(&self.held);
        (held.durable.state().position, held.read)
    }

    /// Loads what another process wrote; returns whether something has changed.
    pub(super) async fn hear(&self, news: &News) -> Result<bool, Problem> {
        match news {
            // What was judged here is on its way: it is shown when it is durable, or read again when it fails.
            News::Grown(head) if head.position <= self.judged() => Ok(false),
            News::Grown(head) => self.catch_up(head.position).await.map(|()| true),
            News::Settings(_) => self.refresh_settings().await,
            News::Redacted(_) | News::Missed => self.refresh().await,
        }
    }

    /// Forgets idempotency keys that have expired.
    pub(crate) fn purge(&self, now: Timestamp) {
        self.used_keys.purge(now);
    }

    /// Compares settings and journal with the ledger and reads again what differs, because another process may have written
    /// anything. Returns whether something did.
    async fn refresh(&self) -> Result<bool, Problem> {
        let new_settings = self.refresh_settings().await?;
        let judged_on = read(&self.held).read;
        let lines = self.ledger.read(&self.id, 0).await?;
        let same =
            {
                let held = read(&self.held);
                // What is on its way to the ledger is here already and not there yet.
                lines.len() <= held.judged.lines().len()
                    && held.judged.lines().iter().zip(&lines).all(|(here, there)| {
                        LineText::try_from(here).is_ok_and(|here| here == *there)
                    })
            };
        if !same {
            self.read_again(judged_on).await?;
        }
        self.take_seed(self.ledger.seed(&self.id).await?);
        Ok(new_settings || !same)
    }

    async fn refresh_settings(&self) -> Result<bool, Problem> {
        let _alone = self.alone.lock().await;
        let found = Settings::find(self.ledger.as_ref(), &self.id).await?;
        let found = found.map_or_else(|| Settings::new(self.id.clone()), |found| found.value);
        if found == *read(&self.settings) {
            return Ok(false);
        }
        *write(&self.settings) = found;
        self.drop_pages();
        // Those who follow may no longer be allowed to.
        self.position.send_modify(|_| ());
        Ok(true)
    }

    /// Loads what is new in the ledger, unless that has been done since a write was judged: a second reading could miss lines
    /// that were judged on the first. Returns whether it was done now.
    pub(super) async fn read_on(&self, judged_on: u64) -> Result<bool, Problem> {
        let known = {
            let _alone = self.alone.lock().await;
            let known = {
                let held = read(&self.held);
                if held.read != judged_on {
                    return Ok(false);
                }
                held.durable.state().position
            };
            let lines = self.ledger.read(&self.id, known).await?;
            write(&self.held).go_on(&lines)
        };
        match known {
            Ok(position) => self.announce(position),
            Err(error) => {
                tracing::warn!(tournament = %self.id, %error, "reading the whole journal again");
                self.read_again(judged_on).await?;
            }
        }
        Ok(true)
    }

    /// Reads the whole journal again, unless that has been done since.
    async fn read_again(&self, judged_on: u64) -> Result<(), Problem> {
        let _alone = self.alone.lock().await;
        if read(&self.held).read != judged_on {
            return Ok(());
        }
        let lines = self.ledger.read(&self.id, 0).await?;
        let tournament = Tournament::load(&journal_text(&lines))?;
        let position = tournament.state().position;
        {
            let mut held = write(&self.held);
            *held = Held::new(tournament, held.read.saturating_add(1));
            self.drop_pages();
        }
        self.announce(position);
        Ok(())
    }
}
