//! A player's phone: my table and opponent, telling and confirming results, where I stand, my matches, leaving.

use crate::act::{destination, give, given};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Tab, action_fields, chip, clause, icon};
use crate::pages::desk::round::why_panel;
use crate::parts::report::{self, Offer, Sheet};
use crate::parts::{clock, judges};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_regulations::{Regulation, Report, Seat};
use muster_tournament::floor::before_game::{Choice, Ground, before_game};
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, MatchStatus, Phase, Round, RoundStatus, Status};
use muster_tournament::{By, Command, PlayerId, State, Tournament, knockout, why};
use muster_words::before_game as words;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/me", get(me))
        .route("/t/{id}/me/report", get(sheet).post(tell))
        .route("/t/{id}/me/standings", get(my_standings))
        .route("/t/{id}/me/pairings", get(all_pairings))
        .route("/t/{id}/me/matches", get(my_matches))
        .route("/t/{id}/me/drop", post(leave))
}

/// The newest round that players may see.
fn shown(state: &State) -> Option<&Round> {
    state
        .rounds
        .iter()
        .rev()
        .find(|round| round.status > RoundStatus::Draft)
}

async fn me(scene: Scene, Query(fields): Query<Vec<(String, String)>>) -> Result<Markup, Problem> {
    let player = scene.player()?;
    let code = Fields(fields).get("code").map(str::to_owned);
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            @if let Some(code) = &code {
                section.notice.good { span { "You are registered. Your code for other phones: " b.code { (code) } } }
            }
            div #me data-live { (now(&scene, t, player)) }
        };
        layout::phone(&scene, state, Tab::Match, &state.name(player), &body)
    }))
}

/// What concerns the player now.
fn now(scene: &Scene, t: &Tournament, player: PlayerId) -> Markup {
    let state = t.state();
    let status = state.player(player).map(|p| p.status);
    let round = shown(state);
    let at_table = round.and_then(|round| round.match_of(player).map(|m| (round, m)));
    let finished = round.is_some_and(|round| round.status == RoundStatus::Finished);
    match (status, at_table) {
        (Some(Status::Dropped | Status::Disqualified), _) if state.phase != Phase::Registration => {
            html! {
                section { h1 { "You have left the tournament" } p.quiet { "Ask at the desk if you want to come back. " (clause("DROP-2")) } }
            }
        }
        (_, Some((round, m))) if !finished => table(scene, t, round, m, player),
        _ if round.is_some_and(|round| round.byes.contains(&player) && !finished) => html! {
            section {
                h1 { "You have a bye" }
                p { "You do not play this round." }
            }
            @if let Some(Ok(explained)) = round.map(|round| why::bye(t, round.number, player)) { section { (why_panel(&explained)) } }
        },
        _ => waiting(state, player),
    }
}

fn waiting(state: &State, player: PlayerId) -> Markup {
    html! {
        section {
            h1 { @match state.phase {
                Phase::Registration => "You are registered",
                Phase::Finished => "The tournament is over",
                _ => "Between rounds",
            } }
            p.quiet { @match state.phase {
                Phase::Registration => "Your seat appears here as soon as round 1 is published.",
                Phase::Finished => "Thank you for playing. The final standings are one tap away.",
                _ => "Your next seat appears here by itself.",
            } }
            @if state.player(player).is_some_and(|p| p.status == Status::Registered) {
                p { "You are not checked in yet: say hello at the desk." }
            }
        }
    }
}

