//! Small tournaments of each regulation, computed by hand.

use crate::history::{
    Bye, History, armada, cards, conquest, declined, legion, legion_conceded, no_show, nobody_came,
    xwing,
};
use muster_regulations::Regulation::{Armada, Cardgame, Conquest, Legion, Xwing};

#[test]
fn nothing_played_gives_everybody_zero_in_order_of_numbers() {
    History::new(Xwing, 3, &[]).check(&["1. #1 0p 0 0", "2. #2 0p 0 0", "3. #3 0p 0 0"]);
    History::new(Legion, 1, &[]).check(&["1. #1 0p 0 0 0 0"]);
    History::new(Cardgame, 0, &[]).check(&[]);
}

#[test]
fn tb_sos_is_the_mean_of_opponents_points_per_round() {
    muster_regulations::proves!("TB-SOS", "XW-TB");
    // XW-MOV: 376/24, 228/172; 300/100, 250/150. Cumulative margin decides before strength of schedule (XW-TB).
    let rounds: [&[_]; 2] = [
        &[xwing(1, 2, 200, 24), xwing(3, 4, 77, 49)],
        &[xwing(1, 3, 150, 50), xwing(4, 2, 100, 50)],
    ];
    History::new(Xwing, 4, &rounds).check(&[
        // Opponents 0/2 and 1/2.
        "1. #1 2p 676 1/4",
        // Opponents 1/2 and 0/2: level with #3 on points, behind on margin.
        "2. #4 1p 422 1/4",
        "3. #3 1p 328 3/4",
        "4. #2 0p 174 3/4",
    ]);
}

#[test]
fn tb_1_bye_is_a_round_played_with_its_points_and_no_opponent() {
    muster_regulations::proves!("TB-1");
    // Round 1: #3 has the bye. Round 2: #2 has it.
    let rounds: [&[_]; 2] = [
        &[xwing(1, 2, 200, 24), Bye(3)],
        &[xwing(1, 3, 100, 100), Bye(2)],
    ];
    let history = History::new(Xwing, 3, &rounds);
    history.check(&[
        // Both opponents have 1 point from 2 rounds, each with a bye.
        "1. #1 2p 576 1/2",
        "2. #3 1p 500 1",
        "3. #2 1p 324 1",
    ]);
    let rows = history
        .standings(muster_tournament::standings::Last::Listed)
        .rows;
    let record = rows[1].record;
    assert_eq!(
        [
            record.wins,
            record.draws,
            record.losses,
            record.byes,
            rows[1].played
        ],
        [0, 0, 1, 1, 2]
    );
}

#[test]
fn tb_1_only_byes_leave_no_opponents_and_a_schedule_of_zero() {
    let rounds: [&[_]; 2] = [&[cards(1, 2, 6, 0), Bye(3)], &[cards(1, 2, 3, 3), Bye(3)]];
    History::new(Cardgame, 3, &rounds).check(&[
        "1. #3 12p 0 0",
        // #2 has 3 points from 2 rounds, counted once for each meeting; their own schedule is 9/2.
        "2. #1 9p 3/2 9/2",
        "3. #2 3p 9/2 3/2",
    ]);
}

#[test]
fn tb_1_no_show_opponent_counts_as_opponent_and_as_a_round_for_both() {
    // XW-NOSHOW: 1 point and 300 for #1, nothing for #2, who then is gone (DROP-1).
    let rounds: [&[_]; 2] = [
        &[no_show(Xwing, 1, 2), xwing(3, 4, 120, 100)],
        &[xwing(3, 1, 60, 40), Bye(4)],
    ];
    History::new(Xwing, 4, &rounds).check(&[
        // #4 has 1 point from 2 rounds, #1 too.
        "1. #3 2p 440 1/2",
        "2. #4 1p 480 1",
        "3. #1 1p 480 1/2",
        "4. #2 0p 0 1/2",
    ]);
    // A match both missed is a round and an opponent for both.
    let rounds: [&[_]; 1] = [&[nobody_came(Cardgame, 1, 2), cards(3, 4, 6, 0)]];
    let history = History::new(Cardgame, 4, &rounds);
    history.check(&[
        "1. #3 6p 0 6",
        "2. #4 0p 6 0",
        "3. #1 0p 0 0",
        "4. #2 0p 0 0",
    ]);
    let rows = history
        .standings(muster_tournament::standings::Last::Listed)
        .rows;
    assert_eq!((rows[2].played, rows[2].record.losses), (1, 1));
}

