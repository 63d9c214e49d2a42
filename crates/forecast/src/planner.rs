//! Plans a tournament: what each structure means for the day, the hall and the players.
//!
//! Uses the structure tables and clocks of the regulations and [`crate::engine`]. Promises the same answer to the same
//! question, fast enough for a slider: larger fields are simulated less often.

use crate::engine::{self, Cancelled, Options, Run, Start, Strength};
use crate::timetable;
use muster_regulations::{
    CustomStructure, CutRule, Regulation, StageKind, Structure, StructureKind,
};
use muster_statistics::Rate;
use muster_tournament::knockout;
use serde::Serialize;

/// The tournament to plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub regulation: Regulation,
    pub players: u32,
    /// The organizer's own structure, to be compared with those of the regulation.
    pub custom: Option<CustomStructure>,
    /// The breaks of the day.
    pub breaks: Breaks,
    /// The seed of the simulations.
    pub seed: u64,
}

/// The breaks of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// Minutes between two rounds.
    pub between: u32,
    pub long: Vec<LongBreak>,
}

impl Default for Breaks {
    /// Fifteen minutes between rounds and nothing else.
    fn default() -> Breaks {
        Breaks {
            between: 15,
            long: Vec::new(),
        }
    }
}

/// A longer break, such as lunch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongBreak {
    pub after_round: u32,
    /// How many minutes, in place of the usual ones.
    pub minutes: u32,
}

impl Breaks {
    /// Returns the minutes of the break after a round.
    #[must_use]
    pub fn after(&self, round: u32) -> u32 {
        let long = self.long.iter().find(|long| long.after_round == round);
        long.map_or(self.between, |long| long.minutes)
    }
}

/// What one structure means for a number of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = StructurePlan))]
pub struct Outlook {
    pub kind: StructureKind,
    /// Its Swiss rounds and its cut.
    pub structure: Structure,
    /// Tables in the first round.
    pub tables: u32,
    /// Whether somebody has the bye in every Swiss round.
    pub byes: bool,
    /// The rounds of the day, in order. A cut by points is left out, because nobody knows how many players will make it.
    pub timetable: Vec<Slot>,
    /// How many tournaments were simulated with players of equal strength.
    pub simulations: u32,
    /// Undefeated players in all simulations together.
    pub undefeated: u64,
    /// Players by losses, fewest first.
    pub by_losses: Vec<ByLosses>,
    /// The share of tournaments in which two players had to meet again.
    pub repeats: Rate,
    /// The share of Swiss matches between players with different points.
    pub floats: Rate,
    /// The fewest and the most players in the bracket.
    pub bracket: [u32; 2],
    /// How often the strongest player missed the cut, with strengths as the simulator draws them; `None` without a cut.
    pub best_misses: Option<Rate>,
    /// How often the strongest player won.
    pub best_wins: Rate,
}

/// A round of the day, in minutes from the start of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PlannedRound))]
pub struct Slot {
    pub stage: StageKind,
    /// Counted from 1 through both stages.
    pub round: u32,
    pub from: u32,
    /// When time is called.
    pub to: u32,
}

/// Players with this number of losses in the Swiss rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PlayersByLosses))]
pub struct ByLosses {
    pub losses: u32,
    /// How many of them made the cut, in all simulations together.
    pub cut: Rate,
}

impl Outlook {
    /// Returns the minutes from the start until the Swiss rounds are over.
    #[must_use]
    pub fn swiss_ends(&self) -> Option<u32> {
        let swiss = |slot: &&Slot| slot.stage == StageKind::Swiss;
        Some(self.timetable.iter().rfind(swiss)?.to)
    }

    /// Returns the minutes from the start until the last round is over.
    #[must_use]
    pub fn ends(&self) -> Option<u32> {
        Some(self.timetable.last()?.to)
    }

    /// Returns the minutes of all rounds without breaks.
    #[must_use]
    pub fn playing_minutes(&self) -> u32 {
        let slots = self.timetable.iter();
        slots.map(|slot| slot.to - slot.from).sum()
    }
}

/// Players times rounds that are simulated for one structure. All structures together take about a quarter of a second.
const WORK: u64 = 500_000;

/// The fewest and the most simulations.
const FEWEST: u64 = 20;
const MOST: u64 = 4_000;

