//! A round that is played: every table at a glance, open ones first, and results by keyboard alone: table, fields, Enter,
//! next table.

use super::{by_hand, next_action};
use crate::fields::Fields;
use crate::layout::{action_fields, chip, clause, icon};
use crate::parts::report::{self, Offer, Sheet};
use crate::parts::{clock, score};
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::{Regulation, Seat, StageKind};
use muster_tournament::standings::{Record, standings};
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, State};
use muster_tournament::{PlayerId, TableNo};
use std::collections::HashMap;

/// Open things first: what needs somebody, then what is played, then what waits for a confirmation, then what is done.
fn order(m: &Match) -> (u8, TableNo) {
    let urgency = match m.status {
        MatchStatus::Disputed => 0,
        MatchStatus::Playing => 1,
        MatchStatus::Reported => 2,
        MatchStatus::Confirmed | MatchStatus::Walkover => 3,
    };
    (urgency, m.table)
}

pub(super) fn body(scene: &Scene, state: &State, round: &Round, fields: &Fields) -> Markup {
    let mut matches: Vec<&Match> = round.matches.iter().collect();
    matches.sort_by_key(|m| order(m));
    let here = scene.path(&format!("desk/round/{}", round.number));
    let current = state
        .current()
        .is_some_and(|current| current.number == round.number);
    let wanted = fields
        .get("table")
        .and_then(|text| text.parse().ok())
        .map(TableNo);
    let byes: Vec<String> = round.byes.iter().map(|bye| state.name(*bye)).collect();
    let open = wanted.and_then(|table| round.table(table));
    let ranked = standings(state).rows;
    let rows = Rows {
        scene,
        state,
        round,
        records: ranked.iter().map(|row| (row.player, row.told())).collect(),
        here: &here,
    };
    html! {
        div.head {
            div {
                h1 { (super::title(round)) }
                p { (round.matches.len()) @if round.matches.len() == 1 { " table" } @else { " tables" } @if !byes.is_empty() { ", bye: " (byes.join(", ")) } }
            }
            @if current { (next_action(scene, state)) }
        }
        @if current && round.status == RoundStatus::Published { (clock::desk(scene, state, round)) }
        div #round data-live {
            ul.tally aria-label="State of the round" {
                @for status in [MatchStatus::Confirmed, MatchStatus::Reported, MatchStatus::Playing, MatchStatus::Disputed] {
                    @let count = round.matches.iter().filter(|m| m.status == status).count();
                    @if count > 0 { li { b { (count) } (chip(status)) } }
                }
            }
            ol.strip.many aria-label="Tables" {
                @for m in &round.matches { li { (cell(m)) } }
            }
        }
        @if round.status == RoundStatus::Published {
            form.cluster.tools method="get" action=(here) {
                label for="go" { "Enter a result: table" }
                input #go.short name="table" inputmode="numeric" autocomplete="off" data-table-entry autofocus[open.is_none()];
                button.btn { "Open table" }
            }
        }
        @if let Some(m) = open { (entry(scene, state, round, m, fields)) }
        table.tt #tables data-live { (rows.render(&matches)) }
        @if round.status == RoundStatus::Published && current { (rarely(scene, state, round, &here)) }
    }
}

fn cell(m: &Match) -> Markup {
    let (class, shape, word) = match m.status {
        MatchStatus::Playing => ("playing", "ring", "playing"),
        MatchStatus::Reported => ("reported", "half", "reported"),
        MatchStatus::Disputed => ("disputed", "alert", "disputed"),
        MatchStatus::Confirmed | MatchStatus::Walkover => ("confirmed", "check", "confirmed"),
    };
    html! {
        a class=(class) href={ "?table=" (m.table) "#entry" } aria-label={ "Table " (m.table) ", " (word) } { (m.table) (icon(shape)) }
    }
}

/// The rows of a round, with what each of them needs to know about its players.
struct Rows<'a> {
    scene: &'a Scene,
    state: &'a State,
    round: &'a Round,
    records: HashMap<PlayerId, Record>,
    here: &'a str,
}

