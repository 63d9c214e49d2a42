//! Brackets as they are played: seeds, byes, sides and placings.

use crate::explained as why;
use muster_pairing::bracket::SeedNo;
use muster_regulations::cardgame::Side;
use muster_regulations::{CutRule, Regulation, Report, Seat};
use muster_testing::{DESK, Hall, plain_setup, won};
use muster_tournament::display::names;
use muster_tournament::knockout;
use muster_tournament::next::{Action, next};
use muster_tournament::placings::{placings, winner};
use muster_tournament::state::{Match, MatchStatus, State};
use muster_tournament::{By, Command, PlayerId, Refusal};
use muster_words::bracket::{Tree, groups};
use muster_words::next::consequence;

/// A tournament after its cut; seeds are numbered from 1.
struct Bracket {
    hall: Hall,
    seeds: Vec<PlayerId>,
}

impl Bracket {
    fn of(regulation: Regulation, size: u32) -> Bracket {
        let cut = CutRule::Top(size);
        let mut hall = Hall::custom(regulation, 3, cut, size as usize + 1)
            .started()
            .rounds(3);
        hall.desk(Command::Cut { later_day: false });
        let seeds = hall.state().knockout.as_ref().unwrap().seeds.clone();
        Bracket { hall, seeds }
    }

    fn seed(&self, player: PlayerId) -> usize {
        self.seeds.iter().position(|p| *p == player).unwrap() + 1
    }

    /// The games of the round at hand by seeds, the better first.
    fn games(&self) -> Vec<[usize; 2]> {
        let matches = self.hall.current().matches.iter();
        matches
            .map(|m| {
                let mut pair = [self.seed(m.a), self.seed(m.b)];
                pair.sort_unstable();
                pair
            })
            .collect()
    }

    /// Plays the round; the winners are given by seed, everybody else loses.
    fn play(&mut self, winners: &[usize]) {
        self.hall.draft();
        self.hall.publish();
        self.report(winners);
        self.hall.finish_round();
    }

    fn report(&mut self, winners: &[usize]) {
        let winners: Vec<PlayerId> = winners.iter().map(|seed| self.seeds[seed - 1]).collect();
        self.hall
            .report_all_with(|m| if winners.contains(&m.a) { m.a } else { m.b });
    }
}

#[test]
fn se_1_and_se_2_highest_meets_lowest_and_winners_meet_outside_in() {
    muster_regulations::proves!("SE-1", "SE-2");
    for regulation in [Regulation::Xwing, Regulation::Armada, Regulation::Legion] {
        let mut bracket = Bracket::of(regulation, 8);
        bracket.hall.draft();
        assert_eq!(bracket.games(), [[1, 8], [2, 7], [3, 6], [4, 5]]);
        let table = bracket.hall.current().matches[0].table;
        let told = why::pairing(&bracket.hall.tournament, bracket.hall.round_no(), table).unwrap();
        assert!(
            told.names("SE-1") && told.to_string().contains("seed 1"),
            "{told}"
        );
        bracket.hall.publish();
        // SE-5: the losers are out. Seeds 8, 2, 6 and 4 go on.
        bracket.report(&[8, 2, 6, 4]);
        bracket.hall.finish_round();
        bracket.hall.draft();
        assert_eq!(bracket.games(), [[4, 8], [2, 6]]);
        let told = why::pairing(&bracket.hall.tournament, bracket.hall.round_no(), table).unwrap();
        assert!(told.names("SE-2"), "{told}");
        bracket.hall.publish();
        bracket.report(&[8, 6]);
        bracket.hall.finish_round();
        bracket.play(&[6]);
        assert_eq!(
            knockout::champion(bracket.hall.state()),
            Some(bracket.seeds[5])
        );
        assert_eq!(next(bracket.hall.state()).action, Action::Finish);
        bracket.hall.desk(Command::Finish);
    }
}

