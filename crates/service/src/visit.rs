//! Who is asking: the session of a browser or the token of a program, and the role it gives its holder in a tournament.

use crate::idempotency::Key;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::{Service, erasing, secret};
use jiff::{SignedDuration, Timestamp};
use muster_ledger::people::{Access, Kept, Scope, Session, Settings, TokenHash, Versioned, Who};
use muster_ledger::{Audience, TournamentId, Write};
use muster_regulations::Role;
use muster_tournament::ids::{By, ORGANIZER, PlayerId, StaffId};
use muster_tournament::permissions;
use muster_tournament::state::Status;
use muster_tournament::{Command, Request};
use muster_views::Viewer;
use std::net::IpAddr;
use std::sync::Arc;

/// How long a browser stays signed in.
pub const SESSION: SignedDuration = SignedDuration::from_hours(24 * 30);
/// How long an idempotency key is remembered.
pub const REMEMBERED: SignedDuration = SignedDuration::from_hours(24);

/// A browser or a program, and its identities.
#[derive(Clone, Debug)]
pub struct Visitor {
    session: Option<Versioned<Session>>,
    access: Option<Access>,
    from: IpAddr,
    device: Option<String>,
}

/// A visitor's role in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Here {
    Spectator,
    Player(PlayerId),
    /// A member of the staff on duty.
    Staff(StaffId, Role),
}

impl Here {
    /// Returns whether this is a member of the staff.
    #[must_use]
    pub fn is_staff(self) -> bool {
        matches!(self, Here::Staff(..))
    }

    /// Returns whether this is the organizer.
    #[must_use]
    pub fn organizes(self) -> bool {
        matches!(self, Here::Staff(_, Role::Organizer))
    }

    /// Returns the view of the tournament that this role gets.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Here::Spectator => Viewer::Everybody,
            Here::Player(id) => Viewer::Player(id),
            Here::Staff(..) => Viewer::Staff,
        }
    }

    /// Returns who the visitor acts as; `None` for spectators.
    #[must_use]
    pub fn by(self) -> Option<By> {
        match self {
            Here::Spectator => None,
            Here::Player(id) => Some(By::Player(id)),
            Here::Staff(id, _) => Some(By::Staff(id)),
        }
    }
}

/// Returns whether an identity still takes part in its tournament. A tournament that can't be read reports that itself.
async fn takes_part(service: &Service, who: &Who) -> bool {
    let Who::Seat { tournament, by } = who else {
        return true;
    };
    let room = service.rooms.room(tournament).await;
    room.map_or(true, |room| {
        room.read(|t| permissions::takes_part(t.state(), *by))
    })
}

impl Visitor {
    /// Recognizes a program by its token.
    pub async fn with_token(
        service: &Service,
        token: &str,
        from: IpAddr,
    ) -> Result<Visitor, Problem> {
        let found = Access::find(service.ledger(), secret::digest(token), service.now()).await?;
        let access = found
            .map(|found| found.value)
            .ok_or_else(|| Problem::from(Cause::TokenInvalid))?;
        if !takes_part(service, &access.who).await {
            return Err(Cause::TokenEnded.into());
        }
        Ok(Visitor {
            session: None,
            access: Some(access),
            from,
            device: None,
        })
    }

    /// Recognizes a browser by its session's token, if it has one.
    pub async fn with_session(
        service: &Service,
        token: Option<&str>,
        from: IpAddr,
        device: Option<String>,
    ) -> Result<Visitor, Problem> {
        let mut session = match token {
            Some(token) => {
                Session::find(service.ledger(), secret::digest(token), service.now()).await?
            }
            None => None,
        };
        if let Some(session) = &mut session {
            let mut living = Vec::with_capacity(session.value.who.len());
            for who in std::mem::take(&mut session.value.who) {
                if takes_part(service, &who).await {
                    living.push(who);
                }
            }
            session.value.who = living;
        }
        Ok(Visitor {
            session,
            access: None,
            from,
            device,
        })
    }

    /// Returns where the visitor comes from.
    #[must_use]
    pub fn from(&self) -> IpAddr {
        self.from
    }

    /// Returns the token that a program came with.
    #[must_use]
    pub fn access(&self) -> Option<&Access> {
        self.access.as_ref()
    }