impl Rows<'_> {
    fn render(&self, matches: &[&Match]) -> Markup {
        let regulation = self.state.setup.regulation;
        let done = |m: &Match| matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover);
        let confirmed = matches.iter().filter(|m| done(m)).count();
        let first_done = matches.iter().position(|m| done(m)).filter(|at| *at > 0);
        html! {
            thead { tr { th.num { "Table" } th { "Player" } th.mid colspan="3" { (score::heading(regulation)) } th { "Player" } th.num.hide-s { (score::margins_heading(regulation)) } th { "State" } th { span.vh { "Actions" } } } }
            tbody {
                @for (index, m) in matches.iter().enumerate() {
                    @if first_done == Some(index) {
                        tr.group { th colspan="9" scope="rowgroup" { "Confirmed " span { (confirmed) @if confirmed == 1 { " table" } @else { " tables" } } } }
                    }
                    (self.row(m))
                }
            }
        }
    }

    fn row(&self, m: &Match) -> Markup {
        let winner = m.winner();
        let won = |player| if winner == Some(player) { " win" } else { "" };
        let score = score::score(m).unwrap_or_default();
        html! {
            tr id={ "t" (m.table) } {
                td.tno { (m.table) }
                td class={ "name" (won(m.a)) } { (self.player(m, Seat::A)) }
                td class={ "score" (won(m.a)) } { (score.a) }
                td.dash { "–" }
                td class={ "score b" (won(m.b)) } { (score.b) }
                td class={ "name" (won(m.b)) } { (self.player(m, Seat::B)) }
                td.num.nowrap.hide-s { @if m.status != MatchStatus::Confirmed && self.round.extended_by(m.table) > 0 { span.rec { "+" (self.round.extended_by(m.table)) " min " } } @if let Some(outcome) = &m.outcome { (score::margins(outcome)) } @if !score.note.is_empty() { " " span.rec { (score.note) } } }
                td { (chip(m.status)) (self.marks(m)) }
                td.num.nowrap { (self.actions(m)) }
            }
        }
    }

    /// A name, what the player has won so far, and what the player says where the two disagree.
    fn player(&self, m: &Match, seat: Seat) -> Markup {
        let player = m.player(seat);
        let claim = match seat {
            Seat::A => &m.claims[0],
            Seat::B => &m.claims[1],
        };
        let says = claim
            .as_deref()
            .filter(|_| m.status == MatchStatus::Disputed);
        let says = says.and_then(|report| {
            let outcome = self
                .state
                .setup
                .regulation
                .outcome(self.round.stage, report);
            Some(score::told(report, &outcome.ok()?))
        });
        html! {
            (self.state.name(player)) " "
            @if m.status == MatchStatus::Reported && claim.is_some() { span.by title="reported it" { (icon("half")) span.vh { "reported it" } } " " }
            @if let Some(record) = self.records.get(&player) { span.rec { (record.wins + record.byes) "–" (record.losses) @if record.draws > 0 { "–" (record.draws) } } }
            @if let Some(says) = says { br; span.rec { "says " (says.from(Seat::A)) " " (says.note) } }
        }
    }

    /// What the state of a table does not say: a claim that waits for a leader, a player who has left.
    fn marks(&self, m: &Match) -> Markup {
        let current = self.state.current();
        let here = current.is_some_and(|current| current.number == self.round.number);
        let left = if here {
            self.state.left_at(m)
        } else {
            Vec::new()
        };
        html! {
            @if let Some((seat, report)) = m.claim() {
                br; span.rec { (self.state.name(m.player(seat))) " claims " (report.ending().replace('_', " ")) " " @if let Some(needed) = report.needs_leader() { (clause(needed.clause)) } }
            }
            @for player in left { br; span.rec { (self.state.name(player)) " left" } }
        }
    }

    fn actions(&self, m: &Match) -> Markup {
        let open = format!("?table={}#entry", m.table);
        html! {
            a href={ "?why=" (m.table) } { "Why?" span.vh { " table " (m.table) } } " "
            @match (m.status, self.round.status) {
                (MatchStatus::Reported | MatchStatus::Playing, RoundStatus::Published) if m.status == MatchStatus::Reported || m.claim().is_some() => {
                    form.inline method="post" action=(self.scene.path("do/confirm")) {
                        (action_fields(self.state, self.here))
                        input type="hidden" name="table" value=(m.table);
                        button.btn.small { "Confirm" span.vh { " table " (m.table) } }
                    }
                }
                (MatchStatus::Disputed, _) => a.btn.small href=(open) { "Decide" span.vh { " table " (m.table) } },
                (MatchStatus::Playing, RoundStatus::Published) => a.btn.small href=(open) { "Enter" span.vh { " table " (m.table) } },
                (MatchStatus::Confirmed, _) => a.btn.small.plain href=(open) { "Correct" span.vh { " table " (m.table) } },
                _ => {}
            }
        }
    }
}

