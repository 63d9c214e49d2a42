//! The engine plays the tournaments the full simulator plays, only faster.

use crate::sampled::{Sample, chi_square};
use muster_forecast::chances::chances;
use muster_forecast::engine::{Cancelled, Options, Run, Start, Strength, run};
use muster_forecast::simulate::{Chance, Incidents, Plan, simulate, simulate_watched};
use muster_regulations::{
    CustomStructure, CutRule, Regulation, StageKind, Structure, StructureKind,
};
use muster_tournament::placings::placings;
use muster_tournament::standings::standings;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{PlayerId, State};
use std::sync::atomic::{AtomicU32, Ordering};

/// What is compared of a tournament.
#[derive(Clone, Debug)]
struct Seen {
    /// Undefeated players, as a distribution.
    undefeated: Vec<f64>,
    /// Points of the first, the last of the cut, and everybody.
    first: Sample,
    threshold: Sample,
    all: Sample,
    /// Margins, points defeated or whatever decides first after points, of the first player: as points of rank 3 here.
    third: Sample,
    draws: Sample,
    byes: Sample,
    /// The seed of the champion.
    champion: Sample,
    ranked: Sample,
}

impl Seen {
    fn new() -> Seen {
        Seen {
            undefeated: vec![0.0; 64],
            first: Sample::default(),
            threshold: Sample::default(),
            all: Sample::default(),
            third: Sample::default(),
            draws: Sample::default(),
            byes: Sample::default(),
            champion: Sample::default(),
            ranked: Sample::default(),
        }
    }

    /// Notes a tournament: points, losses, draws and byes by rank, and the seed of the champion.
    fn note(&mut self, rows: &[[u32; 4]], cut: usize, champion: Option<usize>) {
        let clean = rows.iter().filter(|row| row[1] == 0 && row[2] == 0).count();
        self.undefeated[clean.min(63)] += 1.0;
        self.first.add(rows[0][0].into());
        self.third.add(rows[2][0].into());
        self.threshold.add(rows[cut - 1][0].into());
        let sum = |place: usize| rows.iter().map(|row| f64::from(row[place])).sum::<f64>();
        self.all.add(sum(0) / rows.len() as f64);
        self.draws.add(sum(2));
        self.byes.add(sum(3));
        self.ranked.add(rows.len() as f64);
        if let Some(champion) = champion {
            self.champion.add(champion as f64);
        }
    }

    fn join(mut self, other: Seen) -> Seen {
        for (one, two) in self.undefeated.iter_mut().zip(&other.undefeated) {
            *one += two;
        }
        self.first = self.first.join(other.first);
        self.threshold = self.threshold.join(other.threshold);
        self.all = self.all.join(other.all);
        self.third = self.third.join(other.third);
        self.draws = self.draws.join(other.draws);
        self.byes = self.byes.join(other.byes);
        self.champion = self.champion.join(other.champion);
        self.ranked = self.ranked.join(other.ranked);
        self
    }
}

fn simulated(plan: &Plan, count: u64, cut: usize) -> Seen {
    let mut seen = Seen::new();
    for index in 0..count {
        let mut plan = plan.clone();
        plan.index = index;
        let tournament = simulate(&plan).unwrap();
        let state = tournament.state();
        let rows: Vec<[u32; 4]> = standings(state)
            .rows
            .iter()
            .map(|row| {
                [
                    row.points,
                    row.record.losses,
                    row.record.draws,
                    row.record.byes,
                ]
            })
            .collect();
        let seeds = state
            .knockout
            .as_ref()
            .map(|knockout| knockout.seeds.clone());
        let first = placings(state).unwrap()[0].player;
        let champion = seeds.and_then(|seeds| seeds.iter().position(|seed| *seed == first));
        seen.note(&rows, cut, champion);
    }
    seen
}

fn note(seen: &mut Seen, run: &Run<'_>, cut: usize) {
    let row = |player: &u32| {
        let record = run.record(*player);
        [
            run.points(*player),
            record.losses,
            record.draws,
            record.byes,
        ]
    };
    let rows: Vec<[u32; 4]> = run.order().iter().map(row).collect();
    let champion = run.champion();
    let seed = run.seeds().iter().position(|seed| Some(*seed) == champion);
    seen.note(&rows, cut, seed);
}

