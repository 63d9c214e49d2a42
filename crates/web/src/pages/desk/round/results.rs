//! A round in play: every table at a glance, open ones first, and results typed in the row of their table.

use super::row::Fault;
use super::rows::Rows;
use super::{by_hand, next_action, row};
use crate::fields::Fields;
use crate::layout::{action_fields, chip, icon};
use crate::parts::bracket::{self, Tree};
use crate::parts::print::print_link;
use crate::parts::{clock, inputs, names};
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_paper::Document;
use muster_regulations::StageKind;
use muster_tournament::TableNo;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, MatchStatus, Phase, Round, RoundStatus, State};
use muster_words::bracket::Game;
use muster_words::phrases::plural;
use std::collections::HashMap;

/// With more tables than this, the strip of all tables is folded away, so that results are entered without scrolling.
const STRIP: usize = 40;

/// Disputed tables first, then those in play, then reported ones, then confirmed ones.
fn order(m: &Match) -> (u8, TableNo) {
    let urgency = match m.status {
        MatchStatus::Disputed => 0,
        MatchStatus::Playing => 1,
        MatchStatus::Reported => 2,
        MatchStatus::Confirmed | MatchStatus::Walkover => 3,
    };
    (urgency, m.table)
}

/// A row that was sent and is not a result: what was typed is shown again, with what is wrong at its field.
pub(in crate::pages::desk) struct Sent<'a> {
    pub(super) table: TableNo,
    pub(super) fields: &'a Fields,
    pub(super) wrong: Wrong,
}

/// Why a row that was sent is not a result.
pub(super) enum Wrong {
    /// Something is missing or impossible.
    Fault(Fault),
    /// Somebody else entered another result in the meantime.
    Conflict,
    /// It was refused for another reason.
    Refused(String),
}

/// What somebody looks for: the number of a table, or a part of a name.
fn sought(state: &State, round: &Round, text: &str) -> Option<TableNo> {
    if let Ok(number) = text.parse() {
        return round.table(TableNo(number)).map(|m| m.table);
    }
    let wanted = names::search_key(text);
    let mut matches: Vec<&Match> = round.matches.iter().collect();
    matches.sort_by_key(|m| order(m));
    let plays = |m: &&Match| {
        [m.a, m.b]
            .iter()
            .any(|id| names::search_key(&state.name(*id)).contains(&wanted))
    };
    matches.into_iter().find(plays).map(|m| m.table)
}

pub(super) fn body(
    scene: &Scene,
    state: &State,
    round: &Round,
    fields: &Fields,
    sent: Option<&Sent>,
) -> Markup {
    let mut matches: Vec<&Match> = round.matches.iter().collect();
    matches.sort_by_key(|m| order(m));
    let here = scene.path(&format!("desk/round/{}", round.number));
    let current = state
        .current()
        .is_some_and(|current| current.number == round.number);
    let number = |name: &str| {
        let text = fields.get(name)?;
        text.parse().ok().map(TableNo)
    };
    let byes: Vec<String> = round.byes.iter().map(|bye| state.name(*bye)).collect();
    let asked = fields.get("go");
    let found = asked.and_then(|text| sought(state, round, text));
    let rows = Rows {
        scene,
        state,
        round,
        records: standings(state)
            .rows
            .iter()
            .map(|row| (row.player, row.full_record()))
            .collect(),
        here: &here,
        from: None,
        whole: number("table"),
        focus: found.or_else(|| number("at")),
        fields,
        sent,
    };
    let playing = round.status == RoundStatus::Published;
    let number_of = Some(round.number.0);
    html! {
        div.head {
            div {
                h1 { (super::title(state, round)) }
                p { (plural(round.matches.len(), "1 table", "{n} tables")) @if !byes.is_empty() { ", bye: " (byes.join(", ")) } }
            }
            @if current { (next_action(scene, state)) }
        }
        p.cap.to-print { "Print: " (print_link(scene, Document::Pairings, number_of)) " · " (print_link(scene, Document::PairingsByTable, number_of)) " · " (print_link(scene, Document::Slips, number_of)) }
        @if current && playing { (clock::desk(scene, state, round)) }
        @if playing {
            @let free = rows.focus.is_none() && rows.whole.is_none() && sent.is_none();
            (jump(state, round, &here, asked.filter(|_| found.is_none()), free))
        }
        div #round data-live {
            ul.tally aria-label="State of the round" {
                @for status in [MatchStatus::Confirmed, MatchStatus::Reported, MatchStatus::Playing, MatchStatus::Disputed] {
                    @let count = round.matches.iter().filter(|m| m.status == status).count();
                    @if count > 0 { li { b { (count) } (chip(status)) } }
                }
            }
            @if round.matches.len() > STRIP {
                details.more { summary { "All " (round.matches.len()) " tables" } (strip(round)) }
            } @else { (strip(round)) }
        }
        (rows.render(&matches))
        @if playing && current { (rarely(scene, state, round, &here)) }
        @if !playing && current && state.phase != Phase::Finished { section.stack { h2 { "Break" } (clock::breaks(scene, state, &here)) } }
    }
}