#[test]
fn gc_bracket_and_gc_seed_one_and_two_meet_only_in_the_final() {
    muster_regulations::proves!("GC-SEED");
    let mut bracket = Bracket::of(Regulation::Conquest, 8);
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[1, 8], [4, 5], [2, 7], [3, 6]]);
    let table = bracket.hall.current().matches[0].table;
    let told = why::pairing(&bracket.hall.tournament, bracket.hall.round_no(), table).unwrap();
    assert!(
        told.names("GC-SEED") && told.steps[0].house_choice,
        "{told}"
    );
    bracket.hall.publish();
    bracket.report(&[1, 2, 3, 4]);
    bracket.hall.finish_round();
    bracket.play(&[1, 2]);
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[1, 2]]);
    bracket.hall.publish();
    bracket.report(&[2]);
    bracket.hall.finish_round();
    let play = knockout::play(bracket.hall.state()).unwrap();
    let placings = play.placings().unwrap();
    let of = |seed: u32| {
        placings
            .iter()
            .find(|p| p.seed.0 == seed)
            .unwrap()
            .places
            .to_string()
    };
    assert_eq!([2, 1, 3, 4, 8].map(of), ["1", "2", "3–4", "3–4", "5–8"]);
}

#[test]
fn gc_bracket_a_draw_needs_a_priority_roll() {
    let mut bracket = Bracket::of(Regulation::Conquest, 4);
    bracket.hall.draft();
    bracket.hall.publish();
    let table = bracket.hall.current().matches[0].table;
    let declined = Regulation::Conquest
        .parse_report(r#"{"ending":"declined"}"#)
        .unwrap();
    let refusal = bracket.hall.refused(
        DESK,
        Command::Report {
            table,
            report: declined,
        },
    );
    assert_eq!(refusal.clause(), Some("GC-BRACKET"), "{refusal}");
}

#[test]
fn cut_3_a_cut_by_points_gives_byes_to_the_top_seeds() {
    muster_regulations::proves!("CUT-3");
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::Points(1), 8)
        .started()
        .rounds(2);
    hall.desk(Command::Cut { later_day: false });
    let seeds = hall.state().knockout.as_ref().unwrap().seeds.clone();
    assert_eq!(
        seeds.len(),
        6,
        "two rounds of eight leave two without a win"
    );
    hall.draft();
    assert_eq!(hall.current().byes, seeds[..2]);
    let told = why::bye(&hall.tournament, hall.round_no(), seeds[0]).unwrap();
    assert!(told.names("CUT-3"), "{told}");
}

#[test]
fn se_3_elimination_from_the_start_is_drawn() {
    muster_regulations::proves!("SE-3");
    let mut hall = Hall::custom(Regulation::Legion, 0, CutRule::None, 6).started();
    assert_eq!(next(hall.state()).action, Action::Draft);
    hall.draft();
    assert_eq!(
        (hall.current().byes.len(), hall.current().matches.len()),
        (2, 2)
    );
    let bye = hall.current().byes[0];
    let told = why::bye(&hall.tournament, hall.round_no(), bye).unwrap();
    assert!(told.names("SE-3"), "{told}");
    // Places by lot are not shown as seeds.
    let tree = Tree::of(hall.state(), None).unwrap();
    assert!(
        tree.games()
            .all(|game| game.places.iter().all(|place| place.seed.is_none()))
    );
    let table = hall.current().matches[0].table;
    let told = why::pairing(&hall.tournament, hall.round_no(), table).unwrap();
    assert!(told.names("SE-3"), "{told}");
    let first: Vec<_> = hall.pairings();
    hall.desk(Command::VoidRound {
        reason: "wrong hall".to_owned(),
    });
    assert!(
        hall.state().knockout.is_none(),
        "the bracket is drawn again with the round"
    );
    hall.draft();
    assert_eq!(hall.current().attempt, 2);
    assert_eq!(first.len(), hall.pairings().len());
    hall.publish();
    hall.report_all();
    hall.finish_round();
    hall.round();
    hall.round();
    hall.desk(Command::Finish);
    assert!(knockout::champion(hall.state()).is_some());
}

