//! The bracket, drawn: boxes and lines in tenths of a millimetre, one panel per page, and the placings decided so far.
//!
//! Relies on the same tree that the web pages show. Promises that a panel has at most eight games above each other and seven
//! columns, so that names stay readable; larger brackets are drawn in parts, the last of which holds the final.

use crate::order::Order;
use muster_pairing::bracket::{Entrants, Node, NodeId, Shape, Side, Slot, Source};
use muster_regulations::{EliminationKind, cardgame};
use muster_tournament::State;
use muster_tournament::display::names;
use muster_tournament::state::Phase;
use muster_words::bracket::{BracketPlace, Game, Tree, groups};
use muster_words::paper::PaperError;
use muster_words::phrases::capital;
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/bracket.typ");

/// Most games above each other on one panel, and most columns beside each other.
const HIGHEST: usize = 8;
const WIDEST: usize = 6;

/// A bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bracket {
    /// "Top 8".
    pub title: String,
    /// What is played, in words.
    pub words: String,
    pub panels: Vec<Panel>,
    pub placings: Vec<Placing>,
}

/// One drawing. All measures are tenths of a millimetre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    pub title: String,
    pub width: u32,
    pub height: u32,
    /// The width of a game.
    pub game: u32,
    /// The space between two columns.
    pub gap: u32,
    /// The headings above the columns.
    pub heads: Vec<ColumnHead>,
    pub games: Vec<GameBox>,
    /// The lines between them, each from the left to the right.
    pub lines: Vec<Link>,
}

/// The heading above a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnHead {
    /// Where it begins.
    pub x: u32,
    /// "Semi-finals".
    pub title: String,
    /// "losers placed 3–4".
    pub places: Option<String>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameBox {
    /// Its left edge.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
    /// "Game 3, table 5".
    pub label: String,
    /// "walkover", "playing".
    pub note: String,
    pub places: [PlaceLine; 2],
}

/// One of the two places of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceLine {
    pub seed: Option<u32>,
    /// The player, or where the player will come from; empty where a name may be written by hand.
    pub name: String,
    /// Where the player of an open place comes from, small at its edge.
    pub hint: Option<String>,
    /// Whether the player is known.
    pub known: bool,
    /// The score, or the side played.
    pub score: String,
    /// Whether this player advances.
    pub won: bool,
}

/// A line from one game to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Right edge of the first game.
    pub from_x: u32,
    pub from_y: u32,
    /// Left edge of the second game.
    pub to_x: u32,
    pub to_y: u32,
}

/// Who has which place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Placing {
    /// "3–4".
    pub places: String,
    /// Players whose place is certain.
    pub names: Vec<String>,
    /// Players who got as far but have no place, in words.
    pub removed: Vec<String>,
    /// Where the rest is decided.
    pub open: Option<String>,
}

/// A size in tenths of a millimetre.
#[derive(Clone, Copy)]
struct Size {
    width: u32,
    height: u32,
}

/// Measures of a kind of drawing, in tenths of a millimetre.
#[derive(Clone, Copy)]
struct Measure {
    game: Size,
    /// From one column to the next.
    step: u32,
    /// From one game to the next in the fullest column.
    pitch: u32,
    /// Letters of a name that fit.
    letters: usize,
}

/// Room above the games for the heads of columns and labels.
const TOP: u32 = 150;

const SINGLE: Measure = Measure {
    game: Size {
        width: 580,
        height: 130,
    },
    step: 690,
    pitch: 195,
    letters: 21,
};
const DOUBLE: Measure = Measure {
    game: Size {
        width: 460,
        height: 130,
    },
    step: 520,
    pitch: 195,
    letters: 16,
};

/// Builds the bracket.
pub fn build(state: &State, _order: &Order) -> Result<Bracket, PaperError> {
    of(state).ok_or(match state.phase {
        Phase::Finished => PaperError::NoBracket,
        _ => PaperError::NoBracketYet,
    })
}

/// Returns the bracket, once there is one.
pub(crate) fn of(state: &State) -> Option<Bracket> {
    let tree = Tree::of(state, None)?;
    let words = tree.in_words();
    let placings = groups(&tree).into_iter().map(|(places, group)| {
        let players = group
            .seeds
            .iter()
            .filter_map(|seed| tree.knockout.player(*seed));
        let removed = group
            .removed
            .iter()
            .filter_map(|seed| tree.knockout.player(*seed));
        let removed = removed.map(|id| format!("{}: disqualified, no place", state.name(id)));
        Placing {
            places: places.to_string(),
            names: players.map(|id| state.name(id)).collect(),
            removed: removed.collect(),
            open: group.open,
        }
    });
    let placings = placings.collect();
    Some(Bracket {
        title: tree.title(),
        words: capital(&words),
        panels: panels(&tree),
        placings,
    })
}

