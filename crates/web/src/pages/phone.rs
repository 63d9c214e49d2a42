//! A player's phone: table and opponent, confirming results, rank, matches, check-in, dropping.

use crate::act::{destination, give};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Tab, action_fields, chip, clause, icon};
use crate::pages::public::links;
use crate::pages::public::standings::heading;
use crate::parts::pairings::record_in_words;
use crate::parts::said::Said;
use crate::parts::standings::{Sheet, Shown, first_tiebreaker, rank, table as table_of};
use crate::parts::why::why_panel;
use crate::parts::{ahead, announcement, clock, inputs, judges, podium, seen};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_regulations::{EliminationKind, Report, Seat, StageKind};
use muster_tournament::floor::before_game::{Choice, Ground, before_game};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Match, MatchStatus, Phase, Round, RoundStatus, Status};
use muster_tournament::{By, Command, PlayerId, State, Tournament, knockout, why};
use muster_words::before_game as words;
use muster_words::phrases::ordinal;
use muster_words::time::checklist;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/me", get(me))
        .route("/t/{id}/me/standings", get(my_standings))
        .route("/t/{id}/me/pairings", get(all_pairings))
        .route("/t/{id}/me/matches", get(my_matches))
        .route("/t/{id}/me/check-in", post(check_in))
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

async fn me(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    let player = scene.player()?;
    let code = fields.get("code").map(str::to_owned);
    let chances = ahead::own(&scene).await;
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = html! {
            @if let Some(code) = &code {
                section.notice.good { span { "You are registered. Your code for other phones: " b.code { (code) } } }
            }
            div #me data-live { (announcement::phone(&scene)) (who(state, player)) (now(&scene, t, player)) }
            (ahead::phone(&scene, state, player, chances.as_deref()))
            div #around data-live { (around(&scene, state, player)) }
            @if state.phase != Phase::Finished && ahead::plays_on(state, player) { section.alerts hidden data-alerts { button.btn.wide type="button" { "Notify me about my table" } } }
        };
        layout::phone(&scene, state, Tab::Match, &state.name(player), &body)
    }))
}

/// The player's own name; during a round also record and rank, which are shown large otherwise.
fn who(state: &State, player: PlayerId) -> Markup {
    let ranked = standings(state).rows;
    let players = ranked.len();
    let row = ranked.into_iter().find(|row| row.player == player);
    let in_play = shown(state).is_some_and(|round| round.status == RoundStatus::Published);
    let played = state
        .rounds
        .iter()
        .any(|round| round.status == RoundStatus::Finished);
    html! {
        p.who {
            b { (state.name(player)) }
            @if let Some(row) = row.filter(|_| played && in_play) {
                span { (record_in_words(row.full_record())) @if let Some(rank) = row.rank { " · " (ordinal(rank)) " of " (players) } }
            }
        }
    }
}

/// What matters to the player now.
fn now(scene: &Scene, t: &Tournament, player: PlayerId) -> Markup {
    let state = t.state();
    let status = state.player(player).map(|p| p.status);
    let round = shown(state);
    let at_table = round.and_then(|round| round.match_of(player).map(|m| (round, m)));
    let finished = round.is_some_and(|round| round.status == RoundStatus::Finished);
    match (status, at_table) {
        (Some(Status::Dropped), _) if state.phase != Phase::Registration => html! {
            section { h1 { "You have dropped" } p.quiet { "Ask at the desk if you want to rejoin. " (clause("DROP-2")) } }
        },
        (Some(Status::Disqualified), _) if state.phase != Phase::Registration => html! {
            section { h1 { "You are disqualified" } p.quiet { "Ask at the desk about the reason. " (clause("DROP-3")) } }
        },
        (_, Some((round, m))) if !finished => table(scene, t, round, m, player),
        _ if round.is_some_and(|round| round.byes.contains(&player) && !finished) => html! {
            section {
                h1 data-notice={ "bye-" (round.map_or(0, |round| round.number.0)) } { "You have a bye" }
                p { "You don’t play this round." }
            }
            @if let Some(Ok(explained)) = round.map(|round| why::bye(t, round.number, player)) { section { (why_panel(&explained)) } }
        },
        _ => waiting(scene, state, player),
    }
}

