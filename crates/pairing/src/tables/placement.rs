//! Rows to columns with the fewest repeats: the assignment problem.
//!
//! Up to a few hundred rows it is solved exactly by the Hungarian method with potentials, above
//! that by swaps with the nearest row that helps, which nearly always leave no repeats at all.

use std::cmp::Reverse;

use super::EXACT_UP_TO;

/// How far from its place a row looks for one to swap with, and how many passes are made over all
/// rows. A table was used by two players in each earlier round, so after `r` rounds a row finds a
/// clean swap within about `8 r` places on either side.
const REACH: usize = 512;
const PASSES: usize = 4;

/// Gives each of `size` rows a column of its own, with the fewest repeats and near the diagonal.
pub(super) fn place(size: usize, repeats: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let in_order: Vec<usize> = (0..size).collect();
    if in_order.iter().all(|row| repeats(*row, *row) == 0) {
        return in_order;
    }
    if size <= EXACT_UP_TO {
        // One repeat outweighs the greatest total distance, which is below size².
        let one_repeat = size * size;
        let cost = |row: usize, column: usize| {
            (repeats(row, column) * one_repeat + row.abs_diff(column)) as i64
        };
        return cheapest(size, cost);
    }
    swapped(in_order, &repeats)
}

/// The cheapest assignment (Hungarian method, rows added one by one along shortest paths).
fn cheapest(size: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    let costs: Vec<i64> = (0..size * size)
        .map(|cell| cost(cell / size, cell % size))
        .collect();
    // The column `size` means "no column yet": each new row starts there.
    let mut row_of: Vec<Option<usize>> = vec![None; size + 1];
    let mut row_price = vec![0_i64; size];
    let mut column_price = vec![0_i64; size + 1];
    let mut came_from = vec![size; size];
    for start in 0..size {
        row_of[size] = Some(start);
        let mut column = size;
        let mut slack = vec![i64::MAX; size];
        let mut reached = vec![false; size + 1];
        while let Some(row) = row_of[column] {
            reached[column] = true;
            let mut nearest = size;
            let mut step = i64::MAX;
            for next in (0..size).filter(|next| !reached[*next]) {
                let reduced = costs[row * size + next] - row_price[row] - column_price[next];
                if reduced < slack[next] {
                    slack[next] = reduced;
                    came_from[next] = column;
                }
                if slack[next] < step {
                    step = slack[next];
                    nearest = next;
                }
            }
            for next in 0..=size {
                match row_of[next] {
                    Some(row) if reached[next] => {
                        row_price[row] += step;
                        column_price[next] -= step;
                    }
                    _ if next < size && !reached[next] => slack[next] -= step,
                    _ => {}
                }
            }
            column = nearest;
        }
        while column != size {
            let before = came_from[column];
            row_of[column] = row_of[before];
            column = before;
        }
    }
    let mut columns = vec![0; size];
    for (column, row) in row_of.iter().take(size).enumerate() {
        if let Some(row) = row {
            columns[*row] = column;
        }
    }
    columns
}

/// Swaps rows that repeat with the nearest row that removes the repeat or else helps most, until none does.
fn swapped(mut columns: Vec<usize>, repeats: &impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let size = columns.len();
    for _ in 0..PASSES {
        let mut changed = false;
        for row in 0..size {
            let own = repeats(row, columns[row]);
            if own == 0 {
                continue;
            }
            let nearby = || {
                let distances = 1..=REACH;
                let both = distances.flat_map(|by| [row.checked_sub(by), Some(row + by)]);
                both.flatten().filter(|other| *other < size)
            };
            let before = |other: usize| own + repeats(other, columns[other]);
            let after = |other: usize| repeats(row, columns[other]) + repeats(other, columns[row]);
            let gain = |other: usize| before(other).saturating_sub(after(other));
            let clean = nearby().find(|other| after(*other) == 0);
            let helping = || nearby().min_by_key(|other| Reverse(gain(*other)));
            let partner = clean.or_else(helping).filter(|other| gain(*other) > 0);
            if let Some(other) = partner {
                columns.swap(row, other);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    columns
}
