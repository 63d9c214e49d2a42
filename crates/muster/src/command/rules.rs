//! `muster rules`: the clauses in our own words, how the program treats each, and the tables of a regulation.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::view::outcome::{counted, margin_text};
use clap::Args;
use muster_regulations::clause::{self, CLAUSES, Clause};
use muster_regulations::structure::{Row, Table};
use muster_regulations::{Award, Book, EliminationKind, Regulation, Role};
use muster_words::clauses::{self, ClauseInWords};
use muster_words::form;
use serde_json::{Value, json};

/// Show the regulations: clauses, how Muster treats them, and tables
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster rules legion
  muster rules --clause PAIR-4
  muster rules xwing --json

enforced: what it rules out is refused · computed: the program works it out · \
assisted: it helps people do it · left to people: people do it ·
(house): chosen here where the documents are silent")]
pub(crate) struct Rules {
    /// Regulation [default: all five]
    #[arg(value_parser = crate::cli::regulation())]
    regulation: Option<Regulation>,
    /// Only this clause
    #[arg(long, value_name = "ID")]
    clause: Option<String>,
}

impl Rules {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if let Some(id) = &self.clause {
            return one(id, self.regulation, out);
        }
        let listed: Vec<&Clause> = CLAUSES
            .iter()
            .filter(|clause| self.regulation.is_none_or(|r| clause.of.contains(&r)))
            .collect();
        let books: Vec<&Book> = match self.regulation {
            Some(regulation) => vec![regulation.book()],
            None => Regulation::ALL.map(Regulation::book).to_vec(),
        };
        if out.json {
            let books: Vec<Value> = books.into_iter().map(book_json).collect();
            out.json(&json!({"regulations": books, "clauses": listed.iter().map(|clause| ClauseInWords::from(*clause)).collect::<Vec<_>>()}));
            return Ok(());
        }
        for book in books {
            show_book(book, out);
        }
        out.heading("Clauses");
        let mut columns = vec![
            Column::Text("Clause"),
            Column::Text("Treatment"),
            Column::Text("In our words"),
        ];
        if self.regulation.is_none() {
            columns.insert(1, Column::Text("Of"));
        }
        let rows = listed.into_iter().map(|clause| {
            let mut row = vec![
                clause.id.to_owned(),
                clauses::treatment(clause.treatment).to_owned(),
                says(clause),
            ];
            if self.regulation.is_none() {
                row.insert(1, of(clause));
            }
            row
        });
        out.table(&columns, rows.collect());
        Ok(())
    }
}

fn says(clause: &Clause) -> String {
    match clause.choice {
        true => format!("(house) {}", clauses::says(clause)),
        false => clauses::says(clause).to_owned(),
    }
}

fn of(clause: &Clause) -> String {
    if clause.of.len() == Regulation::ALL.len() {
        return "all".to_owned();
    }
    let names: Vec<&str> = clause.of.iter().map(|regulation| regulation.id()).collect();
    names.join(" ")
}

fn one(id: &str, regulation: Option<Regulation>, out: &mut Output) -> Result<(), Fault> {
    let Some(clause) = clause::find(id) else {
        let start = id.trim().to_uppercase();
        let start = start.split('-').next().unwrap_or_default();
        let near: Vec<&str> = CLAUSES
            .iter()
            .map(|clause| clause.id)
            .filter(|id| !start.is_empty() && id.starts_with(start))
            .take(8)
            .collect();
        let near = match near.as_slice() {
            [] => "`muster rules` lists them all".to_owned(),
            near => format!("there are {}", near.join(", ")),
        };
        return Err(Fault::Usage(format!("there is no clause {id:?}; {near}")));
    };
    if let Some(regulation) = regulation
        && !clause.of.contains(&regulation)
    {
        let id = clause.id;
        let title = regulation.book().title;
        return Err(Fault::Usage(format!(
            "{id} does not belong to {title}; it belongs to {}",
            of(clause)
        )));
    }
    if out.json {
        out.json(&ClauseInWords::from(clause));
        return Ok(());
    }
    let id = out.bold(clause.id);
    out.line(format!("{id}  {}", clauses::says(clause)));
    let house = if clause.choice {
        ", a house choice where the documents are silent"
    } else {
        ""
    };
    let treatment = format!(
        "{}{house} · applies to: {}",
        clauses::treatment(clause.treatment),
        of(clause)
    );
    let treatment = out.dim(treatment);
    out.line(treatment);
    Ok(())
}

