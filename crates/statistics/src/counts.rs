//! Counting: the one pass over the players and games of tournaments that all rates come from.
//!
//! Relies on [`crate::plays`]; promises the same order whatever the order of the tournaments: by how often something
//! was played, then by name.

use crate::factions::{Faction, Matchup};
use crate::margins::Histogram;
use crate::plays::{self, Play};
use crate::rate::Rate;
use crate::{EdgeKind, EdgeRate, Statistics};
use muster_regulations::list::folded;
use muster_regulations::{Regulation, Seat};
use muster_tournament::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Adds up tournaments of one regulation. Kept as it is, so that a tournament that was counted once need not be read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    regulation: Regulation,
    tournaments: u32,
    players: u32,
    games: u32,
    /// Players whose faction is known, once for each faction.
    known: u32,
    factions: BTreeMap<String, Tally>,
    against: BTreeMap<String, BTreeMap<String, Count>>,
    told: Count,
    chosen: Count,
    margins: Histogram,
}

/// What was counted of a faction. Names differ in case and spacing only by habit, so they are counted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    spelled: BTreeMap<String, u32>,
    players: u32,
    in_bracket: Count,
    wins: Count,
    set_apart: u32,
}

/// A number of successes out of a total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Count(u32, u32);

impl Count {
    fn count(&mut self, yes: bool) {
        *self += Count(u32::from(yes), 1);
    }

    fn rate(self) -> Rate {
        let Count(won, of) = self;
        Rate { won, of }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        *self = Count(self.0 + other.0, self.1 + other.1);
    }
}

/// Adds counts under the same keys.
pub(crate) fn add_all<K: Ord + Clone, V: AddAssign + Copy + Default>(
    to: &mut BTreeMap<K, V>,
    from: &BTreeMap<K, V>,
) {
    for (key, value) in from {
        *to.entry(key.clone()).or_default() += *value;
    }
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
            told: Count::default(),
            chosen: Count::default(),
            margins: Histogram::new(regulation),
        }
    }

    /// Returns how many tournaments were added.
    #[must_use]
    pub fn tournaments(&self) -> u32 {
        self.tournaments
    }

    /// Adds a tournament. One of another regulation, or without any game, is not counted.
    pub fn add(&mut self, state: &State) {
        if state.setup.regulation != self.regulation {
            return;
        }
        let plays = plays::plays(state);
        if plays.is_empty() {
            return;
        }
        self.tournaments += 1;
        for player in state.participants() {
            self.players += 1;
            for name in plays::factions(state, player) {
                self.known += 1;
                let tally = self.factions.entry(folded(&name)).or_default();
                *tally.spelled.entry(name).or_default() += 1;
                tally.players += 1;
                if let Some(knockout) = &state.knockout {
                    tally.in_bracket.count(knockout.seeds.contains(&player.id));
                }
            }
        }
        for play in plays {
            self.game(&play);
        }
        self.margins.add(state);
    }

    /// Adds what was counted before; what was counted under another regulation is ignored.
    pub fn merge(&mut self, other: &Sum) {
        if other.regulation != self.regulation {
            return;
        }
        self.tournaments += other.tournaments;
        self.players += other.players;
        self.games += other.games;
        self.known += other.known;
        for (key, tally) in &other.factions {
            let own = self.factions.entry(key.clone()).or_default();
            add_all(&mut own.spelled, &tally.spelled);
            own.players += tally.players;
            own.in_bracket += tally.in_bracket;
            own.wins += tally.wins;
            own.set_apart += tally.set_apart;
        }
        for (key, against) in &other.against {
            add_all(self.against.entry(key.clone()).or_default(), against);
        }
        self.told += other.told;
        self.chosen += other.chosen;
        self.margins.merge(&other.margins);
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
        let (a, b) = (folded(a), folded(b));
        let decided = play.winner.filter(|_| a != b);
        for (own, other, seat) in [(&a, &b, Seat::A), (&b, &a, Seat::B)] {
            if let Some(winner) = decided {
                let against = self.against.entry(own.clone()).or_default();
                against
                    .entry(other.clone())
                    .or_default()
                    .count(winner == seat);
            }
            // A faction that plays against itself plays one game, not two.
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
            wins: tally.wins.rate(),
            set_apart: tally.set_apart,
            cut: (tally.in_bracket.1 > 0).then_some(tally.in_bracket.rate()),
        });
        let pairs = tallies
            .iter()
            .flat_map(|one| tallies.iter().map(move |two| (one, two)));
        let matchups = pairs.filter_map(|((key, tally), (other, against))| {
            Some(Matchup {
                faction: tally.name(),
                against: against.name(),
                wins: self.against.get(*key)?.get(*other)?.rate(),
            })
        });
        let told = self
            .regulation
            .edge()
            .map(|edge| (EdgeKind::Told(edge), self.told.rate()));
        let edges = told
            .into_iter()
            .chain([(EdgeKind::Choice, self.chosen.rate())]);
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
