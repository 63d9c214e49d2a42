//! Who chooses before the game, and what.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, id};
use muster_tournament::Command;
use muster_tournament::floor::before_game::{BeforeGame, Choice, Ground, before_game};

fn lists(hall: &mut Hall, points: &[u32]) {
    for (number, points) in (1..).zip(points) {
        hall.desk(Command::Amend {
            player: id(number),
            who: None,
            faction: None,
            list_points: Some(*points),
        });
    }
}

fn of_player(hall: &Hall, player: u32) -> BeforeGame {
    let round = hall.current();
    let m = round.match_of(id(player)).unwrap();
    before_game(hall.state(), round, m)
}

/// XW-FIRST, AR-FIRST, LE-SETUP: the lower list chooses; level lists: drawn from the seed of the round.
#[test]
fn xw_first_ar_first_le_setup_the_lower_list_chooses() {
    for (regulation, choice, clause) in [
        (Regulation::Xwing, Choice::FirstPlayer, "XW-FIRST"),
        (Regulation::Armada, Choice::Initiative, "AR-FIRST"),
        (Regulation::Legion, Choice::Colour, "LE-SETUP"),
    ] {
        let mut hall = Hall::plain(regulation, 6);
        lists(&mut hall, &[198, 200, 199, 199]);
        hall.desk(Command::Start { phrase: None });
        hall.draft_pairs(&[[1, 2], [3, 4], [5, 6]]);
        hall.publish();
        let lower = of_player(&hall, 2);
        assert_eq!(lower.choice, choice);
        assert_eq!(lower.player, Some(id(1)));
        let ground = Ground::LowerList {
            own: 198,
            other: 200,
        };
        assert_eq!(lower.ground, ground);
        assert_eq!(lower.clause, Some(clause));
        let level = of_player(&hall, 3);
        assert_eq!(level.ground, Ground::Drawn);
        assert_eq!(level, of_player(&hall, 4));
        let chosen = level.player.unwrap();
        assert!([id(3), id(4)].contains(&chosen));
        let table = hall.table_of(id(3));
        let said = why::first(hall.state(), hall.round_no(), table).unwrap();
        assert!(said.to_string().contains(&hall.name(chosen)), "{said}");
        let unknown = of_player(&hall, 5);
        assert_eq!(
            (unknown.player, unknown.ground),
            (None, Ground::ListUnknown)
        );
    }
}

#[test]
fn level_lists_are_drawn_evenly() {
    let mut first = 0;
    for seed in 1..=60 {
        let mut hall = Hall::open(muster_testing::plain_setup(Regulation::Xwing), seed);
        hall = hall.with_players(4);
        lists(&mut hall, &[200; 4]);
        hall.desk(Command::Start { phrase: None });
        hall.publish_next();
        let m = hall.current().matches[0].clone();
        let chosen = before_game(hall.state(), hall.current(), &m).player;
        first += u32::from(chosen == Some(m.a));
    }
    assert!((15..=45).contains(&first), "{first} of 60");
}

/// CG-SWISS, CG-SIDE: who is dark first is drawn; in the bracket the higher seed chooses, later the counts decide.
#[test]
fn cg_side_who_plays_the_dark_side() {
    let mut hall = Hall::custom(Regulation::Cardgame, 1, CutRule::Top(4), 4).started();
    hall.publish_next();
    let swiss = of_player(&hall, 1);
    assert_eq!(swiss.choice, Choice::DarkSide);
    assert_eq!(swiss.ground, Ground::Drawn);
    hall.report_all();
    hall.finish_round();
    hall.desk(Command::Cut { later_day: false });
    hall.publish_next();
    let best = hall.state().knockout.as_ref().unwrap().seeds[0];
    let first = of_player(&hall, best.0);
    assert_eq!((first.choice, first.player), (Choice::Side, Some(best)));
    assert_eq!(first.ground, Ground::HigherSeed);
    hall.report_all();
    hall.next_round();
    let later = of_player(&hall, best.0);
    assert_eq!(later.choice, Choice::DarkSide);
    assert_eq!(later.ground, Ground::Sides);
    assert!(later.player.is_some());
}
