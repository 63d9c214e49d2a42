//! Summaries of tournaments for lists, search and statistics, so that none of them folds a journal.
//!
//! Commands don't wait for summaries: the ledger remembers which journals grew since their summary was written, and they are
//! summed up a moment later, and again before a list is shown. So lists are as new as the tournaments in memory here, and at
//! most a second behind other servers.

use crate::Service;
use crate::leases::Work;
use crate::problem::{Cause, Problem};
use crate::visit::Visitor;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use muster_ledger::{Among, Audience, Order, Place, Summary, SummaryQuery, TournamentId, Write};
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
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// How many tournaments are summed up in one commit.
const BATCH: u32 = 64;
/// How many tournaments that aren't in memory are read before a list is shown; the rest follow in the background.
const READ: usize = 4;
/// How many summaries are read at once where all are needed.
const PAGE: u32 = 500;

/// Whether a tournament is upcoming, running or finished.
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
    /// The whole setup.
    pub setup: Setup,
    pub players: usize,
    /// Number of players who are checked in and have not dropped.
    pub active: usize,
    pub round: Option<BriefRound>,
    /// The champion, once known.
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
    /// Only tournaments at this stage.
    pub when: Option<When>,
    /// Only tournaments under this regulation.
    pub regulation: Option<Regulation>,
    /// Only tournaments that the visitor runs.
    pub own: bool,
    /// Only tournaments with all of these words, or beginnings of words, in their name or in a player's name.
    pub find: String,
    /// The earliest date first, instead of the latest.
    pub soonest: bool,
    /// Only tournaments after this one in the list.
    pub after: Option<Cursor>,
}

/// The end of a page of the list: a date and a tournament. It can be sent as text.
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
    /// Number of the journal's last line.
    pub position: u64,
    /// Whether it is upcoming, running or finished.
    pub when: When,
    /// What the list shows.
    pub brief: Brief,
    /// Whether the visitor is on its staff.
    pub leads: bool,
    /// The cursor for the list after it.
    pub cursor: Cursor,
}

/// Returns at most `most` tournaments that a visitor may see.
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
        among: match visitor.account().filter(|_| wanted.own) {
            Some(account) => Among::RunBy(account.to_owned()),
            None => Among::All,
        },
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
        let own = SummaryQuery {
            among: Among::RunBy(account.to_owned()),
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

/// Reads a summary. If another version of Muster wrote it and something is missing, the tournament itself is read.
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

/// Returns a tournament that an account runs and that was imported from a file.
pub(crate) async fn made_of(
    service: &Service,
    account: &str,
    file: Hex32,
) -> Result<Option<TournamentId>, Problem> {
    catch_up(service, READ).await?;
    let query = SummaryQuery {
        among: Among::RunBy(account.to_owned()),
        text: file.to_string(),
        ..SummaryQuery::new(Audience::Server, 1)
    };
    let found = service.ledger().summaries(query).await?;
    Ok(found.into_iter().next().map(|summary| summary.tournament))
}

/// Adds up the tournaments of a regulation that everybody may see.
pub(crate) async fn public_sum(service: &Service, regulation: Regulation) -> Result<Sum, Problem> {
    let mut sum = Sum::new(regulation);
    let query = of_regulation(regulation, Audience::stranger());
    each(service, query, |_, counts| sum.merge(&counts)).await?;
    Ok(sum)
}

/// Adds up the private tournaments of a regulation that a visitor runs or takes part in.
pub(crate) async fn private_sum(
    service: &Service,
    visitor: &Visitor,
    regulation: Regulation,
) -> Result<Sum, Problem> {
    let mut own = BTreeMap::new();
    let run = visitor
        .account()
        .map(|account| Among::RunBy(account.to_owned()));
    let played = Some(visitor.seated()).filter(|played| !played.is_empty());
    for among in run.into_iter().chain(played.map(Among::These)) {
        let query = SummaryQuery {
            among,
            ..of_regulation(regulation, visitor.audience())
        };
        let public = SummaryQuery {
            audience: Audience::stranger(),
            ..query.clone()
        };
        each(service, query, |id, counts| {
            own.insert(id.clone(), counts);
        })
        .await?;
        each(service, public, |id, _| {
            own.remove(id);
        })
        .await?;
    }
    let mut sum = Sum::new(regulation);
    own.values().for_each(|counts| sum.merge(counts));
    Ok(sum)
}

fn of_regulation(regulation: Regulation, audience: Audience) -> SummaryQuery {
    SummaryQuery {
        regulation: Some(regulation.id().to_owned()),
        ..SummaryQuery::new(audience, PAGE)
    }
}

/// Visits what each tournament of a query adds to the statistics, page by page.
async fn each(
    service: &Service,
    mut query: SummaryQuery,
    mut look: impl FnMut(&TournamentId, Sum),
) -> Result<(), Problem> {
    /// The part of a [`Brief`] that is added up, which is quicker to read than all of it.
    #[derive(Deserialize)]
    struct Counted {
        counts: Sum,
    }
    loop {
        let page = service.ledger().summaries(query.clone()).await?;
        for summary in &page {
            let counts = match serde_json::from_str(&summary.body) {
                Ok(Counted { counts }) => counts,
                Err(_) => brief(service, summary).await?.counts,
            };
            look(&summary.tournament, counts);
        }
        match page.last() {
            Some(last) => query.after = Some(Place::from(last)),
            None => return Ok(()),
        }
    }
}

/// Returns those of some tournaments that ended before an instant.
pub(crate) async fn ended_before(
    service: &Service,
    tournaments: &BTreeSet<TournamentId>,
    instant: Timestamp,
) -> Result<BTreeSet<TournamentId>, Problem> {
    let mut ended = BTreeSet::new();
    let mut tournaments = tournaments.iter().cloned();
    loop {
        let some: Vec<TournamentId> = tournaments.by_ref().take(PAGE as usize).collect();
        if some.is_empty() {
            return Ok(ended);
        }
        let query = SummaryQuery {
            among: Among::These(some),
            phase: Some(When::Finished.number()),
            ..SummaryQuery::new(Audience::Server, PAGE)
        };
        for summary in service.ledger().summaries(query).await? {
            let end = brief(service, &summary).await?.ended;
            if end.is_some_and(|end| end < instant) {
                ended.insert(summary.tournament);
            }
        }
    }
}

/// Sums up tournaments whose journal grew since: those in memory, and at most `read` others.
pub(crate) async fn catch_up(service: &Service, read: usize) -> Result<bool, Problem> {
    // One of many simultaneous requests does the work for all.
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
        // The rooms remember tournaments that can't be read.
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

/// Sums up tournaments in memory. One server reads the others, a few at a time.
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
