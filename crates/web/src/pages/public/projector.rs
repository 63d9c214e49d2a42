//! The projector. It follows the event: registration, seats, playing, between rounds, bracket, podium; the desk can pick
//! another view or hold a page. It is readable from ten metres. Without the script, one long page shows everything.

use crate::fields::Fields;
use crate::layout;
use crate::page_cache::{self, CachedPage};
use crate::parts::names::{self, Parted};
use crate::parts::podium;
use crate::parts::standings::{Sheet, first_tiebreaker, rank};
use crate::parts::titles::{round_title, structure};
use crate::parts::{ahead, announcement, bracket, clock, hours, seen};
use crate::visitor::Scene;
use axum::extract::Query;
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_pairing::bracket::Side;
use muster_regulations::{Regulation, Role, StageKind};
use muster_service::ahead::Known;
use muster_tournament::PlayerId;
use muster_tournament::display::cut_line::CutLine;
use muster_tournament::fingerprint::Fingerprint;
use muster_tournament::state::{Phase, Round, RoundStatus, State};
use std::str::FromStr;

/// How long the seats stay after the clock has started, for those who are still looking for their table.
const LOOKING: SignedDuration = SignedDuration::from_mins(5);

/// What the projector shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Registration,
    Seats,
    Playing,
    Standings,
    Bracket,
    Podium,
}

impl View {
    /// All views, in the order of the event, with the names the desk picks them by.
    pub(crate) const ALL: [(View, &'static str, &'static str); 6] = [
        (View::Registration, "registration", "Registration"),
        (View::Seats, "seats", "Seats"),
        (View::Playing, "playing", "Clock"),
        (View::Standings, "standings", "Standings"),
        (View::Bracket, "bracket", "Bracket"),
        (View::Podium, "podium", "Podium"),
    ];

    /// Returns the view that fits the moment.
    pub(crate) fn now(scene: &Scene, state: &State) -> View {
        let state = &*seen::published(state);
        match (state.phase, state.rounds.last()) {
            (Phase::Registration, _) => View::Registration,
            (Phase::Finished, _) => View::Podium,
            (_, Some(round)) if round.status == RoundStatus::Published => match &round.clock {
                Some(clock) if scene.app.now().duration_since(clock.started) >= LOOKING => {
                    View::Playing
                }
                _ => View::Seats,
            },
            _ if state.knockout.is_some() => View::Bracket,
            _ => View::Standings,
        }
    }

    fn id(self) -> &'static str {
        let found = View::ALL.iter().find(|(view, ..)| *view == self);
        found.map_or("", |(_, id, _)| id)
    }

    /// Whether there is anything to show in it.
    pub(crate) fn has_something(self, state: &State) -> bool {
        match self {
            View::Registration => true,
            View::Seats => !state.rounds.is_empty(),
            View::Playing => state.current().is_some(),
            View::Standings => state.swiss_rounds().next().is_some(),
            View::Bracket => state.knockout.is_some(),
            View::Podium => !podium::places(state).is_empty(),
        }
    }
}

impl FromStr for View {
    type Err = ();

    fn from_str(text: &str) -> Result<View, ()> {
        let found = View::ALL.iter().find(|(_, id, _)| *id == text);
        found.map(|(view, ..)| *view).ok_or(())
    }
}

/// Which part of the alphabet a screen shows, where several share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    screen: usize,
    of: usize,
}

impl Share {
    fn asked(asked: &Fields) -> Share {
        let number = |name: &str| asked.get(name).and_then(|text| text.parse().ok());
        let of = number("of").unwrap_or(1).clamp(1, 20);
        let screen = number("screen").unwrap_or(1).clamp(1, of);
        Share { screen, of }
    }

    /// The players of this screen, of all in order.
    fn take(self, players: Vec<PlayerId>) -> Vec<PlayerId> {
        let each = players.len().div_ceil(self.of).max(1);
        let mine = players.chunks(each).nth(self.screen - 1);
        mine.unwrap_or_default().to_vec()
    }
}

