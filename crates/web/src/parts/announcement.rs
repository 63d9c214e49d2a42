//! The desk's message to everybody, shown on phones and the projector until it ends.

use crate::layout::icon;
use crate::visitor::Scene;
use jiff::Timestamp;
use maud::{Markup, html};
use muster_ledger::people::{Announcement, Settings};

/// Returns the message that is shown at a moment.
#[must_use]
pub fn current(settings: &Settings, now: Timestamp) -> Option<&Announcement> {
    let message = settings.announcement.as_ref();
    message.filter(|message| message.at <= now && now < message.until)
}

/// Renders the message for a phone; a new one makes it vibrate.
#[must_use]
pub fn phone(scene: &Scene) -> Markup {
    html! {
        @if let Some(message) = current(&scene.settings, scene.app.now()) {
            p.notice.announced role="status" data-notice={ "message-" (message.at.as_millisecond()) } { (icon("alert")) b { (message.text) } }
        }
    }
}

/// Renders the message for the projector, as a row of the page, so that it covers no name.
#[must_use]
pub fn wall(scene: &Scene) -> Markup {
    html! {
        @if let Some(message) = current(&scene.settings, scene.app.now()) {
            p.wall-message role="status" { (message.text) }
        }
    }
}
