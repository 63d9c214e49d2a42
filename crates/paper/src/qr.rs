//! QR codes as small drawings for a template.

use qrcode::QrCode;
use qrcode::types::Color;
use std::fmt::Write;

/// The white rim around a code, in modules: readers need it to find the code among print.
const QUIET: usize = 4;

/// Draws an address with its quiet zone; nothing where it is too long for a code.
///
/// One path of whole units, a row of dark modules at a time: hundreds of slips are drawn at once.
pub(crate) fn svg(address: &str) -> Option<String> {
    let code = QrCode::new(address.as_bytes()).ok()?;
    let side = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (y, row) in colors.chunks(side).enumerate() {
        let mut x = 0;
        while x < side {
            let dark = row
                .iter()
                .skip(x)
                .take_while(|color| **color == Color::Dark)
                .count();
            if dark > 0 {
                let _ = write!(path, "M{x} {y}h{dark}v1h-{dark}z");
            }
            x += dark.max(1);
        }
    }
    let whole = side + 2 * QUIET;
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{QUIET} -{QUIET} {whole} {whole}"><path d="{path}"/></svg>"#
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_quiet_zone() {
        // 21 modules and four of white on either side.
        let drawn = svg("A").unwrap();
        assert!(drawn.contains(r#"viewBox="-4 -4 29 29""#), "{drawn}");
    }
}
