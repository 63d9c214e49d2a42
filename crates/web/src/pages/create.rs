//! Creating a tournament: three choices with their consequences beside them; the regulation decides the rest.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, clause, clause_in_form};
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use jiff::SignedDuration;
use jiff::civil::Time;
use maud::{Markup, html};
use muster_forecast::planner::{self, Breaks, Question};
use muster_ledger::TournamentId;
use muster_regulations::book::Clock;
use muster_regulations::{
    CustomStructure, CutRule, EliminationKind, Regulation, Structure, StructureKind, Tier,
};
use muster_service::create::{establish, organizer};
use muster_service::summaries::{self, Wanted};
use muster_tournament::command::{FixedTable, Setup, Wishes};
use muster_words::phrases::capital;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new().route("/new", get(form).post(create))
}

async fn form(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(mut fields): Query<Fields>,
) -> Result<Markup, Problem> {
    organizer(&visitor)?;
    let earlier = earlier(&app, &visitor).await?;
    let like = fields.get("like");
    if let Some((.., setup)) = earlier.iter().find(|(id, _)| Some(id.as_str()) == like) {
        // Choices in the form come before what is copied.
        fields.0.extend(copied(setup));
    }
    Ok(page(&visitor, &fields, &earlier, None))
}

/// The tournaments whose settings an organizer may copy, newest first: their own.
type Earlier = Vec<(TournamentId, Setup)>;

async fn earlier(app: &Shared, visitor: &Visitor) -> Result<Earlier, Problem> {
    let wanted = Wanted {
        own: true,
        ..Wanted::default()
    };
    let own = summaries::list(app, visitor, wanted, 50).await?.into_iter();
    Ok(own.map(|found| (found.id, found.brief.setup)).collect())
}

