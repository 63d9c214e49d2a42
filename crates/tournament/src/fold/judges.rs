//! Folding the judges' desk: calls, rulings, penalties and notes, and the matches they decided.

use super::{Misfit, Step};
use crate::command::JudgeCommand;
use crate::entry::{Decided, Gave};
use crate::floor::judges::{
    self, Act, Call, CallNo, Conduct, ConductKind, Decision, Fort, FortNo, FortStage, Loss, LossNo,
    LossStage, Proxy, Ruling, RulingNo, Verdict, VerdictKind, final_rulers, has_appeals,
};
use crate::ids::{By, PlayerId, TableNo};
use crate::state::{MatchStatus, State, Status};
use muster_regulations::Report;

impl State {
    pub(super) fn judge(&mut self, step: &Step, command: &JudgeCommand) -> Result<(), Misfit> {
        let act = step.act();
        let gave = &step.entry.gave;
        match command {
            JudgeCommand::Call { table, what } => {
                let round = self.round_mut()?.number;
                let calls = &mut self.judges.calls;
                calls.push(Call {
                    number: CallNo::next(calls),
                    round,
                    table: *table,
                    what: what.clone(),
                    claim: None,
                    called: act,
                    taken: None,
                    closed: None,
                });
            }
            JudgeCommand::Take { call } => self.call_mut(*call)?.taken = Some(act),
            JudgeCommand::Close { call } => self.call_mut(*call)?.closed = Some(act),
            JudgeCommand::Rule { table, text } => self.rule(act, *table, text)?,
            JudgeCommand::Appeal { ruling } => self.ruling_mut(*ruling)?.appealed = Some(act),
            JudgeCommand::Decide {
                ruling,
                text,
                overruled,
            } => {
                self.ruling_mut(*ruling)?.decision = Some(Decision {
                    text: text.clone(),
                    overruled: *overruled,
                    given: act,
                });
            }
            JudgeCommand::Warn { player, reason } => {
                self.conduct(act, *player, ConductKind::Warning, reason);
            }
            JudgeCommand::Recommend { player, reason } => {
                self.conduct(act, *player, ConductKind::Recommendation, reason);
            }
            JudgeCommand::Keep { player, reason } => {
                self.conduct(act, *player, ConductKind::Kept, reason);
            }
            JudgeCommand::GameLoss {
                table,
                player,
                reason,
                ..
            } => {
                self.decided(*table, gave)?;
                self.conduct(act, *player, ConductKind::GameLoss, reason);
            }
            JudgeCommand::Lost {
                table,
                player,
                what,
                minutes,
            } => {
                // There is no extra time for a card missing during a game: that game is conceded.
                if *minutes > 0 {
                    self.extend(step.at, *table, *minutes, what)?;
                }
                let round = self.round_mut()?.number;
                let losses = &mut self.judges.losses;
                losses.push(Loss {
                    number: LossNo::next(losses),
                    round,
                    table: *table,
                    player: *player,
                    what: what.clone(),
                    minutes: *minutes,
                    noted: act,
                    stage: LossStage::Looking,
                });
            }
            JudgeCommand::Found { loss } => self.loss_mut(*loss)?.stage = LossStage::Found,
            JudgeCommand::Concede { loss, .. } => {
                let loss = self.loss_mut(*loss)?;
                loss.stage = LossStage::Conceded;
                let table = loss.table;
                self.decided(table, gave)?;
            }
            JudgeCommand::Remove { loss } => {
                let loss = self.loss_mut(*loss)?;
                loss.stage = LossStage::Removed;
                let player = loss.player;
                self.player_mut(player)?.status = Status::Dropped;
                self.leave(player, gave)?;
            }
            JudgeCommand::Proxy {
                player,
                card,
                unreadable,
            } => self.judges.proxies.push(Proxy {
                player: *player,
                card: card.clone(),
                unreadable: unreadable.clone(),
                made: act,
            }),
            JudgeCommand::Suspect { table, player } => {
                let round = self.round_mut()?.number;
                let forts = &mut self.judges.forts;
                forts.push(Fort {
                    number: FortNo::next(forts),
                    round,
                    table: *table,
                    player: *player,
                    asked: act,
                    stage: FortStage::Asked,
                    last: act,
                });
            }
            JudgeCommand::Check { fort, met } => {
                let stage = if *met {
                    FortStage::Met
                } else {
                    FortStage::NotMet
                };
                self.fort(*fort, act, stage)?;
            }
            JudgeCommand::Determine { fort, deliberate } => {
                let stage = if *deliberate {
                    FortStage::Instructed
                } else {
                    FortStage::Unintended
                };
                self.fort(*fort, act, stage)?;
            }
            JudgeCommand::FollowUp { fort, goes_on, .. } => {
                if *goes_on {
                    let table = self.fort(*fort, act, FortStage::Destroyed)?;
                    self.decided(table, gave)?;
                } else {
                    self.fort(*fort, act, FortStage::Ended)?;
                }
            }
        }
        Ok(())
    }