/// The form of one table: a report, or a correction of what counts already.
fn entry(scene: &Scene, state: &State, round: &Round, m: &Match, fields: &Fields) -> Markup {
    let [a, b] = [m.a, m.b].map(|player| state.name(player));
    let corrects = m.status == MatchStatus::Confirmed || round.status == RoundStatus::Finished;
    let sheet = Sheet {
        regulation: state.setup.regulation,
        stage: round.stage,
        names: [&a, &b],
        offer: if corrects { Offer::All } else { Offer::Played },
        dark: m.dark,
        lists: state.list_points(m),
        focus: state.setup.regulation.quick_numbers().is_none(),
    };
    let next = next_open(round, m.table).map_or_else(
        || scene.path(&format!("desk/round/{}", round.number)),
        |table| scene.path(&format!("desk/round/{}?table={table}", round.number)),
    );
    let command = if corrects { "do/correct" } else { "do/report" };
    html! {
        section.entry-box #entry {
            h2 { "Table " (m.table) ": " (a) " against " (b) }
            @if m.status == MatchStatus::Disputed {
                p.notice.bad { span { "The players told different results. What you enter counts." } }
            }
            form.stack method="post" action=(scene.path(command)) data-preview=(scene.path(&format!("preview/{}/{}", round.number, m.table))) {
                (action_fields(state, &next))
                input type="hidden" name="table" value=(m.table);
                input type="hidden" name="round" value=(round.number);
                @if let Some(caption) = state.setup.regulation.quick_numbers() {
                    fieldset.quick {
                        legend { (caption) " of both, if that says it all" }
                        div.cluster {
                            label for="quick-a" { (a) }
                            input #quick-a.score name="quick.a" inputmode="numeric" autocomplete="off" maxlength="4" autofocus;
                            span { "–" }
                            input #quick-b.score name="quick.b" inputmode="numeric" autocomplete="off" maxlength="4" aria-label=(b);
                            span { b { (b) } }
                        }
                    }
                    details.more open[fields.ticked("ending")] {
                        summary { "It ended another way: conceded, level, not played…" }
                        (report::fields(&sheet, fields))
                    }
                } @else {
                    (report::fields(&sheet, fields))
                }
                @if corrects {
                    @if let Some(end) = state.corrections_end(round.number) {
                        p.cap { "Can be corrected until round " (end) " is over." " " (clause("LE-CHECK")) }
                    }
                    div.field { label for="why-correct" { "Reason of the correction" } input #why-correct name="reason" required maxlength="200"; }
                }
                output.preview {}
                div.cluster {
                    button.btn.primary { @if corrects { "Correct table " (m.table) } @else { "Save table " (m.table) } kbd { "Enter" } }
                    a.btn.plain href=(scene.path(&format!("desk/round/{}", round.number))) { "Close" }
                }
            }
            @if !corrects {
                div.cluster {
                    @if state.setup.regulation != Regulation::Cardgame { a.btn.small href=(scene.path(&format!("desk/tally/{}", m.table))) { "Work out the score" } }
                    @for (player, name) in [(m.a, &a), (m.b, &b)] {
                        form.inline method="post" action=(scene.path("do/no_show")) {
                            (action_fields(state, &next))
                            input type="hidden" name="table" value=(m.table);
                            input type="hidden" name="player" value=(player.0);
                            button.btn.small { (name) " is not here" }
                        }
                    }
                }
            }
        }
    }
}

fn next_open(round: &Round, after: TableNo) -> Option<TableNo> {
    let open = || {
        round
            .matches
            .iter()
            .filter(|m| m.status == MatchStatus::Playing && m.table != after)
            .map(|m| m.table)
    };
    open()
        .find(|table| *table > after)
        .or_else(|| open().next())
}

/// What happens once in a while: somebody comes late, two sat at the wrong tables, a fire alarm.
fn rarely(scene: &Scene, state: &State, round: &Round, here: &str) -> Markup {
    html! {
        (by_hand::came_late(scene, state, round))
        details.more {
            summary { "Wrong seats" }
            form.stack method="post" action=(scene.path("do/as_played")) {
                p.quiet { "The pairings become what was really played; other tables stay." }
                (action_fields(state, here))
                (by_hand::two(state, round, "sat", "sat in the place of"))
                div.field { label for="sat-reason" { "Reason" } input #sat-reason name="reason" required maxlength="200" placeholder="Kept in the journal"; }
                div { button.btn { "Take it as played" } }
            }
        }
        @if round.stage == StageKind::Swiss {
            details.more {
                summary { "Repair the pairings" }
                p { "As few tables as possible change, so that the pairing is best again. Games in progress stay." }
                p { a.btn href=(scene.path("desk/repair")) { "Preview a repair" } }
            }
        }
        details.more {
            summary { "Something went wrong with the whole round" }
            form.cluster method="post" action=(scene.path("do/void_round")) {
                (action_fields(state, here))
                label.vh for="void-reason" { "Reason" }
                input #void-reason.find name="reason" required maxlength="200" placeholder="Fire alarm…";
                button.btn { "Void round " (round.number) }
                span.cap { "Its pairings and results no longer count; it is drawn again." }
            }
        }
    }
}
