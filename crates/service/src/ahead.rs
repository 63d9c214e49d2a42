//! Forecasts for pages and API: chances, comparisons and plans are worked out in the background, on a few threads, and kept
//! for later requests.
//!
//! Forecasts show only what is public: drafts are removed first. No request waits longer than its own limit, each position of
//! a journal is worked out once, and work that is no longer needed is cancelled.

use crate::Service;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use muster_forecast::chances::{self, Certainty, Chances, Moved, SIMULATIONS};
use muster_forecast::engine::{Options, Start, StartError, Strength};
use muster_forecast::planner::{self, Breaks, Outlook, Question};
use muster_forecast::schedule::{self, Expected};
use muster_forecast::what_if::{self, Assumed, Compared, Effort, WhatIfError};
use muster_ledger::TournamentId;
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::display::seen;
use muster_tournament::state::{Phase, State};
use muster_words::ahead as words;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// The most comparisons and plans at a time.
const SHORT: usize = 2;
/// Tournaments whose chances are kept.
const KEPT: usize = 64;
/// Plans that are kept: a slider moved from end to end and back.
const KEPT_PLANS: usize = 2_000;
/// Players times rounds to simulate for chances: 20,000 continuations of 128 players and 7 rounds.
const WORK: u64 = 18_000_000;
/// The fewest continuations.
const FEWEST: u64 = 2_000;
/// Players times rounds to simulate for a comparison, which somebody waits for.
const QUICK_WORK: u64 = 4_000_000;

/// How player strength is modeled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AssumedStrength))]
pub enum Assumption {
    /// Every match is a coin toss.
    #[default]
    Equal,
    /// Strength is estimated from the results so far.
    Estimated,
}

impl Assumption {
    fn options(self) -> Options {
        Options {
            seed: 1,
            strength: match self {
                Assumption::Equal => Strength::Equal,
                Assumption::Estimated => Strength::Estimated,
            },
            drops: 0,
        }
    }
}

/// Chances as they are at a position.
#[derive(Debug)]
pub struct Known {
    /// The position of the journal.
    pub position: u64,
    pub assumption: Assumption,
    pub chances: Chances,
}

/// The progress of the work on chances.
#[derive(Clone, Debug)]
enum Progress {
    Working,
    Done(Arc<Known>),
    /// There is nothing to work out, or the work was cancelled.
    Nothing,
}

struct Work {
    position: u64,
    progress: watch::Receiver<Progress>,
    cancel: Arc<AtomicBool>,
}

type PlanKey = (Regulation, u32, StructureKind, Option<CustomStructure>);

/// The forecasts of a server.
pub struct Ahead {
    known: Mutex<HashMap<(TournamentId, Assumption), Work>>,
    plans: Mutex<HashMap<PlanKey, Arc<Outlook>>>,
    /// One set of chances at a time: it takes all threads of the pool.
    turn: Arc<Semaphore>,
    /// Short work that somebody waits for.
    short: Arc<Semaphore>,
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Default for Ahead {
    fn default() -> Ahead {
        Ahead::new()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ahead {
    /// Sets up a thread pool. Half of the cores are left to pages.
    #[must_use]
    pub fn new() -> Ahead {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(cores.div_ceil(2))
            .thread_name(|_| "ahead".to_owned())
            .build();
        Ahead {
            known: Mutex::default(),
            plans: Mutex::default(),
            turn: Arc::new(Semaphore::new(1)),
            short: Arc::new(Semaphore::new(SHORT)),
            pool: pool.ok().map(Arc::new),
        }
    }

    /// Returns the chances at the current position if they are known in time; if not, the work continues for later requests.
    /// `None` before the start and after the end.
    pub async fn chances(
        &self,
        room: &Room,
        assumption: Assumption,
        wait: Duration,
    ) -> Option<Arc<Known>> {
        let mut progress = self.progress(room, assumption)?;
        let ready = progress.wait_for(|progress| !matches!(progress, Progress::Working));
        match &*tokio::time::timeout(wait, ready).await.ok()?.ok()? {
            Progress::Done(known) => Some(Arc::clone(known)),
            Progress::Working | Progress::Nothing => None,
        }
    }

    /// Begins the work, or finds that it has begun.
    fn progress(&self, room: &Room, assumption: Assumption) -> Option<watch::Receiver<Progress>> {
        let position = room.read(|t| t.state().position);
        let key = (room.id.clone(), assumption);
        let mut known = lock(&self.known);
        if let Some(work) = known.get(&key)
            && work.position == position
        {
            return Some(work.progress.clone());
        }
        let start = room.read(|t| start(t.state()))?;
        if known.len() >= KEPT && !known.contains_key(&key) {
            known.clear();
        }
        let (tell, progress) = watch::channel(Progress::Working);
        let cancel = Arc::new(AtomicBool::new(false));
        let work = Work {
            position,
            progress: progress.clone(),
            cancel: Arc::clone(&cancel),
        };
        if let Some(old) = known.insert(key, work) {
            // Requests that waited for the old position ask again for the new one.
            old.cancel.store(true, Ordering::Relaxed);
        }
        drop(known);
        let (turn, pool) = (Arc::clone(&self.turn), self.pool.clone());
        tokio::spawn(async move {
            let Ok(turn) = turn.acquire_owned().await else {
                return;
            };
            let _ = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                let work = || {
                    let simulations = continuations(&start, WORK);
                    let cancelled = || cancel.load(Ordering::Relaxed);
                    chances::chances(&start, &assumption.options(), simulations, cancelled)
                };
                let worked = in_pool(pool.as_deref(), work);
                tell.send_replace(worked.map_or(Progress::Nothing, |chances| {
                    Progress::Done(Arc::new(Known {
                        position,
                        assumption,
                        chances,
                    }))
                }));
            })
            .await;
        });
        Some(progress)
    }

    /// Compares a tournament with a copy in which something else happened.
    pub async fn compare(
        &self,
        service: &Service,
        room: &Room,
        assumed: Assumed,
        assumption: Assumption,
    ) -> Result<Compared, Problem> {
        let tournament = room.read(Clone::clone);
        let now = service.now();
        self.run(move || {
            let start = Start::of_state(tournament.state()).map_err(WhatIfError::from)?;
            let effort = Effort {
                options: assumption.options(),
                simulations: continuations(&start, QUICK_WORK),
                breaks: Breaks::default(),
                now,
            };
            what_if::compare(&tournament, &assumed, &effort, || false)
        })
        .await?
        .map_err(Problem::from)
    }

    /// Returns how a step of the desk changes the players' chances, in a sentence; `None` if they stay the same.
    pub async fn moved(&self, room: &Room, after: State) -> Option<String> {
        let before = room.read(|t| t.state().clone());
        let start = start(&before)?;
        let simulations = continuations(&start, QUICK_WORK / 4);
        let work = move || {
            let options = Assumption::default().options();
            let moved = what_if::chances_moved(&before, &after, &options, simulations);
            moved_in_words(&after, &moved.unwrap_or_default())
        };
        self.run(work).await.ok()?
    }

    /// Returns what each structure means for a number of players. Answers are cached.
    pub async fn plan(&self, question: Question) -> Result<Vec<Outlook>, Problem> {
        let mut outlooks = Vec::new();
        for (kind, structure) in planner::structures(&question) {
            let custom = question.custom.filter(|_| kind == StructureKind::Custom);
            let key = (question.regulation, question.players, kind, custom);
            let kept = lock(&self.plans).get(&key).cloned();
            let outlook = match kept {
                Some(kept) => kept,
                None => {
                    let asked = question.clone();
                    let work = move || planner::outlook(&asked, kind, structure, || false);
                    let made = self.run(work).await?.map_err(|_| broke_off())?;
                    let made = Arc::new(made);
                    let mut plans = lock(&self.plans);
                    if plans.len() >= KEPT_PLANS {
                        plans.clear();
                    }
                    plans.insert(key, Arc::clone(&made));
                    made
                }
            };
            // Breaks change the day and nothing else.
            outlooks.push(Outlook {
                timetable: planner::day(&question, structure),
                ..(*outlook).clone()
            });
        }
        Ok(outlooks)
    }

    /// Runs work on the thread pool when it is its turn.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = Arc::clone(&self.short).acquire_owned().await;
        let turn = turn.map_err(|_| broke_off())?;
        let pool = self.pool.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            in_pool(pool.as_deref(), work)
        });
        done.await.map_err(|_| broke_off())
    }
}

