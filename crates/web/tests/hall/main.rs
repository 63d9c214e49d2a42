//! A hall at work, over a real SQLite ledger and the real router: the organizer's desk, players' phones and everybody
//! else, as forms and pages.

mod bad_input;
mod first_minutes;
mod phones;
mod support;
mod walk;
mod whole;
