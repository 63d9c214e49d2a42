//! `muster forecast`: how likely everybody makes the cut, what is certain, and when the day ends.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::{clock, person};
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use muster_forecast::chances::{Chances, Odds, PlayerChances, SIMULATIONS, chances};
use muster_forecast::engine::{Options, Start, Strength};
use muster_forecast::planner::Breaks;
use muster_forecast::schedule::{Expected, expected};
use muster_regulations::{CutRule, Verdict};
use muster_service::ahead::odds;
use muster_tournament::standings::standings;
use muster_tournament::state::{RoundStatus, State};
use muster_words::ahead as words;
use serde::Serialize;

/// Show everybody's chances and when the day ends
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster forecast
  muster forecast Ann
  muster forecast --strength estimated --simulations 5000 --json

The rest of the tournament is played out by the rules, thousands of times. \"Certain\" and \
\"out\" are proved, not estimated: they hold however later rounds are paired and end, \
as long as nobody joins or drops and no result is corrected. Drafts are ignored. \
The same journal and the same options always give the same numbers.")]
pub(crate) struct Forecast {
    /// One player only: number, name, or part of the name
    player: Option<String>,
    /// Number of continuations to play out
    #[arg(long, value_name = "N", default_value_t = SIMULATIONS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    simulations: u32,
    /// How strong the players are assumed to be
    #[arg(long, default_value = "equal")]
    strength: Assumed,
    /// Seed of the continuations
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Assumed {
    /// Every match is a coin toss
    Equal,
    /// Results so far say who is stronger
    Estimated,
}

/// A forecast as scripts read it.
#[derive(Serialize)]
struct View<'a> {
    simulations: u32,
    strength: &'static str,
    cut: CutRule,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
    players: Vec<PlayerView<'a>>,
}

#[derive(Serialize)]
struct PlayerView<'a> {
    rank: Option<u32>,
    name: String,
    points: u32,
    #[serde(flatten)]
    chances: &'a PlayerChances,
}

impl Forecast {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let asked = self.player.as_deref();
        let asked = asked
            .map(|player| person::find(state, player))
            .transpose()?;
        let start = Start::of_state(state)?;
        let options = Options {
            seed: self.seed,
            strength: match self.strength {
                Assumed::Equal => Strength::Equal,
                Assumed::Estimated => Strength::Estimated,
            },
            drops: 0,
        };
        let all = chances(&start, &options, self.simulations, || false)
            .map_err(|stopped| Fault::Usage(stopped.to_string()))?;
        let mut players = ranked(state, &all);
        if let Some(asked) = asked {
            players.retain(|player| player.chances.player == asked);
            if players.is_empty() {
                return Err(Fault::Usage(format!(
                    "{} does not play any more",
                    state.name(asked)
                )));
            }
        }
        let view = View {
            simulations: all.simulations,
            strength: match self.strength {
                Assumed::Equal => "equal",
                Assumed::Estimated => "estimated",
            },
            cut: all.cut,
            expected: expected(state, &Breaks::default(), clock::now()?),
            players,
        };
        if out.json {
            out.json(&view);
            return Ok(());
        }
        out.heading(format!("{} · chances {}", state.setup.name, when(state)));
        match (asked, view.players.first()) {
            (Some(_), Some(player)) => explain(&view, player, out),
            _ => table(&view, out),
        }
        out.gap();
        out.sentence(words::basis(
            view.simulations,
            matches!(self.strength, Assumed::Estimated),
        ));
        if let Some(expected) = view.expected {
            out.sentence(times(state, &expected));
        }
        Ok(())
    }
}

/// Who plays, in rank order.
fn ranked<'a>(state: &State, all: &'a Chances) -> Vec<PlayerView<'a>> {
    let rows = standings(state).rows;
    let ranked = rows.iter().filter_map(|row| {
        Some(PlayerView {
            rank: row.rank,
            name: state.name(row.player),
            points: row.points,
            chances: all.of(row.player)?,
        })
    });
    let mut players: Vec<PlayerView<'_>> = ranked.collect();
    // Before the start nobody has a rank.
    let unranked = all.players.iter().filter(|chances| {
        let mut rows = rows.iter();
        !rows.any(|row| row.player == chances.player)
    });
    players.extend(unranked.map(|chances| PlayerView {
        rank: None,
        name: state.name(chances.player),
        points: 0,
        chances,
    }));
    players
}

