//! The time, from the system's clock. `MUSTER_NOW` stops it, so that a documented example can be repeated; a journal
//! never runs backwards whatever it says.

use crate::fault::Fault;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Returns the time.
pub(crate) fn now() -> Result<Timestamp, Fault> {
    match std::env::var("MUSTER_NOW") {
        Ok(text) => text.parse().map_err(|_| {
            Fault::Usage(format!(
                "MUSTER_NOW is {text:?}, which is no time; write it like 2026-05-30T09:00:00Z or leave it out"
            ))
        }),
        Err(_) => Ok(Timestamp::now()),
    }
}

/// Returns a time as people here read it.
pub(crate) fn local(at: Timestamp) -> String {
    at.to_zoned(TimeZone::system())
        .strftime("%Y-%m-%d %H:%M:%S")
        .to_string()
}
