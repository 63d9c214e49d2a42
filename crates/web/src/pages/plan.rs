//! Planning a tournament: a slider for the players, the day as a bar against the closing time of the hall, and all
//! structures side by side. For use while creating a tournament, and until it starts.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, clause, clause_in_form, icon};
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use jiff::civil::Time;
use maud::{Markup, html};
use muster_forecast::planner::{self, Breaks, ByLosses, LongBreak, Outlook, Question, Slot};
use muster_regulations::{
    CustomStructure, CutRule, Regulation, StageKind, Structure, StructureKind,
};
use muster_service::create::organizer;
use muster_statistics::Rate;
use muster_words::ahead::{clock, length, mean, percent, structure, thousands};
use muster_words::phrases;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new().route("/plan", get(page))
}

/// The ends of the slider; the address takes more players.
const FEWEST: u32 = 4;
const SLIDER: u32 = 160;
const MOST: u32 = 2_000;
/// Tables that one judge looks after (house choice; no document says).
const TABLES_EACH: u32 = 12;

/// The choices of the form.
struct Asked {
    regulation: Regulation,
    kind: StructureKind,
    players: u32,
    custom: Option<CustomStructure>,
    start: u32,
    between: u32,
    lunch_after: u32,
    lunch: u32,
    closes: Option<u32>,
}

impl Asked {
    fn read(fields: &Fields) -> Result<Asked, Problem> {
        let regulation = fields.get("regulation").and_then(|text| text.parse().ok());
        let regulation = regulation.unwrap_or(Regulation::Xwing);
        let book = regulation.book();
        let first = book.tables.first().map(|table| table.kind);
        let kind = fields.get("structure").and_then(|text| text.parse().ok());
        let known = |kind: &StructureKind| {
            *kind == StructureKind::Custom || book.tables.iter().any(|table| table.kind == *kind)
        };
        let rounds: Option<u32> = fields.maybe("rounds")?;
        let cut: Option<u32> = fields.maybe("cut")?;
        let custom = rounds.map(|rounds| CustomStructure {
            rounds: rounds.min(20),
            cut: cut
                .filter(|size| *size > 0)
                .map_or(CutRule::None, CutRule::Top),
        });
        let kind = kind
            .filter(known)
            .or(first)
            .unwrap_or(StructureKind::Custom);
        let start = time(fields, "start")?.unwrap_or(10 * 60);
        // A hall that closes before the start closes after midnight.
        let closes = time(fields, "closes")?;
        let closes = closes.map(|at| if at <= start { at + 1440 } else { at });
        Ok(Asked {
            regulation,
            kind,
            players: fields.maybe("players")?.unwrap_or(32).clamp(FEWEST, MOST),
            custom,
            start,
            between: minutes(fields, "between")?.unwrap_or(15),
            lunch_after: fields.maybe("lunch_after")?.unwrap_or(0),
            lunch: minutes(fields, "lunch")?.unwrap_or(45),
            closes,
        })
    }

    fn question(&self, players: u32) -> Question {
        let lunch = LongBreak {
            after_round: self.lunch_after,
            minutes: self.lunch,
        };
        Question {
            regulation: self.regulation,
            players,
            custom: self.custom,
            breaks: Breaks {
                between: self.between,
                long: (self.lunch_after > 0)
                    .then_some(lunch)
                    .into_iter()
                    .collect(),
            },
            seed: 1,
        }
    }

    /// The chosen structure for a number of players, if it fits them.
    fn structure(&self, players: u32) -> Option<Structure> {
        let own = self.custom.filter(|_| self.kind == StructureKind::Custom);
        self.regulation.structure(self.kind, own, players).ok()
    }

    /// When everything is over, for a number of players.
    fn ends(&self, players: u32) -> Option<u32> {
        let day = planner::day(&self.question(players), self.structure(players)?);
        Some(self.start + day.last()?.to)
    }