    fn rule(&mut self, act: Act, table: TableNo, text: &str) -> Result<(), Misfit> {
        let Some(round) = self.current() else {
            return Err(Misfit::NoRound);
        };
        let Some(m) = round.table(table) else {
            return Err(Misfit::NoTable { table });
        };
        let finally = final_rulers(self, m);
        let by_head = matches!(act.by, By::Staff(leader) if finally.contains(&leader));
        let is_final = by_head || !has_appeals(self);
        let round = round.number;
        let rulings = &mut self.judges.rulings;
        rulings.push(Ruling {
            number: RulingNo::next(rulings),
            round,
            table,
            text: text.to_owned(),
            given: act,
            is_final,
            appealed: None,
            decision: None,
        });
        Ok(())
    }

    fn conduct(&mut self, given: Act, player: PlayerId, kind: ConductKind, reason: &str) {
        let round = self.current().map(|round| round.number);
        self.judges.conduct.push(Conduct {
            player,
            kind,
            round,
            reason: reason.to_owned(),
            given,
        });
    }

    /// Keeps why a player was removed or put back, for the judges' log.
    pub(super) fn verdict(
        &mut self,
        step: &Step,
        player: PlayerId,
        kind: VerdictKind,
        reason: &str,
    ) {
        let round = self.current().map(|round| round.number);
        self.judges.verdicts.push(Verdict {
            player,
            kind,
            round,
            reason: reason.to_owned(),
            given: step.act(),
        });
    }

    /// A staff decision ends a match.
    pub(super) fn decided(&mut self, table: TableNo, gave: &Gave) -> Result<(), Misfit> {
        let Gave::Decided(Decided { report, outcome }) = gave else {
            return Err(Misfit::NoOutcome);
        };
        let m = self.table_mut(table)?;
        m.report = Some(Box::new(report.clone()));
        m.outcome = Some(*outcome);
        m.status = MatchStatus::Confirmed;
        Ok(())
    }

    /// Calls a judge with the ending that a player claims.
    pub(super) fn call_for_claim(
        &mut self,
        act: Act,
        table: TableNo,
        report: &Report,
    ) -> Result<(), Misfit> {
        let round = self.round_mut()?.number;
        let again = |call: &Call| {
            call.table == table && call.called.by == act.by && call.claim.as_deref() == Some(report)
        };
        // Pressing the button twice makes one call.
        if judges::open_calls(self).any(again) {
            return Ok(());
        }
        let calls = &mut self.judges.calls;
        calls.push(Call {
            number: CallNo::next(calls),
            round,
            table,
            what: report.ending().to_owned(),
            claim: Some(Box::new(report.clone())),
            called: act,
            taken: None,
            closed: None,
        });
        Ok(())
    }

    fn call_mut(&mut self, number: CallNo) -> Result<&mut Call, Misfit> {
        let call = self.judges.calls.get_mut(number.index());
        call.ok_or(Misfit::NoSuchNumber)
    }

    fn ruling_mut(&mut self, number: RulingNo) -> Result<&mut Ruling, Misfit> {
        let ruling = self.judges.rulings.get_mut(number.index());
        ruling.ok_or(Misfit::NoSuchNumber)
    }

    fn loss_mut(&mut self, number: LossNo) -> Result<&mut Loss, Misfit> {
        let loss = self.judges.losses.get_mut(number.index());
        loss.ok_or(Misfit::NoSuchNumber)
    }

    fn fort(&mut self, number: FortNo, act: Act, stage: FortStage) -> Result<TableNo, Misfit> {
        let Some(fort) = self.judges.forts.get_mut(number.index()) else {
            return Err(Misfit::NoSuchNumber);
        };
        fort.stage = stage;
        fort.last = act;
        Ok(fort.table)
    }
}
