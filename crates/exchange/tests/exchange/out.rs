//! Our tournaments as files: what other programs read, the same tournament again when it is read back, tables and the
//! schedule.

use super::import::{SECRET, became, comparable};
use super::*;
use muster_exchange::out::{self, Audience, What, ical};
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_regulations::Regulation;
use muster_tournament::standings::standings;
use muster_tournament::state::State;
use muster_tournament::{Tournament, knockout, placings};
use muster_words::files::{CannotWrite, Loss};
use serde_json::json;

pub(crate) fn played(
    regulation: Regulation,
    players: u32,
    seed: u64,
    incidents: Incidents,
) -> Tournament {
    let mut plan = Plan::new(regulation, players, seed);
    plan.incidents = incidents;
    plan.structure = regulation.book().tables[0].kind;
    plan.custom = None;
    simulate(&plan).unwrap()
}

/// Exports, reads and takes in again.
#[track_caller]
pub(crate) fn again(state: &State, format: Format) -> (Vec<Loss>, Tournament) {
    let written = out::write(state, format).unwrap();
    let foreign = read(format, &written.text);
    let taken = muster_exchange::import(&foreign, written.text.as_bytes(), SECRET).unwrap();
    (
        written.lost,
        became(taken).unwrap_or_else(|e| panic!("{e}")),
    )
}

/// Returns losses without those of formats that have no lists, or no namesakes.
pub(crate) fn beyond_lists(lost: Vec<Loss>) -> Vec<Loss> {
    let of_format = |loss: &Loss| {
        matches!(
            loss,
            Loss::Factions { .. } | Loss::ListPoints { .. } | Loss::Names { .. }
        )
    };
    lost.into_iter().filter(|loss| !of_format(loss)).collect()
}

pub(crate) fn results(state: &State) -> Vec<String> {
    let rounds = state.rounds.iter().map(|round| {
        let matches = round
            .matches
            .iter()
            .map(|m| format!("{}–{} {:?}", m.a, m.b, m.winner()));
        let matches: Vec<String> = matches.collect();
        format!(
            "{:?} {} byes {:?}",
            round.stage,
            matches.join("; "),
            round.byes
        )
    });
    rounds.collect()
}

#[test]
fn export_then_import_gives_the_same_tournament() {
    for seed in 0..12 {
        for (format, regulation, players) in [
            (Format::ListFortress, Regulation::Xwing, 21),
            (Format::Nrtm, Regulation::Cardgame, 12),
            (Format::ListFortress, Regulation::Xwing, 7),
        ] {
            let tournament = played(regulation, players, seed, Incidents::none());
            let state = tournament.state();
            let (notes, copy) = again(state, format);
            assert_eq!(beyond_lists(notes), [], "{format} {seed}");
            let copy = copy.state();
            assert_eq!(results(copy), results(state), "{format} {seed}");
            assert_eq!(
                comparable(&standings(copy).rows),
                comparable(&standings(state).rows)
            );
            assert_eq!(knockout::champion(copy), knockout::champion(state));
            let placed = |state| placings::placings(state).unwrap();
            assert_eq!(placed(copy), placed(state));
            let names = |state: &State| -> Vec<String> {
                state
                    .players
                    .iter()
                    .map(|player| state.name(player.id))
                    .collect()
            };
            assert_eq!(names(copy), names(state));
        }
    }
}

#[test]
fn an_imported_tournament_can_be_exported_and_imported_again() {
    for format in Format::ALL {
        let foreign = read(format, sample(format));
        let taken = muster_exchange::import(&foreign, sample(format).as_bytes(), SECRET).unwrap();
        let first = became(taken).unwrap();
        let (notes, second) = again(first.state(), format);
        assert_eq!(notes, [], "{format}");
        assert_eq!(results(second.state()), results(first.state()), "{format}");
        assert_eq!(
            standings(second.state()),
            standings(first.state()),
            "{format}"
        );
        assert_eq!(second.state().setup, first.state().setup, "{format}");
    }
}

#[test]
fn xw_salvo_cryodex_loses_equal_points_and_says_so() {
    // One win each from two level matches: the scores leave two answers.
    let level = |round: u32, winner: u32| {
        json!({"roundtype_id": 1, "round_number": round, "matches": [{"player1_id": 1, "player1_points": 90,
            "player2_id": 2, "player2_points": 90, "result": "win", "winner_id": winner}]})
    };
    let twice = json!({"participants": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}],
        "rounds": [level(1, 1), level(2, 2)]})
    .to_string();
    let foreign = read(Format::ListFortress, &twice);
    let taken = muster_exchange::import(&foreign, twice.as_bytes(), SECRET).unwrap();
    let (notes, _) = again(became(taken).unwrap().state(), Format::Cryodex);
    let first = notes[0].to_string();
    assert!(
        first.starts_with("Cryodex can't record these results: round 1, table 1; round 2"),
        "{first}"
    );
    let mut whole = 0;
    for seed in 0..20 {
        let tournament = played(Regulation::Xwing, 20, seed, Incidents::none());
        let state = tournament.state();
        let (notes, copy) = again(state, Format::Cryodex);
        let notes = beyond_lists(notes);
        let same = comparable(&standings(copy.state()).rows) == comparable(&standings(state).rows);
        if notes.is_empty() {
            assert!(same && results(copy.state()) == results(state), "{seed}");
            whole += 1;
        } else {
            assert!(
                notes
                    .iter()
                    .any(|loss| matches!(loss, Loss::Results { .. })),
                "{notes:?}"
            );
        }
    }
    assert!(whole > 0, "{whole}");
}

