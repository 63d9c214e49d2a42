//! The fields of a form as a browser sent them: names and texts in order, names may repeat.

use crate::problem::Problem;
use muster_tournament::ids::{PlayerId, RoundNo, StaffId, TableNo};
use serde::Deserialize;
use std::str::FromStr;

/// Names and texts of a form.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Fields(pub Vec<(String, String)>);

/// A problem with what is in one field.
fn at_fault(name: &str, text: String) -> Problem {
    let mut problem = Problem::bad(text);
    problem.field = Some(name.to_owned());
    problem
}

impl Fields {
    /// Returns the text of a field, trimmed; empty texts count as missing.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key == name)?;
        Some(found.1.trim()).filter(|text| !text.is_empty())
    }

    /// Returns all texts of a name that repeats.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0
            .iter()
            .filter(move |(key, _)| key == name)
            .map(|(_, text)| text.trim())
            .filter(|t| !t.is_empty())
    }

    /// Returns whether a box is ticked.
    #[must_use]
    pub fn ticked(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns a field that must be there.
    pub fn text(&self, name: &str) -> Result<&str, Problem> {
        self.get(name).ok_or_else(|| {
            let asked = crate::refused::asked_for(name);
            let asked = asked.unwrap_or("everything the form asks for");
            at_fault(name, format!("Enter {asked}."))
        })
    }

    /// Returns a number that must be there.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<T, Problem> {
        let text = self.text(name)?.trim_start_matches('#');
        text.parse()
            .map_err(|_| at_fault(name, format!("“{text}” isn’t a number.")))
    }

    /// Returns a number that may be missing.
    pub fn maybe<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        self.get(name).map(|_| self.number(name)).transpose()
    }

    /// Returns a player.
    pub fn player(&self, name: &str) -> Result<PlayerId, Problem> {
        Ok(PlayerId(self.number(name)?))
    }

    /// Returns the tables of all fields with a name.
    pub fn tables(&self, name: &str) -> Result<Vec<TableNo>, Problem> {
        let read = |text: &str| {
            let number = text.parse().map(TableNo);
            number.map_err(|_| Problem::bad(format!("“{text}” is not a table number.")))
        };
        self.all(name).map(read).collect()
    }

    /// Returns all players of a name that repeats.
    pub fn players(&self, name: &str) -> Result<Vec<PlayerId>, Problem> {
        self.all(name)
            .map(|text| {
                let number = text.trim_start_matches('#').parse().map(PlayerId);
                number.map_err(|_| Problem::bad(format!("“{text}” isn’t a player number.")))
            })
            .collect()
    }

    /// Returns a leader.
    pub fn staff(&self, name: &str) -> Result<StaffId, Problem> {
        Ok(StaffId(self.number(name)?))
    }

    /// Returns a table.
    pub fn table(&self) -> Result<TableNo, Problem> {
        Ok(TableNo(self.number("table")?))
    }

    /// Returns a round.
    pub fn round(&self) -> Result<RoundNo, Problem> {
        Ok(RoundNo(self.number("round")?))
    }
}
