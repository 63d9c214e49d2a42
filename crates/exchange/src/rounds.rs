//! Rounds of a foreign file while it is read: who sits at a table, and in which order the rounds were played. Promises
//! a note for numbers that are missing, repeated or of another kind.

use crate::foreign::{ForeignBye, ForeignMatch, ForeignRound};
use crate::json::{Notes, Object};
use crate::roster::Roster;
use muster_regulations::Award;
use muster_tournament::PlayerId;
use muster_words::files::FileNote;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Two players at a table.
pub(crate) struct Pair {
    pub(crate) a: PlayerId,
    pub(crate) b: PlayerId,
}

/// A round as it is in the file.
pub(crate) struct RawRound {
    pub(crate) path: String,
    pub(crate) number: Option<u32>,
    pub(crate) matches: Vec<ForeignMatch>,
    pub(crate) byes: Vec<ForeignBye>,
}

impl RawRound {
    pub(crate) fn new(path: impl Into<String>, number: Option<u32>) -> RawRound {
        RawRound {
            path: path.into(),
            number,
            matches: Vec::new(),
            byes: Vec::new(),
        }
    }

    /// Reads a round whose matches are a list of objects.
    pub(crate) fn read(
        at: &Object<'_>,
        number: &str,
        roster: &mut Roster,
        notes: &mut Notes,
        one_match: fn(&Object<'_>, &mut RawRound, &mut Roster, &mut Notes),
    ) -> RawRound {
        let mut round = RawRound::new(at.path(), at.whole(number, notes));
        match at.list("matches", notes) {
            Some(matches) => {
                matches.objects(notes, |at, notes| one_match(&at, &mut round, roster, notes))
            }
            None => notes.add(at.path(), FileNote::NoMatches),
        }
        round.note_repeats(roster, notes);
        round
    }

    /// Finds the players of a match by their keys. A match of one player is a bye and is taken as one; `is_bye` is
    /// whether the file calls it so.
    pub(crate) fn seat(
        &mut self,
        path: &str,
        keys: [Option<String>; 2],
        is_bye: bool,
        bye: impl FnOnce(&mut Notes) -> Award,
        roster: &mut Roster,
        notes: &mut Notes,
    ) -> Option<Pair> {
        let found = keys.map(|key| key.map(|key| roster.find_or_add(&key, path, notes)));
        match found {
            [Some(a), Some(b)] if a == b => {
                let player = roster.name(a).to_owned();
                notes.add(path, FileNote::PlaysThemselves { player });
                None
            }
            [Some(a), Some(b)] => {
                if is_bye {
                    notes.add(path, FileNote::ByeOfTwo);
                }
                Some(Pair { a, b })
            }
            [Some(player), None] | [None, Some(player)] => {
                if !is_bye {
                    notes.add(path, FileNote::LonePlayer);
                }
                self.byes.push(ForeignBye {
                    path: path.to_owned(),
                    player,
                    award: bye(notes),
                });
                None
            }
            [None, None] => {
                notes.add(path, FileNote::NobodyNamed);
                None
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.matches.is_empty() && self.byes.is_empty()
    }

    /// Notes players who appear twice.
    pub(crate) fn note_repeats(&self, roster: &Roster, notes: &mut Notes) {
        let mut seen = HashSet::new();
        let matches = self
            .matches
            .iter()
            .flat_map(|m| [(m.a, &m.path), (m.b, &m.path)]);
        let byes = self.byes.iter().map(|bye| (bye.player, &bye.path));
        for (player, path) in matches.chain(byes) {
            if !seen.insert(player) {
                let player = roster.name(player).to_owned();
                notes.add(path.clone(), FileNote::PlaysTwice { player });
            }
        }
    }
}

/// Puts Swiss rounds into playing order.
pub(crate) fn swiss(mut rounds: Vec<RawRound>, notes: &mut Notes) -> Vec<ForeignRound> {
    note_missing_numbers(&rounds, notes);
    rounds.sort_by_key(|round| round.number.unwrap_or(u32::MAX));
    let mut before = 0;
    for round in &rounds {
        let Some(number) = round.number else { continue };
        if number == before {
            notes.add(
                round.path.clone(),
                FileNote::RoundRepeated { round: number },
            );
        } else if number != before + 1 {
            let note = match before {
                0 => FileNote::FirstRound { round: number },
                after => FileNote::RoundsMissing {
                    after,
                    before: number,
                },
            };
            notes.add(round.path.clone(), note);
        }
        // Saturating like this keeps `before + 1` above from overflowing.
        before = number.min(u32::MAX - 1);
    }
    numbered(rounds)
}

/// Puts bracket rounds into playing order: by cut size as the formats have it, or by number in the few files that
/// number them on from the Swiss rounds.
pub(crate) fn elimination(mut rounds: Vec<RawRound>, notes: &mut Notes) -> Vec<ForeignRound> {
    note_missing_numbers(&rounds, notes);
    let mut distinct = HashSet::new();
    let all_distinct = rounds
        .iter()
        .all(|round| round.number.is_some() && distinct.insert(round.number));
    let has = |size| rounds.iter().any(|round| round.number == Some(size));
    // A single game numbered 3 between the semi-finals and the final is one for the third place.
    let for_third =
        |round: &RawRound| round.number == Some(3) && round.matches.len() == 1 && has(2) && has(4);
    let cut_sizes = rounds.iter().all(|round| {
        for_third(round) || round.number.is_some_and(|n| n >= 2 && n.is_power_of_two())
    });
    if all_distinct && cut_sizes {
        rounds.sort_by_key(|round| Reverse(round.number));
    } else if all_distinct {
        rounds.sort_by_key(|round| round.number);
        if let Some(first) = rounds.first().filter(|_| rounds.len() > 1) {
            notes.add(first.path.clone(), FileNote::BracketNumbers);
        }
    } else {
        // Every round of a bracket has fewer matches than the one before.
        rounds.sort_by_key(|round| Reverse(round.matches.len() + round.byes.len()));
        if let Some(first) = rounds.first() {
            notes.add(first.path.clone(), FileNote::BracketOrder);
        }
    }
    numbered(rounds)
}

fn note_missing_numbers(rounds: &[RawRound], notes: &mut Notes) {
    for round in rounds.iter().filter(|round| round.number.is_none()) {
        notes.add(round.path.clone(), FileNote::RoundUnnumbered);
    }
}

/// Numbers rounds in their order.
pub(crate) fn numbered(rounds: Vec<RawRound>) -> Vec<ForeignRound> {
    (1..)
        .zip(rounds)
        .map(|(number, round)| ForeignRound {
            number,
            path: round.path,
            matches: round.matches,
            byes: round.byes,
        })
        .collect()
}
