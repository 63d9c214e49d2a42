//! Free text about people: beside the line, in no public copy, erased with the person, and read by the table.

use muster_regulations::{CutRule, Regulation};
use muster_testing::{DESK, Hall, custom_setup};
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::journal::{Line, published};
use muster_tournament::log::{LogLine, log, log_for};
use muster_tournament::note::WITHHELD;
use muster_tournament::verify::{LineFault, verify};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, TableNo, Tournament, redaction};
use muster_words::log::{Voice, text};

const TEXTS: [&str; 5] = [
    "shouted at the neighbour",
    "medical: insulin",
    "hid a die",
    "the ship had bumped",
    "has to answer for it",
];

/// A round with a warning, a recommendation, an extension, a ruling and a disqualification. Returns who was warned and
/// somebody at another table.
fn noted() -> (Hall, PlayerId, PlayerId) {
    let mut hall = Hall::open(custom_setup(Regulation::Xwing, 2, CutRule::None), 0x11)
        .with_players(6)
        .started();
    hall.publish_next();
    let round = hall.state().current().unwrap();
    let (table, player) = (round.matches[0].table, round.matches[0].a);
    let other = round.matches[1].a;
    let [warning, extension, recommendation, ruling, removal] = TEXTS.map(str::to_owned);
    let warn = JudgeCommand::Warn {
        player,
        reason: warning,
    };
    hall.judge(warn);
    hall.desk(Command::Clock(ClockCommand::Start));
    hall.desk(Command::Clock(ClockCommand::Extend {
        table,
        minutes: 5,
        reason: extension,
    }));
    hall.judge(JudgeCommand::Recommend {
        player,
        reason: recommendation,
    });
    hall.judge(JudgeCommand::Rule {
        table,
        text: ruling,
    });
    hall.desk(Command::Disqualify {
        player,
        reason: removal,
    });
    (hall, player, other)
}

fn cores(tournament: &Tournament) -> String {
    let cores = tournament.lines().iter();
    cores
        .map(|line| serde_json::to_string(&line.core).unwrap())
        .collect()
}

fn words(line: &LogLine) -> String {
    text(line, Voice::About)
}

#[test]
fn texts_are_beside_the_chain_and_come_back_with_the_journal() {
    let (hall, ..) = noted();
    let text = hall.tournament.to_text();
    let again = Tournament::load(&text).unwrap();
    assert_eq!(log(&again), log(&hall.tournament));
    for note in TEXTS {
        assert!(!cores(&hall.tournament).contains(note), "{note}");
        assert!(text.contains(note), "{note}");
    }
    let verification = verify(&text);
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.texts, 5);
}

#[test]
fn a_published_journal_has_no_texts_and_verifies() {
    let (hall, ..) = noted();
    let public = published(&hall.tournament);
    for note in TEXTS {
        assert!(!public.contains(note), "{note}");
    }
    let verification = verify(&public);
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    let checked = verification.checked;
    assert_eq!((checked.texts, checked.texts_left_out), (0, 5));
    let told = log(&Tournament::load(&public).unwrap());
    assert!(told.iter().any(|line| words(line).contains(WITHHELD)));
}

#[test]
fn an_altered_text_is_found() {
    let (hall, ..) = noted();
    let text = hall.tournament.to_text();
    let altered = text.replace(TEXTS[0], "was polite to the neighbour");
    let findings = verify(&altered).findings;
    assert_eq!(findings[0].fault, LineFault::TextAltered);
}

#[test]
fn text_in_the_chain_of_a_new_line_is_found() {
    let (hall, ..) = noted();
    let mut text = String::new();
    for line in hall.tournament.lines() {
        let mut core = line.core.clone();
        if let Command::Disqualify { reason, .. } = &mut core.entry.did {
            *reason = "in clear".to_owned();
        }
        let notes = line.notes.clone();
        text += &Line::new(core, line.private.clone()).noted(notes).to_json();
        text += "\n";
    }
    let findings = verify(&text).findings;
    let found = findings.iter().any(|f| f.fault == LineFault::TextChained);
    assert!(found, "{findings:#?}");
}

#[test]
fn erasing_a_person_erases_the_texts_about_them() {
    let (mut hall, player, other) = noted();
    let name = hall.state().name(player);
    let elsewhere = hall
        .state()
        .current()
        .unwrap()
        .match_of(other)
        .unwrap()
        .table;
    hall.judge(JudgeCommand::Rule {
        table: elsewhere,
        text: format!("{name} may not advise the table"),
    });
    hall.judge(JudgeCommand::Warn {
        player: other,
        reason: "came late".to_owned(),
    });
    hall.desk(Command::Redact { player });
    let mut lines = hall.tournament.lines().to_vec();
    for bare in redaction::without(&lines, player) {
        let place = bare.core.position as usize - 1;
        lines[place] = bare;
    }
    let erased = Tournament::from_lines(lines).unwrap().to_text();
    for note in TEXTS {
        assert!(!erased.contains(note), "{note}");
    }
    assert!(!erased.contains("may not advise"), "names the person");
    assert!(erased.contains("came late"), "is about somebody else");
    let verification = verify(&erased);
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.texts_left_out, 6);
}

#[test]
fn the_table_says_who_reads_which_text() {
    let (hall, player, other) = noted();
    // Warning, extension, recommendation, ruling, removal.
    let cases = [
        (Some(DESK), [true; 5]),
        (Some(By::Player(player)), [true, true, false, true, true]),
        (Some(By::Player(other)), [false; 5]),
        (None, [false; 5]),
    ];
    for (reader, reads) in cases {
        let told = log_for(&hall.tournament, reader);
        let all: String = told.iter().map(words).collect();
        let seen = TEXTS.map(|note| all.contains(note));
        assert_eq!(seen, reads, "{reader:?}");
    }
}

#[test]
fn texts_without_random_bytes_are_refused() {
    let (mut hall, ..) = noted();
    let table = TableNo(2);
    let text = "guessable".to_owned();
    let at = hall.tournament.lines().last().unwrap().core.at;
    let command = Command::Judge(JudgeCommand::Rule { table, text });
    let request = Request::new(DESK, at, command);
    let master = hall.seeds().clone();
    let refused = hall.tournament.act(request, &master).unwrap_err();
    assert!(matches!(refused, Refusal::Unsealed), "{refused}");
}
