//! Rehearsals: a copy of a tournament, or a new one with invented players, that plays itself at a chosen speed so that
//! judges and organizers can practise.
//!
//! A rehearsal has its own ledger in a folder that is deleted with it, so nothing of it gets into the server's data, backups,
//! statistics or seasons ([`apart`]). It has its own seed, so it reveals nothing about later draws of the tournament it was
//! copied from. When it ends, the seats in people's browsers are removed. It ends with the server at the latest.

pub(crate) mod apart;
mod autopilot;

use crate::create::{identifier, organizer};
use crate::people::personal;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::visit::Visitor;
use crate::{Service, secret};
use apart::Apart;
use autopilot::Autopilot;
use jiff::Timestamp;
use muster_forecast::simulate::{Somebody, invented};
use muster_ledger::people::{Kept, Session, Settings, Who};
use muster_ledger::{DataFolder, Ledger, SqliteLedger, TournamentId, Write};
use muster_regulations::Regulation;
use muster_tournament::command::{NewPlayer, Setup, Wishes};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::{By, Command, Request, Tournament};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The most rehearsals at a time.
const MOST: usize = 8;
/// The most invented players.
const MOST_PLAYERS: u32 = 512;

/// How fast it plays, and who runs the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Minutes per round; `None` while paused.
    pub minutes: Option<u32>,
    /// Whether the desk is automatic too; otherwise people draw, publish and finish rounds.
    pub desk: bool,
}

/// What is rehearsed.
pub enum Wanted {
    /// A new tournament with invented players.
    New {
        regulation: Regulation,
        players: u32,
    },
    /// A copy: its setup and the names of its players, from the beginning.
    Copy(Arc<Room>),
}

struct Rehearsal {
    organizer: String,
    folder: PathBuf,
    pace: watch::Sender<Pace>,
}

/// The rehearsals of a server.
pub struct Rehearsals {
    ledgers: Arc<Apart>,
    held: Mutex<BTreeMap<TournamentId, Rehearsal>>,
}

impl Rehearsals {
    pub(crate) fn new(ledgers: Arc<Apart>) -> Rehearsals {
        Rehearsals {
            ledgers,
            held: Mutex::default(),
        }
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<TournamentId, Rehearsal>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a tournament is a rehearsal.
    #[must_use]
    pub fn is(&self, id: &TournamentId) -> bool {
        self.held().contains_key(id)
    }

    /// Returns how fast a rehearsal plays.
    #[must_use]
    pub fn pace(&self, id: &TournamentId) -> Option<Pace> {
        self.held()
            .get(id)
            .map(|rehearsal| *rehearsal.pace.borrow())
    }

    /// Changes how fast a rehearsal plays.
    pub fn set_pace(&self, id: &TournamentId, pace: Pace) {
        if let Some(rehearsal) = self.held().get(id) {
            rehearsal.pace.send_replace(pace);
        }
    }

    /// Returns the rehearsals that an account runs.
    #[must_use]
    pub fn of(&self, account: &str) -> Vec<TournamentId> {
        let held = self.held();
        let own = held.iter().filter(|(_, one)| one.organizer == account);
        own.map(|(id, _)| id.clone()).collect()
    }
}

/// Where rehearsals are stored: in the data folder if there is one, else in the system's temporary folder.
fn base(service: &Service) -> PathBuf {
    match &service.folder {
        Some(folder) => folder.path().join("rehearsals"),
        None => std::env::temp_dir().join("muster-rehearsals"),
    }
}

/// Removes what a crashed server has left. Only at the start, when there are no rehearsals.
pub fn clean(service: &Service) {
    remove(&base(service));
}

fn remove(folder: &Path) {
    if let Err(error) = std::fs::remove_dir_all(folder)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::error!(folder = %folder.display(), %error, "a rehearsal could not be deleted");
    }
}

/// Begins a rehearsal for the signed-in account.
pub async fn begin(
    service: &Arc<Service>,
    visitor: &Visitor,
    wanted: Wanted,
    pace: Pace,
) -> Result<Arc<Room>, Problem> {
    let organizer = organizer(visitor)?;
    if service.rehearsals.held().len() >= MOST {
        return Err(Cause::TooManyRehearsals { most: MOST }.into());
    }
    let code = secret::letters(secret::ID_LENGTH).map_err(Problem::no_random)?;
    let seed = secret::random().map_err(Problem::no_random)?;
    let (setup, people) = cast(wanted, seed.0)?;
    let id = identifier(&setup.name, &code)?;
    let tournament = opened(setup, people, &organizer, Master::new(seed), service.now())?;
    let folder = base(service).join(id.as_str());
    let ledger = SqliteLedger::open(&DataFolder::new(&folder))?;
    service.rehearsals.ledgers.add(id.clone(), Arc::new(ledger));
    let mut settings = Settings::new(id.clone());
    settings.organizer = Some(organizer.clone());
    let room = service
        .rooms
        .open(id.clone(), tournament, seed, vec![settings.put()])
        .await?;
    let (sender, receiver) = watch::channel(pace);
    let rehearsal = Rehearsal {
        organizer,
        folder,
        pace: sender,
    };
    service.rehearsals.held().insert(id, rehearsal);
    tokio::spawn(Autopilot::new(seed.0).fly(Arc::clone(&room), receiver));
    Ok(room)
}

