//! Bars for shares, and rates with their intervals against the middle.

use super::{Anchor, Svg, WIDE, fitted, scaled};
use crate::rate::{Interval, Rate};
use crate::{EdgeRate, Faction};

const ROW: u32 = 42;
/// Room for the numbers at the right.
const NUMBERS: u32 = 150;

/// Returns how many play which faction, of all whose faction is known.
#[must_use]
pub fn shares(factions: &[Faction]) -> String {
    let mut svg = Svg::new(high(factions.len()), "Share of each faction");
    for (row, faction) in (0..).zip(factions) {
        let share = faction.share;
        let numbers = format!("{} · {}", share.won, share.shown());
        labels(&mut svg, row, &faction.name, &numbers);
        svg.faint(0, row * ROW + 22, WIDE, 10);
        // The same scale as that of the win rates beside them: the whole width is the whole.
        svg.filled(0, row * ROW + 22, scaled(share.won, share.of, WIDE), 10);
    }
    svg.end()
}

/// Returns how often each faction wins against others, with 95 % intervals.
#[must_use]
pub fn wins(factions: &[Faction]) -> String {
    let rows = factions.iter().filter(|faction| faction.wins.of > 0);
    let rows: Vec<(&str, Rate)> = rows
        .map(|faction| (faction.name.as_str(), faction.wins))
        .collect();
    rates("Win rates with 95 % intervals", &rows)
}

/// Returns how often the player with an edge wins, with 95 % intervals.
#[must_use]
pub fn edges(edges: &[EdgeRate]) -> String {
    let rows: Vec<(&str, Rate)> = edges
        .iter()
        .map(|edge| (edge.edge.word(), edge.rate))
        .collect();
    rates("Win rates with 95 % intervals", &rows)
}

fn rates(says: &str, rows: &[(&str, Rate)]) -> String {
    let mut svg = Svg::new(high(rows.len()), says);
    for (row, (name, rate)) in (0..).zip(rows) {
        let numbers = format!("{rate} · {}", rate.shown());
        labels(&mut svg, row, name, &numbers);
        let y = row * ROW + 22;
        svg.faint(0, y, WIDE, 10);
        // Only across its own bar, or it would run through the names between.
        svg.dashed(WIDE / 2, y - 2, WIDE / 2, y + 12);
        if let (Some(Interval { low, high }), Some(middle)) = (rate.interval(), rate.thousandths())
        {
            let (from, to) = (scaled(low, 1000, WIDE), scaled(high, 1000, WIDE));
            svg.filled(from, y + 4, to.saturating_sub(from).max(1), 2);
            let x = scaled(middle, 1000, WIDE);
            svg.add(format_args!(r#"<circle cx="{x}" cy="{}" r="5"/>"#, y + 5));
        }
    }
    svg.end()
}

fn labels(svg: &mut Svg, row: u32, name: &str, numbers: &str) {
    let y = row * ROW + 16;
    svg.words(0, y, Anchor::Start, &fitted(name, WIDE - NUMBERS));
    svg.words(WIDE, y, Anchor::End, numbers);
}

fn high(rows: usize) -> u32 {
    u32::try_from(rows).map_or(ROW, |rows| rows.saturating_mul(ROW).max(ROW))
}
