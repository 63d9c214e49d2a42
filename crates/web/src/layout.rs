//! What all pages share: the shells (bare, public, desk, phone), icons, chips and small parts. Components are functions;
//! everything a person typed is escaped by the templates.

use crate::assets;
use crate::parts::{clock, rehearsal};
use crate::visitor::{Here, Scene};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use muster_regulations::{CutRule, Regulation, StageKind};
use muster_tournament::floor::prompts::prompts;
use muster_tournament::floor::warnings::warnings;
use muster_tournament::state::{MatchStatus, Phase, RoundStatus, State};
use std::sync::Arc;

/// Shapes of the icons, on a grid of 24.
const ICONS: &[(&str, &str)] = &[
    (
        "alert",
        r#"<path d="M12 3 22 20.5H2z"/><path d="M12 10v5M12 17.6v.2"/>"#,
    ),
    ("check", r#"<path d="m4 12.5 5 5L20 6.5"/>"#),
    (
        "dot",
        r#"<circle cx="12" cy="12" r="4" fill="currentColor"/>"#,
    ),
    (
        "half",
        r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/>"#,
    ),
    (
        "hand",
        r#"<path d="M8 12V5a1.500 1.500 0 0 1 3 0v6M11 11V4a1.500 1.500 0 0 1 3 0v7M14 11V5.500a1.500 1.500 0 0 1 3 0V14a7 7 0 0 1-7 7c-3 0-4.500-1.500-6-4l-1.600-2.800a1.400 1.400 0 0 1 2.400-1.400L8 15"/>"#,
    ),
    ("ring", r#"<circle cx="12" cy="12" r="8.5"/>"#),
    (
        "key",
        r#"<circle cx="8" cy="12" r="4"/><path d="M12 12h9M18 12v4"/>"#,
    ),
    (
        "list",
        r#"<path d="M8 6h12M8 12h12M8 18h12M3.5 6h.1M3.5 12h.1M3.5 18h.1"/>"#,
    ),
    (
        "lock",
        r#"<path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"/>"#,
    ),
    (
        "megaphone",
        r#"<path d="M4 10v4h3l8 4V6L7 10zM18 9.500a4 4 0 0 1 0 5M8 14l1 5h2"/>"#,
    ),
    (
        "moon",
        r#"<path d="M20 14.5A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z"/>"#,
    ),
    (
        "people",
        r#"<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c0-3.600 2.900-6 6.500-6s6.500 2.400 6.500 6M16 4.800a3.500 3.500 0 0 1 0 6.400M18 14.500c2.100.9 3.500 2.800 3.500 5.500"/>"#,
    ),
    (
        "print",
        r#"<path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z"/>"#,
    ),
    ("screen", r#"<path d="M3 5h18v12H3zM9 21h6M12 17v4"/>"#),
    (
        "sliders",
        r#"<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>"#,
    ),
    (
        "swap",
        r#"<path d="M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4"/>"#,
    ),
    ("table", r#"<path d="M3 7h18M6 7v12M18 7v12"/>"#),
    (
        "undo",
        r#"<path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3"/>"#,
    ),
    ("tree", r#"<path d="M4 5h6v6h6M4 17h6v-6M16 11h5"/>"#),
    ("x", r#"<path d="m5 5 14 14M19 5 5 19"/>"#),
];

/// Returns an icon of the sprite that every page carries.
#[must_use]
pub fn icon(name: &str) -> Markup {
    html! { svg.i viewBox="0 0 24 24" aria-hidden="true" { use href={ "#i-" (name) } {} } }
}

fn sprite() -> Markup {
    html! {
        svg.sprite aria-hidden="true" {
            @for (name, shape) in ICONS {
                symbol id={ "i-" (name) } viewBox="0 0 24 24" { (PreEscaped(shape)) }
            }
        }
    }
}

/// A clause identifier, linked to what it says.
#[must_use]
pub fn clause(id: &str) -> Markup {
    html! { a.clause href={ "/rules#" (id) } { (id) } }
}

/// A clause identifier inside a form: its text appears on hover, and it is not a tab stop between two fields.
#[must_use]
pub fn clause_in_form(id: &str) -> Markup {
    let says = muster_regulations::clause::find(id).map(muster_words::clauses::says);
    html! { span.clause title=[says] { (id) } }
}

/// The state of a match: shape, word, colour.
#[must_use]
pub fn chip(status: MatchStatus) -> Markup {
    let (class, shape, word) = match status {
        MatchStatus::Playing => ("playing", "ring", "Playing"),
        MatchStatus::Reported => ("reported", "half", "Reported"),
        MatchStatus::Disputed => ("disputed", "alert", "Disputed"),
        MatchStatus::Confirmed => ("confirmed", "check", "Confirmed"),
        MatchStatus::Walkover => ("confirmed", "check", "Walkover"),
    };
    html! { span class={ "chip " (class) } { (icon(shape)) (word) } }
}

/// What the outermost elements of a page need.
#[derive(Default)]
struct Frame<'a> {
    title: &'a str,
    regulation: Option<Regulation>,
    theme: Option<&'static str>,
    /// Address of the live events, and the mark of what the page shows.
    live: Option<(String, Arc<str>)>,
    class: &'a str,
    /// The banner of a rehearsal.
    mark: Option<Markup>,
    /// The style sheet and the script are beside the page instead of on a server.
    alone: bool,
}

fn frame(frame: &Frame, body: &Markup) -> Markup {
    let (events, position) = match &frame.live {
        Some((events, position)) => (Some(events), Some(position)),
        None => (None, None),
    };
    html! {
        (DOCTYPE)
        html lang="en" data-reg=[frame.regulation.map(Regulation::id)] data-theme=[frame.theme]
            data-events=[events] data-position=[position] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (frame.title) " · Muster" }
                link rel="stylesheet" href=(if frame.alone { assets::STYLE.name() } else { assets::STYLE.path() });
                link rel="icon" href="data:,";
                script src=(if frame.alone { assets::SCRIPT.name() } else { assets::SCRIPT.path() }) defer {}
            }
            body class=[(!frame.class.is_empty()).then_some(frame.class)] {
                a.skip href="#main" { "Skip to the content" }
                (sprite())
                @if let Some(mark) = &frame.mark { (mark) }
                (body)
            }
        }
    }
}

/// A page outside any tournament, for a visitor who is not known.
#[must_use]
pub fn bare(title: &str, body: &Markup) -> Markup {
    let content = html! {
        header.top { a.word href="/" { "Muster" } }
        main #main { (body) }
    };
    frame(
        &Frame {
            title,
            regulation: Some(Regulation::Xwing),
            ..Frame::default()
        },
        &content,
    )
}

/// A page outside any tournament, with the visitor's account and theme: home, sign-in, creation.
#[must_use]
pub fn house(title: &str, visitor: &crate::visitor::Visitor, body: &Markup) -> Markup {
    let content = html! {
        header.top {
            a.word href="/" { "Muster" }
            span.event { (title) }
            div.end {
                @if let Some(account) = visitor.account() {
                    a href="/account" { (account) }
                    a href="/tokens" { "API tokens" }
                    form.inline method="post" action="/sign-out" { button.btn.plain.small { "Sign out" } }
                } @else {
                    a href="/sign-in" { "Sign in" }
                }
                (theme_button())
            }
        }
        main #main { (body) }
    };
    let regulation = Some(Regulation::Xwing);
    frame(
        &Frame {
            title,
            regulation,
            theme: visitor.theme,
            ..Frame::default()
        },
        &content,
    )
}

fn theme_button() -> Markup {
    html! {
        button.btn.icon type="button" data-theme-switch aria-label="Switch between light and dark" { (icon("moon")) }
    }
}

fn live_frame<'a>(scene: &Scene, state: &State, title: &'a str, class: &'a str) -> Frame<'a> {
    Frame {
        title,
        regulation: Some(state.setup.regulation),
        theme: scene.visitor.theme,
        live: Some((scene.path("events"), clock::mark(scene, state))),
        class,
        mark: rehearsal::mark(scene),
        alone: false,
    }
}

fn offline() -> Markup {
    html! {
        div.notice.warn.offline role="status" {
            (icon("alert"))
            span { "Offline since " b data-offline-since {} ". This page may be out of date. Trying again…" }
        }
    }
}

/// The public pages, in the order of their links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Public {
    Pairings,
    Standings,
    Bracket,
    Log,
    Statistics,
    Proof,
    /// Downloads.
    Files,
    /// A page that is not in the navigation.
    Elsewhere,
}

impl Public {
    const ALL: [(Public, &'static str, &'static str); 7] = [
        (Public::Pairings, "pairings", "Pairings"),
        (Public::Standings, "standings", "Standings"),
        (Public::Bracket, "bracket", "Bracket"),
        (Public::Log, "log", "Log"),
        (Public::Statistics, "statistics", "Statistics"),
        (Public::Proof, "proof", "Proof"),
        (Public::Files, "export", "Files"),
    ];
}

/// A page for everybody.
#[must_use]
pub fn public(scene: &Scene, state: &State, here: Public, title: &str, body: &Markup) -> Markup {
    let content = html! {
        header.top {
            a.word href="/" { "Muster" }
            span.event { (state.setup.name) }
            span.reg { (state.setup.regulation.book().title) }
            nav.end aria-label="Pages of the tournament" {
                @for (page, path, word) in Public::ALL {
                    @if page != Public::Bracket || state.knockout.is_some() || state.structure.is_some_and(|s| s.cut != CutRule::None) {
                        a href=(scene.path(path)) aria-current=[(page == here).then_some("page")] { (word) }
                    }
                }
                @match scene.here {
                    Here::Staff(..) => a href=(scene.path("desk")) { "Desk" },
                    Here::Player(_) => a href=(scene.path("me")) { "My match" },
                    // Nobody plays in a tournament recorded by another program.
                    Here::Spectator => {
                        @if state.recorded.is_none() { a href=(scene.path("claim")) { "I play here" } }
                        a href="/sign-in" { "Sign in" }
                    }
                }
                (theme_button())
            }
        }
        (offline())
        main.wide #main { (body) }
    };
    frame(&live_frame(scene, state, title, ""), &content)
}

/// A page of the static site. Each of `pages` is a file, its word in the navigation, and whether it is this page.
#[must_use]
pub fn alone(
    state: &State,
    title: &str,
    pages: &[(String, String, bool)],
    body: &Markup,
) -> Markup {
    let content = html! {
        header.top {
            span.word { "Muster" }
            span.event { (state.setup.name) }
            span.reg { (state.setup.regulation.book().title) }
            nav.end aria-label="Pages of the tournament" {
                @for (file, word, here) in pages {
                    a href=(file) aria-current=[here.then_some("page")] { (word) }
                }
                (theme_button())
            }
        }
        main.wide #main { (body) }
    };
    let regulation = Some(state.setup.regulation);
    let frame_of = Frame {
        title,
        regulation,
        alone: true,
        ..Frame::default()
    };
    frame(&frame_of, &content)
}

/// The pages of the desk's rail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Players before the start, and later.
    Players,
    Round(u32),
    /// The cut and the bracket.
    Bracket,
    Standings,
    End,
    /// What the projector shows.
    Screens,
    Calls,
    Announce,
    Tables,
    Lists,
    /// Staff, invitations and codes.
    People,
    Print,
    Journal,
    Settings,
}

