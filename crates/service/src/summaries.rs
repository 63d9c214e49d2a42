//! What lists, search and statistics know about each tournament, so that none of them folds a journal.
//!
//! A command doesn't wait for this: the ledger remembers which journals grew since their summary was written, and they are
//! summed up a moment later, and again before a list is shown. So lists are as new as the tournaments in memory here, and
//! at most a second behind another server.

use crate::Service;
use crate::leases::Work;
use crate::problem::{Cause, Problem};
use crate::visit::Visitor;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use muster_ledger::{Audience, Order, Place, Summary, SummaryQuery, TournamentId, Write};
use muster_regulations::Regulation;
use muster_statistics::Sum;
use muster_tournament::command::Setup;
use muster_tournament::display::names::search_key;
use muster_tournament::display::seen;
use muster_tournament::ids::Hex32;
use muster_tournament::placings;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{State, Tournament};
use muster_views::round_name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// How many tournaments are summed up in one commit.
const BATCH: u32 = 64;
/// How many of those that aren't in memory are read before a list is shown; the rest comes by itself.
const READ: usize = 4;
/// How many summaries are read at once where all are needed.
pub(crate) const PAGE: u32 = 500;

/// What is to be done with a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Nobody is checked in yet.
    Upcoming,
    /// It is being played.
    Now,
    Finished,
}

impl When {
    fn of(state: &State) -> When {
        match state.phase {
            Phase::Finished => When::Finished,
            Phase::Registration if state.active().next().is_none() => When::Upcoming,
            _ => When::Now,
        }
    }

    const fn number(self) -> u8 {
        match self {
            When::Upcoming => 0,
            When::Now => 1,
            When::Finished => 2,
        }
    }

    const fn numbered(number: u8) -> When {
        match number {
            0 => When::Upcoming,
            1 => When::Now,
            _ => When::Finished,
        }
    }
}

/// A tournament in a list, as everybody may see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Brief {
    pub name: String,
    pub regulation: Regulation,
    /// Its first day, if that was set.
    pub date: Option<Date>,
    pub phase: Phase,
    /// Everything that was chosen for it.
    pub setup: Setup,
    pub players: usize,
    /// How many of them are checked in and have not dropped.
    pub active: usize,
    pub round: Option<BriefRound>,
    /// Who won, once that is known.
    pub winner: Option<String>,
    /// When the last line of a finished tournament was written.
    ended: Option<Timestamp>,
    counts: Sum,
}

/// The newest round of a tournament in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BriefRound {
    /// "Round 3", "Quarter-finals".
    pub name: String,
    /// Whether it is over.
    pub finished: bool,
    pub matches: usize,
    pub results: usize,
}

impl Brief {
    fn of(tournament: &Tournament) -> Brief {
        let state = &*seen::published(tournament.state());
        let round = state.rounds.last().map(|round| BriefRound {
            name: round_name(state, round),
            finished: round.status != RoundStatus::Published,
            matches: round.matches.len(),
            results: round.matches.len() - round.open().count(),
        });
        let over = state.phase == Phase::Finished;
        let first = || Some(placings::placings(state)?.first()?.player);
        let winner = over.then(first).flatten();
        let mut counts = Sum::new(state.setup.regulation);
        counts.add(tournament.state());
        Brief {
            name: state.setup.name.clone(),
            regulation: state.setup.regulation,
            date: state.setup.date,
            phase: state.phase,
            setup: state.setup.clone(),
            players: state.players.len(),
            active: state.active().count(),
            round,
            winner: winner.map(|winner| state.name(winner)),
            ended: tournament
                .lines()
                .last()
                .map(|line| line.core.at)
                .filter(|_| over),
            counts,
        }
    }
}

