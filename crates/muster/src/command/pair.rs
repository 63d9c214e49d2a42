//! `muster pair`: draws, reviews, edits and publishes rounds.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::round_folder::Keeping;
use crate::view;
use clap::Args;
use muster_tournament::entry::Pairing;
use muster_tournament::state::{Round, RoundStatus};
use muster_tournament::{Command, PlayerId, TableNo};
use muster_views::{RoundView, Viewer};
use serde_json::{Map, json};

/// Close the round, draw the next one, review it, publish it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster pair                       closes a complete round, draws the next and shows it
  muster pair --accept-reports      also confirms results that only one player reported
  muster pair --publish             publishes the draft
  muster pair --draft --publish     both at once
  muster pair --swap Ann Cleo \"they came in one car\"
  muster pair --again \"wrong player was checked in\"
  muster pair --seat \"Dan Drake\"    a late arrival; every other table stays
  muster pair --as-played \"sat at the wrong tables\" 3=Ann/Bo 4=Cleo/Dan
  muster pair --void \"fire alarm\"

A published round leaves its pairings, slips and a copy of the journal in a folder \
beside the journal (cup.round-2), so that the tournament can continue if the laptop dies.")]
#[group(id = "step", multiple = false, args = ["close", "again", "swap", "pin", "seat", "as_played", "void"])]
pub(crate) struct Pair {
    /// Draw the next round as a draft, as plain `muster pair` does
    #[arg(long, conflicts_with = "step")]
    draft: bool,
    /// Publish the draft for everyone to see
    #[arg(long)]
    publish: bool,
    /// Close the round and draw nothing
    #[arg(long, alias = "finish-round", conflicts_with = "publish")]
    close: bool,
    #[command(flatten)]
    closing: Closing,
    /// Draw the draft again
    #[arg(long, alias = "redraw", value_name = "REASON")]
    again: Option<String>,
    /// Swap two players of the draft; one of them may have the bye
    #[arg(long, num_args = 3, value_names = ["A", "B", "REASON"])]
    swap: Option<Vec<String>>,
    /// Pair two players and draw the rest of the draft again
    #[arg(long, num_args = 3, value_names = ["A", "B", "REASON"])]
    pin: Option<Vec<String>>,
    /// Allow a swap or a pin that causes a rematch
    #[arg(long)]
    anyway: bool,
    /// Seat players who came late
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    seat: Option<Vec<String>>,
    /// Change tables to what was actually played there
    #[arg(long, num_args = 2.., value_names = ["REASON", "TABLE=A/B"])]
    as_played: Option<Vec<String>>,
    /// Void the current round
    #[arg(
        long,
        alias = "void-round",
        value_name = "REASON",
        conflicts_with = "publish"
    )]
    void: Option<String>,
    #[command(flatten)]
    keeping: Keeping,
    #[command(flatten)]
    acting: Acting,
}

impl Pair {
    pub(crate) fn run(mut self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let journal = desk.path.clone();
        let seats = self.publish || self.seat.is_some() || self.as_played.is_some();
        self.step(&mut desk, out)?;
        if self.publish {
            desk.act(Command::Publish)?;
        }
        let done = desk.commit(out)?;
        if seats && !done.dry_run {
            self.keeping.keep(&journal, &done.tournament, out);
        }
        let state = done.state();
        let mut views = Map::new();
        if let Some(round) = state.current() {
            let view = RoundView::of(Viewer::Staff, state, round);
            views.insert("round".into(), json!(view));
        }
        done.report(out, views, |state, out| {
            if let Some(round) = state.current()
                && !self.close
                && self.void.is_none()
            {
                view::round::show(state, round, out);
            }
        });
        Ok(())
    }

