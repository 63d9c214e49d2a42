//! Summaries: one row for each tournament with everything that a list, a search or statistics needs, so that no journal is
//! folded to show its name. A journal that grew without a new summary is listed by [`crate::Ledger::unsummarized`] until
//! somebody writes one.
//!
//! The caller decides what a summary contains: the ledger searches and orders by a few fields and returns the body as it
//! is. Whether a tournament is private, and who runs it, isn't part of a summary. A query uses the current settings, so that
//! a tournament that was made private a moment ago is in nobody's list.

use crate::id::TournamentId;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// What lists need to know about a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The tournament that it sums up.
    pub tournament: TournamentId,
    /// The position of the journal that it sums up. An older summary never replaces a newer one.
    pub position: u64,
    /// Whether the tournament is upcoming, in play or over, as a number that the caller chooses.
    pub phase: u8,
    /// The identifier of its regulation.
    pub regulation: String,
    /// The day of the tournament, by which lists are ordered; where none is set, the day it was created.
    pub date: Date,
    /// Everything that a search looks at, folded like the text of a query; see [`words`].
    pub text: String,
    /// Whatever else a list shows, as JSON that the ledger does not read.
    pub body: String,
}

/// Which summaries are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryQuery {
    /// Only those of a phase.
    pub phase: Option<u8>,
    /// Only those of a regulation.
    pub regulation: Option<String>,
    pub among: Among,
    /// Only those in whose text each of these words is the beginning of a word.
    pub text: String,
    /// Only those that this audience may see.
    pub audience: Audience,
    pub order: Order,
    /// Only those that come later in the order than this one.
    pub after: Option<Place>,
    /// How many are returned at most.
    pub limit: u32,
}

impl SummaryQuery {
    /// Asks for everything that an audience may see, newest first, up to a limit.
    #[must_use]
    pub fn new(audience: Audience, limit: u32) -> SummaryQuery {
        SummaryQuery {
            phase: None,
            regulation: None,
            among: Among::All,
            text: String::new(),
            audience,
            order: Order::Newest,
            after: None,
            limit,
        }
    }
}

/// The tournaments that a query chooses from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Among {
    All,
    /// Those that an account runs.
    RunBy(String),
    These(Vec<TournamentId>),
}

/// Who looks at the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The server itself: private tournaments too.
    Server,
    /// Somebody who sees public tournaments, those that their account runs, and those that they take part in.
    Visitor {
        /// The name of their account.
        account: Option<String>,
        /// Tournaments in which they have a seat.
        takes_part: Vec<TournamentId>,
    },
}

impl Audience {
    /// Returns the audience of public pages.
    #[must_use]
    pub fn stranger() -> Audience {
        Audience::Visitor {
            account: None,
            takes_part: Vec::new(),
        }
    }
}

/// How lists are ordered: by date, and tournaments of one day by their creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The latest date first.
    Newest,
    /// The earliest date first.
    Soonest,
}

/// Where the next page of a list begins: after the last summary of the page before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The date of the last summary.
    pub date: Date,
    pub tournament: TournamentId,
}

impl From<&Summary> for Place {
    fn from(summary: &Summary) -> Place {
        Place {
            date: summary.date,
            tournament: summary.tournament.clone(),
        }
    }
}

/// The longest part of a word that is kept for searching.
const LONGEST_WORD: usize = 64;

/// Returns the words that a text is found by: runs of letters and digits, each once.
pub(crate) fn words(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(shortened).collect()
}

fn shortened(word: &str) -> &str {
    match word.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => word.get(..end).unwrap_or(word),
        None => word,
    }
}

/// Returns the words of a query without those that are the beginning of another.
pub(crate) fn sought(text: &str) -> Vec<&str> {
    let words: Vec<&str> = words(text).into_iter().collect();
    // In this order, a word comes directly before those that begin with it.
    let longer = |index: usize| words.get(index + 1).copied().unwrap_or_default();
    let kept = words.iter().enumerate();
    let kept = kept.filter(|(index, word)| !longer(*index).starts_with(**word));
    kept.map(|(_, word)| *word).collect()
}

/// Returns the first text after all those that begin with a word, ordered by code points.
pub(crate) fn after_prefix(word: &str) -> String {
    let mut end: Vec<char> = word.chars().collect();
    while let Some(last) = end.pop() {
        let next = (u32::from(last) + 1..=u32::from(char::MAX)).find_map(char::from_u32);
        if let Some(next) = next {
            end.push(next);
            break;
        }
    }
    end.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_by_its_words() {
        let found = words("spring open 2026: anna-lena o'neil, anna 李小龍");
        let expected = [
            "2026",
            "anna",
            "lena",
            "neil",
            "o",
            "open",
            "spring",
            "李小龍",
        ];
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
        let long = "é".repeat(100);
        assert_eq!(words(&long).into_iter().next().unwrap().chars().count(), 64);
        assert!(words(" ,.- ").is_empty());
    }

    #[test]
    fn a_word_that_begins_another_is_asked_once() {
        assert_eq!(sought("an anna spring spr anna"), ["anna", "spring"]);
        assert_eq!(sought(""), Vec::<&str>::new());
    }

    #[test]
    fn a_prefix_ends_before_the_next_text() {
        for word in ["ann", "z", "李", "a\u{10FFFF}", "\u{D7FF}"] {
            let end = after_prefix(word);
            assert!(word < end.as_str(), "{word}");
            assert!(
                format!("{word}\u{10FFFF}").as_str() < end.as_str(),
                "{word}"
            );
        }
        assert_eq!(after_prefix("ann"), "ano");
    }
}