fn table(scene: &Scene, t: &Tournament, round: &Round, m: &Match, player: PlayerId) -> Markup {
    let state = t.state();
    let Some(opponent) = m.opponent(player) else {
        return html! {};
    };
    let other = state.name(opponent);
    let mine = m.seat(player);
    let told = match mine {
        Some(Seat::A) => m.claims[0].is_some(),
        Some(Seat::B) => m.claims[1].is_some(),
        None => false,
    };
    let report = scene.path("me/report");
    let chooses = why::first(state, round.number, m.table).ok();
    let chooser = knockout::chooser(state, m.table)
        .filter(|_| m.dark.is_none() && m.status == MatchStatus::Playing);
    html! {
        section.seat {
            p.quiet { "Round " (round.number) ". Your table" }
            h1.tableno { span.vh { "Table " } (m.table) }
            p.versus { "against " b { (other) } }
            @if let Some(opponent) = state.player(opponent) && let Some(faction) = &opponent.faction { p.quiet { (faction) } }
            p { (chip(m.status)) }
        }
        @if m.status == MatchStatus::Playing { (decides(state, round, m, player)) (clock::table(scene, state, m.table)) }
        @if let Some(side) = m.side(player) { section { p { "You play the " b { (match side { muster_regulations::cardgame::Side::Dark => "dark", muster_regulations::cardgame::Side::Light => "light" }) " side" } " " (clause("CG-SIDE")) } } }
        @if chooser == Some(player) {
            section {
                p { "You are the higher seed: choose your side. " (clause("CG-SIDE")) }
                form.cluster method="post" action=(scene.path("do/choose_side")) {
                    (action_fields(state, &scene.path("me")))
                    input type="hidden" name="as_player" value="1";
                    input type="hidden" name="table" value=(m.table);
                    button.btn name="side" value="dark" { "I play dark" }
                    button.btn name="side" value="light" { "I play light" }
                }
            }
        } @else if chooser.is_some() {
            section { p { (other) " is the higher seed and chooses the side. " (clause("CG-SIDE")) } }
        }
        @if let Some((seat, claimed)) = m.claim() { (claim(state, m, player, seat, claimed)) }
        @match m.status {
            MatchStatus::Playing => section {
                a.btn.primary href=(report) { "Report the result" }
                div.beside {
                    @if state.setup.regulation != Regulation::Cardgame { a.btn href=(scene.path("me/tally")) { (icon("check")) "Work out the score" } }
                    @if state.lists.of.contains_key(&opponent) { (their_list(scene, state)) }
                    (judges::call(scene, state, m))
                }
            },
            MatchStatus::Reported if told => section {
                p { "You told the result. " b { (other) } " confirms it on the other phone, or the desk does." }
                @if let Some(outcome) = &m.outcome { p { b { (report::meaning(state, m, outcome)) } } }
                a.btn.wide href=(report) { "I made a mistake: tell it again" }
            },
            MatchStatus::Reported => section {
                p { b { (other) } " told this result:" }
                @if let Some(outcome) = &m.outcome { p.big-line { (report::meaning(state, m, outcome)) } }
                form method="post" action=(scene.path("do/confirm")) {
                    (action_fields(state, &scene.path("me")))
                    input type="hidden" name="as_player" value="1";
                    input type="hidden" name="table" value=(m.table);
                    button.btn.primary { (icon("check")) "Yes, that is right" }
                }
                form method="post" action=(scene.path("do/dispute")) {
                    (action_fields(state, &scene.path("me")))
                    input type="hidden" name="as_player" value="1";
                    input type="hidden" name="table" value=(m.table);
                    button.btn.wide { "No, that is wrong" }
                }
            },
            MatchStatus::Disputed => section {
                p.notice.bad { (icon("alert")) span { "You and " (other) " differ. A leader comes to settle it; you can also tell the result again." } }
                a.btn.wide href=(report) { "Tell the result again" }
            },
            MatchStatus::Confirmed => section {
                @if let Some(outcome) = &m.outcome { p.big-line { (report::meaning(state, m, outcome)) } }
                @if let Some(end) = state.corrections_end(round.number) {
                    p.quiet { "Is it wrong? Tell the desk before round " (end) " is over; after that it stands. " (clause("LE-CHECK")) }
                }
                @if let Ok(explained) = why::outcome(state, round.number, m.table) { details { summary { "Why?" } (why_panel(&explained)) } }
            },
            MatchStatus::Walkover => section { p { "Your opponent has left: you go on. " (clause("SE-4")) } },
        }
        @if m.status != MatchStatus::Playing {
            section { div.beside {
                @if state.lists.of.contains_key(&opponent) { (their_list(scene, state)) }
                (judges::call(scene, state, m))
            } }
        }
        (judges::rulings(scene, state, round, m))
        section {
            details { summary { "Before the game" } ol.checklist { @for step in state.setup.regulation.checklist(round.stage) { li { (step) } } } }
            @if let Some(explained) = &chooses { details { summary { "Who chooses before the game?" } (why_panel(explained)) } }
            @if let Ok(explained) = why::pairing(t, round.number, m.table) { details { summary { "Why this opponent?" } (why_panel(&explained)) } }
        }
    }
}

/// An ending that waits for a leader, as the two players see it.
fn claim(state: &State, m: &Match, player: PlayerId, seat: Seat, report: &Report) -> Markup {
    let who = m.player(seat);
    let mut endings = state.setup.regulation.book().endings.iter();
    let ending = endings.find(|ending| ending.id == report.ending());
    html! {
        section {
            p.notice role="status" { (icon("hand")) span {
                @if who == player { "You reported" } @else { (state.name(who)) " reported" }
                " “" (ending.map_or(report.ending(), |ending| ending.label)) "”. A judge decides and is called; nothing counts yet. "
                @if let Some(needed) = report.needs_leader() { (clause(needed.clause)) }
            } }
        }
    }
}

