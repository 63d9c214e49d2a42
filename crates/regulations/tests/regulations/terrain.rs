//! Legion's guideline for terrain (LE-TERRAIN).

use muster_regulations::Regulation;
use muster_regulations::table::{Size, Terrain, TerrainAdvice};

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
        let written = match said {
            TerrainAdvice::Coverage { percent, usual } => {
                format!("{percent}% of {}–{}", usual.least, usual.most)
            }
            TerrainAdvice::Pieces {
                kind, count, usual, ..
            } => format!("{kind:?} {count} of {}–{}", usual.least, usual.most),
        };
        assert_eq!(&written, expected);
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
            "24% of 25–35",
            "MediumBlockers 2 of 3–5",
            "LargeBlockers 0 of 1–3",
            "Area 1 of 2–4",
            "Difficult 3 of 0–2",
            "Scatter 7 of 8–12",
        ],
    );
    check(
        Size::Square,
        [5, 3, 4, 2, 11],
        36,
        &[
            "36% of 25–35",
            "MediumBlockers 5 of 2–4",
            "LargeBlockers 3 of 0–2",
            "Area 4 of 1–3",
            "Difficult 2 of 0–1",
            "Scatter 11 of 6–10",
        ],
    );
}

#[test]
fn le_terrain_ignores_uncounted_terrain_and_other_games() {
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
