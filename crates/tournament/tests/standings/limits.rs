//! The limits of the numbers: closeness, widths, sizes, rounding, and what a sheet refuses.

use crate::history::{History, Line, xwing};
use crate::reference::{Numbers, check};
use muster_regulations::{Award, Margin, Outcome, Regulation, Share, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::standings::{Exact, Last, Part, Row, Scratch, Sheet, SheetError};

/// An opponent who wins so many of so many rounds.
struct Opponent {
    wins: u32,
    rounds: u32,
}

#[test]
fn tb_2_a_difference_behind_the_seventh_decimal_decides() {
    muster_regulations::proves!("TB-2");
    // Both lose to three players each: 24697/60030 = 0.41141096… against 23327/56700 = 0.41141093….
    let schedule = [(26, 29), (1, 30), (7, 23), (1, 28), (14, 27), (17, 25)];
    let mut opponents = schedule.map(|(wins, rounds)| Opponent { wins, rounds });
    let mut history = History::new(Regulation::Cardgame, 14, &[]);
    for round in 0..30 {
        let mut lines = Vec::new();
        for (opponent, number) in opponents.iter_mut().zip(3..) {
            // Players 1 and 2 meet theirs in the first three rounds, each against a filler of their own otherwise.
            let meets = if number < 6 { [1, 3] } else { [2, 6] };
            let other = if meets[1] + round == number {
                meets[0]
            } else {
                number + 6
            };
            if opponent.rounds == 0 {
                continue;
            }
            opponent.rounds -= 1;
            let wins = other <= 2 || opponent.wins > 1 || (opponent.wins == 1 && round > 2);
            opponent.wins -= u32::from(wins);
            let outcome = Outcome {
                a: Award::win(u32::from(wins), Margin::None),
                b: Award::loss(0, Margin::None),
            };
            lines.push(Line::Match(number, other, outcome));
        }
        history.rounds.push(lines);
    }
    let schedule = [Tiebreaker::StrengthOfSchedule, Tiebreaker::Random];
    for drawn in [[1, 2], [2, 1]] {
        let drawn: Vec<u64> = drawn.into_iter().chain(3..=14).collect();
        let standings = history
            .sheet()
            .standings(&schedule, Last::Drawn(&drawn), |_| Part::Ranked);
        let rows = standings.rows.iter();
        let two: Vec<&Row> = rows.filter(|row| row.player.0 <= 2).collect();
        let exact = two.iter().map(|row| row.values[0].exact.to_string());
        assert_eq!(exact.collect::<Vec<_>>(), ["24697/60030", "23327/56700"]);
        assert_eq!(two[0].player, PlayerId(1));
        assert_eq!(
            two[0].values[0].exact.decimal(6),
            two[1].values[0].exact.decimal(6)
        );
    }
}

#[test]
fn values_of_every_width_are_exact() {
    // Integers of 32, 64 and 128 bits, then fractions: the more rounds, the wider.
    for (rounds, players) in [(3, 8), (9, 12), (16, 20), (30, 40), (70, 90)] {
        for regulation in [Regulation::Cardgame, Regulation::Legion] {
            let mut numbers = Numbers(u64::from(rounds));
            let history = numbers.history(regulation, players, rounds, 12);
            let drawn: Vec<u64> = (0..u64::from(players)).collect();
            check(&history, regulation.book().tiebreakers, &drawn);
        }
    }
}

#[test]
fn shares_of_any_total_are_exact() {
    // LE-MOV: more different totals than 128 bits have room for.
    let mut numbers = Numbers(5);
    for finest in [40, 1_998, 65_535] {
        let history = numbers.history(Regulation::Legion, 24, 12, finest);
        let drawn: Vec<u64> = (0..24).collect();
        check(&history, Regulation::Legion.book().tiebreakers, &drawn);
    }
}

/// Checks that each row stands above the next by points, exact values and the drawn number, in this order.
#[track_caller]
fn check_order(rows: &[Row], drawn: &[u64]) {
    for pair in rows.windows(2) {
        let key = |row: &Row| {
            let values: Vec<Exact> = row.values.iter().map(|value| value.exact.clone()).collect();
            (row.points, values)
        };
        let last = |row: &Row| (drawn[row.player.index()], row.player);
        let [above, below] = [&pair[0], &pair[1]];
        let in_order =
            key(above) > key(below) || (key(above) == key(below) && last(above) < last(below));
        assert!(in_order, "{above:?} stands above {below:?}");
    }
}

#[test]
fn large_fields_are_ordered_like_small_ones() {
    let everything = [
        Tiebreaker::MarginOfVictory,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::ExtendedStrengthOfSchedule,
    ];
    for (tiebreakers, rounds) in [
        (&everything[..0], 2),
        (&everything[..1], 1),
        (&everything[1..], 3),
        (&everything[..], 4),
        // Wider than one key.
        (&everything[..], 12),
        (&everything[..], 30),
    ] {
        let mut numbers = Numbers(u64::from(rounds));
        let history = numbers.history(Regulation::Xwing, 5_001, rounds, 1);
        let drawn: Vec<u64> = (0..5_001)
            .map(|_| u64::from(numbers.below(u32::MAX)) << numbers.below(33))
            .collect();
        let sheet = history.sheet();
        let standings = sheet.standings(tiebreakers, Last::Drawn(&drawn), |_| Part::Ranked);
        assert_eq!(standings.rows.len(), 5_001);
        check_order(&standings.rows, &drawn);
        let listed = sheet.standings(tiebreakers, Last::Listed, |_| Part::Ranked);
        check_order(&listed.rows, &[0; 5_001]);
    }
}

#[test]
fn the_same_results_give_the_same_order_whatever_was_ranked_before() {
    let mut numbers = Numbers(11);
    let large = numbers.history(Regulation::Cardgame, 6_000, 5, 1).sheet();
    let small = numbers.history(Regulation::Legion, 30, 9, 9).sheet();
    let mut scratch = Scratch::default();
    let mut order = |sheet: &Sheet, regulation: Regulation| -> Vec<PlayerId> {
        let tiebreakers = regulation.book().tiebreakers;
        let ranking = sheet.rank(tiebreakers, Last::Listed, &mut scratch);
        let order = ranking.players().collect();
        ranking.recycle(&mut scratch);
        order
    };
    let first = [
        order(&large, Regulation::Cardgame),
        order(&small, Regulation::Legion),
    ];
    for _ in 0..3 {
        assert_eq!(order(&large, Regulation::Cardgame), first[0]);
        assert_eq!(order(&small, Regulation::Legion), first[1]);
    }
}

#[test]
fn shown_values_are_rounded_half_up() {
    let cases = [
        (0, 1, "0.00", "0.0 %"),
        (1, 1, "1.00", "100.0 %"),
        (2, 3, "0.67", "66.7 %"),
        (5, 8, "0.63", "62.5 %"),
        (17, 24, "0.71", "70.8 %"),
        (1, 8, "0.13", "12.5 %"),
        (1, 200, "0.01", "0.5 %"),
        (1, 201, "0.00", "0.5 %"),
        (1, 2_000, "0.00", "0.1 %"),
        (199, 200, "1.00", "99.5 %"),
        (1_999, 2_000, "1.00", "100.0 %"),
        (11, 2, "5.50", "550.0 %"),
    ];
    for (numerator, denominator, decimal, percent) in cases {
        let exact = Exact::ratio(numerator, denominator);
        assert_eq!(exact.decimal(2), decimal, "{exact}");
        assert_eq!(exact.percent(), percent, "{exact}");
    }
    assert_eq!(Exact::ratio(6, 8).to_string(), "3/4");
    assert_eq!(Exact::ratio(6, 3).to_string(), "2");
    assert_eq!(Exact::ratio(6, 0), Exact::from(0));
    assert_eq!(Exact::from(576).decimal(0), "576");
}

#[test]
fn a_sheet_refuses_what_cannot_be() {
    let outcome = |award: Award| Outcome {
        a: award,
        b: Award::loss(0, Margin::None),
    };
    let fine = Award::win(1, Margin::None);
    let share = |own, total| Award::win(1, Margin::Share(Share::Of { own, total }));
    let [one, two, nobody] = [1, 2, 9].map(PlayerId);
    let mut sheet = Sheet::new(2);
    assert_eq!(
        sheet.play(one, two, outcome(fine)),
        Err(SheetError::NoRound)
    );
    sheet.begin_round().unwrap();
    let cases = [
        (one, nobody, fine, "there is no player #9 among 2"),
        (PlayerId(0), two, fine, "there is no player #0 among 2"),
        (one, one, fine, "player #1 cannot play against themselves"),
        (one, two, share(3, 2), "3 of 2 is not a share (LE-MOV)"),
        (one, two, share(0, 0), "0 of 0 is not a share (LE-MOV)"),
        (
            one,
            two,
            Award::win(256, Margin::None),
            "tournament points of 256 are more than one round can give (255 at most)",
        ),
        (
            one,
            two,
            Award::win(1, Margin::Points(65_536)),
            "margins of victory of 65536 are more than one round can give (65535 at most)",
        ),
    ];
    for (a, b, award, message) in cases {
        assert_eq!(
            sheet.play(a, b, outcome(award)).unwrap_err().to_string(),
            message
        );
    }
    sheet.play(one, two, outcome(fine)).unwrap();
    let twice = sheet.bye(two, fine).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "player #2 has a result in round 1 already"
    );
    // What was refused has left no trace.
    assert_eq!((sheet.points(), sheet.played(one)), (vec![1, 0], 1));
    for _ in 1..255 {
        sheet.begin_round().unwrap();
    }
    assert_eq!(sheet.begin_round(), Err(SheetError::TooManyRounds));
}

#[test]
fn a_field_of_equals_goes_by_the_drawn_numbers() {
    // TB-RANDOM: all else level, also for two who drew the same.
    let rounds: [&[_]; 1] = [&[xwing(1, 2, 100, 100), xwing(4, 3, 100, 100)]];
    let history = History::new(Regulation::Xwing, 4, &rounds);
    let ranked = |drawn: [u64; 4]| -> Vec<u32> {
        let rows = history.standings(Last::Drawn(&drawn)).rows;
        rows.iter().map(|row| row.player.0).collect()
    };
    assert_eq!(ranked([5, 6, 7, 8]), [1, 4, 2, 3]);
    assert_eq!(ranked([u64::MAX, 6, 5, 0]), [4, 1, 3, 2]);
    assert_eq!(ranked([7, 7, 7, 7]), [1, 4, 2, 3]);
}
