//! NRTM, the JSON of the Netrunner community, read into the Card Game: corp is the dark side, runner the light side.
//!
//! Rounds are in order, each a list of matches. In Swiss rounds `combinedScore` is what counts; a bye names one
//! player only. Bracket matches have a winner and no points. Aesop's Tables plays one game per match and writes it in
//! two ways: with one score on each side, or flat, as `corpPlayer` and `runnerPlayer`.

use crate::foreign::{Claimed, ForeignMatch, ForeignTournament, Format, MatchResult, Scores};
use crate::json::{self, List, Notes, Object};
use crate::roster::{Keys, Roster};
use crate::rounds::{self, Pair, RawRound};
use crate::text::excerpt;
use muster_regulations::cardgame::BOOK;
use muster_regulations::{Award, Margin, Outcome, Seat, StageKind};
use muster_tournament::PlayerId;
use muster_words::files::{FileNote, Unreadable};
use std::collections::BTreeSet;

/// Beyond what any way of counting gives for one match.
const MOST_SCORE: u32 = 100;
/// What a file has in the place of an opponent in a flat match.
const NO_OPPONENT: &str = "(BYE)";

/// Reads a tournament.
pub fn read(bytes: &[u8]) -> Result<ForeignTournament, Unreadable> {
    let mut notes = Notes::default();
    let file = json::open(bytes, Format::Nrtm, &mut notes)?;
    let root = Object::root(&file);
    let mut roster = Roster::new(Keys::Ids);
    let players = root.needed_list("players", Format::Nrtm)?;
    players.objects(&mut notes, |at, notes| player(&at, &mut roster, notes));
    if let Some(seeded) = root.list("eliminationPlayers", &mut notes) {
        seeded.objects(&mut notes, |at, notes| {
            elimination_player(&at, &mut roster, notes)
        });
    }

    let announced = root.whole("preliminaryRounds", &mut notes);
    let (mut swiss, mut elimination) = (Vec::new(), Vec::new());
    let list = root.needed_list("rounds", Format::Nrtm)?;
    for (index, matches) in (0..).zip(list.lists(&mut notes)) {
        // The flag of a match decides; where it is missing, whether the round is one of the preliminary ones.
        let stage = match announced {
            Some(rounds) if index >= rounds => StageKind::Elimination,
            _ => StageKind::Swiss,
        };
        round(
            &matches,
            stage,
            &mut swiss,
            &mut elimination,
            &mut roster,
            &mut notes,
        );
    }
    if let Some(announced) = announced.filter(|rounds| usize::try_from(*rounds) != Ok(swiss.len()))
    {
        let found = swiss.len();
        let note = FileNote::RoundsAnnounced { announced, found };
        notes.add("preliminaryRounds", note);
    }
    let cut = root.whole("cutToTop", &mut notes);
    if let Some(cut) = cut.filter(|cut| *cut > 0) {
        let mut in_bracket: BTreeSet<PlayerId> = roster.seeded().collect();
        for round in &elimination {
            in_bracket.extend(round.matches.iter().flat_map(|m| [m.a, m.b]));
            in_bracket.extend(round.byes.iter().map(|bye| bye.player));
        }
        if usize::try_from(cut) != Ok(in_bracket.len()) {
            let found = in_bracket.len();
            notes.add("cutToTop", FileNote::CutAnnounced { cut, found });
        }
    }
    let foreign = ForeignTournament {
        format: Format::Nrtm,
        name: root.text("name", &mut notes),
        date: root.text("date", &mut notes),
        players: roster.into_players(&mut notes),
        swiss: rounds::numbered(swiss),
        elimination: rounds::numbered(elimination),
        notes: notes.into_list(),
    };
    foreign.within_bounds()
}

fn player(at: &Object<'_>, roster: &mut Roster, notes: &mut Notes) {
    let (id, name) = (at.id("id", notes), at.text("name", notes));
    let player = roster.add(id, name, at.path(), notes);
    player.claimed = Claimed {
        rank: at.rank("rank", notes),
        bracket_rank: None,
        points: at.decimal("matchPoints", notes),
        margin: None,
        strength: at.decimal("strengthOfSchedule", notes),
        extended: at.decimal("extendedStrengthOfSchedule", notes),
    };
}

