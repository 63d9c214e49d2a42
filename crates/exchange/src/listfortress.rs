//! ListFortress, the X-Wing community archive (JSON API v1): participants by id, rounds in any order.
//!
//! A bye names one player only and mostly no winner. With equal points only `winner_id` tells who won the Final Salvo;
//! a match of two players without it is incomplete, is reported, and counts for nobody.

use crate::foreign::{Claimed, Dropped, ForeignMatch, ForeignTournament, Format, MatchResult};
use crate::json::{self, Notes, Object};
use crate::roster::{Keys, Roster};
use crate::rounds::{self, Pair, RawRound};
use crate::text::{Unreadable, quoted};
use crate::xwing;
use muster_regulations::{Regulation, Seat};

/// Reads a tournament of the archive.
pub fn read(bytes: &[u8]) -> Result<ForeignTournament, Unreadable> {
    let mut notes = Notes::default();
    let value = json::open(bytes, Format::ListFortress, &mut notes)?;
    let root = Object::root(&value).ok_or_else(|| Unreadable::file("it is not an object"))?;
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
                notes.add(
                    at.path(),
                    "roundtype_id is neither Swiss (1) nor elimination (2); read as Swiss",
                );
                &mut swiss
            }
            Some(other) => {
                let text = format!(
                    "{other} is neither Swiss (1) nor elimination (2); the round is left out"
                );
                notes.add(at.path_of("roundtype_id"), text);
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
        let text = format!(
            "{} is none of the players of this match; not read",
            quoted(id)
        );
        notes.add(at.path_of("winner_id"), text);
    }
    let result = at.word("result", notes);
    let is_bye = result.as_deref() == Some("bye");
    let bye = |_: &mut Notes| Regulation::Xwing.bye();
    let Some(Pair { a, b }) = round.seat(path, [first, second], is_bye, bye, roster, notes) else {
        return;
    };
    let scores = xwing::scores(at, "player1_points", "player2_points", notes);
    let result = match winner {
        Some(winner) => MatchResult::Counts(xwing::won(winner, scores, path, notes)),
        None => {
            let (a, b) = (roster.name(a), roster.name(b));
            let text = format!(
                "no winner_id says who won, {a} or {b}; the match is incomplete and counts for neither"
            );
            notes.add(path, text);
            MatchResult::Unfinished
        }
    };
    round.matches.push(ForeignMatch {
        path: path.to_owned(),
        table: None,
        a,
        b,
        scores,
        dark: None,
        result,
        by_hand: false,
    });
}
