//! Everybody's chances, and what if: pick winners of the current round, let somebody drop, try another cut, and see what
//! changes. Nothing is saved.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::ahead::{about, bar};
use crate::parts::names;
use crate::parts::pairings::record_in_words;
use crate::parts::standings::{first_tiebreaker, rank};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use maud::{Markup, html};
use muster_forecast::chances::{self, Chances, Moved, Odds};
use muster_forecast::what_if::{Assumed, Compared, Decided};
use muster_regulations::{CutRule, Seat};
use muster_service::ahead::{Assumption, Known, odds};
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Phase, RoundStatus, State, Status};
use muster_tournament::{Command, PlayerId, TableNo};
use muster_words::ahead as words;
use muster_words::phrases;
use std::sync::Arc;
use std::time::Duration;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/chances", get(page))
}

/// How long the desk waits for chances before the page says that they are coming.
const WAIT: Duration = Duration::from_secs(4);

/// What is picked in the form.
struct Picked {
    assumption: Assumption,
    matches: Vec<Decided>,
    drops: Vec<PlayerId>,
    cut: Option<u32>,
}

impl Picked {
    fn read(fields: &Fields) -> Result<Picked, Problem> {
        let mut matches = Vec::new();
        for (name, text) in &fields.0 {
            let Some(table) = name.strip_prefix("table-") else {
                continue;
            };
            let table = table
                .parse()
                .map(TableNo)
                .map_err(|_| Problem::bad(format!("“{table}” is not a table number.")))?;
            let winner = match text.as_str() {
                "a" => Some(Seat::A),
                "b" => Some(Seat::B),
                "draw" => None,
                _ => continue,
            };
            matches.push(Decided { table, winner });
        }
        Ok(Picked {
            assumption: match fields.get("strength") {
                Some("estimated") => Assumption::Estimated,
                _ => Assumption::Equal,
            },
            matches,
            drops: fields.players("drop")?,
            cut: fields.maybe("cut")?,
        })
    }

    /// The part that differs from the tournament now: results may have come in since the page was made.
    fn assumed(&self, state: &State) -> Assumed {
        let open = |table: TableNo| {
            let round = state.in_play();
            round.is_some_and(|round| round.open().any(|m| m.table == table))
        };
        let real = state.structure.map(|structure| structure.cut);
        let active = |id: &&PlayerId| {
            let player = state.player(**id);
            player.is_some_and(|player| player.status == Status::Active)
        };
        let drops = self.drops.iter().filter(active);
        Assumed {
            matches: self
                .matches
                .iter()
                .filter(|decided| open(decided.table))
                .copied()
                .collect(),
            commands: drops
                .map(|player| Command::Drop { player: *player })
                .collect(),
            cut: self
                .cut
                .filter(|size| *size > 1)
                .map(CutRule::Top)
                .filter(|cut| Some(*cut) != real),
        }
    }
}

fn is_nothing(assumed: &Assumed) -> bool {
    assumed.matches.is_empty() && assumed.commands.is_empty() && assumed.cut.is_none()
}

/// What there is to show.
enum Answer {
    /// Before the start, after the end, or in a recorded tournament.
    None,
    /// It is being worked out.
    Soon,
    Now(Arc<Known>),
    IfSo(Box<Compared>),
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let picked = Picked::read(&fields)?;
    let (playing, assumed) = scene.room.read(|t| {
        let state = t.state();
        let playing = matches!(state.phase, Phase::Swiss | Phase::Elimination);
        (playing && state.recorded.is_none(), picked.assumed(state))
    });
    let ahead = &scene.service.ahead;
    let answer = if !playing {
        Answer::None
    } else if is_nothing(&assumed) {
        let known = ahead.chances(&scene.room, picked.assumption, WAIT).await;
        known.map_or(Answer::Soon, Answer::Now)
    } else {
        let compared = ahead.compare(&scene.service, &scene.room, assumed, picked.assumption);
        Answer::IfSo(Box::new(compared.await?))
    };
    Ok(scene.room.read(|t| {
        let state = t.state();
        let body = body(&scene, state, &picked, &answer);
        let panel =
            (!matches!(answer, Answer::None)).then(|| panel(&scene, state, &picked, &answer));
        layout::desk(
            &scene,
            state,
            Place::Standings,
            "Chances",
            &body,
            panel.as_ref(),
        )
    }))
}

