//! Who is looking: the session of a browser or the token of a program, and what it makes of its holder in one tournament.
//! Programs come with a token to the API only; pages know browsers only.

use crate::app::{App, Shared};
use crate::connections::Standing;
use crate::device;
use crate::kept;
use crate::peer::{self, Peer};
use crate::pressed::Key;
use crate::problem::Problem;
use crate::room::Room;
use crate::token;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use muster_ledger::people::{Access, Kept, Reach, Session, Settings, TokenHash, Versioned, Who};
use muster_ledger::{TournamentId, Write};
use muster_regulations::Role;
use muster_tournament::ids::{By, ORGANIZER, PlayerId, StaffId};
use muster_views::Viewer;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

/// The cookie that holds the session's token.
pub const SESSION_COOKIE: &str = "muster_session";
/// The cookie that holds the chosen theme.
pub const THEME_COOKIE: &str = "muster_theme";
/// How long a browser stays signed in.
const DAYS: i64 = 30;

/// Marks a request at an address that programs may use.
#[derive(Clone, Copy, Debug)]
pub struct ForPrograms;

/// A browser or a program, and as whom it may act.
#[derive(Clone, Debug)]
pub struct Visitor {
    session: Option<Versioned<Session>>,
    access: Option<Access>,
    from: IpAddr,
    device: Option<String>,
    /// The theme somebody chose: `light`, `dark`, or none for the system's.
    pub theme: Option<&'static str>,
}

/// What somebody is in one tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Here {
    /// Anybody.
    Spectator,
    /// A player.
    Player(PlayerId),
    /// A leader on duty.
    Staff(StaffId, Role),
}

impl Here {
    /// Returns whether this is a leader.
    #[must_use]
    pub fn leads(self) -> bool {
        matches!(self, Here::Staff(..))
    }

    /// Returns whose view of the tournament this is.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Here::Spectator => Viewer::Everybody,
            Here::Player(id) => Viewer::Player(id),
            Here::Staff(..) => Viewer::Leader,
        }
    }

    /// Returns as whom to act, if as anybody.
    #[must_use]
    pub fn by(self) -> Option<By> {
        match self {
            Here::Spectator => None,
            Here::Player(id) => Some(By::Player(id)),
            Here::Staff(id, _) => Some(By::Staff(id)),
        }
    }
}

/// Returns a cookie of a request.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

