//! Seasons: standings and ratings across the tournaments of a club or league.
//!
//! The desk links the seats of one person in different tournaments, or the person does: a browser that holds both seats
//! proves it. Equal names alone link nobody. Private tournaments count only for visitors who may see them.

use crate::create::identifier;
use crate::problem::{Cause, Problem};
use crate::visit::{Here, Visitor};
use crate::{Service, round_folder, secret};
use jiff::Timestamp;
use muster_ledger::people::{Account, Kept, Linked, Played, Season, Versioned, Who};
use muster_ledger::{LedgerError, TournamentId};
use muster_paper::{Order, Paper, PaperError};
use muster_season::rating::{Point, histories};
use muster_season::{Event, Person, Row, Rules, standings};
use muster_tournament::{By, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

/// How often a change is tried again after somebody else changed the season.
const TRIES: usize = 4;
/// The longest points table.
const MOST_PLACES: usize = 64;
/// The most points for a place.
const MOST_POINTS: u32 = 100_000;
/// The most tournaments of a season.
const MOST_TOURNAMENTS: usize = 200;

/// A season as everybody sees it.
pub struct View {
    pub season: Season,
    /// Tournaments that the visitor may see, in order: identifier and name.
    pub events: Vec<(TournamentId, String)>,
    /// The standings, best first.
    pub rows: Vec<Row>,
    /// The names of people.
    pub names: BTreeMap<Person, String>,
    /// Ratings after each event, for those who agreed.
    pub ratings: BTreeMap<Person, Vec<Point>>,
    /// The seats of people.
    pub seats: BTreeMap<Person, Vec<Played>>,
    /// How its paper is printed: in the zone of the tournament that changed last, with the time of that change.
    newest: Option<Order>,
}

impl View {
    /// Returns how places score points.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules {
            places: self.season.places.clone(),
            taking_part: self.season.taking_part,
            best: self.season.best,
        }
    }
}

/// Prints the standings: returns them as PDF.
pub fn print(view: &View, paper: Paper) -> Result<Vec<u8>, PaperError> {
    let tournaments: Vec<String> = view.events.iter().map(|(_, name)| name.clone()).collect();
    let season = muster_paper::documents::season::Season {
        name: &view.season.name,
        rules: &view.rules(),
        tournaments: &tournaments,
        rows: &view.rows,
        names: &view.names,
    };
    let order = view.newest.clone();
    let order = order.unwrap_or_else(|| Order::new(Timestamp::UNIX_EPOCH));
    muster_paper::documents::season::print(&season, &Order { paper, ..order })
}

/// Returns a season.
pub async fn find(service: &Service, id: &str) -> Result<Versioned<Season>, Problem> {
    let found = Season::find(service.ledger(), id).await?;
    found.ok_or_else(|| Cause::NoSeason { id: id.to_owned() }.into())
}

/// Returns all seasons, by name.
pub async fn all(service: &Service) -> Result<Vec<Season>, Problem> {
    let found = Season::all(service.ledger()).await?;
    let mut all: Vec<Season> = found.into_iter().map(|found| found.value).collect();
    all.sort_by(|one, two| one.name.cmp(&two.name));
    Ok(all)
}

/// Creates a season for an account.
pub async fn create(service: &Service, visitor: &Visitor, name: &str) -> Result<Season, Problem> {
    let organizer = crate::create::organizer(visitor)?;
    let name = checked_name(name)?;
    let code = secret::letters(secret::ID_LENGTH).map_err(Problem::no_random)?;
    let season = Season {
        id: identifier(&name, &code)?.to_string(),
        name,
        organizer,
        places: vec![10, 8, 6, 5, 4, 3, 2],
        taking_part: 1,
        best: None,
        tournaments: Vec::new(),
        people: Vec::new(),
    };
    service.ledger().commit(vec![season.add()]).await?;
    Ok(season)
}

fn checked_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 100 {
        return Err(Cause::SeasonName.into());
    }
    Ok(name.to_owned())
}