fn when(state: &State) -> String {
    let published = |round: &&muster_tournament::state::Round| round.status > RoundStatus::Draft;
    match state.rounds.iter().rfind(published) {
        Some(round) if round.status == RoundStatus::Published => {
            format!("while round {} is played", round.number)
        }
        Some(round) => format!("after round {}", round.number),
        None => "before the first round".to_owned(),
    }
}

const FIRST_PLACE: &str = "First place";

fn table(view: &View<'_>, out: &mut Output) {
    let cut = words::cut(view.cut).unwrap_or_else(|| "Cut".to_owned());
    let open = view
        .players
        .iter()
        .any(|player| player.chances.cut_is_open());
    let mut columns = vec![
        Column::Number("Rank"),
        Column::Text("Player"),
        Column::Number("Points"),
        Column::Number(if open { &cut } else { FIRST_PLACE }),
        Column::Number("With a win"),
        Column::Number("With a loss"),
    ];
    if open {
        columns.extend([Column::Number("Wins needed"), Column::Number(FIRST_PLACE)]);
    }
    let rows = view.players.iter().map(|player| {
        let chances = player.chances;
        let with = |result| {
            let with = chances.with.iter().find(|with| with.result == result);
            with.map(|with| cell(chances.at_stake_with(with)))
                .unwrap_or_default()
        };
        let number = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
        let mut cells = vec![
            number(player.rank),
            player.name.clone(),
            player.points.to_string(),
            cell(chances.at_stake()),
            with(Verdict::Win),
            with(Verdict::Loss),
        ];
        if open {
            cells.extend([number(chances.wins_needed), cell(chances.win)]);
        }
        cells
    });
    out.table(&columns, rows.collect());
}

fn cell(chance: Odds) -> String {
    words::chance(odds(chance))
}

/// One chance with what it rests on.
fn sentence(chance: Odds) -> String {
    let text = words::explained(odds(chance));
    let interval = match chance {
        Odds::Sampled(rate) => rate.interval(),
        Odds::Proved(_) => None,
    };
    match interval {
        Some(interval) => format!("{text} ({})", interval.shown()),
        None => text,
    }
}

fn explain(view: &View<'_>, player: &PlayerView<'_>, out: &mut Output) {
    let chances = player.chances;
    let cut = words::cut(view.cut).filter(|_| chances.cut_is_open());
    let title = cut.as_deref().unwrap_or(FIRST_PLACE);
    let text = sentence(chances.at_stake());
    out.line(format!("{}, {title}: {text}", player.name));
    for with in &chances.with {
        let result = match with.result {
            Verdict::Win => "With a win",
            Verdict::Draw => "With a draw",
            Verdict::Loss => "With a loss",
        };
        out.line(format!(
            "{result}: {}",
            sentence(chances.at_stake_with(with))
        ));
    }
    if let Some(wins) = chances.wins_needed.filter(|wins| *wins > 0) {
        let more = if wins == 1 { "win is" } else { "wins are" };
        out.line(format!("{wins} more {more} enough, whatever else happens."));
    }
    if cut.is_some() {
        out.line(format!("{FIRST_PLACE}: {}", sentence(chances.win)));
    }
    let mut places: Vec<(usize, u32)> = (1..).zip(chances.places.iter().copied()).collect();
    places.sort_by_key(|(place, count)| (std::cmp::Reverse(*count), *place));
    let likely = places.iter().take(3).filter(|(_, count)| *count > 0);
    let likely: Vec<String> = likely
        .map(|(place, won)| {
            let of = view.simulations;
            let rate = muster_statistics::Rate { won: *won, of };
            format!("{place} ({})", rate.shown())
        })
        .collect();
    if !likely.is_empty() {
        out.line(format!("Most likely places: {}", likely.join(", ")));
    }
}

fn times(state: &State, expected: &Expected) -> String {
    let local = |at: Timestamp| {
        at.to_zoned(TimeZone::system())
            .strftime("%H:%M")
            .to_string()
    };
    let mut parts = Vec::new();
    if let (Some(round), Some(ends)) = (state.current(), expected.round_ends) {
        parts.push(format!("round {} about {}", round.number, local(ends)));
    }
    if let Some(ends) = expected.swiss_ends {
        parts.push(format!("the Swiss rounds about {}", local(ends)));
    }
    parts.push(format!("the tournament about {}", local(expected.ends)));
    format!("Expected to end: {}.", parts.join(", "))
}
