//! Personal data beside the lines: each value must match its digest. A value may be missing only if it was erased on
//! request, or if its line was undone and nothing depends on it. A public copy omits all of them, which is noted but not an
//! error: the digests still prevent anybody from substituting other names later.

use super::{LineFault, Lines, Verifier};
use crate::command::Command;
use crate::edition::Edition;
use crate::ids::PlayerId;
use crate::journal::Line;
use crate::note;
use crate::personal::Personal;
use crate::tournament::{fit_to_show, keeps_numbers, registers, seals};
use crate::undo::undone;
use std::collections::BTreeSet;

impl Verifier {
    pub(super) fn check_personal(&mut self, lines: &Lines) {
        let undone = undone(&lines.all);
        let stands = |line: &Line| !undone.contains_key(&line.core.position);
        let forgotten: BTreeSet<PlayerId> = lines
            .all
            .iter()
            .filter(|line| stands(line))
            .filter_map(|line| match line.core.entry.did {
                Command::Redact { player } => Some(player),
                _ => None,
            })
            .collect();
        let bare = lines.all.iter().all(|line| line.private.is_empty());
        let mut registered = 0;
        for (row, line) in lines.placed() {
            let stands = stands(line);
            let command = &line.core.entry.did;
            let first = registered;
            if keeps_numbers(&undone, line) {
                registered += registers(command).count();
            }
            let sealed = seals(command);
            let mut values = line.private.iter().peekable();
            for (number, seal) in sealed.iter().enumerate() {
                let owner = match command {
                    Command::Register { .. } | Command::Import(_) => {
                        Some(PlayerId::at(first + number))
                    }
                    Command::Amend { player, .. } => Some(*player),
                    _ => None,
                };
                if values.next_if(|value| value.seal() == *seal).is_some() {
                    self.checked.personal += 1;
                } else if !stands || owner.is_some_and(|owner| forgotten.contains(&owner)) {
                    self.checked.redacted += 1;
                } else if bare {
                    self.checked.personal_left_out += 1;
                } else if values
                    .next_if(|value| !sealed.contains(&value.seal()))
                    .is_some()
                {
                    self.find(row, LineFault::PersonalAltered);
                } else if self.whole {
                    // In a truncated file, the request to erase may be among the lost lines.
                    let missing = owner.map_or(LineFault::LeaderMissing, |player| {
                        LineFault::PersonalMissing { player }
                    });
                    self.find(row, missing);
                }
            }
            if values.next().is_some() {
                self.find(row, LineFault::PersonalAltered);
            }
            self.check_text(row, &line.private);
            self.check_notes(row, line);
        }
    }

    /// Free texts must match their digests. They may be missing: public copies and erasure remove them.
    fn check_notes(&mut self, row: u64, line: &Line) {
        let sealed = match Edition::of(line.core.version) {
            Edition::First | Edition::Second => Vec::new(),
            Edition::Third | Edition::Fourth => note::seals(&line.core.entry.did),
        };
        let mut notes = line.notes.iter().peekable();
        for seal in sealed {
            if seal.is_none() {
                self.find(row, LineFault::TextChained);
            } else if notes.next_if(|note| Some(note.seal()) == seal).is_some() {
                self.checked.texts += 1;
            } else {
                self.checked.texts_left_out += 1;
            }
        }
        if notes.next().is_some() {
            self.find(row, LineFault::TextAltered);
        }
    }

    fn check_text(&mut self, row: u64, private: &[Personal]) {
        if let Err(refusal) = private.iter().try_for_each(fit_to_show) {
            self.find(row, LineFault::Refused(Box::new(refusal)));
        }
    }
}