fn panels(tree: &Tree) -> Vec<Panel> {
    let shape = &tree.knockout.shape;
    if tree.kind != EliminationKind::Double || !shape.columns(Side::Main).is_empty() {
        return parts(tree, shape.columns(Side::Main), SINGLE, "");
    }
    let mut upper = shape.columns(Side::Upper);
    for last in [Side::GrandFinal, Side::Reset] {
        let here = |id: &NodeId| shape.node(*id).is_some_and(|node| node.side == last);
        let games: Vec<NodeId> = shape.ids().filter(here).collect();
        if games.iter().any(|id| Game::of(tree, *id).is_some()) {
            upper.push(games);
        }
    }
    let mut panels = parts(tree, upper, DOUBLE, "Upper bracket and final");
    panels.extend(parts(
        tree,
        shape.columns(Side::Lower),
        DOUBLE,
        "Lower bracket",
    ));
    panels
}

/// Draws one side of a bracket, in parts where it is too high for a page.
fn parts(tree: &Tree, columns: Vec<Vec<NodeId>>, measure: Measure, title: &str) -> Vec<Panel> {
    let shape = &tree.knockout.shape;
    let highest = columns.iter().map(Vec::len).max().unwrap_or(0);
    if highest <= HIGHEST && columns.len() > WIDEST {
        // The second part begins with the column that ends the first, to read on from.
        let middle = columns.len() / 2;
        let first = columns.get(..=middle).unwrap_or_default();
        let rest = columns.get(middle..).unwrap_or_default();
        let titled = |part: &str| joined(title, part);
        return vec![
            panel(tree, first, measure, titled("part 1 of 2")),
            panel(tree, rest, measure, titled("part 2 of 2")),
        ];
    }
    if highest <= HIGHEST {
        return vec![panel(tree, &columns, measure, title.to_owned())];
    }
    // The last column that is still too high has its games shared out; each part leads to one game after it.
    let split = columns
        .iter()
        .rposition(|column| column.len() > 1 && leaves(shape, &columns, column) <= HIGHEST);
    let split = split.unwrap_or(0);
    let Some(roots) = columns.get(split) else {
        return Vec::new();
    };
    let many = roots.len().saturating_add(1);
    let mut panels = Vec::new();
    for (number, root) in roots.iter().enumerate() {
        let below = below(shape, *root, &columns, split);
        let title = joined(title, &format!("part {} of {many}", number + 1));
        panels.push(panel(tree, &below, measure, title));
    }
    let rest: Vec<Vec<NodeId>> = columns.iter().skip(split).cloned().collect();
    let title = joined(title, &format!("part {many} of {many}"));
    panels.extend(parts(tree, rest, measure, &title));
    panels
}

fn joined(title: &str, part: &str) -> String {
    match title {
        "" => capital(part),
        title => format!("{title}, {part}"),
    }
}

/// How many games of the fullest column lead to the first game of a column.
fn leaves(shape: &Shape, columns: &[Vec<NodeId>], column: &[NodeId]) -> usize {
    let position = columns.iter().position(|other| other == column);
    let (Some(root), Some(position)) = (column.first(), position) else {
        return usize::MAX;
    };
    let below = below(shape, *root, columns, position);
    below.iter().map(Vec::len).max().unwrap_or(0)
}

/// The columns up to one, with only the games that lead to its games.
fn below(shape: &Shape, root: NodeId, columns: &[Vec<NodeId>], last: usize) -> Vec<Vec<NodeId>> {
    let mut kept = vec![vec![root]];
    for column in columns.iter().take(last).rev() {
        let wanted: Vec<NodeId> = kept
            .last()
            .into_iter()
            .flatten()
            .filter_map(|id| shape.node(*id))
            .flat_map(feeders)
            .collect();
        kept.push(
            column
                .iter()
                .copied()
                .filter(|id| wanted.contains(id))
                .collect(),
        );
    }
    kept.reverse();
    kept
}

fn feeders(node: &Node) -> impl Iterator<Item = NodeId> + use<> {
    node.sources.into_iter().filter_map(|source| match source {
        Source::WinnerOf(id) => Some(id),
        Source::Seed(_) | Source::LoserOf(_) => None,
    })
}

fn losers(node: &Node) -> impl Iterator<Item = NodeId> + use<> {
    node.sources.into_iter().filter_map(|source| match source {
        Source::LoserOf(id) => Some(id),
        Source::Seed(_) | Source::WinnerOf(_) => None,
    })
}

/// The left edge and the middle of a game.
#[derive(Clone, Copy)]
struct Spot {
    x: u32,
    y: u32,
}

