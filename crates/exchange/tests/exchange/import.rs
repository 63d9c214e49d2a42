//! Foreign tournaments that become ours: the same standings as computed from the file, a bracket where there is one, and
//! a journal that verifies and says what was decided elsewhere.

use super::*;
use muster_exchange::{ImportedTournament, import, out};
use muster_regulations::Seat;
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::seeds::Master;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::Phase;
use muster_tournament::verify::{Verification, verify};
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, RoundNo, State, TableNo, Tournament,
};
use muster_tournament::{knockout, log, placings, redaction, why};
use muster_words::why::ExplanationInWords;
use serde_json::json;

fn notes(verification: &Verification) -> String {
    let notes = verification.notes.iter().map(muster_words::verify::note);
    notes.collect::<Vec<_>>().join(" ")
}

fn in_words(explanation: Result<why::Explanation, Refusal>) -> String {
    ExplanationInWords::from(explanation.unwrap()).to_string()
}

fn master() -> Master {
    Master::new(Hex32([7; 32]))
}

pub(crate) const SECRET: Hex32 = Hex32([9; 32]);

pub(crate) fn became(taken: ImportedTournament) -> Result<Tournament, muster_tournament::Refusal> {
    taken.tournament(
        muster_testing::person("Robin Vale"),
        &master(),
        "2026-05-30T09:00:00Z".parse().unwrap(),
    )
}

#[track_caller]
fn taken(foreign: &ForeignTournament, text: &str) -> Tournament {
    let taken = import(foreign, text.as_bytes(), SECRET).unwrap_or_else(|e| panic!("{e}"));
    became(taken).unwrap_or_else(|e| panic!("{e}"))
}

/// Whatever a file holds: either it is refused in words, or it ranks as the file recomputes and its journal holds.
pub(crate) fn holds_together(foreign: &ForeignTournament, bytes: &[u8]) {
    let Ok(taken) = import(foreign, bytes, SECRET) else {
        return;
    };
    let Ok(tournament) = became(taken) else {
        return;
    };
    assert_eq!(tournament.state().phase, Phase::Finished);
    assert_eq!(standings(tournament.state()), recompute(foreign).standings);
    let again = Tournament::load(&tournament.to_text()).unwrap();
    assert_eq!(standings(again.state()), standings(tournament.state()));
    goes_out(tournament.state());
    assert_eq!(
        placings::placings(tournament.state()).map(|placed| placed.len()),
        Some(foreign.players.len()).filter(|_| knockout_is_decided(&tournament))
    );
}

/// Whatever came in can be written in every way, and is read again.
fn goes_out(state: &State) {
    for what in out::What::ALL {
        let rows = out::json(state, what, out::Audience::Staff);
        let csv = out::csv(state, what, out::Audience::Staff);
        assert!(rows.is_array() && csv.lines().count() > 0);
    }
    let _ = out::ical::write(
        state,
        out::ical::Plan::default(),
        jiff::Timestamp::UNIX_EPOCH,
    );
    for format in Format::ALL {
        if let Ok(written) = out::write(state, format) {
            assert!(muster_exchange::read(format, written.text.as_bytes()).is_ok());
        }
    }
}

/// A bracket game that nobody told leaves the places open.
fn knockout_is_decided(tournament: &Tournament) -> bool {
    knockout::play(tournament.state()).is_none_or(|play| play.current_round().is_none())
}

#[test]
fn the_samples_become_tournaments_that_verify() {
    for format in Format::ALL {
        let foreign = read(format, sample(format));
        holds_together(&foreign, sample(format).as_bytes());
        let tournament = taken(&foreign, sample(format));
        let state = tournament.state();
        assert_eq!(state.setup.regulation, format.regulation());
        assert_eq!(state.players.len(), foreign.players.len());
        assert_eq!(state.rounds.len(), foreign.rounds().count());
        let verified = verify(&tournament.to_text());
        assert!(verified.is_sound(), "{format}: {:?}", verified.findings);
        assert_eq!(
            (verified.checked.draws, verified.checked.seeds_traced),
            (0, 0)
        );
        let said = notes(&verified);
        assert!(
            said.contains(format.title()) && said.contains("nothing was drawn here"),
            "{said}"
        );
        let lines = log::log(&tournament);
        let told = muster_words::log::text(&lines[1], muster_words::log::Voice::About);
        assert!(told.contains("imported a tournament from"), "{told}");
    }
}

