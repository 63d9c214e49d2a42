//! What to simulate: a regulation, a field, and how often each kind of incident happens.
//!
//! Promises that every number of a plan is given or comes from its seed, so that a plan can be repeated.

use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind, Tier};

/// How often something happens, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(u32);

impl Chance {
    /// It never happens.
    pub const NEVER: Chance = Chance(0);

    /// Returns a chance in thousandths; 1000 and more means always.
    #[must_use]
    pub const fn per_thousand(thousandths: u32) -> Chance {
        Chance(thousandths)
    }

    /// Returns a chance in hundredths.
    #[must_use]
    pub const fn percent(hundredths: u32) -> Chance {
        Chance(hundredths.saturating_mul(10))
    }

    pub(super) fn happens(self, draw: &mut Draw) -> bool {
        self.0 > 0 && draw.below(1000) < self.0
    }
}

/// How often each kind of incident happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Incidents {
    /// A player drops: per player and round.
    pub drops: Chance,
    /// A player does not show up: per player and match.
    pub no_shows: Chance,
    /// A player submits a list before the start: per player.
    pub lists: Chance,
    /// Somebody comes late: per round, between rounds, while it is a draft, and once it is published.
    pub late_entries: Chance,
    /// A dropped player comes back: per player and round.
    pub rejoins: Chance,
    /// A player is disqualified: per player and round.
    pub disqualifications: Chance,
    /// A wrong result is corrected: per match.
    pub corrections: Chance,
    /// The players disagree about a result: per match.
    pub disputes: Chance,
    /// The desk reports a result instead of a player: per match.
    pub desk_reports: Chance,
    /// Two players of a draft are swapped: per round.
    pub swaps: Chance,
    /// Two players of a draft are pinned: per round.
    pub pins: Chance,
    /// A draft is drawn again: per round.
    pub redraws: Chance,
    /// Two pairs sit down at each other's tables: per round.
    pub as_played: Chance,
    /// A published round is voided: per round, at most twice in a tournament.
    pub voided_rounds: Chance,
    /// A step is undone and done again: per step.
    pub undos: Chance,
    /// A player's personal data is erased: per player, at some time.
    pub redactions: Chance,
    /// Somebody tries something that is refused: per match.
    pub mischief: Chance,
    /// House choices: a phrase from the hall, clubs apart, fixed and fresh tables, staff who play, a later day.
    pub house_choices: Chance,
    /// Something happens on the floor: per round the clock and the tables, per match a call, a penalty, a lost component.
    pub floor: Chance,
}

impl Incidents {
    /// Returns a smooth tournament: nothing happens but play.
    #[must_use]
    pub fn none() -> Incidents {
        Incidents::default()
    }

    /// Returns a usual tournament: a few drops, no-shows, disputes and mistakes.
    #[must_use]
    pub fn usual() -> Incidents {
        Incidents {
            drops: Chance::percent(2),
            no_shows: Chance::percent(1),
            late_entries: Chance::percent(5),
            rejoins: Chance::percent(10),
            disqualifications: Chance::per_thousand(1),
            corrections: Chance::percent(2),
            disputes: Chance::percent(2),
            desk_reports: Chance::percent(20),
            swaps: Chance::percent(2),
            redraws: Chance::percent(5),
            undos: Chance::per_thousand(5),
            ..Incidents::none()
        }
    }

    /// Returns a wild tournament: everything that can happen does, often.
    #[must_use]
    pub fn wild() -> Incidents {
        Incidents {
            drops: Chance::percent(5),
            no_shows: Chance::percent(4),
            lists: Chance::percent(20),
            late_entries: Chance::percent(25),
            rejoins: Chance::percent(30),
            disqualifications: Chance::percent(1),
            corrections: Chance::percent(8),
            disputes: Chance::percent(10),
            desk_reports: Chance::percent(30),
            swaps: Chance::percent(25),
            pins: Chance::percent(20),
            redraws: Chance::percent(20),
            as_played: Chance::percent(15),
            voided_rounds: Chance::percent(8),
            undos: Chance::percent(3),
            redactions: Chance::percent(3),
            mischief: Chance::percent(5),
            house_choices: Chance::percent(40),
            floor: Chance::percent(15),
        }
    }
}

