//! Altered draws: pairs, byes, tables, seeds of the bracket, sides, attempts.

use crate::forge::{BOTH, Chain, Forgery, check_sound, eventful};
use muster_regulations::{CutRule, Regulation};
use muster_testing::Hall;
use muster_tournament::entry::Drawn;
use muster_tournament::ids::Hex32;
use muster_tournament::{Command, Gave, PlayerId};

/// Exchanges the second players of the first two tables.
fn cross(drawn: &mut Drawn) {
    let [one, two, ..] = drawn.pairs.as_mut_slice() else {
        panic!("one table only");
    };
    std::mem::swap(&mut one.b, &mut two.b);
}

#[test]
fn swapped_pairs_of_the_first_round_are_legal_but_not_what_the_seed_gives() {
    let hall = eventful(Regulation::Xwing);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("draft", 1);
        forgery.edit_draw(line, cross);
        forgery.chained(chain).check(line, "not-drawn");
    }
}

#[test]
fn pair_4_an_avoidable_repeat_is_found_without_drawing() {
    let hall = eventful(Regulation::Xwing);
    let first = hall.state().rounds[0].matches[0].clone();
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("redraw", 1);
    forgery.edit_draw(line, |drawn| {
        // The two who met at the first table of round 1 meet again.
        meet(drawn, first.a, first.b);
    });
    forgery.chained(Chain::Forged).check(line, "PAIR-4");
}

/// Brings two players together by exchanging two places.
fn meet(drawn: &mut Drawn, a: PlayerId, b: PlayerId) {
    let partner = drawn
        .pairs
        .iter()
        .find_map(|pair| match (pair.a == a, pair.b == a) {
            (true, _) => Some(pair.b),
            (_, true) => Some(pair.a),
            _ => None,
        });
    let partner = partner.unwrap();
    exchange(drawn, partner, b);
}

fn exchange(drawn: &mut Drawn, one: PlayerId, two: PlayerId) {
    let other = |id: &mut PlayerId| {
        if *id == one {
            *id = two;
        } else if *id == two {
            *id = one;
        }
    };
    for pair in &mut drawn.pairs {
        other(&mut pair.a);
        other(&mut pair.b);
    }
    drawn.byes.iter_mut().for_each(other);
}

#[test]
fn pair_6_a_float_that_was_not_needed_is_found_without_drawing() {
    // Eight players: after round 1 four have won; a winner is exchanged with a loser.
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 8).started();
    hall.round();
    hall.draft();
    let drawn = hall
        .tournament
        .lines()
        .last()
        .unwrap()
        .core
        .entry
        .gave
        .clone();
    let Gave::Drawn(drawn) = drawn else {
        panic!("no draw");
    };
    let winner = drawn.pairs[0].a;
    let met = |a, b| hall.state().have_met(a, b);
    // A loser who has met neither the winner nor the winner's new opponent.
    let loser = drawn.pairs[2..]
        .iter()
        .flat_map(|pair| [(pair.a, pair.b), (pair.b, pair.a)])
        .find(|(loser, partner)| !met(*partner, winner) && !met(*loser, drawn.pairs[0].b))
        .map(|(loser, _)| loser)
        .unwrap();
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("draft", 2);
    forgery.edit_draw(line, |drawn| exchange(drawn, winner, loser));
    forgery.chained(Chain::Forged).check(line, "PAIR-6");
}

#[test]
fn bye_2_a_bye_given_to_somebody_else_is_found_without_drawing() {
    let hall = eventful(Regulation::Conquest);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("redraw", 1);
        forgery.edit_draw(line, |drawn| {
            let (bye, other) = (drawn.byes[0], drawn.pairs[0].a);
            exchange(drawn, bye, other);
        });
        forgery.chained(chain).check(line, "BYE-2");
    }
}

#[test]
fn bye_1_a_changed_bye_of_the_first_round_is_not_what_the_seed_gives() {
    let mut forgery = Forgery::of(&eventful(Regulation::Legion));
    let line = forgery.line("draft", 1);
    forgery.edit_draw(line, |drawn| {
        let (bye, other) = (drawn.byes[0], drawn.pairs[0].a);
        exchange(drawn, bye, other);
    });
    let forgery = forgery.chained(Chain::Forged);
    forgery.check(line, "verify.bye-not-drawn");
}

#[test]
fn drop_1_nobody_is_paired_who_has_left() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 9).started();
    hall.round();
    hall.desk(Command::Drop {
        player: PlayerId(4),
    });
    hall.draft();
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("draft", 2);
    forgery.edit_draw(line, |drawn| drawn.byes.push(PlayerId(4)));
    forgery.clone().chained(Chain::Forged).check(line, "DROP-1");
    let mut forgery = Forgery::of(&hall);
    forgery.edit_draw(line, |drawn| drawn.pairs.truncate(2));
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.not-placed");
    let mut forgery = Forgery::of(&hall);
    forgery.edit_draw(line, |drawn| drawn.pairs[0].a = drawn.pairs[1].a);
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.two-places");
}

