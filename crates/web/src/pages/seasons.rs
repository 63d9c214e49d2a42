//! Seasons: standings and ratings across tournaments, for everybody; the points table, the tournaments and who is who,
//! for the organizer.

pub mod phone;

use crate::app::Shared;
use crate::fields::Fields;
use crate::pages::print;
use crate::parts::print::shown;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::{download, layout};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_exchange::out;
use muster_ledger::TournamentId;
use muster_ledger::people::{Played, Season};
use muster_paper::Paper;
use muster_season::{Counted, Person, Row, Rules};
use muster_service::printing;
use muster_service::seasons::{self, View};
use muster_service::summaries::{self, Wanted};
use muster_tournament::PlayerId;
use muster_tournament::display::names::search_key;
use muster_words::season as words;
use std::collections::BTreeMap;

/// The most tournaments to choose from, the newest first.
const MOST_LISTED: u32 = 500;

/// Addresses of these pages.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/seasons", get(all).post(create))
        .route("/season/{season}", get(standings))
        .route("/season/{season}/standings.csv", get(download))
        .route("/season/{season}/standings.pdf", get(printed))
        .route("/season/{season}/manage", get(manage).post(save))
        .route("/season/{season}/link", post(link))
        .route("/season/{season}/unlink", post(unlink))
        .merge(phone::routes())
}

async fn all(State(app): State<Shared>, visitor: Visitor) -> Result<Markup, Problem> {
    let seasons = seasons::all(&app).await?;
    let body = html! {
        div.wide.stack {
            h1 { "Seasons" }
            @if seasons.is_empty() {
                div.empty { h2 { "No seasons yet" } p { "A season adds up the tournaments of a club or league." } }
            } @else {
                table.tt {
                    thead { tr { th { "Season" } th.num { "Tournaments" } th { "Organizer" } } }
                    tbody { @for season in &seasons {
                        tr { td { a href={ "/season/" (season.id) } { (season.name) } } td.num { (season.tournaments.len()) } td { (season.organizer) } }
                    } }
                }
            }
            @if visitor.account().is_some() {
                form.cluster method="post" action="/seasons" {
                    div.field { label for="name" { "New season" } input #name name="name" required maxlength="100" placeholder="Harbour League 2026"; }
                    button.btn.primary { "Create season" }
                }
            }
        }
    };
    Ok(layout::house("Seasons", &visitor, &body))
}

async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let season = seasons::create(&app, &visitor, fields.get("name").unwrap_or_default()).await?;
    Ok(Redirect::to(&format!("/season/{}/manage", season.id)))
}

/// What a result was: place and points, in brackets where it does not count.
fn cell(result: Option<&Counted>) -> Markup {
    let Some(result) = result else {
        return html! { td.num.quiet { "–" } };
    };
    let place = words::place(result.place.first, result.place.last);
    let points = words::points(&result.points);
    html! {
        td.num title={ (place) ", " (result.points) } {
            @if result.counts { b { (points) } } @else { s { (points) } span.vh { " (does not count)" } }
            " " span.rec { (place) }
        }
    }
}

