//! Whole random tournaments, from the first registration to the champion, played as people play them: players report,
//! opponents confirm or dispute, the desk settles it, somebody drops, somebody is late, a button is pressed too early.
//!
//! Every step goes through [`muster_tournament::Tournament::act`]. Promises that a plan always gives the same journal and
//! that the tournament ends; a simulation that gets stuck has found a bug.

mod floor;
mod hall;
mod matches;
mod names;
mod people;
mod plan;
mod rounds;
mod stuck;

pub use names::{Somebody, invented};
pub use plan::{Chance, Incidents, Plan};
pub use stuck::{Stuck, Trouble};

use hall::Hall;
use muster_regulations::{CutRule, Role};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::knockout;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{By, Command, Refusal, Tournament};

/// Plays a tournament to its end.
pub fn simulate(plan: &Plan) -> Result<Tournament, Stuck> {
    simulate_watched(plan, &mut |_| {})
}

/// Plays a tournament to its end and calls `watch` after every step.
pub fn simulate_watched(
    plan: &Plan,
    watch: &mut dyn FnMut(&Tournament),
) -> Result<Tournament, Stuck> {
    let mut hall = Hall::open(plan, watch)?;
    hall.gather()?;
    while hall.state().phase != Phase::Finished {
        hall.go_on()?;
    }
    hall.afterwards()?;
    Ok(hall.tournament)
}

/// More rounds than any simulated tournament has, including voided ones.
const ENDLESS: usize = 100;

const HOST: By = By::Staff(ORGANIZER);

impl Hall<'_> {
    /// Does what comes next: a round, the cut, or the end.
    fn go_on(&mut self) -> Result<(), Stuck> {
        let rounds = self.state().rounds.len() + self.state().voided.len();
        if rounds > ENDLESS {
            return self.stuck(Trouble::Endless { rounds });
        }
        self.between_rounds()?;
        self.remove_for_components()?;
        let few = self.state().active().nth(1).is_none();
        match self.state().phase {
            Phase::Swiss if few => self.act(HOST, Command::Finish),
            Phase::Swiss if self.swiss_rounds_left() => self.round(),
            Phase::Swiss => self.cut(),
            Phase::Elimination if self.bracket_is_over() => self.act(HOST, Command::Finish),
            Phase::Elimination => self.round(),
            Phase::Registration | Phase::Finished => Ok(()),
        }
    }

    fn swiss_rounds_left(&self) -> bool {
        let state = self.state();
        let rounds = state.structure.map_or(0, |structure| structure.rounds);
        state.swiss_rounds().count() < rounds as usize
    }

    fn bracket_is_over(&self) -> bool {
        let state = self.state();
        let between = state
            .current()
            .is_none_or(|round| round.status == RoundStatus::Finished);
        let decided = match knockout::play(state) {
            Some(play) => play.current_round().is_none(),
            None => state.active().nth(1).is_none(),
        };
        between && decided
    }

    fn cut(&mut self) -> Result<(), Stuck> {
        let rule = self
            .state()
            .structure
            .map_or(CutRule::None, |structure| structure.cut);
        if rule == CutRule::None {
            return self.act(HOST, Command::Finish);
        }
        let later_day = self.happens(self.plan.incidents.house_choices);
        // If nobody has enough points for the cut, the standings are final.
        let made = self.attempt(HOST, Command::Cut { later_day }, |refusal| {
            matches!((rule, refusal), (CutRule::Points(_), Refusal::Bracket(_)))
        })?;
        if made {
            Ok(())
        } else {
            self.act(HOST, Command::Finish)
        }
    }

    /// Registration, check-in and start.
    fn gather(&mut self) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        for role in [Role::Judge, Role::Head] {
            if self.happens(incidents.house_choices) {
                self.assign(role)?;
            }
        }
        if self.happens(incidents.house_choices) {
            self.rename()?;
        }
        let mut left = self.plan.players;
        if self.happens(incidents.house_choices) && hall::leaders_may_play(&self.plan) {
            self.assign(Role::Judge)?;
            self.register(1, Some(ORGANIZER))?;
            left -= 1;
        }
        while left > 0 {
            let some = left.min(1 + self.draw.below(self.plan.players));
            self.register(some, None)?;
            left -= some;
        }
        self.amend_somebody()?;
        // Registered players who are missing come later or not at all (DROP-4).
        let missing = if self.happens(incidents.late_entries) {
            1 + self.draw.below(2)
        } else {
            0
        };
        if missing > 0 {
            self.register(missing, None)?;
        }
        let here: Vec<_> = self
            .state()
            .players
            .iter()
            .map(|player| player.id)
            .collect();
        let here = here.into_iter().take(self.plan.players as usize).collect();
        let by = self.leader();
        self.act(
            by,
            Command::CheckIn {
                players: here,
                present: true,
            },
        )?;
        self.hand_in_lists()?;
        if self.happens(incidents.mischief) {
            let by = self.desk();
            self.mischief(by, Command::Draft, |refusal| {
                matches!(refusal, Refusal::NotNow { .. })
            })?;
        }
        let phrase = self
            .happens(incidents.house_choices)
            .then(|| "seven  bantam hens on a tin roof".to_owned());
        self.act(HOST, Command::Start { phrase })
    }

    /// The organizer thinks of a better name.
    fn rename(&mut self) -> Result<(), Stuck> {
        let mut setup = self.state().setup.clone();
        setup.name.push_str(", renamed");
        self.act(HOST, Command::Configure { setup })
    }

    /// After the end somebody asks to have personal data erased.
    fn afterwards(&mut self) -> Result<(), Stuck> {
        self.forget_somebody()?;
        if self.happens(self.plan.incidents.mischief) {
            let by = self.desk();
            self.mischief(by, Command::Publish, |refusal| {
                matches!(refusal, Refusal::NotNow { .. })
            })?;
        }
        Ok(())
    }
}
