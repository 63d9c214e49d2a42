//! Judging every line again, on the state it found: who did it, whether it could be accepted, and what it gave.

use super::{Finding, Lines, Verifier, traces};
use crate::command::Command;
use crate::decide;
use crate::edition::Edition;
use crate::entry::{Entry, Gave};
use crate::ids::{By, Hex32, ORGANIZER};
use crate::journal::{Core, Line};
use crate::lists::{self, Beside};
use crate::permissions;
use crate::recorded::{Recorded, RecordedMatch, Told};
use crate::refusal::Refusal;
use crate::seeds::{Revealed, Seedless, Seeds};
use crate::state::State;
use crate::tournament;
use muster_regulations::Outcome;

/// Something wrong with a line, before it is known which line of the file that is.
pub(super) struct Wrong {
    pub(super) what: String,
    pub(super) clause: Option<&'static str>,
    refusal: Option<Box<Refusal>>,
}

impl Wrong {
    pub(super) fn new(what: impl Into<String>) -> Wrong {
        Wrong {
            what: what.into(),
            clause: None,
            refusal: None,
        }
    }

    pub(super) fn against(clause: &'static str, what: impl Into<String>) -> Wrong {
        Wrong {
            what: what.into(),
            clause: Some(clause),
            refusal: None,
        }
    }

    fn refused(how: &str, refusal: &Refusal) -> Wrong {
        Wrong {
            what: how.to_owned(),
            clause: refusal.clause(),
            refusal: Some(Box::new(refusal.clone())),
        }
    }
}

impl Verifier {
    /// Judges lines until one cannot be followed. A line that is wrong is taken as it stands, for the lines after it
    /// rest on it.
    pub(super) fn judge(&mut self, lines: &Lines) {
        for (at, (row, line)) in lines.placed().enumerate() {
            let (before, _) = lines.all.split_at(at);
            let wrong = match self.state.take() {
                None => create(line),
                Some(mut state) => {
                    state.edition = Edition::of(line.core.version);
                    let wrong = self.line(before, &state, row, line);
                    self.state = Some(state);
                    wrong
                }
            };
            if let Err(wrong) = wrong {
                self.findings.push(Finding {
                    line: row,
                    what: wrong.what,
                    clause: wrong.clause,
                    refusal: wrong.refusal,
                });
            }
            if let Err(misfit) = self.apply(before, line) {
                // Lines after it cannot be judged: there is no state to judge them on.
                if self.findings.iter().all(|finding| finding.line != row) {
                    self.find(row, misfit, None);
                }
                let passed = lines.all.len() - at - 1;
                if passed > 0 {
                    self.notes.push(format!(
                        "The {passed} lines after line {row} rest on it and were not judged."
                    ));
                }
                break;
            }
            self.judged += 1;
        }
        let judged = lines.all.get(..self.judged).unwrap_or_default();
        self.checked.taken_back = tournament::undone(judged).len() as u64;
    }

    /// Brings the state up to date with a line, as it stands.
    fn apply(&mut self, before: &[Line], line: &Line) -> Result<(), String> {
        let state = match self.state.take() {
            None => State::begin(line.step()).map_err(|misfit| misfit.to_string())?,
            Some(_) if line.core.entry.did == Command::Undo => {
                let lines = before.iter().chain([line]);
                tournament::fold(lines).map_err(|error| error.problem.to_string())?
            }
            Some(mut state) => {
                state
                    .apply(line.step())
                    .map_err(|misfit| misfit.to_string())?;
                state
            }
        };
        self.state = Some(state);
        Ok(())
    }