#[test]
fn se_4_who_leaves_between_rounds_gives_the_next_opponent_a_bye() {
    let mut bracket = Bracket::of(Regulation::Xwing, 8);
    bracket.play(&[1, 2, 3, 4]);
    let gone = bracket.seeds[0];
    bracket.hall.desk(Command::Drop { player: gone });
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[2, 3]]);
    assert_eq!(bracket.hall.current().byes, [bracket.seeds[3]]);
    let told = why::bye(
        &bracket.hall.tournament,
        bracket.hall.round_no(),
        bracket.seeds[3],
    )
    .unwrap();
    assert!(told.names("SE-4"), "{told}");
    // SE-4: there is no way back into a bracket.
    let refusal = bracket.hall.refused(DESK, Command::Rejoin { player: gone });
    assert!(refusal.clauses().contains(&"SE-4"), "{refusal}");
}

#[test]
fn a_result_others_rest_on_is_not_corrected_under_them() {
    let mut bracket = Bracket::of(Regulation::Armada, 4);
    bracket.hall.draft();
    bracket.hall.publish();
    let m = bracket.hall.current().matches[0].clone();
    let number = bracket.hall.round_no();
    bracket.report(&[1, 2]);
    bracket.hall.finish_round();
    bracket.hall.draft();
    bracket.hall.publish();
    let loser = bracket.seeds[3];
    let correct = |hall: &Hall, by| Command::Correct {
        round: number,
        table: m.table,
        report: hall.result(&m, if by { loser } else { bracket.seeds[0] }, 42),
        reason: "misread".to_owned(),
    };
    let command = correct(&bracket.hall, true);
    let refusal = bracket.hall.refused(DESK, command);
    assert!(matches!(refusal, Refusal::RestedOn { .. }), "{refusal}");
    // Another score for the same winner changes nothing that others rest on.
    let command = correct(&bracket.hall, false);
    bracket.hall.desk(command);
    bracket.hall.desk(Command::VoidRound {
        reason: "the semi-final was misread".to_owned(),
    });
    let command = correct(&bracket.hall, true);
    bracket.hall.desk(command);
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[2, 4]]);
}

fn dark(m: &Match) -> Option<PlayerId> {
    m.dark_seat().map(|seat| m.player(seat))
}

#[test]
fn cg_side_the_higher_seed_chooses_in_the_first_round() {
    muster_regulations::proves!("CG-SIDE");
    let mut bracket = Bracket::of(Regulation::Cardgame, 4);
    bracket.hall.draft();
    bracket.hall.publish();
    let m = bracket.hall.current().matches[0].clone();
    let (higher, lower) = (bracket.seeds[0], bracket.seeds[3]);
    assert_eq!(dark(&m), None, "nothing is drawn in the first round");
    let choose = |side| Command::ChooseSide {
        table: m.table,
        side,
    };
    let refusal = bracket.hall.refused(By::Player(lower), choose(Side::Dark));
    assert!(refusal.clauses().contains(&"CG-SIDE"), "{refusal}");
    bracket.hall.does(By::Player(higher), choose(Side::Light));
    let m = bracket.hall.current().table(m.table).unwrap().clone();
    assert_eq!(dark(&m), Some(lower));
    let told = why::first(bracket.hall.state(), bracket.hall.round_no(), m.table).unwrap();
    assert!(
        told.names("CG-SIDE") && told.to_string().contains("chose the light side"),
        "{told}"
    );
    // A report with the sides the other way round is refused.
    let other = m.seat(higher).unwrap();
    let report = won(
        Regulation::Cardgame,
        bracket.hall.current().stage,
        other,
        1,
        Some(other),
    );
    let refusal = bracket.hall.refused(
        DESK,
        Command::Report {
            table: m.table,
            report,
        },
    );
    assert!(matches!(refusal, Refusal::Sides { .. }), "{refusal}");
}

#[test]
fn cg_side_a_wrongly_reported_side_can_be_corrected_if_nobody_chose() {
    muster_regulations::proves!("CG-SIDE");
    let mut bracket = Bracket::of(Regulation::Cardgame, 4);
    bracket.hall.draft();
    bracket.hall.publish();
    let m = bracket.hall.current().matches[0].clone();
    let stage = bracket.hall.current().stage;
    let told = |dark| won(Regulation::Cardgame, stage, Seat::A, 1, Some(dark));
    let report = |dark| Command::Report {
        table: m.table,
        report: told(dark),
    };
    bracket.hall.does(By::Player(m.a), report(Seat::A));
    bracket.hall.does(By::Player(m.b), report(Seat::B));
    assert_eq!(
        bracket.hall.current().table(m.table).unwrap().status,
        MatchStatus::Disputed
    );
    bracket.hall.desk(report(Seat::B));
    assert_eq!(
        dark(bracket.hall.current().table(m.table).unwrap()),
        Some(m.b)
    );
}