#[test]
fn se_5_the_sample_bracket_has_its_champion_and_places() {
    let foreign = read(Format::ListFortress, LISTFORTRESS);
    let tournament = taken(&foreign, LISTFORTRESS);
    let state = tournament.state();
    let champion = knockout::champion(state).unwrap();
    assert_eq!(state.name(champion), "Ann");
    let placed = placings::placings(state).unwrap();
    let names: Vec<String> = placed
        .iter()
        .map(|placed| state.name(placed.player))
        .collect();
    assert_eq!(names, ["Ann", "Cyd", "Ben"]);
    assert_eq!(
        state.player(PlayerId(3)).unwrap().faction.as_deref(),
        Some("Rebel Alliance")
    );
    let setup = &state.setup;
    assert_eq!(
        (
            setup.name.as_str(),
            setup.date.unwrap().to_string().as_str()
        ),
        ("Invented Trial", "2019-03-02")
    );
}

#[test]
fn nothing_follows_but_forgetting() {
    let foreign = read(Format::ListFortress, LISTFORTRESS);
    let mut tournament = taken(&foreign, LISTFORTRESS);
    let request = |command| {
        Request::new(
            By::Staff(ORGANIZER),
            "2026-05-31T09:00:00Z".parse().unwrap(),
            command,
        )
    };
    for command in [
        Command::Draft,
        Command::Finish,
        Command::Drop {
            player: PlayerId(1),
        },
        Command::Register {
            players: Vec::new(),
        },
        Command::Configure {
            setup: tournament.state().setup.clone(),
        },
        tournament.lines()[1].core.entry.did.clone(),
    ] {
        let name = command.name();
        let mut request = request(command);
        if name == "import" {
            request.private = tournament.lines()[1].private.clone();
        }
        let refused = tournament.act(request, &master()).unwrap_err();
        assert_eq!(refused.code(), "not-now.recorded", "{name}: {refused:?}");
    }
    let refused = tournament
        .act(request(Command::Undo), &master())
        .unwrap_err();
    assert_eq!(refused.code(), "undo.imported");
    let before = standings(tournament.state());
    tournament
        .act(
            request(Command::Redact {
                player: PlayerId(2),
            }),
            &master(),
        )
        .unwrap();
    let mut lines = tournament.lines().to_vec();
    for bare in redaction::without(&lines, PlayerId(2)) {
        let at = bare.core.position as usize - 1;
        lines[at] = bare;
    }
    let forgotten = Tournament::from_lines(lines).unwrap();
    assert!(!forgotten.to_text().contains("Ben"));
    assert_eq!(forgotten.state().name(PlayerId(2)), "Player #2");
    assert_eq!(standings(forgotten.state()), before);
    let verified = verify(&forgotten.to_text());
    assert!(verified.is_sound(), "{:?}", verified.findings);
    assert_eq!(verified.checked.redacted, 1);
}

#[test]
fn xw_salvo_an_open_match_stays_open_until_somebody_tells_it() {
    let changes = [
        ("/rounds/0/matches/0/player1points", json!(100)),
        ("/rounds/0/matches/0/player2points", json!(100)),
        ("/players/0/score", Value::Null),
        ("/players/1/score", Value::Null),
    ];
    let text = changed(Format::Cryodex, &changes);
    let mut foreign = read(Format::Cryodex, &text);
    let open: Vec<String> = foreign.open().map(|m| m.path.clone()).collect();
    assert_eq!(open, ["rounds[0].matches[0]"]);
    let tournament = taken(&foreign, &text);
    let m = &tournament.state().rounds[0].matches[0];
    assert_eq!(m.winner(), None);
    let said = in_words(why::outcome(tournament.state(), RoundNo(1), TableNo(1)));
    assert!(said.contains("counts for neither player"), "{said}");
    let said = notes(&verify(&tournament.to_text()));
    assert!(said.contains("doesn't say how 1 match ended"), "{said}");

    assert!(foreign.tell_winner("rounds[9]", Seat::A).is_err());
    foreign
        .tell_winner("rounds[0].matches[0]", Seat::B)
        .unwrap();
    assert_eq!(foreign.open().count(), 0);
    let tournament = taken(&foreign, &text);
    let m = &tournament.state().rounds[0].matches[0];
    assert_eq!(m.winner(), Some(m.b));
    assert_eq!(standings(tournament.state()), recompute(&foreign).standings);
    let said = in_words(why::outcome(tournament.state(), RoundNo(1), TableNo(1)));
    assert!(
        said.contains("the person who imported the tournament entered it"),
        "{said}"
    );
    // What the file tells cannot be told otherwise.
    let mut whole = read(Format::Cryodex, CRYODEX);
    let refused = whole
        .tell_winner("rounds[0].matches[0]", Seat::B)
        .unwrap_err();
    assert_eq!(refused.code(), "file.match-decided");
}