impl Visitor {
    /// Reads who is looking from the request's token, where it may have one, else from its cookies.
    pub async fn of(app: &Shared, parts: &Parts) -> Result<Visitor, Problem> {
        let headers = &parts.headers;
        let for_programs = parts.extensions.get::<ForPrograms>().is_some();
        let from = peer::address(parts, &app.proxies);
        if for_programs && headers.contains_key(header::AUTHORIZATION) {
            return Ok(Visitor {
                session: None,
                access: Some(access(app, headers).await?),
                from,
                device: None,
                theme: None,
            });
        }
        let agent = headers.get(header::USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        let session = match cookie(headers, SESSION_COOKIE) {
            Some(token) => Session::find(app.ledger(), token::digest(token), app.now()).await?,
            None => None,
        };
        let theme = match cookie(headers, THEME_COOKIE) {
            Some("light") => Some("light"),
            Some("dark") => Some("dark"),
            _ => None,
        };
        Ok(Visitor {
            session,
            access: None,
            from,
            device: agent.and_then(device::named),
            theme,
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

    /// Returns how far the visitor's doings may go: those of a browser as far as its holder's, those of a program no
    /// farther than its token's purpose.
    #[must_use]
    pub fn reach(&self) -> Reach {
        self.access
            .as_ref()
            .map_or(Reach::Desk, |access| access.reach)
    }

    /// Returns the account that is signed in.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        self.who().find_map(|who| match who {
            Who::Account(name) => Some(name.as_str()),
            Who::Seat { .. } => None,
        })
    }

    /// Returns as whom the visitor may act.
    pub fn who(&self) -> impl Iterator<Item = &Who> {
        let session = self.session.iter().flat_map(|session| &session.value.who);
        session.chain(self.access.iter().map(|access| &access.who))
    }

    /// Returns the digest of the session's cookie, if there is a session.
    #[must_use]
    pub fn session_token(&self) -> Option<TokenHash> {
        self.session.as_ref().map(|session| session.value.token)
    }

    /// Returns what the visitor is in a tournament. The account that runs it is its organizer.
    #[must_use]
    pub fn here(&self, room: &Room, settings: &Settings) -> Here {
        match (self.reach(), self.person(room, settings)) {
            // A judge's token reads as a judge, whoever made it.
            (Reach::Judge, Here::Staff(id, _)) => Here::Staff(id, Role::Judge),
            (Reach::Player, Here::Staff(..)) => Here::Spectator,
            (_, here) => here,
        }
    }

    fn person(&self, room: &Room, settings: &Settings) -> Here {
        if self.account().is_some() && self.account() == settings.organizer.as_deref() {
            return Here::Staff(ORGANIZER, Role::Organizer);
        }
        let seats: Vec<By> = self
            .who()
            .filter_map(|who| match who {
                Who::Seat { tournament, by } if *tournament == room.id => Some(*by),
                _ => None,
            })
            .collect();
        // A leader who also plays acts as leader; the phone page asks for the player's seat by itself.
        let leader = seats.iter().find_map(|by| match by {
            By::Staff(id) => room.read(|t| {
                let staff = t.state().staff(*id).filter(|staff| staff.on_duty)?;
                Some(Here::Staff(*id, staff.role))
            }),
            By::Player(_) => None,
        });
        leader
            .or_else(|| self.seat(&room.id).map(Here::Player))
            .unwrap_or(Here::Spectator)
    }

    /// Returns the player's seat that the visitor has claimed in a tournament.
    #[must_use]
    pub fn seat(&self, tournament: &TournamentId) -> Option<PlayerId> {
        self.who().find_map(|who| match who {
            Who::Seat {
                tournament: at,
                by: By::Player(id),
            } if at == tournament => Some(*id),
            _ => None,
        })
    }

    /// Lets the visitor act as somebody more, in a session of a new name: whoever knew the old one, or planted it, has
    /// nothing from now on. A browser has one account at a time.
    pub fn grant(&self, app: &App, who: Who) -> Result<Granted, Problem> {
        let now = app.now();
        let token = token::random().map_err(Problem::no_random)?.to_string();
        let expires = now
            .checked_add(jiff::SignedDuration::from_hours(24 * DAYS))
            .unwrap_or(Timestamp::MAX);
        let old = self.session.as_ref().map(|session| &session.value);
        let account = matches!(who, Who::Account(_));
        let kept = old.into_iter().flat_map(|old| old.who.iter().cloned());
        let mut all: Vec<Who> = kept
            .filter(|kept| *kept != who && !(account && matches!(kept, Who::Account(_))))
            .collect();
        all.push(who);
        let session = Session {
            token: token::digest(&token),
            who: all,
            created: now,
            expires,
            device: self.device.clone(),
        };
        let mut writes = vec![session.add()];
        writes.extend(old.map(|old| Session::end(old.token)));
        Ok(Granted {
            writes,
            cookie: cookie_of(app, &token, DAYS * 24 * 60 * 60),
        })
    }
}

/// A new session.
pub struct Granted {
    /// What to write.
    pub writes: Vec<Write>,
    /// The cookie to set.
    pub cookie: String,
}

/// Returns the cookie that holds a session's token for so many seconds; none at all ends it.
#[must_use]
pub fn cookie_of(app: &App, token: &str, seconds: i64) -> String {
    let secure = if app.secure() { "; Secure" } else { "" };
    format!("{SESSION_COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The token of a request's header.
async fn access(app: &Shared, headers: &HeaderMap) -> Result<Access, Problem> {
    let header = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let token = header.and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim())
    });
    let Some(token) = token else {
        return Err(Problem::unknown(
            "The header Authorization must be “Bearer” and a token.",
        ));
    };
    let found = Access::find(app.ledger(), token::digest(token), app.now()).await?;
    found.map(|found| found.value).ok_or_else(|| {
        Problem::unknown(
            "This token is not good: it was taken away, its time is over, or it never was one.",
        )
    })
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, Problem> {
        let visitor = Visitor::of(app, parts).await?;
        if visitor.account().is_some() {
            known(parts, Standing::Staff);
        }
        Ok(visitor)
    }
}