/// A tournament to simulate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its name; otherwise it is named by its number.
    pub name: Option<String>,
    pub regulation: Regulation,
    pub tier: Tier,
    pub structure: StructureKind,
    /// The rounds and cut of a custom structure.
    pub custom: Option<CustomStructure>,
    /// Players at the start.
    pub players: u32,
    /// How often things happen.
    pub incidents: Incidents,
    /// The seed of the whole run.
    pub seed: u64,
    /// Which simulation of the run; each has its own random stream.
    pub index: u64,
}

impl Plan {
    /// Returns a plan with the first structure of the regulation that fits this number of players.
    #[must_use]
    pub fn new(regulation: Regulation, players: u32, seed: u64) -> Plan {
        let book = regulation.book();
        let table = book
            .tables
            .iter()
            .find(|table| regulation.structure(table.kind, None, players).is_ok());
        let own = CustomStructure {
            rounds: 3,
            cut: CutRule::None,
        };
        Plan {
            name: None,
            regulation,
            tier: book.tiers.first().copied().unwrap_or(Tier::Event),
            structure: table.map_or(StructureKind::Custom, |table| table.kind),
            custom: table.is_none().then_some(own),
            players,
            incidents: Incidents::usual(),
            seed,
            index: 0,
        }
    }

    /// Returns a random plan: the regulations in turn, any structure and tier, any number of incidents, up to a number of
    /// players.
    #[must_use]
    pub fn any(seed: u64, index: u64, most_players: u32) -> Plan {
        let mut draw = Draw::new(&stream(seed, index).derive("plan"));
        let turn = usize::try_from(index % Regulation::ALL.len() as u64).unwrap_or(0);
        let regulation = Regulation::ALL
            .get(turn)
            .copied()
            .unwrap_or(Regulation::Xwing);
        let book = regulation.book();
        // Small fields are where awkward things happen, so they are drawn more often.
        let most = most_players.max(4);
        let players = match draw.below(10) {
            0 => most - draw.below(most.div_ceil(3)),
            1..4 => 4 + draw.below(most.min(40) - 3),
            _ => 4 + draw.below(most.min(17) - 3),
        };
        let mut plan = Plan::new(regulation, players, seed);
        plan.index = index;
        plan.tier = draw.pick(book.tiers).copied().unwrap_or(plan.tier);
        let fitting: Vec<StructureKind> = book
            .tables
            .iter()
            .map(|table| table.kind)
            .filter(|kind| regulation.structure(*kind, None, players).is_ok())
            .collect();
        let kind = draw.pick(&fitting).copied();
        if let Some(kind) = kind.filter(|_| draw.below(3) > 0) {
            plan.structure = kind;
        } else {
            plan.structure = StructureKind::Custom;
            plan.custom = Some(own_numbers(regulation, players, &mut draw));
        }
        plan.incidents = match draw.below(4) {
            0 => Incidents::none(),
            1 => Incidents::usual(),
            _ => Incidents::wild(),
        };
        plan
    }

    /// Returns the seed from which everything in this simulation is derived.
    pub(super) fn stream(&self) -> Seed {
        stream(self.seed, self.index)
    }
}

fn stream(seed: u64, index: u64) -> Seed {
    crate::seed(seed).derive(&format!("simulation {index}"))
}

/// A random custom structure that the regulation accepts.
fn own_numbers(regulation: Regulation, players: u32, draw: &mut Draw) -> CustomStructure {
    let elimination_only = regulation.book().starts_in_swiss.is_none() && draw.below(3) == 0;
    let rounds = if elimination_only {
        0
    } else {
        1 + draw.below(5)
    };
    let cut = match draw.below(3) {
        _ if rounds == 0 => CutRule::None,
        0 => CutRule::None,
        1 => CutRule::Top(2 + draw.below(players.min(16) - 1)),
        _ => CutRule::Points(draw.below(rounds * regulation.book().most_points + 1)),
    };
    CustomStructure { rounds, cut }
}