#[track_caller]
fn check(regulation: Regulation, players: u32, structure: CustomStructure, drops: u32, count: u64) {
    let CutRule::Top(cut) = structure.cut else {
        panic!()
    };
    let cut = cut as usize;
    let mut plan = Plan::new(regulation, players, 11);
    plan.structure = StructureKind::Custom;
    plan.custom = Some(structure);
    plan.incidents = Incidents {
        drops: Chance::per_thousand(drops),
        ..Incidents::none()
    };
    let slow = simulated(&plan, count, cut);
    let structure = Structure {
        rounds: structure.rounds,
        cut: structure.cut,
    };
    let start = Start::new(regulation, structure, players);
    let options = Options {
        seed: 12,
        strength: Strength::Drawn,
        drops,
    };
    let fast = run(
        &start,
        &options,
        20 * count,
        || false,
        Seen::new,
        |seen, run| note(seen, run, cut),
        Seen::join,
    );
    let fast = fast.unwrap();
    let pairs = [
        ("first", slow.first, fast.first),
        ("threshold", slow.threshold, fast.threshold),
        ("mean", slow.all, fast.all),
        ("third", slow.third, fast.third),
        ("draws", slow.draws, fast.draws),
        ("byes", slow.byes, fast.byes),
        ("champion", slow.champion, fast.champion),
        ("ranked", slow.ranked, fast.ranked),
    ];
    for (what, slow, fast) in pairs {
        // Whoever drops from a bracket changes who wins it, and one more leaves while a round is a draft.
        if drops > 0 && matches!(what, "champion" | "ranked") {
            continue;
        }
        let (one, two) = (slow.mean(), fast.mean());
        assert!(
            slow.apart(fast) < 4.0,
            "{regulation:?} {what}: {one:.3} simulated, {two:.3} in the engine"
        );
    }
    let (sum, freedom) = chi_square(&slow.undefeated, &fast.undefeated);
    // About the 99.99 % quantile of the distribution for few degrees of freedom.
    assert!(
        sum < freedom + 5.5 * (2.0 * freedom).sqrt() + 8.0,
        "{regulation:?} undefeated: {sum:.1} of {freedom}\n{:?}\n{:?}",
        slow.undefeated,
        fast.undefeated
    );
}

#[test]
fn tournaments_of_every_regulation_are_those_of_the_simulator() {
    for regulation in Regulation::ALL {
        let structure = CustomStructure {
            rounds: 4,
            cut: CutRule::Top(4),
        };
        check(regulation, 15, structure, 0, 150);
    }
}

#[test]
#[ignore = "minutes: thousands of journals"]
fn long_tournaments_of_every_regulation_are_those_of_the_simulator() {
    for regulation in Regulation::ALL {
        let structure = CustomStructure {
            rounds: 5,
            cut: CutRule::Top(8),
        };
        check(regulation, 32, structure, 0, 800);
        check(regulation, 21, structure, 40, 800);
    }
}

/// With four players everything can be counted by hand: round 2 pairs winners and losers, round 3 the two who have not
/// met, and each of the 64 ways the six games can go is as likely.
#[test]
fn four_players_end_as_enumeration_says() {
    let mut expected = [0.0; 4];
    for ways in 0..64_u32 {
        let wins = |game: u32| ways >> game & 1 == 1;
        let mut points = [0; 4];
        let mut play = |game: u32, a: usize, b: usize| {
            let (winner, loser) = if wins(game) { (a, b) } else { (b, a) };
            points[winner] += 1;
            (winner, loser)
        };
        let (w, x) = play(0, 0, 1);
        let (y, z) = play(1, 2, 3);
        play(2, w, y);
        play(3, x, z);
        play(4, w, z);
        play(5, x, y);
        points.sort_unstable_by(|a, b| b.cmp(a));
        expected[class(points)] += 1.0 / 64.0;
    }
    let structure = Structure {
        rounds: 3,
        cut: CutRule::None,
    };
    let start = Start::new(Regulation::Xwing, structure, 4);
    let options = Options {
        seed: 3,
        ..Options::default()
    };
    const COUNT: u32 = 40_000;
    let seen = run(
        &start,
        &options,
        COUNT.into(),
        || false,
        || [0.0; 4],
        |seen, run| {
            let points = [0, 1, 2, 3].map(|rank: usize| run.points(run.order()[rank]));
            seen[class(points)] += 1.0;
            assert_eq!(run.repeats(), 0);
        },
        |one, two| [0, 1, 2, 3].map(|class| one[class] + two[class]),
    );
    let seen = seen.unwrap();
    for (class, (seen, expected)) in seen.iter().zip(expected).enumerate() {
        let share = seen / f64::from(COUNT);
        let error = (expected * (1.0 - expected) / f64::from(COUNT)).sqrt();
        assert!(
            (share - expected).abs() < 4.0 * error + 1e-9,
            "{class}: {share} instead of {expected}"
        );
    }
}

