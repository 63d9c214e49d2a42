//! axe-core on a page, in both themes: what violates WCAG 2.2 AA, told with the page, the rule and the element.

use crate::page::Page;
use serde_json::Value;
use std::path::PathBuf;

/// Reads axe-core from below the target folder.
pub(crate) fn axe() -> String {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("browser/axe");
    let file = target.join("node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!(
            "axe-core is not at {} ({error}): run ./test, which puts it there",
            file.display()
        )
    })
}

/// Runs axe-core on a page in both themes and returns what it finds.
pub(crate) async fn violations(page: &Page, name: &str, axe: &str) -> Vec<String> {
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