/// `GET /t/{id}/projector`, with `?view=seats` for one view and `?screen=1&of=3` where screens share the alphabet.
pub(super) async fn projector(scene: Scene, Query(asked): Query<Fields>) -> CachedPage {
    let share = Share::asked(&asked);
    let put_up = &scene.settings.projector;
    let picked = asked.get("view").or(put_up.view.as_deref());
    let view = scene.room.read(|t| {
        let picked = picked.and_then(|text| text.parse().ok());
        let shown = picked.filter(|view: &View| view.has_something(&seen::published(t.state())));
        shown.unwrap_or_else(|| View::now(&scene, t.state()))
    });
    let known = match view {
        View::Standings => ahead::between_rounds(&scene).await,
        _ => None,
    };
    let held = put_up.page.unwrap_or(0);
    let name = format!(
        "projector {} {held} {}/{} {}",
        view.id(),
        share.screen,
        share.of,
        known.is_some()
    );
    page_cache::page(&scene, &name, |t| {
        page(&scene, t.state(), view, share, known.as_deref())
    })
}

fn page(scene: &Scene, state: &State, view: View, share: Share, known: Option<&Known>) -> Markup {
    let state = &*seen::published(state);
    let round = state.rounds.last();
    let content = match (view, round) {
        (View::Registration, _) => registration(scene, state),
        (View::Seats, Some(round)) => seats(scene, state, round, share),
        (View::Playing, Some(round)) => playing(scene, state, round),
        (View::Bracket, _) => drawing(state),
        (View::Podium, _) => html! { (winner(state)) },
        (View::Standings, Some(_)) => standings(scene, state, share, known),
        (View::Seats | View::Playing | View::Standings, None) => entrants(state, share),
    };
    let held = scene.settings.projector.page;
    let body = html! {
        div.show #show data-live data-view=(view.id()) data-held=[held] { (content) }
        div.said #said data-live { (announcement::wall(scene)) }
    };
    let title = round.map_or_else(
        || state.setup.name.clone(),
        |round| format!("{}, {}", round_title(state, round), state.setup.name),
    );
    layout::screen(scene, state, &title, "projector", &body)
}

fn head(state: &State, title: &str, words: &str, right: &Markup) -> Markup {
    html! {
        header.ph {
            div {
                h1 { (title) }
                p { span.reg { (state.setup.regulation.book().title) } @if title != state.setup.name { (state.setup.name) " " } span { (words) } }
            }
            p.letters aria-hidden="true" {}
            div.pc { (right) }
        }
    }
}

/// Where the script says which page is shown, and how long it stays.
fn at() -> Markup {
    html! { span.at {} span.turn aria-hidden="true" {} }
}

/// A family name, with the number where it takes one to tell namesakes apart.
fn family(state: &State, id: PlayerId) -> String {
    let Parted { family, mark, .. } = names::parted(state, id);
    format!("{family} {mark}").trim_end().to_owned()
}

/// A name on the projector: the family name first, then as much of the rest as fits.
fn name(state: &State, id: PlayerId) -> Markup {
    html! { span.nm { bdi { b { (family(state, id)) } " " span.given { (names::parted(state, id).given) } } } }
}

/// How wide a line is in tenths of a hundredth of the height, for a wide font: bold letters of 4.1, the opponent's of
/// 2.4, then the first letter of the given name and three digits of a table.
fn need(state: &State, line: &Line) -> usize {
    let own = names::width(&family(state, line.player));
    let other = line
        .opponent
        .map_or(0, |id| names::width(&family(state, id)));
    own * 29 / 10 + other * 15 / 10 + 200
}

/// How a list is set: as many columns as nearly all lines fit into. The few longest names take two smaller lines,
/// so that no family name is cut and one long name does not make a list of 300 ten times as long.
struct Columns {
    class: &'static str,
    room: usize,
}

