//! The pages in real Chromium, driven as people drive them: a desk, phones, spectators, each in a browser of its own,
//! against the real program over a fresh folder. Needs Debian's `chromium`, `chromium-driver`,
//! `fonts-dejavu-core` and `fonts-dejavu-extra`, and axe-core below the target folder; `./test` installs what is missing. Slow, so ignored in the everyday run.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on must stop where it is"
)]

mod accessibility;
mod desk;
mod driver;
mod evening;
mod every_page;
mod floor;
mod fonts;
mod keyboard;
mod layout;
mod page;
mod results;
mod screens;
mod server;
mod standby;
mod tournaments;
mod trouble;
mod walk;
mod wire;
