//! What a Final Salvo changes in the state.

use super::Misfit;
use crate::ids::TableNo;
use crate::salvo::{Fired, Place, Salvo};
use crate::state::State;

impl State {
    pub(super) fn fire(&mut self, table: TableNo, salvo: &Salvo) -> Result<(), Misfit> {
        let m = self.table_mut(table)?;
        let fired = Fired {
            a: m.a,
            b: m.b,
            salvo: salvo.clone(),
        };
        self.count_salvo(table, salvo);
        self.salvos.insert(place(table, salvo), fired);
        Ok(())
    }

    /// Rolls taken back are counted, so that no roll can be made twice.
    pub(super) fn count_salvo(&mut self, table: TableNo, salvo: &Salvo) {
        let made = self.salvo_attempts.entry(place(table, salvo)).or_default();
        *made = salvo.attempt.max(*made);
    }
}

fn place(table: TableNo, salvo: &Salvo) -> Place {
    Place {
        round: salvo.round,
        draw: salvo.draw,
        table,
    }
}
