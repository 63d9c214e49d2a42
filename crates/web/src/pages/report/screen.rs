//! The screen on which a player reports a result: the running score, what decides the game, the lists to tap, and rare
//! endings folded away.

use crate::layout::{action_fields, clause, clause_in_form, icon};
use crate::parts::clock;
use crate::parts::played::{BY_NUMBERS, Fault, MOST_COPIES, Played, points_field, tie_field};
use crate::parts::report::{self, Offer};
use crate::parts::said::Said;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::{List, Outcome, Regulation, Report, Seat, StageKind};
use muster_tournament::{PlayerId, State};

/// The screen of a player who reports.
pub(super) struct Screen<'a> {
    pub(super) scene: &'a Scene,
    pub(super) played: Played<'a>,
    pub(super) player: PlayerId,
    /// Numbers are shown and judged: somebody has entered something.
    pub(super) begun: bool,
    pub(super) fault: Option<&'a Fault>,
}

impl Screen<'_> {
    fn state(&self) -> &State {
        self.played.state
    }

    fn regulation(&self) -> Regulation {
        self.state().setup.regulation
    }

    fn value(&self, name: &str) -> &str {
        self.played.fields.get(name).unwrap_or_default()
    }

    /// The viewer comes first.
    fn seats(&self) -> [Seat; 2] {
        if self.played.m.b == self.player {
            [Seat::B, Seat::A]
        } else {
            [Seat::A, Seat::B]
        }
    }

    fn name(&self, seat: Seat) -> &str {
        match self.own(seat) {
            true => "You",
            false => seat.pick(self.played.names[0], self.played.names[1]),
        }
    }

    fn own(&self, seat: Seat) -> bool {
        self.played.m.player(seat) == self.player
    }

    /// "Your score", "Noor’s score".
    fn whose(&self, seat: Seat, thing: &str) -> String {
        if self.own(seat) {
            format!("Your {thing}")
        } else {
            format!("{}’s {thing}", self.name(seat))
        }
    }

    /// What is wrong with a field, under it.
    fn error(&self, field: &str) -> Markup {
        let fault = self.fault.filter(|fault| fault.field == field);
        html! { @if let Some(fault) = fault { p.error id={ "error-" (field.replace('.', "-")) } role="alert" { (fault.text) } } }
    }

    fn invalid(&self, field: &str) -> Option<&'static str> {
        self.fault
            .filter(|fault| fault.field == field)
            .map(|_| "true")
    }

    pub(super) fn body(&self) -> Markup {
        let (state, m, round) = (self.state(), self.played.m, self.played.round);
        let opponent = state.name(m.opponent(self.player).unwrap_or(self.player));
        let rare = self
            .played
            .fields
            .get("ending")
            .is_some_and(|ending| ending != BY_NUMBERS);
        let judged = self.played.report();
        html! {
            form.report method="post" action=(self.scene.path("me/report")) data-score data-draft={ "report-" (round.number) "-" (m.table) } {
                (action_fields(state, &self.scene.path("me")))
                input type="hidden" name="round" value=(round.number);
                div.where #at data-live data-round=(round.number) {
                    a href=(self.scene.path("me")) { "Back to table " (m.table) }
                    (clock::short(self.scene, state, m.table))
                }
                h1.vh { "Report result" }
                (self.bar(&judged))
                (self.general())
                (self.decided())
                (self.pieces())
                (self.tie(&judged))
                section.slim {
                    details.fold open[rare] {
                        summary { @if self.regulation() == Regulation::Cardgame { "Agreed split, concession, no-show…" } @else { "Tie, concession, no-show…" } }
                        (self.rare())
                    }
                }
                div.foot {
                    button.btn.wide.nojs name="preview" value="1" { "Show the score" }
                    button.btn.primary { "Send to " (opponent) " to confirm" }
                }
            }
        }
    }

    /// An error that belongs to no field on the screen.
    fn general(&self) -> Markup {
        let shown = |field: &str| {
            let ends = [
                "score",
                "destroyed",
                "objectives",
                "tokens",
                "defeated",
                "army_points",
            ];
            let number = ["a.", "b."].iter().any(|seat| {
                field
                    .strip_prefix(seat)
                    .is_some_and(|rest| ends.contains(&rest))
            });
            let asked = [
                "winner",
                "dark",
                "dark_first",
                "first",
                "second",
                "game",
                "priority_roll_winner",
            ]
            .contains(&field);
            let tie = tie_field(self.regulation()).is_some_and(|(path, _)| path == field);
            let listed = field.ends_with(points_field(self.regulation()))
                && field.len() > 2
                && self.seats().iter().any(|seat| {
                    field.starts_with(seat.key()) && self.played.list_against(*seat).is_some()
                });
            (number && !listed) || asked || tie || field.starts_with("r.")
        };
        html! {
            @if let Some(fault) = self.fault.filter(|fault| !shown(&fault.field)) {
                section { p.notice.bad role="alert" { (icon("alert")) span { (fault.text) @if let Some(id) = fault.clause { " " (clause(id)) } } } }
            }
        }
    }

    /// The running score, which stays in sight.
    fn bar(&self, judged: &Result<(Report, Outcome), Fault>) -> Markup {
        let said = match (judged, self.seats()) {
            (Ok((report, outcome)), [own, _]) => Some(Said::of(Some(report), outcome, own)),
            _ => None,
        };
        let level = self.scores();
        html! {
            div.scorebar #scorebar role="status" {
                @match (&said, level) {
                    (Some(said), _) => {
                        output { @if let Some([own, other]) = &said.numbers { (own) i { " – " } (other) } }
                        p { b { (said.headline) } span { (said.worth) " " (said.note) } }
                    }
                    (None, Some([own, other])) => {
                        output { (own) i { " – " } (other) }
                        p { span { @if !self.begun { "Tap what was destroyed" } @else if let Err(fault) = judged { (fault.text) } } }
                    }
                    (None, None) => {
                        output { "–" }
                        p { span { @if self.begun { @if let Err(fault) = judged { (fault.text) } } @else { "Enter the result" } } }
                    }
                }
            }
        }
    }

    /// The two scores as far as they are known, the own one first.
    fn scores(&self) -> Option<[u32; 2]> {
        let points = points_field(self.regulation());
        let of = |seat: Seat| match self.played.tally(seat) {
            Ok(Some(tally)) => Some(tally.score),
            _ => self.value(&format!("{}.{points}", seat.key())).parse().ok(),
        };
        let [own, other] = self.seats();
        Some([of(own)?, of(other)?])
    }

    fn number(&self, name: &str, caption: &str, most: u32, large: bool, step: bool) -> Markup {
        let id = name.replace('.', "-");
        html! {
            div class={ "field" @if large { " large" } } {
                label for=(id) { (caption) }
                input id=(id) name=(name) value=(self.value(name)) inputmode="numeric" pattern="[0-9]*" autocomplete="off" maxlength="4"
                    data-step=[step.then_some("1")] data-most=(most) aria-invalid=[self.invalid(name)] aria-describedby={ "error-" (id) };
                (self.error(name))
            }
        }
    }

    fn seat_choice(&self, name: &str, question: &str) -> Markup {
        let value = self.value(name);
        html! {
            fieldset.field aria-invalid=[self.invalid(name)] {
                legend { (question) }
                div.seg {
                    @for seat in self.seats() {
                        label { input type="radio" name=(name) value=(seat.key()) checked[value == seat.key()]; span { (self.name(seat)) } }
                    }
                }
                (self.error(name))
            }
        }
    }

    /// What decides the game without a list: tokens, games, or the two numbers if no list is known.
    fn decided(&self) -> Markup {
        let pair = |field: &str, thing: &str, most: u32, large: bool, step: bool| {
            html! {
                div.two {
                    @for seat in self.seats() { (self.number(&format!("{}.{field}", seat.key()), &self.whose(seat, thing), most, large, step)) }
                }
            }
        };
        // A player without a list to tap enters a number.
        let numbers = |thing: &str, most: u32, large: bool| {
            html! {
                div.two {
                    @for seat in self.seats().into_iter().filter(|seat| self.played.list_against(*seat).is_none()) {
                        (self.number(&format!("{}.{}", seat.key(), points_field(self.regulation())), &self.whose(seat, thing), most, large, false))
                    }
                }
            }
        };
        match self.regulation() {
            Regulation::Cardgame => self.games(),
            Regulation::Xwing => html! { section { (numbers("score", 200, true)) } },
            Regulation::Armada => html! {
                section {
                    (numbers("points destroyed", 400, true))
                    (pair("objectives", "objective points", muster_regulations::armada::MOST_OBJECTIVES, false, false))
                }
            },
            Regulation::Legion => html! {
                section {
                    (pair("tokens", "victory tokens", 99, true, true))
                    p.tip { "More tokens win. If tokens are tied, the higher score wins." }
                    (numbers("score", 799, false))
                }
            },
            Regulation::Conquest => html! {
                section {
                    (pair("tokens", "victory tokens", 99, true, true))
                    (numbers("points defeated", 9999, false))
                    (self.seat_choice("winner", "Winner, if the numbers don't show it"))
                    label.check { input type="checkbox" name="time" value="yes" checked[!self.value("time").is_empty()]; span { "Time ran out: the numbers decide" } }
                    div.at-time {
                        @if self.state().list_points(self.played.m).iter().any(Option::is_none) { (pair("army_points", "army points", 9999, false, false)) }
                        @if self.played.round.stage == StageKind::Elimination { (self.seat_choice("priority_roll_winner", "Still tied? Who won the priority roll?")) }
                    }
                }
            },
        }
    }

    /// The games of a Card Game match: who was Dark, who won.
    fn games(&self) -> Markup {
        let swiss = self.played.round.stage == StageKind::Swiss;
        let games: &[(&str, &str)] = if swiss {
            &[
                ("first", "Game 1: who won?"),
                ("second", "Game 2: who won?"),
            ]
        } else {
            &[("game", "Who won?")]
        };
        let dark = self.played.m.dark;
        html! {
            section {
                @match dark {
                    Some(seat) => p { (self.name(seat)) @if self.own(seat) { " play " } @else { " plays " } "Dark. " (clause_in_form("CG-SIDE")) },
                    None if swiss => (self.seat_choice("dark_first", "Who was Dark first?")),
                    None => (self.seat_choice("dark", "Who was Dark?")),
                }
            }
            @for (index, (path, question)) in games.iter().enumerate() {
                @let value = self.value(path);
                @let how = self.value(&format!("{path}.how"));
                section {
                    fieldset.field aria-invalid=[self.invalid(path)] {
                        legend { (question) }
                        div.seg {
                            @for seat in self.seats() {
                                label { input type="radio" name=(path) value=(seat.key()) checked[value == seat.key()]; span { (self.name(seat)) } }
                            }
                            @if swiss { label { input type="radio" name=(path) value="draw" checked[value == "draw"]; span { "Draw" } } }
                        }
                        (self.error(path))
                    }
                    div.field.how {
                        label for={ (path) "-how" } { "How it ended" }
                        select id={ (path) "-how" } name={ (path) ".how" } {
                            @for (id, word) in [("", "Normal end"), ("empty_deck", "Empty command deck"), ("concession", "Concession"), ("missing_card", "Missing card")] {
                                option value=(id) selected[how == id] { (word) }
                            }
                            @if index == 1 { option value="not_begun" selected[how == "not_begun"] { "Not begun at time (draw)" } }
                        }
                    }
                }
            }
        }
    }

    /// The lists, side by side: tap what was destroyed.
    fn pieces(&self) -> Markup {
        let lists = self
            .seats()
            .map(|seat| (seat, self.played.list_against(seat)));
        let word = self.regulation().book().list_word;
        let halves = self.regulation() == Regulation::Xwing;
        html! {
            @if lists.iter().any(|(_, list)| list.is_some()) {
                section {
                    div.duo {
                        @for (seat, list) in lists {
                            @if let Some(list) = list { (self.side(seat, list, word)) }
                        }
                    }
                    p.tip { @if halves { "Tap once: half. Twice: destroyed. " (clause_in_form("XW-SCORE")) } @else { "Tap what was destroyed." } }
                }
            }
        }
    }

    fn side(&self, scorer: Seat, list: &List, word: &str) -> Markup {
        let key = scorer.key();
        let halves = matches!(list, List::Xwing(_));
        html! {
            div {
                h2 { (self.whose(scorer.other(), word)) }
                ul.ships {
                    @for (index, piece) in list.pieces().iter().enumerate() {
                        @let field = format!("lost.{key}.{index}");
                        @if halves && piece.count <= MOST_COPIES {
                            @for copy in 0..piece.count { li { (self.chip(&format!("{field}.{copy}"), &piece.name, &states(piece.each(), Some(piece.half_points())))) } }
                        } @else if piece.count == 1 {
                            li { (self.chip(&format!("{field}.0"), &piece.name, &states(piece.each(), None))) }
                        } @else if piece.count <= MOST_COPIES {
                            li { (self.chip(&field, &piece.name, &counted(piece.count, piece.each()))) }
                        } @else {
                            li { (self.number(&field, &format!("{} lost, of {}", piece.name, piece.count), piece.count, false, true)) }
                        }
                    }
                }
            }
        }
    }

    /// One ship or unit. Its states are radios, so it works without a script; with one, a tap goes to the next.
    fn chip(&self, field: &str, name: &str, states: &[(String, String, String)]) -> Markup {
        let now = self.value(field);
        let known = states.iter().any(|(id, ..)| id == now);
        html! {
            fieldset.ship aria-invalid=[self.invalid(field)] {
                legend { (name) }
                @for (index, (id, word, points)) in states.iter().enumerate() {
                    @let level = match index { 0 => "in", _ if index + 1 == states.len() => "out", _ => "half" };
                    label class=(level) {
                        input type="radio" name=(field) value=(id) checked[id == now || (!known && index == 0)];
                        span.w { (word) } span.v { (points) }
                    }
                }
                (self.error(field))
            }
        }
    }

    /// The question that a tie leaves open; hidden until the numbers are tied.
    fn tie(&self, judged: &Result<(Report, Outcome), Fault>) -> Markup {
        let Some((path, question)) = tie_field(self.regulation()) else {
            return html! {};
        };
        let open = matches!(judged, Err(fault) if fault.field == path);
        // Nobody is asked before anything was entered.
        let shown = (open && self.begun) || !self.value(path).is_empty();
        html! {
            section.tie #tie hidden[!shown] {
                (self.seat_choice(path, question))
                @if self.regulation() == Regulation::Xwing { p { a href=(self.scene.path("me/tally")) { "Roll the Final Salvo here" } " " (clause_in_form("XW-SALVO")) } }
            }
        }
    }

    /// Endings that do not follow from numbers.
    fn rare(&self) -> Markup {
        let [a, b] = self.played.names;
        let sheet = report::Sheet {
            regulation: self.regulation(),
            stage: self.played.round.stage,
            names: [a, b],
            reader: Some(self.played.reader),
            offer: Offer::Rare,
            dark: self.played.m.dark,
            lists: self.state().list_points(self.played.m),
            focus: false,
        };
        html! {
            (report::rare(&sheet, self.played.fields, self.fault))
            p.tip { "No-show? Tell a judge or the desk: they report it." }
        }
    }
}

/// The states of a single ship or unit: value, word, points.
fn states(each: u64, half: Option<u64>) -> Vec<(String, String, String)> {
    let mut states = vec![(String::new(), "In play".to_owned(), each.to_string())];
    if let Some(half) = half {
        states.push(("half".to_owned(), "Half".to_owned(), format!("+{half}")));
    }
    states.push((
        "destroyed".to_owned(),
        "Destroyed".to_owned(),
        format!("+{each}"),
    ));
    states
}

/// The states of several copies: how many are lost.
fn counted(count: u32, each: u64) -> Vec<(String, String, String)> {
    let one = |lost: u32| match lost {
        0 => (
            String::new(),
            format!("{count} in play"),
            format!("{each} each"),
        ),
        lost => {
            let points = each.saturating_mul(u64::from(lost));
            (
                lost.to_string(),
                format!("{lost} of {count} lost"),
                format!("+{points}"),
            )
        }
    };
    (0..=count).map(one).collect()
}