#[test]
fn why_says_who_decided() {
    let foreign = read(Format::Nrtm, NRTM);
    let tournament = taken(&foreign, NRTM);
    let state = tournament.state();
    for said in [
        in_words(why::pairing(&tournament, RoundNo(1), TableNo(1))),
        in_words(why::bye(&tournament, RoundNo(1), PlayerId(3))),
        in_words(why::outcome(state, RoundNo(1), TableNo(1))),
    ] {
        assert!(said.contains("NRTM"), "{said}");
    }
    let said = in_words(why::rank(state, PlayerId(3)));
    assert!(said.contains("6 points"), "{said}");
}

/// An X-Wing event whose bracket is given as rounds of pairs, the winner first.
fn with_bracket(players: u32, rounds: &[&[[u32; 2]]]) -> String {
    let participants: Vec<Value> = (1..=players)
        .map(|id| json!({"id": id, "name": format!("P{id}"), "swiss_rank": id, "score": 1}))
        .collect();
    let swiss: Vec<Value> = (1..=players)
        .map(|id| json!({"player1_id": id, "player2_id": null, "result": "bye", "winner_id": null}))
        .collect();
    let mut all = vec![json!({"roundtype_id": 1, "round_number": 1, "matches": swiss})];
    for round in rounds {
        let matches: Vec<Value> = round
            .iter()
            .map(|[winner, loser]| match loser {
                0 => json!({"player1_id": winner, "player2_id": null, "result": "bye"}),
                _ => json!({"player1_id": loser, "player1_points": 20, "player2_id": winner,
                    "player2_points": 200, "result": "win", "winner_id": winner}),
            })
            .collect();
        all.push(json!({"roundtype_id": 2, "round_number": 2 * round.len(), "matches": matches}));
    }
    json!({"name": "Cup", "participants": participants, "rounds": all}).to_string()
}

#[track_caller]
fn check_bracket(rounds: &[&[[u32; 2]]], drawn: bool, champion: u32, note: &str) {
    let text = with_bracket(10, rounds);
    let foreign = read(Format::ListFortress, &text);
    let taken = import(&foreign, text.as_bytes(), SECRET).unwrap();
    let notes: Vec<String> = taken.notes.iter().map(ToString::to_string).collect();
    assert!(notes.iter().any(|told| told.contains(note)), "{notes:?}");
    let tournament = became(taken).unwrap();
    let state = tournament.state();
    assert_eq!(state.knockout.is_some(), drawn);
    let placed = placings::placings(state).unwrap();
    assert_eq!(placed[0].player, PlayerId(champion));
    assert_eq!(placed.len(), 10);
    assert!(verify(&tournament.to_text()).is_sound());
}

#[test]
fn se_2_brackets_are_drawn_as_they_were_seeded_or_as_they_were_played() {
    // As seeded: 1–8, 2–7, 3–6, 4–5.
    check_bracket(
        &[
            &[[1, 8], [2, 7], [3, 6], [4, 5]],
            &[[1, 4], [3, 2]],
            &[[3, 1]],
        ],
        true,
        3,
        "tier",
    );
    // Drawn otherwise.
    check_bracket(
        &[
            &[[1, 2], [3, 4], [5, 6], [7, 8]],
            &[[1, 3], [7, 5]],
            &[[7, 1]],
        ],
        true,
        7,
        "are not seeds",
    );
    // Somebody left after the quarter-finals (SE-4).
    check_bracket(
        &[
            &[[1, 8], [2, 7], [3, 6], [4, 5]],
            &[[1, 0], [3, 2]],
            &[[3, 1]],
        ],
        true,
        3,
        "tier",
    );
    // A game for the third place is no part of the drawing.
    check_bracket(&[&[[1, 4], [2, 3]], &[[1, 2], [4, 3]]], true, 1, "");
    // A cut of six, its byes written and left out (CUT-3).
    let six: &[[u32; 2]] = &[[1, 4], [2, 3]];
    check_bracket(
        &[&[[1, 0], [2, 0], [3, 6], [4, 5]], six, &[[1, 2]]],
        true,
        1,
        "",
    );
    check_bracket(&[&[[3, 6], [4, 5]], six, &[[1, 2]]], true, 1, "");
    // A cut of five drawn otherwise than ranked: the byes are those of 3, 4 and 5.
    check_bracket(
        &[
            &[[3, 0], [4, 0], [5, 0], [1, 2]],
            &[[3, 1], [4, 5]],
            &[[4, 3]],
        ],
        true,
        4,
        "are not seeds",
    );
    // Somebody who came through the quarter-finals is missing, and no bye says so (SE-4).
    check_bracket(
        &[&[[1, 8], [2, 7], [3, 6], [4, 5]], &[[3, 2]], &[[3, 1]]],
        true,
        3,
        "P4 is missing from a round of the bracket",
    );
    // Rounds that make no drawing at all.
    check_bracket(
        &[&[[1, 2], [3, 4], [5, 6]], &[[1, 5]]],
        false,
        1,
        "don't form a bracket",
    );
}

