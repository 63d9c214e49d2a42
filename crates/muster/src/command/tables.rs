//! `muster tables`: descriptions of tables, and fixed seats.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Column, Output, Style};
use crate::reading::Reading;
use clap::{Args, Subcommand};
use muster_regulations::table::{Size, Terrain};
use muster_tournament::command::{TableCommand, TableSpec};
use muster_tournament::floor::tables::advice;
use muster_tournament::{Command, TableNo};
use muster_words::tables::AdviceInWords;
use serde_json::json;

/// Describe tables and terrain, fix seats, or list tables
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster tables set 1 2 3 --size 3x6 --medium 4 --large 2 --area 3 --scatter 10 --coverage 30
  muster tables set 4 --stream
  muster tables sit \"Ann Archer\" 1 2
  muster tables sit \"Ann Archer\" --accessible
  muster tables clear 4
  muster tables

Legion has a guideline for terrain; differences are pointed out, never refused \
(LE-TERRAIN). Seats are a house choice; the journal records where somebody sits, not why.")]
pub(crate) struct Tables {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Describe tables, replacing earlier descriptions
    #[command(alias = "define")]
    #[command(after_help = "Example:\n  muster tables set 1 2 3 --size 3x6 --coverage 30")]
    Set {
        /// Tables
        #[arg(required = true)]
        tables: Vec<u32>,
        /// 3x3 or 3x6 feet
        #[arg(long, value_parser = size)]
        size: Option<Size>,
        /// Medium pieces that block sight
        #[arg(long, value_name = "N")]
        medium: Option<u32>,
        /// Large pieces that block sight
        #[arg(long, value_name = "N")]
        large: Option<u32>,
        /// Area pieces
        #[arg(long, value_name = "N")]
        area: Option<u32>,
        /// Area pieces that are difficult to cross
        #[arg(long, value_name = "N")]
        difficult: Option<u32>,
        /// Scatter
        #[arg(long, value_name = "N")]
        scatter: Option<u32>,
        /// Share of the table that is covered
        #[arg(long, value_name = "PERCENT")]
        coverage: Option<u32>,
        /// Easy to reach and to sit at
        #[arg(long)]
        accessible: bool,
        /// Filmed
        #[arg(long)]
        stream: bool,
        #[command(flatten)]
        acting: Acting,
    },
    /// Remove descriptions of tables
    #[command(after_help = "Example:\n  muster tables clear 4")]
    Clear {
        /// Tables
        #[arg(required = true)]
        tables: Vec<u32>,
        #[command(flatten)]
        acting: Acting,
    },
    /// Fix where a player sits from the next draw on; without a table, cancel it
    #[command(after_help = "Example:\n  muster tables sit \"Ann Archer\" 1 2")]
    Sit {
        /// Player
        player: String,
        /// At one of these tables
        tables: Vec<u32>,
        /// At one of the tables that are easy to reach
        #[arg(long, conflicts_with = "tables")]
        accessible: bool,
        #[command(flatten)]
        acting: Acting,
    },
}

fn size(text: &str) -> Result<Size, String> {
    Size::parse(text).ok_or_else(|| "a table is 3x3 or 3x6 feet".to_owned())
}

fn numbers(tables: Vec<u32>) -> Vec<TableNo> {
    tables.into_iter().map(TableNo).collect()
}

impl Tables {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let (mut desk, command) = match self.what {
            None => return show(&self.reading, out),
            Some(What::Set {
                tables,
                size,
                medium,
                large,
                area,
                difficult,
                scatter,
                coverage,
                accessible,
                stream,
                acting,
            }) => {
                let spec = |number| TableSpec {
                    number,
                    size,
                    terrain: Terrain {
                        medium,
                        large,
                        area,
                        difficult,
                        scatter,
                        coverage,
                    },
                    accessible,
                    stream,
                };
                let tables = numbers(tables).into_iter().map(spec).collect();
                (Desk::open(&acting, out)?, TableCommand::Define { tables })
            }
            Some(What::Clear { tables, acting }) => {
                let tables = numbers(tables);
                (Desk::open(&acting, out)?, TableCommand::Clear { tables })
            }
            Some(What::Sit {
                player,
                tables,
                accessible,
                acting,
            }) => {
                let desk = Desk::open(&acting, out)?;
                let player = desk.player(&player)?;
                let tables = if accessible {
                    let known = desk.state().tables.values();
                    let easy = known.filter(|table| table.accessible);
                    let easy: Vec<TableNo> = easy.map(|table| table.number).collect();
                    if easy.is_empty() {
                        return Err(Fault::Usage(
                            "no table is marked as accessible; mark one with `muster tables set N --accessible`"
                                .to_owned(),
                        ));
                    }
                    easy
                } else {
                    numbers(tables)
                };
                (desk, TableCommand::Sit { player, tables })
            }
        };
        desk.act(Command::Tables(command))?;
        let done = desk.commit(out)?;
        done.report(out, Default::default(), |state, out| {
            for advice in advice(state).into_iter().map(AdviceInWords::from) {
                for said in advice.says {
                    let head = format!("Table {}: ", advice.table);
                    let said = format!("{said} ({})", advice.clause);
                    out.paragraph(&head, &said, [Style::Plain; 2]);
                }
            }
        });
        Ok(())
    }
}

fn show(reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let advice = advice(state).into_iter().map(AdviceInWords::from);
    let advice: Vec<AdviceInWords> = advice.collect();
    let seated: Vec<_> = state
        .players
        .iter()
        .filter(|player| !player.seats.is_empty())
        .collect();
    if out.json {
        let seats = seated
            .iter()
            .map(|player| json!({ "player": player.id, "tables": player.seats }));
        out.json(&json!({
            "tables": state.tables.values().collect::<Vec<_>>(),
            "advice": advice,
            "seats": seats.collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    if state.tables.is_empty() && seated.is_empty() {
        out.line("No tables are described (optional); see `muster tables set --help`.");
        return Ok(());
    }
    let rows = state.tables.values().map(|table| {
        let coverage = table.terrain.coverage.map(|percent| format!("{percent} %"));
        let marks = [(table.accessible, "accessible"), (table.stream, "stream")];
        let marks = marks
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, mark)| mark);
        vec![
            table.number.to_string(),
            table.size.map_or("", Size::key).to_owned(),
            coverage.unwrap_or_default(),
            marks.collect::<Vec<_>>().join(", "),
        ]
    });
    let columns = [
        Column::Number("Table"),
        Column::Text("Size"),
        Column::Text("Coverage"),
        Column::Text(""),
    ];
    out.table(&columns, rows.collect());
    for advice in advice {
        for said in advice.says {
            let head = format!("Table {}: ", advice.table);
            let said = format!("{said} ({})", advice.clause);
            out.paragraph(&head, &said, [Style::Plain; 2]);
        }
    }
    for player in seated {
        let tables: Vec<String> = player.seats.iter().map(ToString::to_string).collect();
        let name = state.name(player.id);
        out.line(format!("{name} sits at table {}.", tables.join(" or ")));
    }
    Ok(())
}
