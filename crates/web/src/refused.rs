//! Error pages that keep their surroundings: the desk's rail or the phone's tabs stay around it, everything that was typed stays in
//! a form that can be sent again, the error is at its field, and there is a way back.

use crate::act::is_here;
use crate::api;
use crate::app::Shared;
use crate::layout::{self, Place, Public, Tab, action_fields, clause, icon};
use crate::parts::seen;
use crate::problem::Problem;
use crate::routes::LARGEST_BODY;
use crate::visitor::{Here, Scene, Visitor};
use axum::Form;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

/// Fields that people type in: the name, the label, and how an error asks for it.
const LABELS: [(&str, &str, &str); 24] = [
    ("reason", "Reason", "a reason"),
    ("text", "Text", "a text"),
    ("what", "What happened", "what happened"),
    ("name", "Name", "a name"),
    ("names", "Names, one per line", "names"),
    ("club", "Club", "a club"),
    ("contact", "Contact", "a contact"),
    ("faction", "Faction", "a faction"),
    ("list", "List", "a list"),
    ("list_points", "List points", "the list points"),
    ("table", "Table", "a table number"),
    ("tables", "Tables", "table numbers"),
    ("player", "Player", "a player"),
    ("players", "Players", "a number of players"),
    ("card", "Card", "a card"),
    ("unreadable", "Unreadable part", "the unreadable part"),
    ("phrase", "Phrase", "a phrase"),
    ("minutes", "Minutes", "minutes"),
    ("until", "Until", "a time"),
    ("date", "Date", "a date"),
    ("zone", "Time zone", "a time zone"),
    ("rounds", "Rounds", "a number of rounds"),
    ("cut", "Cut to top", "a size of the cut"),
    ("score", "Score", "a score"),
];

/// Fields with numbers that a page fills in itself, so that they are shown only if they are invalid.
const FILLED_IN: [&str; 3] = ["table", "player", "players"];

/// Returns how an error asks for a field.
pub(crate) fn asked_for(name: &str) -> Option<&'static str> {
    let found = LABELS.iter().find(|(field, ..)| *field == name);
    found.map(|(_, _, asked)| *asked)
}

type Sent = Vec<(String, String)>;

/// Renders a refused request inside the page it came from.
pub(crate) async fn in_place(State(app): State<Shared>, request: Request, next: Next) -> Response {
    if request.uri().path().starts_with(api::ROOT) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let form = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form"));
    let (sent, body) = match parts.method == Method::POST && form {
        true => match to_bytes(body, LARGEST_BODY).await {
            Ok(bytes) => (bytes.clone(), Body::from(bytes)),
            Err(_) => return too_large().into_response(),
        },
        false => (Bytes::new(), body),
    };
    let asked = parts.clone();
    let answer = next.run(Request::from_parts(parts, body)).await;
    // Some pages are the answer to a form; reloading one by its address asks for a page that does not exist.
    let reloaded = answer.status() == StatusCode::METHOD_NOT_ALLOWED && asked.method == Method::GET;
    let problem = match answer.extensions().get::<Problem>() {
        Some(problem) => problem.clone(),
        None if reloaded => no_page(),
        None => return answer,
    };
    let form = Request::from_parts(asked.clone(), Body::from(sent));
    let sent = Form::<Sent>::from_request(form, &()).await;
    let sent = sent.map_or_else(|_| Sent::new(), |Form(sent)| sent);
    let page = page(&app, asked, &problem, &sent).await;
    let shown = problem.into_response();
    let (head, _) = shown.into_parts();
    Response::from_parts(head, Body::from(page.into_string()))
}

/// There is nothing at an address.
pub(crate) async fn nowhere(State(app): State<Shared>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let problem = no_page();
    let page = page(&app, parts, &problem, &Sent::new()).await;
    let (head, _) = problem.into_response().into_parts();
    Response::from_parts(head, Body::from(page.into_string()))
}

fn no_page() -> Problem {
    Problem::missing("There is no such page.")
}

fn too_large() -> Problem {
    let status = StatusCode::PAYLOAD_TOO_LARGE;
    Problem::new(status, "This is too long. Send it in parts.")
}