#[test]
fn whatever_happens_in_a_tournament_is_exported_or_reported_as_lost() {
    for seed in 0..30 {
        for (format, regulation) in [
            (Format::ListFortress, Regulation::Xwing),
            (Format::Cryodex, Regulation::Xwing),
            (Format::Nrtm, Regulation::Cardgame),
        ] {
            let tournament = played(regulation, 14, seed, Incidents::wild());
            let state = tournament.state();
            let written = match out::write(state, format) {
                Ok(written) => written,
                Err(CannotWrite::NoRound { .. }) => continue,
                Err(other) => panic!("{other}"),
            };
            let foreign = read(format, &written.text);
            import::holds_together(&foreign, written.text.as_bytes());
            let rows = comparable(&recompute(&foreign).standings.rows);
            let ours = standings(state).rows;
            let same = rows.len() == ours.len()
                && rows
                    .iter()
                    .zip(&ours)
                    .all(|(theirs, ours)| theirs.contains(&format!(" {} ", ours.points)));
            assert!(same || !written.lost.is_empty(), "{format} {seed}");
        }
    }
}

#[test]
fn a_format_of_another_game_is_refused_in_words() {
    for regulation in Regulation::ALL {
        let tournament = played(regulation, 16, 3, Incidents::none());
        for format in Format::ALL {
            let written = out::write(tournament.state(), format);
            match written {
                Ok(_) => assert_eq!(format.regulation(), regulation),
                Err(error) => {
                    let said = error.to_string();
                    assert!(
                        said.contains(format.title()) && said.contains(regulation.book().title),
                        "{said}"
                    );
                }
            }
        }
    }
}

#[test]
fn tables_have_a_row_for_everything_and_hide_what_is_not_public() {
    let tournament = played(Regulation::Legion, 9, 5, Incidents::none());
    let state = tournament.state();
    for what in What::ALL {
        let csv = out::csv(state, what, Audience::Everybody);
        let json = out::json(state, what, Audience::Everybody);
        let (rows, views) = match what {
            What::Players | What::Standings => (state.players.len(), state.players.len()),
            What::Rounds => {
                let seats = |r: &muster_tournament::state::Round| r.matches.len() + r.byes.len();
                (state.rounds.iter().map(seats).sum(), state.rounds.len())
            }
        };
        assert_eq!(csv.lines().count(), rows + 1, "{what}");
        assert_eq!(json.as_array().unwrap().len(), views, "{what}");
        assert!(csv.starts_with('\u{feff}') && csv.ends_with("\r\n"));
        assert!(!csv.contains("email") && !csv.contains("club"), "{csv}");
    }
    let for_staff = out::csv(state, What::Players, Audience::Staff);
    assert!(
        for_staff
            .lines()
            .next()
            .unwrap()
            .ends_with("status,points,club,email")
    );
}