impl Columns {
    fn of(state: &State, lines: impl Iterator<Item = Line>) -> Columns {
        let mut needs: Vec<usize> = lines.map(|line| need(state, &line)).collect();
        needs.sort_unstable();
        let most = needs.get(needs.len() * 9 / 10).copied().unwrap_or(0);
        let (class, room) = if most <= 540 {
            ("three", 540)
        } else {
            ("two", 840)
        };
        Columns { class, room }
    }

    /// Whether a name is one of the few that need more room even alone.
    fn is_long(&self, state: &State, id: PlayerId) -> bool {
        need(state, &Line::alone(&id)) > self.room
    }

    /// Whether the opponent gives way to the name.
    fn is_full(&self, state: &State, line: &Line) -> bool {
        need(state, line) > self.room
    }
}

/// One line of a list on the wall.
struct Line {
    player: PlayerId,
    opponent: Option<PlayerId>,
}

impl Line {
    fn alone(player: &PlayerId) -> Line {
        Line {
            player: *player,
            opponent: None,
        }
    }
}

/// Few rows may be higher.
fn rows(players: usize) -> &'static str {
    match players {
        0..=8 => "few",
        9..=30 => "high",
        31..=33 => "tall",
        _ => "full",
    }
}

/// Where to register, or where to follow the tournament, as large as the wall allows.
fn registration(scene: &Scene, state: &State) -> Markup {
    let open = scene.settings.self_registration && state.phase == Phase::Registration;
    let path = if open { "register" } else { "" };
    let address = format!("{}{}", scene.app.address, scene.path(path));
    let here = state.active().count();
    let words = if open {
        "Scan to register"
    } else {
        "Scan to follow the tournament"
    };
    html! {
        section.slide {
            (head(state, &state.setup.name, "", &html! { p.now { (state.players.len()) } p { "registered" } }))
            div.scan {
                (crate::qr::picture(address.trim_end_matches('/')))
                div {
                    p.big { (words) }
                    p.address { (address.trim_end_matches('/')) }
                    @if !state.players.is_empty() { p.count { b { (here) } " of " (state.players.len()) " checked in" } }
                }
            }
        }
    }
}

fn seats(scene: &Scene, state: &State, round: &Round, share: Share) -> Markup {
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let players = names::by_name(state, seated.chain(round.byes.iter().copied()));
    let line = |id: PlayerId| Line {
        player: id,
        opponent: round.match_of(id).and_then(|m| m.opponent(id)),
    };
    let columns = Columns::of(state, players.iter().map(|id| line(*id)));
    let players = share.take(players);
    let title = round_title(state, round);
    let hundreds = round.matches.last().is_some_and(|m| m.table.0 > 99);
    html! {
        section.slide {
            (head(state, &title, "Find your name", &html! {
                (progress(scene, state, round))
                @if let Some(fingerprint) = Fingerprint::of_round(round) { p.cap { "Fingerprint " code { (fingerprint) } } }
            }))
            ol.cols.(columns.class).(rows(players.len())).hundreds[hundreds] {
                @for id in players {
                    li.long[columns.is_long(state, id)].full[columns.is_full(state, &line(id))] {
                        (name(state, id))
                        @match round.match_of(id) {
                            Some(m) => {
                                span.op { bdi { (m.opponent(id).map(|id| family(state, id)).unwrap_or_default()) } }
                                span.tb { (m.table) }
                            }
                            None => { span.op {} span.tb.bye { "bye" } }
                        }
                    }
                }
            }
        }
    }
}

/// What is shown beside the name of the round: the time left, unless it is secret.
fn progress(scene: &Scene, state: &State, round: &Round) -> Markup {
    if let Some(clock) = clock::wall(scene, state) {
        return html! { (clock) p.alone { (at()) } };
    }
    let done = round.matches.len() - round.open().count();
    let judges = state.setup.regulation.role_name(Role::Judge);
    html! {
        @if round.status == RoundStatus::Finished { p.now { "Round over" } p { "Results are in" (at()) } }
        @else if round.clock.is_none() { p.now { (muster_words::phrases::plural(round.matches.len(), "1 table", "{n} tables")) } p { "not started" (at()) } }
        @else if state.setup.regulation == Regulation::Conquest { p.now { "In play" } p { "The " (judges) "s call time" (at()) } }
        @else { p.now { "In play" } p { (done) " of " (round.matches.len()) " results in" (at()) } }
    }
}

