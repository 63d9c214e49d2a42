//! What all tournaments of a regulation on this machine add up to, as far as the visitor may see them.

use crate::app::Shared;
use crate::layout;
use crate::parts::statistics::parts;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use maud::{Markup, html};
use muster_regulations::Regulation;
use muster_statistics::{Statistics, Sum};
use std::collections::HashMap;

/// Addresses of these pages.
pub fn routes() -> Router<Shared> {
    Router::new().route("/statistics", get(statistics))
}

type Asked = HashMap<String, String>;

/// `GET /statistics?regulation=`
async fn statistics(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Markup, Problem> {
    let wanted = regulation(&asked);
    let numbers = added_up(&app, &visitor, wanted).await?;
    let body = html! {
        div.wide.stack data-reg=(wanted.id()) {
            h1 { "Statistics of all tournaments" }
            nav.rounds aria-label="Regulations" {
                @for other in Regulation::ALL {
                    a href={ "/statistics?regulation=" (other.id()) } aria-current=[(other == wanted).then_some("page")] {
                        (other.book().title)
                    }
                }
            }
            @if numbers.games == 0 {
                div.empty {
                    h2 { "Nothing to count yet" }
                    p { "No tournament of this regulation has a result that counts." }
                }
            } @else {
                p.cap {
                    (numbers.tournaments) " tournaments, " (numbers.players) " players, " (numbers.games) " games that count."
                }
                (parts(&numbers))
            }
        }
    };
    Ok(layout::house("Statistics", &visitor, &body))
}

/// Words that name no regulation mean the first.
fn regulation(asked: &Asked) -> Regulation {
    let named = asked.get("regulation");
    let found = named.and_then(|id| Regulation::ALL.into_iter().find(|other| other.id() == id));
    found.unwrap_or(Regulation::Xwing)
}

/// Private tournaments count only for who may see them.
async fn added_up(
    app: &Shared,
    visitor: &Visitor,
    wanted: Regulation,
) -> Result<Statistics, Problem> {
    let mut sum = Sum::new(wanted);
    for id in app.rooms.list().await? {
        let room = app.rooms.room(&id).await?;
        let settings = room.settings();
        if !settings.private || visitor.here(&room, &settings).by().is_some() {
            room.read(|t| sum.add(t.state()));
        }
    }
    Ok(sum.statistics())
}
