//! Factions against each other: a field for each pair, the darker the more often the faction of the row won.

use super::{Anchor, LETTER, Svg, fitted};
use crate::{Faction, Matchup};

/// Most factions for whose numbers there is room.
const MOST: usize = 8;
const HEAD: u32 = 20;
const NAME: u32 = 20;
const FIELD: u32 = 26;

/// Returns how often each of the most played factions won against each other of them, as games won of games decided.
#[must_use]
pub fn matrix(factions: &[Faction], matchups: &[Matchup], picture: u32) -> String {
    let shown = factions.get(..MOST).unwrap_or(factions);
    let count = u32::try_from(shown.len()).unwrap_or(1).max(1);
    let high = HEAD + count * (NAME + FIELD);
    let mut svg = Svg::new(picture, high, "Games won, of the games decided");
    let left = |column: u32| picture * column / count;
    let middle = |column: u32| (left(column) + left(column + 1)) / 2;
    for column in 0..count {
        let number = (column + 1).to_string();
        svg.words(middle(column), LETTER, Anchor::Middle, &number);
    }
    for (row, faction) in (0..).zip(shown) {
        let top = HEAD + row * (NAME + FIELD);
        let name = format!("{} {}", row + 1, faction.name);
        svg.words(0, top + LETTER, Anchor::Start, &fitted(&name, picture));
        for (column, against) in (0..).zip(shown) {
            let (x, y) = (left(column), top + NAME);
            let wide = (left(column + 1) - x).saturating_sub(2);
            let of = |matchup: &&Matchup| {
                matchup.faction == faction.name && matchup.against == against.name
            };
            let Some(matchup) = matchups.iter().find(of) else {
                svg.words(middle(column), y + 17, Anchor::Middle, "–");
                continue;
            };
            // Never so dark that the numbers could not be read.
            let shade = matchup.wins.thousandths().unwrap_or(0) * 2 / 5;
            svg.add(format_args!(
                r#"<rect x="{x}" y="{y}" width="{wide}" height="{}" fill-opacity="0.{shade:03}"/>"#,
                FIELD - 4
            ));
            let numbers = format!("{}/{}", matchup.wins.won, matchup.wins.of);
            svg.words(
                x + wide / 2,
                y + 16,
                Anchor::Middle,
                &fitted(&numbers, wide + LETTER),
            );
        }
    }
    svg.end()
}