fn elimination_player(at: &Object<'_>, roster: &mut Roster, notes: &mut Notes) {
    // A place without a player has not been decided yet.
    let Some(id) = at.id("id", notes) else { return };
    let (rank, seed) = (at.rank("rank", notes), at.rank("seed", notes));
    match roster
        .find(&id)
        .and_then(|player| roster.player_mut(player))
    {
        Some(player) => {
            player.claimed.bracket_rank = rank;
            player.seed = seed;
        }
        None => {
            let key = excerpt(&id);
            notes.add(at.path_of("id"), FileNote::PlayerUnknown { key });
        }
    }
}

fn round(
    matches: &List<'_>,
    usual: StageKind,
    swiss: &mut Vec<RawRound>,
    elimination: &mut Vec<RawRound>,
    roster: &mut Roster,
    notes: &mut Notes,
) {
    let mut in_swiss = RawRound::new(matches.path(), None);
    let mut in_bracket = RawRound::new(matches.path(), None);
    matches.objects(notes, |at, notes| {
        let stage = match at.flag("eliminationGame", notes) {
            Some(true) => StageKind::Elimination,
            Some(false) => StageKind::Swiss,
            None => usual,
        };
        let round = match stage {
            StageKind::Swiss => &mut in_swiss,
            StageKind::Elimination => &mut in_bracket,
        };
        one_match(&at, stage, round, roster, notes);
    });
    match (in_swiss.is_empty(), in_bracket.is_empty()) {
        (true, true) => notes.add(matches.path(), FileNote::EmptyRound),
        (false, false) => notes.add(matches.path(), FileNote::MixedRound),
        _ => {}
    }
    for (stage, round) in [(swiss, in_swiss), (elimination, in_bracket)] {
        if !round.is_empty() {
            round.note_repeats(roster, notes);
            stage.push(round);
        }
    }
}

/// One player's part of a match.
struct PlayerPart {
    key: Option<String>,
    score: Option<u32>,
    winner: Option<bool>,
    is_corp: Option<bool>,
}

/// The two players of a match.
fn sides(at: &Object<'_>, notes: &mut Notes) -> [PlayerPart; 2] {
    let [corp, runner] = ["corpPlayer", "runnerPlayer"].map(|field| at.id(field, notes));
    if corp.is_none() && runner.is_none() {
        return [side(at, "player1", notes), side(at, "player2", notes)];
    }
    let winner = at.id("winner_id", notes);
    let players = [(corp, "corpScore", true), (runner, "runnerScore", false)];
    players.map(|(key, score, is_corp)| {
        let key = key.filter(|key| key != NO_OPPONENT);
        PlayerPart {
            winner: winner.as_ref().map(|winner| key.as_ref() == Some(winner)),
            score: at.score(score, notes),
            is_corp: Some(is_corp),
            key,
        }
    })
}

fn side(at: &Object<'_>, field: &str, notes: &mut Notes) -> PlayerPart {
    let Some(side) = at.object(field, notes) else {
        return PlayerPart {
            key: None,
            score: None,
            winner: None,
            is_corp: None,
        };
    };
    let role = side.word("role", notes);
    PlayerPart {
        key: side.id("id", notes),
        score: score(&side, role.is_some(), notes),
        winner: side.flag("winner", notes),
        is_corp: role.map(|role| role == "corp"),
    }
}

/// `combinedScore` counts; where it is missing, the games do.
fn score(side: &Object<'_>, plays_one_game: bool, notes: &mut Notes) -> Option<u32> {
    let combined = side.score("combinedScore", notes).or_else(|| {
        let games = ["runnerScore", "corpScore"].map(|field| side.score(field, notes));
        let [Some(runner), Some(corp)] = games else {
            // Only whoever plays one game per match has a role in it.
            return games
                .into_iter()
                .flatten()
                .next()
                .filter(|_| plays_one_game);
        };
        let sum = runner.checked_add(corp)?;
        notes.add_once(side.path(), FileNote::ScoresAdded { sum });
        Some(sum)
    })?;
    if combined > MOST_SCORE {
        notes.add(side.path(), FileNote::ScoreTooHigh { score: combined });
        return None;
    }
    Some(combined)
}