/// The points that four players can have after three rounds.
fn class(points: [u32; 4]) -> usize {
    match points {
        [3, 2, 1, 0] => 0,
        [3, 1, 1, 1] => 1,
        [2, 2, 2, 0] => 2,
        [2, 2, 1, 1] => 3,
        other => panic!("{other:?} cannot be"),
    }
}

/// How often each player wins.
fn champions(start: &Start, strength: Strength, count: u32) -> Vec<f64> {
    let options = Options {
        seed: 6,
        strength,
        drops: 0,
    };
    let won = run(
        start,
        &options,
        count.into(),
        || false,
        || vec![0.0; start.players()],
        |won, run| won[run.champion().unwrap() as usize] += 1.0 / f64::from(count),
        |one, two| one.iter().zip(two).map(|(one, two)| one + two).collect(),
    );
    won.unwrap()
}

#[test]
fn players_of_equal_strength_win_equally_often() {
    let cuts = [
        (Regulation::Xwing, 3, CutRule::None),
        (Regulation::Xwing, 0, CutRule::None),
        (Regulation::Xwing, 3, CutRule::Top(4)),
        (Regulation::Conquest, 3, CutRule::Top(8)),
        (Regulation::Cardgame, 3, CutRule::Top(6)),
    ];
    for (regulation, rounds, cut) in cuts {
        let start = Start::new(regulation, Structure { rounds, cut }, 8);
        let won = champions(&start, Strength::Equal, 20_000);
        // Four standard errors.
        let fair = won.iter().all(|share| (share - 0.125).abs() < 0.0094);
        assert!(fair, "{regulation:?} {rounds} {cut:?}: {won:?}");
    }
}

#[test]
fn stronger_players_win_more_often() {
    // Two players meet once: three games of four for the stronger.
    let structure = Structure {
        rounds: 0,
        cut: CutRule::None,
    };
    let start = Start::new(Regulation::Xwing, structure, 2);
    let won = champions(&start, Strength::Given(vec![30, 10]), 20_000);
    assert!((won[0] - 0.75).abs() < 0.0123, "{won:?}");
    let structure = Structure {
        rounds: 3,
        cut: CutRule::Top(2),
    };
    let start = Start::new(Regulation::Cardgame, structure, 6);
    let won = champions(&start, Strength::Given(vec![1, 1, 1, 9, 1, 1]), 4_000);
    assert!(won[3] > 0.6, "{won:?}");
}

/// Pairings that only the desk has seen change no chance.
#[test]
fn drafts_are_not_looked_at() {
    let mut drafts = [0, 0];
    for index in 0..20 {
        let plan = Plan::any(78, index, 16);
        let mut differ = false;
        let watched = simulate_watched(&plan, &mut |tournament| {
            let state = tournament.state();
            if state
                .current()
                .is_none_or(|round| round.status != RoundStatus::Draft)
            {
                return;
            }
            let mut without = state.clone();
            let draft = without.rounds.pop().unwrap();
            if without.rounds.is_empty() && draft.stage == StageKind::Elimination {
                without.knockout = None;
            }
            drafts[usize::from(draft.stage == StageKind::Elimination)] += 1;
            let ask = |state: &State| {
                let start = Start::of_state(state).unwrap();
                chances(&start, &Options::default(), 30, || false).unwrap()
            };
            differ |= ask(state) != ask(&without);
        });
        watched.unwrap();
        assert!(!differ, "{plan:?}");
    }
    assert!(drafts[0] > 20 && drafts[1] > 5, "{drafts:?}");
}

