//! The journal of another Muster, brought to the page for taking in: looked at, taken in, grown, and refused where it was
//! cut off, altered, went another way or belongs to somebody else.

use crate::files::{kept, send};
use crate::support::{Browser, TestServer, create, names};
use axum::http::StatusCode;
use muster_ledger::TournamentId;
use muster_ledger::people::Settings;
use muster_regulations::Regulation;
use muster_tournament::journal::Line;
use muster_tournament::{By, Command, PlayerId, Tournament};

/// A tournament whose first round is published, and the browser of its desk.
async fn played(hall: &TestServer) -> (Browser, String) {
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    desk.does(&id, "desk/players/add", &[("names", &names(8))])
        .await;
    desk.begins(&id).await;
    (desk, id)
}

async fn journal(hall: &TestServer, id: &str) -> String {
    hall.read(id, Tournament::to_text).await
}

async fn seed(hall: &TestServer, id: &str) -> String {
    let id = TournamentId::new(id).unwrap();
    let seed = hall.app.ledger().seed(&id).await.unwrap();
    seed.unwrap().to_string()
}

async fn count(hall: &TestServer) -> usize {
    hall.app.rooms.list().await.unwrap().len()
}

/// Accepts what a page shows and returns the identifier of the tournament.
async fn accept(browser: &mut Browser, page: &str, seed: &str) -> String {
    let waiting = kept(page);
    let parts: [(&str, &[u8]); 4] = [
        ("kept", waiting.as_bytes()),
        ("format", b"journal"),
        ("seed", seed.as_bytes()),
        ("accept", b"1"),
    ];
    let answer = send(browser, &parts).await;
    let place = answer.sent_to("/t/harbour-open-");
    assert!(place.ends_with("/desk"), "{place}");
    place.split('/').nth(2).unwrap().to_owned()
}

#[tokio::test]
async fn a_journal_is_previewed_first_and_continues_when_accepted() {
    let (hall, other) = (TestServer::new().await, TestServer::new().await);
    let (mut desk, id) = played(&hall).await;
    let seed = seed(&hall, &id).await;
    let text = journal(&hall, &id).await;
    let mut there = other.organizer().await;
    // As an upload with its seed, the format found out.
    let parts: [(&str, &[u8]); 2] = [("upload", text.as_bytes()), ("seed", seed.as_bytes())];
    let page = send(&mut there, &parts).await;
    let words = page.text();
    for part in [
        "Harbour Open",
        "Journal verified: 6 lines",
        "1 draws repeated",
        "Regulation X-Wing",
        "Players 8",
        "Rounds 1",
        "State Swiss rounds",
        "Seed included; the tournament can continue here",
        "Here new",
        "Import",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert_eq!(count(&other).await, 0);
    let taken = accept(&mut there, page.ok(), &seed).await;
    assert_eq!(journal(&other, &taken).await, text);
    // It goes on there, with the draws of its own seed.
    there.get(&format!("/t/{taken}/desk/players")).await.ok();
    there
        .post(
            &format!("/t/{taken}/do/void_round"),
            &[("reason", "power cut")],
        )
        .await
        .sent_to("/t/");
    there
        .post(&format!("/t/{taken}/do/draft"), &[])
        .await
        .sent_to("/t/");

    // Here it went on too: the copies cannot be brought together again.
    desk.post(&format!("/t/{id}/desk/players/add"), &[("names", "Zoë")])
        .await
        .sent_to("/t/");
    let forked = journal(&hall, &id).await;
    let refused = send(&mut there, &[("upload", forked.as_bytes())]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(
        refused.text().contains("belongs to another copy of it"),
        "{}",
        refused.text()
    );
}

#[tokio::test]
async fn a_longer_copy_makes_it_grow_and_only_for_its_organizer() {
    let (hall, other) = (TestServer::new().await, TestServer::new().await);
    let (mut desk, id) = played(&hall).await;
    let first = journal(&hall, &id).await;
    let mut there = other.organizer().await;
    let page = send(&mut there, &[("text", first.as_bytes())]).await;
    let words = page.text();
    let unseeded = "Seed missing; no more rounds can be drawn here";
    assert!(words.contains(unseeded), "{words}");
    let taken = accept(&mut there, page.ok(), "").await;
    let void = format!("/t/{taken}/do/void_round");
    there.post(&void, &[("reason", "power cut")]).await;
    let refused = there.post(&format!("/t/{taken}/do/draft"), &[]).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());

    // The copy there has gone its own way by now; a fresh one grows.
    for _ in 0..2 {
        desk.post(&format!("/t/{id}/do/undo"), &[])
            .await
            .sent_to("/t/");
    }
    let longer = journal(&hall, &id).await;
    let third = TestServer::new().await;
    let mut anew = third.organizer().await;
    let page = send(&mut anew, &[("text", first.as_bytes())]).await;
    let taken = accept(&mut anew, page.ok(), "").await;
    anew.get(&format!("/t/{taken}/desk/players")).await.ok();
    let seed = seed(&hall, &id).await;
    let parts: [(&str, &[u8]); 2] = [("upload", longer.as_bytes()), ("seed", seed.as_bytes())];
    let page = send(&mut anew, &parts).await;
    let words = page.text();
    assert!(
        words.contains("up to line 6; it grows to line 8"),
        "{words}"
    );

    // Somebody else runs it meanwhile: no look and no lines.
    let name = TournamentId::new(taken.as_str()).unwrap();
    let room = third.app.rooms.room(&name).await.unwrap();
    let mine = room.settings();
    let theirs = Settings {
        organizer: Some("Robin".to_owned()),
        ..mine.clone()
    };
    room.set(theirs).await.unwrap();
    for accepting in [&parts[..], &[parts[0], parts[1], ("accept", b"1")][..]] {
        let refused = send(&mut anew, accepting).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text());
    }
    room.set(mine).await.unwrap();
    assert_eq!(third.state(&taken).await.position, 6);

    assert_eq!(accept(&mut anew, page.ok(), &seed).await, taken);
    // The room that was open knows the new lines and the seed.
    assert_eq!(third.state(&taken).await.position, 8);
    anew.post(&format!("/t/{taken}/do/draft"), &[])
        .await
        .sent_to("/t/");
    let page = send(&mut anew, &[("upload", longer.as_bytes())]).await;
    assert!(page.text().contains("nothing is added"), "{}", page.text());
    assert_eq!(count(&third).await, 1);
}

