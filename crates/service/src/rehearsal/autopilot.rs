//! Plays a rehearsal one step at a time: players report and confirm, now and then dispute or call a judge; the desk continues
//! if it is automatic. Every step is a normal command, so people who practise meet the real rules and can be faster.

use super::Pace;
use crate::room::Room;
use jiff::Timestamp;
use muster_forecast::reports::{self, Table};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{Report, Seat};
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::floor::prompts::prompts;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::next::{Action, next};
use muster_tournament::state::{Match, MatchStatus, Phase, Round, RoundStatus, State};
use muster_tournament::{By, Command, Request};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The shortest time between two steps.
const SHORTEST: Duration = Duration::from_millis(100);
/// Steps of the desk in a round, beside those of the players.
const DESK_STEPS: u32 = 6;
/// What judges are called for.
const CALLS: [&str; 4] = [
    "Can this ship be seen?",
    "A dial was set wrong",
    "We disagree about the timing",
    "A token is missing",
];
/// Calls that wait for a judge at most.
const WAITING: usize = 2;

/// Plays a rehearsal.
pub(super) struct Autopilot {
    draw: Draw,
}

impl Autopilot {
    pub(super) fn new(seed: [u8; 32]) -> Autopilot {
        Autopilot {
            draw: Draw::new(&Seed::new(seed).derive("rehearsal")),
        }
    }

    /// Plays until the rehearsal is over or deleted.
    pub(super) async fn fly(mut self, room: Arc<Room>, mut pace: watch::Receiver<Pace>) {
        loop {
            let now = *pace.borrow_and_update();
            let wait = now
                .minutes
                .map(|minutes| room.read(|t| between(t.state(), minutes)));
            let changed = match wait {
                Some(wait) => tokio::time::timeout(wait, pace.changed()).await.ok(),
                None => Some(pace.changed().await),
            };
            match changed {
                // Deleted.
                Some(Err(_)) => return,
                Some(Ok(())) => continue,
                None => {}
            }
            let steps = room.read(|t| self.steps(t.state(), now.desk));
            if room.read(|t| t.state().phase == Phase::Finished) {
                return;
            }
            for (by, command) in steps {
                let request = Request::new(by, Timestamp::now(), command);
                // Somebody may have been faster, or the report does not fit: the next step is another one.
                if let Err(problem) = room.act(request, None, None, Vec::new()).await {
                    tracing::debug!(problem = problem.text, "a step of a rehearsal was refused");
                }
            }
        }
    }

    /// What somebody does now.
    fn steps(&mut self, state: &State, desk: bool) -> Vec<(By, Command)> {
        if let Some(round) = state.in_play() {
            if round.clock.is_none() && desk {
                return vec![(By::Staff(ORGANIZER), Command::Clock(ClockCommand::Start))];
            }
            if let Some(step) = self.at_a_table(state, round) {
                return vec![step];
            }
        }
        if desk {
            return self.at_the_desk(state);
        }
        Vec::new()
    }

    /// A player reports, answers a report, or calls a judge.
    fn at_a_table(&mut self, state: &State, round: &Round) -> Option<(By, Command)> {
        let open: Vec<&Match> = round.open().collect();
        let m = *self.draw.pick(&open)?;
        let table = m.table;
        let reported = |seat: Seat| m.claims[usize::from(seat == Seat::B)].is_some();
        match m.status {
            MatchStatus::Playing if self.draw.below(20) == 0 && prompts(state).len() < WAITING => {
                let what = self
                    .draw
                    .pick(&CALLS)
                    .copied()
                    .unwrap_or_default()
                    .to_owned();
                let call = Command::Judge(JudgeCommand::Call { table, what });
                Some((By::Player(m.a), call))
            }
            MatchStatus::Playing => {
                let teller = if self.draw.below(2) == 0 { m.a } else { m.b };
                let report = self.report(state, round, m);
                Some((By::Player(teller), Command::Report { table, report }))
            }
            MatchStatus::Reported => {
                let other = if reported(Seat::A) { m.b } else { m.a };
                match self.draw.below(25) {
                    0 => Some((By::Player(other), Command::Dispute { table })),
                    _ => Some((By::Player(other), Command::Confirm { table })),
                }
            }
            // For a judge to settle.
            MatchStatus::Disputed | MatchStatus::Confirmed | MatchStatus::Walkover => None,
        }
    }

    fn report(&mut self, state: &State, round: &Round, m: &Match) -> Report {
        let winner = if self.draw.below(2) == 0 {
            Seat::A
        } else {
            Seat::B
        };
        let table = Table {
            stage: round.stage,
            winner,
            dark: m.dark,
        };
        let regulation = state.setup.regulation;
        loop {
            let report = reports::random(regulation, table, &mut self.draw);
            // What only a judge may report is left to judges.
            if report.needs_staff().is_none() && state.with_lists(m, &report).is_ok() {
                return report;
            }
        }
    }

    /// What the desk would press.
    fn at_the_desk(&mut self, state: &State) -> Vec<(By, Command)> {
        let next = next(state);
        let command = match next.action {
            Action::Start => Command::Start { phrase: None },
            Action::Draft => Command::Draft,
            Action::Seat => Command::Seat {
                players: next.seats,
            },
            Action::Redraw => Command::Redraw {
                reason: String::new(),
            },
            Action::Publish => Command::Publish,
            Action::Void => Command::VoidRound {
                reason: "rehearsal".to_owned(),
            },
            Action::AcceptReports => Command::AcceptReports {
                tables: next.unconfirmed,
            },
            Action::Settle => {
                let round = state.in_play();
                let disputed = next.disputed.first().copied();
                let Some((round, m)) = round.and_then(|round| {
                    let m = disputed.and_then(|table| round.table(table))?;
                    Some((round, m))
                }) else {
                    return Vec::new();
                };
                Command::Report {
                    table: m.table,
                    report: self.report(state, round, m),
                }
            }
            Action::FinishRound => Command::FinishRound,
            Action::Cut => Command::Cut { later_day: false },
            Action::Finish => Command::Finish,
            Action::Register
            | Action::CheckIn
            | Action::Collect
            | Action::Component
            | Action::Nothing => return Vec::new(),
        };
        vec![(By::Staff(ORGANIZER), command)]
    }
}

/// The time between two steps, so that a round takes as long as it should: a report and an answer for each table.
fn between(state: &State, minutes: u32) -> Duration {
    let published = state
        .rounds
        .iter()
        .rfind(|round| round.status > RoundStatus::Draft);
    let tables = published.map_or(state.players.len() / 2, |round| round.matches.len());
    let steps = u32::try_from(tables).unwrap_or(u32::MAX).saturating_mul(2);
    let whole = Duration::from_secs(u64::from(minutes) * 60);
    (whole / steps.saturating_add(DESK_STEPS)).max(SHORTEST)
}
