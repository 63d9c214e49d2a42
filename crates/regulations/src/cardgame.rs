//! Star Wars: The Card Game 1.2.1 (2016): tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. A Swiss match is two games with sides switched, a bracket
//! match is one game; promises that a bracket match always has a winner.

mod time;

pub(crate) use time::MOST_DAMAGE;
pub use time::{Board, Score, Side};

use crate::book::Clock;
use crate::form::cardgame::ENDINGS;
use crate::report::{ReportProblem, refuse};
use crate::structure::{Row, Table};
use crate::working::{GameEnd, GameNumber, Working};
use crate::{Award, Book, Deduction, EliminationKind, Margin, Outcome, Played, Regulation};
use crate::{ReportRefusal, Seat, StageKind, StructureKind, Tiebreaker, Tier, Verdict};
use serde::{Deserialize, Serialize};

/// Where the Death Star dial ends the game for the dark side (CG-END).
pub(crate) const DIAL_WINS: u32 = 12;
/// Destroyed objectives that end the game for the light side (CG-END).
pub(crate) const OBJECTIVES_WIN: u32 = 3;
/// Tournament points per game (CG-POINTS).
const WIN: u32 = 3;
const DRAW: u32 = 1;

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Cardgame,
    title: "Card Game",
    edition: "1.2.1, effective 2016-11-01",
    list_word: "decks",
    list_points: None,                                    // CG-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // CG-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "CG-BASIC",
            rows: &[
                Row::swiss(4, 8, 3),
                Row::swiss(9, 24, 4).top(4),
                Row::swiss(25, 32, 4).top(8),
                Row::swiss(33, 64, 5).top(8),
                Row::swiss(65, 96, 6).top(8),
                Row::swiss(97, 128, 6).top(16),
                Row::above(129, 7).top(16),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "CG-ADVANCED",
            rows: &[
                Row::swiss(9, 20, 4).top(4),
                Row::swiss(21, 32, 4).top(8),
                Row::swiss(33, 56, 5).top(8),
                Row::swiss(57, 80, 6).top(8),
                Row::swiss(81, 128, 7).top(8),
                Row::swiss(129, 176, 7).top(16),
                Row::swiss(177, 272, 8).top(16),
                Row::above(273, 9).top(16),
            ],
        },
    ],
    custom_clause: "CG-CUSTOM",
    starts_in_swiss: Some("CG-DE"),
    // CG-CLOCK
    clock: Clock::plain(70, 40, 60),
    swiss_games: 2,
    most_points: 6,                              // CG-POINTS
    bye: Award::win(6, Margin::None),            // CG-BYE
    unpaired_loss: Award::loss(0, Margin::None), // DROP-2
    endings: ENDINGS,
    end_clause: "CG-END",
    // CG-TB
    tiebreakers: &[
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::ExtendedStrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Double,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// One game of a Swiss match (CG-END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Game {
    /// The Death Star dial reached 12: dark wins.
    Dial {},
    /// Three or more dark objectives were destroyed: light wins.
    Objectives {},
    /// A player had to draw from an empty command deck and loses.
    EmptyDeck { player: Seat },
    /// Time was called: a draw after the light player's turn.
    Time {},
    /// A player conceded the game.
    Concession { conceded_by: Seat },
    /// The second game had not begun when time was called: a draw (CG-END-2).
    NotBegun {},
    /// A player misses a card of the deck for this game and concedes it (CG-MISSING).
    MissingCard { player: Seat },
}

/// The one game of a bracket match (CG-DE).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum BracketGame {
    /// The Death Star dial reached 12: dark wins.
    Dial {},
    /// Three or more dark objectives were destroyed: light wins.
    Objectives {},
    /// A player had to draw from an empty command deck and loses.
    EmptyDeck { player: Seat },
    /// Time was called: the board decides (CG-TIME-DE).
    Time(Board),
    /// A player conceded the game.
    Concession { conceded_by: Seat },
    /// A player misses a card of the deck for this game and concedes it (CG-MISSING).
    MissingCard { player: Seat },
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A Swiss match: two games, sides switched in between (CG-SWISS).
    Games {
        /// Who played dark in the first game.
        dark_first: Seat,
        first: Game,
        second: Game,
    },
    /// Both agreed to one win each (CG-SPLIT).
    Split {
        /// Whether a judge was present when they agreed.
        leader_present: bool,
    },
    /// A bracket match: one game (CG-DE).
    Game { dark: Seat, game: BracketGame },
    /// A player did not appear (CG-END-2).
    NoShow { absent: Seat },
}

