//! axe-core on every page, in both themes: no violation of WCAG 2.2 AA. What it finds is told with the page, the rule and
//! the element.

use crate::driver::{Driver, LAPTOP};
use crate::hall::Hall;
use crate::page::Page;
use crate::walk::{self, Visitor};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Mutex;

/// Reads axe-core from below the target folder.
fn axe() -> String {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("axe");
    let file = target.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!(
            "axe-core is not at {} ({error}): run ./test, which puts it there",
            file.display()
        )
    })
}

/// Runs axe-core on a page in both themes and returns what it finds.
async fn violations(page: &Page, name: &str, axe: &str) -> Vec<String> {
    page.script(axe, vec![]).await;
    let mut found = Vec::new();
    // What depends on the theme is contrast alone; everything else is judged once.
    let tags = "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }";
    let contrast = "{ type: 'rule', values: ['color-contrast'] }";
    for (theme, only) in [("light", tags), ("dark", contrast)] {
        page.theme(theme).await;
        let script = &format!("
            const done = arguments[arguments.length - 1];
            axe.run(document, {{ runOnly: {only}, resultTypes: ['violations'], preload: false }}).then(
                (result) => done(result.violations.flatMap((v) => v.nodes.map((n) => `${{v.id}}: ${{n.html.slice(0, 160)}} — ${{n.any.concat(n.all, n.none)[0]?.message ?? ''}}`))),
                (error) => done([`axe-core failed: ${{error}}`]));");
        let told: Value = page.script_later(script).await;
        let told: Vec<String> = serde_json::from_value(told).unwrap();
        found.extend(
            told.iter()
                .map(|violation| format!("{name}, {theme}: {violation}")),
        );
    }
    found
}

async fn all(hall: &Hall, visitors: &[&Visitor]) {
    let (axe, wrong) = (axe(), Mutex::new(Vec::new()));
    for visitor in visitors {
        visitor
            .each(hall, async |page, name| {
                page.unroll(visitor.size).await;
                let found = violations(page, name, &axe).await;
                wrong.lock().unwrap().extend(found);
            })
            .await;
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(
        wrong.is_empty(),
        "{} violations:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_axe_everywhere_but_the_desk() {
    let (hall, driver) = (Hall::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let player = walk::player(&hall, &driver, &owner.page).await;
    let spectator = walk::spectator(&hall, &driver).await;
    all(&hall, &[&spectator, &player]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_axe_at_the_desk() {
    let (hall, driver) = (Hall::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let leader = walk::leader(&hall, &driver, &owner.page).await;
    let player = walk::player(&hall, &driver, &owner.page).await;
    let spectator = walk::spectator(&hall, &driver).await;
    walk::assert_complete(&[&owner, &leader, &player, &spectator]);
    all(&hall, &[&owner, &leader]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_axe_at_the_first_start() {
    let (hall, driver) = (Hall::open(), Driver::start().await);
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.welcome).await;
    let found = violations(&page, "welcome", &axe()).await;
    assert!(found.is_empty(), "{found:?}");
}
