//! The line-of-sight template, measured on the page as it comes out of the printer (LE-SILHOUETTE).

use crate::fixtures::{letter, open, order, printed};
use crate::poppler::{Picture, Run};
use muster_paper::{Document, PaperError, print};
use muster_regulations::Regulation;

const DOTS: u32 = 300;

fn millimetres(dots: usize) -> f64 {
    dots as f64 * 25.4 / f64::from(DOTS)
}

#[track_caller]
fn near(dots: usize, expected: f64) {
    let found = millimetres(dots);
    assert!(
        (found - expected).abs() <= 0.2,
        "{found:.2} mm, not {expected} mm"
    );
}

#[test]
fn le_silhouette_six_templates_of_42_by_27_mm_and_a_ruler_of_100_mm() {
    let hall = open(Regulation::Legion, &["Ann Aster", "Bo Brandt"], 0);
    for order in [order(), letter()] {
        let pdf = printed(Document::Silhouettes, hall.state(), &order);
        let picture = Picture::of(&pdf, DOTS);
        let middle = picture.width / 2;
        // A little beside the middle, where no letter and no eye mark stands: only the two bodies are that high.
        let column = middle + (12.0 / 25.4 * f64::from(DOTS)) as usize;
        let high = |run: &&Run| millimetres(run.length) > 20.0;
        let down = picture.runs_of_column(column);
        let bodies: Vec<&Run> = down.iter().filter(high).collect();
        assert_eq!(bodies.len(), 2, "{down:?}");
        for body in bodies {
            near(body.length, 42.0);
            // Across the upper half, above the tabs.
            let y = body.begin + body.length / 4;
            let across = picture.runs_of_row(y);
            let [_, body_run, _] = across.as_slice() else {
                panic!("not three bodies are at the height of their upper halves: {across:?}")
            };
            for run in &across {
                near(run.length, 27.0);
            }
            near(body_run.length, 27.0);
            let centre = body_run.begin + body_run.length / 2;
            near(centre.abs_diff(middle), 0.0);
            // The outline to cut along is part of the 42 mm and 27 mm, and black where the body is grey.
            assert!(picture.black(column, body.begin + 1));
            assert!(picture.black(body_run.begin + 1, y));
            assert!(!picture.black(column, body.begin + 20));
            // The eye mark: darker than the body, at the top in the middle.
            assert!(picture.inked(centre, body.begin + 2));
        }
        let ruler = (0..picture.height).filter_map(|y| {
            let longest = picture
                .runs_of_row(y)
                .into_iter()
                .map(|run| run.length)
                .max()?;
            (95.0..105.0)
                .contains(&millimetres(longest))
                .then_some(longest)
        });
        near(ruler.max().unwrap(), 100.0);
    }
}

#[test]
fn the_template_is_legions() {
    let hall = open(Regulation::Xwing, &["Ann Aster", "Bo Brandt"], 0);
    let refused = print(Document::Silhouettes, hall.state(), &order()).unwrap_err();
    assert!(
        matches!(refused, PaperError::OtherRegulation { .. }),
        "{refused}"
    );
    assert!(refused.to_string().contains("X-Wing"), "{refused}");
}

#[test]
fn gc_silhouette_conquest_has_templates_whose_sizes_are_not_known() {
    let hall = open(Regulation::Conquest, &["Ann Aster", "Bo Brandt"], 0);
    let refused = print(Document::Silhouettes, hall.state(), &order()).unwrap_err();
    assert!(refused.to_string().contains("gives no sizes"), "{refused}");
}