#[test]
fn drop_2_an_unpaired_loss_is_not_a_round_played() {
    muster_regulations::proves!("DROP-2");
    // #5 enters after round 1 (DROP-4); #2 drops after round 1 and rejoins in round 3 (DROP-2).
    let rounds: [&[_]; 3] = [
        &[cards(1, 2, 6, 0), cards(3, 4, 4, 1)],
        &[cards(1, 3, 3, 3), cards(5, 4, 6, 0)],
        &[cards(1, 5, 6, 0), cards(2, 3, 6, 0), Bye(4)],
    ];
    let history = History::new(Cardgame, 5, &rounds);
    // Per round: #1 15/3, #2 6/2, #3 7/3, #4 7/3, #5 6/2.
    history.check(&[
        // (3 + 7/3 + 3) / 3; opponents' schedules 11/3, 31/9, 11/3.
        "1. #1 15p 25/9 97/27",
        // (7/3 + 5 + 3) / 3
        "2. #3 7p 31/9 82/27",
        // (7/3 + 3) / 2
        "3. #4 7p 8/3 32/9",
        // (5 + 7/3) / 2; #2 and #5 are level but for the extension.
        "4. #2 6p 11/3 28/9",
        "5. #5 6p 11/3 49/18",
    ]);
    let played = |row: &muster_tournament::standings::Row| row.played;
    let rows = history
        .standings(muster_tournament::standings::Last::Listed)
        .rows;
    assert_eq!(rows.iter().map(played).collect::<Vec<_>>(), [3, 3, 3, 2, 2]);
}

#[test]
fn repeated_opponents_count_once_for_each_meeting() {
    let rounds: [&[_]; 3] = [
        &[xwing(1, 2, 100, 50), xwing(3, 4, 100, 50)],
        &[xwing(1, 2, 100, 50), xwing(3, 4, 100, 50)],
        &[xwing(1, 3, 100, 50), xwing(2, 4, 100, 50)],
    ];
    History::new(Xwing, 4, &rounds).check(&[
        // #2 twice at 1/3, #3 once at 2/3.
        "1. #1 3p 750 4/9",
        "2. #3 2p 650 1/3",
        "3. #2 1p 550 2/3",
        "4. #4 0p 450 5/9",
    ]);
}

#[test]
fn armada_points_go_up_to_ten_a_round() {
    muster_regulations::proves!("AR-NOSHOW");
    // AR-POINTS: 175 gives 8/3, 128 gives 7/4, 400 gives 10/1; AR-NOSHOW 8/0 with 140; the bye 8 with 140.
    let rounds: [&[_]; 2] = [
        &[armada(1, 2, 400, 225), armada(3, 4, 177, 49), Bye(5)],
        &[armada(1, 3, 400, 0), no_show(Armada, 5, 4), Bye(2)],
    ];
    History::new(Armada, 5, &rounds).check(&[
        // Opponents 11/2 and 8/2.
        "1. #1 18p 575 19/4",
        // Opponent 4/2 only.
        "2. #5 16p 280 2",
        "3. #2 11p 140 9",
        "4. #3 8p 128 11/2",
        "5. #4 4p 0 6",
    ]);
}

#[test]
fn legion_average_margin_is_over_the_rounds_of_the_tournament() {
    // LE-MOV: shares 3/4 and 1/4, 2/3 and 1/3, 5/8 and 3/8, 4/5 and 1/5.
    let rounds: [&[_]; 2] = [
        &[legion(1, 2, 3, 1), legion(3, 4, 2, 1)],
        &[legion(1, 3, 5, 3), legion(4, 2, 4, 1)],
    ];
    let history = History::new(Legion, 4, &rounds);
    history.check(&[
        // (3/4 + 5/8) / 2; opponents' averages 9/40 and 25/48; SOS 1/4; ESOS (3/4 + 3/4) / 2.
        "1. #1 2p 11/16 179/480 1/4 3/4",
        "2. #4 1p 17/30 179/480 1/4 3/4",
        "3. #3 1p 25/48 301/480 3/4 1/4",
        "4. #2 0p 9/40 301/480 3/4 1/4",
    ]);
    history.check_shown(&[
        "68.8 %, 37.3 %, 0.25, 0.75",
        "56.7 %, 37.3 %, 0.25, 0.75",
        "52.1 %, 62.7 %, 0.75, 0.25",
        "22.5 %, 62.7 %, 0.75, 0.25",
    ]);
}

#[test]
fn le_mov_bye_takes_the_mean_of_the_other_games() {
    muster_regulations::proves!("LE-MOV-BYE");
    let rounds: [&[_]; 3] = [
        &[legion(1, 2, 3, 1), Bye(3)],
        &[legion(1, 3, 2, 1), Bye(2)],
        &[legion(2, 3, 3, 2), Bye(1)],
    ];
    History::new(Legion, 3, &rounds).check(&[
        // Games 3/4 and 2/3, the bye their mean 17/24: the average is the mean itself.
        "1. #1 3p 17/24 19/48 1/2 3/4",
        // Games 1/4 and 3/5.
        "2. #2 2p 17/40 43/80 2/3 2/3",
        // Games 1/3 and 2/5.
        "3. #3 1p 11/30 17/30 5/6 7/12",
    ]);
}

