//! For the wall of the hall: pairings by name, then standings, page after page by itself, readable from ten metres.
//! Without the script everything stands below each other.

use crate::layout;
use crate::page_cache::{self, KeptPage};
use crate::parts::names::{self, Parted};
use crate::parts::standings::Sheet;
use crate::parts::titles::{round_title, structure};
use crate::parts::{clock, seen};
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::{Regulation, Role, StageKind, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::knockout;
use muster_tournament::state::{Phase, Round, RoundStatus, State};

/// `GET /t/{id}/projector`
pub(super) async fn projector(scene: Scene) -> KeptPage {
    page_cache::page(&scene, "projector", |t| page(&scene, t.state()))
}

fn page(scene: &Scene, state: &State) -> Markup {
    let state = &*seen::published(state);
    let round = state.rounds.last();
    let shows_standings = state.swiss_rounds().next().is_some();
    let body = html! {
        div.show #show data-live {
            @match round {
                Some(round) if state.phase != Phase::Finished => (pairings(scene, state, round)),
                Some(_) => (winner(state)),
                None => (entrants(state)),
            }
            @if shows_standings { (standings(state)) }
        }
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
                p { span.reg { (state.setup.regulation.book().title) } (state.setup.name) ". " (words) }
            }
            div.pc { (right) }
        }
    }
}

/// Where the script says which page is shown.
fn at() -> Markup {
    html! { span.at {} }
}

/// A family name, with the number where it takes one to tell namesakes apart.
fn family(state: &State, id: PlayerId) -> String {
    let Parted { family, mark, .. } = names::parted(state, id);
    format!("{family} {mark}").trim_end().to_owned()
}

/// A name as it stands on the wall: what it is found by, then the rest as far as there is room.
fn name(state: &State, id: PlayerId) -> Markup {
    html! { span.nm { bdi { b { (family(state, id)) } " " span.given { (names::parted(state, id).given) } } } }
}

/// As many columns as there is room for: no family name is ever cut, neither the own nor the opponent's.
fn columns(state: &State, lines: impl Iterator<Item = Line>) -> &'static str {
    let need = |line: Line| {
        let own = names::width(&family(state, line.player));
        let other = line
            .opponent
            .map_or(0, |id| names::width(&family(state, id)));
        // In tenths of a hundredth of the height, for a wide font: bold letters of 4.1, the opponent's of 2.4, then the
        // first letter of the given name and the number of the table.
        own * 29 / 10 + other * 15 / 10 + 175
    };
    match lines.map(need).max().unwrap_or(0) {
        0..=540 => "three",
        541..=840 => "two",
        _ => "one",
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
    match players.div_ceil(3) {
        0..=10 => "high",
        11 => "tall",
        _ => "full",
    }
}

fn pairings(scene: &Scene, state: &State, round: &Round) -> Markup {
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let players = names::by_name(state, seated.chain(round.byes.iter().copied()));
    let title = round_title(state, round);
    let hundreds = round.matches.last().is_some_and(|m| m.table.0 > 99);
    let lines = players.iter().map(|id| Line {
        player: *id,
        opponent: round.match_of(*id).and_then(|m| m.opponent(*id)),
    });
    let columns = columns(state, lines);
    html! {
        section.slide {
            (head(state, &title, "Your name, your opponent, your table", &progress(scene, state, round)))
            ol.cols.(columns).(rows(players.len())).hundreds[hundreds] {
                @for id in players {
                    li {
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

/// What there is to say about the round beside its name: the time that is left, where everybody may know it.
fn progress(scene: &Scene, state: &State, round: &Round) -> Markup {
    if let Some(clock) = clock::wall(scene, state) {
        return html! { (clock) p.alone { (at()) } };
    }
    let done = round.matches.len() - round.open().count();
    let judges = state.setup.regulation.role_name(Role::Judge);
    html! {
        @if round.status == RoundStatus::Finished { p.now { "Round over" } p { "Results are in" (at()) } }
        @else if state.setup.regulation == Regulation::Conquest { p.now { "In play" } p { "The " (judges) "s call time" (at()) } }
        @else { p.now { "In play" } p { (done) " of " (round.matches.len()) " results in" (at()) } }
    }
}

fn standings(state: &State) -> Markup {
    let sheet = Sheet::now(state);
    let last = sheet.rounds.last();
    let title = match last {
        Some(round) if round.status == RoundStatus::Finished => {
            format!("Standings after round {}", round.number)
        }
        Some(round) => format!("Standings during round {}", round.number),
        None => "Standings".to_owned(),
    };
    let tiebreak = state.setup.regulation.book().tiebreakers.first().copied();
    let word = tiebreak.and_then(Tiebreaker::heading).unwrap_or_default();
    let players: Vec<PlayerId> = sheet.rows.iter().map(|row| row.player).collect();
    let columns = match columns(state, players.iter().map(Line::alone)) {
        "three" => "two",
        fewer => fewer,
    };
    html! {
        section.slide {
            (head(state, &title, &format!("Rank, points, {word}"), &html! { p.alone { (at()) } }))
            ol.cols.ranks.(columns).full {
                @for row in &sheet.rows {
                    li {
                        span.rk { @if let Some(rank) = row.rank { (rank) } @else { "–" } }
                        (name(state, row.player))
                        span.tb { (row.points) }
                        span.op { @if let Some(value) = row.values.first() { (value.shown) } }
                    }
                }
            }
        }
    }
}

fn winner(state: &State) -> Markup {
    let first = knockout::champion(state).or_else(|| {
        let swiss_only = state
            .rounds
            .iter()
            .all(|round| round.stage == StageKind::Swiss);
        Sheet::now(state)
            .rows
            .first()
            .filter(|row| swiss_only && row.rank.is_some())
            .map(|row| row.player)
    });
    html! {
        section.slide {
            (head(state, "The tournament is over", &structure(state), &html! {}))
            @if let Some(player) = first {
                div.winner { p { "Winner" } p.name { bdi { (state.name(player)) } } }
            }
        }
    }
}

fn entrants(state: &State) -> Markup {
    let players = names::by_name(state, state.players.iter().map(|player| player.id));
    let words = match state.phase {
        Phase::Registration => "Registration is open",
        _ => "The first round is being prepared",
    };
    let count = html! { p.now { (players.len()) } p { "registered" (at()) } };
    html! {
        section.slide {
            (head(state, &state.setup.name, words, &count))
            ol.cols.(columns(state, players.iter().map(Line::alone))).(rows(players.len())) {
                @for id in players {
                    li { (name(state, id)) }
                }
            }
        }
    }
}
