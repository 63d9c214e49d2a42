//! The score calculator: tap what was destroyed of both lists, see the score with its working, and use the numbers in the
//! report. It saves nothing; only rolling the Final Salvo adds a line to the journal.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, Tab, action_fields, clause};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Form;
use axum::Router;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use muster_regulations::armada::MOST_OBJECTIVES;
use muster_regulations::form::endings;
use muster_regulations::tally::{Achieved, Lost, Tally, salvo_dice, tally};
use muster_regulations::{List, Regulation, Seat};
use muster_tournament::state::{Match, Round, State};
use muster_tournament::{PlayerId, TableNo};
use muster_words as words;
use std::collections::HashMap;

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/me/tally", get(on_the_phone))
        .route("/t/{id}/me/tally/check", post(check_on_the_phone))
        .route("/t/{id}/desk/tally/{table}", get(at_the_desk))
        .route("/t/{id}/desk/tally/{table}/check", post(check_at_the_desk))
}

/// The match whose score is worked out, with what its page needs to know.
struct Sum<'a> {
    scene: &'a Scene,
    state: &'a State,
    round: &'a Round,
    m: &'a Match,
    fields: &'a Fields,
    /// Where this page is, and where its numbers go.
    here: String,
    report: String,
    /// The viewer, if it is a player.
    me: Option<PlayerId>,
}

async fn on_the_phone(scene: Scene, Query(fields): Query<Fields>) -> Result<Markup, Problem> {
    with_phone(&scene, &fields, |sum| {
        layout::phone(
            &scene,
            sum.state,
            Tab::Match,
            "Score calculator",
            &sum.page(),
        )
    })
}

async fn check_on_the_phone(scene: Scene, Form(fields): Form<Fields>) -> Response {
    said(with_phone(&scene, &fields, |sum| sum.in_words()))
}

async fn at_the_desk(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    with_desk(&scene, &path, &fields, |sum| {
        let place = Place::Round(sum.round.number.0);
        layout::desk(
            &scene,
            sum.state,
            place,
            "Score calculator",
            &sum.page(),
            None,
        )
    })
}

async fn check_at_the_desk(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Form(fields): Form<Fields>,
) -> Response {
    said(with_desk(&scene, &path, &fields, |sum| sum.in_words()))
}

fn said(answer: Result<Result<String, Problem>, Problem>) -> Response {
    match answer.and_then(|answer| answer) {
        Ok(text) => text.into_response(),
        Err(problem) => (problem.status, problem.text.clone()).into_response(),
    }
}

fn with_phone<T>(
    scene: &Scene,
    fields: &Fields,
    show: impl FnOnce(&Sum) -> T,
) -> Result<T, Problem> {
    let player = scene.player()?;
    scene.room.read(|t| {
        let state = t.state();
        let round = state.in_play().ok_or_else(Problem::not_playing)?;
        let m = round
            .match_of(player)
            .ok_or_else(|| Problem::missing("You have no table in this round."))?;
        Ok(show(&Sum {
            scene,
            state,
            round,
            m,
            fields,
            here: scene.path("me/tally"),
            report: scene.path("me/report"),
            me: Some(player),
        }))
    })
}

fn with_desk<T>(
    scene: &Scene,
    path: &HashMap<String, String>,
    fields: &Fields,
    show: impl FnOnce(&Sum) -> T,
) -> Result<T, Problem> {
    scene.staff_only()?;
    let table = path.get("table").and_then(|text| text.parse().ok());
    scene.room.read(|t| {
        let state = t.state();
        let round = state.in_play().ok_or_else(Problem::not_playing)?;
        let m = table
            .and_then(|table| round.table(TableNo(table)))
            .ok_or_else(|| Problem::missing("There is no such table in this round."))?;
        Ok(show(&Sum {
            scene,
            state,
            round,
            m,
            fields,
            here: scene.path(&format!("desk/tally/{}", m.table)),
            report: scene.path(&format!("desk/round/{}", round.number)),
            me: None,
        }))
    })
}