/// The clock as large as the wall allows, then tables with more time and tables that still play.
fn playing(scene: &Scene, state: &State, round: &Round) -> Markup {
    let open: Vec<_> = round.open().collect();
    let done = round.matches.len() - open.len();
    let results = html! { p.now { (done) } p { "of " (round.matches.len()) " results in" } };
    let extended: Vec<_> = open
        .iter()
        .filter(|m| round.extended_by(m.table) > 0)
        .collect();
    html! {
        section.slide.playing {
            (head(state, &title_of(state, round), "", &results))
            div.giant { (clock::giant(scene, state)) }
            (ahead::wall(scene, state))
            div.floor {
                @if !extended.is_empty() {
                    section {
                        h2 { "Extra time" }
                        ul { @for m in extended.iter().take(4) { li { b { (m.table) } span.who { (family(state, m.a)) ", " (family(state, m.b)) } span { "+" (round.extended_by(m.table)) " min" } } } }
                    }
                }
                section {
                    h2 { @match open.len() { 0 => "All tables are done", 1 => "1 table still playing", many => { (many) " tables still playing" } } }
                    @if open.len() <= 24 { p.still { @for m in &open { b { (m.table) } " " } } }
                }
            }
        }
    }
}

/// "Round 3 of 5", "Semi-finals".
fn title_of(state: &State, round: &Round) -> String {
    let title = round_title(state, round);
    match (round.stage, state.structure) {
        (StageKind::Swiss, Some(structure)) => format!("{title} of {}", structure.rounds),
        _ => title,
    }
}

/// What comes next, for everybody who is waiting.
fn coming(state: &State) -> Markup {
    html! {
        @if state.phase == Phase::Finished { p.now { "Final" } }
        @else if state.rounds.last().is_some_and(|round| round.status == RoundStatus::Published) { p.now { "In play" } }
        @else if let Some(until) = state.pause.as_ref().and_then(|pause| pause.until) { p.now { (hours::time_of_day(state, until)) } p { (next_name(state)) " starts" (at()) } }
        @else { p.now { (next_name(state)) } p { "next" (at()) } }
    }
}

/// When the next round starts, as large as its clock will be, and where everybody finds their own rank.
fn next_start(scene: &Scene, state: &State) -> Option<Markup> {
    let pause = state.pause.as_ref();
    let announced = pause.and_then(|pause| pause.until);
    let expected = || ahead::expected_by_all(scene, state)?.next_round;
    let start = announced.or_else(expected)?;
    let address = format!("{}{}", scene.app.address, scene.path("standings"));
    Some(html! {
        aside.starts {
            p.quiet { (next_name(state)) " starts " @if announced.is_some() { "at" } @else { "about" } }
            p.now { @if announced.is_some() { (hours::time_of_day(state, start)) } @else { (ahead::about(state, start).trim_start_matches("about ")) } }
            @if let Some(reason) = pause.and_then(|pause| pause.reason.as_ref()) { p.quiet { (reason) } }
            (crate::qr::picture(&address))
            p.quiet { "All ranks on your phone" }
        }
    })
}

/// "Round 4", "Quarter-finals", "Bracket".
fn next_name(state: &State) -> String {
    let rounds = state.structure.map_or(0, |structure| structure.rounds);
    let number = state.next_round();
    if state.phase == Phase::Swiss && number.0 <= rounds {
        return format!("Round {number}");
    }
    let tree = bracket::Tree::of(state, None);
    let columns = tree.map(|tree| tree.knockout.shape.columns(Side::Main));
    let coming = columns.and_then(|columns| {
        let column = columns.get(state.elimination_rounds().count())?;
        Some(muster_words::bracket::column_name(column.len()))
    });
    coming.unwrap_or_else(|| "Bracket".to_owned())
}

