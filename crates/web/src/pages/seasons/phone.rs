//! A player's seasons on their phone: links to themselves, and the agreement to be rated.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Tab};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Redirect;
use axum::routing::get;
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Played, Season};
use muster_service::seasons;
use muster_words::phrases;

/// Addresses of this page.
pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/t/{id}/me/season", get(page).post(save))
}

/// The seasons of a tournament.
async fn of(scene: &Scene) -> Result<Vec<Season>, Problem> {
    let mut all = seasons::all(&scene.service).await?;
    all.retain(|season| season.tournaments.contains(&scene.room.id));
    Ok(all)
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    let player = scene.player()?;
    let mine = Played {
        tournament: scene.room.id.clone(),
        player,
    };
    let seasons = of(&scene).await?;
    Ok(scene.room.read(|t| {
        let body = html! {
            section { h1 { "Seasons" }
                @if seasons.is_empty() { p.quiet { "This tournament belongs to no season." } }
            }
            @for season in &seasons { (one(&scene, season, &mine)) }
        };
        layout::phone(&scene, t.state(), Tab::Me, "Seasons", &body)
    }))
}

fn one(scene: &Scene, season: &Season, mine: &Played) -> Markup {
    let own = seasons::own_seats(&scene.visitor, season);
    let person = season
        .person(mine)
        .and_then(|person| season.people.get(person));
    let linked = person.map_or(0, |person| person.seats.len());
    let loose = own
        .iter()
        .any(|seat| seat != mine && !person.is_some_and(|person| person.seats.contains(seat)));
    let rated = person.is_some_and(|person| person.rated);
    html! {
        section.stack {
            h2 { a href={ "/season/" (season.id) } { (season.name) } }
            @if linked > 1 { p { "Your results of " (phrases::plural(linked, "1 tournament", "{n} tournaments")) " count together." } }
            @if loose {
                p { "You also play in another tournament of this season on this phone." }
                form method="post" action=(scene.path("me/season")) {
                    input type="hidden" name="season" value=(season.id);
                    button.btn.primary name="do" value="link" { "Count them together" }
                }
            } @else if linked < 2 {
                p.quiet { "To count several tournaments together, open the link or enter the code of each on this phone, or ask at the desk." }
            }
            form.stack method="post" action=(scene.path("me/season")) {
                input type="hidden" name="season" value=(season.id);
                @if rated {
                    p { "You are rated." }
                    button.btn.wide name="do" value="unrated" { "Stop rating me" }
                } @else {
                    p.quiet { "A rating estimates your strength from games against others who agreed. Everybody can see it." }
                    button.btn.wide name="do" value="rated" { "Rate me" }
                }
            }
        }
    }
}

async fn save(scene: Scene, Form(fields): Form<Fields>) -> Result<Redirect, Problem> {
    let player = scene.player()?;
    let mine = Played {
        tournament: scene.room.id.clone(),
        player,
    };
    let id = fields.text("season")?;
    let season = seasons::find(&scene.service, id).await?.value;
    if !season.tournaments.contains(&mine.tournament) {
        return Err(Problem::bad("This tournament is not part of that season."));
    }
    match fields.get("do") {
        Some("link") => {
            let mut seats = seasons::own_seats(&scene.visitor, &season);
            if !seats.contains(&mine) {
                seats.push(mine);
            }
            seasons::link(&scene.service, id, &seats).await?;
        }
        Some(choice @ ("rated" | "unrated")) => {
            seasons::agree(&scene.service, id, &mine, choice == "rated").await?;
        }
        _ => return Err(Problem::bad("Press one of the buttons.")),
    }
    Ok(Redirect::to(&scene.path("me/season")))
}
