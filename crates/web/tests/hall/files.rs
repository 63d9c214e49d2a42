//! Files in and out of the pages: taking in what another program recorded, and taking away what the public pages show.

use crate::support::{Answer, Browser, TestServer};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use muster_regulations::Regulation;
use muster_tournament::PlayerId;
use muster_tournament::state::Phase;

const LISTFORTRESS: &str = include_str!("../../../exchange/tests/data/listfortress.json");
const CRYODEX: &str = include_str!("../../../exchange/tests/data/cryodex.json");

pub(crate) async fn send(browser: &mut Browser, parts: &[(&str, &[u8])]) -> Answer {
    send_to(browser, "/import", parts).await
}

/// Sends a form as a browser without a script does when it has a file in it.
async fn send_to(browser: &mut Browser, path: &str, parts: &[(&str, &[u8])]) -> Answer {
    const MARK: &str = "----muster-test";
    let mut body = Vec::new();
    for (name, content) in parts {
        let file = if *name == "upload" {
            "; filename=\"a.json\""
        } else {
            ""
        };
        let head =
            format!("--{MARK}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{MARK}--\r\n").as_bytes());
    let request = Request::post(path)
        .header(
            header::CONTENT_TYPE,
            format!("multipart/form-data; boundary={MARK}"),
        )
        .body(Body::from(body))
        .unwrap();
    browser.send(request).await
}

/// The hidden field in which the file waits.
pub(crate) fn kept(page: &str) -> String {
    let from = page.split("name=\"kept\" value=\"").nth(1).unwrap();
    from.split('"').next().unwrap().to_owned()
}

async fn tournaments(hall: &TestServer) -> usize {
    hall.app.rooms.list().await.unwrap().len()
}

#[tokio::test]
async fn tables_and_lists_in_a_file_of_players_are_taken_over() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let file = "name;table;list\nAda Okafor;4;\"Faction: Harbour Watch\nGrey Heron (60)\n2x Tern Pilot (45)\nObstacles: rock 1, rock 2, cloud 1\"\n\
        Bram Lindqvist;;https://lists.example/7\n";
    let path = format!("/t/{id}/desk/players/file");
    let page = send_to(&mut desk, &path, &[("upload", file.as_bytes())]).await;
    for part in [
        "handed in",
        "The list was skipped",
        "<td class=\"num\">4</td>",
    ] {
        assert!(page.ok().contains(part), "{part}: {}", page.text());
    }
    let fields = [("names", file), ("sure", "1"), ("key", "once")];
    for _ in 0..2 {
        let add = format!("/t/{id}/desk/players/add");
        desk.post(&add, &fields).await.sent_to("/t/");
    }
    let state = hall.state(&id).await;
    assert_eq!(state.players.len(), 2, "a second press adds nobody");
    assert_eq!(state.player(PlayerId(1)).unwrap().list_points, Some(150));
    assert_eq!(state.setup.wishes.fixed_tables.len(), 1);
    assert_eq!(state.lists.of.len(), 1);
}