fn their_list(scene: &Scene, state: &State) -> Markup {
    let word = state.setup.regulation.book().list_word;
    html! { a.btn href=(scene.path("me/opponent")) { (icon("list")) "Opponent’s " (word) } }
}

/// Who chooses before the game, as far as it is known, and by what.
fn decides(state: &State, round: &Round, m: &Match, player: PlayerId) -> Markup {
    let before = before_game(state, round, m);
    // A side of the bracket has its own buttons and its own line.
    let of_its_own = before.choice == Choice::Side || m.side(player).is_some();
    let Some(chooser) = before.player.filter(|_| !of_its_own) else {
        return html! {};
    };
    let word = state.setup.regulation.book().list_word;
    let opponent = m.opponent(chooser).unwrap_or(chooser);
    let whose = |id: PlayerId| {
        if id == player {
            format!("your {word}")
        } else {
            format!("{word} of {}", state.name(id))
        }
    };
    html! {
        section.decides {
            h2 { @if chooser == player { (words::to_reader(before.choice)) } @else { (words::about(&state.name(chooser), before.choice)) } }
            @if let Ground::LowerList { own, other } = before.ground {
                p.against { b { (own) } span { (whose(chooser)) } span aria-hidden="true" { "<" } b { (other) } span { (whose(opponent)) } }
            }
            p.cap {
                @match before.ground {
                    Ground::LowerList { .. } => { "The lower total does. " },
                    Ground::Drawn => { "Drawn from the seed of the round. " },
                    Ground::HigherSeed => { "Settled by the higher seed. " },
                    Ground::Sides | Ground::ListUnknown | Ground::Nobody => {},
                }
                @if let Some(id) = before.clause { (clause(id)) }
            }
        }
    }
}

/// The match of the player that can be told now.
fn open_match(state: &State, player: PlayerId) -> Result<(&Round, &Match), Problem> {
    let round = state
        .current()
        .filter(|round| round.status == RoundStatus::Published);
    let found = round.and_then(|round| Some((round, round.match_of(player)?)));
    found.ok_or_else(|| Problem::missing("You have no table in this round."))
}

fn sheet_page(
    scene: &Scene,
    player: PlayerId,
    fields: &Fields,
    error: Option<&Problem>,
) -> Result<Markup, Problem> {
    scene.room.read(|t| {
        let state = t.state();
        let (round, m) = open_match(state, player)?;
        let [a, b] = [m.a, m.b].map(|id| if id == player { "You".to_owned() } else { state.name(id) });
        let sheet = Sheet { regulation: state.setup.regulation, stage: round.stage, names: [&a, &b], offer: Offer::Played, dark: m.dark, lists: state.list_points(m), focus: false };
        let body = html! {
            section {
                p { a href=(scene.path("me")) { "Table " (m.table) } }
                h1 { "Report the result" }
                p.quiet { "You against " (state.name(m.opponent(player).unwrap_or(player))) }
                @if let Some(error) = error {
                    p.notice.bad role="alert" { span { (error.text) @if let Some(id) = error.clause { " " (clause(id)) } } }
                }
            }
            form method="post" action=(scene.path("me/report")) data-preview=(scene.path(&format!("preview/{}/{}", round.number, m.table))) {
                (action_fields(state, &scene.path("me")))
                section.stack { (report::fields(&sheet, fields)) }
                div.foot {
                    output.preview {}
                    button.btn.primary { "Send to " (state.name(m.opponent(player).unwrap_or(player))) " to confirm" }
                }
            }
        };
        Ok(layout::phone(scene, state, Tab::Match, "Report", &body))
    })
}

async fn sheet(
    scene: Scene,
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    let player = scene.player()?;
    sheet_page(&scene, player, &Fields(fields), None)
}

