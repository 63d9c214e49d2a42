//! What is wrong with a journal, and what a reader should know about it.

use crate::coded::{Arguments, arguments};
use crate::phrases::{award, plural};
use crate::refusal;
use muster_regulations::Outcome;
use muster_tournament::fold::Misfit;
use muster_tournament::journal::{JournalError, LineProblem, VERSION};
use muster_tournament::verify::{Finding, LineFault, VerifyNote};
use serde::Serialize;

/// Something that is wrong with a journal, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingInWords {
    /// The line of the file, from 1.
    pub line: u64,
    /// The permanent code of what is wrong.
    pub code: &'static str,
    /// The code of the refusal or of the problem behind it, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<&'static str>,
    /// What is wrong, as a sentence.
    pub text: String,
    /// The people, tables and numbers in the sentence, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    pub arguments: Arguments,
    /// The clause it is against, if it is against one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

impl From<&Finding> for FindingInWords {
    fn from(finding: &Finding) -> FindingInWords {
        FindingInWords {
            line: finding.line,
            code: finding.fault.code(),
            cause: finding.fault.cause(),
            text: fault(&finding.fault),
            arguments: arguments(&finding.fault),
            clause: finding.clause,
        }
    }
}

/// Something a reader of a journal should know, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteInWords {
    pub code: &'static str,
    /// The note, in whole sentences.
    pub text: String,
    /// The tables and numbers in the sentences, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    pub arguments: Arguments,
}

impl From<&VerifyNote> for NoteInWords {
    fn from(told: &VerifyNote) -> NoteInWords {
        NoteInWords {
            code: told.code(),
            text: note(told),
            arguments: arguments(told),
        }
    }
}

/// Returns what is wrong, after the line it is in: "Line 7: the pairs are not those that the seed gives. (PAIR-3)".
#[must_use]
pub fn finding(finding: &Finding) -> String {
    let text = fault(&finding.fault);
    match finding.clause {
        Some(clause) => format!("Line {}: {text} ({clause})", finding.line),
        None => format!("Line {}: {text}", finding.line),
    }
}

/// Returns why a journal cannot be read, after the line it is in.
#[must_use]
pub fn journal_error(error: &JournalError) -> String {
    format!("Line {}: {}", error.line, problem(&error.problem))
}

fn problem(problem: &LineProblem) -> String {
    match problem {
        LineProblem::Empty => {
            "The journal is empty. It must begin with the line that creates the tournament."
                .to_owned()
        }
        LineProblem::CutOff => {
            "This line stops in the middle. It was cut off by hand, or by a crash while it was written."
                .to_owned()
        }
        LineProblem::Unreadable(detail) => {
            format!("This line can't be read as part of a journal: {detail}.")
        }
        LineProblem::Newer { found } => format!(
            "This line is written in format {found}, and this program reads up to format {VERSION}. Use a newer version of Muster."
        ),
        LineProblem::Position { found } => format!(
            "This line says it is line {found} of the journal. Lines are missing, duplicated or out of order."
        ),
        LineProblem::Chain => {
            "This line doesn't follow from the line before it. One of the two was altered."
                .to_owned()
        }
        LineProblem::Time { at, before } => {
            format!("This line was written at {at}, before the line above it ({before}).")
        }
        LineProblem::Seal => {
            "The personal data beside this line was altered: it doesn't match its digest.".to_owned()
        }
        LineProblem::Misfit(misfit) => self::misfit(misfit),
    }
}

