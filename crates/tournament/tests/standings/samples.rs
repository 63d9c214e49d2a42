//! The invented samples of foreign files, recomputed: what other programs printed must come out.

use crate::history::{Bye, History, cards, xwing};
use muster_regulations::Regulation::{Cardgame, Xwing};

#[test]
fn listfortress_sample() {
    // Players Ann 1, Ben 2, Cyd 3; both round 2 scores are 100, and Ann won the Final Salvo.
    let rounds: [&[_]; 2] = [
        &[xwing(1, 2, 200, 24), Bye(3)],
        &[xwing(1, 3, 100, 100), Bye(2)],
    ];
    let history = History::new(Xwing, 3, &rounds);
    history.check(&["1. #1 2p 576 1/2", "2. #3 1p 500 1", "3. #2 1p 324 1"]);
    history.check_shown(&["576, 0.50", "500, 1.00", "324, 1.00"]);
}

#[test]
fn cryodex_sample() {
    let rounds: [&[_]; 1] = [&[xwing(1, 2, 200, 24), Bye(3)]];
    let history = History::new(Xwing, 3, &rounds);
    history.check(&["1. #1 1p 376 0", "2. #3 1p 300 0", "3. #2 0p 24 1"]);
    history.check_shown(&["376, 0.00", "300, 0.00", "24, 1.00"]);
}

#[test]
fn nrtm_sample() {
    let rounds: [&[_]; 1] = [&[cards(1, 2, 6, 0), Bye(3)]];
    let history = History::new(Cardgame, 3, &rounds);
    history.check(&["1. #1 6p 0 6", "2. #3 6p 0 0", "3. #2 0p 6 0"]);
    history.check_shown(&["0.00, 6.00", "0.00, 0.00", "6.00, 0.00"]);
}