    /// The address of the same page with another field.
    fn with(&self, name: &str, value: &str) -> String {
        let mut fields = vec![
            ("regulation", self.regulation.id().to_owned()),
            ("structure", self.kind.id().to_owned()),
            ("players", self.players.to_string()),
            ("start", clock(self.start % 1440)),
            ("between", self.between.to_string()),
            ("lunch_after", self.lunch_after.to_string()),
            ("lunch", self.lunch.to_string()),
        ];
        fields.extend(self.closes.map(|closes| ("closes", clock(closes % 1440))));
        if let Some(custom) = self.custom {
            fields.push(("rounds", custom.rounds.to_string()));
            if let CutRule::Top(size) = custom.cut {
                fields.push(("cut", size.to_string()));
            }
        }
        let asked = fields.iter().map(|(key, text)| {
            let text = if *key == name { value } else { text };
            format!("{key}={}", text.replace(':', "%3A"))
        });
        format!("/plan?{}", asked.collect::<Vec<_>>().join("&"))
    }
}

/// Minutes after midnight; "9:30" and "9" will do.
fn time(fields: &Fields, name: &str) -> Result<Option<u32>, Problem> {
    let text = fields.get(name);
    let read = |text: &str| {
        // The hour needs no second digit.
        let two_digits = match text.split(':').next().map(str::len) {
            Some(1) => format!("0{text}"),
            _ => text.to_owned(),
        };
        let time: Time = two_digits.parse().map_err(|_| {
            Problem::bad(format!("“{text}” is not a time. Enter one such as 09:30."))
        })?;
        Ok(u32::from(time.hour().unsigned_abs()) * 60 + u32::from(time.minute().unsigned_abs()))
    };
    text.map(read).transpose()
}

/// A number of minutes; "15 min" will do.
fn minutes(fields: &Fields, name: &str) -> Result<Option<u32>, Problem> {
    let text = fields
        .get(name)
        .map(|text| text.trim_end_matches("min").trim());
    let read = |text: &str| {
        let minutes: Result<u32, _> = text.parse();
        minutes
            .ok()
            .filter(|minutes| *minutes <= 600)
            .ok_or_else(|| Problem::bad(format!("Enter 0 to 600 minutes, not “{text}”.")))
    };
    text.map(read).transpose()
}

async fn page(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(fields): Query<Fields>,
) -> Result<Markup, Problem> {
    organizer(&visitor)?;
    let asked = Asked::read(&fields)?;
    let outlooks = app.ahead.plan(asked.question(asked.players)).await?;
    let chosen = outlooks.iter().find(|outlook| outlook.kind == asked.kind);
    let name = fields.get("name").unwrap_or_default();
    let body = html! {
        form.plan method="get" action="/plan" data-lookup="/plan" data-reg=(asked.regulation.id()) {
            div.left {
                (slider(&asked))
                (the_day(&asked, chosen))
                (compared(&asked, &outlooks))
            }
            aside.panel.cons aria-label="What this structure means" {
                div #consequence data-live { (consequence(&asked, chosen)) }
                div.go {
                    input type="hidden" name="name" value=(name);
                    button.btn.primary formaction="/new" { "Create tournament" }
                    button.btn.nojs { "Show" }
                    p.cap { "Rounds and cut follow the attendance until you start. " (clause("PAIR-1")) }
                }
            }
        }
    };
    Ok(layout::house("Plan a tournament", &visitor, &body))
}

