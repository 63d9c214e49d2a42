//! Five tournaments to look around in, one per regulation, each at an interesting moment. Simulated through the real core
//! and cut off where something is to be seen; nobody in them is real.

use crate::pages::account;
use crate::problem::Problem;
use axum::http::StatusCode;
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_ledger::people::{Account, Kept, Settings};
use muster_ledger::{Ledger, TournamentId, Write};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{Command, Gave, State, Tournament};

/// The account that runs them, and its password: fit for looking around on one's own machine.
pub const NAME: &str = "demo";
/// The password of [`NAME`].
pub const PASSWORD: &str = "look around";

/// A tournament of the demonstration: which, how many players, and when it is interesting.
struct Scene {
    id: &'static str,
    name: &'static str,
    regulation: Regulation,
    players: u32,
    moment: fn(&State) -> bool,
}

const SCENES: [Scene; 5] = [
    // A draft with a float.
    Scene {
        id: "demo-xwing",
        name: "Autumn Open",
        regulation: Regulation::Xwing,
        players: 37,
        moment: |state| {
            state
                .current()
                .is_some_and(|round| round.number.0 == 3 && round.status == RoundStatus::Draft)
        },
    },
    // A round half played.
    Scene {
        id: "demo-armada",
        name: "Harbour League Finals",
        regulation: Regulation::Armada,
        players: 24,
        moment: |state| {
            state.current().is_some_and(|round| {
                round.number.0 == 2
                    && round.status == RoundStatus::Published
                    && round.open().count() * 2 <= round.matches.len()
            })
        },
    },
    // The cut just made.
    Scene {
        id: "demo-conquest",
        name: "Ring Road Conquest",
        regulation: Regulation::Conquest,
        players: 28,
        moment: |state| state.knockout.is_some(),
    },
    // Double elimination under way.
    Scene {
        id: "demo-cardgame",
        name: "Old Town Card Day",
        regulation: Regulation::Cardgame,
        players: 26,
        moment: |state| {
            state.elimination_rounds().count() == 3
                && state.current().is_some_and(|round| {
                    round.stage == StageKind::Elimination && round.status == RoundStatus::Published
                })
        },
    },
    // Finished.
    Scene {
        id: "demo-legion",
        name: "Winter Store Championship",
        regulation: Regulation::Legion,
        players: 16,
        moment: |state| state.phase == Phase::Finished,
    },
];

/// Fills an empty ledger. One that holds anything already is left as it is.
pub async fn fill(ledger: &dyn Ledger) -> Result<(), Problem> {
    if !ledger.tournaments().await?.is_empty() {
        return Ok(());
    }
    let failed = |text: String| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, text);
    let mut writes = Vec::new();
    for (seed, scene) in (1..).zip(SCENES) {
        let mut plan = Plan::new(scene.regulation, scene.players, seed);
        plan.name = Some(scene.name.to_owned());
        plan.incidents = Incidents::usual();
        let whole = simulate(&plan).map_err(|stuck| failed(stuck.to_string()))?;
        let id = TournamentId::new(scene.id)?;
        let shown = until(&whole, scene.moment).unwrap_or(whole.lines().len());
        writes.push(Write::create(&id, &whole.lines()[..shown])?);
        if let Some(Gave::Master(master)) = whole.lines().last().map(|line| &line.core.entry.gave) {
            writes.push(Write::Seed {
                tournament: id.clone(),
                master: *master,
            });
        }
        let mut settings = Settings::new(id);
        settings.organizer = Some(NAME.to_owned());
        writes.push(settings.put());
    }
    let account = Account {
        name: NAME.to_owned(),
        password: account::hashed(PASSWORD.to_owned()).await?,
        owner: true,
        created: jiff::Timestamp::now(),
    };
    writes.push(account.put());
    ledger.commit(writes).await?;
    Ok(())
}

/// How many lines it takes until a moment comes.
fn until(tournament: &Tournament, moment: fn(&State) -> bool) -> Option<usize> {
    let lines = tournament.lines();
    (1..=lines.len()).find(|count| {
        let last = &lines[count - 1].core.entry.did;
        // Moments come with these; asking after every line would fold the journal too often.
        let candidate = matches!(
            last,
            Command::Draft
                | Command::Publish
                | Command::Report { .. }
                | Command::Confirm { .. }
                | Command::Cut { .. }
                | Command::Finish
        );
        candidate
            && Tournament::from_lines(lines[..*count].to_vec()).is_ok_and(|t| moment(t.state()))
    })
}
