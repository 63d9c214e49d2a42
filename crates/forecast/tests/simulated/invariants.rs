//! What must hold while a tournament is played, looked at from outside after every step.

use crate::always::Always;
use muster_forecast::Plan;
use muster_regulations::{EliminationKind, StageKind};
use muster_tournament::entry::Drawn;
use muster_tournament::floor::prompts::{PromptKind, prompts};
use muster_tournament::state::{Match, MatchStatus, Phase, Round, RoundStatus, Status};
use muster_tournament::{Command, Gave, PlayerId, State, Tournament, knockout, standings};
use std::collections::{BTreeMap, BTreeSet};

/// Looks at a tournament after every step.
pub(crate) struct Watcher {
    plan: String,
    always: Always,
    /// The state before the last step, and after it.
    before: Option<State>,
    now: Option<State>,
}

/// Returns all of a state that people can see, to compare it with another.
pub(crate) fn visible(state: &State) -> String {
    format!(
        "{:#?}",
        (
            (&state.setup, &state.phase, &state.staff, &state.players),
            (
                &state.structure,
                state.attendance,
                &state.phrase,
                state.tiebreak
            ),
            (&state.rounds, &state.voided, &state.knockout),
            (&state.corrections, state.master),
        )
    )
}

impl Watcher {
    pub(crate) fn new(plan: &Plan) -> Watcher {
        Watcher {
            plan: format!("simulation {} of seed {}", plan.index, plan.seed),
            always: Always::default(),
            before: None,
            now: None,
        }
    }

    pub(crate) fn look(&mut self, tournament: &Tournament) {
        self.always.look(tournament, &self.plan);
        let state = tournament.state();
        let entry = &tournament.lines().last().unwrap().core.entry;
        if let Gave::Drawn(drawn) = &entry.gave {
            let round = state.current().unwrap();
            self.look_at_draft(state, round, drawn);
        }
        match entry.did {
            Command::Publish => self.look_at_published(state),
            Command::FinishRound => self.look_at_points(state),
            Command::Undo => {
                let before = self.before.as_ref().map(visible);
                assert_eq!(before, Some(visible(state)), "{}: undo", self.plan);
            }
            _ => {}
        }
        self.look_at_games(state, &entry.did);
        self.look_at_seeds(state);
        self.before = self.now.replace(state.clone());
    }

    /// A game in progress is never voided, reseeded or moved, unless somebody asked for just that.
    fn look_at_games(&self, state: &State, did: &Command) {
        let plan = &self.plan;
        let chosen = matches!(
            did,
            Command::VoidRound { .. } | Command::AsPlayed { .. } | Command::Undo
        );
        let Some(before) = self.now.as_ref().filter(|_| !chosen) else {
            return;
        };
        let Some(old) = before.current().filter(|r| before.is_being_played(r)) else {
            return;
        };
        let Some(new) = state.round(old.number) else {
            panic!("{plan}: {} lost round {}", did.name(), old.number);
        };
        assert!(new.status >= old.status, "{plan}: {}", did.name());
        let told = |m: &Match| m.status != MatchStatus::Playing || m.claims != [None, None];
        let all = old.clock.is_some() || old.begun;
        for m in old.matches.iter().filter(|m| all || told(m)) {
            let now = new.table(m.table).map(|m| (m.a, m.b));
            assert_eq!(now, Some((m.a, m.b)), "{plan}: {}", did.name());
        }
    }

    /// The seeds are those that the standings give, or a decision is asked for or was made.
    fn look_at_seeds(&self, state: &State) {
        let plan = &self.plan;
        let (Some(made), Phase::Elimination) = (&state.knockout, state.phase) else {
            return;
        };
        let asked = prompts(state).iter().any(|p| p.kind == PromptKind::Cut);
        match knockout::mismatch(state) {
            Some(mismatch) => {
                assert_ne!(mismatch.seeds, made.seeds, "{plan}");
                assert_eq!(asked, !mismatch.is_kept, "{plan}");
            }
            None => assert!(!asked, "{plan}"),
        }
    }

    fn look_at_draft(&self, state: &State, round: &Round, drawn: &Drawn) {
        let plan = &self.plan;
        let placed = places(round);
        let different: BTreeSet<PlayerId> = placed.iter().copied().collect();
        assert_eq!(placed.len(), different.len(), "{plan}: a player sits twice");
        if round.stage == StageKind::Elimination {
            return;
        }
        let active: BTreeSet<PlayerId> = state.active().map(|player| player.id).collect();
        assert_eq!(different, active, "{plan}: who takes part is paired");
        assert_eq!(round.byes.len(), active.len() % 2, "{plan}: BYE-1");
        let earlier: Vec<&Round> = state
            .swiss_rounds()
            .filter(|other| other.number < round.number)
            .collect();
        let pins = round.manual.len();
        self.look_at_bye(state, round, &earlier, pins);
        let met: BTreeSet<[PlayerId; 2]> = earlier
            .iter()
            .flat_map(|round| &round.matches)
            .map(|m| [m.a.min(m.b), m.a.max(m.b)])
            .collect();
        let repeats = round
            .matches
            .iter()
            .filter(|m| met.contains(&[m.a.min(m.b), m.a.max(m.b)]))
            .count();
        assert_eq!(repeats, drawn.repeats as usize, "{plan}: PAIR-5");
        if repeats > 0 && pins == 0 && active.len() <= 13 {
            let players: Vec<PlayerId> = round.matches.iter().flat_map(|m| [m.a, m.b]).collect();
            assert_eq!(repeats, fewest_repeats(&players, &met), "{plan}: PAIR-4");
        }
    }