/// A player's final place, once nothing can change it: in the bracket as soon as the player is out, else at the end.
fn place(state: &State, player: PlayerId) -> Option<String> {
    let range = |first: u32, last: u32| {
        if first == last {
            ordinal(first)
        } else {
            format!("{}–{}", ordinal(first), ordinal(last))
        }
    };
    if let Some(placed) = placings(state) {
        let own = placed.iter().find(|placed| placed.player == player)?;
        return Some(range(own.places.first, own.places.last));
    }
    let bracket = state.knockout.as_ref()?;
    let seeded = bracket.seeds.contains(&player);
    if seeded && state.setup.regulation.book().elimination == EliminationKind::Single {
        let mut rounds = state.rounds.iter().rev();
        let (round, _) = rounds.find_map(|round| Some((round, round.match_of(player)?)))?;
        let games = u32::try_from(round.matches.len()).unwrap_or(u32::MAX);
        let further = games.saturating_add(u32::try_from(round.byes.len()).unwrap_or(u32::MAX));
        return Some(range(
            further.saturating_add(1),
            further.saturating_add(games),
        ));
    }
    // Without a seed in the bracket the rank after the Swiss rounds is final.
    let rank = standings(state)
        .rows
        .into_iter()
        .find(|row| row.player == player)?
        .rank?;
    (!seeded).then(|| ordinal(rank))
}

/// Whether a player is out of the bracket, or not in it, and has no other game to play.
fn is_out(state: &State, player: PlayerId) -> bool {
    let Some(bracket) = &state.knockout else {
        return false;
    };
    let rounds = state
        .rounds
        .iter()
        .filter(|round| round.stage == StageKind::Elimination);
    let lost = rounds.filter_map(|round| {
        let m = round.match_of(player)?;
        let winner = m.outcome.as_ref()?.winner()?;
        Some(m.player(winner) != player)
    });
    let losses = lost.filter(|lost| *lost).count();
    let allowed = match state.setup.regulation.book().elimination {
        EliminationKind::Single => 1,
        EliminationKind::Double => 2,
        // GC-BRACKET: all places are played out.
        EliminationKind::Seeded => usize::MAX,
    };
    !bracket.seeds.contains(&player) || losses >= allowed
}

