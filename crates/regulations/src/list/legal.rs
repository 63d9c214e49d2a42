//! From when a product is legal (LEGAL-1).
//!
//! Relies on the date of release, which somebody types or imports; promises the rule of the documents and nothing about
//! regions: outside North America, and in Conquest, the organizer may decide otherwise.

use crate::{Regulation, Tier};
use jiff::Span;
use jiff::civil::Date;

/// Days after its release until a product is legal in the highest tier.
const WAIT: i64 = 11;

/// Returns the first day on which a product may be played, or `None` where the calendar ends before it.
#[must_use]
pub fn first_legal_day(regulation: Regulation, tier: Tier, released: Date) -> Option<Date> {
    let days = match (regulation, tier) {
        // Released before the first day of the event.
        (Regulation::Conquest, _) => 1,
        (_, Tier::Premier | Tier::Competitive) => WAIT,
        (_, Tier::Relaxed | Tier::Formal | Tier::Casual | Tier::Event) => 0,
    };
    released.checked_add(Span::new().try_days(days).ok()?).ok()
}