#[test]
fn le_mov_bye_without_any_other_game_is_one_half() {
    // LE-MOV-BYE, LE-MOV-NOSHOW: #1 has had a bye and an absent opponent only.
    let rounds: [&[_]; 2] = [
        &[Bye(1), legion(2, 3, 1, 0)],
        &[no_show(Legion, 1, 4), legion(2, 3, 3, 1)],
    ];
    History::new(Legion, 4, &rounds).check(&[
        "1. #2 2p 7/8 1/8 0 1",
        "2. #1 2p 1/2 0 0 1",
        "3. #3 0p 1/8 7/8 1 0",
        "4. #4 0p 0 1/2 1 0",
    ]);
}

#[test]
fn le_mov_2_own_games_of_nothing_are_in_the_mean() {
    muster_regulations::proves!("LE-MOV-2");
    // #1: a concession of their own (0 %), a win without scoring, a game of 3/4: the mean is (0 + 3/4) / 2.
    let rounds: [&[_]; 3] = [
        &[legion_conceded(2, 1), legion(3, 4, 1, 0)],
        &[legion_conceded(1, 4), legion(3, 2, 3, 2)],
        &[legion(1, 3, 3, 1), legion(2, 4, 1, 0)],
    ];
    let rows = History::new(Legion, 4, &rounds)
        .standings(muster_tournament::standings::Last::Listed)
        .rows;
    let average = |player: u32| {
        let row = rows.iter().find(|row| row.player.0 == player).unwrap();
        row.values[0].exact.to_string()
    };
    // (0 + 3/8 + 3/4) / 3
    assert_eq!(average(1), "3/8");
    // LE-MOV-CONCEDE: round 1 takes the mean of 2/5 and 1.
    assert_eq!(average(2), "7/10");
    // (1 + 3/5 + 1/4) / 3
    assert_eq!(average(3), "37/60");
    assert_eq!(average(4), "0");
}

#[test]
fn le_mov_2_unpaired_loss_is_nothing_and_no_game() {
    // #3 comes for round 2: the bye of round 3 takes the mean of round 2 alone, over three rounds.
    let rounds: [&[_]; 3] = [
        &[legion(1, 2, 3, 1)],
        &[legion(3, 1, 4, 1), Bye(2)],
        &[legion(1, 2, 1, 0), Bye(3)],
    ];
    History::new(Legion, 3, &rounds).check(&[
        // (0 + 4/5 + 4/5) / 3 stands behind #1's (3/4 + 1/5 + 1) / 3.
        "1. #1 2p 13/20 47/180 5/9 2/3",
        "2. #3 2p 8/15 13/20 2/3 5/9",
        "3. #2 1p 1/8 13/20 2/3 5/9",
    ]);
}

#[test]
fn conquest_schedule_goes_by_three_one_zero() {
    muster_regulations::proves!("GC-TB");
    // GC-TB: strength of schedule, then points defeated, then tokens.
    let rounds: [&[_]; 2] = [
        &[conquest(1, 2, [500, 6], [300, 2]), declined(3, 4), Bye(5)],
        &[
            conquest(5, 1, [450, 5], [450, 4]),
            conquest(2, 3, [800, 7], [100, 0]),
        ],
    ];
    let history = History::new(Conquest, 5, &rounds);
    history.check(&[
        // #1 has 3 points from 2 rounds; #5 has the bye's 900.
        "1. #5 6p 3/2 1350 5",
        // (3/2 + 3) / 2
        "2. #1 3p 9/4 950 10",
        // (3/2 + 1/2) / 2
        "3. #2 3p 1 1100 9",
        // (1 + 3/2) / 2
        "4. #3 1p 5/4 100 0",
        "5. #4 1p 1/2 0 0",
    ]);
}

#[test]
fn cg_split_gives_three_each() {
    muster_regulations::proves!("CG-SPLIT");
    let rounds: [&[_]; 1] = [&[cards(1, 2, 3, 3), cards(3, 4, 6, 0), Bye(5)]];
    let history = History::new(Cardgame, 5, &rounds);
    history.check(&[
        "1. #3 6p 0 6",
        "2. #5 6p 0 0",
        "3. #1 3p 3 3",
        "4. #2 3p 3 3",
        "5. #4 0p 6 0",
    ]);
    history.check_shown(&[
        "0.00, 6.00",
        "0.00, 0.00",
        "3.00, 3.00",
        "3.00, 3.00",
        "6.00, 0.00",
    ]);
}