/// Compares the structures that this number of players can play.
pub fn plan(
    question: &Question,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Vec<Outlook>, Cancelled> {
    structures(question)
        .into_iter()
        .map(|(kind, structure)| outlook(question, kind, structure, &cancelled))
        .collect()
}

/// Returns the structures that this number of players can play: those of the regulation, then the organizer's own.
#[must_use]
pub fn structures(question: &Question) -> Vec<(StructureKind, Structure)> {
    let tables = question.regulation.book().tables.iter();
    let kinds = tables.map(|table| (table.kind, None));
    let own = question
        .custom
        .map(|own| (StructureKind::Custom, Some(own)));
    let asked = kinds.chain(own);
    asked
        .filter_map(|(kind, custom)| {
            let players = question.players;
            let structure = question.regulation.structure(kind, custom, players);
            Some((kind, structure.ok()?))
        })
        .collect()
}

/// Returns what one structure means.
pub fn outlook(
    question: &Question,
    kind: StructureKind,
    structure: Structure,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Outlook, Cancelled> {
    let start = Start::new(question.regulation, structure, question.players);
    let rounds = u64::from(structure.rounds.max(1));
    let work = u64::from(question.players.max(1)) * rounds;
    let simulations = (WORK / work).clamp(FEWEST, MOST);
    let played = |strength: Strength, simulations| {
        let options = Options {
            seed: question.seed,
            strength,
            drops: 0,
        };
        let losses = structure.rounds as usize + 1;
        engine::run(
            &start,
            &options,
            simulations,
            &cancelled,
            || Counts::new(losses),
            Counts::note,
            Counts::join,
        )
    };
    let equal = played(Strength::Equal, simulations)?;
    let drawn = played(Strength::Drawn, (simulations / 2).max(1))?;
    let has_cut = structure.cut != CutRule::None;
    let pairs = u64::from(question.players / 2) * u64::from(structure.rounds);
    let pairs = pairs * u64::from(equal.tournaments);
    Ok(Outlook {
        kind,
        structure,
        tables: question.players / 2,
        byes: question.players % 2 == 1 && structure.rounds > 0,
        timetable: day(question, structure),
        simulations: equal.tournaments,
        undefeated: equal.undefeated,
        by_losses: equal.by_losses,
        repeats: Rate {
            won: equal.repeated,
            of: equal.tournaments,
        },
        floats: Rate {
            won: equal.floats,
            of: u32::try_from(pairs).unwrap_or(u32::MAX),
        },
        bracket: [equal.bracket[0].min(equal.bracket[1]), equal.bracket[1]],
        best_misses: has_cut.then_some(Rate {
            won: drawn.tournaments - drawn.best_in_cut,
            of: drawn.tournaments,
        }),
        best_wins: Rate {
            won: drawn.best_wins,
            of: drawn.tournaments,
        },
    })
}

/// Returns the rounds of the day with breaks between them. Simulates nothing.
#[must_use]
pub fn day(question: &Question, structure: Structure) -> Vec<Slot> {
    let regulation = question.regulation;
    let swiss = timetable::minutes(regulation, StageKind::Swiss, false);
    let swiss = (0..structure.rounds).map(|_| (StageKind::Swiss, swiss));
    let seeds = match structure.cut {
        CutRule::Top(size) => size.min(question.players) as usize,
        CutRule::None if structure.rounds == 0 => question.players as usize,
        CutRule::None | CutRule::Points(_) => 0,
    };
    let seeds = seeds.min(knockout::most_players(regulation));
    let bracket = timetable::bracket(regulation, seeds).into_iter();
    let bracket = bracket.map(|minutes| (StageKind::Elimination, minutes));
    let mut now = 0;
    let mut slots = Vec::new();
    for (round, (stage, minutes)) in (1..).zip(swiss.chain(bracket)) {
        if round > 1 {
            now += question.breaks.after(round - 1);
        }
        slots.push(Slot {
            stage,
            round,
            from: now,
            to: now + minutes,
        });
        now += minutes;
    }
    slots
}

/// Totals over simulations.
struct Counts {
    tournaments: u32,
    undefeated: u64,
    by_losses: Vec<ByLosses>,
    repeated: u32,
    floats: u32,
    /// The smallest and the largest bracket.
    bracket: [u32; 2],
    best_in_cut: u32,
    best_wins: u32,
}

impl Counts {
    fn new(losses: usize) -> Counts {
        let by_losses = (0..).take(losses).map(|losses| ByLosses {
            losses,
            cut: Rate::default(),
        });
        Counts {
            tournaments: 0,
            undefeated: 0,
            by_losses: by_losses.collect(),
            repeated: 0,
            floats: 0,
            bracket: [u32::MAX, 0],
            best_in_cut: 0,
            best_wins: 0,
        }
    }

    fn note(&mut self, run: &Run<'_>) {
        self.tournaments += 1;
        self.repeated += u32::from(run.repeats() > 0);
        self.floats += run.floats();
        let size = u32::try_from(run.seeds().len()).unwrap_or(u32::MAX);
        self.bracket = [self.bracket[0].min(size), self.bracket[1].max(size)];
        let mut best = None;
        for player in run.order() {
            let record = run.record(*player);
            self.undefeated += u64::from(record.losses == 0);
            if let Some(losses) = self.by_losses.get_mut(record.losses as usize) {
                losses.cut.of += 1;
            }
            let strength = run.strength(*player);
            if best.is_none_or(|(_, most)| strength > most) {
                best = Some((*player, strength));
            }
        }
        for player in run.seeds() {
            let losses = run.record(*player).losses as usize;
            if let Some(losses) = self.by_losses.get_mut(losses) {
                losses.cut.won += 1;
            }
        }
        let best = best.map(|(player, _)| player);
        let in_cut = best.is_some_and(|best| run.seeds().contains(&best));
        self.best_in_cut += u32::from(in_cut);
        self.best_wins += u32::from(best.is_some() && run.champion() == best);
    }

    fn join(mut self, other: Counts) -> Counts {
        self.tournaments += other.tournaments;
        self.undefeated += other.undefeated;
        for (one, two) in self.by_losses.iter_mut().zip(other.by_losses) {
            one.cut.won += two.cut.won;
            one.cut.of += two.cut.of;
        }
        self.repeated += other.repeated;
        self.floats += other.floats;
        self.bracket = [
            self.bracket[0].min(other.bracket[0]),
            self.bracket[1].max(other.bracket[1]),
        ];
        self.best_in_cut += other.best_in_cut;
        self.best_wins += other.best_wins;
        self
    }
}
