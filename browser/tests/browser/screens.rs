//! Pictures of a page at three sizes in both themes, for people to look at.

use crate::driver::{LAPTOP, LARGE, PHONE};
use crate::page::Page;
use std::path::PathBuf;

/// Where the pictures go: below the target folder, or where `MUSTER_SCREENS` says.
fn folder() -> PathBuf {
    let usual = || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("browser/screens");
    std::env::var_os("MUSTER_SCREENS").map_or_else(usual, PathBuf::from)
}

/// Takes a page's pictures.
pub(crate) async fn pictures(page: &Page, name: &str) {
    for size in [PHONE, LAPTOP, LARGE] {
        page.resize(size).await;
        let screen = format!("{}x{}", size.width, size.height);
        for theme in ["light", "dark"] {
            page.theme(theme).await;
            let place = folder().join(format!("{screen}-{theme}"));
            std::fs::create_dir_all(&place).unwrap();
            page.picture(&place.join(format!("{}.png", name.replace(' ', "-"))))
                .await;
        }
    }
}
