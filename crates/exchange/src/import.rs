//! A foreign tournament becomes one of ours: its players, rounds and results as recorded, in one entry after the one
//! that creates it, and the players' lists after that. Relies on the readers for what the file says and on the tournament
//! crate for what is accepted; promises that nothing is guessed: what the file leaves open stays open until somebody
//! enters it.

mod bracket;
mod cut;

use crate::foreign::{Dropped, ForeignMatch, ForeignPlayer, ForeignRound, ForeignTournament};
use crate::foreign::{MatchResult, Note};
use crate::lists::xws;
use crate::text::{excerpt, is_invisible, tidy};
use crate::{recompute, xwing};
use jiff::Timestamp;
use jiff::civil::Date;
use muster_regulations::List;
use muster_regulations::list::{Squad, Weight};
use muster_regulations::{
    Award, CustomStructure, CutRule, Margin, Outcome, Regulation, Report, Seat, StageKind,
    StructureKind,
};
use muster_tournament::attachment::{Attachment, Content};
use muster_tournament::command::{Setup, Wishes};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::lists::hand_in;
use muster_tournament::personal::{LONGEST_TEXT, Personal};
use muster_tournament::recorded::{
    Recorded, RecordedBye, RecordedMatch, RecordedPlayer, RecordedRound, WinnerSource,
};
use muster_tournament::seeds::Master;
use muster_tournament::{By, Command, PlayerId, Refusal, Request, TableNo, Tournament};
use muster_words::files::{FileNote, FileProblem, Place, Unreadable};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

/// Factions of X-Wing as squads write them, and as people do.
pub(crate) const FACTIONS: &[(&str, &str)] = &[
    ("rebelalliance", "Rebel Alliance"),
    ("galacticempire", "Galactic Empire"),
    ("scumandvillainy", "Scum and Villainy"),
    ("resistance", "Resistance"),
    ("firstorder", "First Order"),
    ("galacticrepublic", "Galactic Republic"),
    ("separatistalliance", "Separatist Alliance"),
];

/// A foreign tournament, ready to become one of ours.
#[derive(Clone, Debug)]
pub struct ImportedTournament {
    pub setup: Setup,
    pub recorded: Recorded,
    /// The players' personal data, in their order.
    pub people: Vec<Personal>,
    /// The players' lists, where the file has them.
    pub lists: Vec<(PlayerId, Attachment)>,
    /// What had to be changed or skipped beyond what the reader noted.
    pub notes: Vec<Note>,
}

/// Makes one of our tournaments of a foreign one. `file` is what it was read from; from `secret`, fresh random bytes
/// that are then forgotten, come the salts that keep names from being guessed from their digests.
pub fn import(
    foreign: &ForeignTournament,
    file: &[u8],
    secret: Hex32,
) -> Result<ImportedTournament, Unreadable> {
    if foreign.rounds().next().is_none() {
        let place = Place::path("rounds");
        return Err(Unreadable::at(place, FileProblem::NoRounds));
    }
    let mut notes = Vec::new();
    let mut people = Vec::with_capacity(foreign.players.len());
    let mut players = Vec::with_capacity(foreign.players.len());
    for (number, player) in (1_u32..).zip(&foreign.players) {
        let name = shown(player, number, &mut notes);
        let personal = Personal::named(name, salt(secret, number));
        players.push(RecordedPlayer {
            who: personal.seal(),
            faction: faction(player),
            list_points: player.list_points,
            rank: player.claimed.rank,
            place: None,
            dropped: player.dropped != Dropped::No,
        });
        people.push(personal);
    }
    let regulation = foreign.regulation();
    let round = |stage, round| recorded_round(regulation, stage, round);
    let swiss = |r| round(StageKind::Swiss, r);
    let elimination = |r| round(StageKind::Elimination, r);
    let mut recorded = Recorded {
        program: foreign.format.title().to_owned(),
        file: Hex32(Sha256::digest(file).into()),
        players,
        swiss: foreign.swiss.iter().map(swiss).collect(),
        elimination: foreign.elimination.iter().map(elimination).collect(),
        seeds: Vec::new(),
    };
    bracket::draw(foreign, &mut recorded, &mut notes);
    cut::place(foreign, &mut recorded, &mut notes);
    let lists = lists(foreign, secret, &mut notes);
    Ok(ImportedTournament {
        setup: setup(foreign, &recorded, &mut notes),
        recorded,
        people,
        lists,
        notes,
    })
}

