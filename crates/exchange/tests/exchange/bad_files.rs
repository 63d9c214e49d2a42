//! Files that are cut off, of another kind, or not meant to be read: a clear sentence with its place, never a panic.

use super::*;
use proptest::prelude::*;

#[test]
fn a_cut_off_file_says_where_it_ends() {
    for format in Format::ALL {
        let text = sample(format);
        check_refused(
            format,
            &text[..text.len() - 3],
            &["Line ", "column ", "the file is cut off"],
        );
    }
    check_refused(
        Format::Cryodex,
        "{\n \"name\": \"Invented\n",
        &["Line 3", "This isn't JSON"],
    );
    check_refused(Format::Nrtm, "", &["is empty"]);
    check_refused(Format::Nrtm, " \n", &["is empty"]);
}

#[test]
fn a_file_of_another_format_says_which_it_looks_like() {
    use Format::{Cryodex, ListFortress, Nrtm};
    check_refused(
        ListFortress,
        CRYODEX,
        &[
            "participants: This isn't a ListFortress file",
            "looks like a Cryodex file",
        ],
    );
    check_refused(ListFortress, NRTM, &["participants", "Import it as NRTM"]);
    check_refused(
        Cryodex,
        LISTFORTRESS,
        &["players", "Import it as ListFortress"],
    );
    check_refused(
        Nrtm,
        LISTFORTRESS,
        &["players", "Import it as ListFortress"],
    );
    check_refused(
        Nrtm,
        "{\"players\": []}",
        &["rounds: A NRTM file has a list here, and it is missing"],
    );
    check_refused(
        Nrtm,
        "{\"players\": {}, \"rounds\": []}",
        &["players: A NRTM file has a list here, not {}"],
    );
    check_refused(
        Nrtm,
        "[1, 2]",
        &["A NRTM file is one JSON object, not [1,2]"],
    );
    check_refused(Nrtm, "\"players\"", &["not \"players\""]);
}

#[test]
fn what_has_the_shape_of_another_format_inside_is_reported_by_path() {
    let foreign = read(Format::Cryodex, NRTM);
    check_notes(
        &foreign.notes[..3],
        &[
            ("players[0].rank", "should be an object, not 1"),
            ("players[1].rank", ""),
            ("players[2].rank", ""),
        ],
    );
    let foreign = read(Format::Nrtm, CRYODEX);
    assert!(
        told(&foreign.notes)
            .iter()
            .any(|note| note.starts_with("rounds[0]: This should be a list"))
    );
}

#[test]
fn windows_1252_is_read_and_told() {
    for format in Format::ALL {
        let text = sample(format).replace("Ann", "Zoë");
        let bytes: Vec<u8> = text
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
        let foreign = muster_exchange::read(format, &bytes).unwrap();
        assert_eq!(foreign.players[0].name, "Zoë");
        check_notes(&foreign.notes, &[("", "read as Windows-1252")]);
    }
    let with_mark = format!("\u{feff}{LISTFORTRESS}");
    assert_eq!(told(&read(Format::ListFortress, &with_mark).notes), [""; 0]);
}