/// A page of the organizer's desk: rail, main part, and a panel on the right where there is one.
#[must_use]
pub fn desk(
    scene: &Scene,
    state: &State,
    here: impl Into<Option<Place>>,
    title: &str,
    body: &Markup,
    panel: Option<&Markup>,
) -> Markup {
    let content = html! {
        header.top {
            a.word href="/" { "Muster" }
            span.event { (state.setup.name) }
            span.reg { (state.setup.regulation.book().title) }
            div.end {
                form.inline.who method="get" action=(scene.path("desk/players")) role="search" {
                    label.vh for="who" { "Find a player" }
                    input #who type="search" name="find" placeholder="Find a player" autocomplete="off";
                }
                (crate::parts::ahead::desk(scene, state))
                span #saved data-live title={ "Line " (state.position) " of the journal" } { (icon("check")) " Saved" }
                a href=(scene.path("pairings")) { "Public pages" }
                a.hide-s href=(scene.path("projector")) { "Projector" }
                a.hide-s href=(scene.path("export")) { "Files" }
                (theme_button())
            }
        }
        (offline())
        (rehearsal::controls(scene))
        div class={ "desk" @if panel.is_some() { " with-panel" } } {
            (rail(scene, state, here.into()))
            main.main #main { (warned(scene, state)) (body) }
            @if let Some(panel) = panel { aside.panel aria-label="Explanations and actions" { (panel) } }
        }
    };
    let title = format!("{title}, {}", state.setup.name);
    frame(&live_frame(scene, state, &title, ""), &content)
}