/// "Chances after round 3".
fn heading(state: &State) -> String {
    let shown = state
        .rounds
        .iter()
        .rfind(|round| round.status > RoundStatus::Draft);
    match shown {
        Some(round) if round.status == RoundStatus::Finished => {
            format!("Chances after round {}", round.number)
        }
        Some(round) => format!("Chances during round {}", round.number),
        None => "Chances".to_owned(),
    }
}

/// "32 players. 2 rounds to go, then the top 8."
fn to_go(state: &State) -> String {
    let players = phrases::players(state.active().count());
    let Some(structure) = state.structure.filter(|_| state.knockout.is_none()) else {
        return format!("{players}.");
    };
    let done = state
        .swiss_rounds()
        .filter(|round| round.status == RoundStatus::Finished);
    let left = (structure.rounds as usize).saturating_sub(done.count());
    let left = phrases::plural(left, "1 round to go", "{n} rounds to go");
    match structure.cut {
        CutRule::None => format!("{players}. {left}."),
        CutRule::Top(size) => format!("{players}. {left}, then the top {size}."),
        CutRule::Points(least) => {
            format!(
                "{players}. {left}, then everyone with {} or more.",
                phrases::points(least)
            )
        }
    }
}

fn body(scene: &Scene, state: &State, picked: &Picked, answer: &Answer) -> Markup {
    html! {
        div.head {
            div { h1 { (heading(state)) } p { (to_go(state)) } }
            nav.seg.links aria-label="View" {
                a href=(scene.path("desk/standings")) { "Tiebreakers" }
                a href=(scene.path("desk/chances")) aria-current="page" { "Chances" }
            }
        }
        div #chances data-live {
            @match answer {
                Answer::None => div.empty {
                    h2 { "No chances to show" }
                    p { @if state.phase == Phase::Registration { "Chances appear when the tournament has started." } @else { "The tournament is over." } }
                    @if state.phase == Phase::Registration { a.btn href=(plan(state)) { "Plan the day" } }
                },
                Answer::Soon => div.empty data-again { h2 { "Working out the chances…" } p { "Reload this page in a moment." } },
                Answer::Now(known) => {
                    (table(state, &known.chances, None))
                    p.cap { (words::basis(known.chances.simulations, known.assumption == Assumption::Estimated)) " " (shown_to(scene)) }
                },
                Answer::IfSo(compared) => {
                    (table(state, &compared.then.chances, Some(&compared.now.chances)))
                    p.cap { (words::basis(compared.then.chances.simulations, picked.assumption == Assumption::Estimated)) " Nothing is saved." }
                },
            }
        }
    }
}

/// The planner's address for a tournament that has not started.
pub(crate) fn plan(state: &State) -> String {
    let here = state.active().count();
    let players = if here > 0 { here } else { state.players.len() };
    format!(
        "/plan?regulation={}&structure={}&players={}",
        state.setup.regulation.id(),
        state.setup.structure.id(),
        players.max(4)
    )
}

/// Who else sees them.
fn shown_to(scene: &Scene) -> Markup {
    let told = match (
        scene.settings.phone_chances,
        scene.settings.projector_chances,
    ) {
        (true, true) => "Players see their own; the projector shows all between rounds.",
        (true, false) => "Players see their own.",
        (false, true) => "The projector shows them between rounds; phones do not.",
        (false, false) => "Only staff see them.",
    };
    html! { (told) " " a href=(scene.path("desk/settings")) { "Change" } }
}

