//! The drawing of a bracket. Positions are whole units of the drawing; colours and type come from the style sheet.

use super::Tree;
use crate::parts::names;
use maud::{Markup, html};
use muster_pairing::bracket::{Node, NodeId, Side, Source};
use muster_regulations::{EliminationKind, cardgame};
use muster_tournament::TableNo;
use muster_tournament::knockout;
use muster_words::bracket::{BracketPlace, Game};
use std::collections::BTreeMap;

/// Measures of a kind of drawing.
#[derive(Clone, Copy)]
struct Measure {
    width: u32,
    height: u32,
    /// From one column to the next.
    step: u32,
    /// From one game to the next in the fullest column.
    pitch: u32,
    /// Where the first game begins.
    top: u32,
    /// Letters of a name that fit.
    letters: usize,
}

const SINGLE: Measure = Measure {
    width: 236,
    height: 60,
    step: 300,
    pitch: 84,
    top: 70,
    letters: 17,
};
const DOUBLE: Measure = Measure {
    width: 170,
    height: 54,
    step: 192,
    pitch: 78,
    top: 50,
    letters: 12,
};

/// Where the games are drawn, by their middle.
struct Layout {
    measure: Measure,
    at: BTreeMap<NodeId, Spot>,
    /// Where the lower half begins.
    split: Option<u32>,
    wide: u32,
    high: u32,
}

#[derive(Clone, Copy)]
struct Spot {
    x: u32,
    /// The middle of the box.
    y: u32,
}

/// Measures of the drawing in which results are typed: wide enough for fields, and with room for buttons below a game.
const SINGLE_ENTRY: Measure = Measure {
    width: 300,
    height: 68,
    step: 350,
    pitch: 150,
    top: 70,
    letters: 24,
};
const DOUBLE_ENTRY: Measure = Measure {
    width: 240,
    height: 68,
    step: 270,
    pitch: 150,
    top: 50,
    letters: 18,
};
/// Letters of a name that fit beside the fields of a game.
const BESIDE_FIELDS: usize = 13;
/// How wide the fields of a player are.
const FIELDS: u32 = 132;

/// What the desk types into a game of the drawing.
pub struct Entry {
    /// The table it is played at.
    pub table: TableNo,
    /// The state of the row, as the style sheet and the script know it.
    pub class: &'static str,
    /// The fields of the two players, in the order of their seats; empty where nothing is typed.
    pub fields: Option<[Markup; 2]>,
    /// Buttons and questions below the game.
    pub below: Markup,
}

/// Returns the drawing with fields in the games that are played. Unlike a picture, its fields can be reached by keyboard.
pub(super) fn with_entries(tree: &Tree, entry: impl Fn(&Game) -> Option<Entry>) -> Markup {
    let double = tree.kind == EliminationKind::Double;
    let measure = if double { DOUBLE_ENTRY } else { SINGLE_ENTRY };
    let layout = Layout::of(tree, measure);
    let games: Vec<(Game, Option<Entry>)> = tree
        .games()
        .map(|game| {
            let entry = entry(&game);
            (game, entry)
        })
        .collect();
    let Layout { wide, high, .. } = layout;
    // Room for the buttons below the last game.
    let high = high.saturating_add(90);
    html! {
        svg.bracket.entering viewBox={ "-1 0 " (wide) " " (high) } width=(wide) height=(high) role="group" aria-label="Bracket" {
            @for (game, _) in &games { (lines(&layout, game)) }
            (headings(tree, &layout))
            // Games with fields are drawn last, so that nothing covers them.
            @for wanted in [false, true] {
                @for (game, entry) in games.iter().filter(|(_, entry)| entry.is_some() == wanted) {
                    @if let Some(spot) = layout.at.get(&game.id) { (drawn(tree, measure, *spot, game, entry.as_ref())) }
                }
            }
        }
    }
}

/// Returns the drawing.
pub(super) fn drawing(tree: &Tree) -> Markup {
    let double = tree.kind == EliminationKind::Double;
    let layout = Layout::of(tree, if double { DOUBLE } else { SINGLE });
    let games: Vec<Game> = tree.games().collect();
    let Layout { wide, high, .. } = layout;
    html! {
        svg.bracket viewBox={ "-1 0 " (wide) " " (high) } width=(wide) height=(high) role="img" aria-label=(spoken(tree, &games)) {
            @for game in &games { (lines(&layout, game)) }
            (headings(tree, &layout))
            @for game in &games { @if let Some(spot) = layout.at.get(&game.id) { (drawn(tree, layout.measure, *spot, game, None)) } }
        }
    }
}

/// What the drawing shows, in a sentence.
fn spoken(tree: &Tree, games: &[Game]) -> String {
    let on = games.iter().filter(|game| game.is_on()).count();
    let kind = match tree.kind {
        EliminationKind::Double => "Double elimination",
        _ => "Single elimination",
    };
    let players = tree.knockout.seeds.len();
    let now = match (knockout::champion(tree.state), on) {
        (Some(champion), _) => format!("won by {}", tree.state.name(champion)),
        (None, 0) => "between two rounds".to_owned(),
        (None, 1) => "1 game being played".to_owned(),
        (None, n) => format!("{n} games being played"),
    };
    format!("{kind} of {players} players, {now}. The list below has the same games.")
}