    fn line(&mut self, before: &[Line], state: &State, row: u64, line: &Line) -> Result<(), Wrong> {
        let entry = &*line.entry();
        let by = line.core.by;
        permissions::check(state, by, &entry.did)
            .map_err(|refusal| Wrong::refused("was done by somebody who may not", &refusal))?;
        self.checked.permissions += 1;
        self.traces.extend(traces::Trace::of(state, row, line));
        if entry.did == Command::Undo {
            return self.undo(before, state, by, entry);
        }
        if let Gave::Drawn(drawn) = &entry.gave {
            self.checked.pairs += drawn.pairs.len() as u64;
            self.check_pairing(state, &entry.did, drawn)?;
        }
        let judged = match seed_of(&entry.gave) {
            Some(seed) => again(state, by, entry, &Revealed(seed)),
            None => again(state, by, entry, &Seedless),
        };
        let judged = judged.map_err(|refusal| match refusal {
            Refusal::NoSeed if seed_of(&entry.gave).is_none() => {
                Wrong::new("lacks the seed of its draw")
            }
            Refusal::NoSeed => master_fault(),
            refusal => Wrong::refused("cannot have been accepted", &refusal),
        })?;
        self.check_attached(state, line)?;
        if let Command::Import(recorded) = &entry.did {
            self.note_record(recorded);
        }
        let (stands, must) = (&entry.gave, &judged.gave);
        match stands {
            _ if stands != must && !self.unrepeatable(state, stands, must) => {
                return Err(differs(state, stands, must));
            }
            Gave::Outcome(_) | Gave::Claimed(_) | Gave::Decided(_) => self.checked.outcomes += 1,
            Gave::Salvo(_) => self.checked.salvos += 1,
            Gave::Drawn(_) if stands == must => self.checked.draws += 1,
            _ => {}
        }
        self.checked.decisions += 1;
        Ok(())
    }

    /// What stands beside a line matches its digest and could be accepted; a copy of the journal may leave it out.
    fn check_attached(&mut self, state: &State, line: &Line) -> Result<(), Wrong> {
        let Core { by, at, entry, .. } = &line.core;
        let attached = line.attached.as_deref();
        lists::admit(state, *by, *at, &entry.did, attached, Beside::MayBeMissing)
            .map_err(|refusal| Wrong::refused("cannot have been accepted", &refusal))?;
        match (&entry.did, attached) {
            (Command::List(command), None) if command.sealed().is_some() => {
                self.checked.left_out += 1
            }
            (_, Some(_)) => self.checked.attached += 1,
            _ => {}
        }
        Ok(())
    }

    /// Says plainly what was decided elsewhere: nobody can draw it again.
    fn note_record(&mut self, recorded: &Recorded) {
        let matches: Vec<&RecordedMatch> = recorded
            .rounds()
            .flat_map(|(_, round)| &round.matches)
            .collect();
        let worked = matches.iter().filter(|m| m.report.is_some()).count();
        let by_hand = matches.iter().filter(|m| m.told == Told::Hand).count();
        let open = matches.iter().filter(|m| m.told == Told::Nobody).count();
        let stand = matches.len() - worked;
        self.checked.outcomes += worked as u64;
        self.notes.push(format!(
            "The tournament was run with {} and taken in from a file with the SHA-256 {}: pairings, byes and results were \
             recorded there, and nothing was drawn here. {worked} results were worked out again from their scores, {stand} \
             stand as the file tells them; the standings are computed from both.",
            recorded.program, recorded.file
        ));
        if by_hand > 0 {
            self.notes.push(format!(
                "Told by whoever took the file in, because the file leaves it open: who won {}.",
                matches_of(by_hand)
            ));
        }
        if open > 0 {
            self.notes.push(format!(
                "The file does not tell how {} ended; nobody has the win.",
                matches_of(open)
            ));
        }
    }

    fn undo(&mut self, before: &[Line], state: &State, by: By, entry: &Entry) -> Result<(), Wrong> {
        let undone = tournament::undo(state, before, by)
            .map_err(|refusal| Wrong::refused("cannot have been accepted", &refusal))?;
        match entry.gave {
            Gave::Undone(position) if position == undone => {
                self.checked.decisions += 1;
                Ok(())
            }
            Gave::Undone(position) => Err(Wrong::new(format!(
                "takes back line {position}; only the last step that stands can be taken back, line {undone}"
            ))),
            _ => Err(Wrong::new("does not say which line it takes back")),
        }
    }
}

/// The first line is judged without a state.
fn create(line: &Line) -> Result<(), Wrong> {
    let entry = &line.core.entry;
    let Command::Create { setup, .. } = &entry.did else {
        return Ok(()); // The fold says so.
    };
    if line.core.by != By::Staff(ORGANIZER) {
        return Err(Wrong::against(
            "ROLE-1",
            "a tournament is created by its organizer",
        ));
    }
    if entry.gave != Gave::Nothing {
        return Err(Wrong::new("creating a tournament gives nothing else"));
    }
    decide::check_setup(setup)
        .map_err(|refusal| Wrong::refused("cannot have been accepted", &refusal))
}

fn again(state: &State, by: By, entry: &Entry, seeds: &dyn Seeds) -> Result<Entry, Refusal> {
    decide::decide(state, by, &entry.did, seeds)
}