fn slider(asked: &Asked) -> Markup {
    let most = SLIDER.max(asked.players);
    // SVG takes places in per cent as attributes, which the content security policy allows.
    let place = |players: u32| f64::from(players - FEWEST) * 100.0 / f64::from(most - FEWEST);
    let book = asked.regulation.book();
    let rows = book.tables.iter().filter(|table| table.kind == asked.kind);
    let marks = rows.flat_map(|table| table.rows).map(|row| row.from);
    let mut marks: Vec<u32> = marks
        .filter(|from| (FEWEST..=most).contains(from))
        .collect();
    // Marks need room for their numbers, on a phone too.
    marks.dedup_by(|next, before| place(*next) - place(*before) < 8.0);
    html! {
        section.block {
            div.choices.five {
                div.field { label for="regulation" { "Regulation" }
                    select #regulation name="regulation" { @for one in Regulation::ALL { option value=(one.id()) selected[one == asked.regulation] { (one.book().title) } } } }
                div.field #kinds data-live { label for="structure" { "Structure" }
                    select #structure name="structure" {
                        @for table in book.tables { option value=(table.kind.id()) selected[table.kind == asked.kind] { (muster_words::structure::name(table.kind)) } }
                        option value=(StructureKind::Custom.id()) selected[asked.kind == StructureKind::Custom] { "Custom" }
                    } }
                div.field { label for="rounds" { "Custom rounds" } input #rounds name="rounds" inputmode="numeric" maxlength="2" value=[asked.custom.map(|own| own.rounds)]; }
                div.field { label for="cut" { "Custom cut" } input #cut name="cut" inputmode="numeric" maxlength="3"
                    value=[asked.custom.and_then(|own| match own.cut { CutRule::Top(size) => Some(size), _ => None })]; }
            }
            div.count-head { label for="players" { "Expected players" } output #count data-live for="players" { (asked.players) } }
            input #players type="range" name="players" min=(FEWEST) max=(most) value=(asked.players);
            svg.scale #scale data-live height="20" aria-hidden="true" {
                @for from in &marks { text x={ (format!("{:.1}", place(*from))) "%" } y="15" text-anchor=(if *from == FEWEST { "start" } else { "middle" }) { (from) } }
            }
            p.ans #answer data-live { (around(asked)) }
        }
    }
}

/// "41 to 44 players: 5 rounds, top 8. 1 more player: 6 rounds, ends at midnight."
fn around(asked: &Asked) -> Markup {
    let Some(here) = asked.structure(asked.players) else {
        let custom = asked.custom.filter(|_| asked.kind == StructureKind::Custom);
        let refusal = asked
            .regulation
            .structure(asked.kind, custom, asked.players)
            .err();
        return html! { @if let Some(refusal) = refusal { (muster_words::structure::words(&refusal.problem).both()) " " (clause_in_form(refusal.clause)) } };
    };
    let differs = |players: &u32| asked.structure(*players) != Some(here);
    let more = (asked.players + 1..=MOST).find(differs);
    let fewer = (2..asked.players).rev().find(differs);
    let first = fewer.map_or(2, |fewer| fewer + 1);
    let range = match more {
        Some(more) if more - 1 == first => format!("{first} players"),
        Some(more) => format!("{first} to {} players", more - 1),
        None => format!("{first} players or more"),
    };
    let other = |players: u32| {
        let found = asked.structure(players).map(structure)?;
        let ends = asked
            .ends(players)
            .map(|ends| format!(", ends at {}", clock(ends)));
        Some(format!("{found}{}", ends.unwrap_or_default()))
    };
    let more = more.and_then(|players| Some((players - asked.players, other(players)?)));
    let fewer = fewer.and_then(|players| Some((asked.players - players, other(players)?)));
    html! {
        (range) ": " (structure(here)) ". "
        @if let Some((count, found)) = more { b { (phrases::plural(count as usize, "1 more player", "{n} more players")) ": " (found) ". " } }
        @if let Some((count, found)) = fewer { (phrases::plural(count as usize, "1 fewer", "{n} fewer")) ": " (found) "." }
    }
}