#[tokio::test]
async fn a_file_is_previewed_first_and_imported_when_accepted() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    desk.get("/").await.ok().contains("/import");
    desk.get("/import").await.ok();
    for (name, format) in [("upload", ""), ("text", "listfortress")] {
        let before = tournaments(&hall).await;
        let parts: [(&str, &[u8]); 2] = [
            (name, LISTFORTRESS.as_bytes()),
            ("format", format.as_bytes()),
        ];
        let page = send(&mut desk, &parts).await;
        let words = page.text();
        assert!(
            words.contains("Invented Trial") && words.contains("3 players, 2 Swiss rounds"),
            "{words}"
        );
        assert_eq!(tournaments(&hall).await, before);
        let waiting = kept(page.ok());
        let parts: [(&str, &[u8]); 3] = [
            ("kept", waiting.as_bytes()),
            ("format", b"listfortress"),
            ("accept", b"1"),
        ];
        let answer = send(&mut desk, &parts).await;
        let place = answer.sent_to("/t/invented-trial-").to_owned();
        let id = place.split('/').nth(2).unwrap().to_owned();
        assert_eq!(hall.state(&id).await.phase, Phase::Finished);
        let mut anybody = hall.browser();
        for page in [
            "standings",
            "pairings",
            "pairings?round=3",
            "bracket",
            "log",
            "proof",
            "export",
            "why/rank/1",
            "why/pairing/1/1",
            "why/outcome/2/1",
            "projector",
            "overlay",
        ] {
            let answer = anybody.get(&format!("/t/{id}/{page}")).await;
            assert_eq!(answer.status, StatusCode::OK, "{page}: {}", answer.text());
        }
        for page in [
            "desk",
            "desk/players",
            "desk/round/1",
            "desk/bracket",
            "desk/standings",
            "desk/journal",
            "desk/settings",
        ] {
            let status = desk.get(&format!("/t/{id}/{page}")).await.status;
            assert!(
                status.is_success() || status.is_redirection(),
                "{page}: {status}"
            );
        }
        let bracket = anybody.get(&format!("/t/{id}/bracket")).await;
        let podium = bracket.body.split("class=\"podium\"").nth(1);
        let first = podium.and_then(|podium| podium.split("</li>").next());
        assert!(
            first.is_some_and(|first| first.contains("Ann")),
            "{}",
            bracket.text()
        );
        let proof = anybody.get(&format!("/t/{id}/proof")).await.text();
        assert!(
            proof.contains("Recorded elsewhere") && proof.contains("Muster drew nothing"),
            "{proof}"
        );
        let round = anybody
            .get(&format!("/t/{id}/pairings?round=1"))
            .await
            .text();
        assert!(round.contains("200 – 24"), "{round}");
        let refused = desk.post(&format!("/t/{id}/do/draft"), &[]).await;
        assert!(
            refused.text().contains("was run with ListFortress"),
            "{}",
            refused.text()
        );
    }
}

#[tokio::test]
async fn xw_salvo_what_is_open_is_asked_for() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let open = CRYODEX
        .replace("\"player2points\":24", "\"player2points\":200")
        .replace("\"score\":1", "\"score\":null");
    let page = send(&mut desk, &[("upload", open.as_bytes())]).await;
    assert!(
        page.ok().contains("name=\"winner rounds[0].matches[0]\""),
        "{}",
        page.text()
    );
    let waiting = kept(page.ok());
    let told: [(&str, &[u8]); 4] = [
        ("kept", waiting.as_bytes()),
        ("format", b"cryodex"),
        ("winner rounds[0].matches[0]", b"2"),
        ("accept", b"1"),
    ];
    let again = send(&mut desk, &told[..3]).await;
    assert!(
        again.ok().contains("value=\"2\" selected"),
        "{}",
        again.text()
    );
    let place = send(&mut desk, &told).await.sent_to("/t/").to_owned();
    let state = hall.state(place.split('/').nth(2).unwrap()).await;
    let m = &state.rounds[0].matches[0];
    assert_eq!(m.winner(), Some(m.b));
}

