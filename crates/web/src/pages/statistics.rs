//! Statistics over all tournaments of a regulation on this server that the visitor may see.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::parts::statistics::{counted, parts};
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use muster_exchange::out;
use muster_regulations::Regulation;
use muster_service::statistics::added_up;
use muster_statistics::Statistics;
use muster_words::phrases::plural;

/// Addresses of these pages.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/statistics", get(statistics))
        .route("/statistics.csv", get(download))
}

/// `GET /statistics?regulation=`
async fn statistics(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(asked): Query<Fields>,
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
                    p { "No tournament of this regulation has a counted result." }
                }
            } @else {
                p.cap {
                    (plural(numbers.tournaments as usize, "1 tournament", "{n} tournaments")) ", " (counted(&numbers))
                }
                (parts(&numbers, |table| format!("/statistics.csv?regulation={}&table={table}", wanted.id())))
            }
        }
    };
    Ok(layout::house("Statistics", &visitor, &body))
}

/// `GET /statistics.csv?regulation=&table=`
async fn download(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(asked): Query<Fields>,
) -> Result<Response, Problem> {
    let numbers = added_up(&app, &visitor, regulation(&asked)).await?;
    sheet(&numbers, asked.get("table").unwrap_or("factions"))
}

/// The requested regulation, X-Wing by default.
fn regulation(asked: &Fields) -> Regulation {
    let named = asked.get("regulation").and_then(|id| id.parse().ok());
    named.unwrap_or(Regulation::Xwing)
}

/// Returns a table of statistics as a CSV file.
pub(crate) fn sheet(numbers: &Statistics, id: &str) -> Result<Response, Problem> {
    let Some(table) = muster_statistics::sheet(numbers, id) else {
        return Err(Problem::missing(format!("There is no table “{id}”.")));
    };
    let name = format!("attachment; filename=\"{id}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, out::sheet(&table.head, &table.rows)).into_response())
}