    /// Returns what the visitor may be used for: everything for a browser, the token's purpose for a program.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.access
            .as_ref()
            .map_or(Scope::Desk, |access| access.scope)
    }

    /// Returns the account that is signed in.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        self.who().find_map(|who| match who {
            Who::Account(name) => Some(name.as_str()),
            Who::Seat { .. } => None,
        })
    }

    /// Returns the visitor's identities.
    pub fn who(&self) -> impl Iterator<Item = &Who> {
        let session = self.session.iter().flat_map(|session| &session.value.who);
        session.chain(self.access.iter().map(|access| &access.who))
    }

    /// Returns which tournaments the visitor may find in a list.
    pub(crate) fn audience(&self) -> Audience {
        Audience::Visitor {
            account: self.account().map(str::to_owned),
            takes_part: self.seated(),
        }
    }

    /// Returns the tournaments in which the visitor is a player or staff.
    pub(crate) fn seated(&self) -> Vec<TournamentId> {
        let seats = self.who().filter_map(|who| match who {
            Who::Seat { tournament, .. } => Some(tournament.clone()),
            Who::Account(_) => None,
        });
        seats.collect()
    }

    /// Returns the tournaments on whose staff the visitor is by invitation.
    pub(crate) fn staffed(&self) -> impl Iterator<Item = &TournamentId> {
        self.who().filter_map(|who| match who {
            Who::Seat {
                tournament,
                by: By::Staff(_),
            } => Some(tournament),
            _ => None,
        })
    }

    /// Returns the digest of the session's cookie, if there is a session.
    #[must_use]
    pub fn session_token(&self) -> Option<TokenHash> {
        self.session.as_ref().map(|session| session.value.token)
    }

    /// Returns the visitor's role in a tournament. The account that runs it is its organizer.
    #[must_use]
    pub fn here(&self, room: &Room, settings: &Settings) -> Here {
        match (self.scope(), self.person(room, settings)) {
            // A judge's token reads as a judge, whoever created it.
            (Scope::Judge, Here::Staff(id, _)) => Here::Staff(id, Role::Judge),
            (Scope::Player, Here::Staff(..)) => Here::Spectator,
            (_, here) => here,
        }
    }

    fn person(&self, room: &Room, settings: &Settings) -> Here {
        if self.account().is_some() && self.account() == settings.organizer.as_deref() {
            return Here::Staff(ORGANIZER, Role::Organizer);
        }
        let seats = self.who().filter_map(|who| match who {
            Who::Seat { tournament, by } if *tournament == room.id => Some(*by),
            _ => None,
        });
        // Staff who also play act as staff; the phone page asks for the player's seat itself.
        let staff = seats.filter_map(|by| match by {
            By::Staff(id) => Some(id),
            By::Player(_) => None,
        });
        let on_duty = |id: StaffId| {
            room.read(|t| {
                let staff = t.state().staff(id).filter(|staff| staff.on_duty)?;
                Some(Here::Staff(id, staff.role))
            })
        };
        let mut staff = staff.filter_map(on_duty);
        staff
            .next()
            .or_else(|| self.seat(room).map(Here::Player))
            .unwrap_or(Here::Spectator)
    }

    /// Returns the player's seat that the visitor has claimed in a tournament. Disqualified players, and players whose
    /// registration was undone, have none.
    #[must_use]
    pub fn seat(&self, room: &Room) -> Option<PlayerId> {
        self.who().find_map(|who| match who {
            Who::Seat {
                tournament,
                by: By::Player(id),
            } if *tournament == room.id => {
                let status = room.read(|t| t.state().player(*id).map(|player| player.status));
                status
                    .filter(|status| *status != Status::Disqualified)
                    .map(|_| *id)
            }
            _ => None,
        })
    }

    /// Adds an identity, in a session with a new token: whoever knew the old token, or planted it, gains nothing. A browser
    /// has one account at a time.
    pub fn grant(&self, service: &Service, who: Who) -> Result<Granted, Problem> {
        let now = service.now();
        let token = secret::random().map_err(Problem::no_random)?.to_string();
        let old = self.session.as_ref().map(|session| &session.value);
        let account = matches!(who, Who::Account(_));
        let kept = old.into_iter().flat_map(|old| old.who.iter().cloned());
        let mut all: Vec<Who> = kept
            .filter(|kept| *kept != who && !(account && matches!(kept, Who::Account(_))))
            .collect();
        all.push(who);
        let session = Session {
            token: secret::digest(&token),
            who: all,
            created: now,
            expires: now.checked_add(SESSION).unwrap_or(Timestamp::MAX),
            device: self.device.clone(),
        };
        let mut writes = vec![session.add()];
        writes.extend(old.map(|old| Session::end(old.token)));
        Ok(Granted { writes, token })
    }
}

