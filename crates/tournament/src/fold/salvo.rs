//! What a Final Salvo changes in the state.

use super::Misfit;
use crate::ids::TableNo;
use crate::salvo::{Fired, Offer, Salvo, SalvoPlace};
use crate::state::State;

impl State {
    pub(super) fn fire(
        &mut self,
        table: TableNo,
        score: Option<u32>,
        salvo: &Salvo,
    ) -> Result<(), Misfit> {
        let m = self.table_mut(table)?;
        let fired = Fired {
            a: m.a,
            b: m.b,
            score,
            salvo: salvo.clone(),
        };
        self.count_salvo(table, salvo);
        self.salvos.insert(place(table, salvo), fired);
        self.salvo_offers.remove(&place(table, salvo));
        Ok(())
    }

    /// A player's new offer replaces the one before.
    pub(super) fn offer_salvo(&mut self, table: TableNo, offer: Offer) -> Result<(), Misfit> {
        let Some(place) = self.place(table) else {
            return Err(Misfit::NoRound);
        };
        let offers = self.salvo_offers.entry(place).or_default();
        offers.retain(|before| before.by != offer.by);
        offers.push(offer);
        Ok(())
    }

    /// Undone rolls are counted, so that no roll can be made twice.
    pub(super) fn count_salvo(&mut self, table: TableNo, salvo: &Salvo) {
        let made = self.salvo_attempts.entry(place(table, salvo)).or_default();
        *made = salvo.attempt.max(*made);
    }
}

fn place(table: TableNo, salvo: &Salvo) -> SalvoPlace {
    SalvoPlace {
        round: salvo.round,
        draw: salvo.draw,
        table,
    }
}