#[test]
fn players_with_formulas_for_names_come_back_as_they_were() {
    let csv = "\u{feff}name,club\r\n'=1+1 Ann,'+x\r\n\"'@Bo\",'-y\r\n'quoted,O'Neil\r\n";
    let preview = muster_exchange::players::read(csv.as_bytes()).unwrap();
    let read: Vec<String> = preview
        .players()
        .map(|player| {
            format!(
                "{}|{}",
                player.name,
                player.club.clone().unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(read, ["=1+1 Ann|+x", "@Bo|-y", "'quoted|O'Neil"]);
}

#[test]
fn gc_clock_the_calendar_is_folded_escaped_and_tells_no_secret() {
    let mut plan = Plan::new(Regulation::Conquest, 16, 4);
    plan.incidents = Incidents::none();
    let tournament = simulate(&plan).unwrap();
    let mut state = tournament.state().clone();
    state.setup.name =
        "Cup, with; signs \\ and a very long näme that has to be földed somewhere in its middle"
            .to_owned();
    state.setup.date = Some("2026-05-30".parse().unwrap());
    let stamp = "2026-05-30T18:00:00Z".parse().unwrap();
    let calendar = ical::write(&state, ical::Plan::default(), stamp).unwrap();
    assert!(calendar.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"));
    assert!(calendar.ends_with("END:VCALENDAR\r\n"));
    assert!(
        calendar
            .split("\r\n")
            .all(|line| line.len() <= 75 && !line.contains('\n'))
    );
    let unfolded = calendar.replace("\r\n ", "");
    assert!(
        unfolded.contains("SUMMARY:Cup\\, with\\; signs \\\\ and"),
        "{unfolded}"
    );
    assert!(unfolded.contains("DTSTART;VALUE=DATE:20260530\r\nDTEND;VALUE=DATE:20260531"));
    let nominal = Regulation::Conquest.book().clock.swiss;
    for round in &state.rounds {
        if round.clock.is_some() {
            assert!(
                unfolded.contains(&format!("-round-{}@", round.number)),
                "{unfolded}"
            );
        }
    }
    for line in unfolded.lines().filter(|line| line.starts_with("DURATION")) {
        assert!(
            line.starts_with("DURATION:PT") && !line.contains("PT0M"),
            "{line} {nominal}"
        );
    }
    assert_eq!(
        Ok(calendar),
        ical::write(&state, ical::Plan::default(), stamp)
    );
}

#[test]
fn xw_clock_rounds_to_come_are_planned_in_the_time_of_the_hall() {
    muster_regulations::proves!("XW-CLOCK");
    let plan = Plan::new(Regulation::Xwing, 20, 4);
    let mut state = simulate(&plan).unwrap().state().clone();
    state.rounds.clear();
    state.knockout = None;
    state.phase = muster_tournament::state::Phase::Swiss;
    state.setup.date = Some("2026-05-30".parse().unwrap());
    state.setup.zone = Some("Europe/Vienna".to_owned());
    let start = Some(jiff::civil::time(10, 0, 0, 0));
    let stamp = "2026-05-30T06:00:00Z".parse().unwrap();
    let calendar = ical::write(&state, ical::Plan { start, pause: 15 }, stamp).unwrap();
    // Ten o'clock of the hall is eight in UTC; 75 minutes and a quarter of an hour later comes the next round.
    assert!(
        calendar.contains("DTSTART:20260530T080000Z\r\nDURATION:PT75M"),
        "{calendar}"
    );
    assert!(calendar.contains("DTSTART:20260530T093000Z"), "{calendar}");
    let only_day = ical::write(&state, ical::Plan::default(), stamp).unwrap();
    assert_eq!(only_day.matches("BEGIN:VEVENT").count(), 1);
}

#[test]
fn a_calendar_of_nothing_is_refused() {
    // RFC 5545, 3.6: a calendar has at least one component.
    let mut state = played(Regulation::Xwing, 8, 1, Incidents::none())
        .state()
        .clone();
    let stamp = jiff::Timestamp::UNIX_EPOCH;
    state.setup.date = Some("2026-05-30".parse().unwrap());
    assert!(ical::is_known(&state));
    state.setup.date = None;
    for round in &mut state.rounds {
        round.clock = None;
    }
    let plan = ical::Plan {
        start: Some(jiff::civil::time(10, 0, 0, 0)),
        pause: 15,
    };
    let refused = ical::write(&state, plan, stamp);
    assert_eq!(refused, Err(CannotWrite::NoDate));
}

#[test]
fn se_5_tables_give_the_places_that_are_shared() {
    let tournament = played(Regulation::Xwing, 20, 3, Incidents::none());
    let all = out::everything(tournament.state(), Audience::Everybody);
    let places = all["bracket"]["places"].as_array().unwrap().iter();
    let places: Vec<[u64; 2]> = places
        .map(|row| [&row["first"], &row["last"]].map(|place| place.as_u64().unwrap()))
        .collect();
    let expected = [[1, 1], [2, 2], [3, 4], [3, 4], [5, 5]];
    assert_eq!(places[..5], expected);
    let csv = out::csv(tournament.state(), What::Standings, Audience::Everybody);
    let cells = csv.lines().skip(1).map(|line| {
        let mut cells = line.split(',').skip(1).map(|cell| cell.parse().unwrap());
        [cells.next().unwrap(), cells.next().unwrap()]
    });
    let mut cells: Vec<[u64; 2]> = cells.collect();
    cells.sort_unstable();
    assert_eq!(cells[..5], expected);
}

#[test]
fn tb_sos_is_a_number_in_cryodex_as_the_sample_has_it() {
    let foreign = read(Format::Cryodex, CRYODEX);
    let taken = muster_exchange::import(&foreign, CRYODEX.as_bytes(), SECRET).unwrap();
    let written = out::write(became(taken).unwrap().state(), Format::Cryodex).unwrap();
    let file: Value = serde_json::from_str(&written.text).unwrap();
    let sample: Value = serde_json::from_str(CRYODEX).unwrap();
    for index in 0..3 {
        assert_eq!(
            file["players"][index]["sos"],
            sample["players"][index]["sos"]
        );
    }
    let tournament = played(Regulation::Xwing, 20, 3, Incidents::none());
    let written = out::write(tournament.state(), Format::Cryodex).unwrap();
    let file: Value = serde_json::from_str(&written.text).unwrap();
    let players = file["players"].as_array().unwrap();
    assert!(players.iter().all(|player| player["sos"].is_number()));
}