fn misfit(misfit: &Misfit) -> String {
    match misfit {
        Misfit::NotCreated => {
            "A journal must begin with the line that creates the tournament.".to_owned()
        }
        Misfit::CreatedTwice => "This line creates the tournament a second time.".to_owned(),
        Misfit::UndoApplied => "This undo can't be applied here.".to_owned(),
        Misfit::UndoneLine { position } => {
            format!("This line undoes line {position}, which can't be undone.")
        }
        Misfit::Gave { command } => {
            format!("The command `{command}` has the wrong result.")
        }
        Misfit::ReportRefused => "The report doesn't fit the players' lists.".to_owned(),
        Misfit::NoRound => "No round has been drawn at this point.".to_owned(),
        Misfit::NoDraft => "There is no draft at this point.".to_owned(),
        Misfit::OtherRound { drawn, next } => {
            format!("This line draws round {drawn}, but round {next} comes next.")
        }
        Misfit::NoBracket => "There is no bracket at this point.".to_owned(),
        Misfit::BracketSize { seeds } => format!("No bracket has this number of seeds: {seeds}."),
        Misfit::BracketRounds => "The bracket rounds don't follow from the seeds.".to_owned(),
        Misfit::NotPaired { a, b } => {
            format!("The bracket doesn't pair player {a} with player {b}.")
        }
        Misfit::NoPlayer { player } => format!("There is no player {player}."),
        Misfit::NoLeader => "There is no such staff member.".to_owned(),
        Misfit::NoTable { table } => format!("There is no table {table}."),
        Misfit::TableTwice => "Two matches have the same table.".to_owned(),
        Misfit::NotAtTable => "The player isn't at this table.".to_owned(),
        Misfit::NoSideChoice { table } => format!("Nobody chooses a side at table {table}."),
        Misfit::NoOutcome => "This line doesn't say how the match ended.".to_owned(),
        Misfit::LeaderClaims => "Staff report results; only players claim an ending.".to_owned(),
        Misfit::LeaderOffersSalvo => "Only players can offer a Final Salvo.".to_owned(),
        Misfit::NothingToPutBack => {
            "This player didn't lose to anybody who was removed.".to_owned()
        }
        Misfit::NoCut => "There is no cut to keep.".to_owned(),
        Misfit::NoMinutes => "This line doesn't say how long the round is.".to_owned(),
        Misfit::ClockNotStarted => "The clock wasn't started.".to_owned(),
        Misfit::NotPaused => "Play wasn't paused.".to_owned(),
        Misfit::NoSuchNumber => {
            "There is no call, ruling, loss or check with this number.".to_owned()
        }
    }
}

