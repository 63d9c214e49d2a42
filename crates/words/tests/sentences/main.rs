//! Every explanation, prompt, warning, finding and note rendered once, in `sentences.txt`, to be read in one go. Run with
//! `MUSTER_WRITE=1` to write the file. Their codes are frozen in `codes.txt`.

mod brackets;
mod file_notes;
mod floor;
mod journals;
mod lists;
mod outcomes;
mod pairings;
mod ranks;
mod working;

use muster_regulations::list::Finding;
use muster_regulations::table::TerrainAdvice;
use muster_regulations::tally::TallyStep;
use muster_regulations::time::AtTime;
use muster_regulations::{Award, Margin};
use muster_tournament::floor::judges::RulersReason;
use muster_tournament::floor::prompts::PromptRequest;
use muster_tournament::floor::warnings::WarningMatter;
use muster_tournament::fold::Misfit;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::LineProblem;
use muster_tournament::log::Named;
use muster_tournament::verify::{LineFault, VerifyNote};
use muster_tournament::why::reason;
use muster_tournament::{PlayerId, RoundNo, TableNo};
use muster_words::files::{self, CannotWrite, FileNote, FileProblem, Loss};
use muster_words::paper::PaperError;
use muster_words::why;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const ROUND: RoundNo = RoundNo(3);
const TABLE: TableNo = TableNo(4);
const SEED: Hex32 = Hex32([0xab; 32]);

/// A code, and the sentences that it becomes.
type Told = (&'static str, String);

fn named(player: u32, name: &str) -> Named {
    Named {
        player: PlayerId(player),
        name: name.to_owned(),
    }
}

fn ann() -> Named {
    named(1, "Ann")
}

fn bo() -> Named {
    named(2, "Bo")
}

fn text() -> String {
    "the slip was unreadable".to_owned()
}

fn award() -> Award {
    Award::win(1, Margin::Points(376))
}

/// Codes that nothing has any more; they are never given to anything else.
const RETIRED: [&str; 2] = ["outcome.seats", "outcome.working"];

/// All codes, in the order of the file.
fn codes() -> Vec<&'static str> {
    // What a misfit is, its own code says.
    let of_lines = LineProblem::CODES.iter().copied();
    let of_lines = of_lines.filter(|code| *code != "journal.misfit");
    reason::codes()
        .chain(Finding::CODES.iter().copied())
        .chain(TallyStep::CODES.iter().copied())
        .chain(AtTime::CODES.iter().copied())
        .chain(TerrainAdvice::CODES.iter().copied())
        .chain(PromptRequest::CODES.iter().copied())
        .chain(RulersReason::CODES.iter().copied())
        .chain(WarningMatter::CODES.iter().copied())
        .chain(of_lines)
        .chain(Misfit::CODES.iter().copied())
        .chain(LineFault::CODES.iter().copied())
        .chain(VerifyNote::CODES.iter().copied())
        .chain(FileProblem::CODES.iter().copied())
        .chain(FileNote::CODES.iter().copied())
        .chain(files::LineProblem::CODES.iter().copied())
        .chain(CannotWrite::CODES.iter().copied())
        .chain(Loss::CODES.iter().copied())
        .chain(PaperError::CODES.iter().copied())
        .collect()
}

#[test]
fn every_explanation_prompt_warning_and_finding_reads_well() {
    let reasons = [
        pairings::pairings(),
        pairings::byes(),
        brackets::brackets(),
        outcomes::outcomes(),
        ranks::ranks(),
        outcomes::before_games(),
    ];
    let reasons = reasons.into_iter().flatten();
    let reasons = reasons.map(|reason| (reason.code(), why::reason(&reason)));
    let headlines = outcomes::subjects();
    let sentences: Vec<Told> = reasons
        .chain(working::worked())
        .chain(lists::found())
        .chain(lists::counted())
        .chain(lists::at_time())
        .chain(lists::terrain())
        .chain(floor::asked())
        .chain(floor::warned())
        .chain(journals::unreadable())
        .chain(journals::found())
        .chain(journals::noted())
        .chain(file_notes::unreadable())
        .chain(file_notes::noted())
        .chain(file_notes::unclear_lines())
        .chain(file_notes::written())
        .chain(file_notes::not_printed())
        .collect();

    let rendered: BTreeSet<&str> = headlines
        .iter()
        .chain(&sentences)
        .map(|(code, _)| *code)
        .collect();
    let missing: Vec<&str> = codes()
        .into_iter()
        .filter(|code| !rendered.contains(code))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);

    let mut page = String::new();
    for (code, headline) in &headlines {
        let _ = writeln!(page, "{code}\n    {headline}");
    }
    for (code, text) in &sentences {
        let first = text.chars().next();
        assert!(first.is_some_and(|c| !c.is_lowercase()), "{code}: {text}");
        // What somebody wrote ends as they wrote it.
        let free = ["the slip was unreadable", "Do obstacles block this?"];
        let ends = text.ends_with(['.', '?']) && !text.ends_with("..");
        assert!(
            ends || free.iter().any(|end| text.ends_with(end)),
            "{code}: {text}"
        );
        for stumbles in [
            "(s)",
            " is no ",
            " anew",
            " stands",
            "can be had",
            "whom",
            "took back",
        ] {
            let plain = text.replace("There is no ", "");
            assert!(!plain.contains(stumbles), "{code}: {text}");
        }
        let _ = writeln!(page, "{code}\n    {text}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sentences.txt");
    if std::env::var_os("MUSTER_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        known, page,
        "sentences.txt is out of date: run this test with MUSTER_WRITE=1"
    );
}

#[test]
fn codes_are_permanent_and_unique() {
    let codes = codes();
    let unique: BTreeSet<&str> = codes.iter().copied().collect();
    assert!(RETIRED.iter().all(|code| !unique.contains(code)));
    assert_eq!(unique.len(), codes.len());
    let frozen: BTreeSet<&str> = include_str!("../codes.txt").lines().collect();
    let gone: Vec<&&str> = frozen.difference(&unique).collect();
    let gone: Vec<&&str> = gone
        .into_iter()
        .filter(|code| !RETIRED.contains(code))
        .collect();
    assert!(
        gone.is_empty(),
        "codes are never renamed or removed: {gone:?}"
    );
    let new: Vec<&&str> = unique.difference(&frozen).collect();
    assert!(new.is_empty(), "add these to codes.txt: {new:?}");
}
