//! The standings as a table: rank, points round by round, tiebreakers rounded and exact, the cut, each rank by round, and
//! the working of a rank on request. Expects a state that contains only what its reader may see. Every number comes from
//! `muster_tournament::standings`.

mod spark;
mod working;

pub use working::{ladder, value_in_words};

use super::links::Links;
use super::pairings::you;
use super::{names, score};
use maud::{Markup, html};
use muster_regulations::{Seat, Tiebreaker, Verdict};
use muster_tournament::display::cut_line::CutLine;
use muster_tournament::standings::{self, Row, Value};
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, State, Status};
use muster_tournament::{PlayerId, RoundNo};

/// Standings with everything needed to explain them.
pub struct Sheet<'a> {
    state: &'a State,
    /// The rows, the best first.
    pub rows: Vec<Row>,
    /// The rounds shown, oldest first.
    pub rounds: Vec<&'a Round>,
    /// The rank of each player, by index.
    ranks: Vec<Option<u32>>,
    /// The ranks after each of the rounds, by index of the player.
    history: Vec<Vec<Option<u32>>>,
}

impl<'a> Sheet<'a> {
    /// Reads the standings after the Swiss rounds up to one.
    #[must_use]
    pub fn through(state: &'a State, last: RoundNo) -> Sheet<'a> {
        let rows = standings::standings_through(state, last).rows;
        let ranks = ranks_of(state, &rows);
        let rounds: Vec<&Round> = state
            .swiss_rounds()
            .filter(|round| round.number <= last)
            .collect();
        let counting = rounds.iter().filter(|round| {
            round.status == RoundStatus::Finished
                || round.matches.iter().any(|m| m.counted().is_some())
        });
        let history = counting
            .map(|round| {
                ranks_of(
                    state,
                    &standings::standings_through(state, round.number).rows,
                )
            })
            .collect();
        Sheet {
            state,
            rows,
            rounds,
            ranks,
            history,
        }
    }

    /// Returns the standings after everything that counts so far.
    #[must_use]
    pub fn now(state: &'a State) -> Sheet<'a> {
        Sheet::through(state, RoundNo(u32::MAX))
    }

    /// Returns the rank of a player.
    #[must_use]
    pub fn rank(&self, player: PlayerId) -> Option<u32> {
        self.ranks.get(player.index()).copied().flatten()
    }

    fn row(&self, player: PlayerId) -> Option<&Row> {
        self.rows.iter().find(|row| row.player == player)
    }
}

fn ranks_of(state: &State, rows: &[Row]) -> Vec<Option<u32>> {
    let mut ranks = vec![None; state.players.places()];
    for row in rows {
        if let Some(rank) = ranks.get_mut(row.player.index()) {
            *rank = row.rank;
        }
    }
    ranks
}

/// What a table of standings is made for.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Where its links lead.
    pub links: Links<'a>,
    /// The address of the page itself, to which `why=` is added to open a row.
    pub page: &'a str,
    /// Whose row is marked.
    pub me: Option<PlayerId>,
    /// Whose row is open.
    pub open: Option<PlayerId>,
    /// Only rows with this text, folded; empty for all.
    pub find: &'a str,
}

/// The last tiebreaker that fits on a phone; percentages need more room.
fn last_on_phones(tiebreakers: &[Tiebreaker]) -> usize {
    match tiebreakers.first() {
        Some(Tiebreaker::AverageMargin) => 0,
        _ => 1,
    }
}

/// Returns a rank as text; a disqualified player has none.
#[must_use]
pub fn rank(row: &Row) -> String {
    row.rank
        .map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// Returns the heading of the first tiebreaker.
#[must_use]
pub fn first_tiebreaker(state: &State) -> &'static str {
    let first = state.setup.regulation.book().tiebreakers.first();
    first
        .and_then(|first| muster_words::standings::heading(*first))
        .unwrap_or_default()
}

/// Returns the table.
#[must_use]
pub fn table(sheet: &Sheet, shown: Shown) -> Markup {
    let state = sheet.state;
    let tiebreakers = state.setup.regulation.book().tiebreakers;
    let columns: Vec<(Tiebreaker, &str)> = tiebreakers
        .iter()
        .filter_map(|t| Some((*t, muster_words::standings::heading(*t)?)))
        .collect();
    let factions = state.players.iter().any(|player| player.faction.is_some());
    let lines = !sheet.history.is_empty();
    let width = 4 + usize::from(factions) + sheet.rounds.len() + columns.len() + usize::from(lines);
    let cut = CutLine::of(sheet.state, &sheet.rows);
    let narrow = last_on_phones(tiebreakers);
    html! {
        table.tt.st {
            caption.vh { "Standings" }
            thead { tr {
                th.tno scope="col" data-sort="number" { "Rank" }
                th scope="col" data-sort="text" { "Player" }
                @if factions { th.hide-m scope="col" data-sort="text" { "Faction" } }
                @for round in &sheet.rounds { th.mid.hide-s scope="col" { abbr title={ "Round " (round.number) } { "R" (round.number) } } }
                th.num scope="col" aria-sort="descending" data-sort="number" { "Points" }
                @for (index, (tiebreaker, word)) in columns.iter().enumerate() {
                    th.num.hide-s[index > narrow] scope="col" data-sort="number" { abbr title=(muster_words::standings::tiebreaker(*tiebreaker)) { (word) } }
                }
                @if lines { th.hide-m scope="col" { "Rank by round" } }
                th.hide-s scope="col" { span.vh { "Explanation" } }
            } }
            tbody {
                @for (index, row) in sheet.rows.iter().enumerate() {
                    @let name = state.name(row.player);
                    @if shown.find.is_empty() || names::search_key(&name).contains(shown.find) {
                        (line(sheet, row, &name, &columns, factions, lines, shown))
                        @if shown.open == Some(row.player) { (opened(sheet, row, width, shown)) }
                    }
                    @if let Some(cut) = &cut && cut.after == index && shown.find.is_empty() {
                        tr.cut { td colspan=(width) { (muster_words::standings::cut_line(cut)) } }
                    }
                }
            }
        }
    }
}

fn line(
    sheet: &Sheet,
    row: &Row,
    name: &str,
    columns: &[(Tiebreaker, &str)],
    factions: bool,
    lines: bool,
    shown: Shown,
) -> Markup {
    let state = sheet.state;
    let player = state.player(row.player);
    let open = shown.open == Some(row.player);
    let number = row.player.0;
    let narrow = last_on_phones(state.setup.regulation.book().tiebreakers);
    html! {
        tr.me[shown.me == Some(row.player)].open[open] id={ "p" (number) } {
            td.tno { (rank(row)) }
            td.pl {
                (shown.links.rank(row.player, "rowlink", &html! { bdi { (name) } }))
                @if shown.me == Some(row.player) { " " (you()) }
                @if let Some(mark) = gone(sheet, row.player) { " " span.chip { (mark) } }
            }
            @if factions { td.quiet.hide-m { (player.and_then(|p| p.faction.as_deref()).unwrap_or_default()) } }
            @for round in &sheet.rounds { (cell(sheet, round, row.player)) }
            td.num.pts { (row.points) }
            @for (index, (tiebreaker, _)) in columns.iter().enumerate() {
                td.num.hide-s[index > narrow] {
                    @if let Some(value) = row.values.iter().find(|value| value.tiebreaker == *tiebreaker) { (exactly(value)) }
                }
            }
            @if lines { td.hide-m { (spark::line(sheet, row.player)) } }
            td.num.hide-s {
                @if !shown.links.explains() {}
                @else if open { a.why-link href={ (shown.page) "#p" (number) } data-open=(number) { "Close" } }
                @else {
                    a.why-link href={ (shown.page) (joined(shown.page)) "why=" (number) "#p" (number) } data-open=(number) {
                        "Why" span.vh { " is " (name) " here" } "?"
                    }
                }
            }
        }
    }
}

fn joined(address: &str) -> char {
    if address.contains('?') { '&' } else { '?' }
}

/// A value as shown; if it is rounded, the exact one appears on hover or tap.
fn exactly(value: &Value) -> Markup {
    let exact = value.exact.to_string();
    html! {
        @if value.exact.is_whole() && !value.shown.contains('%') { (value.shown) }
        @else { span.frac tabindex="0" { (value.shown) span.exact { span.vh { ", exactly " } (exact) } } }
    }
}

/// Whether a player has left, and since when.
fn gone(sheet: &Sheet, id: PlayerId) -> Option<String> {
    match sheet.state.player(id)?.status {
        Status::Disqualified => Some("disqualified".to_owned()),
        Status::Dropped | Status::Registered => {
            let last = sheet
                .state
                .rounds
                .iter()
                .rev()
                .find(|round| round.holds(id));
            Some(match last {
                Some(round) => format!("dropped after round {}", round.number),
                None => "dropped".to_owned(),
            })
        }
        Status::Active | Status::CutOff => None,
    }
}

/// What a player got from a round: points, result, and the opponent's current rank.
fn cell(sheet: &Sheet, round: &Round, id: PlayerId) -> Markup {
    let state = sheet.state;
    if round.byes.contains(&id) {
        let recorded = state.recorded.as_ref();
        let recorded = recorded.and_then(|source| source.bye(round.number, id));
        let bye = recorded.unwrap_or(state.setup.regulation.bye());
        return html! { td.rd.hide-s title="bye" { b { (bye.points) } i { "bye" } } };
    }
    let Some((m, seat)) = round.match_of(id).and_then(|m| Some((m, m.seat(id)?))) else {
        return html! { td.rd.hide-s.quiet { "–" } };
    };
    let opponent = m.player(seat.other());
    let against = state.name(opponent);
    let Some(outcome) = m.counted() else {
        let word = match m.status {
            MatchStatus::Playing => "playing",
            MatchStatus::Disputed => "disputed",
            _ => "not confirmed",
        };
        return html! { td.rd.hide-s.quiet title={ (word) " against " (against) } { "…" } };
    };
    let award = outcome.of(seat);
    let letter = match award.verdict {
        Verdict::Win => "W",
        Verdict::Draw => "D",
        Verdict::Loss => "L",
    };
    let rank = sheet
        .rank(opponent)
        .map_or_else(String::new, |rank| rank.to_string());
    html! {
        td.rd.hide-s title=(told(m, seat, award.verdict, &against)) { b { (award.points) } i { (letter) (rank) } }
    }
}

/// "won 115–53 against Ada Holm".
fn told(m: &Match, seat: Seat, verdict: Verdict, against: &str) -> String {
    let verb = match verdict {
        Verdict::Win => "won",
        Verdict::Draw => "drew",
        Verdict::Loss => "lost",
    };
    match score::score(m).map(|score| score.from(seat)) {
        Some(numbers) if !numbers.is_empty() => format!("{verb} {numbers} against {against}"),
        _ => format!("{verb} against {against}"),
    }
}

/// The row below an open one.
fn opened(sheet: &Sheet, row: &Row, width: usize, shown: Shown) -> Markup {
    html! {
        tr.expand id={ "why-" (row.player.0) } {
            td colspan=(width) {
                (working::ladder(sheet, row.player, shown.me))
                p.cap { (shown.links.rank(row.player, "", &html! { "The whole explanation, round by round" })) }
            }
        }
    }
}