/// The answer if the work panicked.
fn broke_off() -> Problem {
    Cause::NotWorkedOut.into()
}

fn in_pool<T: Send>(pool: Option<&rayon::ThreadPool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// The public state that chances start from, without drafts, while there are chances.
fn start(state: &State) -> Option<Start> {
    if !matches!(state.phase, Phase::Swiss | Phase::Elimination) {
        return None;
    }
    Start::of_state(&seen::published(state)).ok()
}

/// The number of continuations that fit into an amount of work.
fn continuations(start: &Start, work: u64) -> u32 {
    let rounds = u64::from(start.rounds_left()).max(1);
    let players = u64::try_from(start.players()).unwrap_or(u64::MAX).max(1);
    let fit = work / players.saturating_mul(rounds).max(1);
    u32::try_from(fit.clamp(FEWEST, SIMULATIONS.into())).unwrap_or(SIMULATIONS)
}

/// Returns when the round and the day are expected to end.
#[must_use]
pub fn expected(service: &Service, state: &State) -> Option<Expected> {
    schedule::expected(&seen::published(state), &Breaks::default(), service.now())
}

/// Returns changes of chances as a sentence, with the names of the state after the step.
#[must_use]
pub fn moved_in_words(state: &State, moved: &[Moved]) -> Option<String> {
    let open = state.structure.filter(|_| state.knockout.is_none());
    let cut = open.map_or(CutRule::None, |structure| structure.cut);
    let changes = moved.iter().map(|moved| {
        let [before, after] = [moved.before, moved.after].map(odds);
        (state.name(moved.player), [before, after])
    });
    words::moved(cut, &changes.collect::<Vec<_>>())
}

/// Returns odds as `words` expects them.
#[must_use]
pub fn odds(odds: chances::Odds) -> words::Odds {
    match odds {
        chances::Odds::Proved(Certainty::Clinched) => words::Odds::Certain,
        chances::Odds::Proved(Certainty::Eliminated) => words::Odds::Impossible,
        chances::Odds::Sampled(rate) => words::Odds::Sampled {
            thousandths: rate.thousandths(),
            of: rate.of,
        },
    }
}

impl From<WhatIfError> for Problem {
    fn from(error: WhatIfError) -> Problem {
        match error {
            WhatIfError::Refused(refusal) => (*refusal).into(),
            WhatIfError::Cancelled(_) => broke_off(),
            WhatIfError::NotOpen(table) => Cause::TableNotOpen { table: table.0 }.into(),
            WhatIfError::NoCut => Cause::NoCutToChange.into(),
            WhatIfError::Start(StartError::Structure(refusal)) => {
                Problem::from(muster_tournament::Refusal::from(refusal))
            }
            WhatIfError::Start(error) => Cause::NoChancesNow {
                why: error.to_string(),
            }
            .into(),
        }
    }
}