#[test]
fn pair_5_the_number_of_repeats_is_counted_again() {
    let mut forgery = Forgery::of(&eventful(Regulation::Xwing));
    let line = forgery.line("draft", 2);
    forgery.edit_draw(line, |drawn| drawn.repeats = 1);
    forgery.chained(Chain::Forged).check(line, "PAIR-5");
}

#[test]
fn changed_tables_and_attempts_are_not_what_the_seed_gives() {
    let hall = eventful(Regulation::Xwing);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("draft", 1);
    forgery.edit_draw(line, |drawn| {
        let [one, two, ..] = drawn.pairs.as_mut_slice() else {
            panic!("one table only");
        };
        std::mem::swap(&mut one.table, &mut two.table);
    });
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.tables-not-drawn");

    // Draws taken back count: the redraw of round 2 is its third.
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("redraw", 1);
    forgery.edit_draw(line, |drawn| {
        assert_eq!(drawn.attempt, 3);
        drawn.attempt = 1;
    });
    forgery.chained(Chain::Forged).check(line, "It is draw 3");
}

#[test]
fn cut_1_and_cut_2_seeds_follow_from_the_standings() {
    let hall = eventful(Regulation::Armada);
    for (command, clause) in [("cut", "CUT-1"), ("drop", "CUT-1")] {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line(command, 1);
        forgery.edit(line, |core| match &mut core.entry.gave {
            Gave::Seeds(seeds) => seeds.swap(0, 3),
            other => panic!("no seeds: {other:?}"),
        });
        forgery.chained(Chain::Forged).check(line, clause);
    }
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("drop", 1);
    forgery.edit(line, |core| core.entry.gave = Gave::Nothing);
    forgery.chained(Chain::Forged).check(line, "CUT-2");
}

#[test]
fn games_of_a_bracket_follow_from_its_seeds() {
    for (regulation, clause) in [
        (Regulation::Xwing, "SE-2"),
        (Regulation::Conquest, "GC-BRACKET"),
        (Regulation::Cardgame, "CG-SEED"),
    ] {
        let mut forgery = Forgery::of(&eventful(regulation));
        let line = forgery.line("draft", 5);
        forgery.edit_draw(line, cross);
        forgery.chained(Chain::Forged).check(line, clause);
    }
}

#[test]
fn se_3_a_bracket_drawn_at_the_start_is_the_one_the_seed_gives() {
    let mut hall = Hall::custom(Regulation::Xwing, 0, CutRule::None, 6).started();
    hall.round();
    hall.round();
    hall.round();
    hall.desk(Command::Finish);
    check_sound(&hall);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("draft", 1);
    forgery.edit_draw(line, |drawn| drawn.seeds.swap(0, 1));
    forgery.chained(Chain::Forged).check(line, "SE-3");
}

#[test]
fn cg_side_sides_are_checked() {
    let hall = eventful(Regulation::Cardgame);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("draft", 6);
    forgery.edit_draw(line, |drawn| {
        let dark = &mut drawn.dark[0];
        let pair = drawn
            .pairs
            .iter()
            .find(|pair| [pair.a, pair.b].contains(dark));
        let pair = pair.unwrap();
        *dark = if *dark == pair.a { pair.b } else { pair.a };
    });
    forgery.chained(Chain::Forged).check(line, "CG-SIDE");
}

#[test]
fn drop_4_late_arrivals_sit_where_the_seed_of_the_round_puts_them() {
    let mut hall = Hall::custom(Regulation::Xwing, 3, CutRule::None, 6).started();
    hall.publish_next();
    let players = hall.register(&["Zoe", "Yan", "Xia", "Wil"]);
    hall.desk(Command::Seat { players });
    check_sound(&hall);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("seat", 1);
    forgery.edit(line, |core| match &mut core.entry.gave {
        Gave::Seated(seated) => {
            let [one, two] = seated.pairs.as_mut_slice() else {
                panic!("two tables were expected");
            };
            std::mem::swap(&mut one.b, &mut two.b);
        }
        other => panic!("nobody seated: {other:?}"),
    });
    forgery
        .chained(Chain::Forged)
        .check(line, "verify.other-seating");
}

#[test]
fn a_seed_that_gives_another_draw_is_found_at_its_line() {
    let hall = eventful(Regulation::Xwing);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("draft", 1);
        forgery.edit_draw(line, |drawn| drawn.seed = Hex32([5; 32]));
        forgery.chained(chain).check(line, "seed gives");
    }
}

#[test]
fn swaps_come_after_the_draw_and_pinned_pairs_must_be_in_it() {
    let mut hall = Hall::custom(Regulation::Legion, 2, CutRule::None, 8).started();
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    let pinned = |id: PlayerId| id.0 <= 4;
    let free: Vec<PlayerId> = hall
        .pairings()
        .iter()
        .map(|pair| pair.a)
        .filter(|id| !pinned(*id))
        .collect();
    hall.desk(Command::Swap {
        a: free[0],
        b: free[1],
        reason: "the ramp".to_owned(),
        anyway: false,
    });
    hall.publish();
    hall.report_all();
    hall.finish_round();
    check_sound(&hall);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("pin", 2);
    forgery.edit_draw(line, |drawn| exchange(drawn, PlayerId(1), PlayerId(3)));
    let words = "verify.incomplete";
    forgery.chained(Chain::Forged).check(line, words);
}
