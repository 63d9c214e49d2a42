//! Result slips: one for each table, with the fields of the regulation, three per page, to be cut apart.
//!
//! Relies on the form of the regulation's reports. Promises that after a stack of pages is cut, the piles are in table
//! order when they are stacked from the top of the page down.

use crate::collate::collated;
use crate::head;
use crate::order::Order;
use crate::qr;
use muster_regulations::form::{self, Ending, Field, FieldKind, Need};
use muster_regulations::{Regulation, Seat, StageKind};
use muster_tournament::State;
use muster_tournament::state::Match;
use muster_words::form::{ending, hint, label};
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/slips.typ");

/// Slips on one page.
pub const PER_PAGE: usize = 3;

/// All slips of a round, in the order in which they are set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slips {
    /// Pages, each with the slips from its top down; nothing where a slip is missing at the end of a pile.
    pub pages: Vec<Vec<Option<Slip>>>,
    /// What is asked, the same on every slip.
    pub form: Form,
}

/// What is special about one slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slip {
    pub table: u32,
    /// The two players, A and B.
    pub players: [Signer; 2],
    /// The address of the match's report page, drawn as a QR code.
    pub qr: Option<String>,
}

/// A player who fills in a slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signer {
    pub name: String,
    pub number: u32,
    /// The side in a bracket game of the Card Game.
    pub side: Option<&'static str>,
}

/// What a slip asks, in the order in which it is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Form {
    /// What the rest depends on: who plays the dark side.
    pub first: Vec<Question>,
    /// Numbers of each player.
    pub numbers: Vec<Asked>,
    /// Games with the ways they can end; games that end alike are side by side.
    pub games: Vec<Games>,
    /// Ways the match as a whole can end.
    pub boxes: Vec<Tick>,
}

/// A number asked of both players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    pub label: &'static str,
    /// When it is needed, if not always.
    pub when: Option<&'static str>,
}

/// Games that can end in the same ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Games {
    /// What they are called.
    pub titles: Vec<&'static str>,
    pub boxes: Vec<Tick>,
}

/// One box with what it asks besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tick {
    pub label: &'static str,
    pub questions: Vec<Question>,
}

/// A question with a few answers, or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    pub label: &'static str,
    /// The answers to choose from; none for a number.
    pub answers: &'static [&'static str],
}

/// Builds the slips of a round.
pub fn build(state: &State, order: &Order) -> Result<Slips, PaperError> {
    let round = head::round(state, order)?;
    let slip = |m: &Match| {
        let address = order
            .base
            .as_ref()
            .map(|base| format!("{base}/report/{}/{}", round.number, m.table));
        Slip {
            table: m.table.0,
            players: [Seat::A, Seat::B].map(|seat| {
                let id = m.player(seat);
                Signer {
                    name: state.name(id),
                    number: id.0,
                    side: m.side(id).map(|side| match side {
                        muster_regulations::cardgame::Side::Light => "light side",
                        muster_regulations::cardgame::Side::Dark => "dark side",
                    }),
                }
            }),
            qr: address.and_then(|address| qr::svg(&address)),
        }
    };
    Ok(Slips {
        pages: collated(round.matches.iter().map(slip).collect(), PER_PAGE),
        form: asked(state.setup.regulation, round.stage),
    })
}

const SEATS: &[&str] = &["A", "B"];
const SIDES: &[&str] = &["light", "dark"];
const YES: &[&str] = &["yes"];

/// Returns what a slip of a regulation asks in a stage.
#[must_use]
pub fn asked(regulation: Regulation, stage: StageKind) -> Form {
    let mut form = Form::default();
    for ending in form::endings(regulation, stage) {
        let mut played = false;
        for field in ending.fields_in(stage) {
            if field.seat == Some(Seat::A) {
                number(&mut form.numbers, field);
            }
            if let FieldKind::Game(endings) = field.kind {
                played = true;
                let alike = game(regulation, endings, stage);
                side_by_side(&mut form.games, label(field.asks), alike);
            }
        }
        // A match of games is reported game by game; a box of its own would only ask again.
        if played {
            form.first.extend(questions(ending, stage));
        } else {
            form.boxes.push(tick(regulation, ending, stage));
        }
    }
    form
}

fn game(regulation: Regulation, endings: &[Ending], stage: StageKind) -> Vec<Tick> {
    let endings = endings.iter().filter(|e| e.stages.include(stage));
    endings.map(|one| tick(regulation, one, stage)).collect()
}

fn side_by_side(games: &mut Vec<Games>, title: &'static str, boxes: Vec<Tick>) {
    match games.iter_mut().find(|games| games.boxes == boxes) {
        Some(alike) => alike.titles.push(title),
        None => games.push(Games {
            titles: vec![title],
            boxes,
        }),
    }
}