/// Refuses everybody but the organizer of a season and the owner of the server.
pub async fn organizer_only(
    service: &Service,
    visitor: &Visitor,
    season: &Season,
) -> Result<(), Problem> {
    let account = visitor.account();
    if account == Some(season.organizer.as_str()) {
        return Ok(());
    }
    if let Some(name) = account {
        let found = Account::find(service.ledger(), name).await?;
        if found.is_some_and(|found| found.value.owner) {
            return Ok(());
        }
    }
    Err(Cause::SeasonOrganizerOnly.into())
}

/// Changes a season, and tries again if somebody else changed it meanwhile.
async fn change(
    service: &Service,
    id: &str,
    edit: impl Fn(&mut Season) -> Result<(), Problem>,
) -> Result<(), Problem> {
    for _ in 0..TRIES {
        let found = find(service, id).await?;
        let mut season = found.value.clone();
        edit(&mut season)?;
        // People with one seat and no agreement need no record.
        season
            .people
            .retain(|person| person.seats.len() > 1 || person.rated && !person.seats.is_empty());
        match service.ledger().commit(vec![found.replace(&season)]).await {
            Ok(_) => return Ok(()),
            Err(LedgerError::Changed { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Cause::SeasonBusy.into())
}

/// Sets name and rules.
pub async fn set_rules(
    service: &Service,
    id: &str,
    name: &str,
    rules: Rules,
) -> Result<(), Problem> {
    let name = checked_name(name)?;
    if rules.places.len() > MOST_PLACES || rules.places.iter().any(|points| *points > MOST_POINTS) {
        let (places, points) = (MOST_PLACES, MOST_POINTS);
        return Err(Cause::SeasonPoints { places, points }.into());
    }
    if rules.best == Some(0) {
        return Err(Cause::SeasonBest.into());
    }
    change(service, id, |season| {
        season.name.clone_from(&name);
        season.places.clone_from(&rules.places);
        season.taking_part = rules.taking_part;
        season.best = rules.best;
        Ok(())
    })
    .await
}

/// Sets the tournaments, which the visitor must run.
pub async fn set_tournaments(
    service: &Service,
    visitor: &Visitor,
    id: &str,
    tournaments: Vec<TournamentId>,
) -> Result<(), Problem> {
    if tournaments.len() > MOST_TOURNAMENTS {
        return Err(Cause::SeasonTournaments {
            most: MOST_TOURNAMENTS,
        }
        .into());
    }
    let before = find(service, id).await?.value.tournaments;
    for tournament in tournaments.iter().filter(|one| !before.contains(one)) {
        let room = service.rooms.room(tournament).await?;
        if !visitor.here(&room, &room.settings()).organizes() {
            return Err(Cause::SeasonTournamentNotYours {
                id: tournament.to_string(),
            }
            .into());
        }
    }
    change(service, id, |season| {
        season.tournaments.clone_from(&tournaments);
        for person in &mut season.people {
            person
                .seats
                .retain(|seat| tournaments.contains(&seat.tournament));
        }
        Ok(())
    })
    .await
}

/// Links seats as one person. Nobody has two seats in one tournament.
pub async fn link(service: &Service, id: &str, seats: &[Played]) -> Result<(), Problem> {
    change(service, id, |season| {
        let mut linked = Linked {
            seats: Vec::new(),
            rated: false,
        };
        let mut all: BTreeSet<Played> = seats.iter().cloned().collect();
        for seat in seats {
            if !season.tournaments.contains(&seat.tournament) {
                return Err(Cause::SeasonOtherTournament.into());
            }
            if let Some(person) = season.person(seat) {
                let old = season.people.remove(person);
                linked.rated |= old.rated;
                all.extend(old.seats);
            }
        }
        linked.seats = all.into_iter().collect();
        let mut tournaments: Vec<&TournamentId> =
            linked.seats.iter().map(|seat| &seat.tournament).collect();
        tournaments.dedup();
        if tournaments.len() < linked.seats.len() {
            return Err(Cause::SeasonPlaysTwice.into());
        }
        season.people.push(linked);
        Ok(())
    })
    .await
}

/// Unlinks a seat from all others.
pub async fn unlink(service: &Service, id: &str, seat: &Played) -> Result<(), Problem> {
    change(service, id, |season| {
        for person in &mut season.people {
            person.seats.retain(|other| other != seat);
        }
        Ok(())
    })
    .await
}

/// Records whether somebody agrees to be rated.
pub async fn agree(service: &Service, id: &str, seat: &Played, rated: bool) -> Result<(), Problem> {
    change(service, id, |season| {
        match season.person(seat) {
            Some(person) => season.people[person].rated = rated,
            None => season.people.push(Linked {
                seats: vec![seat.clone()],
                rated,
            }),
        }
        Ok(())
    })
    .await
}

/// Returns the seats that a visitor holds in the tournaments of a season: proof that they are one person.
#[must_use]
pub fn own_seats(visitor: &Visitor, season: &Season) -> Vec<Played> {
    let seats = visitor.who().filter_map(|who| match who {
        Who::Seat {
            tournament,
            by: By::Player(player),
        } => Some(Played {
            tournament: tournament.clone(),
            player: *player,
        }),
        _ => None,
    });
    seats
        .filter(|seat| season.tournaments.contains(&seat.tournament))
        .collect()
}

/// Works out standings and ratings of a season for a visitor.
pub async fn view(service: &Service, visitor: &Visitor, id: &str) -> Result<View, Problem> {
    let season = find(service, id).await?.value;
    let runs = visitor.account() == Some(season.organizer.as_str());
    let mut people = People::default();
    let mut events = Vec::new();
    let mut played: Vec<Event> = Vec::new();
    let mut newest: Option<Order> = None;
    for tournament in &season.tournaments {
        // A missing or damaged tournament does not affect the others.
        let Ok(room) = service.rooms.room(tournament).await else {
            continue;
        };
        let settings = room.settings();
        let here = visitor.here(&room, &settings);
        if settings.private && here == Here::Spectator && !runs {
            continue;
        }
        room.read(|t| {
            let state = t.state();
            for player in &state.players {
                people.meet(&season, tournament, player.id, state.name(player.id));
            }
            let person = |player: PlayerId| people.of(tournament, player);
            played.push(muster_season::event(state, person));
            events.push((tournament.clone(), state.setup.name.clone()));
            let order = round_folder::order(t, Paper::A4, None);
            if newest.as_ref().is_none_or(|newest| newest.at < order.at) {
                newest = Some(order);
            }
        });
    }
    let ratings = histories(&played, &people.agreed);
    let mut seats: BTreeMap<Person, Vec<Played>> = BTreeMap::new();
    for (seat, person) in people.numbers {
        seats.entry(person).or_default().push(seat);
    }
    let mut view = View {
        season,
        events,
        rows: Vec::new(),
        names: people.names,
        ratings,
        seats,
        newest,
    };
    view.rows = standings(&view.rules(), &played);
    Ok(view)
}

/// Everybody in a season, numbered: linked people first, then everybody else as they come.
#[derive(Default)]
struct People {
    numbers: BTreeMap<Played, Person>,
    names: BTreeMap<Person, String>,
    agreed: BTreeSet<Person>,
}

impl People {
    /// Numbers a player. The name in the newest tournament is shown.
    fn meet(&mut self, season: &Season, tournament: &TournamentId, player: PlayerId, name: String) {
        let seat = Played {
            tournament: tournament.clone(),
            player,
        };
        let linked = season.person(&seat);
        let number = linked.unwrap_or(season.people.len() + self.numbers.len());
        let person = Person(u32::try_from(number).unwrap_or(u32::MAX));
        if linked.is_some_and(|person| season.people[person].rated) {
            self.agreed.insert(person);
        }
        self.numbers.insert(seat, person);
        self.names.insert(person, name);
    }

    fn of(&self, tournament: &TournamentId, player: PlayerId) -> Person {
        let seat = Played {
            tournament: tournament.clone(),
            player,
        };
        self.numbers.get(&seat).copied().unwrap_or(Person(u32::MAX))
    }
}
