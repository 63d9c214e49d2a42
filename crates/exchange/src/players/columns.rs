//! The header of a list of players: which column holds what. One table gives the names people use; case, spaces and
//! punctuation do not matter. Promises that a column that is not read is always told.

use crate::text::{Unreadable, quoted};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The whole name.
    Name,
    /// First name, to be put before the last name.
    FirstName,
    /// Last name.
    LastName,
    /// Address for mail.
    Email,
    /// Club or group.
    Club,
    /// Faction.
    Faction,
    /// The list itself.
    List,
    /// Total of the list in points.
    Points,
    /// Fixed table.
    Table,
}

/// Letters and digits of a header, in lower case, and what they mean.
const NAMES: &[(&str, Column)] = &[
    ("name", Column::Name),
    ("fullname", Column::Name),
    ("player", Column::Name),
    ("playername", Column::Name),
    ("firstname", Column::FirstName),
    ("givenname", Column::FirstName),
    ("lastname", Column::LastName),
    ("surname", Column::LastName),
    ("familyname", Column::LastName),
    ("email", Column::Email),
    ("emailaddress", Column::Email),
    ("club", Column::Club),
    ("group", Column::Club),
    ("faction", Column::Faction),
    ("list", Column::List),
    ("points", Column::Points),
    ("listpoints", Column::Points),
    ("table", Column::Table),
    ("fixedtable", Column::Table),
];

/// The header of a file.
pub(super) struct Columns {
    /// What is read from each column; `None` where nothing is.
    list: Vec<Option<Column>>,
    /// The header as typed.
    titles: Vec<String>,
    /// Columns whose kind came before.
    repeated: Vec<usize>,
}

impl Columns {
    /// Reads the first record as a header, if at least one of its fields names a known column.
    pub(super) fn read(fields: &[String]) -> Option<Columns> {
        let mut columns = Columns {
            list: Vec::new(),
            titles: fields.to_vec(),
            repeated: Vec::new(),
        };
        for (index, title) in fields.iter().enumerate() {
            let found = known(title);
            if found.is_some() && columns.list.contains(&found) {
                columns.repeated.push(index);
                columns.list.push(None);
            } else {
                columns.list.push(found);
            }
        }
        (columns.recognised() > 0).then_some(columns)
    }

    /// Returns how many columns are read.
    pub(super) fn recognised(&self) -> usize {
        self.list.iter().flatten().count()
    }

    /// Refuses a header without a name and warns of columns that are not read.
    pub(super) fn check(&self, warnings: &mut Vec<String>) -> Result<(), Unreadable> {
        let has = |column| self.list.contains(&Some(column));
        let (first, last) = (has(Column::FirstName), has(Column::LastName));
        if !has(Column::Name) && !first && !last {
            return Err(Unreadable::new(
                "the header",
                "no column holds the names; call one \"name\", or two \"first name\" and \"last name\"",
            ));
        }
        if !has(Column::Name) && first != last {
            let (there, missing) = if first {
                ("first", "last")
            } else {
                ("last", "first")
            };
            warnings.push(format!(
                "there is a column of {there} names but none of {missing} names"
            ));
        }
        for (index, title) in self.titles.iter().enumerate() {
            let number = index + 1;
            if self.repeated.contains(&index) {
                warnings.push(format!(
                    "column {number} ({}) repeats an earlier one and was not read",
                    quoted(title)
                ));
            } else if self.at(index).is_none() && self.named(index) {
                warnings.push(format!(
                    "column {number} ({}) is not known and was not read",
                    quoted(title)
                ));
            }
        }
        Ok(())
    }

    /// Returns what the column at an index holds.
    pub(super) fn at(&self, index: usize) -> Option<Column> {
        self.list.get(index).copied().flatten()
    }

    /// Returns whether the header says anything about the column, so that a warning about it has been given.
    pub(super) fn named(&self, index: usize) -> bool {
        self.titles
            .get(index)
            .is_some_and(|title| !title.trim().is_empty())
    }

    /// Returns what each column holds.
    pub(super) fn into_list(self) -> Vec<Option<Column>> {
        self.list
    }
}

fn known(title: &str) -> Option<Column> {
    let letters: String = title
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    NAMES
        .iter()
        .find(|(name, _)| *name == letters)
        .map(|(_, column)| *column)
}