fn the_day(asked: &Asked, chosen: Option<&Outlook>) -> Markup {
    let hour = |id: &str, label: &str, value: String| {
        html! { div.field { label for=(id) { (label) } input #(id) name=(id) value=(value) maxlength="8"; } }
    };
    html! {
        section.block {
            h2 { "The day" }
            div.ti {
                (hour("start", "Start", clock(asked.start)))
                (hour("between", "Between rounds", format!("{} min", asked.between)))
                (hour("lunch_after", "Lunch after round", asked.lunch_after.to_string()))
                (hour("lunch", "Lunch", format!("{} min", asked.lunch)))
                (hour("closes", "Hall closes", asked.closes.map(|closes| clock(closes % 1440)).unwrap_or_default()))
            }
            div #day data-live {
                @if let Some(outlook) = chosen {
                    (bars(asked, outlook))
                    (too_late(asked, outlook))
                }
            }
        }
    }
}

/// What a round is called on the bar.
fn word(slot: &Slot, last: u32) -> String {
    match (slot.stage, last - slot.round) {
        (StageKind::Swiss, _) => format!("Round {}", slot.round),
        (StageKind::Elimination, 0) => "Final".to_owned(),
        (StageKind::Elimination, 1) => "Semi".to_owned(),
        (StageKind::Elimination, 2) => "Quarter".to_owned(),
        (StageKind::Elimination, _) => "Bracket".to_owned(),
    }
}

fn bars(asked: &Asked, outlook: &Outlook) -> Markup {
    let Some(last) = outlook.timetable.last() else {
        return html! {};
    };
    let closes = asked
        .closes
        .map(|closes| closes.saturating_sub(asked.start));
    let whole = last.to.max(closes.unwrap_or(0)).max(1);
    let place = |minutes: u32| format!("{:.2}%", f64::from(minutes) * 100.0 / f64::from(whole));
    let middle = |slot: &Slot| place((slot.from + slot.to) / 2);
    let slots = &outlook.timetable;
    let lunch = slots
        .array_windows()
        .find(|[one, _]| one.round == asked.lunch_after);
    let late = closes.filter(|closes| *closes < last.to);
    // The closing time has a label of its own.
    let apart = |slot: &&Slot| late.is_none_or(|closes| slot.from.abs_diff(closes) > whole / 12);
    let hours = slots.iter().step_by(2).filter(apart);
    // The same in words, for people who cannot see the drawing.
    let told: Vec<String> = slots
        .iter()
        .map(|slot| {
            format!(
                "{} {}",
                word(slot, last.round),
                clock(asked.start + slot.from)
            )
        })
        .collect();
    html! {
        svg.day height="70" role="img" aria-label={ (told.join(", ")) ", ends " (clock(asked.start + last.to)) } {
            @if let Some([one, two]) = lunch {
                rect.l x=(place(one.to)) y="4" width=(place(two.from - one.to)) height="44" {}
                text.l x=(place((one.to + two.from) / 2)) y="31" text-anchor="middle" { "Lunch" }
            }
            @for slot in slots {
                rect class=(if slot.stage == StageKind::Swiss { "r" } else { "c" }) x=(place(slot.from)) y="4" width=(place(slot.to - slot.from)) height="44" {}
                text class=(if slot.stage == StageKind::Swiss { "r" } else { "c" }) x=(middle(slot)) y="31" text-anchor="middle" { (word(slot, last.round)) }
            }
            @for slot in hours { text.h x=(place(slot.from)) y="66" text-anchor=(if slot.from == 0 { "start" } else { "middle" }) { (clock((asked.start + slot.from) % 1440)) } }
            @if let Some(closes) = late {
                line.over x1=(place(closes)) x2=(place(closes)) y1="0" y2="52" {}
                text.h.over x=(place(closes)) y="66" text-anchor="middle" { (clock((asked.start + closes) % 1440)) }
            }
        }
    }
}

/// A day that is longer than the hall is open, and what would help.
fn too_late(asked: &Asked, outlook: &Outlook) -> Markup {
    let (Some(closes), Some(ends)) = (asked.closes, outlook.ends()) else {
        return html! {};
    };
    let late = (asked.start + ends).saturating_sub(closes);
    if late == 0 {
        return html! {};
    }
    let earlier = asked.start.checked_sub(late.div_ceil(15) * 15);
    let earlier = earlier.filter(|start| *start >= 7 * 60);
    let pauses = u32::try_from(outlook.timetable.len()).unwrap_or(1);
    let pauses = pauses
        .saturating_sub(1 + u32::from(asked.lunch_after > 0))
        .max(1);
    let shorter = asked.between.checked_sub(late.div_ceil(pauses));
    let shorter = shorter
        .map(|minutes| minutes / 5 * 5)
        .filter(|minutes| *minutes >= 5);
    html! {
        p.notice.warn {
            (icon("alert"))
            span {
                "The last round ends at " (clock(asked.start + ends)) ", " (length(late)) " after the hall closes. "
                @match (earlier, shorter) {
                    (Some(start), Some(between)) => {
                        a href=(asked.with("start", &clock(start))) { "Start at " (clock(start)) }
                        " or " a href=(asked.with("between", &between.to_string())) { "shorten breaks to " (between) " min" } "."
                    }
                    (Some(start), None) => { a href=(asked.with("start", &clock(start))) { "Start at " (clock(start)) } "." }
                    (None, Some(between)) => { a href=(asked.with("between", &between.to_string())) { "Shorten breaks to " (between) " min" } "." }
                    (None, None) => { "Choose a smaller structure, or play on two days." }
                }
            }
        }
    }
}

/// How often players with this many losses miss the cut.
fn misses(outlook: &Outlook, losses: usize) -> Option<Rate> {
    let ByLosses { cut, .. } = outlook.by_losses.get(losses)?;
    let has_cut = outlook.structure.cut != CutRule::None;
    (has_cut && cut.of > 0).then_some(Rate {
        won: cut.of - cut.won,
        of: cut.of,
    })
}

fn shown(rate: Option<Rate>) -> String {
    match rate.and_then(Rate::thousandths) {
        None => "–".to_owned(),
        Some(0) => "0 %".to_owned(),
        Some(1000) => "100 %".to_owned(),
        Some(share) => percent(share),
    }
}

fn compared(asked: &Asked, outlooks: &[Outlook]) -> Markup {
    let title = |outlook: &Outlook| match outlook.kind {
        StructureKind::Custom => format!("Custom: {}", structure(outlook.structure)),
        kind => muster_words::structure::name(kind).to_owned(),
    };
    let cut = |outlook: &Outlook| match outlook.structure.cut {
        CutRule::None => "none".to_owned(),
        CutRule::Top(size) => format!("top {size}"),
        CutRule::Points(points) => phrases::points(points),
    };
    html! {
        section.block #compared data-live {
            h2 { "Compare structures for " (asked.players) " players" }
            @if outlooks.is_empty() { p.quiet { "No printed structure fits this number of players. Enter custom rounds above." } }
            @else {
                div.scroll-x tabindex="0" role="region" aria-label="Structures compared" {
                    table.tt {
                        thead { tr {
                            th { "Structure" } th.num { "Rounds" } th { "Cut" } th.num { "Ends" } th.num { "Undefeated" }
                            th.num { "One loss misses cut" } th.num { "Best player misses cut" } th.num { "Rematch unavoidable" } th.num { "Paired down" }
                        } }
                        tbody { @for outlook in outlooks {
                            tr class=[(outlook.kind == asked.kind).then_some("sel")] {
                                td { @if outlook.kind == asked.kind { b { (title(outlook)) } } @else { a href=(asked.with("structure", outlook.kind.id())) { (title(outlook)) } } }
                                td.num { (outlook.structure.rounds) }
                                td.nowrap { (cut(outlook)) }
                                td.num { (outlook.ends().map(|ends| clock(asked.start + ends)).unwrap_or_default()) }
                                td.num { (mean(outlook.undefeated, outlook.simulations)) }
                                td.num { (shown(misses(outlook, 1))) }
                                td.num { (shown(outlook.best_misses)) }
                                td.num { (shown(Some(outlook.repeats))) }
                                td.num { (shown(Some(outlook.floats))) }
                            }
                        } }
                    }
                }
                div.pictures { @for outlook in outlooks { (picture(&title(outlook), outlook)) } }
            }
        }
    }
}