    /// BYE-2 and BYE-3, from the state before the round.
    fn look_at_bye(&self, state: &State, round: &Round, earlier: &[&Round], pins: usize) {
        let ([holder], true, 0) = (round.byes.as_slice(), round.number.0 > 1, pins) else {
            return;
        };
        let had = |id: PlayerId| {
            let rounds = earlier.iter();
            rounds.filter(|round| round.byes.contains(&id)).count()
        };
        let fewest = state.active().map(|player| had(player.id)).min();
        let mut before = state.clone();
        before.rounds.pop();
        let rows = standings::standings(&before).rows;
        let lowest = rows
            .iter()
            .rev()
            .map(|row| row.player)
            .filter(|id| state.player(*id).unwrap().status == Status::Active)
            .find(|id| Some(had(*id)) == fewest);
        assert_eq!(lowest, Some(*holder), "{}: BYE-2", self.plan);
    }

    fn look_at_published(&self, state: &State) {
        let round = state.current().unwrap();
        for id in places(round) {
            let status = state.player(id).unwrap().status;
            // DROP-1: nobody is sent to a table after leaving.
            assert_eq!(status, Status::Active, "{}: {id} has left", self.plan);
        }
    }

    /// The points of the standings are those of the matches and byes, and no others.
    fn look_at_points(&self, state: &State) {
        let regulation = state.setup.regulation;
        let mut points: BTreeMap<PlayerId, u32> = BTreeMap::new();
        for round in state
            .swiss_rounds()
            .filter(|round| round.status == RoundStatus::Finished)
        {
            for m in &round.matches {
                let outcome = m.outcome.unwrap();
                assert_eq!(m.status, MatchStatus::Confirmed);
                *points.entry(m.a).or_default() += outcome.a.points;
                *points.entry(m.b).or_default() += outcome.b.points;
            }
            for bye in &round.byes {
                *points.entry(*bye).or_default() += regulation.bye().points;
            }
        }
        let rows = standings::standings(state).rows;
        for pair in rows.windows(2) {
            let ranked = pair[1].rank.is_some();
            assert!(!ranked || pair[0].points >= pair[1].points, "{}", self.plan);
        }
        for row in rows {
            let own = points.remove(&row.player).unwrap_or(0);
            assert_eq!(row.points, own, "{}: points of {}", self.plan, row.player);
        }
        assert_eq!(
            points,
            BTreeMap::new(),
            "{}: not in the standings",
            self.plan
        );
    }

    pub(crate) fn look_at_the_end(&self, tournament: &Tournament) {
        let state = tournament.state();
        assert_eq!(state.phase, Phase::Finished, "{}", self.plan);
        assert!(state.master.is_some());
        let Some(bracket) = &state.knockout else {
            return;
        };
        let champion = knockout::champion(state);
        let lost = |id: PlayerId| {
            let matches = state.elimination_rounds().flat_map(|round| &round.matches);
            matches
                .filter(|m| m.seat(id).is_some() && m.counted().is_some())
                .filter(|m| {
                    let winner = m.node.and_then(|node| bracket.put_back.get(&node).copied());
                    winner.or(m.winner()) != Some(id)
                })
                .count()
        };
        let lives = match state.setup.regulation.book().elimination {
            EliminationKind::Double if state.swiss_rounds().next().is_some() => 2,
            _ => 1,
        };
        for id in &bracket.seeds {
            let left = state.player(*id).unwrap().gone_from.is_some();
            if Some(*id) == champion {
                assert!(lost(*id) < lives, "{}: the champion has lost", self.plan);
            } else {
                assert!(
                    left || lost(*id) == lives,
                    "{}: {id} was never beaten",
                    self.plan
                );
            }
        }
    }
}

fn places(round: &Round) -> Vec<PlayerId> {
    let matches = round.matches.iter().flat_map(|m| [m.a, m.b]);
    matches.chain(round.byes.iter().copied()).collect()
}

/// The fewest repeats any pairing has, by trying all.
fn fewest_repeats(players: &[PlayerId], met: &BTreeSet<[PlayerId; 2]>) -> usize {
    let Some((first, rest)) = players.split_first() else {
        return 0;
    };
    let mut fewest = usize::MAX;
    for (at, second) in rest.iter().enumerate() {
        let repeat = usize::from(met.contains(&[*first.min(second), *first.max(second)]));
        let mut others = rest.to_vec();
        others.remove(at);
        fewest = fewest.min(repeat + fewest_repeats(&others, met));
        if fewest == 0 {
            break;
        }
    }
    fewest
}
