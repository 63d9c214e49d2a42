//! The judges' desk, usable on a phone: open calls, the longest wait first, each with the action that answers it; then
//! rulings, penalties, components, proxies and fortressing. For staff only.

mod loss;

use super::desk::{Done, toast};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::parts::hours::{self, seconds};
use crate::parts::{clock, inputs};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use loss::{Asked, asked};
use maud::{Markup, html};
use muster_regulations::{Regulation, Role};
use muster_tournament::floor::judges::{
    Call, ConductKind, FortStage, RulersReason, Ruling, is_open, queue, rulers,
};
use muster_tournament::floor::prompts::{Prompt, PromptKind, prompts};
use muster_tournament::state::{RoundStatus, State};
use muster_tournament::{By, PlayerId, TableNo};
use muster_words::form::call_reason;
use muster_words::prompts as words;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/desk/calls", get(page))
}

async fn page(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let done = Done::asked(&scene, &fields);
    scene.room.read(|t| {
        let state = t.state();
        let desk = Desk {
            scene: &scene,
            state,
            here: scene.path("desk/calls"),
        };
        let body = html! {
            (desk.lost(&fields)?)
            (desk.mine())
            (desk.waiting())
            (desk.decisions())
            (desk.forms())
            (desk.log())
            (toast(&scene, state, done.as_ref()))
        };
        let page = layout::desk(&scene, state, Place::Calls, "Calls", &body, None);
        Ok(page)
    })
}

struct Desk<'a> {
    scene: &'a Scene,
    state: &'a State,
    here: String,
}

