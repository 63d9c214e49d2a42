//! Places, put-backs and rounds: every document says the same of them, and nothing that was not so.

use crate::fixtures::{NAME, open, order, playing, printed};
use crate::poppler::{Picture, pages, text};
use muster_forecast::{Incidents, Plan, simulate};
use muster_paper::{Document, Order, PaperError, print, unprintable};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_testing::{Hall, id};
use muster_tournament::state::Status;
use muster_tournament::{Command, PlayerId, RoundNo, State, Tournament};

/// A tournament with a cut in which somebody who was beaten was put back for a disqualified player.
fn with_put_back(regulation: Regulation) -> Tournament {
    for seed in 1..200 {
        let plan = Plan {
            name: Some(NAME.to_owned()),
            structure: StructureKind::Custom,
            custom: Some(CustomStructure {
                rounds: 2,
                cut: CutRule::Top(8),
            }),
            incidents: Incidents::wild(),
            ..Plan::new(regulation, 16, seed)
        };
        let Ok(tournament) = simulate(&plan) else {
            continue;
        };
        if put_back(tournament.state()).is_some() {
            return tournament;
        }
    }
    panic!("nobody was put back under {regulation}");
}

/// Whoever was put back, with the disqualified winner.
fn put_back(state: &State) -> Option<(PlayerId, PlayerId)> {
    let knockout = state.knockout.as_ref()?;
    let matches = state.elimination_rounds().flat_map(|round| &round.matches);
    matches
        .filter_map(|m| Some((*knockout.put_back.get(&m.node?)?, m.winner()?)))
        .find(|(back, winner)| {
            let removed = state.player(*winner).map(|p| p.status);
            back != winner && removed == Some(Status::Disqualified)
        })
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn drop_3_and_se_4_bracket_and_report_say_who_was_put_back_and_who_has_no_place() {
    for regulation in [
        Regulation::Conquest,
        Regulation::Cardgame,
        Regulation::Xwing,
    ] {
        let tournament = with_put_back(regulation);
        let state = tournament.state();
        let (_, removed) = put_back(state).unwrap();
        for document in [Document::Bracket, Document::Report] {
            let pdf = printed(document, state, &order());
            let words = flat(&text(&pdf));
            let said = words.matches("put back: winner disqualified").count();
            let wanted = if document == Document::Bracket { 1 } else { 2 };
            assert!(
                said >= wanted,
                "{regulation}, {document}: {said} of {wanted}: {words}"
            );
            let without = format!("{}: disqualified, no place", state.name(removed));
            assert!(
                words.contains(&without),
                "{regulation}, {document}: {without}: {words}"
            );
        }
    }
}

/// A hall of eight after two of three rounds; player 1 left after the second.
fn after_two() -> Hall {
    let mut hall = playing(Regulation::Xwing, &["Ann Aster", "Bo Brandt"], 6);
    hall.report_all();
    hall.next_round();
    hall.report_all();
    hall.desk(Command::Drop { player: id(1) });
    hall
}

fn of_round(round: u32) -> Order {
    Order {
        round: Some(RoundNo(round)),
        ..order()
    }
}

#[test]
fn standings_of_a_round_are_what_they_were_then() {
    let mut hall = after_two();
    let standings =
        |hall: &Hall, order: &Order| text(&printed(Document::Standings, hall.state(), order));
    assert!(standings(&hall, &of_round(1)).contains("After round 1"));
    hall.next_round();
    assert!(standings(&hall, &of_round(3)).contains("During round 3"));
    assert!(standings(&hall, &order()).contains("During round 3"));
    assert!(standings(&hall, &of_round(2)).contains("After round 2"));
    assert!(standings(&hall, &of_round(2)).contains("(dropped)"));
    let first = standings(&hall, &of_round(1));
    assert!(
        first.contains("Ann Aster") && !first.contains("(dropped)"),
        "{first}"
    );
}

#[test]
fn a_bracket_round_has_no_standings_and_an_earlier_one_no_final_places() {
    let tournament = with_put_back(Regulation::Xwing);
    let state = tournament.state();
    let bracket = state.elimination_rounds().next().unwrap().number;
    for document in [Document::Standings, Document::CrossTable] {
        let refused = print(document, state, &of_round(bracket.0)).unwrap_err();
        assert!(
            matches!(refused, PaperError::BracketRound { .. }),
            "{document}: {refused}"
        );
        assert!(refused.to_string().contains("round 2"), "{refused}");
        let missing = print(document, state, &of_round(99)).unwrap_err();
        let last = state.rounds.last().map(|round| round.number);
        let asked = RoundNo(99);
        assert_eq!(missing, PaperError::NoRound { asked, last }, "{document}");
    }
    let now = text(&printed(Document::Standings, state, &order()));
    assert!(now.contains("Final places"), "{now}");
    let then = text(&printed(Document::Standings, state, &of_round(1)));
    assert!(
        then.contains("After round 1") && !then.contains("Final places"),
        "{then}"
    );
}

#[test]
fn a_cross_table_ends_with_the_round_asked_for() {
    let hall = after_two();
    let all = text(&printed(Document::CrossTable, hall.state(), &order()));
    assert!(all.contains("Round 1") && all.contains("Round 2"), "{all}");
    let first = text(&printed(Document::CrossTable, hall.state(), &of_round(1)));
    assert!(
        first.contains("Round 1") && !first.contains("Round 2"),
        "{first}"
    );
}

#[test]
fn the_cross_table_marks_opponents_without_a_rank() {
    let mut hall = after_two();
    hall.desk(Command::Disqualify {
        player: id(2),
        reason: "forged dice".to_owned(),
    });
    let words = flat(&text(&printed(
        Document::CrossTable,
        hall.state(),
        &order(),
    )));
    assert!(
        words.contains(" dq ") && words.contains("dq disqualified"),
        "{words}"
    );
    assert!(!words.contains("no. #"), "{words}");
}

#[test]
fn drop_2_records_hold_the_losses_of_missed_rounds() {
    let mut hall = playing(Regulation::Xwing, &["Ann Aster"], 7);
    hall.report_all();
    hall.desk(Command::Drop { player: id(1) });
    hall.next_round();
    hall.report_all();
    hall.finish_round();
    hall.desk(Command::Rejoin { player: id(1) });
    let words = text(&printed(Document::Standings, hall.state(), &order()));
    let row = words
        .lines()
        .find(|line| line.contains("Ann Aster"))
        .unwrap();
    assert!(row.contains("1–1") || row.contains("0–2"), "{row}");
    assert!(words.contains("Missed rounds"), "{words}");
}

#[test]
fn final_places_come_first_and_together() {
    let tournament = with_put_back(Regulation::Xwing);
    let pdf = printed(Document::Standings, tournament.state(), &order());
    let page = pages(&pdf).remove(0);
    let words = page.text();
    let (places, table) = (
        words.find("Final places").unwrap(),
        words.find("Rank Player").unwrap(),
    );
    assert!(places < table, "{words}");
}

/// A field with late entries, played to its end.
fn with_late(regulation: Regulation, players: u32, cut: CutRule) -> Tournament {
    let late = |tournament: &Tournament| {
        let state = tournament.state();
        state.participants().count() > state.attendance as usize
    };
    let plan = |seed| Plan {
        name: Some(NAME.to_owned()),
        structure: StructureKind::Custom,
        custom: Some(CustomStructure { rounds: 4, cut }),
        incidents: Incidents::wild(),
        ..Plan::new(regulation, players, seed)
    };
    let mut played = (1..100).filter_map(|seed| simulate(&plan(seed)).ok());
    played.find(late).unwrap()
}

#[test]
fn the_report_begins_with_who_won_what() {
    let tournament = with_late(Regulation::Xwing, 16, CutRule::Top(4));
    let state = tournament.state();
    let pdf = printed(Document::Report, state, &order());
    let first = flat(&pages(&pdf)[0].text());
    let winner = muster_tournament::placings::winner(state).unwrap();
    assert!(
        first.contains(&format!("Winner {}", flat(&state.name(winner)))),
        "{first}"
    );
    let (all, start) = (state.participants().count(), state.attendance as usize);
    let late = all - start;
    let players = format!("Players {all}: {start} at the start, {late} later");
    assert!(first.contains(&players), "{players}: {first}");
    assert!(first.contains("Bracket Top 4"), "{first}");
    assert!(first.contains("Structure"), "{first}");
    assert!(!first.contains("Lines of the journal"), "{first}");
    assert!(first.contains("Final report"), "{first}");
    let hall = playing(Regulation::Xwing, &[], 8);
    let open = flat(&pages(&printed(Document::Report, hall.state(), &order()))[0].text());
    assert!(
        open.contains("Report so far") && !open.contains("Final report"),
        "{open}"
    );
}

#[track_caller]
fn check_certificates(tournament: &Tournament, expected: usize) {
    let pdf = printed(Document::Certificates, tournament.state(), &order());
    assert_eq!(pages(&pdf).len(), expected);
}

#[test]
fn certificates_are_for_the_first_three_at_least_and_never_for_the_last() {
    let played = |players, cut| {
        let plan = Plan {
            name: Some(NAME.to_owned()),
            structure: StructureKind::Custom,
            custom: Some(CustomStructure { rounds: 3, cut }),
            incidents: Incidents::none(),
            ..Plan::new(Regulation::Xwing, players, 7)
        };
        simulate(&plan).unwrap()
    };
    check_certificates(&played(30, CutRule::Top(2)), 3);
    check_certificates(&played(30, CutRule::Top(8)), 8);
    check_certificates(&played(30, CutRule::None), 8);
    check_certificates(&played(8, CutRule::None), 4);
    check_certificates(&played(5, CutRule::None), 3);
    let late = with_late(Regulation::Xwing, 16, CutRule::None);
    let words = flat(&text(&printed(
        Document::Certificates,
        late.state(),
        &order(),
    )));
    let of = format!("of {} players", late.state().participants().count());
    assert!(words.contains(&of), "{of}: {words}");
}

#[test]
fn certificates_print_no_numbers_of_players() {
    let mut hall = open(Regulation::Xwing, &["Ann Aster", "Ann Aster"], 2);
    hall.start_all();
    let hall = hall.rounds(3);
    let order = Order {
        players: vec![id(1), id(2)],
        ..order()
    };
    let words = flat(&text(&printed(
        Document::Certificates,
        hall.state(),
        &order,
    )));
    assert_eq!(words.matches("Ann Aster").count(), 2, "{words}");
    assert!(!words.contains('#'), "{words}");
}

#[test]
fn an_open_place_leaves_room_to_write_and_names_the_round() {
    let mut hall = open(Regulation::Xwing, &[], 8);
    let mut setup = hall.state().setup.clone();
    setup.custom = Some(CustomStructure {
        rounds: 0,
        cut: CutRule::None,
    });
    hall.desk(Command::Configure { setup });
    hall.start_all();
    hall.publish_next();
    let pdf = printed(Document::Bracket, hall.state(), &order());
    let page = pages(&pdf).remove(0);
    assert!(
        page.text().contains("Winner of quarter-final 1"),
        "{}",
        page.text()
    );
    for word in page.words.iter().filter(|word| word.text == "Winner") {
        assert!(word.height() < 12.0, "{word:?}");
    }
}

#[test]
fn names_with_letters_that_no_font_has_are_reported() {
    let names = [
        "ᏣᎳᎩ Ann",
        "김 민준",
        "Зоя Øst",
        "佐藤 健太郎",
        "Bo 👩\u{200d}🚀",
        "Cy ꦗꦮ",
    ];
    let hall = playing(Regulation::Xwing, &names, 1);
    let told: Vec<String> = unprintable(hall.state())
        .into_iter()
        .map(|it| it.name)
        .collect();
    assert_eq!(told, ["ᏣᎳᎩ Ann", "Cy ꦗꦮ"]);
}

#[test]
fn without_a_zone_times_are_utc_and_say_so() {
    let tournament = with_late(Regulation::Xwing, 16, CutRule::None);
    let mut state = tournament.state().clone();
    state.setup.zone = None;
    let order = order().in_zone_of(&state);
    let words = flat(&text(&printed(Document::Standings, &state, &order)));
    assert!(words.contains("2 May 2026, 09:00 UTC"), "{words}");
    state.setup.zone = Some("Europe/Vienna".to_owned());
    let order = order.in_zone_of(&state);
    let words = flat(&text(&printed(Document::Standings, &state, &order)));
    assert!(
        words.contains("2 May 2026, 11:00") && !words.contains("UTC"),
        "{words}"
    );
}

#[test]
fn japanese_names_are_not_turned_around() {
    let hall = playing(Regulation::Xwing, &["佐藤 健太郎", "Ann Aster"], 0);
    let words = flat(&text(&printed(Document::Pairings, hall.state(), &order())));
    assert!(
        words.contains("佐藤 健太郎") && !words.contains("健太郎, 佐藤"),
        "{words}"
    );
    assert!(words.contains("Aster, Ann"), "{words}");
}

#[test]
fn the_winner_of_a_bracket_game_has_a_mark() {
    let tournament = with_put_back(Regulation::Xwing);
    let words = text(&printed(Document::Bracket, tournament.state(), &order()));
    let played = tournament
        .state()
        .elimination_rounds()
        .flat_map(|round| &round.matches);
    let decided = played.filter(|m| m.winner().is_some()).count();
    assert!(words.matches('✔').count() >= decided, "{decided}: {words}");
}

#[test]
fn standings_show_the_cut_and_what_a_record_is() {
    let plan = Plan {
        name: Some(NAME.to_owned()),
        structure: StructureKind::Custom,
        custom: Some(CustomStructure {
            rounds: 3,
            cut: CutRule::Top(4),
        }),
        incidents: Incidents::none(),
        ..Plan::new(Regulation::Xwing, 12, 7)
    };
    let tournament = simulate(&plan).unwrap();
    let words = text(&printed(Document::Standings, tournament.state(), &order()));
    let lines: Vec<&str> = words
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let cut = lines
        .iter()
        .position(|line| line.starts_with("Cut: the 4 above play the semi-finals"));
    let cut = cut.unwrap_or_else(|| panic!("{words}"));
    assert!(
        lines[cut - 1].starts_with('4') && lines[cut + 1].starts_with('5'),
        "{words}"
    );
    assert!(words.contains("Record: wins–losses"), "{words}");
    // Only the line of the cut is 1.2 points thick; letters are higher.
    let pdf = printed(Document::Standings, tournament.state(), &order());
    let edge = Picture::of(&pdf, 600).runs_of_column(600 * 155 / 254);
    let thick = edge
        .iter()
        .filter(|run| (9..12).contains(&run.length))
        .count();
    assert_eq!(thick, 1, "{edge:?}");
    let then = text(&printed(
        Document::Standings,
        tournament.state(),
        &of_round(2),
    ));
    assert!(then.contains("Provisional cut: top 4"), "{then}");
}

#[test]
fn a_finished_tournament_without_a_cut_never_had_a_bracket() {
    let tournament = crate::fixtures::played(Regulation::Xwing, 6);
    assert!(tournament.state().knockout.is_none());
    let refused = print(Document::Bracket, tournament.state(), &order()).unwrap_err();
    assert_eq!(refused, PaperError::NoBracket);
}

#[test]
fn documents_are_tagged_for_screen_readers() {
    let pdf = printed(
        Document::Standings,
        crate::fixtures::played(Regulation::Xwing, 8).state(),
        &order(),
    );
    let info = crate::poppler::info(&pdf);
    assert!(
        info.lines()
            .any(|line| line.starts_with("Tagged:") && line.ends_with("yes")),
        "{info}"
    );
}
