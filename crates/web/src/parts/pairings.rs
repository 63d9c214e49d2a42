//! The pairings of a round by table and by name, with results as they come, byes, and links to explanations. Expects a
//! state that contains only what its reader may see.

use super::links::Links;
use super::names::{self, Parted};
use super::score;
use crate::layout::{chip, icon};
use maud::{Markup, html};
use muster_regulations::{Regulation, Seat, StageKind};
use muster_tournament::standings::{self, Record};
use muster_tournament::state::{Match, MatchStatus, Round, State};
use muster_tournament::{PlayerId, RoundNo};
use muster_words::phrases::plural;

/// Each player's record before a round.
struct Before {
    records: Vec<Record>,
    points: Vec<u32>,
    wins_are_points: bool,
}

impl Before {
    fn of(state: &State, round: &Round) -> Before {
        let last = RoundNo(round.number.0.saturating_sub(1));
        let sheet = standings::sheet(state, last);
        Before {
            records: standings::records(state, last),
            points: sheet.points(),
            wins_are_points: state.setup.regulation.book().most_points == 1,
        }
    }

    /// "2–0" where a win is a point, else the points.
    fn words(&self, id: PlayerId) -> String {
        let Some(record) = self.records.get(id.index()) else {
            return String::new();
        };
        if self.wins_are_points {
            return record_in_words(*record);
        }
        match self.points.get(id.index()) {
            Some(1) => "1 pt".to_owned(),
            Some(points) => format!("{points} pts"),
            None => String::new(),
        }
    }
}

/// Returns a record as people say it: wins (including byes), losses, and draws if there are any.
#[must_use]
pub fn record_in_words(record: Record) -> String {
    let wins = record.wins.saturating_add(record.byes);
    match record.draws {
        0 => format!("{wins}–{}", record.losses),
        draws => format!("{wins}–{}–{draws}", record.losses),
    }
}

/// Returns whether a row matches the folded search text.
fn wanted(find: &str, texts: &[&str]) -> bool {
    find.is_empty()
        || texts
            .iter()
            .any(|text| names::search_key(text).contains(find))
}

/// What a list of pairings is made for.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Where its links lead.
    pub links: Links<'a>,
    /// Whose row is marked.
    pub me: Option<PlayerId>,
    /// Only rows with this text, folded; empty for all.
    pub find: &'a str,
}

/// Returns a round by table.
#[must_use]
pub fn by_table(state: &State, round: &Round, shown: Shown) -> Markup {
    let before = (round.stage == StageKind::Swiss).then(|| Before::of(state, round));
    let words = |id| {
        before
            .as_ref()
            .map_or_else(String::new, |before| before.words(id))
    };
    let heading = score::heading(state.setup.regulation);
    let margin = has_margin(state.setup.regulation);
    html! {
        table.tt.pairings {
            caption.vh { "Round " (round.number) " by table" }
            thead { tr {
                th.tno scope="col" { "Table" }
                th scope="col" { "Player" }
                th.mid colspan="3" scope="col" { (heading) }
                th scope="col" { "Player" }
                @if margin { th.num.hide-s scope="col" { "MOV" } }
                th scope="col" { "State" }
                th scope="col" { span.vh { "Explanation" } }
            } }
            tbody {
                @for m in &round.matches {
                    @let (a, b) = (state.name(m.a), state.name(m.b));
                    @if wanted(shown.find, &[&a, &b, &m.table.to_string()]) {
                        (table_row(m, [&a, &b], [&words(m.a), &words(m.b)], round.number, margin, shown))
                    }
                }
                @for id in &round.byes {
                    @let name = state.name(*id);
                    @if wanted(shown.find, &[&name, "bye"]) {
                        tr.bye.me[shown.me == Some(*id)] {
                            td.tno { span.vh { "no table" } }
                            td.pl { bdi { (name) } " " span.rec { (words(*id)) } @if shown.me == Some(*id) { " " (you()) } }
                            td.bye-word colspan="4" { "has a bye" }
                            @if margin { td.hide-s {} }
                            td.state { span.chip.confirmed { (icon("check")) "Bye" } }
                            td.num { (shown.links.why_bye(round.number, *id)) }
                        }
                    }
                }
            }
        }
    }
}

/// The mark of the reader's own row.
pub(super) fn you() -> Markup {
    html! { span.chip.mark { "you" } }
}

fn has_margin(regulation: Regulation) -> bool {
    matches!(regulation, Regulation::Xwing | Regulation::Armada)
}

