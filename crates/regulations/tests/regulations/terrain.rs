//! Legion's guideline for terrain (LE-TERRAIN).

use muster_regulations::Regulation;
use muster_regulations::table::{Size, Terrain};

fn terrain(counts: [u32; 5], coverage: u32) -> Terrain {
    let [medium, large, area, difficult, scatter] = counts.map(Some);
    Terrain {
        medium,
        large,
        area,
        difficult,
        scatter,
        coverage: Some(coverage),
    }
}

#[track_caller]
fn check(size: Size, counts: [u32; 5], coverage: u32, expected: &[&str]) {
    let advice = Regulation::Legion.terrain_advice(Some(size), &terrain(counts, coverage));
    assert_eq!(advice.len(), expected.len(), "{advice:?}");
    for (said, expected) in advice.iter().zip(expected) {
        assert!(said.contains(expected), "{said}");
        assert!(said.contains("LE-TERRAIN"), "{said}");
    }
}

#[test]
fn le_terrain_is_advice_by_size_kind_and_coverage() {
    check(Size::Long, [3, 1, 2, 0, 8], 25, &[]);
    check(Size::Long, [5, 3, 4, 2, 12], 35, &[]);
    check(Size::Square, [2, 0, 1, 0, 6], 30, &[]);
    check(Size::Square, [4, 2, 3, 1, 10], 30, &[]);
    check(
        Size::Long,
        [2, 0, 1, 3, 7],
        24,
        &[
            "24 %; 25 to 35 % is usual: add",
            "Medium blocking pieces: 2 on a 3x6 table; 3 to 5 is usual: add 1",
            "Large blocking pieces: 0 on a 3x6 table; 1 to 3 is usual: add 1",
            "Area pieces: 1 on a 3x6 table; 2 to 4 is usual: add 1",
            "Difficult area pieces: 3 on a 3x6 table; 0 to 2 is usual: take 1 away",
            "Scatter pieces: 7 on a 3x6 table; 8 to 12 is usual: add 1",
        ],
    );
    check(
        Size::Square,
        [5, 3, 4, 2, 11],
        36,
        &["36 %", "take 1", "take 1", "take 1", "take 1", "take 1"],
    );
}

#[test]
fn le_terrain_says_nothing_of_what_nobody_counted_and_of_other_games() {
    let nothing = Terrain::default();
    for size in [None, Some(Size::Long), Some(Size::Square)] {
        assert!(Regulation::Legion.terrain_advice(size, &nothing).is_empty());
    }
    let bare = terrain([0; 5], 0);
    assert_eq!(Regulation::Legion.terrain_advice(None, &bare).len(), 1);
    assert!(
        Regulation::Xwing
            .terrain_advice(Some(Size::Square), &bare)
            .is_empty()
    );
}