impl Desk<'_> {
    /// A form that gives a command about something numbered.
    fn form(&self, command: &str, number: Option<u32>, inside: &Markup) -> Markup {
        html! {
            form.cluster method="post" action=(self.scene.path(&format!("do/{command}"))) data-draft={ (command) "-" (number.unwrap_or_default()) } {
                (action_fields(self.state, &self.here))
                @if let Some(number) = number { input type="hidden" name="number" value=(number); }
                (inside)
            }
        }
    }

    fn button(&self, command: &str, number: Option<u32>, label: &str) -> Markup {
        self.form(command, number, &html! { button.btn { (label) } })
    }

    /// The players at a table, and who may rule there unless anybody may.
    fn at(&self, call: &Call) -> Markup {
        let round = self.state.round(call.round);
        let m = round.and_then(|round| round.table(call.table));
        html! {
            @if let Some(m) = m {
                p { (self.state.name(m.a)) ", " (self.state.name(m.b)) }
                @let rulers = rulers(self.state, m);
                @if rulers.why != RulersReason::Anybody { p.cap { (words::rulers(&rulers.why)) " " (clause("ROLE-5")) } }
            }
        }
    }

    /// The calls that the reader has taken, with their actions.
    fn mine(&self) -> Markup {
        let by = self.scene.here.by();
        let mine = self.state.judges.calls.iter().filter(|call| {
            is_open(self.state, call) && call.taken.is_some_and(|taken| Some(taken.by) == by)
        });
        html! {
            div #mine data-live {
                @for call in mine {
                    section.entry-box.at-table {
                        p.quiet { "You are at table" }
                        p.big { (call.table) }
                        h2 { (call_reason(self.state.setup.regulation, call)) }
                        (self.at(call))
                        (clock::table(self.scene, self.state, call.table))
                        (self.form("extend", None, &html! {
                            input type="hidden" name="table" value=(call.table);
                            input type="hidden" name="reason" value=(call_reason(self.state.setup.regulation, call));
                            p { b { "Extra time" } " " (clause("TIME-2")) }
                            div.presets { @for minutes in [3, 5, 10] { button.btn name="minutes" value=(minutes) { "+" (minutes) " min" } } }
                        }))
                        (self.form("rule", None, &html! {
                            input type="hidden" name="table" value=(call.table);
                            div.field.grow { label for={ "text-" (call.number) } { "Ruling" } textarea id={ "text-" (call.number) } name="text" rows="2" maxlength="500" required {} }
                            button.btn { "Log ruling" }
                        }))
                        (self.warning(call))
                        (self.appeals(call))
                        p { a href={ (self.here) "?loss=" (call.table) } { "Game loss at this table" } }
                        (self.form("close_call", Some(call.number.0), &html! { button.btn.primary { "Finish table " (call.table) } }))
                    }
                }
            }
        }
    }

    /// A warning at a table, with how many each player has already.
    fn warning(&self, call: &Call) -> Markup {
        let round = self.state.round(call.round);
        let Some(m) = round.and_then(|round| round.table(call.table)) else {
            return html! {};
        };
        let before = |player: PlayerId| {
            let conduct = self.state.judges.conduct.iter();
            let own = conduct
                .filter(|noted| noted.player == player && noted.kind == ConductKind::Warning);
            match own.count() {
                0 => "first warning".to_owned(),
                1 => "1 warning so far".to_owned(),
                count => format!("{count} warnings so far"),
            }
        };
        html! {
            details { summary { "Warning" }
                (self.form("warn", None, &html! {
                    fieldset.field {
                        legend { "Player" }
                        div.seg { @for player in [m.a, m.b] {
                            label { input type="radio" name="player" value=(player.0) required; span { (self.state.name(player)) br; span.cap { (before(player)) } } }
                        } }
                    }
                    (Self::text(&format!("warn-{}", call.number), "reason", "Reason"))
                    p.cap { "Logged with the player’s name. It changes no result; repeat offences can lead to a game loss or removal." }
                    button.btn { "Warn" }
                }))
            }
        }
    }

    /// Rulings at a table that can still be appealed.
    fn appeals(&self, call: &Call) -> Markup {
        let rulings = self.state.judges.rulings.iter();
        let open = rulings.filter(|ruling| {
            ruling.round == call.round
                && ruling.table == call.table
                && !ruling.is_final
                && ruling.appealed.is_none()
        });
        let head = self.state.setup.regulation.role_name(Role::Head);
        html! {
            @for ruling in open {
                p { b { "Ruling: " } (ruling.text) }
                (self.form("appeal", Some(ruling.number.0), &html! { button.btn { "Appeal" } " " span.cap { "The " (head) " decides. " (clause("ROLE-4")) } }))
            }
        }
    }

    fn waiting(&self) -> Markup {
        let queue = queue(self.state, self.scene.app.now());
        html! {
            div.head { div { h1 { "Calls" } p #waiting data-live { @match queue.len() { 0 => "No open calls", 1 => "1 table waiting", count => { (count) " tables waiting, longest first" } } } } }
            table.tt #calls data-live {
                tbody {
                    @if queue.is_empty() { tr { td { "Nobody is waiting. Players call from their phones." } } }
                    @for waiting in &queue {
                        @let call = &waiting.call;
                        tr {
                            td.tno { (call.table) }
                            td { b { (call_reason(self.state.setup.regulation, call)) } br; span.rec { (self.state.actor(call.called.by)) } }
                            td.num { span class={ "chip" @if waiting.seconds > 300 { " reported" } } { (seconds(waiting.seconds)) } }
                            td.num {
                                @match call.taken {
                                    Some(taken) => span.quiet { (self.state.actor(taken.by)) " is there" },
                                    None => (self.button("take_call", Some(call.number.0), "Take")),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What else waits for a decision.
    fn decisions(&self) -> Markup {
        let open = prompts(self.state);
        let open: Vec<&Prompt> = open
            .iter()
            .filter(|prompt| prompt.kind != PromptKind::Call)
            .collect();
        html! {
            section.stack #decisions data-live {
                @if !open.is_empty() { h2 { "To decide" } }
                @for prompt in open {
                    div.notice.warn {
                        div.stack {
                            p { (words::text(&prompt.request)) " " @if let Some(id) = prompt.clause { (clause(id)) } }
                            (self.answer(prompt))
                        }
                    }
                }
            }
        }
    }

    fn answer(&self, prompt: &Prompt) -> Markup {
        let number = prompt.number;
        let player = prompt.player.map_or(0, |player| player.0);
        let player = html! { input type="hidden" name="player" value=(player); };
        let reason = |id: &str| {
            html! { label.vh for=(id) { "Reason" } input.find id=(id) name="reason" placeholder="Reason" required maxlength="200"; }
        };
        let yes_no = |command: &str, name: &str, yes: &str, no: &str, more: Markup| {
            self.form(
                command,
                number,
                &html! {
                    (more)
                    button.btn name=(name) value="yes" { (yes) }
                    button.btn name=(name) value="no" { (no) }
                },
            )
        };
        match prompt.kind {
            PromptKind::Removal => html! {
                (self.form("keep", None, &html! { (player) (reason("keep-reason")) button.btn { "Keep player" } }))
                (self.form("disqualify", None, &html! { (player) (reason("remove-reason")) button.btn { "Disqualify player" } }))
            },
            PromptKind::Appeal => {
                let text = html! { div.field.grow { label for="decision" { "Decision" } input #decision name="text" required maxlength="500"; } };
                yes_no("decide_appeal", "overruled", "Overrule", "Uphold", text)
            }
            PromptKind::Component => {
                let losses = &self.state.judges.losses;
                let loss = losses.iter().find(|loss| Some(loss.number.0) == number);
                // COMP-1: conceded in the round of the loss, removed only after it.
                let over = loss.is_none_or(|loss| {
                    let current = self.state.current();
                    current.is_none_or(|round| {
                        round.number > loss.round || round.status == RoundStatus::Finished
                    })
                });
                html! {
                    div.cluster {
                        (self.button("component_found", number, "Found or replaced"))
                        @if over { (self.button("remove_for_component", number, "Remove player")) }
                        @else {
                            @let asked = asked(self.state);
                            @if asked == Asked::Nothing { (self.button("concede_for_component", number, "Concede game")) }
                            @else if let Some(loss) = loss { a.btn href={ (self.here) "?part=" (loss.number) } { "Concede game" } }
                        }
                    }
                }
            }
            PromptKind::Fortressing => {
                let forts = &self.state.judges.forts;
                let fort = forts.iter().find(|fort| Some(fort.number.0) == number);
                match fort.map(|fort| fort.stage) {
                    Some(FortStage::Met) => yes_no(
                        "determine_fortressing",
                        "deliberate",
                        "Deliberate",
                        "Not deliberate",
                        html! { p.cap { "If it is deliberate, tell the player to stop." } },
                    ),
                    Some(FortStage::Instructed) => yes_no(
                        "follow_up_fortressing",
                        "goes_on",
                        "Still fortressing",
                        "Stopped",
                        html! {
                            p.cap { "If it continues, the ships count as destroyed." }
                            label for="fort-score" { "Scored so far" } input #fort-score.short name="score" inputmode="numeric";
                        },
                    ),
                    _ => yes_no(
                        "check_fortressing",
                        "met",
                        "Yes, fortressing",
                        "No",
                        html! {},
                    ),
                }
            }
            PromptKind::Cut => {
                html! { p { a href=(self.scene.path("desk/bracket")) { "Decide on the cut" } } }
            }
            PromptKind::Claim => html! {
                div.cluster {
                    @if let Some(table) = prompt.table {
                        (self.form("confirm", None, &html! { input type="hidden" name="table" value=(table); button.btn { "Confirm claim" } }))
                        a.btn href=(self.entry(table, "")) { "Enter other result" }
                    }
                }
            },
            PromptKind::Left => html! {
                @if let Some(table) = prompt.table { a.btn href=(self.entry(table, &self.left(prompt))) { "Report table " (table) } }
            },
            PromptKind::Call => html! {},
        }
    }

    /// Where the result of a table is entered, with what is already known about it.
    fn entry(&self, table: TableNo, known: &str) -> String {
        let round = self.state.current().map_or(0, |round| round.number.0);
        let path = self.scene.path(&format!("desk/round/{round}"));
        format!("{path}?table={table}{known}#entry")
    }

    /// The proposed ending where a player has left, as fields of its form.
    fn left(&self, prompt: &Prompt) -> String {
        let round = self.state.current();
        let m = round.and_then(|round| round.table(prompt.table?));
        let seat = m.and_then(|m| m.seat(prompt.player?));
        let (Some(round), Some(seat)) = (round, seat) else {
            return String::new();
        };
        let way = self.state.setup.regulation.left_ending(round.stage);
        let ending = way.ending;
        let field = way.field.map_or_else(String::new, |field| {
            format!("&r.{ending}.{field}={}", seat.key())
        });
        format!("&ending={ending}{field}")
    }

    fn players(&self, id: &str) -> Markup {
        let players = self.state.players.iter().map(|player| player.id);
        inputs::player(self.state, id, "player", "Player", players, None)
    }

    fn text(id: &str, name: &str, caption: &str) -> Markup {
        html! { div.field { label for=(id) { (caption) } input id=(id) name=(name) required maxlength="500"; } }
    }

    fn table(id: &str) -> Markup {
        html! { div.field { label for=(id) { "Table" } input.short id=(id) name="table" inputmode="numeric" required; } }
    }

    /// Forms for what judges log.
    fn forms(&self) -> Markup {
        let regulation = self.state.setup.regulation;
        // COMP-1, Card Game: time to look is given only before the clock runs.
        let runs = self
            .state
            .current()
            .is_some_and(|round| round.clock.is_some());
        let at_once = regulation == Regulation::Cardgame && runs;
        html! {
            section.stack {
                h2 { "Log incident" }
                p.quiet { "The log is public after the tournament." }
                details { summary { "Warning or recommendation" }
                    (self.form("warn", None, &html! { (self.players("w-player")) (Self::text("w-reason", "reason", "Reason")) button.btn { "Warn" } }))
                    (self.form("recommend_removal", None, &html! { (self.players("r-player")) (Self::text("r-reason", "reason", "Reason")) button.btn { "Recommend removal" } " " (clause("ROLE-6")) }))
                }
                details { summary { "Game loss" }
                    form.cluster action=(self.here) {
                        div.field { label for="g-table" { "Table" } input #g-table.short name="loss" inputmode="numeric" required; }
                        button.btn { "Continue" }
                    }
                }
                // COMP-1, COMP-2: Conquest has no such rules.
                @if regulation != Regulation::Conquest {
                    details { summary { "Lost component" }
                        (self.form("component_lost", None, &html! {
                            (Self::table("l-table")) (self.players("l-player")) (Self::text("l-what", "what", "Missing component"))
                            @if at_once {
                                input type="hidden" name="minutes" value="0";
                                button.btn { "Log missing card" } " " (clause("COMP-1"))
                            } @else {
                                div.field { label for="l-minutes" { "Minutes to search" } input #l-minutes.short name="minutes" inputmode="numeric" value="5" required; }
                                button.btn { "Give time" } " " (clause("COMP-1"))
                            }
                        }))
                    }
                    details { summary { "Ineligible component" }
                        p { "A player who cannot replace an ineligible component is dropped: " a href=(self.scene.path("desk/players")) { "choose the player" } ", then log a ruling below. " (clause("COMP-3")) }
                    }
                    details { summary { "Damaged card" }
                        (self.form("proxy", None, &html! { (self.players("p-player")) (Self::text("p-card", "card", "Card")) (Self::text("p-unreadable", "unreadable", "Unreadable part")) button.btn { "Create proxy" } " " (clause("COMP-2")) }))
                    }
                }
                @if regulation == Regulation::Xwing {
                    details { summary { "Fortressing" }
                        (self.form("suspect_fortressing", None, &html! { (Self::table("f-table")) (self.players("f-player")) button.btn { "Request check" } " " (clause("XW-FORT")) }))
                    }
                }
                details { summary { "Ruling without a call" }
                    (self.form("rule", None, &html! { (Self::table("u-table")) (Self::text("u-text", "text", "Ruling")) button.btn { "Log ruling" } }))
                }
            }
        }
    }

    /// Rulings, conduct and proxies, newest first.
    fn log(&self) -> Markup {
        let judges = &self.state.judges;
        let who = |by: By| self.state.actor(by);
        html! {
            section.stack #noted data-live {
                @if !judges.rulings.is_empty() {
                    h2 { "Rulings" }
                    ol.log { @for ruling in judges.rulings.iter().rev() { li { (self.ruling(ruling)) } } }
                }
                @if !judges.conduct.is_empty() {
                    h2 { "Conduct" }
                    ul.log { @for noted in judges.conduct.iter().rev() {
                        li { time { (hours::time_of_day(self.state, noted.given.at)) } span.cap.no {} div { b { (self.state.name(noted.player)) } ": " (kind(noted.kind)) ", " (noted.reason) " " span.cap { (who(noted.given.by)) } } }
                    } }
                }
                @if !judges.proxies.is_empty() {
                    h2 { "Proxies" }
                    ul.log { @for proxy in judges.proxies.iter().rev() {
                        li { time { (hours::time_of_day(self.state, proxy.made.at)) } span.cap.no {} div { b { (proxy.card) } " of " (self.state.name(proxy.player)) ", unreadable: " (proxy.unreadable) ". " span.cap { (who(proxy.made.by)) ", " (hours::day(self.state, proxy.made.at)) } } }
                    } }
                }
            }
        }
    }

    fn ruling(&self, ruling: &Ruling) -> Markup {
        html! {
            time { (hours::time_of_day(self.state, ruling.given.at)) }
            span.cap.no { (ruling.number) }
            div {
                b { "Table " (ruling.table) } ", round " (ruling.round) ": " (ruling.text) " " span.cap { (self.state.actor(ruling.given.by)) }
                @if ruling.appealed.is_some() && ruling.decision.is_none() { br; "Appealed." }
                @if let Some(decision) = &ruling.decision {
                    br; @if decision.overruled { "Overruled: " } @else { "Upheld: " } (decision.text) " " span.cap { (self.state.actor(decision.given.by)) ", final" }
                }
            }
        }
    }
}

fn kind(kind: ConductKind) -> &'static str {
    match kind {
        ConductKind::Warning => "warning",
        ConductKind::GameLoss => "game loss",
        ConductKind::Recommendation => "recommended for removal",
        ConductKind::Kept => "kept",
    }
}