impl Report {
    /// Returns the identifier of the ending.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Report::Games { .. } => "games",
            Report::Split { .. } => "split",
            Report::Game { .. } => "game",
            Report::NoShow { .. } => "no_show",
        }
    }

    /// Returns who played dark in a bracket match, where the report says so (CG-SIDE).
    #[must_use]
    pub const fn dark(&self) -> Option<Seat> {
        match *self {
            Report::Game { dark, .. } => Some(dark),
            Report::Games { .. } | Report::Split { .. } | Report::NoShow { .. } => None,
        }
    }

    /// Returns the games that were begun, each with who played dark and who won it. `winner` is that of the match.
    pub(crate) fn played(&self, winner: Option<Seat>) -> Vec<Played> {
        match *self {
            Report::Games {
                dark_first,
                first,
                second,
            } => [(dark_first, first), (dark_first.other(), second)]
                .into_iter()
                .filter(|(_, game)| !matches!(game, Game::NotBegun {} | Game::MissingCard { .. }))
                .map(|(dark, game)| Played {
                    winner: swiss_game(GameNumber::Only, dark, game, &mut Working::silent()),
                    edge: Some(dark),
                })
                .collect(),
            Report::Game { dark, game } => match game {
                BracketGame::MissingCard { .. } => Vec::new(),
                _ => vec![Played {
                    winner,
                    edge: Some(dark),
                }],
            },
            Report::Split { .. } | Report::NoShow { .. } => Vec::new(),
        }
    }
}

pub(crate) fn judge(
    stage: StageKind,
    report: &Report,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    match (stage, *report) {
        (
            StageKind::Swiss,
            Report::Games {
                dark_first,
                first,
                second,
            },
        ) => games(dark_first, first, second, working),
        (StageKind::Swiss, Report::Split { leader_present }) => split(leader_present, working),
        (StageKind::Swiss, Report::Game { .. }) => {
            refuse("ending", "game", "CG-SWISS", ReportProblem::TwoGames)
        }
        (StageKind::Elimination, Report::Game { dark, game }) => {
            let winner = bracket_game(dark, game, working)?;
            Ok(bracket_win(winner))
        }
        (StageKind::Elimination, Report::Games { .. }) => {
            refuse("ending", "games", "CG-DE", ReportProblem::OneGame)
        }
        (StageKind::Elimination, Report::Split { .. }) => {
            refuse("ending", "split", "CG-SPLIT", ReportProblem::SplitInBracket)
        }
        (StageKind::Swiss, Report::NoShow { absent }) => {
            working.step("CG-END-2", Deduction::AbsentBye { absent });
            let loss = Award::loss(0, Margin::None);
            Ok(Outcome::won_by(absent.other(), BOOK.bye, loss))
        }
        (StageKind::Elimination, Report::NoShow { absent }) => {
            working.step("CG-END-2", Deduction::AbsentLoses { absent });
            Ok(bracket_win(absent.other()))
        }
    }
}

/// CG-SWISS and CG-POINTS: two games, each for 3, 1 or 0 points.
fn games(
    dark_first: Seat,
    first: Game,
    second: Game,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    if first == (Game::NotBegun {}) {
        return refuse(
            "first.ending",
            "not_begun",
            "CG-END-2",
            ReportProblem::FirstGameNotBegun,
        );
    }
    if first == (Game::Time {}) && !matches!(second, Game::NotBegun {} | Game::MissingCard { .. }) {
        return refuse(
            "second.ending",
            second.ending(),
            "CG-END-2",
            ReportProblem::SecondGameBegun,
        );
    }
    let mut points = Points { a: 0, b: 0 };
    for (number, dark, game) in [
        (GameNumber::First, dark_first, first),
        (GameNumber::Second, dark_first.other(), second),
    ] {
        let winner = swiss_game(number, dark, game, working);
        points.add(winner);
    }
    let step = Deduction::GamePoints {
        points_a: points.a,
        points_b: points.b,
    };
    working.step("CG-POINTS", step);
    Ok(points.outcome())
}

