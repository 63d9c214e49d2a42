//! The editions of our own rules. Each line of a journal says under which edition it was accepted, and is judged and
//! folded by that edition forever, so that journals of earlier builds still verify and can be continued.

/// An edition of the rules, as lines name it by their version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// Until November 2026.
    First,
    /// Incidents by the book: who may report what, when a replacement enters, what can be undone; numbers are used only once.
    Second,
    /// Free text about people is beside the line and not in it; times follow a corrected clock.
    Third,
    /// A step can be undone after others followed.
    Fourth,
}

impl Edition {
    /// The edition under which lines are written today.
    pub const NEWEST: Edition = Edition::Fourth;

    /// Returns the edition of a line by its version; versions that are too new were refused when the line was read.
    #[must_use]
    pub fn of(version: u32) -> Edition {
        match version {
            0 | 1 => Edition::First,
            2 => Edition::Second,
            3 => Edition::Third,
            _ => Edition::Fourth,
        }
    }
}
