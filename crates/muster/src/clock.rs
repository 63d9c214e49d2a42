//! The time, from the system's clock. `MUSTER_NOW` stops it, so that a documented example can be repeated.

use crate::fault::Fault;
use crate::output::{Output, ask, can_ask};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use muster_tournament::Tournament;

/// Returns the time.
pub(crate) fn now() -> Result<Timestamp, Fault> {
    match std::env::var("MUSTER_NOW") {
        Ok(text) => text.parse().map_err(|_| {
            Fault::Usage(format!(
                "MUSTER_NOW is {text:?}, which is not a time like 2026-05-30T09:00:00Z"
            ))
        }),
        Err(_) => Ok(Timestamp::now()),
    }
}

/// Returns a time in the local time zone.
pub(crate) fn local(at: Timestamp) -> String {
    at.to_zoned(TimeZone::system())
        .strftime("%Y-%m-%d %H:%M:%S")
        .to_string()
}

/// Asks whether the system clock is right if it is far from the last entry; without a terminal, prints a note.
pub(crate) fn check(tournament: &Tournament, out: &mut Output) -> Result<(), Fault> {
    let now = now()?;
    let Some(last) = tournament.clock_doubt(now) else {
        return Ok(());
    };
    let doubt = format!(
        "this machine's clock says {}, and the last entry is from {}",
        local(now),
        local(last)
    );
    if !can_ask() {
        out.note(format!(
            "{doubt}; if the clock is wrong, undo this step and set the clock"
        ));
        return Ok(());
    }
    match ask(&format!("{doubt}. Is the clock right? [y/N] "))?.as_str() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Fault::Usage(
            "nothing was done; set the clock and try again".to_owned(),
        )),
    }
}