fn table(state: &State, chances: &Chances, before: Option<&Chances>) -> Markup {
    let rows = standings(state).rows;
    let cut = words::cut(chances.cut).filter(|_| state.knockout.is_none());
    let last_in = match chances.cut {
        CutRule::Top(size) if cut.is_some() => Some(size as usize),
        _ => None,
    };
    let before = before.filter(|before| before.same_stake(chances));
    let moved = before.map(|before| chances::moved(before, chances));
    let moved = moved.unwrap_or_default();
    let shown_rows = rows
        .iter()
        .filter_map(|row| Some((row, chances.of(row.player)?)));
    // Early on, nobody can tell how many wins are enough.
    let needs = shown_rows
        .clone()
        .any(|(_, own)| own.wins_needed.is_some() || matches!(own.cut, Some(Odds::Proved(_))));
    let needs = needs && cut.is_some();
    html! {
        table.tt.chs {
            thead { tr {
                th.num { "Rank" } th { "Player" } th.mid.hide-s { "Record" }
                th.num.hide-s { (first_tiebreaker(state)) }
                @if needs { th.hide-s { "Needs" } }
                th { (cut.as_deref().unwrap_or("Wins the tournament")) }
                @if before.is_some() { th.num { "Change" } }
            } }
            tbody {
                @for (place, (row, own)) in shown_rows.enumerate() {
                    @if Some(place) == last_in { tr.cut { td colspan="7" { (cut.as_deref().unwrap_or_default()) } } }
                    @let change = moved.iter().find(|one| one.player == own.player).map(change);
                    tr class=[change.as_ref().map(|_| "sel")] {
                        td.num { (rank(row)) }
                        td.name { (state.name(row.player)) }
                        td.mid.hide-s { (record_in_words(row.full_record())) }
                        td.num.hide-s { @if let Some(value) = row.values.first() { span title=(value.exact.to_string()) { (value.shown) } } }
                        @if needs { td.quiet.nowrap.hide-s { (words::needs(own.wins_needed, own.cut.map(odds))) } }
                        td { (bar(own.at_stake())) }
                        @if before.is_some() { td.num { @if let Some(change) = change { b.up { (change) } } } }
                    }
                }
            }
        }
    }
}

/// By how many points a chance rises or falls.
fn change(moved: &Moved) -> String {
    let [was, is] = [moved.before, moved.after].map(|odds| odds.thousandths().unwrap_or(0));
    let points = (is.abs_diff(was) + 5) / 10;
    match is > was {
        true => format!("+{points}"),
        false => format!("−{points}"),
    }
}

fn panel(scene: &Scene, state: &State, picked: &Picked, answer: &Answer) -> Markup {
    let round = state.in_play();
    let path = scene.path("desk/chances");
    let open: Vec<&Match> = round
        .map(|round| round.open().collect())
        .unwrap_or_default();
    let size = match (picked.cut, state.structure.map(|structure| structure.cut)) {
        (Some(size), _) => Some(size),
        (None, Some(CutRule::Top(size))) => Some(size),
        _ => None,
    };
    html! {
        form.wif method="get" action=(path) data-lookup=(path) data-parts="#chances, #if-so" {
            h2 { "What if" }
            @match round {
                Some(round) if !open.is_empty() => p.quiet { "Pick winners of round " (round.number) ". Nothing is saved." },
                _ => p.quiet { "Try a drop or another cut. Nothing is saved." },
            }
            @if !open.is_empty() {
                ol { @for m in &open { li { (pick(state, m, picked)) } } }
            }
            div.field {
                label for="drop" { "Player drops" }
                select #drop name="drop" {
                    option value="" { "Nobody" }
                    @for id in names::by_name(state, state.active().map(|player| player.id)) {
                        option value=(id.0) selected[picked.drops.contains(&id)] { (state.name(id)) }
                    }
                }
            }
            @if state.knockout.is_none() && state.swiss_rounds().next().is_some() {
                div.field { label for="cut" { "Cut to top" } input #cut.short name="cut" inputmode="numeric" maxlength="4" value=[size]; }
            }
            div.field {
                label for="strength" { "Player strength" }
                select #strength name="strength" {
                    option value="equal" { "Every match is a coin toss" }
                    option value="estimated" selected[picked.assumption == Assumption::Estimated] { "Estimated from results so far" }
                }
            }
            div.beside { button.btn.nojs { "Show" } a.btn href=(path) { "Reset" } }
        }
        div.res #if-so data-live { @if let Answer::IfSo(compared) = answer { (if_so(state, picked, compared)) } }
    }
}

/// The two players of an open table, and "open" between them.
fn pick(state: &State, m: &Match, picked: &Picked) -> Markup {
    let name = format!("table-{}", m.table);
    let mut matches = picked.matches.iter();
    let now = matches.find(|decided| decided.table == m.table);
    let won = |seat| now.is_some_and(|decided| decided.winner == Some(seat));
    let family = |id| names::parted(state, id).family;
    html! {
        fieldset.pick {
            legend { span.vh { "Table " } (m.table) }
            div.seg.small {
                label { input type="radio" name=(name) value="a" checked[won(Seat::A)]; span { (family(m.a)) } }
                label.none { input type="radio" name=(name) value="open" checked[now.is_none()]; "open" }
                label { input type="radio" name=(name) value="b" checked[won(Seat::B)]; span { (family(m.b)) } }
            }
        }
    }
}

