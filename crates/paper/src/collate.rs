//! Several pieces on a page, laid out so that the cut stack needs no sorting.

/// Lays pieces out so that each place of the page is a pile in order; nothing where a piece is missing at the end of a
/// pile.
pub(crate) fn collated<T>(pieces: Vec<T>, per_page: usize) -> Vec<Vec<Option<T>>> {
    let pages = pieces.len().div_ceil(per_page);
    let empty = || Vec::with_capacity(per_page);
    let mut laid: Vec<Vec<Option<T>>> = std::iter::repeat_with(empty).take(pages).collect();
    let mut pieces = pieces.into_iter();
    for _ in 0..per_page {
        for page in &mut laid {
            page.push(pieces.next());
        }
    }
    laid
}
