//! Lists of players with all the mess of real files.

use muster_exchange::players::{Column, ListedPlayer, Preview, Separator, read};
use muster_exchange::text::Encoding;
use muster_words::files::FileNote;
use proptest::prelude::*;

#[track_caller]
fn preview(bytes: impl AsRef<[u8]>) -> Preview {
    read(bytes.as_ref()).unwrap_or_else(|e| panic!("{e}"))
}

fn told(preview: &Preview) -> Vec<String> {
    preview.notes().map(|note| note.to_string()).collect()
}

/// Checks names with their lines, and all notes.
#[track_caller]
fn check(text: &str, names: &[(u64, &str)], remarks: &[&str]) {
    let preview = preview(text);
    let read: Vec<(u64, &str)> = preview
        .lines
        .iter()
        .filter_map(|line| Some((line.number, line.read.as_ref().ok()?.name.as_str())))
        .collect();
    let told = told(&preview);
    assert_eq!(read, names, "{told:#?}");
    let fits = told.len() == remarks.len()
        && told
            .iter()
            .zip(remarks)
            .all(|(told, part)| told.contains(part));
    assert!(fits, "expected {remarks:#?}\nfound {told:#?}");
}

#[track_caller]
fn check_refused(bytes: impl AsRef<[u8]>, part: &str) {
    let refused = read(bytes.as_ref()).err().map(|e| e.to_string());
    assert!(
        refused.as_ref().is_some_and(|told| told.contains(part)),
        "{refused:?}"
    );
}

#[test]
fn columns_come_in_any_order_and_case() {
    let full = ListedPlayer {
        name: "Ann Archer".to_owned(),
        email: Some("ann@example.org".to_owned()),
        club: Some("Red".to_owned()),
        faction: Some("Rebels".to_owned()),
        list: Some("two ships".to_owned()),
        points: Some(198),
        table: Some(7),
    };
    for text in [
        "name,email,club,faction,list,points,table\nAnn Archer,ann@example.org,Red,Rebels,two ships,198,7\n",
        "TABLE;Points;LIST;Faction;Group;E-Mail;Name\r\n7;198;two ships;Rebels;Red;ann@example.org;Ann  Archer\r\n",
        "Last_Name\tFirst Name\tclub\temail\tfaction\tlist\tpoints\ttable\nArcher\tAnn\tRed\tann@example.org\tRebels\ttwo ships\t198\t7",
        "\u{feff}\"name\",\"email\",\"club\",\"faction\",\"list\",\"points\",\"table\"\r\"Ann Archer\",ann@example.org,Red,Rebels,two ships,198,7\r",
        "sep=;\r\nname;email;club;faction;list;points;table\r\nAnn Archer;ann@example.org;Red;Rebels;two ships;198;7",
        "\n\n name , email ,club,faction,list,points,table\n\n,,,,,,\n Ann Archer , ann@example.org ,Red,Rebels,two ships, 198 , 7 \n\n",
    ] {
        let preview = preview(text);
        assert_eq!(preview.players().collect::<Vec<_>>(), [&full], "{text}");
        assert_eq!(told(&preview), [""; 0], "{text}");
    }
}

#[test]
fn what_was_recognised_is_reported() {
    let preview = preview("name;shoe size;points\nAnn;38;200\n");
    assert_eq!(preview.separator, Separator::Semicolon);
    assert_eq!(preview.encoding, Encoding::Utf8);
    assert_eq!(
        preview.columns,
        [Some(Column::Name), None, Some(Column::Points)]
    );
    assert_eq!(
        told(&preview),
        ["Column 2 (“shoe size”) isn't known and was skipped."]
    );
}

