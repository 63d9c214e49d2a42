//! Folding a record of another program: players, rounds and results as they were recorded, and the tournament is over.

use super::rounds::new_match;
use super::{Misfit, Step};
use crate::command::NewPlayer;
use crate::ids::{Hex32, PlayerId, RoundNo};
use crate::recorded::{Fitted, Noted, Recorded, RecordedMatch, RecordedRound, Source, fit};
use crate::state::{Knockout, Match, MatchStatus, Phase, Round, RoundStatus, State, Status};
use muster_pairing::bracket::NodeId;
use muster_regulations::StageKind;
use std::collections::{BTreeMap, BTreeSet};

impl State {
    pub(super) fn import(&mut self, step: &Step, recorded: &Recorded) -> Result<(), Misfit> {
        self.enter(step, recorded);
        let fitted = match recorded.seeds.as_slice() {
            [] => None,
            seeds => {
                let regulation = self.setup.regulation;
                Some(fit(regulation, seeds, recorded).map_err(|_| Misfit::BracketRounds)?)
            }
        };
        let mut met: BTreeSet<[PlayerId; 2]> = BTreeSet::new();
        for round in &recorded.swiss {
            let mut repeats: u32 = 0;
            for m in &round.matches {
                let first = met.insert([m.a.min(m.b), m.a.max(m.b)]);
                repeats = repeats.saturating_add(u32::from(!first));
            }
            self.play_recorded(step.position, StageKind::Swiss, round, &[], repeats);
        }
        let nodes = fitted.as_ref().map_or(&[][..], |fitted| &fitted.nodes);
        let of_none = Vec::new();
        for (index, round) in recorded.elimination.iter().enumerate() {
            let nodes = nodes.get(index).unwrap_or(&of_none);
            self.play_recorded(step.position, StageKind::Elimination, round, nodes, 0);
        }
        self.draw_recorded(recorded, fitted)?;
        self.note_source(recorded);
        Ok(())
    }

    fn enter(&mut self, step: &Step, recorded: &Recorded) {
        let in_bracket = recorded.in_bracket();
        // Values are in the order of their digests; one that was forgotten is left out.
        let mut values = step.private.iter().peekable();
        for player in &recorded.players {
            let value = values.next_if(|value| value.seal() == player.who);
            let new = NewPlayer {
                who: player.who,
                faction: player.faction.clone(),
                list_points: player.list_points,
                leader: None,
            };
            self.register(&new, value.cloned());
            if let Some(entered) = self.players.last_mut() {
                entered.status = if player.dropped {
                    Status::Dropped
                } else if recorded.swiss.is_empty()
                    || in_bracket.is_empty()
                    || in_bracket.contains(&entered.id)
                {
                    Status::Active
                } else {
                    Status::CutOff
                };
            }
        }
        self.attendance = u32::try_from(recorded.players.len()).unwrap_or(u32::MAX);
        self.structure = Some(recorded.structure());
        self.phase = Phase::Finished;
    }

    fn play_recorded(
        &mut self,
        position: u64,
        stage: StageKind,
        round: &RecordedRound,
        nodes: &[Option<NodeId>],
        repeats: u32,
    ) {
        let of_match = |(index, m): (usize, &RecordedMatch)| {
            recorded_match(m, nodes.get(index).copied().flatten())
        };
        let mut matches: Vec<Match> = round.matches.iter().enumerate().map(of_match).collect();
        matches.sort_by_key(|m| m.table);
        self.rounds.push(Round {
            number: self.next_round(),
            stage,
            status: RoundStatus::Finished,
            drawn_at: position,
            attempt: 0,
            seed: Hex32([0; 32]),
            matches,
            byes: round.byes.iter().map(|bye| bye.player).collect(),
            repeats,
            manual: Vec::new(),
            stale: None,
            clock_seed: None,
            clock: None,
            begun: false,
            extensions: Vec::new(),
            published: None,
        });
    }

    fn draw_recorded(&mut self, recorded: &Recorded, fitted: Option<Fitted>) -> Result<(), Misfit> {
        let Some(Fitted { shape, gone, .. }) = fitted else {
            return Ok(());
        };
        for (player, round) in gone {
            self.player_mut(player)?.gone_from = Some(round);
        }
        self.knockout = Some(Knockout {
            shape,
            seeds: recorded.seeds.clone(),
            later_day: false,
            put_back: BTreeMap::new(),
            cut: None,
        });
        Ok(())
    }

    fn note_source(&mut self, recorded: &Recorded) {
        let usual = self.setup.regulation.bye();
        let rounds = (1..).map(RoundNo).zip(recorded.rounds());
        let other = |round: &RecordedRound| round.byes.iter().any(|bye| bye.award != usual);
        let byes = rounds.filter(|(_, (_, round))| other(round));
        let rank = |rank: Option<u32>| rank.map_or(u64::MAX, u64::from);
        self.recorded = Some(Source {
            program: recorded.program.clone(),
            file: recorded.file,
            ranks: recorded.players.iter().map(|p| rank(p.rank)).collect(),
            places: recorded.places().collect(),
            byes: byes
                .map(|(number, (_, round))| (number, round.byes.clone()))
                .collect(),
        });
    }
}

fn recorded_match(m: &RecordedMatch, node: Option<NodeId>) -> Match {
    Match {
        node,
        // A match without a result stays open for good.
        status: match m.outcome {
            Some(_) => MatchStatus::Confirmed,
            None => MatchStatus::Playing,
        },
        report: m.report.clone().map(Box::new),
        outcome: m.outcome,
        dark: m.dark,
        noted: Some(Noted {
            scores: m.scores,
            told: m.told,
        }),
        ..new_match(m.table, m.a, m.b)
    }
}