/// Warnings for the desk; problems of the machine are shown only to signed-in organizers.
fn warned(scene: &Scene, state: &State) -> Markup {
    html! {
        div #warnings data-live {
            @if scene.visitor.account().is_some() {
                @for alert in scene.app.alerts() { p.notice.bad role="alert" { span { (alert) } } }
            }
            @for warning in warnings(state) {
                p.notice.warn role="status" { (icon("alert")) span { (muster_words::warnings::text(&warning.matter)) " " (clause(warning.clause)) } }
            }
        }
    }
}

fn rail_link(
    path: &str,
    current: bool,
    later: bool,
    shape: &str,
    word: &str,
    note: &str,
) -> Markup {
    html! {
        li {
            a href=(path) aria-current=[current.then_some("page")] class=[later.then_some("later")] {
                (icon(shape)) (word)
                @if !note.is_empty() { span.cap { (note) } }
            }
        }
    }
}

fn rail(scene: &Scene, state: &State, here: Option<Place>) -> Markup {
    let started = state.phase != Phase::Registration;
    let players = state.players.len().to_string();
    let swiss = state.structure.map_or(0, |s| s.rounds);
    let round_link = |number: u32| {
        let round = state.rounds.get((number as usize).wrapping_sub(1));
        let (shape, note) = match round {
            None => ("ring", String::new()),
            Some(round) => match round.status {
                RoundStatus::Draft => ("dot", "draft".to_owned()),
                RoundStatus::Finished => ("check", String::new()),
                RoundStatus::Published => {
                    let done = round.matches.len() - round.open().count();
                    ("dot", format!("{done}/{}", round.matches.len()))
                }
            },
        };
        let path = scene.path(&format!("desk/round/{number}"));
        let word = match round {
            Some(round) if round.stage == StageKind::Elimination => {
                crate::parts::titles::round_title(state, round)
            }
            _ => format!("Round {number}"),
        };
        rail_link(
            &path,
            here == Some(Place::Round(number)),
            round.is_none(),
            shape,
            &word,
            &note,
        )
    };
    let all = u32::try_from(state.rounds.len()).unwrap_or(u32::MAX);
    let waiting = prompts(state).len();
    html! {
        nav.rail #rail data-live aria-label="Stages and rounds" {
            ul {
                (rail_link(&scene.path("desk/players"), here == Some(Place::Players) && !started, false,
                    if started { "check" } else { "dot" }, "Registration", &players))
            }
            @if swiss > 0 {
                h2 { "Swiss, " (swiss) @if swiss == 1 { " round" } @else { " rounds" } }
                ul { @for number in 1..=swiss { (round_link(number)) } }
            }
            @if let Some(structure) = state.structure {
                @match structure.cut {
                    CutRule::None => {},
                    CutRule::Top(size) => h2 { "Cut to top " (size) },
                    CutRule::Points(points) => h2 { "Cut: " (points) " points or more" },
                }
                @if structure.cut != CutRule::None || swiss == 0 {
                    ul {
                        (rail_link(&scene.path("desk/bracket"), here == Some(Place::Bracket), state.knockout.is_none(), "tree", "Bracket", ""))
                        @for number in swiss.saturating_add(1)..=all { (round_link(number)) }
                    }
                }
            }
            h2 { "Tournament" }
            ul {
                @if state.phase == Phase::Finished { (rail_link(&scene.path("desk/end"), here == Some(Place::End), false, "check", "Final places", "")) }
                (rail_link(&scene.path("desk/standings"), here == Some(Place::Standings), false, "list", "Standings", ""))
                (rail_link(&scene.path("desk/players"), here == Some(Place::Players) && started, false, "people", "Players", &players))
                (rail_link(&scene.path("desk/calls"), here == Some(Place::Calls), false, "hand", "Calls", &waiting.to_string()))
                (rail_link(&scene.path("desk/announce"), here == Some(Place::Announce), false, "megaphone", "Announce", ""))
                (rail_link(&scene.path("desk/tables"), here == Some(Place::Tables), false, "table", "Tables", ""))
                (rail_link(&scene.path("desk/lists"), here == Some(Place::Lists), false, "list", "Lists", &state.lists.of.len().to_string()))
                (rail_link(&scene.path("desk/people"), here == Some(Place::People), false, "key", "Staff and access", ""))
                (rail_link(&scene.path("desk/screens"), here == Some(Place::Screens), false, "screen", "Projector", ""))
                (rail_link(&scene.path("desk/print"), here == Some(Place::Print), false, "print", "Print", ""))
                (rail_link(&scene.path("desk/journal"), here == Some(Place::Journal), false, "lock", "Journal", &state.position.to_string()))
                (rail_link(&scene.path("desk/settings"), here == Some(Place::Settings), false, "sliders", "Settings", ""))
            }
        }
    }
}

