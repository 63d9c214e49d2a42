//! Folding the clock: instants come from the line, minutes from what starting it gave.

use super::{Misfit, Step};
use crate::command::ClockCommand;
use crate::entry::Gave;
use crate::floor::clock::{Break, Extension, RoundClock};
use crate::ids::TableNo;
use crate::state::State;
use jiff::Timestamp;

impl State {
    pub(super) fn clock(&mut self, step: &Step, command: &ClockCommand) -> Result<(), Misfit> {
        let at = step.at;
        match (command, &step.entry.gave) {
            (ClockCommand::Start, Gave::Minutes(minutes)) => {
                // Play begins: a break that was announced is over.
                self.pause = None;
                self.round_mut()?.clock = Some(RoundClock::new(*minutes, at));
            }
            (ClockCommand::Start, _) => return Err(Misfit::NoMinutes),
            (ClockCommand::Begun, _) => self.round_mut()?.begun = true,
            (ClockCommand::Pause { until, reason }, _) => {
                self.pause = Some(Break {
                    since: at,
                    until: *until,
                    reason: reason.clone(),
                });
            }
            (ClockCommand::Resume, _) => {
                let Some(pause) = self.pause.take() else {
                    return Err(Misfit::NotPaused);
                };
                if let Some(clock) = self
                    .rounds
                    .last_mut()
                    .and_then(|round| round.clock.as_mut())
                {
                    let rested = at.duration_since(pause.since.max(clock.started));
                    clock.rested = clock.rested.saturating_add(rested);
                }
            }
            (ClockCommand::Adjust { minutes, .. }, _) => {
                let clock = self.clock_mut()?;
                clock.adjusted = clock.adjusted.saturating_add(*minutes);
                clock.called = None;
            }
            (ClockCommand::CallTime, _) => {
                let until = self.pause.as_ref().map_or(at, |pause| pause.since.min(at));
                let clock = self.clock_mut()?;
                clock.called = Some(clock.played(until));
            }
            (
                ClockCommand::Extend {
                    table,
                    minutes,
                    reason,
                },
                _,
            ) => self.extend(at, *table, *minutes, reason)?,
        }
        Ok(())
    }

    pub(super) fn extend(
        &mut self,
        at: Timestamp,
        table: TableNo,
        minutes: u32,
        reason: &str,
    ) -> Result<(), Misfit> {
        self.round_mut()?.extensions.push(Extension {
            table,
            minutes,
            reason: reason.to_owned(),
            at,
        });
        Ok(())
    }

    fn clock_mut(&mut self) -> Result<&mut RoundClock, Misfit> {
        let clock = self.round_mut()?.clock.as_mut();
        clock.ok_or(Misfit::ClockNotStarted)
    }
}