/// Says who turned out to be at the other end of a connection.
fn known(parts: &Parts, standing: Standing) {
    if let Some(line) = parts
        .extensions
        .get::<Peer>()
        .and_then(|peer| peer.line.as_ref())
    {
        line.is(standing);
    }
}

/// A request at one tournament: the room, its settings, and who is looking. Private ones open only to those who take
/// part.
pub struct Scene {
    /// The application.
    pub app: Shared,
    /// The tournament.
    pub room: Arc<Room>,
    /// How it is shown and entered.
    pub settings: Settings,
    /// Who is looking.
    pub visitor: Visitor,
    /// What they are here.
    pub here: Here,
    /// Whether the browser takes packed pages.
    pub packs: bool,
}

impl Scene {
    /// Refuses everybody but leaders.
    pub fn leaders_only(&self) -> Result<(), Problem> {
        if self.here.leads() {
            return Ok(());
        }
        Err(Problem::forbidden(
            "This page is for the leaders of the tournament. Sign in, or use the link you were given.",
        ))
    }

    /// Refuses everybody but the organizer.
    pub fn organizer_only(&self, what: &str) -> Result<(), Problem> {
        match self.here {
            Here::Staff(_, Role::Organizer) => Ok(()),
            _ => Err(Problem::forbidden(format!("Only the organizer {what}."))),
        }
    }

    /// Forgets a player: in the journal, on paper that is kept for the next who asks, in copies and round folders.
    /// Webhooks follow the journal.
    pub async fn forget(&self, by: By, player: PlayerId, key: Option<Key>) -> Result<u64, Problem> {
        let now = self.app.now();
        let (position, lines) = self.room.forget(by, now, player, key).await?;
        self.app.presses.give_up(&self.room.id);
        crate::erasing::erase(&self.app, &self.room, player, lines).await?;
        Ok(position)
    }

    /// Returns the seat of the player who is looking.
    pub fn player(&self) -> Result<PlayerId, Problem> {
        self.visitor.seat(&self.room.id).ok_or_else(|| {
            Problem::forbidden(
                "This page is for players. Claim your seat with your code or link first.",
            )
        })
    }

    /// Returns the address of a page of this tournament.
    #[must_use]
    pub fn path(&self, page: &str) -> String {
        format!("/t/{}/{page}", self.room.id)
    }
}

impl FromRequestParts<Shared> for Scene {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Scene, Problem> {
        let Path(path) = Path::<HashMap<String, String>>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::missing("There is no such page."))?;
        let text = path.get("id").map_or("", String::as_str);
        let id = TournamentId::new(text).map_err(|_| Problem::no_tournament(text))?;
        let room = app.rooms.room(&id).await?;
        let settings = room.settings();
        let visitor = Visitor::of(app, parts).await?;
        let here = visitor.here(&room, &settings);
        match here {
            Here::Staff(..) => known(parts, Standing::Staff),
            Here::Player(_) => known(parts, Standing::Player),
            Here::Spectator => {}
        }
        // Whoever has a code may type it; nothing else of a private tournament is shown to strangers.
        let claims = parts.uri.path().ends_with("/claim");
        if settings.private && here == Here::Spectator && !claims {
            return Err(Problem::forbidden(
                "This tournament is private. Use the link you were given, or sign in.",
            ));
        }
        Ok(Scene {
            app: Arc::clone(app),
            room,
            settings,
            visitor,
            here,
            packs: kept::packs(&parts.headers),
        })
    }
}
