//! QR codes for pages and for the terminal.

use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::{svg, unicode};

/// Draws an address as a picture, with the address as text beside it for people without a camera.
#[must_use]
pub fn picture(address: &str) -> Markup {
    let drawn = QrCode::new(address.as_bytes()).map(|code| {
        code.render::<svg::Color>()
            .min_dimensions(180, 180)
            .dark_color(svg::Color("#000"))
            .light_color(svg::Color("#fff"))
            .build()
    });
    html! {
        figure.qr {
            @if let Ok(svg) = drawn {
                // The picture contains only squares; the address itself is escaped below.
                (PreEscaped(svg.split_once("?>").map_or(svg.as_str(), |(_, svg)| svg)))
            }
            figcaption.cap { (address) }
        }
    }
}

/// Draws an address with block characters, for a terminal.
#[must_use]
pub fn terminal(address: &str) -> String {
    QrCode::new(address.as_bytes())
        .map(|code| code.render::<unicode::Dense1x2>().build())
        .unwrap_or_default()
}