/// The pages of a player's phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Match,
    Standings,
    Pairings,
    /// Own matches and list, dropping.
    Me,
}

/// A page of a player's phone.
#[must_use]
pub fn phone(scene: &Scene, state: &State, tab: Tab, title: &str, body: &Markup) -> Markup {
    let tabs = [
        (Tab::Match, "me", "table", "My match"),
        (Tab::Standings, "me/standings", "list", "Standings"),
        (Tab::Pairings, "me/pairings", "swap", "Pairings"),
        (Tab::Me, "me/matches", "people", "Me"),
    ];
    let content = html! {
        (offline())
        div.phone {
            div.bar {
                a.word href="/" { "Muster" }
                a.event href=(scene.path("pairings")) { (state.setup.name) }
                span.reg { (state.setup.regulation.book().title) }
                div.end {
                    @if scene.visitor.account().is_none() { a href="/sign-in" { "Sign in" } }
                    (theme_button())
                }
            }
            main #main { (body) }
            nav.tabs aria-label="Pages" {
                @for (page, path, shape, word) in tabs {
                    a href=(scene.path(path)) aria-current=[(page == tab).then_some("page")] { (icon(shape)) (word) }
                }
            }
        }
    };
    let title = format!("{title}, {}", state.setup.name);
    frame(&live_frame(scene, state, &title, ""), &content)
}

/// A page that fills a screen, without navigation: projector or overlay.
#[must_use]
pub fn screen(scene: &Scene, state: &State, title: &str, class: &str, body: &Markup) -> Markup {
    frame(
        &live_frame(scene, state, title, class),
        &html! { main #main { (body) } },
    )
}

/// Hidden fields that every action on a tournament carries: what the page showed, a key against double presses, and
/// where to go afterwards.
#[must_use]
pub fn action_fields(state: &State, next: &str) -> Markup {
    let key = muster_service::secret::random()
        .map(|key| key.to_string())
        .unwrap_or_default();
    html! {
        input type="hidden" name="seen" value=(state.position);
        input type="hidden" name="key" value=(key);
        input type="hidden" name="next" value=(next);
    }
}

/// A form with one button that gives a command.
#[must_use]
pub fn action(
    scene: &Scene,
    state: &State,
    command: &str,
    next: &str,
    class: &str,
    label: &Markup,
    fields: &Markup,
) -> Markup {
    html! {
        form.inline method="post" action=(scene.path(&format!("do/{command}"))) {
            (action_fields(state, next))
            (fields)
            button class={ "btn " (class) } { (label) }
        }
    }
}
