//! A single elimination bracket as a tree of lines, the final on the right. Names are shortened to what the width
//! leaves for them; nothing else depends on the width.

use super::View;
use crate::output::Output;
use muster_pairing::bracket::{NodeId, Slot, Source};

/// With fewer letters, names cannot be told apart.
const SHORTEST: usize = 8;
/// Longer names are rare enough to be shortened.
const LONGEST: usize = 24;
/// `─┐ ` between two rounds.
const JOINT: usize = 3;

/// A drawing of letters, grown as needed.
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, text: &str) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let Some(line) = self.rows.get_mut(row) else {
            return;
        };
        let end = column + text.chars().count();
        if line.len() < end {
            line.resize(end, ' ');
        }
        for (cell, letter) in line.iter_mut().skip(column).zip(text.chars()) {
            *cell = letter;
        }
    }
}

/// Shows the tree.
pub(super) fn show(view: &View, out: &mut Output) {
    let shape = view.play.shape();
    let Some(last) = shape.ids().next_back() else {
        return;
    };
    let rounds = shape.rounds() as usize + 1;
    let fits = out.width().map_or(LONGEST, |width| {
        (width / rounds.max(1)).saturating_sub(JOINT)
    });
    let longest = shape.seeds().map(|seed| view.name(seed).chars().count());
    let wide = longest
        .max()
        .unwrap_or(0)
        .min(fits)
        .clamp(SHORTEST, LONGEST);
    let mut tree = Tree {
        view,
        wide,
        canvas: Canvas::default(),
        next: 0,
    };
    let row = tree.node(last);
    let column = tree.column(shape.rounds());
    let champion = view.winner(last).map(|seed| view.name(seed));
    tree.label(row, column, champion.unwrap_or_default());
    for row in tree.canvas.rows {
        let line: String = row.into_iter().collect();
        out.line(line.trim_end());
    }
}

struct Tree<'a> {
    view: &'a View<'a>,
    wide: usize,
    canvas: Canvas,
    next: usize,
}

impl Tree<'_> {
    /// Where the text of a round's winners begins; round 0 is the seeds.
    fn column(&self, round: u32) -> usize {
        (round as usize).saturating_mul(self.wide + JOINT)
    }

    fn label(&mut self, row: usize, column: usize, text: String) {
        let wide = self.wide;
        let mut text: String = text.chars().collect();
        if text.chars().count() > wide {
            text = text.chars().take(wide.saturating_sub(1)).collect();
            text.push('…');
        }
        self.canvas.put(row, column, &text);
    }

    /// Draws a game with everything that leads to it; returns the row of its winner.
    fn node(&mut self, id: NodeId) -> usize {
        let shape = self.view.play.shape();
        let (Some(node), Some(slots)) = (shape.node(id), self.view.play.slots(id)) else {
            return self.next;
        };
        let column = self.column(node.round.saturating_sub(1));
        let rows = [0, 1].map(|place: usize| {
            let (source, slot) = (node.sources[place], slots[place]);
            let row = match source {
                Source::WinnerOf(before) => self.node(before),
                Source::Seed(_) | Source::LoserOf(_) => {
                    let row = self.next;
                    self.next += 2;
                    row
                }
            };
            let text = match slot {
                // The two names of an open game are already drawn.
                Slot::Open => String::new(),
                slot => self.view.slot(slot, source),
            };
            self.label(row, column, text);
            row
        });
        let [above, below] = rows;
        let joint = column + self.wide + 1;
        self.canvas.put(above, joint, "┐");
        self.canvas.put(below, joint, "┘");
        let middle = (above + below) / 2;
        for row in above + 1..below {
            self.canvas
                .put(row, joint, if row == middle { "├" } else { "│" });
        }
        middle
    }
}
