//! The judges' log: rulings and appeals, conduct and who was removed or put back, calls, lost components, proxies,
//! checks for fortressing and corrected results, each with who and when. For staff only.

use crate::head;
use crate::order::Order;
use muster_tournament::State;
use muster_tournament::floor::judges::{
    Act, ConductKind, FortStage, JudgesDesk, LossStage, VerdictKind,
};
use muster_tournament::{RoundNo, TableNo};
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/judges_log.typ");

/// The log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgesLog {
    /// By kind; only those with entries.
    pub sections: Vec<Section>,
}

/// All of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    pub title: &'static str,
    pub entries: Vec<Entry>,
}

/// Something noted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub at: String,
    pub place: String,
    pub text: String,
    /// How it ended.
    pub then: Vec<String>,
    pub by: String,
}

/// Builds the log.
pub fn build(state: &State, order: &Order) -> Result<JudgesLog, PaperError> {
    let log = Log { state, order };
    let desk = &state.judges;
    let sections = [
        ("Rulings", log.rulings(desk)),
        ("Conduct", log.conduct(desk)),
        ("Removed and put back", log.verdicts(desk)),
        ("Calls", log.calls(desk)),
        ("Lost components", log.losses(desk)),
        ("Proxies", log.proxies(desk)),
        ("Fortressing", log.forts(desk)),
        ("Corrected results", log.corrections()),
    ];
    let sections: Vec<Section> = sections
        .into_iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(title, entries)| Section { title, entries })
        .collect();
    if sections.is_empty() {
        return Err(PaperError::NoLog);
    }
    Ok(JudgesLog { sections })
}

struct Log<'a> {
    state: &'a State,
    order: &'a Order,
}

impl Log<'_> {
    /// A round as the other documents call it, "Final" too.
    fn round(&self, number: RoundNo) -> String {
        let round = self.state.round(number);
        round.map_or_else(
            || format!("Round {number}"),
            |round| head::round_title(self.state, round),
        )
    }

    fn at_table(&self, round: RoundNo, table: TableNo) -> String {
        format!("{}, table {table}", self.round(round))
    }

    /// The place of an entry about a player rather than a table.
    fn during(&self, round: Option<RoundNo>) -> String {
        round.map_or_else(|| "Before round 1".to_owned(), |number| self.round(number))
    }

    fn entry(&self, act: Act, place: String, text: String, then: Vec<String>) -> Entry {
        Entry {
            at: self.order.moment_of_year(act.at),
            place,
            text,
            then,
            by: self.state.actor(act.by),
        }
    }

    fn who_and_when(&self, act: Act) -> String {
        format!(
            "{}, {}",
            self.state.actor(act.by),
            self.order.moment_of_year(act.at)
        )
    }

    fn rulings(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let rulings = desk.rulings.iter().map(|ruling| {
            let mut then = Vec::new();
            if let Some(act) = ruling.appealed {
                then.push(format!("Appealed by {}.", self.who_and_when(act)));
            }
            if let Some(decision) = &ruling.decision {
                let verb = if decision.overruled {
                    "Overruled"
                } else {
                    "Upheld"
                };
                let who = self.who_and_when(decision.given);
                then.push(format!("{verb} by {who}: {}", decision.text));
            }
            let place = self.at_table(ruling.round, ruling.table);
            self.entry(ruling.given, place, ruling.text.clone(), then)
        });
        rulings.collect()
    }

    fn conduct(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let conduct = desk.conduct.iter().map(|noted| {
            let kind = match noted.kind {
                ConductKind::Warning => "Warning",
                ConductKind::GameLoss => "Game loss",
                ConductKind::Recommendation => "Removal recommended",
                ConductKind::Kept => "Stays in the tournament",
            };
            let place = self.during(noted.round);
            let name = self.state.name(noted.player);
            let text = format!("{kind}, {name}: {}", noted.reason);
            self.entry(noted.given, place, text, Vec::new())
        });
        conduct.collect()
    }

    // ROLE-6, DROP-3: who decided to remove somebody, and why.
    fn verdicts(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let verdicts = desk.verdicts.iter().map(|verdict| {
            let kind = match verdict.kind {
                VerdictKind::Removed => "Disqualified",
                VerdictKind::PutBack => "Put back",
            };
            let name = self.state.name(verdict.player);
            let text = format!("{kind}, {name}: {}", verdict.reason);
            let place = self.during(verdict.round);
            self.entry(verdict.given, place, text, Vec::new())
        });
        verdicts.collect()
    }

    fn calls(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let calls = desk.calls.iter().map(|call| {
            let mut then = Vec::new();
            if let Some(act) = call.taken {
                then.push(format!("Taken by {}.", self.who_and_when(act)));
            }
            if let Some(act) = call.closed {
                then.push(format!("Closed by {}.", self.who_and_when(act)));
            }
            let place = self.at_table(call.round, call.table);
            let reason = muster_words::form::call_reason(self.state.setup.regulation, call);
            self.entry(call.called, place, reason.to_owned(), then)
        });
        calls.collect()
    }

    fn losses(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let losses = desk.losses.iter().map(|loss| {
            let stage = match loss.stage {
                LossStage::Looking => "Not found yet.",
                LossStage::Found => "Found.",
                LossStage::Conceded => "Not found: the game was conceded.",
                LossStage::Removed => "Not found: the player was removed.",
            };
            let name = self.state.name(loss.player);
            let text = format!(
                "{name} is missing {} ({} minutes to search).",
                loss.what, loss.minutes
            );
            let place = self.at_table(loss.round, loss.table);
            self.entry(loss.noted, place, text, vec![stage.to_owned()])
        });
        losses.collect()
    }

    fn proxies(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let proxies = desk.proxies.iter().map(|proxy| {
            let name = self.state.name(proxy.player);
            let text = format!(
                "{} of {name}; unreadable: {}.",
                proxy.card, proxy.unreadable
            );
            self.entry(proxy.made, String::new(), text, Vec::new())
        });
        proxies.collect()
    }

    fn forts(&self, desk: &JudgesDesk) -> Vec<Entry> {
        let forts = desk.forts.iter().map(|fort| {
            let stage = match fort.stage {
                FortStage::Asked => "A judge is checking the ships.",
                FortStage::NotMet => "Not fortressing.",
                FortStage::Met => "The marshal decides.",
                FortStage::Instructed => "The player was told to stop.",
                FortStage::Unintended => "Not deliberate.",
                FortStage::Ended => "The player stopped.",
                FortStage::Destroyed => {
                    "It continued, so all of the player’s ships were destroyed."
                }
            };
            let text = format!("{} may be fortressing.", self.state.name(fort.player));
            let place = self.at_table(fort.round, fort.table);
            let then = vec![format!("{stage} ({})", self.who_and_when(fort.last))];
            self.entry(fort.asked, place, text, then)
        });
        forts.collect()
    }

    fn corrections(&self) -> Vec<Entry> {
        let corrections = self.state.corrections.iter().map(|correction| {
            let place = self.at_table(correction.round, correction.table);
            let then = vec![format!("Line {} of the journal.", correction.position)];
            self.entry(correction.given, place, correction.reason.clone(), then)
        });
        corrections.collect()
    }
}