impl Sum<'_> {
    /// Each player scores against the list of the other.
    fn list_against(&self, scorer: Seat) -> Option<&List> {
        self.state.list(self.m.player(scorer.other()))
    }

    /// The viewer comes first.
    fn seats(&self) -> [Seat; 2] {
        if self.me == Some(self.m.b) {
            [Seat::B, Seat::A]
        } else {
            [Seat::A, Seat::B]
        }
    }

    /// Whose list it is: "Your list", "List of Ada Okafor".
    fn whose(&self, seat: Seat) -> String {
        let word = self.state.setup.regulation.book().list_word;
        let player = self.m.player(seat);
        if self.me == Some(player) {
            return format!("Your {word}");
        }
        format!("{}’s {word}", self.state.name(player))
    }

    fn name(&self, seat: Seat) -> String {
        let player = self.m.player(seat);
        if self.me == Some(player) {
            return "You".to_owned();
        }
        self.state.name(player)
    }

    fn achieved(&self, scorer: Seat, list: &List) -> Result<Achieved, Problem> {
        let key = scorer.key();
        let number = |name: String| self.fields.maybe::<u32>(&name);
        let mut lost = Vec::new();
        for piece in 0..list.pieces().len() {
            // A single piece is tapped, several are counted.
            let tapped = self.fields.get(&format!("{key}.{piece}"));
            let of = |word: &str| match tapped {
                Some(tapped) => Ok(u32::from(tapped == word)),
                None => number(format!("{key}.{piece}.{word}")).map(Option::unwrap_or_default),
            };
            lost.push(Lost {
                piece,
                destroyed: of("destroyed")?,
                halved: of("half")?,
            });
        }
        Ok(Achieved {
            lost,
            everything: false,
            objectives: number(format!("{key}.objectives"))?,
            tokens: number(format!("{key}.tokens"))?,
        })
    }

    fn tally(&self, scorer: Seat) -> Result<Option<Tally>, Problem> {
        let Some(list) = self.list_against(scorer) else {
            return Ok(None);
        };
        let achieved = self.achieved(scorer, list)?;
        let tally = tally(scorer, list, &achieved)
            .map_err(|refusal| Problem::bad(words::list::refusal(&refusal)))?;
        Ok(Some(tally))
    }

    fn in_words(&self) -> Result<String, Problem> {
        let mut lines = Vec::new();
        for seat in self.seats() {
            if let Some(tally) = self.tally(seat)? {
                lines.push(format!("{}: {}", self.name(seat), tally.score));
                lines.extend(
                    words::tally::steps(&tally)
                        .iter()
                        .map(|step| format!("· {} ({})", step.text, step.clause)),
                );
            }
        }
        Ok(lines.join("\n"))
    }

    fn page(&self) -> Markup {
        let known = [Seat::A, Seat::B].map(|seat| self.list_against(seat).is_some());
        let begun = self.fields.ticked("sum");
        html! {
            section.stack {
                h1 { "Score calculator" }
                p.quiet { "Table " (self.m.table) ": " (self.state.name(self.m.a)) " against " (self.state.name(self.m.b)) }
                @if known == [false, false] {
                    p { "No lists were handed in. Report the numbers instead." }
                } @else {
                    form.stack method="get" action=(self.here) data-preview={ (self.here) "/check" } {
                        input type="hidden" name="sum" value="1";
                        @for seat in self.seats() { (self.side(seat)) }
                        output.preview {}
                        div { button class={ "btn" @if !begun { " primary" } } { "Calculate" } }
                    }
                }
                @if begun { (self.result()) }
                @if self.state.setup.regulation == Regulation::Xwing { (self.salvo()) }
                p { a href=(self.report) { "Back to the report" } }
            }
        }
    }

    /// What one player did to the other's list.
    fn side(&self, scorer: Seat) -> Markup {
        let Some(list) = self.list_against(scorer) else {
            return html! { p.quiet { (self.whose(scorer.other())) " was not handed in." } };
        };
        let key = scorer.key();
        let input = |name: String, caption: &str, most: u32| {
            html! {
                label.count { (caption) " " input.short name=(name) type="number" inputmode="numeric" min="0" max=(most) value=(self.fields.get(&name).unwrap_or("0")); }
            }
        };
        let halves = matches!(list, List::Xwing(_));
        html! {
            fieldset.stack {
                legend { (self.whose(scorer.other())) @if let Some(faction) = list.faction() { ": " (faction) } }
                ul.counts {
                    @for (index, piece) in list.pieces().iter().enumerate() {
                        li {
                            span { @if piece.count > 1 { (piece.count) " × " } b { (piece.name) } " " span.cap { (piece.each()) } }
                            @if piece.count == 1 {
                                (self.tap(&format!("{key}.{index}"), &piece.name, halves))
                            } @else {
                                (input(format!("{key}.{index}.destroyed"), "destroyed", piece.count))
                                @if halves { (input(format!("{key}.{index}.half"), "at half", piece.count)) }
                            }
                        }
                    }
                }
                @match list {
                    List::Armada(_) => (input(format!("{key}.objectives"), "Objective points", MOST_OBJECTIVES)),
                    List::Legion(_) | List::Conquest(_) => (input(format!("{key}.tokens"), "Victory tokens", 99)),
                    List::Xwing(_) | List::Cardgame(_) => {},
                }
            }
        }
    }

    /// The state of a single piece, changed by a tap.
    fn tap(&self, field: &str, name: &str, halves: bool) -> Markup {
        let now = self.fields.get(field).unwrap_or("in_play");
        let states = [
            ("in_play", "In play"),
            ("half", "Half"),
            ("destroyed", "Destroyed"),
        ];
        html! {
            div.seg role="radiogroup" aria-label=(name) {
                @for (value, word) in states.into_iter().filter(|(value, _)| halves || *value != "half") {
                    label class=[(value == "in_play").then_some("none")] { input type="radio" name=(field) value=(value) checked[value == now]; (word) }
                }
            }
        }
    }

    fn result(&self) -> Markup {
        let tallies = [self.tally(Seat::A), self.tally(Seat::B)];
        let fills: Vec<(String, u32)> = tallies
            .iter()
            .flatten()
            .flatten()
            .flat_map(|tally| {
                tally
                    .fills
                    .iter()
                    .map(|fill| (fill.path.clone(), fill.value))
            })
            .collect();
        let gone =
            |index: usize| matches!(tallies.get(index), Some(Ok(Some(tally))) if tally.everything);
        let ending = match (gone(0), gone(1)) {
            (true, true) => "mutual_destruction",
            (true, false) | (false, true) => "defeat",
            (false, false) => "time",
        };
        let beaten = if gone(0) { "b" } else { "a" };
        let regulation = self.state.setup.regulation;
        html! {
            @for (seat, tally) in [Seat::A, Seat::B].into_iter().zip(&tallies) {
                @match tally {
                    Ok(Some(tally)) => {
                        h2 { (self.name(seat)) ": " (tally.score) }
                        ol.working { @for step in words::tally::steps(tally) { li { (step.text) " " (clause(step.clause)) } } }
                    }
                    Ok(None) => {},
                    Err(problem) => p.notice.bad role="alert" { span { (problem.text) } },
                }
            }
            form method="get" action=(self.report) {
                input type="hidden" name="table" value=(self.m.table);
                @for one in endings(regulation, self.round.stage) {
                    @if one.id == ending { input type="hidden" name="ending" value=(ending); }
                    @for (path, value) in &fills {
                        @if one.fields_in(self.round.stage).any(|field| field.path == path) { input type="hidden" name={ "r." (one.id) "." (path) } value=(value); }
                    }
                    @if one.id == "defeat" && ending == "defeat" { input type="hidden" name="r.defeat.beaten" value=(beaten); }
                }
                button.btn.primary { "Use these numbers" }
            }
        }
    }

    /// Tied scores are settled by dice; the program can roll them for both players (XW-SALVO).
    fn salvo(&self) -> Markup {
        let gone = |seat: Seat| matches!(self.tally(seat), Ok(Some(tally)) if tally.everything);
        let mutual = gone(Seat::A) && gone(Seat::B);
        let dice = |seat: Seat| {
            let List::Xwing(squad) = self.state.list(self.m.player(seat))? else {
                return None;
            };
            let lost = self
                .achieved(seat.other(), self.state.list(self.m.player(seat))?)
                .ok()?
                .lost;
            salvo_dice(squad, &lost, mutual)
        };
        let offered = self
            .state
            .salvo_offers(self.m)
            .find(|offer| Some(offer.by) != self.me);
        let shown = |seat: Seat| match offered {
            Some(offer) => seat.pick(offer.a_dice, offer.b_dice).to_string(),
            None => dice(seat).map_or_else(String::new, |dice| dice.to_string()),
        };
        let scored = |seat: Seat| self.tally(seat).ok().flatten().map(|tally| tally.score);
        let level = scored(Seat::A).filter(|score| scored(Seat::B) == Some(*score));
        let level = level.filter(|_| self.fields.ticked("sum"));
        let score = offered.map(|offer| offer.score.to_string());
        let score = score
            .or(level.map(|score| score.to_string()))
            .unwrap_or_default();
        html! {
            details.more open[self.state.salvo(self.m).is_some()] {
                summary { "Tied? Roll the Final Salvo " (clause("XW-SALVO")) }
                @if let Some(salvo) = self.state.salvo(self.m) {
                    p.notice.good { span {
                        @for roll in &salvo.rolls { (roll.a) " to " (roll.b) " hits. " }
                        b { (self.name(salvo.winner)) } " won it. Everybody can check this roll."
                    } }
                }
                @for offer in self.state.salvo_offers(self.m) {
                    p.notice { span {
                        @if self.me == Some(offer.by) { "You offered" } @else { (self.state.name(offer.by)) " offers" }
                        " a Final Salvo at " (offer.score) " each: " (self.name(Seat::A)) " rolls " (offer.a_dice) ", " (self.name(Seat::B)) " rolls " (offer.b_dice) ". "
                        @if self.me == Some(offer.by) { "It is rolled when your opponent enters the same numbers." } @else { "Enter the same numbers to roll." }
                    } }
                }
                form.cluster method="post" action=(self.scene.path("do/final_salvo")) {
                    (action_fields(self.state, &self.here))
                    @if self.me.is_some() { input type="hidden" name="as_player" value="1"; }
                    input type="hidden" name="table" value=(self.m.table);
                    label { "Dice of " (self.name(Seat::A)) " " input.short name="a_dice" inputmode="numeric" required value=(shown(Seat::A)); }
                    label { "Dice of " (self.name(Seat::B)) " " input.short name="b_dice" inputmode="numeric" required value=(shown(Seat::B)); }
                    label { "Score of each " input.short name="score" inputmode="numeric" required value=(score); }
                    button.btn { @if self.me.is_some() { "Agree to roll" } @else { "Roll for both" } }
                }
            }
        }
    }
}
