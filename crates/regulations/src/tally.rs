//! The score calculator: from the opponent's list and what was destroyed to the score, with the working shown and
//! the numbers it fills into a report.
//!
//! Relies on the points in the list; promises exact sums, halves rounded up ship by ship (XW-SCORE), the full
//! values of the documents (200, 400, 800), and that nothing is counted twice.

use crate::codes::codes;
use crate::list::{Finding, List, ListRefusal, Piece, Squad, show};
use crate::report::Force;
use crate::{Seat, armada};
use serde::{Deserialize, Serialize};

/// What happened to the copies of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TallyLoss))]
pub struct Lost {
    /// Which piece of the list, from 0.
    pub piece: usize,
    /// Copies destroyed (Legion, Conquest: fully defeated; X-Wing: fled ships count, XW-FLED).
    #[serde(default)]
    pub destroyed: u32,
    /// X-Wing: copies still there, at or below half health.
    #[serde(default)]
    pub halved: u32,
}

/// What one player achieved against the other's list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = TallyAchievement))]
pub struct Achieved {
    #[serde(default)]
    pub lost: Vec<Lost>,
    /// Everything counts as destroyed, e.g. because the opponent conceded.
    #[serde(default)]
    pub everything: bool,
    /// Armada: points earned through objectives.
    #[serde(default)]
    pub objectives: Option<u32>,
    /// Legion, Conquest: victory tokens.
    #[serde(default)]
    pub tokens: Option<u32>,
}

/// A number for the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TallyField))]
pub struct Fill {
    /// The field, as in the report's JSON, e.g. `a.score`.
    pub path: String,
    pub value: u32,
}

/// One step of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum TallyStep {
    /// Copies of a ship or squadron destroyed.
    Destroyed {
        name: String,
        count: u32,
        each: u64,
        points: u64,
    },
    /// Copies of a unit defeated.
    Defeated {
        name: String,
        count: u32,
        each: u64,
        points: u64,
    },
    /// Copies of a ship at or below half health.
    Halved {
        name: String,
        count: u32,
        each: u64,
        half: u64,
        points: u64,
    },
    /// The sum.
    Sum { sum: u64 },
    /// Everything is gone, and worth what the document says.
    Everything { force: Force },
    /// With the points of objectives.
    Objectives {
        destroyed: u32,
        objectives: u32,
        score: u32,
    },
}

codes!(TallyStep {
    TallyStep::Destroyed { .. } => "tally.destroyed",
    TallyStep::Defeated { .. } => "tally.defeated",
    TallyStep::Halved { .. } => "tally.halved",
    TallyStep::Sum { .. } => "tally.sum",
    TallyStep::Everything { .. } => "tally.everything",
    TallyStep::Objectives { .. } => "tally.objectives",
});

/// A score with its working.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    pub score: u32,
    /// The opponent has nothing left that keeps a side in the game: report a defeat.
    pub everything: bool,
    pub working: Vec<TallyStep>,
    /// The clause that counts.
    pub clause: &'static str,
    pub fills: Vec<Fill>,
}

/// Works out the score of the player at `scorer` from the opponent's list.
pub fn tally(scorer: Seat, opponent: &List, achieved: &Achieved) -> Result<Tally, ListRefusal> {
    let pieces = opponent.pieces();
    let rule = Rule::of(opponent)?;
    let counted = counted(&pieces, rule, &achieved.lost)?;
    let mut working = Vec::new();
    let mut sum: u64 = 0;
    for (piece, lost) in pieces.iter().zip(&counted) {
        let name = || show(&piece.name);
        let each = piece.each();
        if lost.destroyed > 0 {
            let points = each.saturating_mul(u64::from(lost.destroyed));
            let (name, count) = (name(), lost.destroyed);
            working.push(if rule.defeats {
                TallyStep::Defeated {
                    name,
                    count,
                    each,
                    points,
                }
            } else {
                TallyStep::Destroyed {
                    name,
                    count,
                    each,
                    points,
                }
            });
            sum = sum.saturating_add(points);
        }
        if lost.halved > 0 {
            let half = piece.half_points();
            let points = half.saturating_mul(u64::from(lost.halved));
            working.push(TallyStep::Halved {
                name: name(),
                count: lost.halved,
                each,
                half,
                points,
            });
            sum = sum.saturating_add(points);
        }
    }
    let everything = achieved.everything || rule.all_gone(opponent, &counted);
    let mut destroyed = u32::try_from(sum).unwrap_or(u32::MAX);
    working.push(TallyStep::Sum { sum });
    if everything && let Some(force) = rule.force {
        working.push(TallyStep::Everything { force });
        destroyed = force.worth();
    }
    let mut score = destroyed;
    let seat = scorer.key();
    let mut fills = Vec::new();
    let mut fill = |field: &str, value: u32| {
        fills.push(Fill {
            path: format!("{seat}.{field}"),
            value,
        })
    };
    fill(rule.field, destroyed);
    if let (List::Armada(_), Some(objectives)) = (opponent, achieved.objectives) {
        if objectives > armada::MOST_OBJECTIVES {
            let most = armada::MOST_OBJECTIVES;
            let finding = Finding::ObjectivePoints { most };
            return Err(ListRefusal::new("objectives", objectives, finding));
        }
        score = score.saturating_add(objectives);
        working.push(TallyStep::Objectives {
            destroyed,
            objectives,
            score,
        });
        fill("objectives", objectives);
    }
    if let (List::Legion(_) | List::Conquest(_), Some(tokens)) = (opponent, achieved.tokens) {
        fill("tokens", tokens);
    }
    Ok(Tally {
        score,
        everything,
        working,
        clause: rule.clause,
        fills,
    })
}

