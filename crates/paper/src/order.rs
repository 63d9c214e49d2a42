//! The order for a document: paper, round, addresses, and whatever is not in the state.

use crate::document::Document;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use muster_regulations::UnknownName;
use muster_statistics::Statistics;
use muster_tournament::{PlayerId, RoundNo, State, Tournament};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaperSize))]
pub enum Paper {
    /// 210 mm × 297 mm.
    #[default]
    A4,
    /// 8.5 in × 11 in.
    Letter,
}

impl Paper {
    /// Both sizes.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// Returns the name people write.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// The name the engine knows it by.
    pub(crate) const fn engine_name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "us-letter",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Paper, UnknownName> {
        let found = Paper::ALL.into_iter().find(|paper| paper.name() == text);
        found.ok_or_else(|| UnknownName {
            kind: "paper size",
            given: text.to_owned(),
            known: Paper::ALL.map(Paper::name).join(", "),
        })
    }
}

/// What a player signs in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The code to type.
    pub code: String,
    /// The link to open.
    pub link: Option<String>,
}

/// An order for a document.
#[derive(Clone, Debug)]
pub struct Order {
    pub paper: Paper,
    /// The round; by default the newest that is published.
    pub round: Option<RoundNo>,
    /// The time of the state's last line, so that the same state gives the same page.
    pub at: Timestamp,
    /// The time zone in which times are shown.
    pub zone: TimeZone,
    /// The address of the tournament's pages, without a slash at its end, for links and QR codes.
    pub base: Option<String>,
    /// What players sign in with, where it is known.
    pub tickets: BTreeMap<PlayerId, Ticket>,
    /// Only these players, where a document is made of pages for single players; empty for all.
    pub players: Vec<PlayerId>,
    /// Statistics for the final report.
    pub statistics: Option<Statistics>,
}

impl Order {
    /// Returns an order for A4 with nothing special about it.
    #[must_use]
    pub fn new(at: Timestamp) -> Order {
        Order {
            paper: Paper::A4,
            round: None,
            at,
            zone: TimeZone::UTC,
            base: None,
            tickets: BTreeMap::new(),
            players: Vec::new(),
            statistics: None,
        }
    }

    /// Returns the order with times in the zone of the hall, else in UTC: never in the zone of the machine, so that every
    /// machine prints the same page.
    #[must_use]
    pub fn in_zone_of(mut self, state: &State) -> Order {
        let named = state.setup.zone.as_deref();
        let named = named.and_then(|name| TimeZone::get(name).ok());
        self.zone = named.unwrap_or(TimeZone::UTC);
        self
    }

    /// Returns the order with what a document needs from the journal besides the state.
    #[must_use]
    pub fn for_document(mut self, document: Document, tournament: &Tournament) -> Order {
        if document == Document::Report {
            self.statistics = Some(muster_statistics::of(tournament));
        }
        self
    }

    /// Returns whether a player was asked for.
    pub(crate) fn wants(&self, player: PlayerId) -> bool {
        self.players.is_empty() || self.players.contains(&player)
    }

    /// An instant as people read it: "14 November 2026, 15:30". UTC is named, because few clocks show it.
    pub(crate) fn moment(&self, at: Timestamp) -> String {
        let zoned = at.to_zoned(self.zone.clone());
        let utc = if self.zone == TimeZone::UTC {
            " UTC"
        } else {
            ""
        };
        format!("{}{utc}", zoned.strftime("%-d %B %Y, %H:%M"))
    }

    /// An instant within a tournament, which may last several days: "14 Nov, 15:30".
    pub(crate) fn moment_of_year(&self, at: Timestamp) -> String {
        let zoned = at.to_zoned(self.zone.clone());
        zoned.strftime("%-d %b, %H:%M").to_string()
    }

    /// The day of an instant: "14 November 2026".
    pub(crate) fn day(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone())
            .strftime("%-d %B %Y")
            .to_string()
    }
}