    /// Runs the steps before publishing.
    fn step(&mut self, desk: &mut Desk, out: &mut Output) -> Result<(), Fault> {
        let anyway = self.anyway;
        if let Some(reason) = self.again.take() {
            return desk.act(Command::Redraw { reason });
        }
        if let Some(given) = self.swap.take() {
            let ByHand { a, b, reason } = by_hand(desk, given)?;
            return desk.act(Command::Swap {
                a,
                b,
                reason,
                anyway,
            });
        }
        if let Some(given) = self.pin.take() {
            let ByHand { a, b, reason } = by_hand(desk, given)?;
            return desk.act(Command::Pin {
                a,
                b,
                reason,
                anyway,
            });
        }
        if let Some(players) = self.seat.take() {
            let players = desk.players(&players)?;
            return desk.act(Command::Seat { players });
        }
        if let Some(given) = self.as_played.take() {
            return as_played(desk, given);
        }
        if let Some(reason) = &self.void {
            let reason = reason.clone();
            return desk.act(Command::VoidRound { reason });
        }
        if self.close {
            return self.closing.close(desk, out);
        }
        if self.draft || !self.publish {
            self.closing.close_if_played(desk, out)?;
            desk.act(Command::Draft)?;
        }
        Ok(())
    }
}

#[derive(Args, Debug)]
pub(crate) struct Closing {
    /// Confirm results that only one player reported, and close the round
    #[arg(long)]
    accept_reports: bool,
}

impl Closing {
    /// Closes the current round if it is published.
    pub(crate) fn close_if_played(&self, desk: &mut Desk, out: &mut Output) -> Result<(), Fault> {
        let playing = |round: &Round| round.status == RoundStatus::Published;
        if desk.state().current().is_some_and(playing) {
            self.close(desk, out)?;
        }
        Ok(())
    }

    /// Closes the current round; says which results only one player reported, and confirms them where that is wanted.
    fn close(&self, desk: &mut Desk, out: &mut Output) -> Result<(), Fault> {
        let round = desk.state().current();
        let complete = round.is_some_and(|round| round.open().next().is_none());
        let reported = round.into_iter().flat_map(|round| round.reported());
        let tables: Vec<TableNo> = reported.map(|m| m.table).collect();
        if complete && !tables.is_empty() {
            let list: Vec<String> = tables.iter().map(ToString::to_string).collect();
            let list = list.join(", ");
            if !self.accept_reports {
                out.note("to confirm them and continue, add --accept-reports; to confirm one: muster confirm TABLE");
                return desk.act(Command::FinishRound);
            }
            desk.act(Command::AcceptReports { tables })?;
            out.note(format!(
                "reported by one player and confirmed: table {list}"
            ));
        }
        desk.act(Command::FinishRound)
    }
}

/// Two players and a reason.
struct ByHand {
    a: PlayerId,
    b: PlayerId,
    reason: String,
}

fn by_hand(desk: &Desk, given: Vec<String>) -> Result<ByHand, Fault> {
    match <[String; 3]>::try_from(given) {
        Ok([a, b, reason]) => Ok(ByHand {
            a: desk.player(&a)?,
            b: desk.player(&b)?,
            reason,
        }),
        Err(_) => Err(Fault::Usage("give two players and a reason".to_owned())),
    }
}

fn as_played(desk: &mut Desk, given: Vec<String>) -> Result<(), Fault> {
    let mut given = given.into_iter();
    let reason = given.next().unwrap_or_default();
    let mut tables = Vec::new();
    for played in given {
        let parts = played.split_once('=').and_then(|(table, players)| {
            Some((table.trim().parse().ok()?, players.split_once('/')?))
        });
        let Some((table, (a, b))) = parts else {
            return Err(Fault::Usage(format!(
                "{played:?} is not a table with its players; write TABLE=A/B, for example 3=#1/#7"
            )));
        };
        tables.push(Pairing {
            table: TableNo(table),
            a: desk.player(a)?,
            b: desk.player(b)?,
        });
    }
    desk.act(Command::AsPlayed { tables, reason })
}