/// The seed that an entry reveals.
pub(super) fn seed_of(gave: &Gave) -> Option<Hex32> {
    match gave {
        Gave::Started(started) => Some(started.tiebreak),
        Gave::Drawn(drawn) => Some(drawn.seed),
        Gave::Salvo(salvo) => Some(salvo.seed),
        Gave::ClockSeed(seed) | Gave::Master(seed) => Some(*seed),
        _ => None,
    }
}

pub(super) fn master_fault() -> Wrong {
    Wrong::new("the master seed is not the one that was committed to in the first line")
}

/// Says how what an entry gave differs from what it must give.
fn differs(state: &State, stands: &Gave, must: &Gave) -> Wrong {
    match (stands, must) {
        (Gave::Outcome(stands), Gave::Outcome(must))
        | (Gave::Claimed(stands), Gave::Claimed(must)) => {
            let clause = state.setup.regulation.book().end_clause;
            let what = format!(
                "says {}; the report gives {}",
                outcome(stands),
                outcome(must)
            );
            Wrong::against(clause, what)
        }
        (Gave::Decided(stands), Gave::Decided(must)) => Wrong::against(
            state.setup.regulation.book().end_clause,
            format!(
                "says {}; the decision gives {}",
                outcome(&stands.outcome),
                outcome(&must.outcome)
            ),
        ),
        (Gave::Minutes(stands), Gave::Minutes(must)) => Wrong::against(
            "TIME-1",
            format!("says the round has {stands} minutes; by the book it has {must}"),
        ),
        (Gave::Drawn(stands), Gave::Drawn(must)) => super::pairings::differs(state, stands, must),
        (Gave::Started(stands), Gave::Started(must)) => Wrong::against(
            "PAIR-1",
            format!(
                "says {} players and {} rounds; {} were there, which gives {} rounds, or the cut differs",
                stands.attendance, stands.structure.rounds, must.attendance, must.structure.rounds
            ),
        ),
        (Gave::Seeds(_), Gave::Seeds(_)) => Wrong::against(
            "CUT-1",
            "the players in the bracket, or their order, do not follow from the standings",
        ),
        (Gave::Nothing, Gave::Seeds(_)) => Wrong::against(
            "CUT-2",
            "the next-ranked player must come in for the one who left",
        ),
        (Gave::Seeds(_), Gave::Nothing) => {
            Wrong::against("CUT-2", "nobody comes in for the one who left here")
        }
        (Gave::Salvo(_), Gave::Salvo(_)) => Wrong::against(
            "XW-SALVO",
            "the dice of the Final Salvo are not those its seed gives",
        ),
        (Gave::Repaired(_), Gave::Repaired(_)) => Wrong::against(
            "PAIR-6",
            "the tables are not the smallest change that makes the pairing best",
        ),
        (Gave::Seated(_), Gave::Seated(_)) => {
            Wrong::new("the late arrivals were not seated as the seed of the round gives it")
        }
        (Gave::Nothing, _) => Wrong::new("does not say what it gave"),
        (_, Gave::Nothing) => Wrong::new("says it gave something that it cannot give"),
        _ => Wrong::new("gave something else than it must give"),
    }
}

fn outcome(outcome: &Outcome) -> String {
    let (a, b) = (outcome.a, outcome.b);
    let verdict = |award: muster_regulations::Award| match award.verdict {
        muster_regulations::Verdict::Win => "win",
        muster_regulations::Verdict::Draw => "draw",
        muster_regulations::Verdict::Loss => "loss",
    };
    let margins = if a.margin == muster_regulations::Margin::None {
        String::new()
    } else {
        format!(
            " with margins {} and {}",
            margin(a.margin),
            margin(b.margin)
        )
    };
    format!(
        "{} and {}, {} and {} points{margins}",
        verdict(a),
        verdict(b),
        a.points,
        b.points
    )
}

fn margin(margin: muster_regulations::Margin) -> String {
    use muster_regulations::{Margin, Share};
    match margin {
        Margin::None => "nothing".to_owned(),
        Margin::Points(points) => points.to_string(),
        Margin::Share(Share::Of { own, total }) => format!("{own}/{total}"),
        Margin::Share(Share::MeanOfOthers) => "the mean of the others".to_owned(),
        Margin::Defeated { points, tokens } => {
            format!("{points} points defeated ({tokens} tokens)")
        }
    }
}

fn matches_of(count: usize) -> String {
    match count {
        1 => "1 match".to_owned(),
        _ => format!("{count} matches"),
    }
}