fn waiting(scene: &Scene, state: &State, player: PlayerId) -> Markup {
    let out = is_out(state, player);
    let over = state.phase == Phase::Finished;
    let place = place(state, player).filter(|_| out || over);
    let absent = state
        .player(player)
        .is_some_and(|p| p.status == Status::Registered);
    let rows = standings(state).rows;
    let row = rows.iter().find(|row| row.player == player);
    let finished = shown(state).filter(|round| round.status == RoundStatus::Finished);
    let rank = row.and_then(|row| row.rank).filter(|_| !out && !over);
    html! {
        section {
            @match (state.phase, &place, finished, rank) {
                (_, Some(place), ..) => {
                    p.quiet { "Your final place" }
                    p.place { (place) " " small { "of " (state.players.len()) } }
                    @if let Some((row, rank)) = row.and_then(|row| Some((row, row.rank?))) {
                        p { (record_in_words(row.full_record())) @if state.knockout.is_some() { ", " (ordinal(rank)) " after the Swiss rounds" } ". " (why_rank(scene, player)) }
                    }
                }
                (Phase::Registration, ..) => h1 { @if absent { "You are registered" } @else { "You are checked in" } },
                _ if out => h1 { "You are out of the bracket" },
                (Phase::Finished, ..) => h1 { "The tournament is over" },
                (Phase::Swiss, _, Some(round), Some(rank)) => {
                    p.quiet { "After round " (round.number) " you are" }
                    p.place { (ordinal(rank)) " " small { "of " (rows.len()) } }
                    @if let Some(row) = row { p { (so_far(state, row)) ". " (why_rank(scene, player)) } }
                }
                _ => h1 { "Between rounds" },
            }
            @match state.phase {
                Phase::Registration => p.quiet { "Your table appears here as soon as round 1 is published." },
                Phase::Finished => p.quiet { "Thank you for playing." },
                _ if out => p.quiet { "The bracket is still being played." },
                // The start of the next round says so below.
                _ if ahead::next_start(scene, state).is_some() => {},
                _ => p.quiet { "Your next table appears here by itself." },
            }
            @if !over { (clock::between(state)) }
            @if let Some(round) = shown(state).filter(|round| out && round.stage == StageKind::Elimination && round.status == RoundStatus::Published) {
                ul.plain { @for m in round.open() { li { (crate::parts::titles::round_title(state, round)) ": " b { (state.name(m.a)) } " against " b { (state.name(m.b)) } ", table " (m.table) } } }
            }
            @if out && !over { a.btn.primary href=(scene.path("bracket")) { "Follow the bracket" } }
            @if over {
                div.beside {
                    @if place.is_some() { a.btn.primary href=(scene.path("me/certificate.pdf")) target="_blank" { "Certificate" } }
                    button.btn type="button" hidden data-share=(format!("{}{}", scene.app.address, scene.path("standings"))) data-title=(state.setup.name) { "Share" }
                }
                (podium::podium(state))
                p { a href=(scene.path("standings")) { "Final standings" } }
            }
            @if absent && scene.settings.self_check_in && state.phase == Phase::Registration {
                form method="post" action=(scene.path("me/check-in")) {
                    (action_fields(state, &scene.path("me")))
                    button.btn.primary { (icon("check")) "Check in" }
                }
            } @else if absent {
                p { "You are not checked in yet. Please go to the desk." }
            }
        }
        @if out || over { section { h2 { "Your games" } } (games(state, player)) }
    }
}

/// "2–1, MOV 723".
fn so_far(state: &State, row: &Row) -> String {
    let record = record_in_words(row.full_record());
    match row.values.first() {
        Some(value) => format!("{record}, {} {}", first_tiebreaker(state), value.shown),
        None => record,
    }
}

fn why_rank(scene: &Scene, player: PlayerId) -> Markup {
    html! { a href=(scene.path(&format!("why/rank/{}", player.0))) { "Why this rank?" } }
}

/// The neighbours in the standings, between Swiss rounds.
fn around(scene: &Scene, state: &State, player: PlayerId) -> Markup {
    let rows = standings(state).rows;
    let at = rows.iter().position(|row| row.player == player);
    let between = shown(state).is_some_and(|round| round.status == RoundStatus::Finished);
    let Some(at) = at.filter(|_| between && state.phase == Phase::Swiss) else {
        return html! {};
    };
    let from = at.saturating_sub(2).min(rows.len().saturating_sub(5));
    html! {
        section.around {
            div.sum { h2 { "Around you" } a href=(scene.path("me/standings")) { "All standings" } }
            table.tt {
                thead { tr { th.num { "Rank" } th { "Player" } th.num { "Points" } th.num { (first_tiebreaker(state)) } } }
                tbody {
                    @for row in rows.iter().skip(from).take(5) {
                        tr class=[(row.player == player).then_some("me")] {
                            td.num { (rank(row)) }
                            td.name { (state.name(row.player)) }
                            td.num { (row.points) }
                            td.num { @if let Some(value) = row.values.first() { (value.shown) } }
                        }
                    }
                }
            }
        }
    }
}

