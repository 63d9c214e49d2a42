//! A draft: its checks, the tables by points group, and changes by hand.

use super::next_action;
use crate::fields::Fields;
use crate::layout::{action_fields, clause, icon};
use crate::parts::inputs;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::StageKind;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Round, State};
use muster_tournament::{PlayerId, Tournament};
use muster_words::phrases::{self, plural};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Rank and points of everybody, as the draw saw them.
struct Ranks(HashMap<PlayerId, (Option<u32>, u32)>);

impl Ranks {
    fn of(state: &State) -> Ranks {
        Ranks(
            standings(state)
                .rows
                .iter()
                .map(|row| (row.player, (row.rank, row.points)))
                .collect(),
        )
    }

    fn rank(&self, player: PlayerId) -> String {
        let rank = self.0.get(&player).and_then(|found| found.0);
        rank.map_or_else(String::new, |rank| rank.to_string())
    }

    fn points(&self, player: PlayerId) -> u32 {
        self.0.get(&player).map_or(0, |found| found.1)
    }

    fn group(&self, m: &Match) -> u32 {
        self.points(m.a).max(self.points(m.b))
    }

    fn floats(&self, m: &Match) -> bool {
        self.points(m.a) != self.points(m.b)
    }
}

/// The tables of a draft in order: each group of points with its head, or just by number.
fn rows<'a>(ranks: &Ranks, round: &'a Round, by_group: bool) -> Vec<(Option<Markup>, &'a Match)> {
    let mut matches: Vec<&Match> = round.matches.iter().collect();
    matches.sort_by_key(|m| (by_group.then(|| Reverse(ranks.group(m))), m.table));
    let heads = matches.chunk_by(|one, other| by_group && ranks.group(one) == ranks.group(other));
    heads
        .flat_map(|group| {
            let first = group.first().filter(|_| by_group);
            let mut head = first.map(|m| head(ranks, round, ranks.group(m), group));
            group.iter().map(move |m| (head.take(), *m))
        })
        .collect()
}

/// The heading of a points group: how many players it has, and how many of them are paired down.
fn head(ranks: &Ranks, round: &Round, points: u32, group: &[&Match]) -> Markup {
    let seats = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let players = seats
        .chain(round.byes.iter().copied())
        .filter(|player| ranks.points(*player) == points)
        .count();
    let down = group.iter().filter(|m| ranks.floats(m)).count();
    html! {
        (phrases::points(points)) " "
        span {
            (phrases::players(players)) ", " (plural(group.len(), "1 table", "{n} tables"))
            @if down > 0 { ", " (plural(down, "1 paired down", "{n} paired down")) }
        }
    }
}

pub(super) fn body(scene: &Scene, t: &Tournament, round: &Round, fields: &Fields) -> Markup {
    let state = t.state();
    let ranks = Ranks::of(state);
    let swiss = round.stage == StageKind::Swiss;
    let by_group = swiss && fields.get("order") != Some("table");
    let floats = round.matches.iter().filter(|m| ranks.floats(m)).count();
    html! {
        div.head {
            div { h1 { (super::title(state, round)) ", draft" } p { "Only the desk sees this." } }
            (next_action(scene, state))
        }
        @if let Some(stale) = &round.stale {
            p.notice.warn role="status" {
                (icon("alert"))
                span { (muster_words::draft::stale(stale)) " Draw it again." }
            }
        }
        ul.checks {
            li { (icon(if round.repeats == 0 { "check" } else { "alert" }))
                @if round.repeats == 0 { " No repeats" } @else { " " (plural(round.repeats as usize, "1 unavoidable repeat", "{n} unavoidable repeats")) " " (clause("PAIR-5")) } }
            @if swiss { li { (icon("check")) " " (floating(floats, round.manual.is_empty())) } }
            @for bye in &round.byes { li { (icon("check")) " Bye: " span data-player=(bye.0) draggable="true" { (state.name(*bye)) } } }
            @if round.attempt > 1 { li { (icon("dot")) " Draw " (round.attempt) " of this round" } }
            @for change in &round.manual { li { (icon("dot")) " " (changed(state, change)) } }
        }
        div.cluster.tools {
            (inputs::filter("#draft tbody tr:not(.group)"))
            @if swiss {
                nav.seg.small.links aria-label="Order" {
                    a href="?order=group" aria-current=[by_group.then_some("true")] { "By group" }
                    a href="?order=table" aria-current=[(!by_group).then_some("true")] { "By table" }
                }
            }
            form.inline.cluster method="post" action=(scene.path("do/redraw")) {
                (action_fields(state, &scene.path(&format!("desk/round/{}", round.number))))
                label.vh for="reason-again" { "Reason for drawing again" }
                input #reason-again.find name="reason" placeholder="Why draw again?" required maxlength="200";
                button.btn { "Draw again" }
            }
        }
        table.tt #draft data-live {
            thead { tr { th.num { "Table" } th.num.hide-s { "Rank" } th { "Player" } th.num { "Pts" } th.num.hide-s { "Rank" } th { "Player" } th.num { "Pts" } th.hide-s { span.vh { "Notes" } } th { span.vh { "Why" } } } }
            tbody {
                @for (head, m) in rows(&ranks, round, by_group) {
                    @if let Some(head) = head { tr.group { th colspan="9" scope="rowgroup" { (head) } } }
                    @let down = ranks.floats(m);
                    tr class=[down.then_some("sel")] {
                        td.tno { (m.table) }
                        td.num.rec.hide-s { (ranks.rank(m.a)) }
                        td data-player=(m.a.0) draggable="true" { (state.name(m.a)) }
                        td.num.rec { (ranks.points(m.a)) }
                        td.num.rec.hide-s { (ranks.rank(m.b)) }
                        td data-player=(m.b.0) draggable="true" { (state.name(m.b)) }
                        td.num.rec { (ranks.points(m.b)) }
                        td.hide-s { @if down { span.chip.mark { "paired down" } } }
                        td.num { a href={ "?why=" (m.table) } { "Why?" span.vh { " table " (m.table) } } }
                    }
                }
            }
        }
    }
}

/// How many players are paired down. A draw never has more of them than necessary (PAIR-4).
fn floating(floats: usize, as_drawn: bool) -> String {
    match (floats, as_drawn) {
        (0, _) => "Nobody paired down".to_owned(),
        (_, true) => plural(
            floats,
            "1 paired down, unavoidable",
            "{n} paired down, unavoidable",
        ),
        (_, false) => plural(floats, "1 paired down", "{n} paired down"),
    }
}

fn changed(state: &State, change: &muster_tournament::state::ManualChange) -> String {
    use muster_tournament::state::ManualChange;
    let pair = |a: PlayerId, b: PlayerId| format!("{} and {}", state.name(a), state.name(b));
    match change {
        ManualChange::Swapped { a, b, reason } => format!("{} swapped: {reason}", pair(*a, *b)),
        ManualChange::Pinned { a, b, reason } => format!("{} pinned: {reason}", pair(*a, *b)),
        ManualChange::Seated { players } => {
            let names: Vec<String> = players.iter().map(|id| state.name(*id)).collect();
            format!("Seated late: {}", names.join(", "))
        }
        ManualChange::AsPlayed { reason, .. } => format!("As played: {reason}"),
        ManualChange::Repaired { reason, .. } => format!("Repaired: {reason}"),
    }
}