#[tokio::test]
async fn bad_files_are_refused_in_words_and_nothing_is_made() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let huge = vec![b' '; 5 * 1024 * 1024];
    let beyond = vec![b' '; 9 * 1024 * 1024];
    let files: &[(&[u8], StatusCode, &str)] = &[
        (b"", StatusCode::UNPROCESSABLE_ENTITY, "Choose a file"),
        (b"{", StatusCode::UNPROCESSABLE_ENTITY, "cut off"),
        (
            &LISTFORTRESS.as_bytes()[..200],
            StatusCode::UNPROCESSABLE_ENTITY,
            "cut off",
        ),
        (
            b"PK\x03\x04....",
            StatusCode::UNPROCESSABLE_ENTITY,
            "ZIP archive",
        ),
        (
            b"\x1f\x8b\x08....",
            StatusCode::UNPROCESSABLE_ENTITY,
            "Unpack",
        ),
        (b"\xff\xfe{\0\"", StatusCode::UNPROCESSABLE_ENTITY, "UTF-16"),
        (b"name;club", StatusCode::UNPROCESSABLE_ENTITY, "isn't JSON"),
        (
            b"{\"a\": 1}",
            StatusCode::UNPROCESSABLE_ENTITY,
            "participants",
        ),
        (&huge, StatusCode::UNPROCESSABLE_ENTITY, "4 MB"),
        (&beyond, StatusCode::PAYLOAD_TOO_LARGE, "4 MB"),
    ];
    for (file, status, part) in files {
        let answer = send(&mut desk, &[("upload", file), ("accept", b"1")]).await;
        let start = &file[..file.len().min(20)];
        assert_eq!(answer.status, *status, "{start:?} {}", answer.text());
        assert!(answer.text().contains(part), "{start:?}: {}", answer.text());
    }
    let broken = send(&mut desk, &[("kept", b"no base64!")]).await;
    assert_eq!(broken.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(tournaments(&hall).await, 0);
    // Nobody else may try.
    let mut anybody = hall.browser();
    assert_eq!(anybody.get("/import").await.status, StatusCode::FORBIDDEN);
    let answer = send(
        &mut anybody,
        &[("upload", LISTFORTRESS.as_bytes()), ("accept", b"1")],
    )
    .await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(tournaments(&hall).await, 0);
}

#[tokio::test]
async fn a_csv_of_players_is_shown_before_anybody_is_registered() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let path = format!("/t/{id}/desk/players/file");
    let csv = b"\xEF\xBB\xBFname;club\r\nZo\xC3\xAB;\"Red; Barn\"\r\n;nobody\r\n";
    let page = send_to(&mut desk, &path, &[("upload", csv)]).await;
    let words = page.text();
    assert!(
        words.contains("Zoë Red; Barn") && words.contains("Add 1 player"),
        "{words}"
    );
    assert!(hall.state(&id).await.players.is_empty());
    for (bad, part) in [
        (&b"PK\x03\x04"[..], "spreadsheet"),
        (b"club;town\nRed;Barn\n", "name"),
        (b"a\0b", "zero bytes"),
    ] {
        let answer = send_to(&mut desk, &path, &[("upload", bad)]).await;
        assert!(answer.text().contains(part), "{}", answer.text());
    }
    let mut anybody = hall.browser();
    let answer = send_to(&mut anybody, &path, &[("upload", csv)]).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(hall.state(&id).await.players.is_empty());
}

#[tokio::test]
async fn exports_contain_no_more_than_the_pages() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let players = "name,email,club,faction,points\nAnn,ann@example.org,Red Barn,Empire,187\nBo,,,,\nCy,,,,\nDi,,,,\n";
    desk.post(&format!("/t/{id}/desk/players/add"), &[("names", players)])
        .await;
    let mut anybody = hall.browser();
    for file in [
        "players.csv",
        "tournament.json",
        "rounds.csv",
        "standings.csv",
        "site.zip",
    ] {
        let answer = anybody.get(&format!("/t/{id}/export/{file}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{file}");
        for hidden in ["example.org", "Red Barn", "187"] {
            assert!(!answer.body.contains(hidden), "{file} holds {hidden}");
        }
    }
    for (path, status) in [
        ("export/listfortress.json", StatusCode::UNPROCESSABLE_ENTITY),
        ("export/nrtm.json", StatusCode::UNPROCESSABLE_ENTITY),
        ("export/secrets.txt", StatusCode::NOT_FOUND),
        (
            "export/calendar.ics?start=nine",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "export/calendar.ics?start=10:00&pause=99999999999",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        // Neither a date nor a round that has begun.
        (
            "export/calendar.ics?start=10:00",
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        ("export/players.csv?contacts=1", StatusCode::FORBIDDEN),
    ] {
        let answer = anybody.get(&format!("/t/{id}/{path}")).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
    let own = desk
        .get(&format!("/t/{id}/export/players.csv?contacts=1"))
        .await;
    assert!(own.ok().contains("ann@example.org"));
}