fn table_row(
    m: &Match,
    names: [&str; 2],
    before: [&str; 2],
    round: RoundNo,
    margin: bool,
    shown: Shown,
) -> Markup {
    let score = score::score(m).unwrap_or_default();
    let winner = m
        .outcome
        .filter(|_| m.status != MatchStatus::Disputed)
        .and_then(|o| o.winner());
    let mine = shown.me.is_some_and(|me| m.seat(me).is_some());
    let player = |seat: Seat, name: &str, before: &str| {
        html! {
            td.pl.(seat.key()).win[winner == Some(seat)] {
                bdi { (name) } " " span.rec { (before) }
                @if shown.me == Some(m.player(seat)) { " " (you()) }
            }
        }
    };
    html! {
        tr.me[mine] id={ "t" (m.table) } {
            td.tno { (m.table) }
            (player(Seat::A, names[0], before[0]))
            td.score.win[winner == Some(Seat::A)] { (score.a) }
            td.dash { "–" }
            td.score.b.win[winner == Some(Seat::B)] { (score.b) }
            (player(Seat::B, names[1], before[1]))
            @if margin { td.num.quiet.hide-s { (margins(m)) } }
            td.state { (state_of(m, round, score.note, shown.links)) }
            td.num { (shown.links.why_pairing(round, m.table)) }
        }
    }
}

/// The state of a match; once there is a result, it links to how the result was worked out.
fn state_of(m: &Match, round: RoundNo, note: &str, links: Links) -> Markup {
    let chip = match m.noted {
        // A recorded tournament is over, so a missing result stays unknown.
        Some(_) if m.outcome.is_none() => html! { span.chip { "Unknown" } },
        _ => chip(m.status),
    };
    let outcome = m.outcome.is_some() || m.status == MatchStatus::Walkover;
    html! {
        @if outcome { (links.outcome(round, m.table, &chip)) }
        @else { (chip) }
        @if !note.is_empty() { " " span.cap { (note) } }
    }
}

fn margins(m: &Match) -> String {
    use muster_regulations::Margin;
    match m
        .outcome
        .map(|outcome| (outcome.a.margin, outcome.b.margin))
    {
        Some((Margin::Points(a), Margin::Points(b))) if m.status != MatchStatus::Disputed => {
            format!("{a} / {b}")
        }
        _ => String::new(),
    }
}

/// Returns a round by name: table and opponent of each player.
#[must_use]
pub fn by_name(state: &State, round: &Round, shown: Shown) -> Markup {
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let players = names::by_name(state, seated.chain(round.byes.iter().copied()));
    html! {
        table.tt.pairings.names {
            caption.vh { "Round " (round.number) " by name" }
            thead { tr {
                th scope="col" { "Player" }
                th.tno scope="col" { "Table" }
                th scope="col" { "Opponent" }
                th scope="col" { "State" }
                th scope="col" { span.vh { "Explanation" } }
            } }
            tbody {
                @for id in players {
                    @let name = names::parted(state, id);
                    @if wanted(shown.find, &[&name.family, &name.given, &state.name(id)]) {
                        (name_row(state, round, id, &name, shown))
                    }
                }
            }
        }
    }
}

fn name_row(state: &State, round: &Round, id: PlayerId, name: &Parted, shown: Shown) -> Markup {
    let m = round.match_of(id);
    html! {
        tr.me[shown.me == Some(id)] {
            td.pl { bdi { b { (name.family) } " " (name.given) @if !name.mark.is_empty() { " (" (name.mark) ")" } } @if shown.me == Some(id) { " " (you()) } }
            @match m {
                Some(m) => {
                    td.tno { (m.table) }
                    td.op { bdi { (m.opponent(id).map_or_else(String::new, |other| state.name(other))) } }
                    td.state { (state_of(m, round.number, "", shown.links)) }
                    td.num { (shown.links.why_pairing(round.number, m.table)) }
                }
                None => {
                    td.tno.quiet { "bye" }
                    td.op.quiet { "no opponent" }
                    td.state { span.chip.confirmed { (icon("check")) "Bye" } }
                    td.num { (shown.links.why_bye(round.number, id)) }
                }
            }
        }
    }
}

/// Returns how many tables are in which state, as a list in words.
#[must_use]
pub fn tally(round: &Round) -> Markup {
    let order = [
        MatchStatus::Disputed,
        MatchStatus::Playing,
        MatchStatus::Reported,
        MatchStatus::Confirmed,
        MatchStatus::Walkover,
    ];
    let counts = order.map(|status| {
        let count = round.matches.iter().filter(|m| m.status == status).count();
        (status, count)
    });
    html! {
        ul.tally aria-label="Tables by state" {
            @for (status, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
                li { b { (count) } (chip(status)) }
            }
        }
    }
}

/// Returns the size of a round: "18 tables, 1 bye: Finn Sorensen".
#[must_use]
pub fn in_words(state: &State, round: &Round) -> String {
    let tables = plural(round.matches.len(), "1 table", "{n} tables");
    let byes: Vec<String> = round.byes.iter().map(|id| state.name(*id)).collect();
    match byes.as_slice() {
        [] => tables,
        [one] => format!("{tables}, 1 bye: {one}"),
        some if some.len() <= 4 => format!("{tables}, {} byes: {}", some.len(), some.join(", ")),
        some => format!("{tables}, {} byes", some.len()),
    }
}