/// How many players' changed chances are listed.
const MOST_TOLD: usize = 6;

/// "If Mara Quist beats Luca Ferrante", if that is all that was picked.
fn supposed(state: &State, picked: &Picked) -> String {
    let won = |decided: &Decided| {
        let m = state.in_play()?.table(decided.table)?;
        let winner = decided.winner?;
        let [first, second] = [winner, winner.other()].map(|seat| state.name(m.player(seat)));
        Some(format!("If {first} beats {second}"))
    };
    let one = match (picked.matches.as_slice(), picked.drops.as_slice()) {
        ([decided], []) => won(decided),
        ([], [player]) => Some(format!("If {} drops", state.name(*player))),
        _ => None,
    };
    let real = state.structure.map(|structure| structure.cut);
    let same_cut = picked
        .cut
        .is_none_or(|size| real == Some(CutRule::Top(size)));
    one.filter(|_| same_cut)
        .unwrap_or_else(|| "What changes".to_owned())
}

/// What would be different, in words.
fn if_so(state: &State, picked: &Picked, compared: &Compared) -> Markup {
    let (now, then) = (&compared.now, &compared.then);
    let moved = chances::moved(&now.chances, &then.chances);
    let comes_in = state.all_named(&compared.comes_in());
    let falls_out = state.all_named(&compared.falls_out());
    let changes = muster_words::impact::lines(&compared.impact, state);
    let concerned: Vec<PlayerId> = {
        let round = state.in_play();
        let picks = picked.matches.iter();
        picks
            .filter_map(|decided| round?.table(decided.table))
            .flat_map(|m| [m.a, m.b])
            .collect()
    };
    html! {
        h3 { (supposed(state, picked)) }
        @if !now.chances.same_stake(&then.chances) { p.quiet { "There is no cut now, so the table shows only the chances with one." } }
        @else if moved.is_empty() { p.quiet { "Nobody’s chances change by more than the sampling error." } }
        dl.facts {
            @for one in moved.iter().take(MOST_TOLD) {
                div { dt { (state.name(one.player)) } dd { (words::chance(odds(one.before))) " → " b { (words::chance(odds(one.after))) } } }
            }
        }
        @if let (Some(before), Some(after)) = (now.expected, then.expected) && before.ends != after.ends {
            p { "The day ends " b { (about(state, after.ends)) } " instead of " (about(state, before.ends)) "." }
        }
        @if !comes_in.is_empty() { p { "Now in the cut: " (phrases::names(&comes_in)) "." } }
        @if !falls_out.is_empty() { p { "Now out of the cut: " (phrases::names(&falls_out)) "." } }
        @if !changes.is_empty() {
            details { summary { "What changes at once" } ul.changes { @for line in &changes { li { (line) } } } }
        }
        @if !concerned.is_empty() && !then.pairings.is_empty() {
            details {
                summary { "Possible opponents in the next round" }
                @for player in &concerned {
                    p { b { (state.name(*player)) ": " } (opponents(state, compared, *player)) }
                }
            }
        }
    }
}

/// "Ann 31 % (was 12 %), Bo 22 %".
fn opponents(state: &State, compared: &Compared, player: PlayerId) -> String {
    let of = |pairings: &[muster_forecast::what_if::Possible]| {
        let mut all = pairings.iter();
        all.find(|possible| possible.player == player)
            .map(|possible| possible.opponents.clone())
            .unwrap_or_default()
    };
    let before = of(&compared.now.pairings);
    let percent = |rate: muster_statistics::Rate| words::percent(rate.thousandths().unwrap_or(0));
    let told = of(&compared.then.pairings).into_iter().map(|opponent| {
        let name = state.name(opponent.player);
        let now = percent(opponent.met);
        let was = before.iter().find(|one| one.player == opponent.player);
        match was.map(|was| percent(was.met)) {
            Some(was) if was != now => format!("{name} {now} (was {was})"),
            Some(_) => format!("{name} {now}"),
            None => format!("{name} {now} (was unlikely)"),
        }
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => "nobody (bye)".to_owned(),
        false => told.join(", "),
    }
}