/// Chains lines anew, as somebody would who alters a journal and knows how it is made.
fn chained(lines: Vec<Line>) -> String {
    let mut text = String::new();
    let mut prev = None;
    for mut line in lines {
        line.core.prev = prev.unwrap_or(line.core.prev);
        let line = Line::new(line.core, line.private)
            .with(line.attached)
            .noted(line.notes);
        prev = Some(line.hash);
        text.push_str(&line.to_json());
        text.push('\n');
    }
    text
}

#[tokio::test]
async fn what_was_cut_off_or_altered_is_refused_in_words() {
    let (hall, other) = (TestServer::new().await, TestServer::new().await);
    let (_, id) = played(&hall).await;
    let text = journal(&hall, &id).await;
    let without: String = text
        .lines()
        .skip(1)
        .map(|line| format!("{line}\n"))
        .collect();
    let forged = hall
        .read(&id, |t| {
            let mut lines = t.lines().to_vec();
            let last = lines.last_mut().unwrap();
            assert_eq!(last.core.entry.did, Command::Publish);
            last.core.by = By::Player(PlayerId(1));
            chained(lines)
        })
        .await;
    let mut there = other.organizer().await;
    let cases: [(&str, String, &str); 6] = [
        (
            "cut off",
            text[..text.len() - 40].to_owned(),
            "Line 6: This line stops in the middle. It was cut off",
        ),
        (
            "first line cut off",
            "{\"core\":{\"v\":1,".to_owned(),
            "cut off",
        ),
        (
            "altered",
            text.replacen("Harbour Open", "Harbour Shut", 1),
            "altered",
        ),
        (
            "a line missing",
            without,
            "Line 1: This line says it is line 2",
        ),
        (
            "chained anew",
            forged,
            "This journal is damaged or was altered, so it was not imported. Line 6",
        ),
        (
            "another format",
            text.replacen("\"v\":4", "\"v\":9", 1),
            "Use a newer version of Muster",
        ),
    ];
    for (what, file, part) in cases {
        for accepting in [false, true] {
            let mut parts: Vec<(&str, &[u8])> = vec![("upload", file.as_bytes())];
            if accepting {
                parts.push(("accept", b"1"));
            }
            let answer = send(&mut there, &parts).await;
            let words = answer.text();
            assert_eq!(
                answer.status,
                StatusCode::UNPROCESSABLE_ENTITY,
                "{what}: {words}"
            );
            assert!(words.contains(part), "{what}: {words}");
            assert!(words.contains("Nothing was changed."), "{what}: {words}");
        }
    }
    for (seed, part) in [
        ("00".repeat(32), "not the one that the journal commits to"),
        ("tide".to_owned(), "64 hexadecimal digits"),
    ] {
        let parts: [(&str, &[u8]); 2] = [("upload", text.as_bytes()), ("seed", seed.as_bytes())];
        let answer = send(&mut there, &parts).await;
        assert!(answer.text().contains(part), "{}", answer.text());
    }
    assert_eq!(count(&other).await, 0);
    let mut anybody = other.browser();
    let answer = send(
        &mut anybody,
        &[("upload", text.as_bytes()), ("accept", b"1")],
    )
    .await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(count(&other).await, 0);
}
