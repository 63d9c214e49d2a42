//! The bracket as a drawing, as a list for phones and those who hear pages, and the placings it has given so far.
//! Relies on the shape and the play of `muster_pairing`; promises that drawing and list say the same.

mod game;
mod list;
mod place;
mod svg;

use super::links::Links;
use crate::layout::clause;
use game::Game;
use maud::{Markup, html};
use muster_pairing::bracket::{Entrants, NodeId, Play, Side};
use muster_regulations::EliminationKind;
use muster_tournament::knockout;
use muster_tournament::state::{Knockout, Match, Round, State};
use muster_tournament::{PlayerId, RoundNo};
use std::collections::BTreeMap;

/// A bracket with all that is needed to draw it.
pub struct Tree<'a> {
    state: &'a State,
    knockout: &'a Knockout,
    play: Play,
    kind: EliminationKind,
    matches: BTreeMap<NodeId, (&'a Round, &'a Match)>,
    labels: BTreeMap<NodeId, String>,
    /// Whose games are marked.
    me: Option<PlayerId>,
}

impl<'a> Tree<'a> {
    /// Reads the bracket of a state that holds nothing its reader may not see.
    #[must_use]
    pub fn of(state: &'a State, me: Option<PlayerId>) -> Option<Tree<'a>> {
        let knockout = state.knockout.as_ref()?;
        let played = state.elimination_rounds().flat_map(|round| {
            round
                .matches
                .iter()
                .filter_map(move |m| Some((m.node?, (round, m))))
        });
        let mut tree = Tree {
            state,
            knockout,
            play: knockout::play(state)?,
            kind: state.setup.regulation.book().elimination,
            matches: played.collect(),
            labels: BTreeMap::new(),
            me,
        };
        tree.labels = tree.label();
        Some(tree)
    }

    /// Returns the heading: "Top 8", or "Bracket" where everybody began in it.
    #[must_use]
    pub fn title(&self) -> String {
        match self.state.swiss_rounds().next() {
            Some(_) => format!("Top {}", self.knockout.seeds.len()),
            None => "Bracket".to_owned(),
        }
    }

    /// Returns what is played, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let kind = match self.kind {
            EliminationKind::Single => "single elimination",
            EliminationKind::Seeded => "single elimination in a fixed bracket, victory tokens",
            EliminationKind::Double => "double elimination, one game a round",
        };
        let rounds = self.state.swiss_rounds().count();
        let players = self.state.attendance;
        match rounds {
            0 => format!("{kind} from the start. {players} players."),
            1 => format!("{kind}. {players} players, 1 round before it."),
            n => format!("{kind}. {players} players, {n} rounds before it."),
        }
    }

    /// Returns whether sides are played, so that they need a key.
    #[must_use]
    pub fn has_sides(&self) -> bool {
        self.kind == EliminationKind::Double
    }

    /// The games that are shown: those that somebody is to play, a reset only once it may be needed.
    fn games(&self) -> impl Iterator<Item = Game<'_>> {
        self.knockout
            .shape
            .ids()
            .filter_map(|id| Game::of(self, id))
    }

    /// Double elimination numbers games through each half, as they are drawn; else each round has its own numbers.
    fn label(&self) -> BTreeMap<NodeId, String> {
        let shape = &self.knockout.shape;
        let mut labels = BTreeMap::new();
        for (side, letter) in [(Side::Upper, "U"), (Side::Lower, "L")] {
            let columns = shape.columns(side);
            let real = columns.iter().flatten().filter(|id| {
                shape
                    .node(**id)
                    .is_some_and(|node| node.entrants != Entrants::Nobody)
            });
            labels.extend(
                real.zip(1..)
                    .map(|(id, number)| (*id, format!("{letter}{number}"))),
            );
        }
        for id in shape.ids() {
            let Some(node) = shape.node(id) else { continue };
            let word = match node.side {
                Side::Main => format!("Game {}", node.game),
                Side::GrandFinal => "Final, game 1".to_owned(),
                Side::Reset => "Game 2, reset".to_owned(),
                Side::Upper | Side::Lower => continue,
            };
            labels.insert(id, word);
        }
        labels
    }

    fn label_of(&self, id: NodeId) -> &str {
        self.labels.get(&id).map_or("", String::as_str)
    }

    /// The name of a column of a single bracket by how many games it has.
    fn column_name(&self, games: usize) -> String {
        match games {
            1 => "Final".to_owned(),
            2 => "Semi-finals".to_owned(),
            4 => "Quarter-finals".to_owned(),
            n => format!("Round of {}", n * 2),
        }
    }
}

impl Tree<'_> {
    /// Why the finalists of double elimination meet twice.
    fn second_final(&self) -> Option<String> {
        let games: Vec<Game> = self.games().collect();
        let first = games
            .iter()
            .find(|game| game.node.side == Side::GrandFinal)?;
        let again = games.iter().any(|game| game.node.side == Side::Reset);
        let winner = first.places.iter().find(|place| place.won)?.player?;
        again.then(|| {
            format!(
                "{} came from the lower bracket and won the first game of the final: both have lost once, so they play again.",
                self.state.name(winner)
            )
        })
    }
}

/// Returns the whole bracket: drawing, placings and list.
#[must_use]
pub fn whole(tree: &Tree, links: Links) -> Markup {
    let games = tree.games().filter(Game::is_played).count();
    html! {
        div.bracket-parts {
            div.scroll-x.drawing tabindex="0" role="region" aria-label="Drawing of the bracket" { (svg::drawing(tree)) }
            (place::placings(tree))
        }
        @if let Some(text) = tree.second_final() { p.quiet { (text) " " @if links.explains() { (clause("CG-DE")) } @else { "(CG-DE)" } } }
        details.aslist {
            summary { "All " (games) " games as a list" }
            (list::table(tree, links))
        }
    }
}

/// Returns the drawing alone.
#[must_use]
pub fn drawing(tree: &Tree) -> Markup {
    svg::drawing(tree)
}

/// Returns the name of the round of a bracket that a round of the tournament plays: "Quarter-finals".
#[must_use]
pub fn round_name(state: &State, number: RoundNo) -> Option<String> {
    let tree = Tree::of(state, None)?;
    let round = state
        .elimination_rounds()
        .find(|round| round.number == number)?;
    let node = tree.knockout.shape.node(round.matches.first()?.node?)?;
    if node.side == Side::Main {
        let games = tree.knockout.shape.round(node.round).count();
        return Some(tree.column_name(games));
    }
    let first = state.elimination_rounds().next()?.number.0;
    Some(match node.side {
        Side::GrandFinal => "Final".to_owned(),
        Side::Reset => "Second final".to_owned(),
        _ => format!(
            "Bracket round {}",
            number.0.saturating_sub(first).saturating_add(1)
        ),
    })
}