/// CG-SPLIT: as if each had won one game.
fn split(leader_present: bool, working: &mut Working) -> Result<Outcome, ReportRefusal> {
    if !leader_present {
        return refuse(
            "leader_present",
            leader_present,
            "CG-SPLIT",
            ReportProblem::LeaderMissing,
        );
    }
    working.step("CG-SPLIT", Deduction::Split { points: WIN });
    Ok(Points { a: WIN, b: WIN }.outcome())
}

/// Tournament points of a Swiss match while its games are added up.
#[derive(Clone, Copy)]
struct Points {
    a: u32,
    b: u32,
}

impl Points {
    fn add(&mut self, winner: Option<Seat>) {
        match winner {
            Some(Seat::A) => self.a += WIN,
            Some(Seat::B) => self.b += WIN,
            None => {
                self.a += DRAW;
                self.b += DRAW;
            }
        }
    }

    fn outcome(self) -> Outcome {
        let more = Seat::higher(self.a, self.b);
        let award = |seat, points| {
            let verdict = match more {
                Some(winner) if winner == seat => Verdict::Win,
                Some(_) => Verdict::Loss,
                None => Verdict::Draw,
            };
            Award {
                verdict,
                points,
                margin: Margin::None,
            }
        };
        Outcome {
            a: award(Seat::A, self.a),
            b: award(Seat::B, self.b),
        }
    }
}

fn bracket_win(winner: Seat) -> Outcome {
    Outcome::won_by(
        winner,
        Award::win(WIN, Margin::None),
        Award::loss(0, Margin::None),
    )
}

impl Game {
    /// Returns the identifier of the ending.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Game::Dial {} => "dial",
            Game::Objectives {} => "objectives",
            Game::EmptyDeck { .. } => "empty_deck",
            Game::Time {} => "time",
            Game::Concession { .. } => "concession",
            Game::NotBegun {} => "not_begun",
            Game::MissingCard { .. } => "missing_card",
        }
    }
}

/// CG-END for one game of a Swiss match; `None` for a draw.
fn swiss_game(number: GameNumber, dark: Seat, game: Game, working: &mut Working) -> Option<Seat> {
    let end = match game {
        Game::Dial {} => dial(dark),
        Game::Objectives {} => objectives(dark),
        Game::EmptyDeck { player } => GameEnd::EmptyDeck { loser: player },
        Game::Concession { conceded_by } => GameEnd::Concession { loser: conceded_by },
        Game::MissingCard { player } => GameEnd::MissingCard { loser: player },
        Game::Time {} => {
            working.step("CG-END", Deduction::GameAtTime { game: number });
            return None;
        }
        Game::NotBegun {} => {
            working.step("CG-END-2", Deduction::GameNotBegun { game: number });
            return None;
        }
    };
    Some(decided(number, end, working))
}

/// CG-END and CG-TIME-DE for the one game of a bracket match.
fn bracket_game(
    dark: Seat,
    game: BracketGame,
    working: &mut Working,
) -> Result<Seat, ReportRefusal> {
    let end = match game {
        BracketGame::Dial {} => dial(dark),
        BracketGame::Objectives {} => objectives(dark),
        BracketGame::EmptyDeck { player } => GameEnd::EmptyDeck { loser: player },
        BracketGame::Concession { conceded_by } => GameEnd::Concession { loser: conceded_by },
        BracketGame::MissingCard { player } => GameEnd::MissingCard { loser: player },
        BracketGame::Time(board) => return board.winner(dark, working),
    };
    Ok(decided(GameNumber::Only, end, working))
}

const fn dial(dark: Seat) -> GameEnd {
    GameEnd::Dial {
        dark,
        dial: DIAL_WINS,
    }
}

fn objectives(dark: Seat) -> GameEnd {
    GameEnd::Objectives {
        light: dark.other(),
        objectives: OBJECTIVES_WIN,
    }
}

fn decided(game: GameNumber, end: GameEnd, working: &mut Working) -> Seat {
    let clause = match end {
        GameEnd::MissingCard { .. } => "CG-MISSING",
        _ => "CG-END",
    };
    working.step(clause, Deduction::Game { game, end });
    end.winner()
}