/// A player's games, newest first.
fn games(state: &State, player: PlayerId) -> Markup {
    let rounds = state.rounds.iter();
    let rounds = rounds.filter(|round| round.status > RoundStatus::Draft);
    html! {
        table.tt #matches data-live {
            tbody {
                @for round in rounds.rev() {
                    @if let Some(m) = round.match_of(player) {
                        tr {
                            td.num { (round.number) }
                            td { (state.name(m.opponent(player).unwrap_or(player))) @if let Some(said) = Said::at(m, player) { br; span.rec { (said.line()) } } }
                            td { (chip(m.status)) }
                        }
                    } @else if round.byes.contains(&player) {
                        tr { td.num { (round.number) } td { "Bye" } td {} }
                    }
                }
            }
        }
    }
}

/// Checks a player in, where the desk allows it.
async fn check_in(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let player = scene.player()?;
    if !scene.settings.self_check_in {
        return Err(Problem::forbidden("Please check in at the desk."));
    }
    let command = Command::CheckIn {
        players: vec![player],
        present: true,
    };
    // Only the desk may check in; its setting lets players do it for themselves.
    let position = give(&scene, By::Staff(ORGANIZER), command, Vec::new(), &fields).await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
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
    let large =
        html! { @if let Some(said) = Said::at(m, player) { (said.large(state, opponent)) } };
    let answer = |command: &str, button: Markup| {
        html! {
            form method="post" action=(scene.path(command)) {
                (action_fields(state, &scene.path("me")))
                input type="hidden" name="as_player" value="1";
                input type="hidden" name="table" value=(m.table);
                (button)
            }
        }
    };
    let chooses = why::first(state, round.number, m.table).ok();
    let chooser = knockout::chooser(state, m.table)
        .filter(|_| m.dark.is_none() && m.status == MatchStatus::Playing);
    html! {
        section.seat {
            p.quiet { "Round " (round.number) ". Your table" }
            h1.tableno data-notice={ "table-" (round.number) "-" (m.table) } { span.vh { "Table " } (m.table) }
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
                    button.btn name="side" value="dark" { "Play dark" }
                    button.btn name="side" value="light" { "Play light" }
                }
            }
        } @else if chooser.is_some() {
            section { p { (other) " is the higher seed and chooses the side. " (clause("CG-SIDE")) } }
        }
        @if let Some((seat, claimed)) = m.claim() { (claim(state, m, player, seat, claimed)) }
        @match m.status {
            MatchStatus::Playing => section {
                a.btn.primary href=(report) { "Report result" }
                div.beside {
                    @if state.lists.of.contains_key(&opponent) { (their_list(scene, state)) }
                    (judges::call(scene, state, m))
                }
            },
            MatchStatus::Reported if told => section {
                h2 { "Result sent" }
                (large)
                p { b { (other) } " confirms it, or the desk does." }
                a.btn.wide href=(report) { "Change report" }
            },
            MatchStatus::Reported => section {
                h2 data-notice={ "confirm-" (round.number) } { (other) " reported this result. Is it correct?" }
                (large)
                (answer("do/confirm", html! { button.btn.primary { (icon("check")) "Yes, correct" } }))
                a.btn.wide href=(report) { "No, change" }
                (answer("do/dispute", html! { button.btn.plain.wide { "Dispute result" } }))
            },
            MatchStatus::Disputed => section {
                p.notice.bad { (icon("alert")) span { "Your results don’t match. A judge is on the way." } }
                a.btn.wide href=(report) { "Change report" }
            },
            MatchStatus::Confirmed => section {
                h2 { "Result confirmed" }
                (large)
                @if let Some(end) = state.corrections_end(round.number) {
                    p.quiet { "Something wrong? Tell the desk before round " (end) " is over. " (clause("LE-CHECK")) }
                }
                @if let Ok(explained) = why::outcome(state, round.number, m.table) { details { summary { "Why?" } (why_panel(&explained)) } }
            },
            MatchStatus::Walkover => section { p { "Your opponent dropped. You advance. " (clause("SE-4")) } },
        }
        @if m.status != MatchStatus::Playing {
            section { div.beside {
                @if state.lists.of.contains_key(&opponent) { (their_list(scene, state)) }
                (judges::call(scene, state, m))
            } }
        }
        (judges::rulings(scene, state, round, m))
        section {
            details { summary { "Before the game" } ol.checklist { @for step in checklist(state.setup.regulation, round.stage) { li { (step) } } } }
            @if let Some(explained) = &chooses { details { summary { "Who chooses before the game?" } (why_panel(explained)) } }
            @if let Ok(explained) = why::pairing(t, round.number, m.table) { details { summary { "Why this opponent?" } (why_panel(&explained)) } }
        }
    }
}

