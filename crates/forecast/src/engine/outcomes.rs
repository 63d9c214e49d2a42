//! How matches end in the engine: outcomes of random [`crate::reports`], computed once and then drawn from a table.
//!
//! Promises the same distribution as the simulator's reports, up to the sampling error of the table: draws, margins and
//! rare endings are as frequent, and the player who is meant to win does so as often.

use crate::reports::{self, Table};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{Award, Margin, Outcome, Regulation, Seat, Share, StageKind, Verdict};
use std::sync::OnceLock;

/// Outcomes in the table of a regulation: few enough for the nearest caches.
const ENDINGS: u32 = 4096;

/// Reports drawn for each outcome of the table. They are sorted and every sixteenth is used, so the shares of the table are
/// those of all reports, within about a thousandth.
const DRAWN_FOR_EACH: usize = 16;

/// The outcomes of one regulation.
#[derive(Debug)]
pub(crate) struct Outcomes {
    /// Swiss matches that the first seat was meant to win.
    swiss: Vec<Outcome>,
    /// Those that the first seat won.
    won: Vec<Outcome>,
    /// Those that were drawn.
    drawn: Vec<Outcome>,
    /// Swiss matches that the player at the first seat missed, and at the second.
    missed: Option<[Outcome; 2]>,
    /// In how many of as many bracket games the player who was meant to win did.
    held: u32,
}

impl Outcomes {
    /// Returns the outcomes of a regulation.
    pub(crate) fn of(regulation: Regulation) -> &'static Outcomes {
        static ALL: [OnceLock<Outcomes>; Regulation::ALL.len()] =
            [const { OnceLock::new() }; Regulation::ALL.len()];
        let place = Regulation::ALL.iter().position(|one| *one == regulation);
        ALL[place.unwrap_or(0)].get_or_init(|| Outcomes::new(regulation))
    }

    fn new(regulation: Regulation) -> Outcomes {
        let mut draw = Draw::new(&Seed::new([0; 32]).derive(regulation.book().title));
        let mut drawn = |stage| {
            let table = Table {
                stage,
                winner: Seat::A,
                dark: None,
            };
            let report = reports::random(regulation, table, &mut draw);
            regulation.outcome(stage, &report).ok()
        };
        let mut all: Vec<Outcome> = (0..ENDINGS as usize * DRAWN_FOR_EACH)
            .filter_map(|_| drawn(StageKind::Swiss))
            .collect();
        all.sort_by_key(|outcome| [place(outcome.a), place(outcome.b)]);
        let middle = all.iter().skip(DRAWN_FOR_EACH / 2);
        let swiss: Vec<Outcome> = middle.step_by(DRAWN_FOR_EACH).copied().collect();
        let ended = |verdict: Verdict| {
            let fitting = swiss.iter().filter(|one| one.a.verdict == verdict);
            fitting.copied().collect()
        };
        let (won, drawn_ones) = (ended(Verdict::Win), ended(Verdict::Draw));
        let bracket = (0..ENDINGS).filter_map(|_| drawn(StageKind::Elimination));
        let held = bracket.filter(|outcome| outcome.winner() == Some(Seat::A));
        let missed = |seat| {
            let report = regulation.no_show(seat);
            regulation.outcome(StageKind::Swiss, &report).ok()
        };
        Outcomes {
            missed: missed(Seat::A).zip(missed(Seat::B)).map(Into::into),
            won,
            drawn: drawn_ones,
            held: u32::try_from(held.count()).unwrap_or(ENDINGS),
            swiss,
        }
    }

    /// Draws the outcome of a Swiss match between players of these strengths.
    pub(crate) fn swiss(&self, strengths: [u32; 2], draw: &mut Draw) -> Outcome {
        let all = u32::try_from(self.swiss.len()).unwrap_or(u32::MAX);
        let (place, first) = if strengths[0] == strengths[1] {
            // One number decides both who wins and how.
            let number = draw.below(2 * all);
            (number / 2, number.is_multiple_of(2))
        } else {
            let first = wins(strengths, draw);
            (draw.below(all), first)
        };
        let Outcome { a, b } = self.swiss[place as usize];
        if first {
            Outcome { a, b }
        } else {
            Outcome { a: b, b: a }
        }
    }

    /// Draws the outcome of a Swiss match with this verdict for the first seat; `None` if no match ends like that.
    pub(crate) fn ended(&self, first: Verdict, draw: &mut Draw) -> Option<Outcome> {
        let fitting = match first {
            Verdict::Win | Verdict::Loss => &self.won,
            Verdict::Draw => &self.drawn,
        };
        let all = u32::try_from(fitting.len()).ok().filter(|all| *all > 0)?;
        let Outcome { a, b } = *fitting.get(draw.below(all) as usize)?;
        Some(match first {
            Verdict::Loss => Outcome { a: b, b: a },
            Verdict::Win | Verdict::Draw => Outcome { a, b },
        })
    }

    /// Returns the outcome of a Swiss match that somebody missed and therefore lost (DROP-1).
    pub(crate) fn missed(&self, absent: [bool; 2]) -> Option<Outcome> {
        let [first, second] = self.missed?;
        match absent {
            [true, true] => Some(Outcome {
                a: first.a,
                b: second.b,
            }),
            [true, false] => Some(first),
            [false, true] => Some(second),
            [false, false] => None,
        }
    }

    /// Draws whether the first of two players of these strengths wins a bracket game.
    pub(crate) fn bracket(&self, strengths: [u32; 2], draw: &mut Draw) -> bool {
        let meant = wins(strengths, draw);
        // A second number is drawn only if the board can decide otherwise.
        meant == (self.held >= ENDINGS || draw.below(ENDINGS) < self.held)
    }
}

/// Sorts awards by points, then by what breaks ties.
fn place(award: Award) -> [u32; 3] {
    let margin = match award.margin {
        Margin::None | Margin::Share(Share::MeanOfOthers) => [0, 0],
        Margin::Points(points) => [points, 0],
        Margin::Share(Share::Of { own, total }) => [1 + 1000 * own / total.max(1), total],
        Margin::Defeated { points, tokens } => [points, tokens],
    };
    [award.points, margin[0], margin[1]]
}

/// Draws who is meant to win, in proportion to the strengths (Bradley–Terry).
fn wins([a, b]: [u32; 2], draw: &mut Draw) -> bool {
    draw.below(a.saturating_add(b)) < a
}