#[test]
fn without_a_header_each_line_is_a_name() {
    check(
        "Ann\nBen Bow\n\n \nCyd\n",
        &[(1, "Ann"), (2, "Ben Bow"), (5, "Cyd")],
        &[],
    );
    check(
        "\"Archer, Ann\"\nBen\n",
        &[(1, "Archer, Ann"), (2, "Ben")],
        &[],
    );
    check(
        "Ann,\nBen;;\n",
        &[(1, "Ann")],
        &["no header row", "Line 2: This line was skipped."],
    );
    check(
        "Ann,Red\nBen;Blue\nCyd\n",
        &[(3, "Cyd")],
        &[
            "no header row",
            "Line 1: This line was skipped. This line has several fields",
            "Line 2: This line was skipped. This line has several fields",
        ],
    );
    check("", &[], &[]);
    check("\n\n", &[], &[]);
}

#[test]
fn lines_are_numbered_as_in_the_file() {
    for end in ["\n", "\r\n", "\r"] {
        let text = [
            "",
            "name,club",
            "",
            "Ann,Red",
            "",
            "",
            ",Blue",
            "Ben,\"two",
            "lines\"",
            "Cyd,",
        ]
        .join(end);
        check(
            &text,
            &[(4, "Ann"), (8, "Ben"), (10, "Cyd")],
            &[
                "Line 7: This line was skipped. The name is missing.",
                "Line 8: The club spans several lines",
            ],
        );
    }
}

#[test]
fn doubtful_values_are_reported_and_left_out() {
    check(
        "name,points,table,email\nAnn,200p,zero,ann\nBen,-5,0,\nCyd,99999999999,1.5,c@example.org\n",
        &[(2, "Ann"), (3, "Ben"), (4, "Cyd")],
        &[
            "Line 2: “200p” isn't a whole number of points and was skipped.",
            "Line 2: “zero” isn't a table number",
            "Line 2: “ann” isn't an email address",
            "Line 3: “-5” isn't a whole number of points",
            "Line 3: “0” isn't a table number",
            "Line 4: “99999999999” isn't a whole number",
            "Line 4: “1.5” isn't a table number",
        ],
    );
    check(
        "name,name,club,group,\nAnn,Anna,Red,Blue,x,y\n",
        &[(2, "Ann")],
        &[
            "Column 2 (“name”) repeats",
            "Column 4 (“group”) repeats",
            "Line 2: “x” has no column header",
            "Line 2: “y” has no column header",
        ],
    );
    check(
        "first name,club\nAnn,Red\n",
        &[(2, "Ann")],
        &["a column of first names but none for last names"],
    );
    let long = "x".repeat(201);
    check(
        &format!("name,club\n{long},Red\nBen,{long}\n"),
        &[(3, "Ben")],
        &[
            "Line 2: This line was skipped. The name is longer",
            "Line 3: The club is longer",
        ],
    );
    check(
        "name\nA\u{7}nn\n",
        &[],
        &["Line 2: This line was skipped. The name contains an invisible character"],
    );
}

#[test]
fn the_same_name_twice_is_reported() {
    check(
        "name,email\nAnn Archer,a@example.org\nBen,\nann  archer,A@EXAMPLE.ORG\nBEN,b@example.org\n",
        &[(2, "Ann Archer"), (3, "Ben"), (4, "ann archer"), (5, "BEN")],
        &[
            "Line 4: Line 2 has the same name and email",
            "Line 5: Line 3 has the same name.",
        ],
    );
}

#[test]
fn quotation_marks_hold_fields_together() {
    check(
        "name,club\n\"Archer; \"\"Ace\"\", Ann\",Red\n6\" Ruler,Blue\n",
        &[(2, "Archer; \"Ace\", Ann"), (3, "6\" Ruler")],
        &[],
    );
    check(
        "name,club\nAnn,Red\n\"Ben,Blue\nCyd,Red\n",
        &[(2, "Ann")],
        &["Line 3: This line was skipped. A quotation mark opens here and is never closed"],
    );
    check(
        "name,club\n\"Ann,Red\nBen,\"Blue\nCyd,Red\n",
        &[(4, "Cyd")],
        &["Line 2: This line was skipped. The name spans several lines"],
    );
}