#[test]
fn deep_nesting_and_huge_numbers_are_refused_not_suffered() {
    let deep = format!("{{\"players\": {}", "[".repeat(1_000_000));
    check_refused(
        Format::Nrtm,
        &deep,
        &["Line 1, column ", "nested too deeply"],
    );
    let deep = format!(
        "{{\"players\": [], \"rounds\": [], \"x\": {}{}}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    check_refused(Format::Nrtm, &deep, &["nested too deeply"]);
    check_refused(
        Format::Nrtm,
        "{\"players\": [1e999]}",
        &["number here is too large"],
    );
    let many = vec!["{}"; 10_001].join(",");
    let many = format!("{{\"players\": [{many}], \"rounds\": []}}");
    check_refused(Format::Nrtm, &many, &["10001 players", "at most 10000"]);
}

#[test]
fn a_file_full_of_faults_has_a_bounded_list_of_notes() {
    let rounds = vec!["0"; 200_000].join(",");
    let foreign = read(
        Format::Nrtm,
        &format!("{{\"players\": [], \"rounds\": [{rounds}]}}"),
    );
    assert_eq!(foreign.notes.len(), 1_001);
    assert!(
        foreign
            .notes
            .last()
            .unwrap()
            .text()
            .contains("199000 more notes")
    );
}

#[test]
fn many_open_matches_do_not_take_long() {
    // Everybody is level with everybody: the worst case of searching for winners.
    let names: Vec<String> = (0..300)
        .map(|i| format!("{{\"name\":\"P{i}\",\"score\":1}}"))
        .collect();
    let mut matches = Vec::new();
    for a in 0..300 {
        for b in 0..a {
            matches.push(format!("{{\"player1\":\"P{a}\",\"player1points\":5,\"player2\":\"P{b}\",\"player2points\":5}}"));
        }
    }
    let file = format!(
        "{{\"players\":[{}],\"rounds\":[{{\"round-type\":\"swiss\",\"round-number\":1,\"matches\":[{}]}}]}}",
        names.join(","),
        matches.join(",")
    );
    let foreign = read(Format::Cryodex, &file);
    let recomputed = recompute(&foreign);
    assert_eq!(recomputed.standings.rows.len(), 300);
}

#[test]
fn a_large_tournament_is_read_and_ranked() {
    let players: Vec<Value> = (0..300)
        .map(|i| serde_json::json!({"id": i, "name": format!("P{i}")}))
        .collect();
    let round = |number: u32| {
        let game = |i: u32| {
            serde_json::json!({"player1_id": i, "player1_points": (i * 7 + number) % 201, "player2_id": (i + 150 + number) % 150 + 150,
                "player2_points": (i * 3) % 201, "winner_id": i})
        };
        serde_json::json!({"roundtype_id": 1, "round_number": number, "matches": (0..150).map(game).collect::<Vec<_>>()})
    };
    let file = serde_json::json!({"participants": players, "rounds": (1..=9).map(round).collect::<Vec<_>>()}).to_string();
    assert_eq!(
        recompute(&read(Format::ListFortress, &file))
            .standings
            .rows
            .len(),
        300
    );
}

/// A sample with some bytes changed, taken out or repeated.
fn mutated() -> impl Strategy<Value = (Format, Vec<u8>)> {
    let formats = prop::sample::select(Format::ALL.to_vec());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 0..12);
    (formats, edits).prop_map(|(format, edits)| {
        let mut bytes = sample(format).as_bytes().to_vec();
        for (at, byte, kind) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(bytes.len() / 2)),
            }
        }
        (format, bytes)
    })
}

/// A sample in which whole values were exchanged: still JSON, but of another shape.
fn reshaped() -> impl Strategy<Value = Vec<u8>> {
    let odd = prop::sample::select(vec![
        "null",
        "true",
        "-1",
        "0",
        "1",
        "6",
        "200",
        "201",
        "4294967295",
        "1e30",
        "0.5",
        "\"\"",
        "\"Ann\"",
        "\"12\"",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "{\"id\":1}",
        "\"bye\"",
        "\"elimination\"",
        "2",
    ]);
    let formats = prop::sample::select(Format::ALL.to_vec());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), odd), 0..8);
    (formats, edits).prop_map(|(format, edits)| {
        let mut file: Value = serde_json::from_str(sample(format)).unwrap();
        for (at, odd) in edits {
            let mut paths = Vec::new();
            pointers(&file, &mut String::new(), &mut paths);
            let path = &paths[at.index(paths.len())];
            *file.pointer_mut(path).unwrap() = serde_json::from_str(odd).unwrap();
        }
        file.to_string().into_bytes()
    })
}

fn pointers(value: &Value, path: &mut String, found: &mut Vec<String>) {
    found.push(path.clone());
    let names: Vec<(String, &Value)> = match value {
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(i, value)| (i.to_string(), value))
            .collect(),
        _ => return,
    };
    for (name, value) in names {
        let before = path.len();
        path.push('/');
        path.push_str(&name);
        pointers(value, path, found);
        path.truncate(before);
    }
}

/// Reads and ranks; whatever comes out must hold together.
fn survive(format: Format, bytes: &[u8]) {
    match muster_exchange::read(format, bytes) {
        Err(refused) => assert!(refused.code().contains('.')),
        Ok(foreign) => {
            let recomputed = recompute(&foreign);
            assert_eq!(recomputed.standings.rows.len(), foreign.players.len());
            for round in foreign.rounds() {
                for played in &round.matches {
                    assert!(played.a != played.b);
                    assert!(
                        foreign.player(played.a).is_some() && foreign.player(played.b).is_some()
                    );
                }
            }
            import::holds_together(&foreign, bytes);
            // An open match is never without a note that leads to it.
            for open in foreign.open() {
                assert!(
                    foreign
                        .notes
                        .iter()
                        .any(|note| note.place.to_string() == open.path),
                    "{open:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for format in Format::ALL {
            survive(format, &bytes);
        }
        let _ = muster_exchange::players::read(&bytes);
    }

    #[test]
    fn mutated_samples_never_panic((format, bytes) in mutated()) {
        survive(format, &bytes);
        let _ = muster_exchange::players::read(&bytes);
    }

    #[test]
    fn reshaped_samples_never_panic(bytes in reshaped()) {
        for format in Format::ALL {
            survive(format, &bytes);
        }
    }
}