async fn standings(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Markup, Problem> {
    let view = seasons::view(&app, &visitor, &id).await?;
    let runs = seasons::organizer_only(&app, &visitor, &view.season)
        .await
        .is_ok();
    let body = html! {
        div.wide.stack {
            div.head {
                div { h1 { (view.season.name) } p { (rules_in_words(&view.season)) } }
                div.cluster {
                    @if !view.rows.is_empty() { @for paper in Paper::ALL {
                        a.btn href={ "/season/" (id) "/standings.pdf?paper=" (paper) } target="_blank" { "Print " (shown(paper)) }
                    } }
                    a.btn href={ "/season/" (id) "/standings.csv" } { "CSV" }
                    @if runs { a.btn href={ "/season/" (id) "/manage" } { "Manage" } }
                }
            }
            @if view.rows.is_empty() {
                div.empty { h2 { "No results yet" } p { "Places count as soon as a tournament of the season is over." } }
            } @else { (table(&view)) }
            p.cap { (words::TIES) }
            @if !view.ratings.is_empty() { (ratings(&view)) }
        }
    };
    Ok(layout::house(&view.season.name, &visitor, &body))
}

fn rules_in_words(season: &Season) -> String {
    words::rules(&season.places, season.taking_part, season.best)
}

fn table(view: &View) -> Markup {
    html! {
        div.scroll-x tabindex="0" role="region" aria-label="Standings of the season" {
            table.tt {
                thead { tr {
                    th.num { "Rank" } th { "Player" } th.num { "Points" }
                    @for (tournament, name) in &view.events { th.num { a href={ "/t/" (tournament) "/standings" } { (name) } } }
                } }
                tbody { @for row in &view.rows { (line(view, row)) } }
            }
        }
    }
}

fn name_of(view: &View, person: Person) -> &str {
    view.names.get(&person).map_or("", String::as_str)
}

fn line(view: &View, row: &Row) -> Markup {
    let results = |event: usize| row.results.iter().find(move |result| result.event == event);
    html! {
        tr {
            td.num { (row.rank) }
            td.name { (name_of(view, row.person)) }
            td.num { b title=(row.points.to_string()) { (words::points(&row.points)) } }
            @for event in 0..view.events.len() { (cell(results(event))) }
        }
    }
}

/// Ratings with their history, for those who agreed. Ratings are not a ranking, so they are listed by name.
fn ratings(view: &View) -> Markup {
    let mut people: Vec<(&str, &Person)> = view
        .ratings
        .keys()
        .map(|person| (name_of(view, *person), person))
        .collect();
    people.sort_by_key(|(name, person)| (search_key(name), **person));
    html! {
        section.stack {
            h2 { "Ratings" }
            div.scroll-x tabindex="0" role="region" aria-label="Ratings" {
                table.tt {
                    thead { tr { th { "Player" } th.num { "Rating" } th.num { "±" } th.num { "Games" } th { "History" } } }
                    tbody { @for (name, person) in people {
                        @let history = view.ratings.get(person).map(Vec::as_slice).unwrap_or_default();
                        @let games: u32 = history.iter().map(|point| point.games).sum();
                        @if let Some(last) = history.last() {
                            tr {
                                td.name { (name) }
                                td.num { b { (format!("{:.0}", last.rating)) } }
                                td.num { (format!("{:.0}", 2.0 * last.deviation)) }
                                td.num { (games) }
                                td { (course(history.iter().map(|point| point.rating).collect::<Vec<_>>().as_slice())) }
                            }
                        }
                    } }
                }
            }
            p.cap { "Glicko-2, one period per tournament; only games between players who agreed to be rated. Everyone starts at 1500. Ratings don’t affect the ranking." }
        }
    }
}

/// A rating over time, with the beginning at 1500.
fn course(ratings: &[f64]) -> Markup {
    let all: Vec<f64> = std::iter::once(1500.0)
        .chain(ratings.iter().copied())
        .collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(1.0);
    let last = (all.len() - 1).max(1) as f64;
    let points: Vec<String> = all
        .iter()
        .enumerate()
        .map(|(place, rating)| {
            let x = 4.0 + 112.0 * place as f64 / last;
            let y = 4.0 + 20.0 * (high - rating) / span;
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let told: Vec<String> = all.iter().map(|rating| format!("{rating:.0}")).collect();
    html! {
        svg.course viewBox="0 0 120 28" width="120" height="28" role="img" aria-label=(told.join(", ")) {
            polyline points=(points.join(" ")) fill="none" stroke="currentColor" stroke-width="2" {}
        }
    }
}

async fn download(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let view = seasons::view(&app, &visitor, &id).await?;
    let mut head = vec!["rank".to_owned(), "player".to_owned(), "points".to_owned()];
    for (_, name) in &view.events {
        head.push(format!("{name}: place"));
        head.push(format!("{name}: points"));
        head.push(format!("{name}: counts"));
    }
    let rows = view.rows.iter().map(|row| {
        let mut cells = vec![
            row.rank.to_string(),
            name_of(&view, row.person).to_owned(),
            // As a fraction where it is one: a spreadsheet would round it.
            row.points.to_string(),
        ];
        for event in 0..view.events.len() {
            let found = row.results.iter().find(|result| result.event == event);
            cells.extend(match found {
                Some(result) => [
                    words::place(result.place.first, result.place.last),
                    result.points.to_string(),
                    if result.counts { "yes" } else { "no" }.to_owned(),
                ],
                None => [String::new(), String::new(), String::new()],
            });
        }
        cells
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let name = format!("attachment; filename=\"{id}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, out::sheet(&head, &rows)).into_response())
}

async fn printed(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(fields): Query<Fields>,
) -> Result<Response, Problem> {
    let paper = print::paper(&fields)?;
    let file = printing::season(&app, &visitor, &id, paper).await?;
    Ok(download::shown(file))
}

async fn manage(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(asked): Query<Fields>,
) -> Result<Markup, Problem> {
    let view = seasons::view(&app, &visitor, &id).await?;
    let season = &view.season;
    seasons::organizer_only(&app, &visitor, season).await?;
    let wanted = Wanted {
        own: true,
        ..Wanted::default()
    };
    let own = summaries::list(&app, &visitor, wanted, MOST_LISTED).await?;
    // Tournaments of a series often share a name, so the date tells them apart.
    let titled = own.into_iter().map(|found| {
        let date = found.brief.date.map(|date| format!(", {date}"));
        let title = format!("{}{}", found.brief.name, date.unwrap_or_default());
        (found.id, title)
    });
    let mut own: BTreeMap<TournamentId, String> = view.events.iter().cloned().collect();
    own.extend(titled);
    let places: Vec<String> = season.places.iter().map(ToString::to_string).collect();
    let saved = asked.ticked("saved");
    let body = html! {
        div.wide.stack {
            div.head { div { h1 { (season.name) } p { a href={ "/season/" (id) } { "Standings of the season" } } } }
            @if saved { p.notice.good role="status" { span { "Saved." } } }
            form.stack method="post" action={ "/season/" (id) "/manage" } {
                div.field { label for="name" { "Name" } input #name name="name" required maxlength="100" value=(season.name); }
                div.cluster {
                    div.field.grow { label for="places" { "Points by place, first place first" } input #places name="places" maxlength="400" value=(places.join(", ")); }
                    div.field { label for="taking_part" { "Everyone else" } input #taking_part.short name="taking_part" inputmode="numeric" value=(season.taking_part); }
                    div.field { label for="best" { "Best results that count" } input #best.short name="best" inputmode="numeric" value=[season.best] placeholder="all"; }
                }
                fieldset {
                    legend { h2 { "Tournaments" } }
                    @if own.is_empty() { p.quiet { "You run no tournaments yet." } }
                    @for (tournament, name) in &own {
                        label.check { input type="checkbox" name="tournament" value=(tournament) checked[season.tournaments.contains(tournament)]; (name) }
                    }
                }
                div { button.btn.primary { "Save season" } }
            }
            section.stack {
                h2 { "Link players" }
                p.quiet { "Players link themselves on their phones. Link others here when you know they are the same person; names alone are never linked." }
                (same_names(&view))
                (linked(&view))
                (by_hand(&view))
            }
        }
    };
    Ok(layout::house(&season.name, &visitor, &body))
}

/// How a seat is sent in a form.
fn seat_value(seat: &Played) -> String {
    format!("{} {}", seat.tournament, seat.player.0)
}

fn seat_of(text: &str) -> Result<Played, Problem> {
    let seat = text.rsplit_once(' ').and_then(|(tournament, player)| {
        Some(Played {
            tournament: TournamentId::new(tournament).ok()?,
            player: PlayerId(player.parse().ok()?),
        })
    });
    seat.ok_or_else(|| Problem::bad("Choose two players."))
}

/// "Mara Quist, Spring Open".
fn seat_name(view: &View, seat: &Played) -> String {
    let person = view.seats.iter().find(|(_, seats)| seats.contains(seat));
    let name = person.map_or("", |(person, _)| name_of(view, *person));
    let event = view.events.iter().find(|(id, _)| *id == seat.tournament);
    format!("{name}, {}", event.map_or("", |(_, name)| name.as_str()))
}

/// People of one name who are not linked: perhaps the same person, perhaps not.
fn same_names(view: &View) -> Markup {
    let mut by_name: BTreeMap<String, Vec<(&Person, &Vec<Played>)>> = BTreeMap::new();
    for (person, seats) in &view.seats {
        by_name
            .entry(search_key(name_of(view, *person)))
            .or_default()
            .push((person, seats));
    }
    let apart = |people: &Vec<(&Person, &Vec<Played>)>| {
        let mut tournaments: Vec<&TournamentId> = people
            .iter()
            .flat_map(|(_, seats)| seats.iter().map(|seat| &seat.tournament))
            .collect();
        let all = tournaments.len();
        tournaments.sort_unstable();
        tournaments.dedup();
        people.len() > 1 && tournaments.len() == all
    };
    let found: Vec<_> = by_name.into_values().filter(apart).collect();
    html! {
        @if !found.is_empty() {
            table.tt {
                caption { "The same name in several tournaments" }
                tbody { @for people in &found {
                    tr {
                        td { @for (place, (_, seats)) in people.iter().enumerate() { @if place > 0 { "; " } @for seat in seats.iter() { (seat_name(view, seat)) } } }
                        td.num {
                            form.inline method="post" action={ "/season/" (view.season.id) "/link" } {
                                @for (_, seats) in people { @for seat in seats.iter() { input type="hidden" name="seat" value=(seat_value(seat)); } }
                                button.btn.small { "Same person" }
                            }
                        }
                    }
                } }
            }
        }
    }
}

fn linked(view: &View) -> Markup {
    let several = view.seats.iter().filter(|(_, seats)| seats.len() > 1);
    let several: Vec<_> = several.collect();
    html! {
        @if !several.is_empty() {
            table.tt {
                caption { "Linked players" }
                tbody { @for (person, seats) in several { @for seat in seats {
                    tr {
                        td { (name_of(view, *person)) }
                        td { (seat_name(view, seat)) }
                        td.num {
                            form.inline method="post" action={ "/season/" (view.season.id) "/unlink" } {
                                input type="hidden" name="seat" value=(seat_value(seat));
                                button.btn.small { "Unlink" }
                            }
                        }
                    }
                } } }
            }
        }
    }
}

/// Any two seats, for people whose names differ.
fn by_hand(view: &View) -> Markup {
    let mut seats: Vec<(String, &Played)> = view
        .seats
        .values()
        .flatten()
        .map(|seat| (seat_name(view, seat), seat))
        .collect();
    seats.sort_by_key(|(name, seat)| (search_key(name), (*seat).clone()));
    let choice = |id: &str, label: &str| {
        html! {
            div.field { label for=(id) { (label) }
                select #(id) name="seat" required {
                    option value="" { "Choose" }
                    @for (name, seat) in &seats { option value=(seat_value(seat)) { (name) } }
                }
            }
        }
    };
    html! {
        form.cluster method="post" action={ "/season/" (view.season.id) "/link" } {
            (choice("one", "Player")) (choice("two", "is the same person as"))
            button.btn { "Link" }
        }
    }
}

async fn save(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let season = seasons::find(&app, &id).await?.value;
    seasons::organizer_only(&app, &visitor, &season).await?;
    let places = fields.get("places").unwrap_or_default();
    let places = places
        .split([',', ' ', ';'])
        .filter(|text| !text.is_empty())
        .map(|text| {
            let points: Result<u32, _> = text.parse();
            points.map_err(|_| {
                Problem::bad(format!("“{text}” in “Points by place” is not a number."))
            })
        });
    let rules = Rules {
        places: places.collect::<Result<_, Problem>>()?,
        taking_part: fields.maybe("taking_part")?.unwrap_or(0),
        best: fields.maybe("best")?,
    };
    let wanted = fields.all("tournament").map(TournamentId::new);
    let wanted: Vec<TournamentId> = wanted
        .collect::<Result<_, _>>()
        .map_err(|_| Problem::bad("That tournament does not exist."))?;
    // Those that are there stay in their order; new ones come last.
    let mut tournaments = season.tournaments;
    tournaments.retain(|tournament| wanted.contains(tournament));
    let new = wanted.into_iter().filter(|one| !tournaments.contains(one));
    let new: Vec<TournamentId> = new.collect();
    tournaments.extend(new);
    seasons::set_rules(&app, &id, fields.get("name").unwrap_or_default(), rules).await?;
    seasons::set_tournaments(&app, &visitor, &id, tournaments).await?;
    Ok(Redirect::to(&format!("/season/{id}/manage?saved=1")))
}

async fn seats_of(
    app: &Shared,
    visitor: &Visitor,
    id: &str,
    fields: &Fields,
) -> Result<Vec<Played>, Problem> {
    let season = seasons::find(app, id).await?.value;
    seasons::organizer_only(app, visitor, &season).await?;
    fields.all("seat").map(seat_of).collect()
}

async fn link(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let seats = seats_of(&app, &visitor, &id, &fields).await?;
    if seats.len() < 2 {
        return Err(Problem::bad("Choose two players."));
    }
    seasons::link(&app, &id, &seats).await?;
    Ok(Redirect::to(&format!("/season/{id}/manage?saved=1")))
}

async fn unlink(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    for seat in seats_of(&app, &visitor, &id, &fields).await? {
        seasons::unlink(&app, &id, &seat).await?;
    }
    Ok(Redirect::to(&format!("/season/{id}/manage?saved=1")))
}
