//! By how much games are won: the margin each regulation measures, in bars of equal width.
//!
//! Legion measures shares, the others points; the Card Game measures nothing but points, so it has no histogram.

use crate::counts::add_all;
use crate::plays;
use muster_regulations::{Margin, Outcome, Regulation, Share, armada, xwing};
use muster_tournament::State;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Margins of the winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = MarginStatistics))]
pub struct Margins {
    /// What is measured: "Margin of victory", "Share of the victory points in per cent".
    pub what: &'static str,
    /// Bars from the lowest margin to the highest, without gaps.
    pub bars: Vec<Bar>,
}

/// Games whose margin lies in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = HistogramBar))]
pub struct Bar {
    /// From this margin on.
    pub from: u32,
    /// Up to and with this one.
    pub to: u32,
    /// How many games.
    pub games: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Histogram {
    regulation: Regulation,
    steps: BTreeMap<u32, u32>,
}

impl Histogram {
    pub(crate) fn new(regulation: Regulation) -> Histogram {
        Histogram {
            regulation,
            steps: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, state: &State) {
        let matches = plays::seen(state).flat_map(|round| &round.matches);
        for m in matches {
            let (Some(outcome), Some(report)) = (m.counted(), &m.report) else {
                continue;
            };
            if let (false, Some(margin)) = (report.played(&outcome).is_empty(), margin(&outcome)) {
                *self.steps.entry(self.step(margin)).or_default() += 1;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Histogram) {
        add_all(&mut self.steps, &other.steps);
    }

    fn width(&self) -> u32 {
        match self.regulation {
            Regulation::Xwing => 20,
            Regulation::Armada => 40,
            Regulation::Legion => 10,
            Regulation::Conquest => 100,
            Regulation::Cardgame => 1,
        }
    }

    /// The greatest margin there is, where there is one (XW-MOV, AR-MOV, LE-MOV).
    fn most(&self) -> Option<u32> {
        match self.regulation {
            Regulation::Xwing => Some(2 * xwing::SQUAD),
            Regulation::Armada => Some(armada::MOST_MARGIN),
            Regulation::Legion => Some(100),
            Regulation::Conquest | Regulation::Cardgame => None,
        }
    }

    /// The bar of a margin; the greatest margin has no bar of its own but ends the last one.
    fn step(&self, margin: u32) -> u32 {
        let held = self.most().map_or(margin, |most| margin.min(most - 1));
        held / self.width()
    }

    pub(crate) fn margins(&self) -> Option<Margins> {
        let what = match self.regulation {
            Regulation::Xwing | Regulation::Armada => "Margin of victory in points",
            Regulation::Legion => "Winner's share of victory points in per cent",
            Regulation::Conquest => "Points defeated by the winner",
            Regulation::Cardgame => return None,
        };
        let (first, last) = (*self.steps.keys().next()?, *self.steps.keys().next_back()?);
        let width = self.width();
        let bars = (first..=last).map(|step| Bar {
            from: step * width,
            to: match self.most() {
                Some(most) if (step + 1) * width >= most => most,
                _ => step * width + (width - 1),
            },
            games: self.steps.get(&step).copied().unwrap_or(0),
        });
        Some(Margins {
            what,
            bars: bars.collect(),
        })
    }
}

/// The margin of the winner; drawn games and means known only later have none.
fn margin(outcome: &Outcome) -> Option<u32> {
    let award = outcome.of(outcome.winner()?);
    match award.margin {
        Margin::None | Margin::Share(Share::MeanOfOthers) => None,
        Margin::Points(points) => Some(points),
        Margin::Share(Share::Of { own, total }) => {
            let percent = u64::from(own) * 100 / u64::from(total.max(1));
            u32::try_from(percent).ok()
        }
        Margin::Defeated { points, .. } => Some(points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(regulation: Regulation, margins: &[u32], expected: &[(u32, u32, u32)]) {
        let mut histogram = Histogram::new(regulation);
        for margin in margins {
            *histogram.steps.entry(histogram.step(*margin)).or_default() += 1;
        }
        let bars = histogram.margins().map(|margins| margins.bars);
        let bars = bars.unwrap_or_default().into_iter();
        let bars: Vec<(u32, u32, u32)> = bars.map(|bar| (bar.from, bar.to, bar.games)).collect();
        assert_eq!(bars, expected);
    }

    #[test]
    fn the_last_bar_ends_at_the_greatest_margin() {
        // XW-MOV, AR-MOV and LE-MOV have a greatest margin, Conquest has none.
        check(
            Regulation::Xwing,
            &[379, 400, 380, 399],
            &[(360, 379, 1), (380, 400, 3)],
        );
        check(
            Regulation::Armada,
            &[400, 319],
            &[(280, 319, 1), (320, 359, 0), (360, 400, 1)],
        );
        check(Regulation::Legion, &[100, 89], &[(80, 89, 1), (90, 100, 1)]);
        check(Regulation::Conquest, &[400], &[(400, 499, 1)]);
    }
}