/// A new session.
pub struct Granted {
    pub writes: Vec<Write>,
    /// The token for the browser's cookie.
    pub token: String,
}

/// A visitor of one tournament.
pub struct Visit {
    pub service: Arc<Service>,
    pub room: Arc<Room>,
    /// How it is shown and entered.
    pub settings: Settings,
    pub visitor: Visitor,
    pub here: Here,
}

impl Visit {
    /// Opens a tournament for a visitor. A private one opens only to participants, and to visitors who enter a code
    /// (`claims`).
    pub async fn open(
        service: &Arc<Service>,
        id: &str,
        visitor: Visitor,
        claims: bool,
    ) -> Result<Visit, Problem> {
        let id = TournamentId::new(id).map_err(|_| Cause::NoTournament { id: id.to_owned() })?;
        let room = service.rooms.room(&id).await?;
        let settings = room.settings();
        let here = visitor.here(&room, &settings);
        if settings.private && here == Here::Spectator && !claims {
            return Err(Cause::PrivateTournament.into());
        }
        Ok(Visit {
            service: Arc::clone(service),
            room,
            settings,
            visitor,
            here,
        })
    }

    /// Refuses everybody but staff.
    pub fn staff_only(&self) -> Result<(), Problem> {
        if self.here.is_staff() {
            return Ok(());
        }
        Err(Cause::StaffOnly.into())
    }

    /// Refuses everybody but the organizer.
    pub fn organizer_only(&self, cause: Cause) -> Result<(), Problem> {
        if self.here.organizes() {
            return Ok(());
        }
        Err(cause.into())
    }

    /// Returns the seat of the player who is looking.
    pub fn player(&self) -> Result<PlayerId, Problem> {
        self.visitor
            .seat(&self.room)
            .ok_or_else(|| Problem::from(Cause::PlayersOnly))
    }

    /// Returns the address of a page of this tournament.
    #[must_use]
    pub fn path(&self, page: &str) -> String {
        format!("/t/{}/{page}", self.room.id)
    }

    /// Makes the idempotency key of a request. It depends on the sender, so nobody can use somebody else's key.
    #[must_use]
    pub fn key(&self, by: By, chosen: &str, asked: Option<TokenHash>) -> Key {
        let now = self.service.now();
        Key {
            request: secret::digest(&format!("{} {by:?} {chosen}", self.room.id)),
            expires: now.checked_add(REMEMBERED).unwrap_or(now),
            asked,
        }
    }

    /// Runs a command. The same key again does nothing more than the first time. `seen` is the position it is based on: if
    /// something happened since, nothing is done.
    pub async fn act(
        &self,
        request: Request,
        seen: Option<u64>,
        key: Option<Key>,
    ) -> Result<u64, Problem> {
        if let Command::Redact { player } = request.command {
            return self.erase(request.by, player, seen, key).await;
        }
        self.room.act(request, seen, key, Vec::new()).await
    }

    /// Erases a player from the journal, cached documents, backups and round folders. Webhooks follow the journal.
    async fn erase(
        &self,
        by: By,
        player: PlayerId,
        seen: Option<u64>,
        key: Option<Key>,
    ) -> Result<u64, Problem> {
        // The room erases at its own position, so the key and `seen` are checked here.
        if let Some(key) = &key
            && let Some(before) = self.room.given(key).await
        {
            return before;
        }
        let position = self.room.read(|t| t.state().position);
        if seen.is_some_and(|seen| seen != position) {
            return Err(Problem::stale(position));
        }
        let now = self.service.now();
        let (position, lines) = self.room.forget(by, now, player, key).await?;
        self.service.pdf_queue.give_up(&self.room.id);
        erasing::erase(&self.service, &self.room, player, lines).await?;
        Ok(position)
    }
}
