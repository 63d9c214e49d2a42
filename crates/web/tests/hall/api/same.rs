//! Whatever a page shows or does, a program can read or do: every address of a page beside the operation that stands
//! for it.

use super::Program;
use crate::support::TestServer;
use crate::walk::routes;

/// What is not for programs, with the reason.
const FOR_BROWSERS: [(&str, &str); 52] = [
    ("get /rehearsal", "people practise"),
    ("post /rehearsal", "people practise"),
    ("post /t/{id}/rehearsal/pace", "people practise"),
    ("post /t/{id}/rehearsal/end", "people practise"),
    ("post /seasons", "an organizer sets a season up by hand"),
    (
        "get /season/{season}/manage",
        "an organizer sets a season up by hand",
    ),
    (
        "post /season/{season}/manage",
        "an organizer sets a season up by hand",
    ),
    ("post /season/{season}/link", "people say who is who"),
    ("post /season/{season}/unlink", "people say who is who"),
    ("get /t/{id}/me/season", "a person speaks for themselves"),
    ("post /t/{id}/me/season", "a person speaks for themselves"),
    (
        "get /t/{id}/me/certificate.pdf",
        "a person prints their own certificate in a browser",
    ),
    (
        "get /t/{id}/me/data.json",
        "a person asks for their own data in a browser",
    ),
    (
        "get /t/{id}/desk/announce",
        "a message for people in the hall",
    ),
    (
        "post /t/{id}/desk/announce",
        "a message for people in the hall",
    ),
    (
        "post /t/{id}/me/check-in",
        "a program of the desk checks players in",
    ),
    ("get /healthz", "for whoever watches the machine"),
    ("get /readyz", "for whoever watches the machine"),
    ("get /metrics", "for whoever watches the machine"),
    ("get /account", "programs come with tokens"),
    ("post /account/password", "programs come with tokens"),
    ("post /account/sign-out", "programs come with tokens"),
    ("post /account/invite", "programs come with tokens"),
    (
        "get /t/{id}/waiting/{token}",
        "a program asks with its key again",
    ),
    ("get /standby/status", "for the other machine"),
    ("post /standby/follow", "for the other machine"),
    ("post /standby/yield", "for the other machine"),
    ("post /standby/goodbye", "for the other machine"),
    ("get /standby/ticket", "programs come with tokens"),
    ("get /standby/arrive", "programs come with tokens"),
    ("post /standby/arrive", "programs come with tokens"),
    ("get /assets/{mark}/{name}", "how pages look"),
    ("get /api", "the description, for people"),
    ("get /now", "answers carry their instants"),
    ("get /new", "a form"),
    ("get /import", "a form"),
    ("get /in/{token}", "a form"),
    ("get /t/{id}/claim", "a form"),
    ("get /t/{id}/register", "a form"),
    ("get /welcome/{token}", "the owner makes a password"),
    ("post /welcome/{token}", "the owner makes a password"),
    ("get /sign-in", "programs come with tokens"),
    ("post /sign-in", "programs come with tokens"),
    ("post /sign-out", "programs come with tokens"),
    ("get /t/{id}/export", "a menu"),
    (
        "get /t/{id}/desk/repair",
        "a form; programs preview the command",
    ),
    ("get /t/{id}/desk/print", "a menu"),
    ("get /t/{id}/desk/screens", "a menu"),
    ("post /t/{id}/desk/screens", "what a wall shows"),
    ("post /t/{id}/desk/end", "what a wall shows"),
    (
        "get /t/{id}/report/{round}/{table}",
        "leads a phone to its page",
    ),
    ("get /t/{id}/table/{table}", "leads a phone to its page"),
];