/// Tells a result; what was typed stays beside what is wrong with it.
async fn tell(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let player = scene.player()?;
    let fields = Fields(fields);
    let judged = async {
        if let Some(before) = given(&scene, By::Player(player), &fields).await {
            return before;
        }
        let (regulation, table) = scene.room.read(|t| {
            let state = t.state();
            open_match(state, player).map(|(_, m)| (state.setup.regulation, m.table))
        })?;
        let report = report::read(regulation, &fields)?;
        give(
            &scene,
            By::Player(player),
            Command::Report { table, report },
            Vec::new(),
            &fields,
        )
        .await
    };
    match judged.await {
        Ok(position) => Ok(Redirect::to(&destination(&scene, &fields, position)).into_response()),
        Err(problem) if problem.status == StatusCode::UNPROCESSABLE_ENTITY => Ok((
            problem.status,
            sheet_page(&scene, player, &fields, Some(&problem))?,
        )
            .into_response()),
        Err(problem) => Err(problem),
    }
}

async fn my_standings(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let rows = standings(state).rows;
        let ties = state.setup.regulation.book().tiebreakers;
        let body = html! {
            section {
                h1 { "Standings" }
                @if let Ok(explained) = why::rank(state, player) { details { summary { "Why am I there?" } (why_panel(&explained)) } }
            }
            div.scroll-x tabindex="0" role="region" aria-label="Standings" {
                table.tt #standings data-live {
                    thead { tr { th.num { "Rank" } th { "Player" } th.num { "Pts" } @for tie in ties.iter().take(2) { th.num title=(tie.title()) { (tie.heading().unwrap_or_default()) } } } }
                    tbody {
                        @for row in &rows {
                            tr class=[(row.player == player).then_some("me")] {
                                td.num { (row.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())) }
                                td { (state.name(row.player)) }
                                td.num { b { (row.points) } }
                                @for value in row.values.iter().take(2) { td.num title=(value.exact.to_string()) { (value.shown) } }
                            }
                        }
                    }
                }
            }
        };
        layout::phone(&scene, state, Tab::Standings, "Standings", &body)
    }))
}

async fn all_pairings(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            section {
                h1 { "Pairings" }
                label.vh for="find" { "Find a player" }
                input #find data-filter="#pairings tbody tr" placeholder="Find a player" autocomplete="off";
            }
            @match shown(state) {
                None => section { p.quiet { "No round is published yet." } },
                Some(round) => table.tt #pairings data-live {
                    thead { tr { th.num { "Table" } th { "Players" } th { "State" } } }
                    tbody {
                        @for m in &round.matches {
                            tr class=[m.seat(player).map(|_| "me")] {
                                td.tno { (m.table) }
                                td { (state.name(m.a)) br; (state.name(m.b)) }
                                td { (chip(m.status)) }
                            }
                        }
                        @for bye in &round.byes { tr { td.tno { "–" } td { (state.name(*bye)) } td { "bye" } } }
                    }
                },
            }
        };
        layout::phone(&scene, state, Tab::Pairings, "Pairings", &body)
    }))
}

async fn my_matches(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let rounds = state.rounds.iter().filter(|round| round.status > RoundStatus::Draft);
        let active = state.player(player).is_some_and(|p| p.status == Status::Active);
        let body = html! {
            section { h1 { (state.name(player)) } p { a href=(scene.path("me/list")) { "My " (state.setup.regulation.book().list_word) } " · " a href=(scene.path("me/data.json")) download { "Download my data" } } p.quiet { "Your matches, newest first." } }
            table.tt #matches data-live {
                tbody {
                    @for round in rounds.rev() {
                        @if let Some(m) = round.match_of(player) {
                            tr {
                                td.num { (round.number) }
                                td { (state.name(m.opponent(player).unwrap_or(player))) @if let Some(outcome) = &m.outcome { br; span.rec { (report::meaning(state, m, outcome)) } } }
                                td { (chip(m.status)) }
                            }
                        } @else if round.byes.contains(&player) {
                            tr { td.num { (round.number) } td { "Bye" } td {} }
                        }
                    }
                }
            }
            @if active {
                section {
                    details {
                        summary { "Leave the tournament" }
                        p.quiet { "Your results stay. You are not paired any more; the organizer may let you come back. " (clause("DROP-1")) }
                        form.stack method="post" action=(scene.path("me/drop")) {
                            (action_fields(state, &scene.path("me")))
                            label.check { input type="checkbox" name="sure" required; "Yes, I leave" }
                            button.btn.wide { "Drop from the tournament" }
                        }
                    }
                }
            }
        };
        layout::phone(&scene, state, Tab::Me, "My matches", &body)
    }))
}

async fn leave(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let player = scene.player()?;
    let fields = Fields(fields);
    if !fields.ticked("sure") {
        return Err(Problem::bad("Tick the box to say that you really leave."));
    }
    let position = give(
        &scene,
        By::Player(player),
        Command::Drop { player },
        Vec::new(),
        &fields,
    )
    .await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
}