impl ImportedTournament {
    /// Returns the tournament: created and imported in two lines, with a line for each list.
    pub fn tournament(
        self,
        organizer: Personal,
        master: &Master,
        at: Timestamp,
    ) -> Result<Tournament, Refusal> {
        let mut tournament = Tournament::create(self.setup, organizer, master, at)?;
        let by = By::Staff(ORGANIZER);
        let program = self.recorded.program.clone();
        let command = Command::Import(Box::new(self.recorded));
        let request = Request {
            private: self.people,
            ..Request::new(by, at, command)
        };
        tournament.act(request, master)?;
        for (player, list) in self.lists {
            // What was played is kept, even if it breaks a rule of today.
            let breaks_a_rule = match &list.content {
                Content::List(list) => {
                    let problems = tournament.state().check_list(list);
                    problems
                        .iter()
                        .any(|problem| problem.weight == Weight::Breach)
                }
                Content::Catalogue(_) => false,
            };
            let excuse = breaks_a_rule.then(|| program.clone());
            let command = hand_in(player, &list, None, excuse);
            tournament.act(Request::new(by, at, command).with(list), master)?;
        }
        Ok(tournament)
    }
}

impl ForeignTournament {
    /// Enters who won a match that the file leaves open, by the path of the match.
    pub fn tell_winner(&mut self, path: &str, winner: Seat) -> Result<(), Unreadable> {
        let regulation = self.regulation();
        let swiss = self.swiss.iter_mut().map(|r| (StageKind::Swiss, r));
        let elimination = self.elimination.iter_mut();
        let rounds = swiss.chain(elimination.map(|r| (StageKind::Elimination, r)));
        let found = rounds
            .flat_map(|(stage, round)| round.matches.iter_mut().map(move |m| (stage, m)))
            .find(|(_, m)| m.path == path);
        let Some((stage, m)) = found else {
            let path = excerpt(path);
            return Err(Unreadable::file(FileProblem::NoSuchMatch { path }));
        };
        if matches!(m.result, MatchResult::Counts(_)) && !m.by_hand {
            let place = Place::path(path);
            return Err(Unreadable::at(place, FileProblem::MatchDecided));
        }
        m.result = MatchResult::Counts(won_by_hand(regulation, stage, m, winner)?);
        m.by_hand = true;
        Ok(())
    }
}

fn won_by_hand(
    regulation: Regulation,
    stage: StageKind,
    m: &ForeignMatch,
    winner: Seat,
) -> Result<Outcome, Unreadable> {
    match (regulation, stage) {
        (Regulation::Xwing, _) => Ok(xwing::won(
            winner,
            m.scores,
            &m.path,
            &mut Default::default(),
        )),
        (_, StageKind::Elimination) => {
            let (win, loss) = (Award::win(0, Margin::None), Award::loss(0, Margin::None));
            Ok(Outcome::won_by(winner, win, loss))
        }
        (_, StageKind::Swiss) => {
            let place = Place::path(m.path.clone());
            Err(Unreadable::at(place, FileProblem::WinnerNotEnough))
        }
    }
}

fn salt(secret: Hex32, number: u32) -> Hex32 {
    let mut hash = Sha256::new();
    hash.update(b"muster salt v1\0");
    hash.update(secret.0);
    hash.update(number.to_le_bytes());
    Hex32(hash.finalize().into())
}

/// Returns a name that can be shown anywhere.
fn shown(player: &ForeignPlayer, number: u32, notes: &mut Vec<Note>) -> String {
    let printable: String = tidy(&player.name)
        .chars()
        .filter(|letter| !letter.is_control() && !is_invisible(*letter))
        .take(LONGEST_TEXT)
        .collect();
    let name = printable.trim();
    let kept = if name.is_empty() {
        format!("Player {number}")
    } else {
        name.to_owned()
    };
    if kept != tidy(&player.name) {
        let name = excerpt(&player.name);
        let note = if tidy(&player.name).starts_with(&kept) {
            let most = LONGEST_TEXT;
            FileNote::NameShortened { name, most }
        } else {
            let kept = excerpt(&kept);
            FileNote::NameChanged { name, kept }
        };
        notes.push(Note::new(Place::WholeFile, note));
    }
    kept
}

/// The players' lists, as they can be handed in.
fn lists(
    foreign: &ForeignTournament,
    secret: Hex32,
    notes: &mut Vec<Note>,
) -> Vec<(PlayerId, Attachment)> {
    let mut lists = Vec::new();
    let mut unread: Vec<String> = Vec::new();
    for (number, player) in (1_u32..).zip(&foreign.players) {
        let Some(text) = player.list.as_deref() else {
            continue;
        };
        let squad = match foreign.regulation() {
            Regulation::Xwing => xws::read(text).ok().map(|read| read.squad),
            _ => None,
        };
        match (squad, faction(player)) {
            (Some(squad), Some(faction)) if !squad.ships.is_empty() => {
                let list = List::Xwing(Squad { faction, ..squad });
                let salt = salt(secret, u32::MAX - number);
                lists.push((PlayerId(number), Attachment::list(list, salt)));
            }
            // Many files hold the faction and nothing else.
            (_, Some(_)) => {}
            _ => unread.push(excerpt(&player.name)),
        }
    }
    if !unread.is_empty() {
        let note = FileNote::ListsUnread { players: unread };
        notes.push(Note::new(Place::WholeFile, note));
    }
    lists
}

