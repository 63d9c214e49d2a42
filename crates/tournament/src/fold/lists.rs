//! What lists change in the state.

use super::{Misfit, Step};
use crate::attachment::Content;
use crate::command::ListCommand;
use crate::lists::HandedIn;
use crate::state::State;
use muster_regulations::list::Catalogue;
use std::sync::Arc;

impl State {
    pub(super) fn fold_list(&mut self, step: &Step, command: &ListCommand) -> Result<(), Misfit> {
        // Content that does not match its digest is ignored.
        let content = step
            .attached
            .filter(|attached| command.sealed() == Some(attached.seal()))
            .map(|attached| &attached.content);
        match command {
            ListCommand::HandIn {
                player: id,
                list,
                points,
                faction,
                reason,
                excused,
            } => {
                let player = self.player_mut(*id)?;
                player.list_points = points.or(player.list_points);
                player.faction = faction.clone().or(player.faction.take());
                let before = self.lists.of.get(id);
                let corrections = before.map(|before| before.corrections.iter());
                let corrections = corrections.into_iter().flatten().chain(reason).cloned();
                let handed_in = HandedIn {
                    position: step.position,
                    sealed: *list,
                    list: match content {
                        Some(Content::List(list)) => Some(list.clone()),
                        _ => None,
                    },
                    excused: excused.clone(),
                    corrections: corrections.collect(),
                };
                self.lists.of.insert(*id, Arc::new(handed_in));
            }
            ListCommand::Call { required, until } => {
                self.lists.required = *required;
                self.lists.until = *until;
            }
            ListCommand::Catalogue { .. } => {
                self.lists.catalogue = match content {
                    Some(Content::Catalogue(cards)) => {
                        let (catalogue, _) = Catalogue::new(cards.clone());
                        Some(Arc::new(catalogue))
                    }
                    _ => None,
                };
            }
        }
        Ok(())
    }
}
