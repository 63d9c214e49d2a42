//! ListFortress, the X-Wing community archive (JSON API v1): participants by id, rounds in any order.
//!
//! A bye names one player only and mostly no winner. With equal points only `winner_id` says who won the Final Salvo;
//! a match of two players without it is incomplete, gets a note, and counts for nobody.

use crate::foreign::{Claimed, Dropped, ForeignMatch, ForeignTournament, Format, MatchResult};
use crate::json::{self, Notes, Object};
use crate::roster::{Keys, Roster};
use crate::rounds::{self, RawRound};
use crate::text::excerpt;
use crate::xwing;
use muster_regulations::{Regulation, Seat};
use muster_words::files::{FileNote, Unreadable};

/// Reads a tournament of the archive.
pub fn read(bytes: &[u8]) -> Result<ForeignTournament, Unreadable> {
    let mut notes = Notes::default();
    let file = json::open(bytes, Format::ListFortress, &mut notes)?;
    let root = Object::root(&file);
    let mut roster = Roster::new(Keys::Ids);
    let participants = root.needed_list("participants", Format::ListFortress)?;
    participants.objects(&mut notes, |at, notes| participant(&at, &mut roster, notes));

    let (mut swiss, mut elimination) = (Vec::new(), Vec::new());
    let list = root.needed_list("rounds", Format::ListFortress)?;
    list.objects(&mut notes, |at, notes| {
        let kind = at.whole("roundtype_id", notes);
        let stage = match kind {
            Some(1) => &mut swiss,
            Some(2) => &mut elimination,
            None => {
                let field = "roundtype_id";
                notes.add(at.path(), FileNote::StageMissing { field });
                &mut swiss
            }
            Some(other) => {
                let found = other.to_string();
                notes.add(at.path_of("roundtype_id"), FileNote::StageUnknown { found });
                return;
            }
        };
        stage.push(RawRound::read(
            &at,
            "round_number",
            &mut roster,
            notes,
            one_match,
        ));
    });
    let foreign = ForeignTournament {
        format: Format::ListFortress,
        name: root.text("name", &mut notes),
        date: root.text("date", &mut notes),
        players: roster.into_players(&mut notes),
        swiss: rounds::swiss(swiss, &mut notes),
        elimination: rounds::elimination(elimination, &mut notes),
        notes: notes.into_list(),
    };
    foreign.within_bounds()
}

fn participant(at: &Object<'_>, roster: &mut Roster, notes: &mut Notes) {
    let (id, name) = (at.id("id", notes), at.text("name", notes));
    let player = roster.add(id, name, at.path(), notes);
    player.dropped = match at.flag("dropped", notes) {
        Some(true) => Dropped::Yes,
        _ => Dropped::No,
    };
    player.list_points = at.whole("list_points", notes);
    player.list = at.embedded("list_json");
    player.claimed = Claimed {
        rank: at.rank("swiss_rank", notes),
        bracket_rank: at.rank("top_cut_rank", notes),
        points: at.decimal("score", notes),
        margin: at.decimal("mov", notes),
        strength: at.decimal("sos", notes),
        extended: None,
    };
}

fn one_match(at: &Object<'_>, round: &mut RawRound, roster: &mut Roster, notes: &mut Notes) {
    let path = at.path();
    let (first, second) = (at.id("player1_id", notes), at.id("player2_id", notes));
    let winner_id = at.id("winner_id", notes);
    let named = |id: &Option<String>| id.is_some() && *id == winner_id;
    let winner = match (named(&first), named(&second)) {
        (true, _) => Some(Seat::A),
        (_, true) => Some(Seat::B),
        _ => None,
    };
    if let (None, Some(id)) = (winner, &winner_id) {
        let key = excerpt(id);
        notes.add(at.path_of("winner_id"), FileNote::WinnerNotHere { key });
    }
    let result = at.word("result", notes);
    let is_bye = result.as_deref() == Some("bye");
    let bye = |_: &mut Notes| Regulation::Xwing.bye();
    let Some(pair) = round.seat(path, [first, second], is_bye, bye, roster, notes) else {
        return;
    };
    let scores = xwing::scores(at, "player1_points", "player2_points", notes);
    let result = match winner {
        Some(winner) => MatchResult::Counts(xwing::won(winner, scores, path, notes)),
        None => {
            let [a, b] = [pair.a, pair.b].map(|id| roster.name(id).to_owned());
            notes.add(path, FileNote::NoWinner { a, b });
            MatchResult::Unfinished
        }
    };
    round.matches.push(ForeignMatch {
        result,
        ..ForeignMatch::new(path, pair, scores)
    });
}