#[test]
fn a_file_without_rounds_is_refused() {
    let text = changed(Format::ListFortress, &[("/rounds", json!([]))]);
    let foreign = read(Format::ListFortress, &text);
    let refused = import(&foreign, text.as_bytes(), SECRET).unwrap_err();
    assert_eq!(refused.code(), "file.no-rounds");
}

#[test]
fn names_that_cannot_be_shown_are_repaired_and_reported() {
    let long = "x".repeat(300);
    let changes = [
        ("/participants/0/name", json!(long)),
        ("/participants/1/name", json!("  Be\u{7}n \n  Bo ")),
        ("/participants/2/name", json!("\u{1}\u{200b}")),
    ];
    let text = changed(Format::ListFortress, &changes);
    let foreign = read(Format::ListFortress, &text);
    let taken = import(&foreign, text.as_bytes(), SECRET).unwrap();
    let names: Vec<&str> = taken
        .people
        .iter()
        .map(|person| person.name.as_str())
        .collect();
    assert_eq!(names[0].chars().count(), 200);
    assert_eq!(names[1..], ["Ben Bo", "Player 3"]);
    assert!(
        taken
            .notes
            .iter()
            .filter(|note| note.text().contains("can't be shown"))
            .count()
            >= 2
    );
    assert!(became(taken).is_ok());
}

/// The rows of standings without the random tiebreak, which other programs do not know.
pub(crate) fn comparable(rows: &[Row]) -> Vec<String> {
    let row = |row: &Row| {
        let values = row
            .values
            .iter()
            .filter(|v| v.tiebreaker != muster_regulations::Tiebreaker::Random);
        let values: Vec<String> = values.map(|value| value.exact.to_string()).collect();
        format!(
            "{:?} {} {} {}",
            row.rank,
            row.player,
            row.points,
            values.join(" ")
        )
    };
    rows.iter().map(row).collect()
}

#[track_caller]
fn check_refused(code: &str, change: impl FnOnce(&mut ImportedTournament)) {
    let foreign = read(Format::ListFortress, LISTFORTRESS);
    let mut taken = import(&foreign, LISTFORTRESS.as_bytes(), SECRET).unwrap();
    change(&mut taken);
    let refused = became(taken).unwrap_err();
    assert_eq!(refused.code(), code, "{refused:?}");
}

#[test]
fn xw_mov_a_record_that_does_not_hold_together_is_refused() {
    use muster_regulations::{Margin, StructureKind};
    check_refused("record.other-outcome", |taken| {
        let m = &mut taken.recorded.swiss[0].matches[0];
        let mut outcome = m.outcome.unwrap();
        outcome.a.margin = Margin::Points(399);
        m.outcome = Some(outcome);
    });
    check_refused("record.points", |taken| {
        let m = &mut taken.recorded.swiss[0].matches[0];
        m.report = None;
        let mut outcome = m.outcome.unwrap();
        outcome.b.points = 250;
        m.outcome = Some(outcome);
    });
    check_refused("record.no-outcome", |taken| {
        taken.recorded.swiss[0].matches[0].outcome = None;
    });
    check_refused("record.no-such-player", |taken| {
        taken.recorded.swiss[0].matches[0].a = PlayerId(9);
    });
    check_refused("record.with-themselves", |taken| {
        let m = &mut taken.recorded.swiss[0].matches[0];
        m.a = m.b;
    });
    check_refused("record.table-number", |taken| {
        let twin = taken.recorded.swiss[0].matches[0].clone();
        taken.recorded.swiss[0].matches.push(twin);
    });
    check_refused("no-such-player", |taken| {
        taken.recorded.seeds = vec![PlayerId(7), PlayerId(1)]
    });
    check_refused("record.bracket", |taken| {
        taken.recorded.seeds = vec![PlayerId(1), PlayerId(2), PlayerId(3)];
        let mut third = taken.recorded.elimination[0].clone();
        third.matches[0].b = PlayerId(2);
        taken.recorded.elimination.push(third);
    });
    check_refused("record.rounds", |taken| {
        taken.setup.structure = StructureKind::Basic;
        taken.setup.custom = None;
    });
    check_refused("unsealed", |taken| {
        taken.people.pop();
    });
    check_refused("text.empty", |taken| taken.recorded.program.clear());
}