/// Players by losses: how many there are, and how many of them are in the cut.
fn picture(title: &str, outlook: &Outlook) -> Markup {
    let of = outlook.simulations.max(1);
    let rows = outlook.by_losses.iter().take(5);
    let rows: Vec<(u32, u32, u32)> = rows.map(|by| (by.losses, by.cut.of, by.cut.won)).collect();
    let most = rows
        .iter()
        .map(|(_, all, _)| *all)
        .max()
        .unwrap_or(1)
        .max(1);
    let wide = |count: u32| format!("{:.1}%", f64::from(count) * 56.0 / f64::from(most));
    let told = |losses: u32| phrases::plural(losses as usize, "1 loss", "{n} losses");
    html! {
        figure {
            figcaption { (title) ": players by losses, dark in the cut" }
            svg.losses height=(rows.len() * 24) role="img" aria-label={ (title) ": " @for (losses, all, won) in &rows { (told(*losses)) ", " (mean((*all).into(), of)) " players, " (mean((*won).into(), of)) " in the cut. " } } {
                @for (place, (losses, all, won)) in rows.iter().enumerate() {
                    text x="0" y=(place * 24 + 16) { (told(*losses)) }
                    rect.all x="24%" y=(place * 24 + 4) height="16" width=(wide(*all)) {}
                    rect.part x="24%" y=(place * 24 + 4) height="16" width=(wide(*won)) {}
                    text x="100%" y=(place * 24 + 16) text-anchor="end" { (mean((*all).into(), of)) }
                }
            }
        }
    }
}

