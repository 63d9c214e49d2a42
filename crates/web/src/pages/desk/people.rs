//! Leaders and ways in: invitations by link and QR code, players' codes, wrong codes that were tried.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place, action_fields, clause};
use crate::pages::claim;
use crate::problem::Problem;
use crate::token;
use crate::visitor::Scene;
use axum::routing::{get, post};
use axum::{Form, Router};
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_ledger::people::{Access, Attempt, Fate, Invite, Kept, Purpose, Session, Who};
use muster_regulations::Role;
use muster_tournament::ids::{By, PlayerId};
use muster_tournament::state::Status;

/// How long an invitation to leaders is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/people", get(page))
        .route("/t/{id}/desk/people/invite", post(invite))
        .route("/t/{id}/desk/people/codes", post(codes))
}

fn organizer_only(scene: &Scene) -> Result<(), Problem> {
    scene.organizer_only("invites leaders and gives out codes")
}

async fn page(scene: Scene) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    render(&scene, &html! {}).await
}

async fn render(scene: &Scene, notice: &Markup) -> Result<Markup, Problem> {
    let app = &scene.app;
    let day_ago = app
        .now()
        .checked_sub(SignedDuration::from_hours(24))
        .unwrap_or(app.now());
    let wrong = Attempt::since(app.ledger(), &scene.room.id, day_ago).await?;
    let may_invite = organizer_only(scene).is_ok();
    Ok(scene.room.read(|t| {
        let state = t.state();
        let regulation = state.setup.regulation;
        let body = html! {
            div.head { div { h1 { "Leaders and ways in" } p { "Who leads this tournament, and how phones get in." } } }
            (notice)
            table.tt {
                thead { tr { th { "Leader" } th { "As" } th { "State" } th { span.vh { "Actions" } } } }
                tbody {
                    @for staff in &state.staff {
                        tr {
                            td { (state.actor(muster_tournament::By::Staff(staff.id))) }
                            td { (regulation.role_name(staff.role)) }
                            td { @if staff.on_duty { "on duty" } @else { "gone" } }
                            td.num {
                                @if may_invite && staff.on_duty && staff.role != Role::Organizer {
                                    form.inline method="post" action=(scene.path("do/dismiss")) {
                                        (action_fields(state, &scene.path("desk/people")))
                                        input type="hidden" name="staff" value=(staff.id.0);
                                        button.btn.small { "End duty" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if may_invite {
                section.stack {
                    h2 { "Invite a leader" }
                    p.quiet { "One link for one person, good for a week. " (clause("ROLE-2")) }
                    div.cluster {
                        @for role in [Role::Head, Role::Judge] {
                            form.inline method="post" action=(scene.path("desk/people/invite")) {
                                input type="hidden" name="role" value=(role.id());
                                button.btn { "Link for a " (regulation.role_name(role)) }
                            }
                        }
                    }
                }
                section.stack {
                    h2 { "Codes for players" }
                    p.quiet { "A code and a link for every player, to print and hand out. They are shown once; making them again makes the old ones useless. Phones that are in stay in; to sign one out, make a new code on the player’s page." }
                    form method="post" action=(scene.path("desk/people/codes")) {
                        button.btn { "Make codes for all " (state.players.iter().filter(|p| p.status != Status::Disqualified).count()) " players" }
                    }
                }
            }
            @if !wrong.is_empty() {
                p.notice.warn { span { (wrong.len()) " wrong codes were typed in the last day. Guessing is slowed; a player’s code can be made anew." } }
            }
        };
        layout::desk(scene, state, Place::People, "Leaders", &body, None)
    }))
}

async fn invite(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Markup, Problem> {
    organizer_only(&scene)?;
    let role: Role = Fields(fields)
        .text("role")?
        .parse()
        .map_err(|_| Problem::bad("There is no such role."))?;
    let link = invitation(&scene, role).await?;
    let name = scene
        .room
        .read(|t| t.state().setup.regulation.role_name(role));
    let notice = html! {
        section.notice.good {
            div.stack {
                span { "Show this to the " (name) ", or send the link. It works once." }
                (crate::qr::picture(&link))
            }
        }
    };
    render(&scene, &notice).await
}

/// Makes a link that lets one person lead; it is shown now and never again.
pub(crate) async fn invitation(scene: &Scene, role: Role) -> Result<String, Problem> {
    organizer_only(scene)?;
    if role == Role::Organizer {
        return Err(Problem::bad(
            "A tournament has exactly one organizer (ROLE-1).",
        ));
    }
    let app = &scene.app;
    let token = token::random().map_err(Problem::no_random)?.to_string();
    let invite = Invite {
        token: token::digest(&token),
        purpose: Purpose::Staff {
            tournament: scene.room.id.clone(),
            role,
        },
        created: app.now(),
        expires: app.now().checked_add(GOOD_FOR).ok(),
        fate: Fate::Open,
    };
    app.ledger().commit(vec![invite.put()]).await?;
    Ok(format!("{}/in/{token}", app.address))
}

/// A player's new way in, shown now and never again.
pub(crate) struct NewCode {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) link: String,
}

async fn codes(scene: Scene, Form(fields): Form<Vec<(String, String)>>) -> Result<Markup, Problem> {
    let only: Option<u32> = Fields(fields).maybe("player")?;
    let made = new_codes(&scene, only.map(PlayerId)).await?;
    let notice = html! {
        section.stack {
            h2 { "Codes, shown once: print this page" }
            p.quiet { "Players open " b { (scene.app.address) (scene.path("claim")) } " and type their code, or open their link." }
            table.tt {
                thead { tr { th { "Player" } th { "Code" } th { "Link" } } }
                tbody { @for new in &made { tr { td { (new.name) } td { b.code { (new.code) } } td.cap { (new.link) } } } }
            }
        }
    };
    render(&scene, &notice).await
}

/// Makes codes and links for one player or all; the old ones, and tokens made with them, are useless from now on. For one
/// player it is because somebody else may sit there: whoever does is signed out. For all it is because codes were lost,
/// and phones that are in stay in.
pub(crate) async fn new_codes(
    scene: &Scene,
    only: Option<PlayerId>,
) -> Result<Vec<NewCode>, Problem> {
    organizer_only(scene)?;
    let app = &scene.app;
    let wanted = |player: PlayerId| only.is_none_or(|only| only == player);
    let mut writes = Vec::new();
    for old in Invite::all(app.ledger(), Some(&scene.room.id)).await? {
        if let (Purpose::Seat { player, .. }, Fate::Open | Fate::Used(_)) =
            (&old.value.purpose, old.value.fate)
            && wanted(*player)
        {
            writes.push(old.withdrawn(app.now()));
        }
    }
    let players: Vec<(PlayerId, String)> = scene.room.read(|t| {
        let players = t.state().players.iter();
        let all = players.filter(|p| p.status != Status::Disqualified && wanted(p.id));
        all.map(|p| (p.id, t.state().name(p.id))).collect()
    });
    for token in Access::in_tournament(app.ledger(), &scene.room.id).await? {
        if matches!(&token.who, Who::Seat { by: By::Player(player), .. } if wanted(*player)) {
            writes.push(token.revoked());
        }
    }
    if let Some(player) = only {
        let seat = Who::Seat {
            tournament: scene.room.id.clone(),
            by: By::Player(player),
        };
        for session in Session::of(app.ledger(), &seat).await? {
            let mut left = session.value.clone();
            left.who.retain(|who| *who != seat);
            writes.push(session.replace(&left));
        }
    }
    let mut made = Vec::new();
    for (player, name) in players {
        let ticket = claim::ticket(app, &scene.room.id, player)?;
        writes.extend(ticket.writes);
        made.push(NewCode {
            player,
            name,
            code: ticket.code,
            link: ticket.link,
        });
    }
    app.ledger().commit(writes).await?;
    Ok(made)
}
