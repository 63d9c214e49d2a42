//! Reading the table, and writing it as a page.

use super::play::Incident;
use super::states::Column;
use muster_regulations::Regulation;
use std::fmt::Write as _;

const TABLE: &str = include_str!("table.txt");

/// What the program does when an incident happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It does it.
    Do,
    /// It does it and leaves a question open for the staff.
    Ask,
    /// It refuses, with a reason.
    Refuse,
}

impl Answer {
    pub(super) fn key(self) -> &'static str {
        match self {
            Answer::Do => "do",
            Answer::Ask => "ask",
            Answer::Refuse => "refuse",
        }
    }
}

/// A cell: an incident in a state, for some regulations.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) incident: Incident,
    pub(super) column: Column,
    /// None for all that have no cell of their own.
    pub(super) regulations: Option<Vec<Regulation>>,
    pub(super) answer: Answer,
    /// A clause, or `house` and why.
    pub(super) basis: String,
    pub(super) effects: String,
}

impl Cell {
    /// The clause it rests on; none for a house choice.
    pub(super) fn clause(&self) -> Option<&str> {
        (!self.basis.starts_with("house")).then_some(&*self.basis)
    }
}

/// Reads the table. Rows: `state [: regulations] | answer | clause or house | what happens`, under the incident's name.
pub(super) fn read() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut incident = None;
    let lines = (1..).zip(TABLE.lines());
    for (number, line) in
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let fail = |what: &str| -> ! { panic!("table.txt, line {number}: {what}: {line}") };
        if !line.starts_with(' ') {
            let found = Incident::ALL.into_iter().find(|i| i.key() == line.trim());
            incident = Some(found.unwrap_or_else(|| fail("no such incident")));
            continue;
        }
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [place, answer, basis, effects] = parts[..] else {
            fail("four parts are needed")
        };
        let (column, regulations) = match place.split_once(':') {
            None => (place, None),
            Some((column, names)) => {
                let names = names.split_whitespace();
                let known =
                    names.map(|name| name.parse().unwrap_or_else(|_| fail("no such regulation")));
                (column.trim(), Some(known.collect()))
            }
        };
        let column = Column::ALL.into_iter().find(|c| c.key() == column);
        let answers = [Answer::Do, Answer::Ask, Answer::Refuse];
        let answer = answers.into_iter().find(|a| a.key() == answer);
        cells.push(Cell {
            incident: incident.unwrap_or_else(|| fail("no incident above")),
            column: column.unwrap_or_else(|| fail("no such state")),
            regulations,
            answer: answer.unwrap_or_else(|| fail("do, ask or refuse")),
            basis: basis.to_owned(),
            effects: effects.to_owned(),
        });
    }
    cells
}

/// Finds the cell of a regulation: its own, else the one for all others.
pub(super) fn find(
    cells: &[Cell],
    incident: Incident,
    column: Column,
    regulation: Regulation,
) -> Option<&Cell> {
    let here = || {
        let here = cells.iter();
        here.filter(|cell| cell.incident == incident && cell.column == column)
    };
    let own = here().find(|cell| {
        let of = cell.regulations.as_ref();
        of.is_some_and(|of| of.contains(&regulation))
    });
    own.or_else(|| here().find(|cell| cell.regulations.is_none()))
}

/// Writes the table as a page. `refusal` gives the sentence with which a cell is refused.
pub(super) fn page(
    cells: &[Cell],
    refusal: impl Fn(Incident, Column, Regulation) -> Option<String>,
) -> String {
    let mut page = String::from(
        "# When something goes wrong\n\n\
         What Muster does about each incident, in each state of a tournament. **do**: it happens. **ask**: it happens and a\n\
         question stays open until staff decide. **refuse**: nothing changes, and the sentence says why. The clause is\n\
         that of `muster rules`; *house* marks our own choice where the documents are silent.\n\n\
         Generated from `crates/tournament/tests/hall/incident_table/table.txt`, every cell of which is played by the tests\n\
         for all five regulations.\n",
    );
    for incident in Incident::ALL {
        let _ = write!(page, "\n## {}\n\n", incident.title());
        page.push_str("| state | answer | clause | what happens |\n| --- | --- | --- | --- |\n");
        for cell in cells.iter().filter(|cell| cell.incident == incident) {
            let only = cell.regulations.as_deref().unwrap_or_default();
            let others: Vec<Regulation> = Regulation::ALL
                .into_iter()
                .filter(|r| {
                    let found = find(cells, incident, cell.column, *r);
                    found.is_some_and(|found| std::ptr::eq(found, cell))
                })
                .collect();
            let names: Vec<&str> = only.iter().map(|r| r.book().title).collect();
            let place = match names.is_empty() {
                true => cell.column.key().to_owned(),
                false => format!("{} ({})", cell.column.key(), names.join(", ")),
            };
            let what = match cell.answer {
                Answer::Refuse => others
                    .first()
                    .and_then(|r| refusal(incident, cell.column, *r))
                    .map_or_else(String::new, |sentence| format!("“{sentence}”")),
                _ if cell.effects.is_empty() => "nothing else changes".to_owned(),
                _ => cell.effects.clone(),
            };
            let _ = writeln!(
                page,
                "| {place} | {} | {} | {what} |",
                cell.answer.key(),
                cell.basis
            );
        }
    }
    page
}