impl Layout {
    fn of(tree: &Tree, measure: Measure) -> Layout {
        let shape = &tree.knockout.shape;
        let double = tree.kind == EliminationKind::Double;
        let mut layout = Layout {
            measure,
            at: BTreeMap::new(),
            split: None,
            wide: 0,
            high: 0,
        };
        if !double {
            let bottom = layout.side(tree, Side::Main, measure.top);
            layout.high = bottom + 14;
        } else {
            let bottom = layout.side(tree, Side::Upper, measure.top);
            let split = bottom + 18;
            layout.split = Some(split);
            layout.high = layout.side(tree, Side::Lower, split + 50) + 14;
            layout.finals(
                shape
                    .ids()
                    .filter_map(|id| Some((id, *shape.node(id)?)))
                    .collect(),
            );
        }
        let right = layout.at.values().map(|spot| spot.x).max().unwrap_or(0);
        layout.wide = right + measure.width + 3;
        layout
    }

    /// Places one side: the fullest column in even steps, every other game between those that feed it.
    fn side(&mut self, tree: &Tree, side: Side, top: u32) -> u32 {
        let Measure {
            height,
            step,
            pitch,
            ..
        } = self.measure;
        let columns = tree.knockout.shape.columns(side);
        let mut bottom = top;
        for column in &columns {
            for (index, id) in (0_u32..).zip(column) {
                let Some(node) = tree.knockout.shape.node(*id) else {
                    continue;
                };
                let fed: Vec<u32> = feeders(node)
                    .filter_map(|from| self.at.get(&from))
                    .map(|s| s.y)
                    .collect();
                let y = match fed.as_slice() {
                    [] => top + index * pitch + height / 2,
                    some => some.iter().sum::<u32>() / u32::try_from(some.len()).unwrap_or(1),
                };
                self.at.insert(
                    *id,
                    Spot {
                        x: node.round.saturating_sub(1) * step,
                        y,
                    },
                );
                bottom = bottom.max(y + height / 2);
            }
        }
        bottom
    }

    /// The finals of double elimination are level with the winner of the upper half.
    fn finals(&mut self, nodes: Vec<(NodeId, Node)>) {
        let Measure { step, .. } = self.measure;
        for (id, node) in nodes {
            if matches!(node.side, Side::GrandFinal | Side::Reset) {
                let y = feeders(&node)
                    .chain(losers(&node))
                    .find_map(|from| self.at.get(&from))
                    .map_or(0, |spot| spot.y);
                self.at.insert(
                    id,
                    Spot {
                        x: node.round.saturating_sub(1) * step,
                        y,
                    },
                );
            }
        }
    }
}

fn feeders(node: &Node) -> impl Iterator<Item = NodeId> {
    node.sources.into_iter().filter_map(|source| match source {
        Source::WinnerOf(id) => Some(id),
        Source::Seed(_) | Source::LoserOf(_) => None,
    })
}

fn losers(node: &Node) -> impl Iterator<Item = NodeId> {
    node.sources.into_iter().filter_map(|source| match source {
        Source::LoserOf(id) => Some(id),
        Source::Seed(_) | Source::WinnerOf(_) => None,
    })
}

/// The lines from the games that feed one.
fn lines(layout: &Layout, game: &Game) -> Markup {
    let Measure { width, step, .. } = layout.measure;
    let gap = (step - width) / 2;
    let Some(to) = layout.at.get(&game.id) else {
        return html! {};
    };
    html! {
        @for from in feeders(&game.node).filter_map(|id| layout.at.get(&id)) {
            path.ln d={ "M" (from.x + width) " " (from.y) "H" (to.x.saturating_sub(gap)) "V" (to.y) "H" (to.x) } {}
        }
    }
}

fn headings(tree: &Tree, layout: &Layout) -> Markup {
    let shape = &tree.knockout.shape;
    let step = layout.measure.step;
    let Some(split) = layout.split else {
        let columns = shape.columns(Side::Main);
        return html! {
            @for (index, column) in (0_u32..).zip(&columns) {
                text.col x=(index * step) y="14" { (tree.column_name(column.len())) }
                @if let Some(places) = column.iter().find_map(|id| shape.loser_places(*id)) {
                    text.colsub x=(index * step) y="32" {
                        @if places.first == places.last { "loser placed " } @else { "losers placed " } (places)
                    }
                }
            }
        };
    };
    let last = layout
        .at
        .iter()
        .filter(|(id, _)| shape.node(**id).is_some_and(|n| n.side == Side::GrandFinal));
    let last = last.map(|(_, spot)| spot.x).next().unwrap_or(0);
    html! {
        path.sep d={ "M0 " (split) "H" (last.saturating_sub(16)) } {}
        text.col x="0" y="14" { "Upper bracket" }
        text.col x="0" y=(split + 26) { "Lower bracket" }
        text.col x=(last) y="14" { "Final" }
    }
}