/// Sums a tournament up.
fn summary(id: &TournamentId, tournament: &Tournament) -> Summary {
    let brief = Brief::of(tournament);
    let state = &*seen::published(tournament.state());
    let created = tournament.lines().first().map(|line| line.core.at);
    let created = created.unwrap_or_default().to_zoned(TimeZone::UTC).date();
    let mut text = brief.name.clone();
    for player in state.players.iter() {
        text.push(' ');
        text.push_str(&state.name(player.id));
    }
    if let Some(recorded) = &state.recorded {
        text.push(' ');
        text.push_str(&recorded.file.to_string());
    }
    Summary {
        tournament: id.clone(),
        position: state.position,
        phase: When::of(state).number(),
        regulation: brief.regulation.id().to_owned(),
        date: brief.date.unwrap_or(created),
        text: search_key(&text),
        // Plain structs with text keys always have a JSON form.
        body: serde_json::to_string(&brief).unwrap_or_default(),
    }
}

/// Which tournaments are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only those at which this is to be done.
    pub when: Option<When>,
    /// Only those of a regulation.
    pub regulation: Option<Regulation>,
    /// Only those that the visitor runs.
    pub own: bool,
    /// Only those with all of these words, or beginnings of words, in their name or those of their players.
    pub find: String,
    /// The earliest date first, instead of the latest.
    pub soonest: bool,
    /// Only those after this one.
    pub after: Option<Cursor>,
}

/// Where a list goes on: after a tournament of a day. As text it can be sent and read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(Place);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0.date, self.0.tournament)
    }
}

impl FromStr for Cursor {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Cursor, Problem> {
        let invalid = || Problem::from(Cause::CursorInvalid);
        let (date, tournament) = text.split_once('.').ok_or_else(invalid)?;
        Ok(Cursor(Place {
            date: date.parse().map_err(|_| invalid())?,
            tournament: TournamentId::new(tournament).map_err(|_| invalid())?,
        }))
    }
}

/// A tournament that was found.
pub struct Found {
    pub id: TournamentId,
    /// How far its journal goes.
    pub position: u64,
    /// What is to be done with it.
    pub when: When,
    /// What a list shows of it.
    pub brief: Brief,
    /// Whether the visitor is on its staff.
    pub leads: bool,
    /// Where the list goes on after it.
    pub cursor: Cursor,
}

/// Returns tournaments that a visitor may see, at most so many.
pub async fn list(
    service: &Service,
    visitor: &Visitor,
    wanted: Wanted,
    most: u32,
) -> Result<Vec<Found>, Problem> {
    catch_up(service, READ).await?;
    let query = SummaryQuery {
        phase: wanted.when.map(When::number),
        regulation: wanted
            .regulation
            .map(|regulation| regulation.id().to_owned()),
        text: search_key(&wanted.find),
        organizer: visitor.account().filter(|_| wanted.own).map(str::to_owned),
        order: if wanted.soonest {
            Order::Soonest
        } else {
            Order::Newest
        },
        after: wanted.after.map(|Cursor(place)| place),
        ..SummaryQuery::new(visitor.audience(), most)
    };
    let mut led: BTreeSet<TournamentId> = visitor.staffed().cloned().collect();
    if let Some(account) = visitor.account() {
        // With the same order and limit, all that the account runs among those below are among these.
        let organizer = Some(account.to_owned());
        let own = SummaryQuery {
            organizer,
            ..query.clone()
        };
        let own = service.ledger().summaries(own).await?;
        led.extend(own.into_iter().map(|summary| summary.tournament));
    }
    let damaged = service.rooms.damaged();
    let mut found = Vec::new();
    for summary in service.ledger().summaries(query).await? {
        if damaged.contains(&summary.tournament) {
            continue;
        }
        found.push(Found {
            cursor: Cursor(Place::from(&summary)),
            when: When::numbered(summary.phase),
            brief: brief(service, &summary).await?,
            position: summary.position,
            leads: led.contains(&summary.tournament),
            id: summary.tournament,
        });
    }
    Ok(found)
}