/// The page about a problem where nothing is known of who asked for what.
pub(crate) fn alone(problem: &Problem) -> Markup {
    let way = Way {
        back: "/",
        sign_in: None,
        changes: true,
        form: None,
        again: html! {},
    };
    layout::bare(problem.title(), &body(problem, &way))
}

async fn page(app: &Shared, mut parts: Parts, problem: &Problem, sent: &Sent) -> Markup {
    let title = problem.title();
    let path = parts.uri.path().to_owned();
    let before = before(&parts, sent);
    let changes = parts.method != Method::GET;
    let Ok(scene) = Scene::from_request_parts(&mut parts, app).await else {
        let mut way = Way {
            back: before.as_deref().unwrap_or("/"),
            sign_in: None,
            changes,
            form: None,
            again: html! {},
        };
        return match Visitor::of(app, &parts).await {
            Ok(visitor) => {
                way.sign_in = sign_in(problem, &parts, &visitor);
                layout::house(title, &visitor, &body(problem, &way))
            }
            Err(_) => layout::bare(title, &body(problem, &way)),
        };
    };
    let home = match scene.here {
        Here::Staff(..) => "desk",
        Here::Player(_) => "me",
        Here::Spectator => "pairings",
    };
    let form = filled_in(&scene, &path, sent);
    let back = before.unwrap_or_else(|| scene.path(home));
    let again = match scene.here {
        Here::Spectator => html! {},
        _ if form.is_some() => html! {},
        _ => scene.room.read(|t| {
            let hidden = action_fields(t.state(), &back);
            again(problem, &path, sent, &hidden)
        }),
    };
    let way = Way {
        back: &back,
        sign_in: sign_in(problem, &parts, &scene.visitor),
        changes,
        form,
        again,
    };
    let body = body(problem, &way);
    scene.room.read(|t| {
        let state = t.state();
        let at = [&back, &path].into_iter().find_map(|path| place(path));
        match scene.here {
            Here::Staff(..) => layout::desk(&scene, state, at, title, &body, None),
            Here::Player(_) => layout::phone(&scene, state, Tab::Match, title, &body),
            Here::Spectator => {
                let state = &*seen::published(state);
                layout::public(&scene, state, Public::Elsewhere, title, &body)
            }
        }
    })
}

/// The page that a request came from: what its form names, else what the browser says.
fn before(parts: &Parts, sent: &Sent) -> Option<String> {
    let next = sent.iter().find(|(name, _)| name == "next");
    let next = next.map(|(_, next)| next.clone());
    let from = || {
        let from = parts.headers.get(header::REFERER)?.to_str().ok()?;
        let from = from.parse::<Uri>().ok()?;
        Some(from.path_and_query()?.as_str().to_owned())
    };
    let here = |page: &String| is_here(page) && page != parts.uri.path();
    next.filter(here).or_else(|| from().filter(here))
}

/// The place of the desk at an address.
fn place(path: &str) -> Option<Place> {
    let (_, rest) = path.split_once("/desk/")?;
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let mut words = rest.split('/');
    Some(match (words.next()?, words.next()) {
        ("players" | "player" | "newcomers" | "start", _) => Place::Players,
        ("round", Some(number)) => Place::Round(number.parse().ok()?),
        ("repair", _) => return None,
        ("bracket", _) => Place::Bracket,
        ("standings" | "chances", _) => Place::Standings,
        ("end", _) => Place::End,
        ("screens", _) => Place::Screens,
        ("calls", _) => Place::Calls,
        ("announce", _) => Place::Announce,
        ("tables", _) => Place::Tables,
        ("lists" | "list" | "tally", _) => Place::Lists,
        ("people", _) => Place::People,
        ("print", _) => Place::Print,
        ("journal", _) => Place::Journal,
        ("settings" | "webhooks", _) => Place::Settings,
        _ => return None,
    })
}

/// How somebody can continue after a refusal.
struct Way<'a> {
    /// The page before it.
    back: &'a str,
    /// Where to sign in, if that may help.
    sign_in: Option<String>,
    /// Whether the request would have changed something.
    changes: bool,
    /// The form on its own page, filled in.
    form: Option<String>,
    /// The form with everything that was typed.
    again: Markup,
}