#[test]
fn cg_de_cg_side_2_the_final_is_played_again_with_sides_switched() {
    muster_regulations::proves!("CG-DE", "CG-SIDE-2");
    let mut bracket = Bracket::of(Regulation::Cardgame, 4);
    // Seed 1 wins the upper bracket, seed 2 comes back through the lower one.
    bracket.play(&[1, 2]);
    bracket.play(&[1, 3]);
    bracket.play(&[2]);
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[1, 2]]);
    let first = bracket.hall.current().matches[0].clone();
    bracket.hall.publish();
    bracket.report(&[2]);
    bracket.hall.finish_round();
    assert_eq!(
        knockout::champion(bracket.hall.state()),
        None,
        "both have one loss"
    );
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[1, 2]]);
    let second = bracket.hall.current().matches[0].clone();
    assert_ne!(
        dark(&first),
        dark(&second),
        "CG-SIDE: never the same sides twice in the final"
    );
    let told = why::pairing(
        &bracket.hall.tournament,
        bracket.hall.round_no(),
        second.table,
    )
    .unwrap();
    assert!(
        told.names("CG-DE") && told.to_string().contains("play again"),
        "{told}"
    );
    let told = why::first(bracket.hall.state(), bracket.hall.round_no(), second.table).unwrap();
    assert!(told.names("CG-SIDE") && told.names("CG-SIDE-2"), "{told}");
    bracket.hall.publish();
    bracket.report(&[1]);
    bracket.hall.finish_round();
    assert_eq!(
        knockout::champion(bracket.hall.state()),
        Some(bracket.seeds[0])
    );
}

#[test]
fn cg_drop_every_later_opponent_of_the_slot_has_a_bye() {
    muster_regulations::proves!("CG-DROP");
    let mut bracket = Bracket::of(Regulation::Cardgame, 4);
    bracket.hall.draft();
    // CG-SEED: seeded as SE-1.
    assert_eq!(bracket.games(), [[1, 4], [2, 3]]);
    bracket.hall.publish();
    bracket.report(&[1, 2]);
    bracket.hall.finish_round();
    // Seed 3 lost and leaves: seed 4 has a bye in the lower bracket, later the loser of the upper final comes.
    bracket.hall.desk(Command::Drop {
        player: bracket.seeds[2],
    });
    bracket.hall.draft();
    assert_eq!(bracket.games(), [[1, 2]]);
    assert_eq!(bracket.hall.current().byes, [bracket.seeds[3]]);
    let told = why::bye(
        &bracket.hall.tournament,
        bracket.hall.round_no(),
        bracket.seeds[3],
    )
    .unwrap();
    assert!(told.names("CG-DROP"), "{told}");
}

#[test]
fn a_bracket_takes_no_changes_by_hand() {
    let mut bracket = Bracket::of(Regulation::Xwing, 4);
    bracket.hall.draft();
    let [a, b] = [bracket.seeds[0], bracket.seeds[1]];
    let reason = || "to keep friends apart".to_owned();
    let commands = [
        Command::Swap {
            a,
            b,
            reason: reason(),
            anyway: true,
        },
        Command::Pin {
            a,
            b,
            reason: reason(),
            anyway: true,
        },
    ];
    for command in commands {
        let refusal = bracket.hall.refused(DESK, command);
        assert!(matches!(refusal, Refusal::NotNow { .. }), "{refusal}");
    }
    let report: Report = won(
        Regulation::Armada,
        bracket.hall.current().stage,
        Seat::A,
        1,
        None,
    );
    bracket.hall.publish();
    let table = bracket.hall.current().matches[0].table;
    let refusal = bracket
        .hall
        .refused(DESK, Command::Report { table, report });
    assert!(matches!(refusal, Refusal::OtherGame { .. }), "{refusal}");
}