/// The setup of a rehearsal and who plays in it.
fn cast(wanted: Wanted, seed: [u8; 32]) -> Result<(Setup, Vec<Somebody>), Problem> {
    match wanted {
        Wanted::New {
            regulation,
            players,
        } => {
            let book = regulation.book();
            let (Some(tier), Some(table)) = (book.tiers.first(), book.tables.first()) else {
                return Err(Cause::RehearsalStructure.into());
            };
            let least = table.rows.first().map_or(4, |row| row.from);
            let setup = Setup {
                name: format!("Rehearsal: {}", book.title),
                regulation,
                tier: *tier,
                structure: table.kind,
                custom: None,
                wishes: Wishes::default(),
                date: None,
                zone: None,
            };
            let players = players.clamp(least, MOST_PLAYERS);
            Ok((setup, invented(players, seed)))
        }
        Wanted::Copy(room) => room.read(|t| {
            let state = t.state();
            let mut setup = state.setup.clone();
            setup.name = format!("Rehearsal: {}", setup.name)
                .chars()
                .take(100)
                .collect();
            setup.wishes.fixed_tables.clear();
            let people = state.players.iter().map(|player| {
                let own = player.personal.as_ref();
                Somebody {
                    name: state.name(player.id),
                    club: own.and_then(|own| own.club.clone()),
                }
            });
            let people: Vec<_> = people.collect();
            if people.len() < 2 {
                return Err(Cause::RehearsalPlayers.into());
            }
            Ok((setup, people))
        }),
    }
}

/// A tournament with its players registered and checked in.
fn opened(
    setup: Setup,
    people: Vec<Somebody>,
    organizer: &str,
    master: Master,
    now: Timestamp,
) -> Result<Tournament, Problem> {
    let leader = personal(organizer, None, None)?;
    let mut tournament = Tournament::create(setup, leader, &master, now)?;
    let people: Result<Vec<Personal>, Problem> = people
        .iter()
        .map(|one| personal(&one.name, one.club.as_deref(), None))
        .collect();
    let people = people?;
    let players = people.iter().map(|person| NewPlayer {
        who: person.seal(),
        faction: None,
        list_points: None,
        leader: None,
    });
    let command = Command::Register {
        players: players.collect(),
    };
    let request = Request {
        private: people,
        ..Request::new(By::Staff(ORGANIZER), now, command)
    };
    let salt = secret::random().map_err(Problem::no_random)?;
    tournament.act(request.salted(salt), &master)?;
    let here = tournament.state().players.iter().map(|player| player.id);
    let command = Command::CheckIn {
        players: here.collect(),
        present: true,
    };
    tournament.act(Request::new(By::Staff(ORGANIZER), now, command), &master)?;
    Ok(tournament)
}

/// Ends a rehearsal and deletes everything about it.
pub async fn end(service: &Service, visitor: &Visitor, id: &TournamentId) -> Result<(), Problem> {
    let account = visitor.account();
    let folder = {
        let mut held = service.rehearsals.held();
        let own = held
            .get(id)
            .is_some_and(|one| Some(one.organizer.as_str()) == account);
        if !own {
            return Err(Cause::RehearsalNotYours.into());
        }
        // Dropping the sender stops the autopilot.
        held.remove(id).map(|rehearsal| rehearsal.folder)
    };
    service.rooms.close(id);
    service.pdf_queue.give_up(id);
    let writes = left_with_people(service.ledger(), id).await?;
    if !writes.is_empty() {
        service.ledger().commit(writes).await?;
    }
    let ledger = service.rehearsals.ledgers.remove(id);
    let done = tokio::task::spawn_blocking(move || {
        // Closing waits for what is being written.
        drop(ledger);
        if let Some(folder) = folder {
            remove(&folder);
            // Fails while there are other rehearsals in the folder.
            let _ = folder.parent().map(std::fs::remove_dir);
        }
    });
    let failed = |_| Cause::RehearsalNotDeleted.into();
    done.await.map_err(failed)
}

/// Removes the seats of a rehearsal from people's browsers.
async fn left_with_people(ledger: &dyn Ledger, id: &TournamentId) -> Result<Vec<Write>, Problem> {
    let here = |who: &Who| matches!(who, Who::Seat { tournament, .. } if tournament == id);
    let sessions = Session::in_tournament(ledger, id).await?.into_iter();
    let left = sessions.map(|session| {
        let mut left = session.value.clone();
        left.who.retain(|who| !here(who));
        session.replace(&left)
    });
    Ok(left.collect())
}
