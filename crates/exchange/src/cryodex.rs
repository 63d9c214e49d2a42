//! Cryodex and List Juggler, X-Wing: players by name, no winner in a match. The higher score wins.
//!
//! With equal points nothing in the match says who won the Final Salvo. Such a match is marked, and settled with a note
//! only where the scores that the file gives the players leave a single answer.

mod deduce;

use crate::foreign::{
    Claimed, Dropped, ForeignMatch, ForeignTournament, Format, MatchResult, Scores,
};
use crate::json::{self, Notes, Object};
use crate::roster::{Keys, Roster};
use crate::rounds::{self, RawRound};
use crate::text::{excerpt, tidy};
use crate::xwing;
use muster_regulations::Regulation;
use muster_words::files::{FileNote, Unreadable};

/// Reads a tournament of Cryodex or List Juggler.
pub fn read(bytes: &[u8]) -> Result<ForeignTournament, Unreadable> {
    let mut notes = Notes::default();
    let file = json::open(bytes, Format::Cryodex, &mut notes)?;
    let root = Object::root(&file);
    let mut roster = Roster::new(Keys::Names);
    let players = root.needed_list("players", Format::Cryodex)?;
    players.objects(&mut notes, |at, notes| player(&at, &mut roster, notes));

    let (mut swiss, mut elimination) = (Vec::new(), Vec::new());
    let list = root.needed_list("rounds", Format::Cryodex)?;
    list.objects(&mut notes, |at, notes| {
        let kind = at.word("round-type", notes);
        let stage = match kind.as_deref() {
            Some("swiss") => &mut swiss,
            Some("elimination") => &mut elimination,
            None => {
                let field = "round-type";
                notes.add(at.path(), FileNote::StageMissing { field });
                &mut swiss
            }
            Some(other) => {
                let found = excerpt(other);
                notes.add(at.path_of("round-type"), FileNote::StageUnknown { found });
                return;
            }
        };
        stage.push(RawRound::read(
            &at,
            "round-number",
            &mut roster,
            notes,
            one_match,
        ));
    });
    let players = roster.into_players(&mut notes);
    let mut swiss = rounds::swiss(swiss, &mut notes);
    let mut elimination = rounds::elimination(elimination, &mut notes);
    deduce::winners(&players, &mut swiss, &mut notes);
    deduce::bracket_winners(&players, &mut elimination, &mut notes);
    deduce::note_unknown(&players, swiss.iter().chain(&elimination), &mut notes);
    let foreign = ForeignTournament {
        format: Format::Cryodex,
        name: root.text("name", &mut notes),
        date: root.text("date", &mut notes),
        players,
        swiss,
        elimination,
        notes: notes.into_list(),
    };
    foreign.within_bounds()
}

fn player(at: &Object<'_>, roster: &mut Roster, notes: &mut Notes) {
    let name = at.text("name", notes);
    let key = name.as_deref().map(tidy);
    let player = roster.add(key, name, at.path(), notes);
    player.dropped = match at.whole("dropped", notes) {
        Some(round) => Dropped::After(round),
        None => Dropped::No,
    };
    let rank = at.object("rank", notes);
    let rank_of = |field, notes: &mut Notes| rank.as_ref().and_then(|rank| rank.rank(field, notes));
    player.claimed = Claimed {
        rank: rank_of("swiss", notes),
        bracket_rank: rank_of("elimination", notes),
        points: at.decimal("score", notes),
        margin: at.decimal("mov", notes),
        strength: at.decimal("sos", notes),
        extended: None,
    };
}

fn one_match(at: &Object<'_>, round: &mut RawRound, roster: &mut Roster, notes: &mut Notes) {
    let path = at.path();
    let mut named = |field| at.text(field, notes).as_deref().map(tidy);
    let (first, mut second) = (named("player1"), named("player2"));
    let result = at.word("result", notes);
    let is_bye = result.as_deref() == Some("bye");
    // Some files name a player "BYE" across the table.
    if is_bye
        && second
            .as_ref()
            .is_some_and(|name| roster.find(name).is_none())
    {
        second = None;
    }
    let bye = |_: &mut Notes| Regulation::Xwing.bye();
    let Some(pair) = round.seat(path, [first, second], is_bye, bye, roster, notes) else {
        return;
    };
    let scores = xwing::scores(at, "player1points", "player2points", notes);
    let result = match scores {
        None => {
            notes.add(path, FileNote::PointsMissing);
            MatchResult::Unfinished
        }
        Some(points) => match points.higher() {
            Some(winner) => {
                if result.as_deref() == Some("draw") {
                    let Scores { a, b } = points;
                    notes.add(at.path_of("result"), FileNote::NoDraws { a, b });
                }
                MatchResult::Counts(xwing::won(winner, scores, path, notes))
            }
            None => MatchResult::WinnerUnknown,
        },
    };
    round.matches.push(ForeignMatch {
        result,
        ..ForeignMatch::new(path, pair, scores)
    });
}
