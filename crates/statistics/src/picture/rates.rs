//! Bars for shares, and rates with their intervals against the middle.

use super::{Anchor, Svg, fitted, scaled};
use crate::rate::{Interval, Rate};
use crate::{EdgeRate, Faction};

const ROW: u32 = 42;
/// Room for the numbers at the right.
const NUMBERS: u32 = 150;

/// Returns how many play which faction, of all whose faction is known.
#[must_use]
pub fn shares(factions: &[Faction], wide: u32) -> String {
    let mut svg = Svg::new(wide, high(factions.len()), "Share of each faction");
    for (row, faction) in (0..).zip(factions) {
        let share = faction.share;
        let numbers = format!("{} · {}", share.won, share.shown());
        labels(&mut svg, wide, row, &faction.name, &numbers);
        svg.faint(0, row * ROW + 22, wide, 10);
        // The same scale as that of the win rates beside them: the whole width is the whole.
        svg.filled(0, row * ROW + 22, scaled(share.won, share.of, wide), 10);
    }
    svg.end()
}

/// Returns how often each faction wins against others, with 95 % intervals.
#[must_use]
pub fn wins(factions: &[Faction], wide: u32) -> String {
    let rows = factions.iter().filter(|faction| faction.wins.of > 0);
    let rows: Vec<(&str, Rate)> = rows
        .map(|faction| (faction.name.as_str(), faction.wins))
        .collect();
    rates("Win rates with 95 % intervals", &rows, wide)
}

/// Returns how often the player with an edge wins, with 95 % intervals.
#[must_use]
pub fn edges(edges: &[EdgeRate], wide: u32) -> String {
    let rows: Vec<(&str, Rate)> = edges
        .iter()
        .map(|edge| (edge.edge.word(), edge.rate))
        .collect();
    rates("Win rates with 95 % intervals", &rows, wide)
}

fn rates(title: &str, rows: &[(&str, Rate)], wide: u32) -> String {
    let mut svg = Svg::new(wide, high(rows.len()), title);
    for (row, (name, rate)) in (0..).zip(rows) {
        let numbers = format!("{rate} · {}", rate.shown());
        labels(&mut svg, wide, row, name, &numbers);
        let y = row * ROW + 22;
        svg.faint(0, y, wide, 10);
        // Only across its own bar, or it would run through the names between.
        svg.dashed(wide / 2, y - 2, wide / 2, y + 12);
        if let (Some(Interval { low, high }), Some(middle)) = (rate.interval(), rate.thousandths())
        {
            let (from, to) = (scaled(low, 1000, wide), scaled(high, 1000, wide));
            svg.filled(from, y + 4, to.saturating_sub(from).max(1), 2);
            let x = scaled(middle, 1000, wide);
            svg.add(format_args!(r#"<circle cx="{x}" cy="{}" r="5"/>"#, y + 5));
        }
    }
    svg.end()
}

fn labels(svg: &mut Svg, wide: u32, row: u32, name: &str, numbers: &str) {
    let y = row * ROW + 16;
    svg.words(0, y, Anchor::Start, &fitted(name, wide - NUMBERS));
    svg.words(wide, y, Anchor::End, numbers);
}

fn high(rows: usize) -> u32 {
    u32::try_from(rows).map_or(ROW, |rows| rows.saturating_mul(ROW).max(ROW))
}