/// The settings of a tournament as fields of the form; name and date are its own.
fn copied(setup: &Setup) -> Vec<(String, String)> {
    let mut fields = vec![
        ("regulation", setup.regulation.id().to_owned()),
        ("tier", setup.tier.id().to_owned()),
        ("structure", setup.structure.id().to_owned()),
    ];
    if let Some(custom) = &setup.custom {
        fields.push(("rounds", custom.rounds.to_string()));
        match custom.cut {
            CutRule::None => fields.push(("cut", "0".to_owned())),
            CutRule::Top(size) => fields.push(("cut", size.to_string())),
            CutRule::Points(points) => fields.push(("cut_points", points.to_string())),
        }
    }
    let ticked = [
        ("clubs_apart", setup.wishes.clubs_apart),
        ("fresh_tables", setup.wishes.fresh_tables),
    ];
    fields.extend(
        ticked
            .into_iter()
            .filter(|(_, ticked)| *ticked)
            .map(|(name, _)| (name, "on".to_owned())),
    );
    fields.extend(setup.zone.clone().map(|zone| ("zone", zone)));
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The choices so far; whatever is missing or unknown to the regulation falls back to its first option.
struct Choice {
    regulation: Regulation,
    tier: Tier,
    structure: StructureKind,
    players: u32,
}

fn choice(fields: &Fields) -> Choice {
    let regulation = fields
        .get("regulation")
        .and_then(|r| r.parse().ok())
        .unwrap_or(Regulation::Xwing);
    let book = regulation.book();
    let tier = fields
        .get("tier")
        .and_then(|t| t.parse().ok())
        .filter(|tier| book.tiers.contains(tier));
    let first = book
        .tables
        .first()
        .map_or(StructureKind::Custom, |table| table.kind);
    let known = |kind: &StructureKind| {
        *kind == StructureKind::Custom || book.tables.iter().any(|table| table.kind == *kind)
    };
    Choice {
        regulation,
        tier: tier.or(book.tiers.first().copied()).unwrap_or(Tier::Event),
        structure: fields
            .get("structure")
            .and_then(|s| s.parse().ok())
            .filter(known)
            .unwrap_or(first),
        players: fields
            .get("players")
            .and_then(|n| n.parse().ok())
            .unwrap_or(16),
    }
}

/// The first day, if it is given.
fn date(fields: &Fields) -> Result<Option<jiff::civil::Date>, Problem> {
    let date = fields.get("date").map(str::parse).transpose();
    date.map_err(|_| Problem::bad("Enter a date such as 2026-11-21."))
}

/// Reads the setup that a form describes.
fn setup(fields: &Fields, fixed_tables: Vec<FixedTable>) -> Result<Setup, Problem> {
    let Choice {
        regulation,
        tier,
        structure,
        ..
    } = choice(fields);
    let own = structure == StructureKind::Custom;
    Ok(Setup {
        name: fields.get("name").unwrap_or_default().to_owned(),
        regulation,
        tier,
        structure,
        custom: own.then(|| custom(fields)).transpose()?,
        wishes: Wishes {
            clubs_apart: fields.ticked("clubs_apart"),
            fresh_tables: fields.ticked("fresh_tables"),
            fixed_tables,
        },
        date: date(fields)?,
        zone: fields.get("zone").map(str::to_owned),
    })
}

/// Reads a changed setup; the regulation and fixed tables stay as they were.
pub fn changed(before: &Setup, fields: &Fields) -> Result<Setup, Problem> {
    fields.text("name")?;
    let regulation = ("regulation".to_owned(), before.regulation.id().to_owned());
    let fields = [regulation].into_iter().chain(fields.0.iter().cloned());
    setup(
        &Fields(fields.collect()),
        before.wishes.fixed_tables.clone(),
    )
}

fn custom(fields: &Fields) -> Result<CustomStructure, Problem> {
    let cut = match (fields.maybe("cut")?, fields.maybe("cut_points")?) {
        (Some(0) | None, None) => CutRule::None,
        (Some(0) | None, Some(points)) => CutRule::Points(points),
        (Some(size), _) => CutRule::Top(size),
    };
    Ok(CustomStructure {
        rounds: fields.maybe("rounds")?.unwrap_or(3),
        cut,
    })
}

async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let organizer = organizer(&visitor)?;
    let earlier = earlier(&app, &visitor).await?;
    // Without a script, a button shows the tiers and structures of the chosen regulation.
    if fields.ticked("look") {
        return Ok(page(&visitor, &fields, &earlier, None).into_response());
    }
    let created = match setup(&fields, Vec::new()) {
        Ok(setup) => {
            let created = establish(&app, organizer, setup, |_| Vec::new()).await;
            created.map_err(Problem::from)
        }
        Err(problem) => Err(problem),
    };
    match created {
        Ok(room) => {
            let page = format!("/t/{}/desk/players", room.id);
            Ok(Redirect::to(&page).into_response())
        }
        Err(problem) if problem.status.is_client_error() => {
            let page = page(&visitor, &fields, &earlier, Some(&problem.text));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(problem) => Err(problem),
    }
}

fn radio(name: &str, value: &str, checked: bool, title: &str, note: &str) -> Markup {
    html! {
        label.choice data-reg=[(name == "regulation").then_some(value)] {
            input type="radio" name=(name) value=(value) checked[checked];
            b { (title) }
            span.cap { (note) }
        }
    }
}

fn tier_note(regulation: Regulation, tier: Tier) -> &'static str {
    match (regulation, tier) {
        (Regulation::Xwing, Tier::Relaxed) => "Wave Championship",
        (Regulation::Xwing, Tier::Formal) => "Hyperspace Trial",
        (Regulation::Armada, Tier::Relaxed) => "Store Championship",
        (Regulation::Armada, Tier::Formal) => "Regional",
        (_, Tier::Premier | Tier::Competitive) => "products legal after 11 days",
        (_, Tier::Relaxed | Tier::Casual) => "friendly; staff can play",
        (_, Tier::Formal) => "experienced players",
        (_, Tier::Event) => "the only kind of event",
    }
}

fn clock_note(clock: Clock) -> String {
    if clock.dice > 0 {
        return format!(
            "{} min and a secret roll each round, {} min overtime; hidden from players",
            clock.swiss, clock.overtime
        );
    }
    format!(
        "Swiss rounds {} min, bracket {}, final {}",
        clock.swiss, clock.elimination, clock.last
    )
}