/// Returns what is wrong with a line, in whole sentences.
#[must_use]
pub fn fault(fault: &LineFault) -> String {
    match fault {
        LineFault::Line(problem) => self::problem(problem),
        LineFault::LinesMissing { position, missing } => plural(
            usize::try_from(*missing).unwrap_or(usize::MAX),
            &format!(
                "This line says it is line {position}. 1 line before it is missing, or this one was moved."
            ),
            &format!(
                "This line says it is line {position}. {{n}} lines before it are missing, or this one was moved."
            ),
        ),
        LineFault::Doubled { position } => format!(
            "This line says it is line {position}, but that line comes earlier. It was duplicated or moved."
        ),
        LineFault::Unlinked { before } => format!(
            "This line isn't chained to the line before it. Either its link was changed, or line {before} was."
        ),
        LineFault::Altered { next } => format!(
            "This line was altered after it was written: line {next} is chained to something else."
        ),
        LineFault::ForeignForm => {
            "Another program wrote this line: spaces, order or values aren't as Muster writes them."
                .to_owned()
        }
        LineFault::NotAllowed(refusal) => {
            format!("Its author wasn't allowed to do this. {}", refusal::text(refusal))
        }
        LineFault::Refused(refusal) => format!(
            "This can't have been accepted. {}",
            refusal::text(refusal)
        ),
        LineFault::NotByOrganizer => {
            "Only the organizer can create a tournament, but somebody else did.".to_owned()
        }
        LineFault::CreateGave => {
            "Creating a tournament has no result, but this line has one.".to_owned()
        }
        LineFault::NoSeed => "The seed of the draw is missing.".to_owned(),
        LineFault::OtherMasterSeed => {
            "The master seed isn't the one committed to in the first line.".to_owned()
        }
        LineFault::OtherCommitment => {
            "The commitment was altered: it isn't that of the master seed all draws come from."
                .to_owned()
        }
        LineFault::ForeignSeed { purpose } => format!(
            "The seed for “{purpose}” doesn't come from the master seed, so the draw was made with another one."
        ),
        LineFault::OtherOutcome { written, worked } => format!(
            "The result doesn't follow from the report. Written: {}. Worked out: {}.",
            outcome(written),
            outcome(worked)
        ),
        LineFault::OtherDecision { written, worked } => format!(
            "The result doesn't follow from the decision. Written: {}. Worked out: {}.",
            outcome(written),
            outcome(worked)
        ),
        LineFault::OtherMinutes { written, worked } => format!(
            "The length of the round is wrong. Written: {written} min. By the regulation: {worked} min."
        ),
        LineFault::OtherStructure {
            written_players,
            written_rounds,
            players,
            rounds,
        } => format!(
            "The structure doesn't follow from the attendance. Written: {written_rounds} Swiss rounds for {written_players} players. Worked out: {rounds} Swiss rounds for {players} players, or a different cut."
        ),
        LineFault::OtherSeeds => {
            "The players in the bracket, or their order, don't follow from the standings."
                .to_owned()
        }
        LineFault::NobodyReplaced => {
            "The next-ranked player must replace the one who dropped.".to_owned()
        }
        LineFault::ReplacedForNothing => {
            "Nobody replaces the player who dropped here.".to_owned()
        }
        LineFault::OtherDice => {
            "The dice of the Final Salvo aren't the ones that its seed gives.".to_owned()
        }
        LineFault::OtherRepair => {
            "The repair isn't the smallest change that makes the pairing best.".to_owned()
        }
        LineFault::OtherSeating => {
            "The late arrivals aren't seated as the seed of the round determines.".to_owned()
        }
        LineFault::GaveNothing => "This line is missing its result.".to_owned(),
        LineFault::GaveSomething => "This line has a result where there can't be one.".to_owned(),
        LineFault::GaveOther => "This line has the wrong result.".to_owned(),
        LineFault::UndoOther { undone, last } => format!(
            "This line undoes line {undone}. Only the last step can be undone, which is line {last}."
        ),
        LineFault::UndoUnnamed { undone, named } => {
            format!("This line undoes line {undone}, but it names line {named}.")
        }
        LineFault::UndoNothing => "This line doesn't say which line it undoes.".to_owned(),
        LineFault::AvoidableRepeats {
            repeats,
            fewest,
            pairs,
        } => {
            let pairs: Vec<String> = pairs
                .iter()
                .map(|[a, b]| format!("{} – {}", a.name, b.name))
                .collect();
            format!(
                "Too many pairs meet again: {repeats} instead of {fewest}. Among them: {}.",
                pairs.join(", ")
            )
        }
        LineFault::NotBest => {
            "The pairing isn't the best: more players could have met somebody from their own or the nearest points group."
                .to_owned()
        }
        LineFault::Incomplete => {
            "Not everybody is paired exactly once, or a pair fixed by hand is missing.".to_owned()
        }
        LineFault::OtherRepeats { written, counted } => format!(
            "The number of pairs that meet again is wrong. Written: {written}. Counted: {counted}."
        ),
        LineFault::TwoPlaces { player } => {
            format!("{} is paired twice in this round.", player.name)
        }
        LineFault::PairedAbsent { player } => {
            format!("{} is paired, but isn't playing.", player.name)
        }
        LineFault::NotPlaced { player } => {
            format!("{} is playing, but has neither an opponent nor a bye.", player.name)
        }
        LineFault::ManyByes { byes } => {
            format!("Only one player can have a bye, and {byes} have one.")
        }
        LineFault::OtherBye { holder, belongs_to } => format!(
            "The bye went to {}, but {} is the lowest-ranked player with the fewest byes.",
            holder.name, belongs_to.name
        ),
        LineFault::OtherRound { written, next } => {
            format!("This line draws round {written}, but round {next} comes next.")
        }
        LineFault::OtherAttempt {
            round,
            written,
            attempt,
        } => format!(
            "This line says it is draw {written} of round {round}. It is draw {attempt}: every draw counts, even if it was undone."
        ),
        LineFault::ByeNotDrawn => "The bye isn't the one that the seed gives.".to_owned(),
        LineFault::PairsNotDrawn => "The pairs aren't the ones that the seed gives.".to_owned(),
        LineFault::TablesNotDrawn => "The tables aren't the ones that the seed gives.".to_owned(),
        LineFault::BracketNotDrawn => "The bracket isn't the one that the seed gives.".to_owned(),
        LineFault::OtherGames => "The games don't follow from the bracket.".to_owned(),
        LineFault::OtherByes => "The byes don't follow from the bracket.".to_owned(),
        LineFault::OtherSides => {
            "The sides aren't those that the rule and the seed give.".to_owned()
        }
        LineFault::PersonalAltered => {
            "The personal data beside this line was altered: it doesn't match its digest."
                .to_owned()
        }
        LineFault::PersonalMissing { player } => format!(
            "The personal data of player {player} is missing, and no line erases it."
        ),
        LineFault::LeaderMissing => {
            "The personal data of a staff member is missing, and no line erases it.".to_owned()
        }
        LineFault::TextChained => {
            "The chained part of this line contains free text about people.".to_owned()
        }
        LineFault::TextAltered => {
            "A text beside this line was altered: it doesn't match its digest.".to_owned()
        }
        LineFault::OtherFingerprint {
            round: Some(round),
            kept,
            fingerprint,
        } => format!(
            "The fingerprint kept for round {round} is {kept}, but this journal gives {fingerprint}. A line up to here was changed, removed or redated after the pairings were printed."
        ),
        LineFault::OtherFingerprint {
            round: None,
            kept,
            fingerprint,
        } => format!(
            "The fingerprint that was kept is {kept}, but this journal gives {fingerprint}. A line up to here was changed, removed or redated after the pairings were printed."
        ),
        LineFault::UnknownFingerprint {
            round: Some(round),
            kept,
        } => format!(
            "The fingerprint kept for round {round}, {kept}, doesn't belong to any round of this journal. Lines were changed, removed or redated after the pairings were printed."
        ),
        LineFault::UnknownFingerprint { round: None, kept } => format!(
            "The fingerprint {kept} doesn't belong to any round of this journal. Lines were changed, removed or redated after the pairings were printed."
        ),
    }
}

