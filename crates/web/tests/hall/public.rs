//! The public pages.

mod answers;
mod drafts;
mod game;
mod look;
mod moments;
mod secrets;
mod site;
