//! `muster standings`: the ranking, here or in another program's file.

use crate::cli::one_of;
use crate::fault::Fault;
use crate::foreign_file;
use crate::output::Output;
use crate::reading::Reading;
use crate::table;
use crate::view;
use crate::view::outcome::{counted, do_not};
use clap::Args;
use muster_exchange::Format;
use muster_tournament::State;
use muster_tournament::standings::{standings, standings_through};
use muster_tournament::state::RoundStatus;
use muster_views::{FinalPlace, StandingView};
use std::path::{Path, PathBuf};

/// Show the standings, or recompute those of another program's file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster standings
  muster standings --through 3 --json
  muster standings --final
  muster standings --from listfortress store-championship.json --json

As JSON: a list in rank order with rank, player, name, points and tiebreakers, each with its \
exact value (\"n\" or \"n/d\") and how it is shown.")]
pub(crate) struct Standings {
    /// After this Swiss round [default: with all results so far]
    #[arg(long, value_name = "ROUND", conflicts_with = "from")]
    through: Option<u32>,
    /// The final ranking, the bracket included, once nothing is left to play
    #[arg(long = "final", conflicts_with_all = ["from", "through"])]
    at_the_end: bool,
    /// Format of another program's file
    #[arg(long, value_name = "FORMAT", requires = "file", value_parser = one_of::<Format>(Format::ALL.map(Format::id)))]
    from: Option<Format>,
    /// File of another program
    #[arg(requires = "from")]
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Standings {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if let (Some(format), Some(file)) = (self.from, &self.file) {
            return foreign(format, file, out);
        }
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        if self.at_the_end {
            return final_ranking(state, out);
        }
        let standings = match self.through {
            None => standings(state),
            Some(through) => standings_through(state, table::round(state, Some(through))?.number),
        };
        let ranks = StandingView::all(state, &standings);
        if out.json {
            out.json(&ranks);
            return Ok(());
        }
        let newest = state
            .swiss_rounds()
            .filter(|r| r.status > RoundStatus::Draft)
            .last();
        let after = match (self.through, newest) {
            (Some(through), _) => format!("after round {through}"),
            (None, Some(round)) if round.status == RoundStatus::Published => {
                format!("while round {} is played", round.number)
            }
            (None, Some(round)) => format!("after round {}", round.number),
            (None, None) => "before the first round".to_owned(),
        };
        out.heading(format!("{} · standings {after}", state.setup.name));
        view::standings::show(state.setup.regulation, &ranks, out);
        Ok(())
    }
}

fn final_ranking(state: &State, out: &mut Output) -> Result<(), Fault> {
    let Some(places) = FinalPlace::all(state) else {
        if state.recorded.is_some() {
            let why = "its file does not say how the bracket ended; `muster standings` shows the Swiss rounds";
            return Err(Fault::Usage(why.to_owned()));
        }
        return Err(Fault::Usage(
            "there is no final ranking until everything is played; `muster status` says what is next".to_owned(),
        ));
    };
    if out.json {
        out.json(&places);
        return Ok(());
    }
    out.heading(format!("{} · final ranking", state.setup.name));
    view::standings::show_places(state, &places, out);
    Ok(())
}

fn foreign(format: Format, path: &Path, out: &mut Output) -> Result<(), Fault> {
    let bytes = foreign_file::read(path)?;
    let tournament =
        muster_exchange::read(format, &bytes).map_err(|error| Fault::unreadable(path, &error))?;
    for note in &tournament.notes {
        out.note(note);
    }
    let recomputed = muster_exchange::recompute(&tournament);
    for note in &recomputed.notes {
        out.note(note);
    }
    for difference in &recomputed.differences {
        out.note(difference);
    }
    let rows = recomputed.standings.rows.iter();
    let ranks: Vec<StandingView> = rows
        .map(|row| StandingView::named(row, tournament.shown_name(row.player)))
        .collect();
    if out.json {
        out.json(&ranks);
        return Ok(());
    }
    let name = tournament.name.as_deref().unwrap_or("Standings");
    out.heading(format!("{name} · recomputed from {}", format.title()));
    view::standings::show(tournament.regulation(), &ranks, out);
    out.gap();
    out.line(format!(
        "{} of the file agree with its rounds, {}.",
        counted(recomputed.agreeing as u64, "value"),
        do_not(recomputed.differences.len())
    ));
    Ok(())
}