fn show_book(book: &Book, out: &mut Output) {
    let regulation = book.regulation;
    out.heading(format!("{} ({})", book.title, book.edition));
    let tiers: Vec<&str> = book.tiers.iter().map(|tier| tier.id()).collect();
    let roles = [Role::Organizer, Role::Head, Role::Judge].map(|role| regulation.role_name(role));
    let tiebreakers = book.tiebreakers.iter();
    let tiebreakers: Vec<String> = tiebreakers.map(|t| t.id().replace('_', " ")).collect();
    let clock = book.clock;
    let dice = match clock.dice {
        0 => String::new(),
        dice => format!(
            ", plus a secret roll of {dice} dice, then {} of overtime",
            counted(clock.overtime, "minute")
        ),
    };
    let facts = [
        ("Name here", regulation.id().to_owned()),
        ("Tiers", tiers.join(", ")),
        ("Roles", roles.join(", ")),
        (
            "Clock",
            format!(
                "{} minutes in Swiss rounds, {} in elimination, {} in the final{dice}",
                clock.swiss, clock.elimination, clock.last
            ),
        ),
        (
            "List",
            match book.list_points {
                Some(points) => format!("{}, at most {points} points", book.list_word),
                None => book.list_word.to_owned(),
            },
        ),
        ("Bye", award_text(regulation.bye())),
        ("Missed round", award_text(regulation.unpaired_loss())),
        ("Tiebreakers", tiebreakers.join(", ")),
        ("After a cut", elimination(book.elimination).to_owned()),
    ];
    for (name, value) in facts {
        out.line(format!("  {name:13} {value}"));
    }
    for table in book.tables {
        out.heading(format!(
            "{} structure ({})",
            muster_words::structure::name(table.kind),
            table.clause
        ));
        show_table(table, out);
    }
    out.heading("How a match can end");
    let rows = book.endings.iter().map(|ending| {
        let words = form::ending(regulation, ending);
        vec![
            ending.id.to_owned(),
            words.label.to_owned(),
            words.help.to_owned(),
        ]
    });
    let columns = [
        Column::Text("ending="),
        Column::Text("Name"),
        Column::Text("What it means"),
    ];
    out.table(&columns, rows.collect());
}

fn show_table(table: &Table, out: &mut Output) {
    let rows = table.rows.iter().map(|row| {
        vec![
            attendance(row),
            row.rounds.to_string(),
            row.cut
                .map_or_else(|| "–".to_owned(), |cut| format!("top {cut}")),
        ]
    });
    let columns = [
        Column::Number("Players"),
        Column::Number("Rounds"),
        Column::Text("Cut"),
    ];
    out.table(&columns, rows.collect());
}

fn attendance(row: &Row) -> String {
    match row.to {
        Some(to) => format!("{}–{to}", row.from),
        None => format!("{} and above", row.from),
    }
}

fn award_text(award: Award) -> String {
    let points = counted(award.points, "point");
    match margin_text(award.margin) {
        margin if margin.is_empty() => points,
        margin => format!("{points}, {margin}"),
    }
}

fn elimination(kind: EliminationKind) -> &'static str {
    match kind {
        EliminationKind::Single => "single elimination",
        EliminationKind::Seeded => "single elimination in a fixed seeded bracket, with placings",
        EliminationKind::Double => "double elimination",
    }
}

fn book_json(book: &'static Book) -> Value {
    let regulation = book.regulation;
    let tables = book.tables.iter().map(|table| {
        let rows = table.rows.iter().map(
            |row| json!({"from": row.from, "to": row.to, "rounds": row.rounds, "cut": row.cut}),
        );
        json!({
            "structure": table.kind,
            "clause": table.clause,
            "rows": rows.collect::<Vec<_>>(),
        })
    });
    json!({
        "regulation": regulation,
        "title": book.title,
        "edition": book.edition,
        "tiers": book.tiers,
        "roles": {
            "organizer": regulation.role_name(Role::Organizer),
            "head": regulation.role_name(Role::Head),
            "judge": regulation.role_name(Role::Judge),
        },
        "most_heads": book.most_heads,
        "clock": {
            "swiss": book.clock.swiss,
            "elimination": book.clock.elimination,
            "final": book.clock.last,
            "dice": book.clock.dice,
            "overtime": book.clock.overtime,
        },
        "list": {"word": book.list_word, "most_points": book.list_points},
        "bye": regulation.bye(),
        "missed_round": regulation.unpaired_loss(),
        "tiebreakers": book.tiebreakers,
        "elimination": book.elimination,
        "structures": tables.collect::<Vec<_>>(),
        "endings": form::endings(regulation),
    })
}