#[test]
fn windows_1252_and_utf_16_are_read() {
    let latin = preview(b"name;club\nZo\xEB;Caf\xE9\n");
    assert_eq!(latin.players().next().unwrap().name, "Zoë");
    assert_eq!(latin.encoding, Encoding::Windows1252);
    assert!(
        latin
            .notes()
            .next()
            .is_some_and(|note| note.note == FileNote::Windows1252)
    );
    let wide: Vec<u8> = "\u{feff}name\tclub\r\nZoë\tCafé\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let wide = preview(wide);
    assert_eq!(wide.players().next().unwrap().club.as_deref(), Some("Café"));
    assert_eq!(wide.notes().count(), 0);
}

#[test]
fn a_file_that_is_not_a_list_of_players_is_refused() {
    check_refused(
        "email,club\na@example.org,Red\n",
        "No column contains the names",
    );
    check_refused(b"PK\x03\x04 a spreadsheet", "Save it as CSV");
    check_refused(b"name\nAnn\0\n", "isn't text");
    check_refused("x\n".repeat(100_001), "more than 100000 lines");
}

#[test]
fn ten_thousand_lines_take_no_time() {
    let mut text = "name;email;club;faction;points\n".to_owned();
    for number in 0..10_000 {
        text.push_str(&format!(
            "\"Player {number}\";p{number}@example.org;Club {};Faction;{number}\n",
            number % 90
        ));
    }
    let preview = preview(&text);
    assert_eq!(preview.players().count(), 10_000);
    assert_eq!(preview.notes().count(), 0);
}

#[test]
fn a_long_file_of_open_quotation_marks_comes_to_an_end() {
    let _ = preview("\"Ann\n".repeat(99_999));
    let _ = preview("name\n".to_owned() + &"\"".repeat(1_000_000));
}

/// Text made of what matters in such files.
fn messy() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        ",", ";", "\t", "\"", "\n", "\r\n", "\r", " ", "name", "club", "points", "Ann", "Zoë", "7",
        "@", "sep=;",
    ]);
    prop::collection::vec(parts, 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_line_is_accounted_for_under_its_number(text in messy()) {
        let Ok(preview) = read(text.as_bytes()) else { return Ok(()) };
        let lines: Vec<&str> = text.split("\r\n").flat_map(|part| part.split(['\n', '\r'])).collect();
        let numbers: Vec<u64> = preview.lines.iter().map(|line| line.number).collect();
        prop_assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        for line in &preview.lines {
            prop_assert!(lines.get(line.number as usize - 1).is_some_and(|text| !text.trim().is_empty()), "{numbers:?}");
        }
        // Without quotation marks every line is a record: of those with a letter only the header may be missing.
        if !text.contains('"') {
            let is_filled = |line: &str| line.contains(char::is_alphanumeric) && !line.starts_with("sep=");
            let filled = (1..).zip(&lines).filter(|(_, line)| is_filled(line));
            let missing: Vec<u64> = filled.map(|(number, _)| number).filter(|n| !numbers.contains(n)).collect();
            prop_assert!(missing.len() <= usize::from(!preview.columns.is_empty()), "{missing:?}");
        }
    }
}

#[test]
fn two_names_that_disagree_are_reported() {
    check(
        "name,first name,last name\nAnn A,Ann,A\n\"A, Ann\",ann,A\nCy C,,\nBob B,Bobby,C\n",
        &[(2, "Ann A"), (3, "A, Ann"), (4, "Cy C"), (5, "Bob B")],
        &["Line 5: The name is “Bob B”, but first and last name are “Bobby C”"],
    );
}

#[test]
fn json_is_not_a_table_and_the_error_says_where_to_import_it() {
    for text in [
        "{\"name\":\"Ann\"}",
        " [\"Ann\", \"Ben\"]\n",
        "{\"core\":1}\n{\"core\":2}\n",
        "{\"name\":\"Ann",
    ] {
        let refused = read(text.as_bytes()).unwrap_err().to_string();
        assert!(refused.contains("muster import"), "{text}: {refused}");
    }
    check("[Team] Ann\n", &[(1, "[Team] Ann")], &[]);
}

