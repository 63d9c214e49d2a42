//! The rules as Muster knows them: every clause in our own words and what Muster does about it, and the tables of each
//! regulation. Nothing is quoted from the documents.

use crate::app::Shared;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use maud::{Markup, html};
use muster_regulations::clause::{CLAUSES, Clause, clauses_of};
use muster_regulations::structure::{Row, Table};
use muster_regulations::{Book, EliminationKind, Regulation, Role, Treatment};

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/rules", get(all))
        .route("/rules/{regulation}", get(one))
}

/// `GET /rules`
async fn all(visitor: Visitor) -> Markup {
    let body = html! {
        div.wide.stack.rules {
            div.head {
                div {
                    h1 { "Clauses" }
                    p { "What the five regulations say, in our words, and what Muster does about it." }
                }
                div.find { input type="search" placeholder="Find a clause" aria-label="Find a clause" autocomplete="off" data-filter="#clauses tbody tr"; }
            }
            (regulations(None))
            (treatments())
            div #clauses { (clauses(CLAUSES.iter())) }
        }
    };
    layout::house("Rules", &visitor, &body)
}

/// `GET /rules/{regulation}`
async fn one(visitor: Visitor, Path(name): Path<String>) -> Result<Markup, Problem> {
    let regulation: Regulation = name
        .parse()
        .map_err(|error: muster_regulations::UnknownName| Problem::missing(format!("{error}.")))?;
    let book = regulation.book();
    let body = html! {
        div.wide.stack.rules data-reg=(regulation.id()) {
            div.head {
                div { h1 { (book.title) } p { (book.edition) } }
                div.find { input type="search" placeholder="Find a clause" aria-label="Find a clause" autocomplete="off" data-filter="#clauses tbody tr"; }
            }
            (regulations(Some(regulation)))
            (facts(book))
            div.tables { @for table in book.tables { (structure(table)) } }
            h2 { "Clauses" }
            div #clauses { (clauses(clauses_of(regulation))) }
        }
    };
    Ok(layout::house(book.title, &visitor, &body))
}

fn regulations(here: Option<Regulation>) -> Markup {
    html! {
        nav.rounds aria-label="Regulations" {
            a href="/rules" aria-current=[here.is_none().then_some("page")] { "All clauses" }
            @for regulation in Regulation::ALL {
                a href={ "/rules/" (regulation.id()) } aria-current=[(here == Some(regulation)).then_some("page")] { (regulation.book().title) }
            }
        }
    }
}

fn treatments() -> Markup {
    let meanings = [
        (Treatment::Enforced, "Muster refuses what it forbids"),
        (Treatment::Computed, "Muster works it out"),
        (Treatment::Assisted, "Muster helps people do it"),
        (Treatment::LeftToPeople, "people do it without Muster"),
    ];
    html! {
        p.cap { @for (index, (treatment, meaning)) in meanings.iter().enumerate() {
            @if index > 0 { "; " } b { (muster_words::clauses::treatment(*treatment)) } ": " (meaning)
        } "." }
    }
}

fn clauses(list: impl Iterator<Item = &'static Clause>) -> Markup {
    html! {
        table.tt.clauses {
            caption.vh { "Clauses" }
            thead { tr {
                th scope="col" { "Clause" } th scope="col" { "What it says" }
                th.hide-s scope="col" { "Applies to" } th scope="col" { "Muster" }
            } }
            tbody { @for clause in list {
                tr id=(clause.id) {
                    th scope="row" { span.clause { (clause.id) } }
                    td { (muster_words::clauses::says(clause)) @if clause.choice { " " span.chip { "house choice" } } }
                    td.quiet.hide-s { (holds_for(clause)) }
                    td.quiet { (muster_words::clauses::treatment(clause.treatment)) }
                }
            } }
        }
    }
}

fn holds_for(clause: &Clause) -> String {
    if clause.of.len() == Regulation::ALL.len() {
        return "all".to_owned();
    }
    let titles: Vec<&str> = clause
        .of
        .iter()
        .map(|regulation| regulation.book().title)
        .collect();
    titles.join(", ")
}

fn facts(book: &Book) -> Markup {
    let regulation = book.regulation;
    let elimination = match book.elimination {
        EliminationKind::Single => {
            "single elimination; the winner of the first game meets the winner of the last"
        }
        EliminationKind::Seeded => "single elimination in a fixed seeded bracket, with placings",
        EliminationKind::Double => "double elimination, one game per round",
    };
    let tiebreakers: Vec<&str> = book
        .tiebreakers
        .iter()
        .map(|tiebreaker| muster_words::standings::tiebreaker(*tiebreaker))
        .collect();
    let tiers: Vec<String> = book.tiers.iter().map(ToString::to_string).collect();
    let roles = [Role::Organizer, Role::Head, Role::Judge].map(|role| regulation.role_name(role));
    let rows = [
        ("Tiers", tiers.join(", ")),
        ("Staff", roles.join(", ")),
        ("What a player brings", book.list_word.to_owned()),
        ("A round", clock(book)),
        ("Maximum points per round", book.most_points.to_string()),
        (
            "A bye gives",
            match book.bye.points {
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            },
        ),
        ("Tiebreakers", tiebreakers.join(", ")),
        ("After the cut", elimination.to_owned()),
        (
            "Ways a game can end",
            book.endings
                .iter()
                .map(|ending| muster_words::form::ending(regulation, ending).label)
                .collect::<Vec<_>>()
                .join("; "),
        ),
    ];
    html! { dl.facts { @for (term, value) in rows { div { dt { (term) } dd { (value) } } } } }
}

fn clock(book: &Book) -> String {
    let clock = &book.clock;
    if clock.dice > 0 {
        return "drawn at random for each round and kept secret from the players".to_owned();
    }
    if clock.swiss == clock.elimination && clock.elimination == clock.last {
        return format!("{} minutes", clock.swiss);
    }
    if clock.swiss == clock.elimination {
        return format!("{} minutes; final: {}", clock.swiss, clock.last);
    }
    format!(
        "{} minutes; bracket: {}, final: {}",
        clock.swiss, clock.elimination, clock.last
    )
}

fn structure(table: &Table) -> Markup {
    let players = |row: &Row| match row.to {
        Some(to) => format!("{}–{to}", row.from),
        None => format!("{} and more", row.from),
    };
    html! {
        table.tt {
            caption { b { (muster_words::structure::name(table.kind)) } " " (layout::clause(table.clause)) }
            thead { tr { th scope="col" { "Players" } th.num scope="col" { "Swiss rounds" } th.num scope="col" { "Cut" } } }
            tbody { @for row in table.rows {
                tr {
                    td { (players(row)) }
                    td.num { (row.rounds) }
                    td.num { @match row.cut { Some(size) => { "top " (size) }, None => "none" } }
                }
            } }
        }
    }
}