/// What is read.
const READ: [(&str, &str); 59] = [
    ("/seasons", "/seasons"),
    ("/season/{season}", "/seasons/{season}"),
    ("/season/{season}/standings.csv", "/seasons/{season}"),
    ("/season/{season}/standings.pdf", "/seasons/{season}/print"),
    ("/plan", "/regulations/{regulation}/plan"),
    ("/t/{id}/desk/chances", "/tournaments/{id}/chances"),
    ("/t/{id}/desk/newcomers", "/tournaments/{id}/newcomers"),
    ("/", "/tournaments"),
    ("/rules", "/regulations"),
    ("/rules/{regulation}", "/regulations/{regulation}"),
    ("/statistics", "/statistics/{regulation}"),
    ("/statistics.csv", "/statistics/{regulation}"),
    ("/tokens", "/tokens"),
    ("/t/{id}", "/tournaments/{id}"),
    ("/t/{id}/", "/tournaments/{id}"),
    ("/t/{id}/events", "/tournaments/{id}/events"),
    ("/t/{id}/pairings", "/tournaments/{id}/rounds/{round}"),
    ("/t/{id}/standings", "/tournaments/{id}/standings"),
    ("/t/{id}/desk/end", "/tournaments/{id}/standings"),
    ("/t/{id}/statistics", "/tournaments/{id}/statistics"),
    ("/t/{id}/statistics.csv", "/tournaments/{id}/statistics"),
    ("/t/{id}/bracket", "/tournaments/{id}/bracket"),
    ("/t/{id}/log", "/tournaments/{id}/log"),
    ("/t/{id}/proof", "/tournaments/{id}/proof"),
    ("/t/{id}/journal.jsonl", "/tournaments/{id}/journal"),
    ("/t/{id}/overlay", "/tournaments/{id}/rounds/{round}"),
    ("/t/{id}/projector", "/tournaments/{id}/clock"),
    (
        "/t/{id}/why/pairing/{round}/{table}",
        "/tournaments/{id}/why/pairing/{round}/{table}",
    ),
    (
        "/t/{id}/why/outcome/{round}/{table}",
        "/tournaments/{id}/why/outcome/{round}/{table}",
    ),
    (
        "/t/{id}/why/first/{round}/{table}",
        "/tournaments/{id}/why/first/{round}/{table}",
    ),
    (
        "/t/{id}/why/bye/{round}/{player}",
        "/tournaments/{id}/why/bye/{round}/{player}",
    ),
    (
        "/t/{id}/why/rank/{player}",
        "/tournaments/{id}/why/rank/{player}",
    ),
    (
        "/t/{id}/why/cut/{player}",
        "/tournaments/{id}/why/cut/{player}",
    ),
    ("/t/{id}/export/{file}", "/tournaments/{id}/files/{file}"),
    ("/t/{id}/print/{file}", "/tournaments/{id}/print/{document}"),
    ("/t/{id}/me", "/tournaments/{id}/players/{player}"),
    (
        "/t/{id}/me/report",
        "/tournaments/{id}/rounds/{round}/tables/{table}",
    ),
    ("/t/{id}/me/standings", "/tournaments/{id}/standings"),
    ("/t/{id}/me/pairings", "/tournaments/{id}/rounds"),
    ("/t/{id}/me/matches", "/tournaments/{id}/players/{player}"),
    ("/t/{id}/me/list", "/tournaments/{id}/lists/{player}"),
    ("/t/{id}/me/opponent", "/tournaments/{id}/lists/{player}"),
    (
        "/t/{id}/me/tally",
        "/tournaments/{id}/rounds/{round}/tables/{table}",
    ),
    ("/t/{id}/desk", "/tournaments/{id}"),
    ("/t/{id}/desk/players", "/tournaments/{id}/players"),
    (
        "/t/{id}/desk/player/{player}",
        "/tournaments/{id}/players/{player}",
    ),
    (
        "/t/{id}/desk/round/{round}",
        "/tournaments/{id}/rounds/{round}",
    ),
    ("/t/{id}/desk/bracket", "/tournaments/{id}/bracket"),
    ("/t/{id}/desk/standings", "/tournaments/{id}/standings"),
    ("/t/{id}/desk/journal", "/tournaments/{id}/log"),
    ("/t/{id}/desk/webhooks", "/tournaments/{id}/webhooks"),
    ("/t/{id}/desk/webhooks", "/tournaments/{id}/deliveries"),
    ("/t/{id}/desk/people", "/tournaments/{id}/staff"),
    ("/t/{id}/desk/settings", "/tournaments/{id}/settings"),
    ("/t/{id}/desk/lists", "/tournaments/{id}/lists"),
    (
        "/t/{id}/desk/list/{player}",
        "/tournaments/{id}/lists/{player}",
    ),
    ("/t/{id}/desk/tables", "/tournaments/{id}/tables"),
    ("/t/{id}/desk/calls", "/tournaments/{id}/judges"),
    (
        "/t/{id}/desk/tally/{table}",
        "/tournaments/{id}/rounds/{round}/tables/{table}",
    ),
];