#[test]
fn a_bar_separates_where_the_header_is_known() {
    let bars = preview("name|club\nAnn|Red\n");
    assert_eq!(bars.separator, Separator::Bar);
    assert_eq!(bars.players().next().unwrap().club.as_deref(), Some("Red"));
    check("Ann | Bo\n", &[(1, "Ann | Bo")], &[]);
}

/// The same player under headers of six languages.
#[test]
fn headers_are_read_in_six_languages() {
    let full = ListedPlayer {
        name: "Ann Archer".to_owned(),
        email: Some("ann@example.org".to_owned()),
        club: Some("Red".to_owned()),
        faction: Some("Rebels".to_owned()),
        list: Some("two ships".to_owned()),
        points: Some(198),
        table: Some(7),
    };
    for header in [
        "Player;Mail;Team;Army;Army list;List points;Fixed table",
        "Spieler;E-Mail-Adresse;Verein;Fraktion;Armeeliste;Punkte;Tisch",
        "Teilnehmer;Mail;Mannschaft;Armee;Liste;Listenpunkte;Tischnummer",
        "Nom du joueur;Courriel;Équipe;Faction;Liste d’armée;Points;Table",
        "Joueur;Adresse e-mail;Club;Armée;Liste;Points;Table",
        "Jugador;Correo electrónico;Equipo;Facción;Lista;Puntos;Mesa",
        "Nombre completo;Correo;Club;Ejército;Lista;Puntos;Mesa",
        "Giocatore;Posta elettronica;Squadra;Fazione;Lista;Punti;Tavolo",
        "Nome e cognome;E-mail;Associazione;Esercito;Lista;Punti;Tavolo",
        "Imię i nazwisko;Adres e-mail;Klub;Frakcja;Rozpiska;Punkty;Stół",
        "Gracz;E-mail;Drużyna;Armia;Lista;Punkty;Stolik",
    ] {
        let preview = preview(format!(
            "{header}\nAnn Archer;ann@example.org;Red;Rebels;two ships;198;7\n"
        ));
        assert_eq!(preview.players().collect::<Vec<_>>(), [&full], "{header}");
        assert_eq!(told(&preview), [""; 0], "{header}");
    }
}

#[test]
fn a_name_in_two_columns_is_put_together_in_six_languages() {
    for (header, line) in [
        ("First name;Last name", "Ann;van der Berg"),
        ("Surname;Given name", "van der Berg;Ann"),
        ("Vorname;Nachname", "Ann;van der Berg"),
        ("Name;Vorname", "van der Berg;Ann"),
        ("Prénom;Nom", "Ann;van der Berg"),
        ("Nom de famille;Prénom", "van der Berg;Ann"),
        ("Nombre;Apellidos", "Ann;van der Berg"),
        ("Nome;Cognome", "Ann;van der Berg"),
        ("Imię;Nazwisko", "Ann;van der Berg"),
        // Somebody's whole name beside a part of it stays as it is.
        ("Name;Vorname", "Ann van der Berg;Ann"),
    ] {
        check(
            &format!("{header}\n{line}\n"),
            &[(2, "Ann van der Berg")],
            &[],
        );
    }
}

#[test]
fn names_that_cannot_be_seen_are_not_read() {
    for name in [
        "\u{200b}",
        "Ann\u{202e}ybboB",
        "\u{3164}",
        "Ann\u{feff} Archer",
    ] {
        check(
            &format!("name\n{name}\nBo Brandt\n"),
            &[(3, "Bo Brandt")],
            &["invisible character (U+"],
        );
    }
    // Persian and emoji need joiners.
    check(
        "name\nمی\u{200c}نا رضایی\nAnn 👩\u{200d}🚀\n",
        &[(2, "می\u{200c}نا رضایی"), (3, "Ann 👩\u{200d}🚀")],
        &[],
    );
}
