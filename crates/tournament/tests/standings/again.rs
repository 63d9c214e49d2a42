//! A sheet in the memory of another one is like a new one.

use crate::history::{Bye, History, Line, xwing};
use muster_regulations::Regulation::{Legion, Xwing};
use muster_regulations::{Award, Margin, Outcome, Share};
use muster_tournament::PlayerId;
use muster_tournament::standings::{Last, Part, Sheet, Standings};

fn standings(sheet: &Sheet, of: &History) -> Standings {
    let tiebreakers = of.regulation.book().tiebreakers;
    sheet.standings(tiebreakers, Last::Listed, |_| Part::Ranked)
}

#[test]
fn a_copied_sheet_continues_like_the_original() {
    let share = |own, total| Margin::Share(Share::Of { own, total });
    let legion = Outcome {
        a: Award::win(1, share(7, 9)),
        b: Award::loss(0, share(2, 9)),
    };
    let other: [&[Line]; 3] = [
        &[Line::Match(1, 2, legion), Line::Match(3, 4, legion), Bye(5)],
        &[Line::Match(5, 3, legion), Line::Match(2, 1, legion)],
        &[Line::Match(4, 5, legion)],
    ];
    let other = History::new(Legion, 5, &other);
    let rounds: [&[Line]; 2] = [
        &[xwing(1, 2, 200, 24), Bye(3)],
        &[xwing(1, 3, 100, 60), Bye(2)],
    ];
    let original = History::new(Xwing, 3, &rounds);
    let mut copy = other.sheet();
    // More than once, for the second copy finds rounds to use again.
    for _ in 0..3 {
        copy.copy_from(&original.sheet());
        assert_eq!(
            standings(&copy, &original),
            standings(&original.sheet(), &original)
        );
        let mut fresh = original.sheet();
        for sheet in [&mut copy, &mut fresh] {
            assert_eq!(sheet.rounds(), 2);
            sheet.begin_round().unwrap();
            let Line::Match(_, _, outcome) = xwing(2, 3, 90, 10) else {
                panic!("a match");
            };
            sheet.play(PlayerId(2), PlayerId(3), outcome).unwrap();
        }
        assert_eq!(standings(&copy, &original), standings(&fresh, &original));
    }
    copy.copy_from(&other.sheet());
    assert_eq!(standings(&copy, &other), standings(&other.sheet(), &other));
}