/// Seeds that have places in the bracket, and those that came as far without one.
fn places(state: &State) -> Vec<(String, Vec<u32>, Vec<u32>)> {
    let tree = Tree::of(state, None).unwrap();
    let numbers = |seeds: &[SeedNo]| seeds.iter().map(|seed| seed.0).collect::<Vec<u32>>();
    groups(&tree)
        .into_iter()
        .map(|(places, group)| {
            (
                places.to_string(),
                numbers(&group.seeds),
                numbers(&group.removed),
            )
        })
        .collect()
}

#[test]
fn drop_3_the_bracket_gives_the_disqualified_no_place() {
    muster_regulations::proves!("DROP-3");
    let mut bracket = Bracket::of(Regulation::Xwing, 4);
    bracket.play(&[1, 2]);
    bracket.hall.desk(Command::Disqualify {
        player: bracket.seeds[3],
        reason: "forged dice".to_owned(),
    });
    let open = places(bracket.hall.state());
    assert!(
        open.contains(&("3–4".to_owned(), vec![3], vec![4])),
        "{open:?}"
    );
    bracket.play(&[2]);
    let done = places(bracket.hall.state());
    assert_eq!(done[2], ("3–4".to_owned(), vec![3], vec![4]));
    // The final ranking says the same, and nobody moves up.
    let placed = placings(bracket.hall.state()).unwrap();
    assert!(
        placed
            .iter()
            .all(|placed| placed.player != bracket.seeds[3])
    );
    assert_eq!(placed[2].places.to_string(), "3–4");
    assert_eq!(winner(bracket.hall.state()), Some(bracket.seeds[1]));
}

#[test]
fn drop_3_a_disqualified_winner_is_not_the_champion() {
    muster_regulations::proves!("DROP-3");
    let mut bracket = Bracket::of(Regulation::Xwing, 4);
    bracket.play(&[1, 2]);
    bracket.play(&[2]);
    bracket.hall.desk(Command::Disqualify {
        player: bracket.seeds[1],
        reason: "forged dice".to_owned(),
    });
    let state = bracket.hall.state();
    assert_eq!(knockout::champion(state), None);
    assert_eq!(winner(state), None);
    assert!(
        !consequence(&next(state)).contains("The winner is"),
        "{:?}",
        next(state)
    );
    assert_eq!(placings(state).unwrap()[0].rank, 2);
}

#[test]
fn se_4_a_put_back_player_counts_as_the_winner_and_the_game_says_why() {
    let mut bracket = Bracket::of(Regulation::Conquest, 4);
    bracket.play(&[1, 2]);
    bracket.hall.desk(Command::Disqualify {
        player: bracket.seeds[0],
        reason: "forged dice".to_owned(),
    });
    bracket.hall.desk(Command::PutBack {
        player: bracket.seeds[3],
        reason: "lost to somebody removed".to_owned(),
    });
    let state = bracket.hall.state();
    let tree = Tree::of(state, None).unwrap();
    let game = tree.games().next().unwrap();
    assert_eq!(game.word(), "put back: winner disqualified");
    let on = game.places.iter().find(|place| place.won).unwrap();
    assert_eq!(on.player, Some(bracket.seeds[3]));
    let m = game.found.unwrap();
    assert_eq!(m.winner(), Some(bracket.seeds[0]));
    assert_eq!(tree.knockout.counts_as_winner(m), on.player);
}

#[test]
fn short_names_still_tell_people_apart() {
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
    let people = hall.register(&[
        "Søren Brückner",
        "Søren Brückner",
        "Sven Brückner",
        "Theodora Brückner",
        "Wilhelmina Featherstonehaugh",
    ]);
    let short = |place: usize, letters| names::fitted(hall.state(), people[place], letters);
    let marks = people
        .iter()
        .map(|id| format!("({id})"))
        .collect::<Vec<_>>();
    assert_eq!(short(0, 14), format!("S. Brückner {}", marks[0]));
    assert_eq!(short(1, 14), format!("S. Brückner {}", marks[1]));
    assert_eq!(short(2, 12), format!("Brückner {}", marks[2]));
    assert_eq!(short(2, 9), format!("Brück… {}", marks[2]));
    assert_eq!(short(3, 14), "T. Brückner");
    assert_eq!(short(4, 20), "W. Featherstonehaugh");
}