/// The day in words: how long is played, and when it is over.
fn day(regulation: Regulation, structure: Structure, players: u32, start: Time) -> Markup {
    let question = Question {
        regulation,
        players,
        custom: None,
        breaks: Breaks::default(),
        seed: 1,
    };
    let slots = planner::day(&question, structure);
    let minutes: u32 = slots.iter().map(|slot| slot.to - slot.from).sum();
    let rounds: Vec<String> = slots
        .chunk_by(|one, other| one.to - one.from == other.to - other.from)
        .filter_map(|alike| {
            let first = alike.first()?;
            let length = first.to - first.from;
            Some(match alike.len() {
                1 => length.to_string(),
                many => format!("{many} × {length}"),
            })
        })
        .collect();
    let ends = slots.last().map(|slot| {
        let length = SignedDuration::from_mins(i64::from(slot.to));
        start.wrapping_add(length).strftime("%H:%M").to_string()
    });
    let about = regulation.book().clock.is_secret();
    html! {
        @if let Some(ends) = ends {
            p.quiet {
                @if about { "About " }
                (minutes / 60) " h " @if !minutes.is_multiple_of(60) { (minutes % 60) " min " } "of play: " (rounds.join(", then ")) " min. "
                "Ends about " b { (ends) } " with 15 minutes between rounds"
                @if let CutRule::Points(_) = structure.cut { ", before the bracket" } "."
            }
        }
    }
}

