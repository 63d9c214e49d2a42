//! Reports compared with the lists of the two players: nobody destroys more than the opponent brought, and what a list
//! says is not asked for again.

use crate::report::{ReportProblem, refuse};
use crate::{Report, ReportRefusal, Seat, armada, conquest, legion, xwing};

/// Total of each player's list in points, as far as it is known, first seat first.
pub type ListPoints = [Option<u32>; 2];

impl Report {
    /// Returns the report with what the lists say filled in, or refuses what contradicts them.
    pub fn with_lists(&self, lists: ListPoints) -> Result<Report, ReportRefusal> {
        for scored in self.scored() {
            scored.within(lists)?;
        }
        let mut report = self.clone();
        if let Report::Conquest(conquest::Report::Time { a, b, .. }) = &mut report {
            for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
                let Some(known) = seat.pick(lists[0], lists[1]) else {
                    continue;
                };
                if let Some(given) = tally.army_points.filter(|given| *given != known) {
                    return refuse(
                        seat.pick("a.army_points", "b.army_points"),
                        given,
                        "GC-END",
                        ReportProblem::ArmyKnown {
                            owner: seat,
                            points: known,
                        },
                    );
                }
                tally.army_points = Some(known);
            }
        }
        Ok(report)
    }

    /// The numbers of a report that count what was destroyed of the opponent's list.
    fn scored(&self) -> Vec<Scored> {
        let pair = |clause, whole, fields: [&'static str; 2], values: [Option<u32>; 2]| {
            let seats = [Seat::A, Seat::B].into_iter().zip(fields).zip(values);
            seats
                .filter_map(|((by, field), value)| {
                    Some(Scored {
                        by,
                        field,
                        value: value?,
                        whole,
                        clause,
                    })
                })
                .collect()
        };
        match self {
            Report::Xwing(
                xwing::Report::Defeat { a, b, .. } | xwing::Report::Time { a, b, .. },
            ) => pair(
                "XW-SCORE",
                Some(xwing::SQUAD),
                ["a.score", "b.score"],
                [Some(a.score), Some(b.score)],
            ),
            Report::Xwing(
                xwing::Report::Concession {
                    conceded_by: by,
                    loser_score,
                }
                | xwing::Report::Fortressing {
                    fortressed_by: by,
                    loser_score,
                },
            ) => vec![Scored {
                by: *by,
                field: "loser_score",
                value: *loser_score,
                whole: Some(xwing::SQUAD),
                clause: "XW-SCORE",
            }],
            Report::Armada(
                armada::Report::Defeat { a, b, .. }
                | armada::Report::SixRounds { a, b, .. }
                | armada::Report::Time { a, b, .. }
                | armada::Report::Concession { a, b, .. },
            ) => pair(
                "AR-SCORE",
                Some(armada::FLEET),
                ["a.destroyed", "b.destroyed"],
                [Some(a.destroyed), Some(b.destroyed)],
            ),
            Report::Legion(
                legion::Report::SixRounds { a, b, .. } | legion::Report::Time { a, b, .. },
            ) => pair(
                "LE-SCORE",
                Some(legion::ARMY),
                ["a.score", "b.score"],
                [a.score, b.score],
            ),
            Report::Conquest(
                conquest::Report::Victory { a, b, .. } | conquest::Report::Concession { a, b, .. },
            ) => pair(
                "GC-END",
                None,
                ["a.defeated", "b.defeated"],
                [Some(a.defeated), Some(b.defeated)],
            ),
            Report::Conquest(conquest::Report::Time { a, b, .. }) => pair(
                "GC-END",
                None,
                ["a.defeated", "b.defeated"],
                [Some(a.defeated), Some(b.defeated)],
            ),
            _ => Vec::new(),
        }
    }
}

/// A number that counts what a player destroyed of the opponent's list.
struct Scored {
    by: Seat,
    field: &'static str,
    value: u32,
    /// What a list counts for when all of it is destroyed, whatever it cost.
    whole: Option<u32>,
    clause: &'static str,
}

impl Scored {
    fn within(&self, lists: ListPoints) -> Result<(), ReportRefusal> {
        let owner = self.by.other();
        match owner.pick(lists[0], lists[1]) {
            Some(points) if self.value > points && self.whole != Some(self.value) => refuse(
                self.field,
                self.value,
                self.clause,
                ReportProblem::BeyondList {
                    owner,
                    points,
                    whole: self.whole,
                },
            ),
            _ => Ok(()),
        }
    }
}
