//! Pictures of a page at three sizes in both themes, for people to look at, and the one thing about them that a
//! program can judge: nothing sticks out to the side.

use crate::driver::{LAPTOP, LARGE, PHONE};
use crate::page::Page;
use crate::walk;
use std::path::PathBuf;

/// Where the pictures go: below the target folder, or where `MUSTER_SCREENS` says.
fn folder() -> PathBuf {
    let usual = || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("screens");
    std::env::var_os("MUSTER_SCREENS").map_or_else(usual, PathBuf::from)
}

/// Takes a page's pictures and returns what is wrong with them.
pub(crate) async fn pictures(page: &Page, name: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for size in [PHONE, LAPTOP, LARGE] {
        page.resize(size).await;
        let screen = format!("{}x{}", size.width, size.height);
        let out = walk::sticking_out(page, size).await;
        if !out.is_empty() {
            wrong.push(format!("{name} at {screen} scrolls sideways: {out}"));
        }
        for theme in ["light", "dark"] {
            page.theme(theme).await;
            let place = folder().join(format!("{screen}-{theme}"));
            std::fs::create_dir_all(&place).unwrap();
            page.picture(&place.join(format!("{}.png", name.replace(' ', "-"))))
                .await;
        }
    }
    wrong
}
