//! `muster what-if`: compares the tournament with a throw-away copy in which something ended differently.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::{clock, person};
use clap::Args;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use muster_forecast::chances::{Chances, PlayerChances};
use muster_forecast::engine::Options;
use muster_forecast::planner::Breaks;
use muster_forecast::what_if::{Assumed, Compared, Decided, Effort, WhatIfError, compare};
use muster_regulations::CutRule;
use muster_service::ahead::odds;
use muster_tournament::standings::standings;
use muster_tournament::state::State;
use muster_tournament::{Command, TableNo};
use muster_words::ahead as words;
use muster_words::phrases;
use std::str::FromStr;

/// Compare the tournament with a copy in which results, drops or the cut are different
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster what-if --win 3=Mara
  muster what-if --win 1=a --win 2=b --cut 4
  muster what-if --drop \"Bo Brandt\" --json

Nothing is saved. --win sets the winner of an open match in the current round; the score
stays open. To preview a result with its score, use `muster correct --dry-run`.
Drafts are ignored, and nothing about an upcoming draw is shown.")]
#[group(id = "changes", required = true, multiple = true, args = ["wins", "drops", "cut"])]
pub(crate) struct WhatIf {
    /// Who wins at a table: a, b, draw, or the player's name
    #[arg(long = "win", value_name = "TABLE=WINNER")]
    wins: Vec<Win>,
    /// A player drops: number, name, or part of the name
    #[arg(long = "drop", value_name = "PLAYER")]
    drops: Vec<String>,
    /// Another size of the cut
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    cut: Option<u32>,
    /// Number of continuations to play out
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    simulations: u32,
    #[command(flatten)]
    reading: Reading,
}

/// A table and who wins there.
#[derive(Clone, Debug)]
struct Win {
    table: TableNo,
    winner: String,
}

impl FromStr for Win {
    type Err = String;

    fn from_str(text: &str) -> Result<Win, String> {
        let (table, winner) = text
            .split_once('=')
            .ok_or("write it as TABLE=WINNER, e.g. 3=Mara")?;
        let table = table.trim().parse().map(TableNo);
        Ok(Win {
            table: table.map_err(|_| "the table is not a number")?,
            winner: winner.trim().to_owned(),
        })
    }
}

impl WhatIf {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let matches = self.wins.iter().map(|win| decided(state, win));
        let drops = self.drops.iter().map(|text| {
            let player = person::find(state, text)?;
            Ok(Command::Drop { player })
        });
        let assumed = Assumed {
            matches: matches.collect::<Result<_, Fault>>()?,
            commands: drops.collect::<Result<_, Fault>>()?,
            cut: self.cut.map(CutRule::Top),
        };
        let effort = Effort {
            options: Options::default(),
            simulations: self.simulations,
            breaks: Breaks::default(),
            now: clock::now()?,
        };
        let compared = compare(&tournament, &assumed, &effort, || false);
        let compared = compared.map_err(|error| match error {
            WhatIfError::Refused(refusal) => Fault::from(*refusal),
            WhatIfError::Start(error) => error.into(),
            other => Fault::Usage(other.to_string()),
        })?;
        if out.json {
            out.json(&compared);
            return Ok(());
        }
        out.heading(format!("{} · what if", state.setup.name));
        table(state, &compared, out);
        show(state, &compared, out);
        out.gap();
        out.sentence(words::basis(self.simulations, false));
        out.sentence("Nothing is saved.");
        Ok(())
    }
}

/// The winner at a table: a seat, a player who sits there, or nobody.
fn decided(state: &State, win: &Win) -> Result<Decided, Fault> {
    use muster_regulations::Seat;
    let table = win.table;
    let winner = match win.winner.as_str() {
        "a" => Some(Seat::A),
        "b" => Some(Seat::B),
        "draw" => None,
        name => {
            let player = person::find(state, name)?;
            let m = state.in_play().and_then(|round| round.table(table));
            let seat = m.and_then(|m| m.seat(player)).ok_or_else(|| {
                let name = state.name(player);
                Fault::Usage(format!("{name} does not play at table {table}"))
            })?;
            Some(seat)
        }
    };
    Ok(Decided { table, winner })
}

fn table(state: &State, compared: &Compared, out: &mut Output) {
    let [now, then] = [&compared.now.chances, &compared.then.chances];
    let title = |chances: &Chances| {
        let cut = words::cut(chances.cut).filter(|_| state.knockout.is_none());
        cut.unwrap_or_else(|| "First place".to_owned())
    };
    let if_so = match now.cut == then.cut {
        true => "If so".to_owned(),
        false => format!("{} if so", title(then)),
    };
    let columns = [
        Column::Number("Rank"),
        Column::Text("Player"),
        Column::Number(&title(now)),
        Column::Number(&if_so),
    ];
    let cell = |own: &PlayerChances| words::chance(odds(own.at_stake()));
    let rows = standings(state).rows.into_iter().filter_map(|row| {
        let own = now.of(row.player)?;
        Some(vec![
            row.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            state.name(row.player),
            cell(own),
            then.of(row.player).map_or_else(|| "–".to_owned(), cell),
        ])
    });
    out.table(&columns, rows.collect());
}

fn show(state: &State, compared: &Compared, out: &mut Output) {
    let (now, then) = (&compared.now, &compared.then);
    let comes_in = state.all_named(&compared.comes_in());
    let falls_out = state.all_named(&compared.falls_out());
    let changes = muster_words::impact::lines(&compared.impact, state);
    if !changes.is_empty() || !comes_in.is_empty() || !falls_out.is_empty() {
        out.gap();
    }
    for line in changes {
        out.line(line);
    }
    if !comes_in.is_empty() {
        out.line(format!("Now in the cut: {}.", phrases::names(&comes_in)));
    }
    if !falls_out.is_empty() {
        out.line(format!(
            "Now out of the cut: {}.",
            phrases::names(&falls_out)
        ));
    }
    if let (Some(before), Some(after)) = (now.expected, then.expected)
        && before.ends != after.ends
    {
        let local = |at: Timestamp| {
            at.to_zoned(TimeZone::system())
                .strftime("%H:%M")
                .to_string()
        };
        out.line(format!(
            "The day ends about {} instead of {}.",
            local(after.ends),
            local(before.ends)
        ));
    }
}