fn consequence(asked: &Asked, chosen: Option<&Outlook>) -> Markup {
    let Some(outlook) = chosen else {
        return html! {
            p.quiet { (phrases::players(asked.players as usize)) ", " (muster_words::structure::name(asked.kind)) }
            h1 { "Doesn’t fit" }
            p { (around(asked)) }
        };
    };
    let judges = outlook.tables.div_ceil(TABLES_EACH).max(1);
    let late = |ends: u32| {
        asked
            .closes
            .is_some_and(|closes| asked.start + ends > closes)
    };
    let has_cut = outlook.structure.cut != CutRule::None;
    let of = outlook.simulations;
    let by = |losses: usize| {
        outlook
            .by_losses
            .get(losses)
            .map(|by| by.cut)
            .unwrap_or_default()
    };
    html! {
        p.quiet { (phrases::players(asked.players as usize)) ", " (muster_words::structure::name(asked.kind)) }
        h1 { (structure(outlook.structure)) }
        dl.facts {
            div { dt { "Tables" } dd { (outlook.tables) } }
            div { dt { "Judges, 1 for " (TABLES_EACH) " tables" } dd { (judges) } }
            div { dt { "Byes" } dd { @if outlook.byes { "1 a round" } @else { "none" } } }
            div { dt { "Playing time" } dd { (length(outlook.playing_minutes())) } }
            @if let Some(ends) = outlook.swiss_ends() { div { dt { "Swiss ends" } dd { (clock(asked.start + ends)) } } }
            @if let Some(ends) = outlook.ends() { div { dt { "Ends" } dd class=[late(ends).then_some("late")] { (clock(asked.start + ends)) } } }
        }
        h2 { @if has_cut { "Who makes the cut" } @else { "Who stays undefeated" } }
        dl.facts {
            div { dt { "Undefeated players expected" } dd { (mean(outlook.undefeated, of)) } }
            @if has_cut {
                div { dt { "Undefeated player misses the cut" } dd { (shown(misses(outlook, 0))) } }
                div { dt { "Players with one loss" } dd { (mean(by(1).of.into(), of)) } }
                div { dt { "Player with one loss misses it" } dd { (shown(misses(outlook, 1))) } }
                div { dt { "Places left for two losses" } dd { (mean(by(2).won.into(), of)) } }
                div { dt { "Best player misses it" } dd { (shown(outlook.best_misses)) } }
            }
            div { dt { "Best player wins" } dd { (shown(Some(outlook.best_wins))) } }
        }
        details {
            summary { "How we work this out" }
            p.cap {
                (thousands(of.into())) " simulated tournaments by the real rules, all players equally strong; for the best player, players of very different strength. "
                "The same question always has the same answer."
            }
        }
    }
}
