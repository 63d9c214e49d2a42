//! Plans and schedules.

use jiff::{SignedDuration, Timestamp};
use muster_forecast::planner::{Breaks, LongBreak, Outlook, Question, plan};
use muster_forecast::schedule::{Expected, expected};
use muster_forecast::simulate::{Incidents, Plan, simulate_watched};
use muster_regulations::{CustomStructure, CutRule, Regulation, StageKind, StructureKind};
use muster_tournament::state::{Phase, RoundStatus};

fn question(regulation: Regulation, players: u32) -> Question {
    Question {
        regulation,
        players,
        custom: None,
        breaks: Breaks {
            between: 15,
            long: vec![LongBreak {
                after_round: 2,
                minutes: 45,
            }],
        },
        seed: 1,
    }
}

fn planned(question: &Question) -> Vec<Outlook> {
    plan(question, || false).unwrap()
}

#[test]
fn undefeated_players_have_no_losses_whatever_they_drew() {
    for outlook in planned(&question(Regulation::Cardgame, 40)) {
        assert_eq!(outlook.undefeated, u64::from(outlook.by_losses[0].cut.of));
    }
}

#[test]
fn every_structure_that_fits_is_compared() {
    let mut question = question(Regulation::Xwing, 44);
    question.custom = Some(CustomStructure {
        rounds: 5,
        cut: CutRule::Top(4),
    });
    let outlooks = planned(&question);
    let kinds: Vec<_> = outlooks.iter().map(|outlook| outlook.kind).collect();
    let all = [
        StructureKind::Basic,
        StructureKind::Advanced,
        StructureKind::Custom,
    ];
    assert_eq!(kinds, all);
    // XW-BASIC: 5 rounds and top 8 for 41 to 44 players.
    let basic = &outlooks[0];
    assert_eq!(
        (basic.structure.rounds, basic.structure.cut),
        (5, CutRule::Top(8))
    );
    assert_eq!(
        (basic.tables, basic.byes, basic.bracket),
        (22, false, [8, 8])
    );
    // Five rounds of 75 minutes with breaks of 15, 45, 15 and 15; then 75, 75 and 120 with 15 before each.
    assert_eq!(basic.swiss_ends(), Some(5 * 75 + 90));
    assert_eq!(basic.ends(), Some(5 * 75 + 90 + 2 * 90 + 135));
    assert_eq!(basic.playing_minutes(), 7 * 75 + 120);
    let finals = basic.timetable.last().unwrap();
    assert_eq!((finals.stage, finals.round), (StageKind::Elimination, 8));
    // 44 / 2^5 undefeated players on average, odd groups and floats aside.
    let undefeated = basic.undefeated as f64 / f64::from(basic.simulations);
    assert!((1.2..1.6).contains(&undefeated), "{undefeated}");
    let cut =
        |outlook: &Outlook, losses: usize| outlook.by_losses[losses].cut.thousandths().unwrap();
    assert_eq!(cut(basic, 0), 1000);
    assert!(cut(basic, 1) > 850 && cut(basic, 2) < 150);
    // The smaller cut leaves most players with one loss out, and the best one more often.
    let custom = &outlooks[2];
    assert!(cut(custom, 1) < 600, "{:?}", custom.by_losses);
    let misses = |outlook: &Outlook| outlook.best_misses.unwrap().thousandths().unwrap();
    assert!(misses(custom) > misses(basic));
    assert!(basic.repeats.won == 0 && basic.floats.won > 0);
    assert_eq!(planned(&question), outlooks);
}

#[test]
fn few_players_meet_again_and_odd_fields_have_byes() {
    let mut question = question(Regulation::Xwing, 5);
    question.custom = Some(CustomStructure {
        rounds: 6,
        cut: CutRule::None,
    });
    let outlooks = planned(&question);
    let custom = outlooks.last().unwrap();
    assert!(custom.byes && custom.best_misses.is_none());
    // After five rounds all ten pairs have met.
    assert_eq!(custom.repeats.thousandths(), Some(1000));
}

#[test]
fn too_few_players_have_no_structure() {
    assert_eq!(planned(&question(Regulation::Legion, 3)), []);
}

/// Looks at the expectations in one tournament at every step.
fn look(
    regulation: Regulation,
    mut see: impl FnMut(&muster_tournament::State, Timestamp, Option<Expected>),
) {
    let mut plan = Plan::new(regulation, 18, 4);
    plan.incidents = Incidents::none();
    let breaks = Breaks::default();
    simulate_watched(&plan, &mut |tournament| {
        let state = tournament.state();
        let at = tournament.lines().last().unwrap().core.at;
        see(state, at, expected(state, &breaks, at));
    })
    .unwrap();
}

#[test]
fn the_day_ends_after_what_is_left_to_play() {
    let mut rounds = 0;
    look(Regulation::Xwing, |state, now, expected| {
        let Some(expected) = expected else {
            assert!(matches!(state.phase, Phase::Registration | Phase::Finished));
            return;
        };
        assert!(expected.ends >= now);
        let playing = state
            .current()
            .filter(|r| r.status == RoundStatus::Published);
        assert_eq!(expected.round_ends.is_some(), playing.is_some());
        // 18 players: four rounds, top 4.
        let swiss = state
            .swiss_rounds()
            .filter(|r| r.status > RoundStatus::Draft)
            .count();
        let minutes = |number: usize| i64::try_from(number).unwrap() * 90;
        if state.phase == Phase::Swiss && playing.is_none() {
            let left = expected.ends.duration_since(now).as_mins();
            let pauses = if swiss == 0 { 0 } else { 15 };
            assert_eq!(
                left,
                minutes(4 - swiss) - pauses + 90 + 120 + pauses,
                "{swiss}"
            );
            rounds += 1;
        }
        if let (Some(round), Some(ends)) = (playing, expected.round_ends) {
            let open = round.open().count();
            let left = ends.duration_since(now);
            match open {
                0 => assert_eq!(left, SignedDuration::ZERO),
                _ => assert!(left > SignedDuration::ZERO && left.as_mins() <= 120),
            }
        }
    });
    assert!(rounds >= 4);
}

#[test]
fn the_secret_roll_of_the_clock_changes_no_expectation() {
    let mut seen = 0;
    look(Regulation::Conquest, |state, now, expected| {
        let Some(round) = state
            .current()
            .filter(|r| r.status == RoundStatus::Published)
        else {
            return;
        };
        // 150 minutes, 4 for the dice on average and 15 of overtime, of which nine open tables use nine tenths.
        if round.clock.is_none() && round.open().count() == round.matches.len() {
            let open = i64::try_from(round.matches.len()).unwrap();
            let ends = expected.unwrap().round_ends.unwrap();
            assert_eq!(
                ends.duration_since(now).as_secs(),
                169 * 60 * open / (open + 1)
            );
            seen += 1;
        }
    });
    assert!(seen > 3);
}