fn tick(regulation: Regulation, one: &Ending, stage: StageKind) -> Tick {
    Tick {
        label: ending(regulation, one).label,
        questions: questions(one, stage).collect(),
    }
}

/// Questions of an ending that belong to neither player. The winner is asked for only if nothing else shows it: checking
/// what follows anyway is left to the screen.
fn questions(ending: &Ending, stage: StageKind) -> impl Iterator<Item = Question> + use<> {
    ending.fields_in(stage).filter_map(|field| {
        let answers = match field.kind {
            FieldKind::Game(_) => return None,
            FieldKind::Seat => SEATS,
            FieldKind::Side => SIDES,
            FieldKind::YesNo => YES,
            _ if field.seat.is_some() => return None,
            _ => &[],
        };
        let follows = field.path == "winner" && field.need != Need::Always;
        (!follows).then_some(Question {
            label: label(field.asks),
            answers,
        })
    })
}

/// Adds a number that is asked of both players.
fn number(numbers: &mut Vec<Asked>, field: &Field) {
    let label = label(field.asks);
    let when = match field.need {
        Need::Always => None,
        Need::When(when) => Some(hint(when)),
    };
    match numbers.iter_mut().find(|asked| asked.label == label) {
        // A number that one ending needs is needed.
        Some(asked) if when.is_none() => asked.when = None,
        Some(_) => {}
        None => numbers.push(Asked { label, when }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slip(table: u32) -> Slip {
        let signer = Signer {
            name: String::new(),
            number: 1,
            side: None,
        };
        Slip {
            table,
            players: [signer.clone(), signer],
            qr: None,
        }
    }

    #[track_caller]
    fn check(tables: u32, expected: &[&[u32]]) {
        let laid = collated((1..=tables).map(slip).collect(), PER_PAGE);
        let numbers = laid.iter().map(|page| {
            let slips = page.iter().map(|slip| slip.as_ref().map_or(0, |s| s.table));
            slips.collect::<Vec<u32>>()
        });
        assert_eq!(numbers.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn piles_are_in_table_order() {
        check(6, &[&[1, 3, 5], &[2, 4, 6]]);
        check(7, &[&[1, 4, 7], &[2, 5, 0], &[3, 6, 0]]);
        check(1, &[&[1, 0, 0]]);
        check(0, &[]);
    }

    /// Checks that boxes ask for everything that their endings need.
    #[track_caller]
    fn check_boxes(boxes: &[Tick], endings: &[&Ending], numbers: &[Asked], stage: StageKind) {
        assert_eq!(boxes.len(), endings.len());
        for (tick, ending) in boxes.iter().zip(endings) {
            let needed = ending.fields_in(stage);
            for field in needed.filter(|field| field.need == Need::Always) {
                let asked = match field.seat {
                    None => tick.questions.iter().any(|q| q.label == label(field.asks)),
                    Some(_) => numbers.iter().any(|n| n.label == label(field.asks)),
                };
                assert!(asked, "{}: {}", ending.id, field.path);
            }
        }
    }

    // GC-END: only the players know who won by the core rules.
    #[test]
    fn every_ending_of_every_form_asks_for_all_it_needs() {
        for regulation in Regulation::ALL {
            for stage in [StageKind::Swiss, StageKind::Elimination] {
                let form = asked(regulation, stage);
                let mut whole: Vec<&Ending> = Vec::new();
                for ending in form::endings(regulation, stage) {
                    let mut played = false;
                    for field in ending.fields_in(stage) {
                        let FieldKind::Game(endings) = field.kind else {
                            continue;
                        };
                        played = true;
                        let games = form
                            .games
                            .iter()
                            .find(|g| g.titles.contains(&label(field.asks)));
                        let endings = endings.iter().filter(|e| e.stages.include(stage));
                        let endings: Vec<&Ending> = endings.collect();
                        check_boxes(&games.unwrap().boxes, &endings, &form.numbers, stage);
                    }
                    match played {
                        true => assert!(!form.first.is_empty(), "{regulation}"),
                        false => whole.push(ending),
                    }
                }
                check_boxes(&form.boxes, &whole, &form.numbers, stage);
                assert!(form.boxes.iter().all(|tick| !tick.label.is_empty()));
            }
        }
    }

    // CG-SWISS: the boxes of two games mean nothing without who is dark first, and the two games end alike.
    #[test]
    fn two_games_are_side_by_side_after_who_is_dark() {
        let form = asked(Regulation::Cardgame, StageKind::Swiss);
        let titles: Vec<_> = form.games.iter().map(|games| &games.titles).collect();
        assert_eq!(titles, [&["First game", "Second game"]]);
        assert_eq!(form.first.len(), 1);
    }
}
