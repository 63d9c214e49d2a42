//! Five tournaments to explore, one per regulation, each at an interesting moment. They are simulated with the real core and
//! stop at that moment; their people are invented.

use crate::accounts;
use crate::problem::{Kind, Problem};
use jiff::Timestamp;
use muster_forecast::simulate::{Chance, Incidents, Plan, simulate};
use muster_ledger::people::{Account, Kept, Settings};
use muster_ledger::{Ledger, TournamentId, Write};
use muster_regulations::table::{Size, Terrain};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::command::{ClockCommand, JudgeCommand, TableCommand, TableSpec};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::next::{Action, next};
use muster_tournament::seeds::Master;
use muster_tournament::state::RoundStatus;
use muster_tournament::{By, Command, Gave, PlayerId, Request, State, TableNo, Tournament};

/// The account that runs them. Its password is only fit for a demonstration on your own machine.
pub const NAME: &str = "demo";
/// The password of [`NAME`].
pub const PASSWORD: &str = "look around";

/// A tournament of the demonstration: which, how many players, and when it is interesting.
struct Scene {
    id: &'static str,
    name: &'static str,
    regulation: Regulation,
    players: u32,
    /// The seed, chosen so that all parts of the program have something to show.
    seed: u64,
    moment: fn(&State) -> bool,
}

const SCENES: [Scene; 5] = [
    // A draft with a float.
    Scene {
        id: "demo-xwing",
        name: "Autumn Open",
        regulation: Regulation::Xwing,
        players: 37,
        seed: 4,
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
        seed: 12,
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
        seed: 13,
        moment: |state| state.knockout.is_some(),
    },
    // Double elimination under way.
    Scene {
        id: "demo-cardgame",
        name: "Old Town Card Day",
        regulation: Regulation::Cardgame,
        players: 26,
        seed: 4,
        moment: |state| {
            state.elimination_rounds().count() == 3
                && state.current().is_some_and(|round| {
                    round.stage == StageKind::Elimination && round.status == RoundStatus::Published
                })
        },
    },
    // All rounds are played; the last step is taken once the hall is alive.
    Scene {
        id: "demo-legion",
        name: "Winter Store Championship",
        regulation: Regulation::Legion,
        players: 16,
        seed: 6,
        moment: |state| {
            let rounds = state.structure.map_or(0, |structure| structure.rounds);
            state.current().is_some_and(|round| {
                round.number.0 == rounds && round.status == RoundStatus::Finished
            })
        },
    },
];

/// Fills an empty ledger. Does nothing if it contains anything.
pub async fn fill(ledger: &dyn Ledger) -> Result<(), Problem> {
    if !ledger.tournaments().await?.is_empty() {
        return Ok(());
    }
    let failed = |text: String| Problem::new(Kind::Internal, text);
    let mut writes = Vec::new();
    for scene in SCENES {
        let mut plan = Plan::new(scene.regulation, scene.players, scene.seed);
        plan.name = Some(scene.name.to_owned());
        plan.incidents = Incidents::usual();
        plan.incidents.lists = Chance::percent(95);
        plan.incidents.floor = Chance::percent(25);
        let whole = simulate(&plan).map_err(|stuck| failed(stuck.to_string()))?;
        let id = TournamentId::new(scene.id)?;
        let shown = until(&whole, scene.moment).unwrap_or(whole.lines().len());
        let mut tournament = Tournament::from_lines(whole.lines()[..shown].to_vec())
            .map_err(|problem| failed(problem.to_string()))?;
        // A finished tournament reveals its master seed in its last line.
        let last = whole.lines().last().map(|line| &line.core.entry.gave);
        let Some(Gave::Master(master)) = last else {
            return Err(failed(format!("{} did not come to its end", scene.name)));
        };
        enliven(&mut tournament, &Master::new(*master));
        writes.push(Write::create(&id, tournament.lines())?);
        writes.push(Write::Seed {
            tournament: id.clone(),
            master: *master,
        });
        let mut settings = Settings::new(id);
        settings.organizer = Some(NAME.to_owned());
        writes.push(settings.put());
    }
    let account = Account {
        name: NAME.to_owned(),
        password: accounts::hashed(PASSWORD.to_owned()).await?,
        owner: true,
        created: Timestamp::now(),
    };
    writes.push(account.put());
    ledger.commit(writes).await?;
    Ok(())
}