#[test]
fn an_altered_record_is_found() {
    let foreign = read(Format::ListFortress, LISTFORTRESS);
    let text = taken(&foreign, LISTFORTRESS).to_text();
    for (from, to) in [("\"points\":376", "\"points\":377"), ("\"Ann\"", "\"Eve\"")] {
        assert!(text.contains(from), "{text}");
        let verified = verify(&text.replacen(from, to, 1));
        assert!(!verified.is_sound(), "{from}");
    }
}

#[test]
fn what_is_left_out_of_a_file_is_reported() {
    let changes = [
        ("/date", json!("31.12.2019")),
        (
            "/participants/2/list_json",
            json!("{\"faction\":\"rebelalliance\",\"pilots\":[{"),
        ),
        ("/participants/0/name", json!("x".repeat(300))),
    ];
    let text = changed(Format::ListFortress, &changes);
    let foreign = read(Format::ListFortress, &text);
    let taken = import(&foreign, text.as_bytes(), SECRET).unwrap();
    let notes = told(&taken.notes);
    for part in [
        "date: “31.12.2019” isn't a date like 2019-12-31",
        "The list of Cyd can't be read and was skipped.",
        "was shortened to 200 characters",
    ] {
        assert!(
            notes.iter().any(|note| note.contains(part)),
            "{part}: {notes:?}"
        );
    }
}

#[test]
fn lists_of_a_file_come_in_and_go_out_again() {
    let squad = json!({"faction": "rebelalliance", "points": 101, "version": "2.0.0", "pilots": [
        {"id": "pilotone", "ship": "t65xwing", "points": 56, "upgrades": {"talent": ["someupgrade", "other-upgrade"]}},
        {"id": "pilottwo", "ship": "t65xwing", "points": 45, "upgrades": {}},
    ], "obstacles": ["coreasteroid0", "coreasteroid1", "yt2400debris2"]});
    let changes = [("/participants/2/list_json", json!(squad.to_string()))];
    let text = changed(Format::ListFortress, &changes);
    let foreign = read(Format::ListFortress, &text);
    let tournament = taken(&foreign, &text);
    assert!(verify(&tournament.to_text()).is_sound());
    let cyd = PlayerId(3);
    let list = tournament.state().list(cyd).unwrap().clone();
    assert_eq!(list.points(), Some(101));
    assert_eq!(list.faction().as_deref(), Some("Rebel Alliance"));
    let written = out::write(tournament.state(), Format::ListFortress).unwrap();
    let file: Value = serde_json::from_str(&written.text).unwrap();
    let again = file["participants"][2]["list_json"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(again).unwrap(), squad);
    assert_eq!(written.lost, []);
    // Nothing else can follow, and no second list for the same player.
    let mut tournament = tournament;
    let second = muster_tournament::attachment::Attachment::list(list, SECRET);
    let command = muster_tournament::lists::hand_in(cyd, &second, Some("changed".to_owned()), None);
    let by = By::Staff(ORGANIZER);
    let request = Request::new(by, "2026-05-30T09:00:00Z".parse().unwrap(), command).with(second);
    assert!(tournament.act(request, &master()).is_err());
}

#[test]
fn se_5_a_game_for_the_third_place_is_kept_and_gives_no_place() {
    let mut file: Value =
        serde_json::from_str(&with_bracket(8, &[&[[1, 4], [2, 3]], &[[1, 2]]])).unwrap();
    // Some files number it between the semi-finals and the final.
    let third = json!({"roundtype_id": 2, "round_number": 3, "matches": [{"player1_id": 3, "player1_points": 90,
        "player2_id": 4, "player2_points": 20, "result": "win", "winner_id": 3}]});
    file["rounds"].as_array_mut().unwrap().push(third);
    let text = file.to_string();
    let foreign = read(Format::ListFortress, &text);
    let taken = import(&foreign, text.as_bytes(), SECRET).unwrap();
    let notes = told(&taken.notes).join(" ");
    assert!(notes.contains("such as one for third place"), "{notes}");
    let tournament = became(taken).unwrap();
    let placed = placings::placings(tournament.state()).unwrap();
    let places: Vec<[u32; 2]> = placed
        .iter()
        .map(|placed| [placed.places.first, placed.places.last])
        .collect();
    assert_eq!(places[..5], [[1, 1], [2, 2], [3, 4], [3, 4], [5, 5]]);
}
