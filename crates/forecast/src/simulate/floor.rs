//! The floor of a simulated hall: clocks are started, stopped and changed, judges rule and warn, components get lost,
//! tables are described.

use super::hall::Hall;
use super::{HOST, Stuck};
use crate::reports;
use muster_regulations::table::{Size, Terrain};
use muster_regulations::{Regulation, Seat};
use muster_tournament::command::{ClockCommand, JudgeCommand, TableCommand, TableSpec};
use muster_tournament::floor::judges::{CallNo, FortNo, FortStage, LossNo, LossStage, RulingNo};
use muster_tournament::state::Match;
use muster_tournament::{By, Command, Refusal, TableNo};

/// Texts that fit calls, rulings and penalties alike.
const SAID: [&str; 5] = [
    "the template does not reach over the corner",
    "a die was touched before it lay still",
    "a token was moved after the step was over",
    "slow play towards the end",
    "two cards were read as one",
];

/// Refusals that are normal on the floor: wrong moment, wrong role, a result that already exists.
fn foreseen(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NotNow { .. }
            | Refusal::HasResult { .. }
            | Refusal::Role { .. }
            | Refusal::Selection { .. }
            | Refusal::Player { .. }
            // A random score may be higher than the list at that table is worth.
            | Refusal::Report { .. }
    )
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Hall<'_> {
    /// Starts the clock of a published round, and may change tables and clock.
    pub(super) fn begin_play(&mut self) -> Result<(), Stuck> {
        let chance = self.plan.incidents.floor;
        if !self.happens(chance) {
            return Ok(());
        }
        if self.draw.below(4) == 0 {
            return self.floor(Command::Clock(ClockCommand::Begun));
        }
        if self.coin() {
            let tables = vec![TableSpec {
                number: TableNo(1 + self.draw.below(20)),
                size: Some(Size::Long),
                terrain: Terrain {
                    coverage: Some(self.draw.below(60)),
                    ..Terrain::default()
                },
                accessible: self.coin(),
                stream: self.coin(),
            }];
            let gone = tables.iter().map(|table| table.number).collect();
            self.floor(Command::Tables(TableCommand::Define { tables }))?;
            if self.coin() {
                self.floor(Command::Tables(TableCommand::Clear { tables: gone }))?;
            }
            let players: Vec<_> = self.state().active().map(|player| player.id).collect();
            if let Some(player) = self.pick(&players) {
                let tables = (1..=self.draw.below(3)).map(TableNo).collect();
                self.floor(Command::Tables(TableCommand::Sit { player, tables }))?;
            }
        }
        self.floor(Command::Clock(ClockCommand::Start))?;
        for _ in 0..self.draw.below(4) {
            let command = match self.draw.below(4) {
                0 => ClockCommand::Pause {
                    until: None,
                    reason: None,
                },
                1 => ClockCommand::Resume,
                2 => ClockCommand::CallTime,
                _ => ClockCommand::Adjust {
                    minutes: 5,
                    reason: "the doors opened late".to_owned(),
                },
            };
            let desk = self.desk();
            self.attempt(desk, Command::Clock(command), foreseen)?;
        }
        Ok(())
    }

    /// May interrupt a match with an incident.
    pub(super) fn trouble(&mut self, m: &Match) -> Result<(), Stuck> {
        let chance = self.plan.incidents.floor;
        if !self.happens(chance) {
            return Ok(());
        }
        let table = m.table;
        let player = if self.coin() { m.a } else { m.b };
        let text = self.pick(&SAID).unwrap_or_default();
        let text = || text.to_owned();
        match self.draw.below(8) {
            0 => self.floor(Command::Clock(ClockCommand::Extend {
                table,
                minutes: 3,
                reason: text(),
            })),
            1 => {
                let what = text();
                let call = Command::Judge(JudgeCommand::Call { table, what });
                self.attempt(By::Player(player), call, foreseen)?;
                let call = CallNo(number(self.state().judges.calls.len()));
                self.judge(JudgeCommand::Take { call })?;
                self.judge(JudgeCommand::Rule {
                    table,
                    text: text(),
                })?;
                let ruling = RulingNo(number(self.state().judges.rulings.len()));
                self.judge(JudgeCommand::Appeal { ruling })?;
                let desk = self.desk();
                let decide = Command::Judge(JudgeCommand::Decide {
                    ruling,
                    text: text(),
                    overruled: true,
                });
                self.attempt(desk, decide, foreseen)?;
                self.judge(JudgeCommand::Close { call })
            }
            2 => self.judge(JudgeCommand::Warn {
                player,
                reason: text(),
            }),
            3 => {
                let seat = m.seat(player).unwrap_or(Seat::A);
                let report = reports::conceded(self.plan.regulation, seat, &mut self.draw);
                self.judge(JudgeCommand::GameLoss {
                    table,
                    player,
                    reason: text(),
                    report,
                })
            }
            4 => self.lose(m),
            5 => {
                let (desk, reason) = (self.desk(), text());
                let recommend = Command::Judge(JudgeCommand::Recommend { player, reason });
                self.attempt(desk, recommend, foreseen)?;
                let reason = text();
                let keep = Command::Judge(JudgeCommand::Keep { player, reason });
                self.attempt(HOST, keep, foreseen).map(|_| ())
            }
            6 => self.judge(JudgeCommand::Proxy {
                player,
                card: "Marsh Harrier".to_owned(),
                unreadable: text(),
            }),
            _ => self.fortress(m),
        }
    }

    /// A component is lost and found, or the game is conceded (COMP-1).
    fn lose(&mut self, m: &Match) -> Result<(), Stuck> {
        // COMP-1, Card Game: no time to look during a game.
        let runs = self.state().current().is_some_and(|r| r.clock.is_some());
        let at_once = self.plan.regulation == Regulation::Cardgame && runs;
        self.judge(JudgeCommand::Lost {
            table: m.table,
            player: m.a,
            what: "a card".to_owned(),
            minutes: if at_once { 0 } else { 5 },
        })?;
        let loss = LossNo(number(self.state().judges.losses.len()));
        if self.coin() {
            self.judge(JudgeCommand::Found { loss })
        } else {
            let report = reports::conceded(self.plan.regulation, Seat::A, &mut self.draw);
            self.judge(JudgeCommand::Concede { loss, report })
        }
    }

    /// Fortressing is suspected, checked, decided and followed up (XW-FORT).
    fn fortress(&mut self, m: &Match) -> Result<(), Stuck> {
        self.judge(JudgeCommand::Suspect {
            table: m.table,
            player: m.b,
        })?;
        let fort = FortNo(number(self.state().judges.forts.len()));
        let met = self.coin();
        self.judge(JudgeCommand::Check { fort, met })?;
        let desk = self.desk();
        let deliberate = self.coin();
        let determine = Command::Judge(JudgeCommand::Determine { fort, deliberate });
        self.attempt(desk, determine, foreseen)?;
        let instructed = self.state().judges.forts.last();
        if instructed.is_some_and(|fort| fort.stage == FortStage::Instructed) {
            let goes_on = self.coin();
            self.judge(JudgeCommand::FollowUp {
                fort,
                goes_on,
                score: Some(10),
            })?;
        }
        Ok(())
    }

    /// Between rounds players whose components are still missing may be removed.
    pub(super) fn remove_for_components(&mut self) -> Result<(), Stuck> {
        let losses = self.state().judges.losses.iter();
        let missing: Vec<LossNo> = losses
            .filter(|loss| matches!(loss.stage, LossStage::Conceded | LossStage::Looking))
            .map(|loss| loss.number)
            .collect();
        for loss in missing {
            let desk = self.desk();
            let command = if self.coin() {
                JudgeCommand::Remove { loss }
            } else {
                JudgeCommand::Found { loss }
            };
            self.attempt(desk, Command::Judge(command), foreseen)?;
        }
        Ok(())
    }

    fn judge(&mut self, command: JudgeCommand) -> Result<(), Stuck> {
        self.floor(Command::Judge(command))
    }

    fn floor(&mut self, command: Command) -> Result<(), Stuck> {
        let leader = self.leader();
        self.attempt(leader, command, foreseen)?;
        Ok(())
    }
}
