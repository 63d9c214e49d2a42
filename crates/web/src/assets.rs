//! The style sheet and the script, inside the binary. Their addresses change with their content, so that browsers may
//! cache them forever.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// A file that never changes under its address.
pub struct Asset {
    name: &'static str,
    kind: &'static str,
    content: String,
    path: String,
}

/// Every colour, size and distance, then every part.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let content = concat!(
        include_str!("../assets/tokens.css"),
        include_str!("../assets/muster.css"),
        include_str!("../assets/public.css"),
        include_str!("../assets/desk.css"),
        include_str!("../assets/projector.css"),
        include_str!("../assets/phone.css"),
        include_str!("../assets/ahead.css"),
    );
    Asset::new("muster.css", "text/css; charset=utf-8", content)
});

/// The one script; every page works without it.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "muster.js",
        "text/javascript; charset=utf-8",
        concat!(
            include_str!("../assets/muster.js"),
            include_str!("../assets/public.js"),
            include_str!("../assets/desk.js"),
            include_str!("../assets/phone.js"),
        ),
    )
});

impl Asset {
    fn new(name: &'static str, kind: &'static str, content: &str) -> Asset {
        let digest = Sha256::digest(content.as_bytes());
        let mark: String = digest
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Asset {
            name,
            kind,
            content: content.to_owned(),
            path: format!("/assets/{mark}/{name}"),
        }
    }

    /// Returns the name of its file.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what is in it.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns its address.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Serves an asset. The mark in the address only matters to the browser's cache.
pub async fn serve(Path((_, name)): Path<(String, String)>) -> Response {
    let asset: &Asset = match name.as_str() {
        name if name == STYLE.name => &STYLE,
        name if name == SCRIPT.name => &SCRIPT,
        _ => return crate::problem::Problem::missing("There is no such file.").into_response(),
    };
    let headers = [
        (header::CONTENT_TYPE, asset.kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, asset.content.clone()).into_response()
}