#[test]
fn the_same_seed_plays_the_same_on_one_core_and_on_many() {
    let structure = Structure {
        rounds: 5,
        cut: CutRule::Top(8),
    };
    let start = Start::new(Regulation::Cardgame, structure, 33);
    let options = Options {
        seed: 9,
        strength: Strength::Drawn,
        drops: 20,
    };
    let play = |seed: u64| {
        let options = Options {
            seed,
            ..options.clone()
        };
        run(
            &start,
            &options,
            1_000,
            || false,
            || vec![0_u32; 33 * 34],
            |seen, run| {
                for (player, place) in run.places().iter().enumerate() {
                    seen[player * 34 + *place as usize] += 1;
                }
            },
            |one, two| one.iter().zip(two).map(|(one, two)| one + two).collect(),
        )
        .unwrap()
    };
    let many = play(9);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    assert_eq!(pool.install(|| play(9)), many);
    assert_ne!(play(10), many);
    assert_eq!(many.iter().sum::<u32>(), 33_000);
}

#[test]
fn a_simulation_stops_when_it_is_asked_to() {
    let structure = Structure {
        rounds: 3,
        cut: CutRule::None,
    };
    let start = Start::new(Regulation::Xwing, structure, 8);
    let asked = AtomicU32::new(0);
    let stopped = run(
        &start,
        &Options::default(),
        1_000_000,
        || asked.fetch_add(1, Ordering::Relaxed) > 3,
        || 0_u32,
        |played, _| *played += 1,
        |one, two| one + two,
    );
    assert_eq!(stopped, Err(Cancelled));
    assert!(asked.load(Ordering::Relaxed) < 100);
}

/// Every point of tournaments of every kind can be played on, and what is decided stays as it is.
#[test]
fn tournaments_are_played_on_from_any_point() {
    let mut points = 0;
    for index in 0..40 {
        let plan = Plan::any(77, index, 24);
        let mut step = 0_u32;
        let mut failed = None;
        let watched = simulate_watched(&plan, &mut |tournament| {
            step += 1;
            if step.is_multiple_of(23) && failed.is_none() {
                failed = play_on(tournament.state()).err();
                points += 1;
            }
        });
        let tournament = watched.unwrap();
        assert_eq!(failed, None, "{plan:?}");
        assert_eq!(play_on(tournament.state()), Ok(()), "{plan:?}");
    }
    assert!(points > 100);
}

fn play_on(state: &State) -> Result<(), String> {
    let Ok(start) = Start::of_state(state) else {
        // Too few players have registered so far.
        return match state.phase {
            Phase::Registration => Ok(()),
            _ => Err("no start".to_owned()),
        };
    };
    let seen = run(
        &start,
        &Options {
            strength: Strength::Estimated,
            ..Options::default()
        },
        20,
        || false,
        || Ok(()),
        |seen: &mut Result<(), String>, run| {
            if seen.is_ok() {
                *seen = sound(state, run);
            }
        },
        |one, two| one.and(two),
    );
    seen.map_err(|stopped| stopped.to_string())?
}

/// Points never fall, the bracket stays who it is, and a finished tournament has its own places.
fn sound(state: &State, run: &Run<'_>) -> Result<(), String> {
    for row in standings(state).rows {
        if run.points(row.player.0 - 1) < row.points {
            return Err(format!("player {} has lost points", row.player));
        }
    }
    let placed = run.places().iter().filter(|place| **place > 0).count();
    let mut places: Vec<u32> = run.places().iter().copied().filter(|p| *p > 0).collect();
    places.sort_unstable();
    if !places
        .iter()
        .copied()
        .eq(1..=u32::try_from(placed).unwrap())
    {
        return Err(format!("places {places:?}"));
    }
    let drawn = state.swiss_rounds().next().is_none();
    if let Some(knockout) = state.knockout.as_ref().filter(|_| !drawn) {
        let seeds: Vec<PlayerId> = run.seeds().iter().map(|seed| PlayerId(seed + 1)).collect();
        if seeds != knockout.seeds {
            return Err("other seeds".to_owned());
        }
    }
    let over = state.phase == Phase::Finished
        && state
            .current()
            .is_none_or(|round| round.status == RoundStatus::Finished);
    if let Some(placed) = placings(state).filter(|_| over) {
        for placed in placed {
            let disqualified = state
                .players
                .iter()
                .any(|player| player.status == muster_tournament::state::Status::Disqualified);
            let place = run.places()[placed.player.index()];
            if place != placed.rank && !disqualified {
                return Err(format!("{placed:?} and {place}"));
            }
        }
    }
    Ok(())
}