/// An ending that a judge has to confirm, as the two players see it.
fn claim(state: &State, m: &Match, player: PlayerId, seat: Seat, report: &Report) -> Markup {
    let who = m.player(seat);
    let ending = muster_words::form::ending_name(state.setup.regulation, report.ending());
    html! {
        section {
            p.notice role="status" { (icon("hand")) span {
                @if who == player { "You reported" } @else { (state.name(who)) " reported" }
                " “" (ending) "”. A judge has been called and decides; nothing counts yet. "
                @if let Some(needed) = report.needs_staff() { (clause(needed.clause)) }
            } }
        }
    }
}

fn their_list(scene: &Scene, state: &State) -> Markup {
    let word = state.setup.regulation.book().list_word;
    html! { a.btn href=(scene.path("me/opponent")) { (icon("list")) "Opponent’s " (word) } }
}

/// Who chooses before the game, as far as it is known, and why.
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
            format!("{}’s {word}", state.name(id))
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
                    Ground::LowerList { .. } => { "The player with the lower list total chooses. " },
                    Ground::Drawn => { "Drawn at random with the round. " },
                    Ground::HigherSeed => { "The higher seed decides. " },
                    Ground::Sides | Ground::ListUnknown | Ground::Nobody => {},
                }
                @if let Some(id) = before.clause { (clause(id)) }
            }
        }
    }
}

async fn my_standings(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    Ok(scene.room.read(|t| {
        let state = &*seen::published(t.state());
        let page = scene.path("me/standings");
        let list = Shown {
            links: links(&scene),
            page: &page,
            me: Some(player),
            open: None,
            find: "",
        };
        let body = html! {
            section {
                h1 { (heading(state, None)) }
                (inputs::filter("#standings tbody tr:not(.cut)"))
                @if let Ok(explained) = why::rank(state, player) { details { summary { "Why this rank?" } (why_panel(&explained)) } }
            }
            div #standings data-live { (table_of(&Sheet::now(state), list)) }
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
                (inputs::filter("#pairings tbody tr"))
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
        let played = state.rounds.iter().any(|round| round.status > RoundStatus::Draft);
        let active = state.player(player).is_some_and(|p| p.status == Status::Active);
        let body = html! {
            section { h1 { (state.name(player)) } p { a href=(scene.path("me/list")) { "My " (state.setup.regulation.book().list_word) } " · " a href=(scene.path("me/season")) { "Seasons and rating" } " · " a href=(scene.path("me/data.json")) download { "Download my data" } } @if !played { p.quiet { "Your games appear here, newest first." } } }
            (games(state, player))
            @if active {
                section {
                    details {
                        summary { "Drop" }
                        p.quiet { "Your results stay. You are no longer paired. The desk can let you rejoin. " (clause("DROP-1")) }
                        form.stack method="post" action=(scene.path("me/drop")) {
                            (action_fields(state, &scene.path("me")))
                            label.check { input type="checkbox" name="sure" required; "Yes, drop me" }
                            button.btn.wide { "Drop" }
                        }
                    }
                }
            }
        };
        layout::phone(&scene, state, Tab::Me, "My matches", &body)
    }))
}

async fn leave(scene: Scene, Form(fields): Form<Fields>) -> Result<Response, Problem> {
    let player = scene.player()?;
    if !fields.ticked("sure") {
        return Err(Problem::bad("Tick “Yes, drop me” first."));
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