fn faction(player: &ForeignPlayer) -> Option<String> {
    let list: serde_json::Value = serde_json::from_str(player.list.as_deref()?).ok()?;
    let id = list.get("faction")?.as_str()?;
    let known = FACTIONS.iter().find(|(known, _)| *known == id);
    let name = known.map_or_else(|| tidy(id), |(_, name)| (*name).to_owned());
    let fits = |name: &String| {
        let letters = name.chars().count();
        letters > 0 && letters <= LONGEST_TEXT && !name.chars().any(char::is_control)
    };
    Some(name).filter(fits)
}

/// Returns a faction as squads write it; one that they do not know stays as it is.
pub(crate) fn faction_id(name: &str) -> &str {
    let known = FACTIONS.iter().find(|(_, known)| *known == name);
    known.map_or(name, |(id, _)| id)
}

fn recorded_round(regulation: Regulation, stage: StageKind, round: &ForeignRound) -> RecordedRound {
    let mut seen = HashSet::new();
    // Tables are kept where every match has its own; else matches are numbered as they stand.
    let numbered = round
        .matches
        .iter()
        .all(|m| m.table.is_some_and(|table| table > 0 && seen.insert(table)));
    let matches = (1..).zip(&round.matches).map(|(place, m)| {
        let table = m.table.filter(|_| numbered).unwrap_or(place);
        let outcome = m.result.outcome();
        RecordedMatch {
            table: TableNo(table),
            a: m.a,
            b: m.b,
            scores: m.scores,
            report: outcome.and_then(|outcome| report(regulation, stage, m, &outcome)),
            outcome,
            dark: m.dark,
            told: match m.result {
                MatchResult::Counts(_) if m.by_hand => WinnerSource::Hand,
                MatchResult::Counts(_) => WinnerSource::Record,
                MatchResult::WinnerUnknown | MatchResult::Unfinished => WinnerSource::Nobody,
            },
        }
    });
    let byes = round.byes.iter().map(|bye| RecordedBye {
        player: bye.player,
        award: bye.award,
    });
    RecordedRound {
        matches: matches.collect(),
        byes: byes.collect(),
    }
}

/// Returns the report that gives a result, where the file has enough for one.
fn report(
    regulation: Regulation,
    stage: StageKind,
    m: &ForeignMatch,
    outcome: &Outcome,
) -> Option<Report> {
    // Points of two games do not say how each of them ended (CG-END).
    if regulation != Regulation::Xwing {
        return None;
    }
    let report = xwing::report(m.scores?, outcome.winner()?);
    let worked = regulation.outcome(stage, &report).ok()?;
    (worked == *outcome).then_some(report)
}

fn setup(foreign: &ForeignTournament, recorded: &Recorded, notes: &mut Vec<Note>) -> Setup {
    let book = foreign.regulation().book();
    let tier = book.tiers[0];
    let assumed = FileNote::TierAssumed { tier };
    notes.push(Note::new(Place::WholeFile, assumed));
    let name = foreign.name.as_deref().map(tidy).unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST_TEXT)
        .collect();
    let name = match name.trim() {
        "" => format!("Tournament from {}", foreign.format.title()),
        name => name.to_owned(),
    };
    let date = foreign.date.as_deref().and_then(day);
    if let (None, Some(text)) = (date, &foreign.date) {
        let date = excerpt(text);
        notes.push(Note::new(
            Place::path("date"),
            FileNote::DateUnread { date },
        ));
    }
    let structure = recorded.structure();
    let custom = CustomStructure {
        rounds: structure.rounds,
        cut: structure.cut,
    };
    // A cut that fits no bracket of the regulation is not announced; its rounds are imported anyway.
    let holds = |custom: CustomStructure| {
        let kind = StructureKind::Custom;
        foreign
            .regulation()
            .structure(kind, Some(custom), u32::MAX)
            .is_ok()
            && !recorded.seeds.is_empty()
    };
    let custom = match custom.cut {
        CutRule::Top(_) if !holds(custom) => CustomStructure {
            cut: CutRule::None,
            ..custom
        },
        _ => custom,
    };
    Setup {
        name,
        regulation: foreign.regulation(),
        tier,
        structure: StructureKind::Custom,
        custom: Some(custom),
        wishes: Wishes::default(),
        date,
        zone: None,
    }
}

/// Reads the day of a date, whatever time comes after it.
fn day(text: &str) -> Option<Date> {
    text.trim().get(..10)?.parse().ok()
}

/// Returns the final order of everybody after the Swiss rounds, as the file ranks them or else as computed.
fn by_rank(foreign: &ForeignTournament) -> Vec<PlayerId> {
    let rows = recompute(foreign).standings.rows;
    rows.into_iter().map(|row| row.player).collect()
}