fn standings(scene: &Scene, state: &State, share: Share, known: Option<&Known>) -> Markup {
    let sheet = Sheet::now(state);
    let last = sheet.rounds.last();
    let title = match last {
        Some(round) if round.status == RoundStatus::Finished => {
            format!("Standings after round {}", round.number)
        }
        Some(round) => format!("Standings during round {}", round.number),
        None => "Standings".to_owned(),
    };
    let players: Vec<PlayerId> = sheet.rows.iter().map(|row| row.player).collect();
    let mut columns = Columns::of(state, players.iter().map(Line::alone));
    let between = state
        .rounds
        .last()
        .is_none_or(|round| round.status == RoundStatus::Finished);
    let start = next_start(scene, state).filter(|_| between);
    // A list of one column is shown within a minute up to here.
    let narrow = start.is_some() && players.len() <= 200;
    columns.class = if narrow { "one" } else { "two" };
    let mine = share.take(players);
    let last_in = CutLine::of(state, &sheet.rows)
        .and_then(|cut| sheet.rows.get(cut.after))
        .map(|row| row.player);
    // The start of the next round has the right half of the wall.
    let right = match start {
        Some(_) => html! { p.alone { (at()) } },
        None => coming(state),
    };
    html! {
        section.slide.between[start.is_some()] {
            (head(state, &title, &columns_in_words(first_tiebreaker(state), known), &right))
            (ahead::wall(scene, state))
            ol.cols.ranks.(columns.class).full {
                @for row in sheet.rows.iter().filter(|row| mine.contains(&row.player)) {
                    li.long[columns.is_long(state, row.player)].last-in[last_in == Some(row.player)] {
                        span.rk { (rank(row)) }
                        (name(state, row.player))
                        span.tb { (row.points) }
                        span.op { @if let Some(value) = row.values.first() { (value.shown) } }
                        @if let Some(known) = known { span.ch { (ahead::on_the_wall(known, row.player)) } }
                    }
                }
            }
            @if let Some(start) = start { (start) }
        }
    }
}

/// The columns of a line: "Rank, points, MOV, chance: Top 8".
fn columns_in_words(tiebreak: &str, known: Option<&Known>) -> String {
    let cut = known.and_then(|known| muster_words::ahead::cut(known.chances.cut));
    match cut {
        Some(cut) => format!("Rank, points, {tiebreak}, chance: {cut}"),
        None => format!("Rank, points, {tiebreak}"),
    }
}

/// The bracket, as large as the wall allows.
fn drawing(state: &State) -> Markup {
    let tree = bracket::Tree::of(state, None);
    let title = tree
        .as_ref()
        .map_or_else(|| "Bracket".to_owned(), bracket::Tree::title);
    html! {
        section.slide {
            (head(state, &title, "", &coming(state)))
            @if let Some(tree) = tree { div.tree { (bracket::drawing(&tree)) } }
        }
    }
}

fn winner(state: &State) -> Markup {
    html! {
        section.slide {
            (head(state, "Final places", &structure(state), &html! {}))
            (podium::wall(state))
        }
    }
}

fn entrants(state: &State, share: Share) -> Markup {
    let players = names::by_name(state, state.players.iter().map(|player| player.id));
    let all = players.len();
    let players = share.take(players);
    let columns = Columns::of(state, players.iter().map(Line::alone));
    let count = html! { p.now { (all) } p { "registered" (at()) } };
    html! {
        section.slide {
            (head(state, &state.setup.name, "The first round is being prepared", &count))
            ol.cols.(columns.class).(rows(players.len())) {
                @for id in players {
                    li.long[columns.is_long(state, id)] { (name(state, id)) }
                }
            }
        }
    }
}