/// The field that leads to a table by its number or a name; `missed` is what was looked for and not found.
fn jump(state: &State, round: &Round, here: &str, missed: Option<&str>, focused: bool) -> Markup {
    html! {
        form.jump method="get" action=(here) data-jump {
            label for="go" { "Table or name" }
            input #go.short name="go" autocomplete="off" data-table-entry autofocus[focused] aria-describedby="jump-said" value=[missed];
            button.btn.small { "Open" }
            span #jump-said.said role="status" { @if let Some(missed) = missed { "No table or player “" (missed) "” in this round" } }
            span.keys.hide-s { kbd { "Enter" } " next open table, " kbd { "Esc" } " back here. Type " span { (row::keys(state.setup.regulation, round.stage)) } }
        }
    }
}

/// The bracket as a drawing in which the results of the current round are typed.
pub(in crate::pages::desk) fn drawing(
    scene: &Scene,
    state: &State,
    tree: &Tree,
    page: &str,
    fields: &Fields,
    sent: Option<&Sent>,
) -> Markup {
    let round = state.current().filter(|round| {
        round.stage == StageKind::Elimination && round.status != RoundStatus::Draft
    });
    let Some(round) = round else {
        return html! { div.scroll-x tabindex="0" role="region" aria-label="Drawing of the bracket" { (bracket::drawing(tree)) } };
    };
    let here = scene.path(&format!("desk/round/{}", round.number));
    let rows = Rows {
        scene,
        state,
        round,
        records: HashMap::new(),
        here: &here,
        from: Some(page),
        whole: None,
        focus: fields.maybe("at").ok().flatten().map(TableNo),
        fields,
        sent,
    };
    let entry = |game: &Game| {
        let m = round.table(
            game.found
                .filter(|_| game.is_on() || game.is_played())?
                .table,
        )?;
        let same = [m.a, m.b]
            .iter()
            .all(|id| game.places.iter().any(|place| place.player == Some(*id)));
        same.then(|| rows.in_drawing(m))
    };
    html! {
        @if round.status == RoundStatus::Published {
            (clock::desk(scene, state, round))
            (jump(state, round, page, None, rows.focus.is_none() && sent.is_none()))
        }
        div.scroll-x.ent #tables data-rows { (bracket::entering(tree, entry)) }
    }
}

fn strip(round: &Round) -> Markup {
    html! { ol.strip.many aria-label="Tables" { @for m in &round.matches { li { (cell(m)) } } } }
}

fn cell(m: &Match) -> Markup {
    let (class, shape, word) = match m.status {
        MatchStatus::Playing => ("playing", "ring", "playing"),
        MatchStatus::Reported => ("reported", "half", "reported"),
        MatchStatus::Disputed => ("disputed", "alert", "disputed"),
        MatchStatus::Confirmed | MatchStatus::Walkover => ("confirmed", "check", "confirmed"),
    };
    html! {
        a class=(class) href={ "?at=" (m.table) "#t" (m.table) } data-to=(m.table) aria-label={ "Table " (m.table) ", " (word) } { (m.table) (icon(shape)) }
    }
}

/// Rare cases: somebody comes late, two players sat at the wrong tables, a fire alarm.
fn rarely(scene: &Scene, state: &State, round: &Round, here: &str) -> Markup {
    html! {
        (by_hand::came_late(scene, state, round))
        details.more {
            summary { "Wrong seats" }
            form.stack method="post" action=(scene.path("do/as_played")) {
                p.quiet { "Two players sat at each other’s tables? The pairings change to what was played. Other tables stay." }
                (action_fields(state, here))
                (by_hand::two(state, round, "sat", "sat in the place of", &Fields::default()))
                (inputs::reason("sat-reason"))
                div { button.btn { "Save as played" } }
            }
        }
        @if round.stage == StageKind::Swiss {
            details.more {
                summary { "Repair the pairings" }
                p { "A result was corrected? Pairs again by the rules, with as few changes as possible. Games in progress stay." }
                p { a.btn href=(scene.path("desk/repair")) { "Preview repair" } }
            }
        }
        details.more {
            summary { "Void the round" }
            form.cluster method="post" action=(scene.path("do/void_round")) {
                (action_fields(state, here))
                label.vh for="void-reason" { "Reason" }
                input #void-reason.find name="reason" required maxlength="200" placeholder="Fire alarm…";
                button.btn { "Void round " (round.number) }
                span.cap { "Its pairings and results no longer count. Draw it again afterwards." }
            }
        }
    }
}