/// What a regulation says about scoring a list.
#[derive(Clone, Copy)]
struct Rule {
    clause: &'static str,
    field: &'static str,
    /// Units are defeated, ships destroyed.
    defeats: bool,
    /// What counts as a whole once everything is gone.
    force: Option<Force>,
    halves: bool,
}

impl Rule {
    fn of(list: &List) -> Result<Rule, ListRefusal> {
        let plain = Rule {
            clause: "XW-SCORE",
            field: "score",
            defeats: false,
            force: None,
            halves: false,
        };
        Ok(match list {
            List::Xwing(_) => Rule {
                force: Some(Force::Squad),
                halves: true,
                ..plain
            },
            List::Armada(_) => Rule {
                clause: "AR-SCORE",
                field: "destroyed",
                force: Some(Force::Fleet),
                ..plain
            },
            List::Legion(_) => Rule {
                clause: "LE-SCORE",
                defeats: true,
                force: Some(Force::Army),
                ..plain
            },
            List::Conquest(_) => Rule {
                clause: "GC-END",
                field: "defeated",
                defeats: true,
                ..plain
            },
            List::Cardgame(_) => {
                return Err(ListRefusal {
                    place: "list".to_owned(),
                    value: None,
                    finding: Finding::DecksHaveNoPoints,
                });
            }
        })
    }

    /// Whether nothing is left that keeps the side in the game.
    fn all_gone(self, list: &List, counted: &[Lost]) -> bool {
        let pieces = list.pieces();
        let mut vital = match list {
            // Flotillas and squadrons keep no fleet alive.
            List::Armada(fleet) => pieces
                .iter()
                .zip(counted)
                .take(fleet.ships.len())
                .peekable(),
            _ => pieces.iter().zip(counted).take(pieces.len()).peekable(),
        };
        vital.peek().is_some() && vital.all(|(piece, lost)| lost.destroyed == piece.count)
    }
}

/// What was lost of each piece, in their order; refuses what cannot be.
fn counted(pieces: &[&Piece], rule: Rule, lost: &[Lost]) -> Result<Vec<Lost>, ListRefusal> {
    let mut counted: Vec<Lost> = (0..pieces.len())
        .map(|piece| Lost {
            piece,
            destroyed: 0,
            halved: 0,
        })
        .collect();
    for (number, entry) in lost.iter().enumerate() {
        let place = format!("lost[{number}]");
        let (Some(piece), Some(sum)) = (pieces.get(entry.piece), counted.get_mut(entry.piece))
        else {
            let pieces = pieces.len();
            let finding = Finding::NoSuchPiece { pieces };
            return Err(ListRefusal::new(place, entry.piece, finding));
        };
        if entry.halved > 0 && !rule.halves {
            return Err(ListRefusal::new(place, entry.halved, Finding::NoHalfPoints));
        }
        sum.destroyed = sum.destroyed.saturating_add(entry.destroyed);
        sum.halved = sum.halved.saturating_add(entry.halved);
        let all = sum.destroyed.saturating_add(sum.halved);
        if all > piece.count {
            let finding = Finding::MoreThanListed {
                count: piece.count,
                name: show(&piece.name),
            };
            return Err(ListRefusal::new(place, all, finding));
        }
    }
    Ok(counted)
}

/// Returns the attack dice of a squad's Final Salvo (XW-SALVO): the primary weapon values of the ships left, or of all
/// ships after mutual destruction. `None` where the list does not give the value of one of them.
#[must_use]
pub fn salvo_dice(squad: &Squad, lost: &[Lost], mutual_destruction: bool) -> Option<u32> {
    let mut dice: u32 = 0;
    for (number, ship) in squad.ships.iter().enumerate() {
        let gone = lost
            .iter()
            .filter(|lost| lost.piece == number && !mutual_destruction);
        let gone = gone.fold(0, |sum: u32, lost| sum.saturating_add(lost.destroyed));
        let left = ship.count.saturating_sub(gone);
        if left > 0 {
            dice = dice.saturating_add(ship.attack?.saturating_mul(left));
        }
    }
    Some(dice)
}