/// Where visitors can sign in, with the way back to the page they wanted.
fn sign_in(problem: &Problem, parts: &Parts, visitor: &Visitor) -> Option<String> {
    let refused = matches!(
        problem.status,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN
    );
    (refused && visitor.account().is_none()).then(|| match parts.method {
        Method::GET => format!("/sign-in?next={}", parts.uri.path()),
        _ => "/sign-in".to_owned(),
    })
}

/// Says what was refused and what to do now.
fn body(problem: &Problem, way: &Way) -> Markup {
    let Way {
        back,
        sign_in,
        changes,
        form,
        again,
    } = way;
    let current = problem.look.as_deref();
    let again_first = !again.0.is_empty();
    let timed_out = problem.status == StatusCode::REQUEST_TIMEOUT;
    let said = problem.text.contains("Nothing was");
    let again_first = again_first || form.is_some();
    let first = !again_first && current.is_none() && sign_in.is_none();
    html! {
        div.narrow.stack {
            h1 { (problem.title()) }
            p.notice.bad role="alert" {
                (icon("alert"))
                span {
                    (problem.text)
                    @if *changes && !timed_out && !said { " Nothing was changed." }
                    @if let Some(hint) = problem.hint.as_deref() { " " (hint) }
                    @if let Some(id) = problem.clause { " " (clause(id)) }
                }
            }
            (again)
            div.cluster {
                @if let Some(page) = current { a.btn.primary[!again_first] href=(page) { "Show the current state" } }
                @if let Some(page) = sign_in { a.btn.primary[!again_first] href=(page) { "Sign in" } }
                @if let Some(form) = form { a.btn.primary href=(form) { "Back to the form" } }
                @else { a.btn.primary[first] href=(back) data-back { "Back" } }
                a.btn.plain href="/" { "All tournaments" }
            }
        }
    }
}

/// The form of a whole result at the desk, filled in with what was sent.
fn filled_in(scene: &Scene, path: &str, sent: &Sent) -> Option<String> {
    let is_result = path.ends_with("/do/report") || path.ends_with("/do/correct");
    let given = |wanted: &str| sent.iter().find(|(name, _)| name == wanted);
    let (_, round) = given("round").filter(|_| is_result && scene.here.is_staff())?;
    let mut page = scene.path(&format!("desk/round/{}?", escaped(round)));
    let own = ["seen", "key", "next", "round"];
    for (name, text) in sent
        .iter()
        .filter(|(name, _)| !own.contains(&name.as_str()))
    {
        page.push_str(&format!("{}={}&", escaped(name), escaped(text)));
    }
    page.push_str("#entry");
    Some(page)
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let one = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// What was typed, in a form that can be sent again; nothing where nothing was typed.
fn again(problem: &Problem, path: &str, sent: &Sent, hidden: &Markup) -> Markup {
    let at_fault = problem.field.as_deref();
    let labelled = |name: &str| LABELS.iter().find(|(field, ..)| *field == name);
    let is_typed = |name: &str| {
        let by_page = FILLED_IN.contains(&name) && at_fault != Some(name);
        labelled(name).is_some() && !by_page
    };
    let own = ["seen", "key", "next"];
    let kept = sent
        .iter()
        .filter(|(name, _)| !own.contains(&name.as_str()));
    let (typed, rest): (Vec<_>, Vec<_>) = kept.partition(|(name, _)| is_typed(name));
    if typed.is_empty() {
        return html! {};
    }
    html! {
        form.stack method="post" action=(path) {
            (hidden)
            @for (name, text) in rest { input type="hidden" name=(name) value=(text); }
            @for (name, text) in typed {
                @let label = labelled(name).map_or("", |(_, label, _)| *label);
                @let wrong = at_fault == Some(name.as_str());
                @let id = format!("again-{name}");
                div.field {
                    label for=(id) { (label) }
                    @if text.contains('\n') { textarea id=(id) name=(name) rows="6" aria-invalid=[wrong.then_some("true")] { (text) } }
                    @else { input id=(id) name=(name) value=(text) aria-invalid=[wrong.then_some("true")]; }
                    @if wrong { p.error { (problem.text) } }
                }
            }
            div { button.btn.primary { "Try again" } }
        }
    }
}