fn panel(tree: &Tree, columns: &[Vec<NodeId>], measure: Measure, title: String) -> Panel {
    let shape = &tree.knockout.shape;
    let mut at: BTreeMap<NodeId, Spot> = BTreeMap::new();
    let mut lines = Vec::new();
    let mut heads = Vec::new();
    let mut x = 0;
    for column in columns {
        for (index, id) in (0_u32..).zip(column) {
            let Some(node) = shape.node(*id) else {
                continue;
            };
            let sources = feeders(node).chain(losers(node).filter(|_| node.side == Side::Reset));
            let fed: Vec<Spot> = sources.filter_map(|from| at.get(&from).copied()).collect();
            let y = match u32::try_from(fed.len()) {
                Ok(many) if many > 0 => fed.iter().map(|spot| spot.y).sum::<u32>() / many,
                _ => TOP + measure.game.height / 2 + index * measure.pitch,
            };
            at.insert(*id, Spot { x, y });
            lines.extend(fed.iter().map(|from| Link {
                from_x: from.x + measure.game.width,
                from_y: from.y,
                to_x: x,
                to_y: y,
            }));
        }
        heads.push(column_head(tree, column, x));
        x += measure.step;
    }
    let drawn = at.iter().filter_map(|(id, spot)| {
        let game = Game::of(tree, *id)?;
        Some(game_box(tree, &game, *spot, measure))
    });
    let bottom = at.values().map(|spot| spot.y).max().unwrap_or(0);
    let shown = |y: &u32| at.values().any(|spot| spot.y == *y);
    Panel {
        title,
        width: x.saturating_sub(measure.step - measure.game.width),
        height: bottom + measure.game.height / 2 + 10,
        game: measure.game.width,
        gap: measure.step - measure.game.width,
        heads,
        games: drawn.collect(),
        lines: lines
            .into_iter()
            .filter(|link| shown(&link.from_y))
            .collect(),
    }
}

fn column_head(tree: &Tree, column: &[NodeId], x: u32) -> ColumnHead {
    let shape = &tree.knockout.shape;
    let node = column.first().and_then(|id| shape.node(*id));
    let title = match node.map(|node| (node.side, node.column, node.round)) {
        Some((Side::Main, _, round)) => tree.column_name(shape.round(round).count()),
        Some((Side::Upper, column, _)) => format!("Upper round {column}"),
        Some((Side::Lower, column, _)) => format!("Lower round {column}"),
        Some((Side::GrandFinal, ..)) => "Final".to_owned(),
        Some((Side::Reset, ..)) => "Second final".to_owned(),
        None => String::new(),
    };
    let places = column.iter().find_map(|id| shape.loser_places(*id));
    let places = places.map(|places| match places.first == places.last {
        true => format!("loser placed {places}"),
        false => format!("losers placed {places}"),
    });
    ColumnHead { x, title, places }
}

fn game_box(tree: &Tree, game: &Game, spot: Spot, measure: Measure) -> GameBox {
    let label = match game.found.filter(|_| game.is_on()) {
        Some(m) => format!("{}, table {}", tree.label_of(game.id), m.table),
        None => tree.label_of(game.id).to_owned(),
    };
    let bye = game.node.entrants == Entrants::One;
    GameBox {
        x: spot.x,
        y: spot.y.saturating_sub(measure.game.height / 2),
        label: if bye { String::new() } else { label },
        note: match [fallen(tree, game), game.word()] {
            [_, word] if game.put_back().is_some() => word,
            [fallen, word] if fallen.is_empty() || word.is_empty() => fallen + &word,
            both => both.join(" · "),
        },
        places: [0, 1].map(|seat: usize| {
            let hint = hint(tree, game, seat);
            place_line(tree, &game.places[seat], hint, measure)
        }),
    }
}

/// The losers who drop into a game of the lower bracket.
fn fallen(tree: &Tree, game: &Game) -> String {
    let labels: Vec<&str> = losers(&game.node).map(|id| tree.label_of(id)).collect();
    match labels.as_slice() {
        _ if game.node.side != Side::Lower => String::new(),
        [] => String::new(),
        [one] => format!("loser of {one}"),
        some => format!("losers of {}", some.join(" and ")),
    }
}

/// Where the player of a place that is still open comes from.
fn hint(tree: &Tree, game: &Game, seat: usize) -> Option<String> {
    let open = tree.play.slots(game.id)?.get(seat)? == &Slot::Open;
    let place = game.places.get(seat).filter(|_| open)?;
    let source = game.node.sources.get(seat)?;
    (!matches!(source, Source::Seed(_))).then(|| place.instead.clone())
}

fn place_line(
    tree: &Tree,
    place: &BracketPlace,
    hint: Option<String>,
    measure: Measure,
) -> PlaceLine {
    let side = place.side.map(|side| match side {
        cardgame::Side::Light => "light".to_owned(),
        cardgame::Side::Dark => "dark".to_owned(),
    });
    PlaceLine {
        seed: place.seed,
        name: match place.player {
            Some(player) => names::fitted(tree.state, player, measure.letters),
            None if hint.is_some() => String::new(),
            None => place.instead.clone(),
        },
        hint,
        known: place.player.is_some(),
        score: side.unwrap_or_else(|| place.score.clone()),
        won: place.won,
    }
}
