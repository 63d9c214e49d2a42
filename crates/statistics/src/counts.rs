//! Counting: the one pass over the players and games of tournaments that all rates come from.
//!
//! Relies on [`crate::plays`]; promises the same order whatever the order of the tournaments: by how often something
//! was played, then by name.

use crate::factions::{Faction, Matchup};
use crate::margins::Histogram;
use crate::plays::{self, Play};
use crate::rate::Rate;
use crate::{EdgeKind, EdgeRate, Statistics};
use muster_regulations::{Regulation, Seat};
use muster_tournament::State;
use std::collections::BTreeMap;

/// Adds up tournaments of one regulation.
pub struct Sum {
    regulation: Regulation,
    tournaments: u32,
    players: u32,
    games: u32,
    /// Players whose faction is known, once for each faction.
    known: u32,
    factions: BTreeMap<String, Tally>,
    against: BTreeMap<(String, String), Rate>,
    told: Rate,
    chosen: Rate,
    margins: Histogram,
}

/// What was counted of a faction. Names differ in case and spacing only by habit, so they are counted together.
#[derive(Default)]
struct Tally {
    spelled: BTreeMap<String, u32>,
    players: u32,
    in_bracket: Rate,
    wins: Rate,
    set_apart: u32,
}

impl Sum {
    /// Begins with nothing.
    #[must_use]
    pub fn new(regulation: Regulation) -> Sum {
        Sum {
            regulation,
            tournaments: 0,
            players: 0,
            games: 0,
            known: 0,
            factions: BTreeMap::new(),
            against: BTreeMap::new(),
            told: Rate::default(),
            chosen: Rate::default(),
            margins: Histogram::new(regulation),
        }
    }

    /// Adds a tournament; one of another regulation is left out.
    pub fn add(&mut self, state: &State) {
        if state.setup.regulation != self.regulation {
            return;
        }
        self.tournaments += 1;
        for player in state.participants() {
            self.players += 1;
            for name in plays::factions(state, player) {
                self.known += 1;
                let tally = self.factions.entry(key(&name)).or_default();
                *tally.spelled.entry(name).or_default() += 1;
                tally.players += 1;
                if let Some(knockout) = &state.knockout {
                    tally.in_bracket.count(knockout.seeds.contains(&player.id));
                }
            }
        }
        for play in plays::plays(state) {
            self.game(&play);
        }
        self.margins.add(state);
    }

    fn game(&mut self, play: &Play) {
        self.games += 1;
        if let Some(winner) = play.winner {
            if let Some(edge) = play.edge {
                self.told.count(edge == winner);
            }
            if let Some(chooser) = play.chooser {
                self.chosen.count(chooser == winner);
            }
        }
        let [Some(a), Some(b)] = &play.factions else {
            return;
        };
        let (a, b) = (key(a), key(b));
        let decided = play.winner.filter(|_| a != b);
        for (own, other, seat) in [(&a, &b, Seat::A), (&b, &a, Seat::B)] {
            if let Some(winner) = decided {
                let pair = (own.clone(), other.clone());
                self.against.entry(pair).or_default().count(winner == seat);
            }
            // A faction that plays itself is one game of it, not two.
            let counted_already = a == b && seat == Seat::B;
            if let Some(tally) = self.factions.get_mut(own).filter(|_| !counted_already) {
                match decided {
                    Some(winner) => tally.wins.count(winner == seat),
                    None => tally.set_apart += 1,
                }
            }
        }
    }

    /// Returns what it all adds up to.
    #[must_use]
    pub fn statistics(self) -> Statistics {
        let mut tallies: Vec<(&String, &Tally)> = self.factions.iter().collect();
        tallies.sort_by_key(|(key, tally)| (std::cmp::Reverse(tally.players), *key));
        let factions = tallies.iter().map(|(_, tally)| Faction {
            name: tally.name(),
            share: Rate {
                won: tally.players,
                of: self.known,
            },
            wins: tally.wins,
            set_apart: tally.set_apart,
            cut: (tally.in_bracket.of > 0).then_some(tally.in_bracket),
        });
        let pairs = tallies
            .iter()
            .flat_map(|one| tallies.iter().map(move |two| (one, two)));
        let matchups = pairs.filter_map(|((key, tally), (other, against))| {
            Some(Matchup {
                faction: tally.name(),
                against: against.name(),
                wins: *self.against.get(&((*key).clone(), (*other).clone()))?,
            })
        });
        let told = self
            .regulation
            .edge()
            .map(|edge| (EdgeKind::Told(edge), self.told));
        let edges = told.into_iter().chain([(EdgeKind::Choice, self.chosen)]);
        Statistics {
            regulation: self.regulation,
            tournaments: self.tournaments,
            players: self.players,
            games: self.games,
            factions: factions.collect(),
            matchups: matchups.collect(),
            edges: edges
                .filter(|(_, rate)| rate.of > 0)
                .map(|(edge, rate)| EdgeRate { edge, rate })
                .collect(),
            margins: self.margins.margins(),
            ranks: None,
            lengths: Vec::new(),
        }
    }
}

impl Tally {
    /// The spelling that most used; of several the first by the alphabet.
    fn name(&self) -> String {
        let spelled = self.spelled.iter().rev();
        let most = spelled.max_by_key(|(_, count)| **count);
        most.map(|(name, _)| name.clone()).unwrap_or_default()
    }
}

/// What is the same name to a reader.
fn key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