/// Reads what a summary says. One that another version of Muster wrote may lack something: then the tournament says it.
async fn brief(service: &Service, summary: &Summary) -> Result<Brief, Problem> {
    match serde_json::from_str(&summary.body) {
        Ok(brief) => Ok(brief),
        Err(_) => Ok(service
            .rooms
            .room(&summary.tournament)
            .await?
            .read(Brief::of)),
    }
}

/// Returns a tournament that an account runs and that was made of a file.
pub(crate) async fn made_of(
    service: &Service,
    account: &str,
    file: Hex32,
) -> Result<Option<TournamentId>, Problem> {
    catch_up(service, READ).await?;
    let query = SummaryQuery {
        organizer: Some(account.to_owned()),
        text: file.to_string(),
        ..SummaryQuery::new(Audience::Server, 1)
    };
    let found = service.ledger().summaries(query).await?;
    Ok(found.into_iter().next().map(|summary| summary.tournament))
}

/// Adds up all tournaments of a regulation that an audience may see.
pub(crate) async fn added_up(
    service: &Service,
    audience: Audience,
    regulation: Regulation,
) -> Result<Sum, Problem> {
    let mut sum = Sum::new(regulation);
    let query = SummaryQuery {
        regulation: Some(regulation.id().to_owned()),
        ..SummaryQuery::new(audience, PAGE)
    };
    each(service, query, |_, brief| sum.merge(&brief.counts)).await?;
    Ok(sum)
}

/// Returns the tournaments that ended before an instant.
pub(crate) async fn ended_before(
    service: &Service,
    instant: Timestamp,
) -> Result<BTreeSet<TournamentId>, Problem> {
    let mut ended = BTreeSet::new();
    let query = SummaryQuery {
        phase: Some(When::Finished.number()),
        ..SummaryQuery::new(Audience::Server, PAGE)
    };
    let look = |id: &TournamentId, brief: &Brief| {
        if brief.ended.is_some_and(|end| end < instant) {
            ended.insert(id.clone());
        }
    };
    each(service, query, look).await?;
    Ok(ended)
}

/// Looks at all summaries that a query asks for, page by page.
async fn each(
    service: &Service,
    mut query: SummaryQuery,
    mut look: impl FnMut(&TournamentId, &Brief),
) -> Result<(), Problem> {
    loop {
        let page = service.ledger().summaries(query.clone()).await?;
        for summary in &page {
            look(&summary.tournament, &brief(service, summary).await?);
        }
        match page.last() {
            Some(last) => query.after = Some(Place::from(last)),
            None => return Ok(()),
        }
    }
}

/// Sums up tournaments whose journal grew since: those in memory, and at most so many others.
pub(crate) async fn catch_up(service: &Service, read: usize) -> Result<bool, Problem> {
    // Many who ask for the first page at once are served by one.
    let _alone = service.summing_up.lock().await;
    let damaged = service.rooms.damaged();
    let known = u32::try_from(damaged.len()).unwrap_or(u32::MAX);
    let limit = BATCH.saturating_add(known);
    let mut left = read;
    let mut writes = Vec::new();
    for id in service.ledger().unsummarized(limit).await? {
        let held = service.rooms.is_held(&id);
        if damaged.contains(&id) || (!held && left == 0) {
            continue;
        }
        left -= usize::from(!held);
        // Whoever can't be read is remembered by the rooms.
        if let Ok(room) = service.rooms.room(&id).await {
            writes.push(Write::Summary(room.read(|t| summary(&id, t))));
        }
    }
    let some = !writes.is_empty();
    if some {
        service.ledger().commit(writes).await?;
    }
    Ok(some)
}

/// Sums up what is in memory here; what nobody has in memory is read by one server, bit by bit.
pub(crate) async fn tidy(service: &Service, all: bool) {
    let mut some = true;
    while some {
        let read = match all && service.holds(Work::Summaries).await {
            true => BATCH as usize,
            false => 0,
        };
        let done = catch_up(service, read).await;
        if let Err(problem) = &done {
            tracing::warn!(problem = problem.text, "tournaments are summed up later");
        }
        some = read > 0 && done.unwrap_or(false);
    }
}
