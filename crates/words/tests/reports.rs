//! Every sentence about a report, with names and for each of the two players, in `reports.txt`; every name of a form in
//! `forms.txt`. Run with `MUSTER_WRITE=1` to write the files.

mod values;

use muster_regulations::form::{Ending, FieldKind, Need};
use muster_regulations::{Regulation, Seat, clause};
use muster_words::form;
use muster_words::names::{Players, Who};
use muster_words::report::words;
use std::fmt::Write;
use std::path::Path;

#[track_caller]
fn holds(file: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    if std::env::var_os("MUSTER_WRITE").is_some() {
        assert!(
            std::fs::write(&path, page).is_ok(),
            "{file} cannot be written"
        );
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        known, page,
        "{file} is out of date: run this test with MUSTER_WRITE=1"
    );
}

/// A field id, a seat letter or a bare verb of the other person in a sentence is a slip.
#[track_caller]
fn reads_well(sentence: &str) {
    let first = sentence.chars().next();
    assert!(first.is_some_and(|c| !c.is_lowercase()), "{sentence}");
    assert!(sentence.ends_with(['.', '?']), "{sentence}");
    for slip in [
        "a.score", " of A", " by B", "(s)", "{n", " is no ", "you wins", "You has", "you was ",
    ] {
        assert!(!sentence.contains(slip), "{sentence}");
    }
}

#[test]
fn every_problem_of_a_report_is_a_sentence() {
    let named = Players::named(["Mara", "Pia"]);
    let mut page = String::new();
    for refusal in values::reports() {
        assert!(clause::find(refusal.clause).is_some(), "{refusal}");
        let sentence = words(&refusal, named).both();
        let _ = writeln!(
            page,
            "{} [{}]\n    {sentence}",
            refusal.code(),
            refusal.clause
        );
        for seat in [Seat::A, Seat::B] {
            let own = words(&refusal, named.read_by(seat)).both();
            // Only programs and people at a terminal send fields that no form has.
            if refusal.code() != "report.not-asked" {
                reads_well(&own);
            }
            if own != sentence {
                let _ = writeln!(page, "    {}: {own}", seat.pick("To Mara", "To Pia"));
            }
        }
    }
    holds("reports.txt", &page);
}

fn endings(regulation: Regulation, all: &[Ending], depth: usize, page: &mut String) {
    let indent = "  ".repeat(depth);
    for one in all {
        let words = form::ending(regulation, one);
        assert!(
            !words.label.is_empty(),
            "{regulation} {} has no name",
            one.id
        );
        reads_well(words.help);
        let _ = writeln!(page, "{indent}{}: {}", words.label, words.help);
        for field in one.fields {
            let named = Players::named(["Mara", "Pia"]);
            let label = form::label_of(field, named.read_by(Seat::A));
            let when = match field.need {
                Need::Always => String::new(),
                Need::When(when) => format!(" ({})", form::hint(when)),
            };
            let who = field.seat.map(|seat| named.read_by(Seat::A).at(seat));
            let question = form::missing(field.asks, who);
            reads_well(&question);
            let _ = writeln!(page, "{indent}    {label}{when} · {question}");
            if let FieldKind::Game(games) = field.kind {
                endings(regulation, games, depth + 3, page);
            }
        }
    }
}

#[test]
fn every_ending_and_field_has_a_name() {
    let mut page = String::new();
    for regulation in Regulation::ALL {
        let _ = writeln!(page, "{}", regulation.book().title);
        endings(regulation, regulation.book().endings, 1, &mut page);
    }
    holds("forms.txt", &page);
}

#[test]
fn the_schema_of_a_report_describes_every_ending_and_field() {
    let schema = form::schema(Regulation::Xwing);
    assert_eq!(schema["title"], "Match report: X-Wing");
    let time = &schema["oneOf"][2];
    assert_eq!(time["title"], "Time");
    let score = &time["properties"]["a"]["properties"]["score"];
    assert_eq!(score["description"], "Player A’s score (XW-SCORE)");
    let salvo = &time["properties"]["salvo_winner"];
    assert_eq!(
        salvo["description"],
        "Winner of the Final Salvo. Only if the scores are tied (XW-SALVO)"
    );
    let games = form::schema(Regulation::Cardgame);
    let dial = &games["oneOf"][0]["properties"]["first"]["oneOf"][0];
    assert_eq!(dial["title"], "Dark side victory");
}

#[test]
fn a_sentence_is_about_somebody_or_to_the_reader() {
    assert_eq!(Who::Reader.say("You win.", "{name} wins."), "You win.");
    assert_eq!(
        Who::Named("Pia").say("You win.", "{name} wins."),
        "Pia wins."
    );
    let curly = Who::Named("{name}").say("", "{name} wins.");
    assert_eq!(curly, "{name} wins.");
}