fn page(visitor: &Visitor, fields: &Fields, earlier: &Earlier, error: Option<&str>) -> Markup {
    let Choice {
        regulation,
        tier,
        structure,
        players,
    } = choice(fields);
    let book = regulation.book();
    let own = custom(fields).ok();
    let numbers = |kind: StructureKind| own.filter(|_| kind == StructureKind::Custom);
    let structure_note =
        |kind: StructureKind| match regulation.structure(kind, numbers(kind), players) {
            Ok(found) => muster_words::phrases::structure(found),
            Err(refusal) if kind != StructureKind::Custom => {
                muster_words::structure::words(&refusal.problem).text
            }
            Err(_) => "set it yourself".to_owned(),
        };
    let outcome = regulation.structure(structure, numbers(structure), players);
    let ties: Vec<String> = book
        .tiebreakers
        .iter()
        .map(|tie| muster_words::standings::tiebreaker(*tie).to_owned())
        .collect();
    let start: Time = fields
        .get("start")
        .and_then(|text| text.parse().ok())
        .unwrap_or(Time::constant(10, 0, 0, 0));
    let body = html! {
        @if !earlier.is_empty() {
            form.copy.cluster method="get" action="/new" {
                label for="like" { "Copy settings from" }
                select #like name="like" { @for (id, setup) in earlier { option value=(id) selected[fields.get("like") == Some(id.as_str())] { (setup.name) @if let Some(date) = setup.date { ", " (date) } } } }
                button.btn.small { "Copy" }
            }
        }
        form.create method="post" action="/new" data-lookup="/new" {
            div.main {
                @if let Some(error) = error { p.notice.bad role="alert" { span { (error) } } }
                div.first {
                    div.field {
                        label for="name" { "Name" }
                        input #name name="name" value=(fields.get("name").unwrap_or_default()) required maxlength="100"
                            autofocus placeholder="Harbour Open";
                    }
                    div.field { label for="date" { "Date" } input #date type="date" name="date" value=(fields.get("date").map_or_else(today, str::to_owned)); }
                    div.field { label for="zone" { "Time zone" } input #zone name="zone" maxlength="60" value=(fields.get("zone").map_or_else(here, str::to_owned)) placeholder="Europe/Zurich"; }
                }
                fieldset {
                    legend { h2 { span.step { "1" } "Regulation" } }
                    div.choices.five #regulations {
                        @for one in Regulation::ALL {
                            (radio("regulation", one.id(), one == regulation, one.book().title, &capital(one.book().list_word)))
                        }
                    }
                }
                div.pair #choices data-live {
                    fieldset {
                        legend { h2 { span.step { "2" } "Tier" } }
                        div.choices.three {
                            @for one in book.tiers {
                                (radio("tier", one.id(), *one == tier, &capital(one.id()), tier_note(regulation, *one)))
                            }
                        }
                    }
                    fieldset {
                        legend { h2 { span.step { "3" } "Structure" } }
                        div.choices.three {
                            @for table in book.tables {
                                (radio("structure", table.kind.id(), table.kind == structure, muster_words::structure::name(table.kind), &structure_note(table.kind)))
                            }
                            (radio("structure", "custom", structure == StructureKind::Custom, "Custom", "set it yourself"))
                        }
                    }
                }
                details.more open[structure == StructureKind::Custom] {
                    summary { "Custom structure and house choices" }
                    div.cluster {
                        div.field { label for="rounds" { "Swiss rounds" } input #rounds.short name="rounds" inputmode="numeric" value=(fields.get("rounds").unwrap_or("4")); }
                        div.field { label for="cut" { "Cut to top" } input #cut.short name="cut" inputmode="numeric" value=(fields.get("cut").unwrap_or("0")); }
                        label.check { input type="checkbox" name="clubs_apart" checked[fields.ticked("clubs_apart")]; "Keep clubs apart in round 1 (house choice)" }
                        label.check { input type="checkbox" name="fresh_tables" checked[fields.ticked("fresh_tables")]; "Avoid repeating tables (house choice)" }
                    }
                }
            }
            aside.panel {
                div.field.row { label for="players" { "Expected players" } input #players.short name="players" inputmode="numeric" value=(players); }
                p { a href={ "/plan?regulation=" (regulation.id()) "&structure=" (structure.id()) "&players=" (players) } { "Plan the day" } }
                div.field.row { label for="start" { "First round at" } input #start type="time" name="start" value=(start.strftime("%H:%M")); }
                section.what #what data-live {
                    p.quiet { (players) " players" }
                    @match &outcome {
                        Ok(found) => {
                            p.big { (muster_words::phrases::structure(*found)) }
                            p.quiet { (players / 2) " tables" @if players % 2 == 1 { " and 1 bye" } " per round." }
                            (day(regulation, *found, players, start))
                        },
                        Err(refusal) => p.notice.warn { span { (muster_words::structure::words(&refusal.problem).both()) " " (clause_in_form(refusal.clause)) } },
                    }
                    @if let Some(table) = book.tables.iter().find(|table| table.kind == structure) {
                        table.tt {
                            thead { tr { th.num { "Players" } th.num { "Rounds" } th { "Cut" } } }
                            tbody {
                                @for row in table.rows {
                                    tr class=[(row.from <= players && row.to.is_none_or(|to| players <= to)).then_some("sel")] {
                                        td.num { (row.from) @match row.to { Some(to) => { "–" (to) } None => { "+" } } }
                                        td.num { (row.rounds) }
                                        td { @match row.cut { Some(cut) => { "top " (cut) } None => { "no cut" } } }
                                    }
                                }
                            }
                        }
                    }
                }
                div.stack.last {
                    button.btn.primary { "Create tournament" }
                    button.btn.nojs name="look" value="1" { "Preview" }
                    p.cap { "Opens registration. Rounds and cut follow the attendance until you start, then they are fixed. " (clause("PAIR-1")) }
                }
            }
            section #known data-live {
                h2 { "Set by the regulation" }
                table.tt {
                    tbody {
                        tr { th { "Clock" } td { (clock_note(book.clock)) } td.num { (clause(if book.clock.dice > 0 { "GC-CLOCK" } else { "TIME-1" })) } }
                        tr { th { "Bye" } td { "a win, " (muster_words::phrases::points(book.bye.points)) } td.num { (clause("BYE-2")) } }
                        tr { th { "Tiebreakers" } td { (ties.join(", ")) } td.num { (clause("TB-SOS")) } }
                        tr { th { (capital(book.list_word)) } td { @match book.list_points { Some(points) => { "up to " (points) " points" } None => { "as the document says" } } } td.num { (clause("LEGAL-1")) } }
                        tr { th { "Staff" } td { (book.role_names.join(", ")) "; " @if book.leaders_may_play.contains(&tier) { "can play if another is present" } @else { "can't play" } } td.num { (clause("ROLE-5")) } }
                        tr { th { "Pairings" } td { "random within points groups, no rematches" } td.num { (clause("PAIR-3")) } }
                        tr { th { "Bracket" } td { (match book.elimination {
                            EliminationKind::Single => "single elimination, first seed against last",
                            EliminationKind::Seeded => "seeded bracket with placings",
                            EliminationKind::Double => "double elimination, one game per round",
                        }) } td.num { (clause("CUT-1")) } }
                    }
                }
            }
        }
    };
    layout::house("New tournament", visitor, &body)
}

/// The day on which most tournaments are created: today, on this machine.
fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

/// The time zone of this machine, which most often is that of the hall.
fn here() -> String {
    let zone = jiff::tz::TimeZone::system();
    zone.iana_name().unwrap_or_default().to_owned()
}
