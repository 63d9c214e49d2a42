//! The system font of the browsers under test: named here, so that no page is judged by what happens to be installed.
//! The layout must hold with a wide font and with a narrow one.

use crate::page::Page;
use serde_json::json;
use std::path::{Path, PathBuf};

/// What the machine shows text in. Both are in Debian's `fonts-dejavu-core` and `fonts-dejavu-extra`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    /// Wider than almost every other system font.
    Wide,
    /// A tenth narrower.
    Narrow,
}

impl Font {
    fn family(self) -> &'static str {
        match self {
            Font::Wide => "DejaVu Sans",
            Font::Narrow => "DejaVu Sans Condensed",
        }
    }

    /// Writes the configuration of a machine that has only this font and returns its file.
    pub(crate) fn configuration(self, folder: &Path) -> PathBuf {
        let file = folder.join("fonts.conf");
        let text = format!(
            r#"<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <cachedir>{}</cachedir>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{}</string></edit>
  </match>
</fontconfig>
"#,
            folder.join("font-cache").display(),
            self.family()
        );
        std::fs::write(&file, text).unwrap();
        file
    }

    /// Fails unless a browser really shows its text in this font.
    pub(crate) async fn assert_shown(self, page: &Page) {
        page.open("data:text/html,<body style=\"font-family:system-ui\">Muster")
            .await;
        page.devtools("DOM.enable", json!({})).await;
        page.devtools("CSS.enable", json!({})).await;
        let document = page.devtools("DOM.getDocument", json!({})).await;
        let root = &document["root"]["nodeId"];
        let body = json!({ "nodeId": root, "selector": "body" });
        let body = page.devtools("DOM.querySelector", body).await;
        let shown = page.devtools("CSS.getPlatformFontsForNode", body).await;
        assert_eq!(
            shown["fonts"][0]["familyName"],
            self.family(),
            "install fonts-dejavu-core and fonts-dejavu-extra, or run ./test, which does"
        );
    }
}