/// Adds what happens in a hall: tables are described, somebody was warned, and during a round the clock runs, somebody has
/// called a judge and a table has extra time; a tournament without open rounds is finished. Commands that a regulation
/// refuses are skipped.
fn enliven(tournament: &mut Tournament, master: &Master) {
    let desk = By::Staff(ORGANIZER);
    let everybody: Vec<PlayerId> = tournament.state().active().map(|p| p.id).collect();
    let open: Vec<(TableNo, PlayerId)> = tournament
        .state()
        .in_play()
        .into_iter()
        .flat_map(|round| round.open().map(|m| (m.table, m.a)))
        .collect();
    let played = tournament.lines().last().map(|line| line.core.at);
    let now = match (played, open.is_empty()) {
        (Some(at), true) => at,
        _ => Timestamp::now(),
    };
    let tables = TableCommand::Define { tables: tables() };
    let mut commands = vec![(desk, Command::Tables(tables))];
    if let Some((table, player)) = open.first() {
        let table = *table;
        let minutes = 5;
        let reason = "looked for a lost token".to_owned();
        let what = "Line of sight: past the corner of a tower".to_owned();
        let text = "The template does not reach over it.".to_owned();
        commands.push((desk, Command::Clock(ClockCommand::Start)));
        let extend = ClockCommand::Extend {
            table,
            minutes,
            reason,
        };
        commands.push((desk, Command::Clock(extend)));
        let call = JudgeCommand::Call { table, what };
        commands.push((By::Player(*player), Command::Judge(call)));
        let rule = JudgeCommand::Rule { table, text };
        commands.push((desk, Command::Judge(rule)));
    }
    if let Some(player) = everybody.first() {
        let player = *player;
        let reason = "slow play".to_owned();
        let warn = JudgeCommand::Warn { player, reason };
        commands.push((desk, Command::Judge(warn)));
        let (card, unreadable) = ("Grey Heron".to_owned(), "the cost".to_owned());
        let proxy = JudgeCommand::Proxy {
            player,
            card,
            unreadable,
        };
        commands.push((desk, Command::Judge(proxy)));
        let tables = vec![TableNo(1)];
        commands.push((desk, Command::Tables(TableCommand::Sit { player, tables })));
    }
    if next(tournament.state()).action == Action::Finish {
        commands.push((desk, Command::Finish));
    }
    for (by, command) in commands {
        // The texts of the demonstration are not secret.
        let request = Request::new(by, now, command).salted(Hex32([0; 32]));
        let _ = tournament.act(request, master);
    }
}

/// Four tables of the hall: one easy to reach, one filmed, one with less terrain than Legion advises (LE-TERRAIN).
fn tables() -> Vec<TableSpec> {
    let table = |number, large, coverage| TableSpec {
        number: TableNo(number),
        size: Some(Size::Long),
        terrain: Terrain {
            medium: Some(4),
            large: Some(large),
            area: Some(4),
            difficult: Some(2),
            scatter: Some(6),
            coverage: Some(coverage),
        },
        accessible: number == 1,
        stream: number == 2,
    };
    vec![
        table(1, 2, 30),
        table(2, 3, 30),
        table(3, 2, 25),
        table(4, 0, 10),
    ]
}

/// The number of lines until a moment.
fn until(tournament: &Tournament, moment: fn(&State) -> bool) -> Option<usize> {
    let lines = tournament.lines();
    (1..=lines.len()).find(|count| {
        let last = &lines[count - 1].core.entry.did;
        // Only these lines bring moments; folding the journal after every line would take too long.
        let candidate = matches!(
            last,
            Command::Draft
                | Command::Publish
                | Command::Report { .. }
                | Command::Confirm { .. }
                | Command::Cut { .. }
                | Command::FinishRound
        );
        candidate
            && Tournament::from_lines(lines[..*count].to_vec()).is_ok_and(|t| moment(t.state()))
    })
}