/// What is done, or worked out from what was sent.
const DONE: [(&str, &str); 32] = [
    ("/t/{id}/desk/newcomers", "post /tournaments/{id}/newcomers"),
    ("/new", "post /tournaments"),
    ("/import", "post /imports/preview"),
    ("/import", "post /imports"),
    ("/tokens", "post /tokens"),
    ("/tokens/revoke", "delete /tokens/{token}"),
    ("/in/{token}", "post /join"),
    // Every command of the core; which of them there are is tested where they are read.
    ("/t/{id}/do/{command}", "post /tournaments/{id}/commands"),
    (
        "/t/{id}/preview/{round}/{table}",
        "post /tournaments/{id}/preview",
    ),
    (
        "/t/{id}/preview/{round}/{table}",
        "post /regulations/{regulation}/score",
    ),
    ("/t/{id}/claim", "post /tournaments/{id}/claim"),
    ("/t/{id}/register", "post /tournaments/{id}/register"),
    ("/t/{id}/me/report", "post /tournaments/{id}/commands"),
    ("/t/{id}/me/drop", "post /tournaments/{id}/commands"),
    ("/t/{id}/me/list", "post /tournaments/{id}/commands"),
    (
        "/t/{id}/me/tally/check",
        "post /tournaments/{id}/rounds/{round}/tables/{table}/tally",
    ),
    ("/t/{id}/list/check", "post /tournaments/{id}/lists/check"),
    (
        "/t/{id}/desk/tally/{table}/check",
        "post /tournaments/{id}/rounds/{round}/tables/{table}/tally",
    ),
    ("/t/{id}/desk/players/add", "post /tournaments/{id}/players"),
    (
        "/t/{id}/desk/players/file",
        "post /tournaments/{id}/players/preview",
    ),
    ("/t/{id}/desk/start", "post /tournaments/{id}/commands"),
    (
        "/t/{id}/desk/round/{round}/enter",
        "post /tournaments/{id}/commands",
    ),
    ("/t/{id}/desk/lists/call", "post /tournaments/{id}/commands"),
    (
        "/t/{id}/desk/lists/catalogue",
        "post /tournaments/{id}/commands",
    ),
    (
        "/t/{id}/desk/list/{player}",
        "post /tournaments/{id}/commands",
    ),
    (
        "/t/{id}/desk/people/invite",
        "post /tournaments/{id}/invites",
    ),
    ("/t/{id}/desk/people/codes", "post /tournaments/{id}/codes"),
    ("/t/{id}/desk/print/codes", "post /tournaments/{id}/badges"),
    ("/t/{id}/desk/settings", "put /tournaments/{id}/settings"),
    ("/t/{id}/desk/webhooks", "post /tournaments/{id}/webhooks"),
    (
        "/t/{id}/desk/webhooks/{hook}/remove",
        "delete /tournaments/{id}/webhooks/{webhook}",
    ),
    (
        "/t/{id}/desk/webhooks/again/{delivery}",
        "post /tournaments/{id}/deliveries/{delivery}/again",
    ),
];

#[tokio::test]
async fn whatever_a_page_shows_or_does_a_program_can_read_or_do() {
    let hall = TestServer::new().await;
    let document = Program::new(&hall, None).get("/openapi.json").await.ok();
    let read = READ.map(|(page, path)| (format!("get {page}"), format!("get {path}")));
    let done = DONE.map(|(page, operation)| (format!("post {page}"), operation.to_owned()));
    let table: Vec<(String, String)> = read.into_iter().chain(done).collect();
    for (page, operation) in &table {
        let (method, path) = operation.split_once(' ').unwrap();
        let there = document["paths"][path][method].is_object();
        assert!(there, "{page}: programs have no {operation}");
    }
    let pages: Vec<String> = ["get", "post"]
        .iter()
        .flat_map(|method| {
            routes(method)
                .into_iter()
                .map(move |page| format!("{method} {page}"))
        })
        .collect();
    for page in &pages {
        let known = table.iter().any(|(known, _)| known == page);
        let browsers = FOR_BROWSERS.iter().any(|(known, _)| known == page);
        assert!(
            known != browsers,
            "{page}: for programs, or for browsers only?"
        );
    }
    let listed = table.iter().map(|(page, _)| page.as_str());
    for page in listed.chain(FOR_BROWSERS.map(|(page, _)| page)) {
        assert!(
            pages.iter().any(|there| there == page),
            "there is no {page}"
        );
    }
}
