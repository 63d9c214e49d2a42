//! The rank of a player after each round as a small line, with the cut as a dashed one. Its label has the same numbers for
//! screen readers.

use super::Sheet;
use maud::{Markup, html};
use muster_tournament::PlayerId;
use muster_tournament::display::cut_line::CutLine;

const WIDTH: u32 = 132;
const HEIGHT: u32 = 30;
const EDGE: u32 = 4;

/// Returns the drawing.
pub(super) fn line(sheet: &Sheet, id: PlayerId) -> Markup {
    let rounds = sheet.history.len();
    let places = sheet.rows.len().max(2);
    let ranks: Vec<(usize, u32)> = sheet
        .history
        .iter()
        .enumerate()
        .filter_map(|(index, ranks)| Some((index, ranks.get(id.index()).copied().flatten()?)))
        .collect();
    let points: Vec<String> = ranks
        .iter()
        .map(|(index, rank)| {
            format!(
                "{},{}",
                across(*index, rounds),
                down(*rank as usize, places)
            )
        })
        .collect();
    let label: Vec<String> = ranks
        .iter()
        .map(|(index, rank)| format!("round {}: {rank}", index + 1))
        .collect();
    html! {
        @if let Some((last, rank)) = ranks.last() {
            svg.spark viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ "Rank after " (label.join(", ")) } {
                @if let Some(size) = CutLine::of(sheet.state, &sheet.rows).map(|cut| cut.after + 1) {
                    @let y = between(size, places);
                    path.cutl d={ "M0 " (y) "H" (WIDTH) } {}
                }
                polyline points=(points.join(" ")) {}
                circle cx=(across(*last, rounds)) cy=(down(*rank as usize, places)) r="3" {}
            }
        }
    }
}

fn across(index: usize, rounds: usize) -> usize {
    let room = (WIDTH - 2 * EDGE) as usize;
    EDGE as usize
        + if rounds > 1 {
            index * room / (rounds - 1)
        } else {
            room
        }
}

/// Tenths are enough for a drawing and need no decimals in anything decided.
fn tenths(value: usize) -> String {
    format!("{}.{}", value / 10, value % 10)
}

fn down(rank: usize, places: usize) -> String {
    let room = (HEIGHT - 6) as usize * 10;
    tenths(30 + rank.saturating_sub(1) * room / places.saturating_sub(1).max(1))
}

/// The height between a rank and the next.
fn between(rank: usize, places: usize) -> String {
    let room = (HEIGHT - 6) as usize * 10;
    tenths(30 + (rank.saturating_sub(1) * 2 + 1) * room / (2 * places.saturating_sub(1).max(1)))
}
