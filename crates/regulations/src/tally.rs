//! The score calculator: from the opponent's list and what was destroyed of it to the score, with the working shown and
//! the numbers it fills into a report.
//!
//! Relies on the points that stand in the list; promises exact sums, halves rounded up ship by ship (XW-SCORE), the full
//! values of the documents (200, 400, 800), and that nothing is counted twice.

use crate::cardgame::{Board, Side};
use crate::list::{List, ListRefusal, Piece, Squad, show};
use crate::report::Reason;
use crate::{ReportRefusal, Seat, armada, legion, xwing};
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
    /// What the opponent lost.
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
    /// The number.
    pub value: u32,
}

/// A score with its working.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TallyInput))]
pub struct Tally {
    /// The score.
    pub score: u32,
    /// The opponent has nothing left that keeps a side in the game: report a defeat.
    pub everything: bool,
    /// How it came about, line by line.
    pub working: Vec<Reason>,
    /// What it fills into the report.
    pub fills: Vec<Fill>,
}

/// Works out the score of the player at `scorer` from the opponent's list.
pub fn tally(scorer: Seat, opponent: &List, achieved: &Achieved) -> Result<Tally, ListRefusal> {
    let pieces = opponent.pieces();
    let rule = Rule::of(opponent)?;
    let counted = counted(&pieces, rule, &achieved.lost)?;
    let mut working = Vec::new();
    let mut say = |text: String| {
        working.push(Reason {
            text,
            clause: rule.clause,
        })
    };
    let mut sum: u64 = 0;
    for (piece, lost) in pieces.iter().zip(&counted) {
        let name = show(&piece.name);
        if lost.destroyed > 0 {
            let points = piece.each().saturating_mul(u64::from(lost.destroyed));
            say(format!(
                "{} {}: {}",
                times(lost.destroyed, &name),
                rule.verb,
                product(lost.destroyed, piece.each(), points)
            ));
            sum = sum.saturating_add(points);
        }
        if lost.halved > 0 {
            let half = piece.half_points();
            let points = half.saturating_mul(u64::from(lost.halved));
            say(format!(
                "{} at or below half: half of {}, rounded up, is {}",
                times(lost.halved, &name),
                piece.each(),
                product(lost.halved, half, points)
            ));
            sum = sum.saturating_add(points);
        }
    }
    let everything = achieved.everything || rule.all_gone(opponent, &counted);
    let mut destroyed = u32::try_from(sum).unwrap_or(u32::MAX);
    say(format!("Sum: {sum}."));
    if everything && let Some(full) = rule.full {
        say(format!(
            "{} that {} worth {full}, whatever it cost.",
            rule.all, rule.word
        ));
        destroyed = full;
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
            let message = format!(
                "no game gives so many objective points; give at most {}",
                armada::MOST_OBJECTIVES
            );
            return Err(refuse("objectives", objectives, message));
        }
        score = score.saturating_add(objectives);
        say(format!(
            "{destroyed} + {objectives} objective points = {score}."
        ));
        fill("objectives", objectives);
    }
    if let (List::Legion(_) | List::Conquest(_), Some(tokens)) = (opponent, achieved.tokens) {
        fill("tokens", tokens);
    }
    Ok(Tally {
        score,
        everything,
        working,
        fills,
    })
}

/// What a regulation says about scoring a list.
#[derive(Clone, Copy)]
struct Rule {
    clause: &'static str,
    field: &'static str,
    verb: &'static str,
    /// What the whole list is worth once everything is gone.
    full: Option<u32>,
    all: &'static str,
    word: &'static str,
    halves: bool,
}

impl Rule {
    fn of(list: &List) -> Result<Rule, ListRefusal> {
        let plain = Rule {
            clause: "XW-SCORE",
            field: "score",
            verb: "destroyed",
            full: None,
            all: "",
            word: "",
            halves: false,
        };
        Ok(match list {
            List::Xwing(_) => Rule {
                full: Some(xwing::SQUAD),
                all: "All ships are gone:",
                word: "squad is",
                halves: true,
                ..plain
            },
            List::Armada(_) => Rule {
                clause: "AR-SCORE",
                field: "destroyed",
                full: Some(armada::FLEET),
                all: "All ships that are not flotillas are gone:",
                word: "fleet is",
                ..plain
            },
            List::Legion(_) => Rule {
                clause: "LE-SCORE",
                verb: "defeated",
                full: Some(legion::ARMY),
                all: "All units are defeated:",
                word: "army is",
                ..plain
            },
            List::Conquest(_) => Rule {
                clause: "GC-END",
                field: "defeated",
                verb: "defeated",
                ..plain
            },
            List::Cardgame(_) => {
                let message =
                    "decks have no points; a bracket game at time goes by the board (CG-TIME-DE)";
                return Err(refuse("list", "decks", message));
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
            let message = format!("the list has {} pieces, counted from 0", pieces.len());
            return Err(refuse(&place, entry.piece, message));
        };
        if entry.halved > 0 && !rule.halves {
            let message = "only X-Wing counts half points; give what was destroyed";
            return Err(refuse(&place, entry.halved, message));
        }
        sum.destroyed = sum.destroyed.saturating_add(entry.destroyed);
        sum.halved = sum.halved.saturating_add(entry.halved);
        let all = sum.destroyed.saturating_add(sum.halved);
        if all > piece.count {
            let message = format!(
                "the list has {}; destroyed and halved together cannot be more",
                times(piece.count, &show(&piece.name))
            );
            return Err(refuse(&place, all, message));
        }
    }
    Ok(counted)
}

fn times(count: u32, name: &str) -> String {
    match count {
        1 => name.to_owned(),
        count => format!("{count} × {name}"),
    }
}

fn product(count: u32, each: u64, points: u64) -> String {
    match count {
        1 => format!("{points}."),
        count => format!("{each}; {count} × {each} = {points}."),
    }
}

fn refuse(place: &str, value: impl ToString, message: impl Into<String>) -> ListRefusal {
    ListRefusal {
        place: place.to_owned(),
        value: value.to_string(),
        message: message.into(),
    }
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

/// The two scores of a bracket game at time (CG-TIME-DE).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardTally {
    /// The light side's score, as a decimal with at most one place.
    pub light: String,
    /// The dark side's score.
    pub dark: String,
    /// The side that wins.
    pub winner: Side,
    /// How it came about.
    pub working: Vec<Reason>,
}

/// Works out a bracket game at time from what the board shows.
pub fn board(board: Board) -> Result<BoardTally, ReportRefusal> {
    let scores = board.scores()?;
    let (light, dark) = (scores.light(), scores.dark());
    let winner = scores.winner();
    let say = |text: String| Reason {
        text,
        clause: "CG-TIME-DE",
    };
    Ok(BoardTally {
        working: vec![
            say(format!(
                "Light: {light} (objectives, damage on dark objectives, balance)."
            )),
            say(format!(
                "Dark: {dark} (dial, damage on light objectives, balance)."
            )),
        ],
        light: light.total(),
        dark: dark.total(),
        winner,
    })
}