/// Seats the players of a match; what a bye gives is what the file says it gave.
fn seat(
    at: &Object<'_>,
    sides: [&PlayerPart; 2],
    round: &mut RawRound,
    roster: &mut Roster,
    notes: &mut Notes,
) -> Option<Pair> {
    let path = at.path();
    let keys = sides.map(|side| side.key.clone());
    let score = sides
        .into_iter()
        .find(|side| side.key.is_some())
        .and_then(|side| side.score);
    let bye = |notes: &mut Notes| {
        let usual = BOOK.bye;
        match score {
            Some(points) if points != usual.points => {
                let note = FileNote::ByePoints {
                    points,
                    usual: usual.points,
                };
                notes.add_once(path, note);
                Award { points, ..usual }
            }
            _ => usual,
        }
    };
    // The format has no word for a bye; one player alone is one.
    let is_bye = keys.iter().flatten().count() == 1;
    round.seat(path, keys, is_bye, bye, roster, notes)
}

fn one_match(
    at: &Object<'_>,
    stage: StageKind,
    round: &mut RawRound,
    roster: &mut Roster,
    notes: &mut Notes,
) {
    let [first, second] = sides(at, notes);
    let table = at
        .whole("table", notes)
        .or_else(|| at.whole("tableNumber", notes));
    let Some(Pair { a, b }) = seat(at, [&first, &second], round, roster, notes) else {
        return;
    };
    let scores = first.score.zip(second.score).map(|(a, b)| Scores { a, b });
    let (outcome, dark) = match stage {
        StageKind::Swiss => (swiss_outcome(at, scores, notes), None),
        StageKind::Elimination => {
            let outcome = bracket_outcome(&first, &second, scores);
            (outcome, dark(&first, &second, at, notes))
        }
    };
    if outcome.is_none() {
        let [a, b] = [a, b].map(|id| roster.name(id).to_owned());
        let note = match stage {
            StageKind::Swiss => FileNote::NoScores { a, b },
            StageKind::Elimination => FileNote::NoWinner { a, b },
        };
        notes.add(at.path(), note);
    }
    round.matches.push(ForeignMatch {
        table,
        dark,
        result: outcome.map_or(MatchResult::Unfinished, MatchResult::Counts),
        ..ForeignMatch::new(at.path(), Pair { a, b }, scores)
    });
}

fn swiss_outcome(at: &Object<'_>, scores: Option<Scores>, notes: &mut Notes) -> Option<Outcome> {
    let Scores { a, b } = scores?;
    if at.flag("intentionalDraw", notes) == Some(true) && a != b {
        notes.add(at.path_of("intentionalDraw"), FileNote::NotADraw { a, b });
    }
    Some(games(Scores { a, b }, at.path(), notes))
}

/// What the two games of a Swiss match gave (CG-POINTS).
fn games(scores: Scores, path: &str, notes: &mut Notes) -> Outcome {
    let (high, low) = (scores.a.max(scores.b), scores.a.min(scores.b));
    if !matches!((high, low), (6, 0) | (4, 1) | (3, 3) | (2, 2)) {
        notes.add_once(path, FileNote::OddGames { high, low });
    }
    let (win, loss) = (
        Award::win(high, Margin::None),
        Award::loss(low, Margin::None),
    );
    match scores.higher() {
        Some(winner) => Outcome::won_by(winner, win, loss),
        None if high == 0 => Outcome { a: loss, b: loss },
        None => {
            let draw = Award::draw(high, Margin::None);
            Outcome { a: draw, b: draw }
        }
    }
}

/// A bracket game gives no tournament points.
fn bracket_outcome(
    first: &PlayerPart,
    second: &PlayerPart,
    scores: Option<Scores>,
) -> Option<Outcome> {
    let winner = match (first.winner, second.winner) {
        (Some(true), Some(false) | None) | (None, Some(false)) => Some(Seat::A),
        (Some(false) | None, Some(true)) | (Some(false), None) => Some(Seat::B),
        (None, None) => scores.and_then(Scores::higher),
        (Some(true), Some(true)) | (Some(false), Some(false)) => None,
    };
    let (win, loss) = (Award::win(0, Margin::None), Award::loss(0, Margin::None));
    winner.map(|winner| Outcome::won_by(winner, win, loss))
}

/// Corp is the dark side.
fn dark(
    first: &PlayerPart,
    second: &PlayerPart,
    at: &Object<'_>,
    notes: &mut Notes,
) -> Option<Seat> {
    match (first.is_corp, second.is_corp) {
        (Some(true), Some(true)) | (Some(false), Some(false)) => {
            notes.add(at.path(), FileNote::SameRole);
            None
        }
        (Some(true), _) | (_, Some(false)) => Some(Seat::A),
        (_, Some(true)) | (Some(false), _) => Some(Seat::B),
        (None, None) => None,
    }
}