fn drawn(tree: &Tree, measure: Measure, spot: Spot, game: &Game, entry: Option<&Entry>) -> Markup {
    let Measure { width, height, .. } = measure;
    let half = height / 2;
    let y = spot.y.saturating_sub(half);
    let on = game.is_on();
    let note = match game.word() {
        word if word.is_empty() => fed_by_losers(tree, game),
        word => word,
    };
    let label = match game.found.filter(|_| on) {
        Some(m) if game.node.winner_to.is_none() => format!("Table {}", m.table),
        Some(m) => format!("{}, table {}", tree.label_of(game.id), m.table),
        None => tree.label_of(game.id).to_owned(),
    };
    let decided = game.places.iter().any(|place| place.won);
    let fields = entry.and_then(|entry| entry.fields.as_ref());
    let class = entry.map_or("", |entry| entry.class);
    let measure = Measure {
        letters: if fields.is_some() {
            BESIDE_FIELDS
        } else {
            measure.letters
        },
        ..measure
    };
    html! {
        g class={ "m " (class) @if on { " now" } } transform={ "translate(" (spot.x) " " (y) ")" }
            id=[entry.map(|entry| format!("m{}", entry.table))] data-row=[entry.map(|entry| entry.table)] data-live[entry.is_some()] {
            text.lab x="0" y="-6" { (label) }
            @if !note.is_empty() { text.lab.note x=(width) y="-6" { (note) } }
            rect width=(width) height=(height) {}
            path.hr d={ "M0 " (half) "H" (width) } {}
            @for (row, place) in (0_u32..).zip(&game.places) {
                (line(tree, measure, row * half, place, decided))
            }
            @if let Some(fields) = fields {
                @for (place, markup) in in_seats(game, fields) {
                    foreignObject x=(width - FIELDS - 4) y=(place * half + 2) width=(FIELDS) height=(half - 4) { div.fields { (markup) } }
                }
            }
            @if let Some(entry) = entry { foreignObject.below x="0" y=(height + 4) width=(width) height="76" { div.cluster { (entry.below) } } }
        }
    }
}

/// The fields of the two seats beside the lines of their players, which may be in the other order.
fn in_seats<'a>(game: &Game, fields: &'a [Markup; 2]) -> [(u32, &'a Markup); 2] {
    let first = game.places.first().and_then(|place| place.player);
    let turned = game.found.is_some_and(|m| first == Some(m.b));
    let [a, b] = fields;
    if turned {
        [(1, a), (0, b)]
    } else {
        [(0, a), (1, b)]
    }
}

/// Which losers drop into a game of the lower bracket.
fn fed_by_losers(tree: &Tree, game: &Game) -> String {
    if game.node.side != Side::Lower {
        return String::new();
    }
    let labels: Vec<&str> = losers(&game.node).map(|id| tree.label_of(id)).collect();
    match labels.as_slice() {
        [] => String::new(),
        [one] => format!("loser of {one}"),
        some => format!("losers of {}", some.join(", ")),
    }
}

fn line(tree: &Tree, measure: Measure, top: u32, place: &BracketPlace, decided: bool) -> Markup {
    let Measure {
        width,
        height,
        letters,
        ..
    } = measure;
    let half = height / 2;
    let base = top + half / 2 + 5;
    let class = match (place.player, place.won, decided) {
        (None, _, _) => "none",
        (_, true, _) => "win",
        (_, false, true) => "lose",
        (_, false, false) => "",
    };
    let mine = place.player.is_some() && place.player == tree.me;
    html! {
        @if place.won { rect.bar x="0" y=(top) width="4" height=(half) {} }
        @if let Some(seed) = place.seed { text.seed x="22" y=(base) { (seed) } }
        @match place.player {
            Some(player) => {
                @let full = tree.state.name(player);
                @let short = names::fitted(tree.state, player, letters);
                text.(class).mine[mine] x="29" y=(base) { @if short != full { title { (full) } } (short) }
            }
            None => text.none x="12" y=(base) textLength=[squeezed(&place.instead, width)] lengthAdjust="spacingAndGlyphs" { (place.instead) },
        }
        @match place.side {
            Some(side) => (badge(side, width, top + (half - 16) / 2)),
            None => @if !place.score.is_empty() { text.sc.(class) x=(width - 9) y=(base) { (place.score) } },
        }
    }
}

/// The length to which a text is squeezed if it does not fit into its box.
fn squeezed(text: &str, width: u32) -> Option<u32> {
    let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let room = width.saturating_sub(20);
    (letters.saturating_mul(71) / 10 > room).then_some(room)
}

fn badge(side: cardgame::Side, width: u32, y: u32) -> Markup {
    let (class, letter) = match side {
        cardgame::Side::Light => ("light", "L"),
        cardgame::Side::Dark => ("dark", "D"),
    };
    html! {
        g.side.(class) {
            rect x=(width - 26) y=(y) width="18" height="16" rx="2" {}
            text x=(width - 17) y=(y + 13) { (letter) }
        }
    }
}