/// Both awards of an outcome: "A: a win, 1 point; B: a loss, 0 points".
fn outcome(outcome: &Outcome) -> String {
    format!("A: {}; B: {}", award(outcome.a), award(outcome.b))
}

/// Returns a note, in whole sentences.
#[must_use]
pub fn note(note: &VerifyNote) -> String {
    match note {
        VerifyNote::NotJudgedFrom { line } => format!(
            "The lines from line {line} on were not judged, because a line there is missing or can't be read."
        ),
        VerifyNote::NotJudgedAfter { line, lines } => plural(
            *lines,
            &format!("1 line after line {line} depends on it and was not judged."),
            &format!("{{n}} lines after line {line} depend on it and were not judged."),
        ),
        VerifyNote::ClockPutRight { line, at, before } => format!(
            "Line {line} was written at {at}, and the line before it at {before}. A clock was wrong and was corrected in between."
        ),
        VerifyNote::SeedsUntraced { seeds } => plural(
            usize::try_from(*seeds).unwrap_or(usize::MAX),
            "1 seed can't be traced yet: the master seed is revealed at the end of the tournament.",
            "{n} seeds can't be traced yet: the master seed is revealed at the end of the tournament.",
        ),
        VerifyNote::DrawsNotRepeated => {
            "A draw that kept clubs apart was checked but not repeated: some clubs are not in this copy. Its pairing is legal and the best possible."
                .to_owned()
        }
        VerifyNote::DrawnAgain { round, draws } => format!(
            "Round {round} was drawn {draws} times. The journal says why, and only the last draw was played."
        ),
        VerifyNote::Recorded {
            program,
            file,
            worked_out,
            as_recorded,
        } => format!(
            "The tournament was run with {program} and imported from the file with the SHA-256 digest {file}. Pairings, byes and results were recorded there; nothing was drawn here. Results worked out again from their scores: {worked_out}. Results as recorded: {as_recorded}. The standings are computed from both."
        ),
        VerifyNote::WinnersByHand { matches } => plural(
            *matches,
            "The file doesn't say who won 1 match; the person who imported it entered the winner.",
            "The file doesn't say who won {n} matches; the person who imported it entered the winners.",
        ),
        VerifyNote::WinnersUnknown { matches } => plural(
            *matches,
            "The file doesn't say how 1 match ended; nobody gets the win.",
            "The file doesn't say how {n} matches ended; nobody gets the wins.",
        ),
        VerifyNote::TornFile => {
            "The file ends in the middle of a line, which happens when a crash interrupts a write. The next change cuts that line off and keeps a copy."
                .to_owned()
        }
    }
}

/// Returns the first things that are wrong as one text, and how many more there are.
#[must_use]
pub fn first_of(findings: &[Finding]) -> String {
    match findings {
        [] => String::new(),
        [one] => finding(one),
        [first, more @ ..] => plural(
            more.len(),
            &format!("{} There is 1 more.", finding(first)),
            &format!("{} There are {{n}} more.", finding(first)),
        ),
    }
}
