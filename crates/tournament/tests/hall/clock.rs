//! The clock of a round: its length, breaks, more time, and what may not be seen (TIME-1, TIME-2, GC-CLOCK).

use jiff::{SignedDuration, Timestamp};
use muster_pairing::draw::Seed;
use muster_regulations::time::{AtTime, GamePhase};
use muster_regulations::{CutRule, Regulation, StageKind};
use muster_testing::{DESK, Hall, plain_setup};
use muster_tournament::command::{ClockCommand, Setup};
use muster_tournament::floor::clock::{
    ClockPhase, Moment, OpenClock, PublicClock, SecretClock, StaffClock, dice_minutes,
    public_clock, staff_clock, table_clock,
};
use muster_tournament::ids::Hex32;
use muster_tournament::log::open_log;
use muster_tournament::seeds::Seedless;
use muster_tournament::{Command, Refusal, TableNo, Tournament};
use muster_words::log::{Voice, text};

const TABLE: TableNo = TableNo(1);

/// A hall in its first published round.
fn playing(regulation: Regulation, players: usize) -> Hall {
    let mut hall = Hall::plain(regulation, players).started();
    hall.publish_next();
    hall
}

#[track_caller]
fn leaders(hall: &Hall) -> StaffClock {
    staff_clock(hall.state(), hall.seeds(), hall.now()).unwrap()
}

#[track_caller]
fn public(hall: &Hall) -> PublicClock {
    public_clock(hall.state(), hall.seeds(), hall.now()).unwrap()
}

fn extend(minutes: u32) -> ClockCommand {
    ClockCommand::Extend {
        table: TABLE,
        minutes,
        reason: "a lost card".to_owned(),
    }
}

fn adjust(minutes: i32) -> ClockCommand {
    ClockCommand::Adjust {
        minutes,
        reason: "the doors opened late".to_owned(),
    }
}

fn after(at: Timestamp, minutes: i64) -> Timestamp {
    at.checked_add(SignedDuration::from_mins(minutes)).unwrap()
}

/// XW-CLOCK, AR-CLOCK, LE-CLOCK, CG-CLOCK, GC-OVER: minutes of Swiss, elimination and final.
#[test]
fn time_1_the_length_follows_from_regulation_stage_and_final() {
    muster_regulations::proves!("LE-CLOCK", "GC-OVER", "CG-CLOCK", "AR-CLOCK");
    let lengths = [
        (Regulation::Xwing, [75, 75, 120]),
        (Regulation::Armada, [135, 135, 180]),
        (Regulation::Legion, [150, 150, 210]),
        (Regulation::Conquest, [150, 150, 150]),
        // Semi-finals; the upper and lower finals are no finals; two players are left.
        (Regulation::Cardgame, [70, 40, 60]),
    ];
    for (regulation, [swiss, elimination, last]) in lengths {
        let mut hall = Hall::custom(regulation, 1, CutRule::Top(4), 6).started();
        let mut seen = Vec::new();
        while hall.state().phase != muster_tournament::state::Phase::Finished {
            match muster_tournament::next::next(hall.state()).action {
                muster_tournament::next::Action::Cut => {
                    hall.desk(Command::Cut { later_day: false });
                }
                muster_tournament::next::Action::Finish => hall.desk(Command::Finish),
                _ => {
                    hall.publish_next();
                    hall.clock(ClockCommand::Start);
                    let left = hall.state().active().count();
                    seen.push((hall.current().stage, leaders(&hall).minutes));
                    assert!(left >= 2);
                    hall.report_all();
                    hall.finish_round();
                }
            }
        }
        assert_eq!(seen.first().unwrap().1, swiss, "{regulation}");
        assert_eq!(seen.last().unwrap().1, last, "{regulation}");
        let between = &seen[1..seen.len() - 1];
        let finals = usize::from(regulation == Regulation::Cardgame && between.len() > 3);
        for (_, minutes) in &between[..between.len() - finals] {
            assert_eq!(*minutes, elimination, "{regulation}: {seen:?}");
        }
    }
}

/// TIME-1, XW-CLOCK: the deadline is an instant, start, middle and end are announced, and a restart shows the same.
#[test]
fn xw_clock_a_restart_shows_the_same_time() {
    muster_regulations::proves!("XW-CLOCK");
    let mut hall = playing(Regulation::Xwing, 4);
    assert_eq!(
        public(&hall),
        PublicClock::Open(OpenClock::Waiting { minutes: 75 })
    );
    hall.clock(ClockCommand::Start);
    let start = hall.now();
    hall.wait(10);
    let view = leaders(&hall);
    assert_eq!(view.phase, ClockPhase::Running);
    assert_eq!(view.ends, Some(after(start, 75)));
    assert_eq!(view.seconds_left, Some(65 * 60));
    let moments: Vec<(Moment, i64)> = view
        .announcements
        .iter()
        .map(|said| (said.what, said.at.duration_since(start).as_secs()))
        .collect();
    assert_eq!(
        moments,
        [
            (Moment::Start, 0),
            (Moment::Middle, 75 * 30),
            (Moment::End, 75 * 60)
        ]
    );
    let again = Tournament::load(&hall.tournament.to_text()).unwrap();
    assert_eq!(
        staff_clock(again.state(), &Seedless, hall.now()),
        Some(view)
    );
    hall.wait(65);
    match public(&hall) {
        PublicClock::Open(OpenClock::Time { ended, now, .. }) => {
            assert_eq!(ended, after(start, 75));
            assert_eq!(now.clause, "XW-END");
        }
        other => panic!("{other:?}"),
    }
    // Of a round that is over there is no clock.
    hall.report_all();
    hall.finish_round();
    assert_eq!(staff_clock(hall.state(), hall.seeds(), hall.now()), None);
}

/// INCIDENT 17 and 23: fire alarm and lunch.
#[test]
fn incident_17_and_23_a_pause_stops_the_clock_for_all() {
    let mut hall = playing(Regulation::Armada, 4);
    hall.clock(ClockCommand::Start);
    let start = hall.now();
    hall.wait(29);
    let until = Some(after(start, 60));
    hall.clock(ClockCommand::Pause {
        until,
        reason: Some("fire alarm".to_owned()),
    });
    hall.wait(500);
    match public(&hall) {
        PublicClock::Open(OpenClock::Paused {
            seconds_left,
            pause,
        }) => {
            assert_eq!(seconds_left, 105 * 60);
            assert_eq!(pause.until, until);
            assert_eq!(pause.reason.as_deref(), Some("fire alarm"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(leaders(&hall).ends, None);
    let again = hall.refused(
        DESK,
        Command::Clock(ClockCommand::Pause {
            until: None,
            reason: None,
        }),
    );
    assert!(matches!(again, Refusal::NotNow { .. }), "{again}");
    hall.clock(ClockCommand::Resume);
    assert_eq!(leaders(&hall).ends, Some(after(hall.now(), 105)));
    hall.refused(DESK, Command::Clock(ClockCommand::Resume));

    // Lunch between rounds is announced without a clock, and over when the next one starts.
    hall.report_all();
    hall.finish_round();
    hall.clock(ClockCommand::Pause {
        until: None,
        reason: Some("lunch".to_owned()),
    });
    hall.publish_next();
    assert!(hall.state().pause.is_some());
    hall.clock(ClockCommand::Start);
    assert_eq!(hall.state().pause, None);
    assert_eq!(leaders(&hall).ends, Some(after(hall.now(), 135)));
}

#[test]
fn time_1_staff_adjust_the_clock_and_call_time() {
    let mut hall = playing(Regulation::Legion, 4);
    let early = hall.refused(DESK, Command::Clock(adjust(5)));
    assert!(early.code() == "not-now.clock-not-started", "{early}");
    hall.clock(ClockCommand::Start);
    let start = hall.now();
    hall.clock(adjust(10));
    hall.clock(adjust(-5));
    assert_eq!(leaders(&hall).ends, Some(after(start, 155)));
    for minutes in [0, 241, -241, i32::MIN, i32::MAX, -156] {
        let refusal = hall.refused(DESK, Command::Clock(adjust(minutes)));
        assert!(matches!(refusal, Refusal::Selection { .. }), "{refusal}");
    }
    hall.refused(DESK, Command::Clock(ClockCommand::Start));
    hall.clock(ClockCommand::CallTime);
    let called = hall.now();
    assert_eq!(leaders(&hall).phase, ClockPhase::Time);
    assert_eq!(leaders(&hall).ends, Some(called));
    hall.refused(DESK, Command::Clock(ClockCommand::CallTime));
    // Called too early: more minutes let it run again.
    hall.clock(adjust(1));
    assert_eq!(leaders(&hall).ends, Some(after(start, 156)));
}

/// LE-END: in the command phase the game is over at once, otherwise the game round is finished; CG-END: light's turn.
#[test]
fn le_end_the_phase_decides_what_time_means() {
    let means = |phase| Regulation::Legion.at_time_in(phase);
    assert_eq!(means(GamePhase::Command), Some(AtTime::OverAtOnce));
    assert_eq!(means(GamePhase::End), Some(AtTime::FinishWithEndPhase));
    assert_eq!(means(GamePhase::Activation), means(GamePhase::End));
    for regulation in Regulation::ALL {
        let asks = regulation.at_time_in(GamePhase::End).is_some();
        assert_eq!(asks, regulation == Regulation::Legion);
    }
    let swiss = Regulation::Cardgame.at_time(StageKind::Swiss);
    assert_eq!(swiss, AtTime::LightTurnThenDraw);
    let bracket = Regulation::Cardgame.at_time(StageKind::Elimination);
    assert_eq!(bracket, AtTime::LightTurnThenBoard);
}

#[test]
fn time_2_one_table_has_more_time() {
    let mut hall = playing(Regulation::Xwing, 4);
    hall.clock(extend(3));
    hall.clock(ClockCommand::Start);
    let start = hall.now();
    hall.clock(extend(4));
    let seen = |hall: &Hall, table| {
        table_clock(hall.state(), hall.seeds(), hall.now(), TableNo(table)).unwrap()
    };
    let mine = seen(&hall, 1);
    assert_eq!(mine.extended, 7);
    match (mine.clock, seen(&hall, 2).clock) {
        (
            PublicClock::Open(OpenClock::Running { ends: mine, .. }),
            PublicClock::Open(OpenClock::Running { ends: theirs, .. }),
        ) => {
            assert_eq!(mine, after(start, 82));
            assert_eq!(theirs, after(start, 75));
        }
        other => panic!("{other:?}"),
    }
    let [extended] = leaders(&hall).extended.try_into().unwrap();
    assert_eq!(extended.reasons.len(), 2);
    assert_eq!(extended.ends, Some(after(start, 82)));
    for minutes in [0, 61, u32::MAX] {
        let refusal = hall.refused(DESK, Command::Clock(extend(minutes)));
        assert!(refusal.clauses().contains(&"TIME-2"), "{refusal}");
    }
    hall.report_all();
    let late = hall.refused(DESK, Command::Clock(extend(5)));
    assert!(matches!(late, Refusal::HasResult { .. }), "{late}");
}

/// GC-CLOCK, GC-DICE: the length is 150 minutes and what five dice add; players see only that it runs, then the end of
/// the overtime, then that it is over.
#[test]
fn gc_clock_players_see_overtime_and_stop_and_nothing_before() {
    muster_regulations::proves!("GC-CLOCK");
    let mut hall = playing(Regulation::Conquest, 4);
    assert_eq!(public(&hall), PublicClock::Secret(SecretClock::Waiting));
    hall.clock(ClockCommand::Start);
    let start = hall.now();
    let view = leaders(&hall);
    let dice = view.dice.unwrap();
    assert!(dice <= 5);
    let length = 150 + i64::from(dice);
    assert_eq!(view.ends, Some(after(start, length)));
    assert_eq!(view.stops, Some(after(start, length + 15)));
    for _ in 0..length {
        assert_eq!(public(&hall), PublicClock::Secret(SecretClock::Running));
        hall.wait(1);
    }
    for _ in 0..15 {
        match public(&hall) {
            PublicClock::Secret(SecretClock::Time { stops, now }) => {
                assert_eq!(stops, after(start, length + 15));
                assert_eq!(now.clause, "GC-CLOCK");
            }
            other => panic!("{other:?}"),
        }
        hall.wait(1);
    }
    assert_eq!(public(&hall), PublicClock::Secret(SecretClock::Stop));

    // Afterwards everybody can see the roll, and it is the one that was used.
    hall.report_all();
    hall.finish_round();
    let round = hall.current();
    assert_eq!(round.dice_minutes(Regulation::Conquest), Some(dice));
    let last = hall.last_said();
    let added = format!("added {dice} minute");
    assert!(last.contains(&added), "{last}");

    // The round goes on: everybody's log no longer tells how long it is.
    hall.desk(Command::Undo);
    let told = open_log(&hall.tournament);
    let mut told = told.iter().map(|line| text(line, Voice::About));
    assert!(told.all(|line| !line.contains(&added)));
}

/// GC-CLOCK: two tournaments whose rolls differ cannot be told apart by what is public while the clock runs.
#[test]
fn gc_clock_journal_and_public_view_give_nothing_away() {
    muster_regulations::proves!("GC-CLOCK");
    let open = |seed: u8| {
        let mut hall = Hall::open(plain_setup(Regulation::Conquest), seed).with_players(4);
        hall.desk(Command::Start { phrase: None });
        hall.publish_next();
        hall.clock(ClockCommand::Start);
        hall.clock(extend(5));
        hall.clock(adjust(3));
        hall
    };
    let mut rolls = std::collections::BTreeSet::new();
    let mut clocks = std::collections::BTreeSet::new();
    for seed in 1..=12 {
        let hall = open(seed);
        let view = leaders(&hall);
        rolls.insert(view.dice);
        let lines = hall.tournament.lines();
        let clock = lines
            .iter()
            .filter(|line| matches!(line.core.entry.did, Command::Clock(_)));
        let clock: Vec<String> = clock
            .map(|line| serde_json::to_string(&line.core.entry).unwrap())
            .collect();
        let seen = table_clock(hall.state(), hall.seeds(), hall.now(), TABLE).unwrap();
        let seen = serde_json::to_string(&(seen, public(&hall))).unwrap();
        clocks.insert((clock, seen.clone()));
        // Whoever has only the journal cannot know the end.
        let without = staff_clock(hall.state(), &Seedless, hall.now()).unwrap();
        assert_eq!(
            (without.ends, without.dice, without.seconds_left),
            (None, None, None)
        );
        let text = hall.tournament.to_text();
        for end in [view.ends, view.stops] {
            let end = end.unwrap();
            for way in [end.to_string(), end.as_second().to_string()] {
                assert!(!text.contains(&way) && !seen.contains(&way));
            }
        }
    }
    assert!(rolls.len() > 1);
    assert_eq!(clocks.len(), 1);
}

/// GC-DICE: each of five dice adds a minute on four of six faces.
#[test]
fn gc_dice_add_a_minute_on_four_of_six_faces() {
    muster_regulations::proves!("GC-DICE");
    let rolls = (0..6000u32).map(|number| {
        let seed = Seed::new([7; 32]).derive(&number.to_string());
        dice_minutes(Regulation::Conquest, Hex32(*seed.bytes()))
    });
    let sum: u32 = rolls.sum();
    assert!((19_500..20_500).contains(&sum), "{sum} of 30000");
    assert_eq!(dice_minutes(Regulation::Xwing, Hex32([7; 32])), 0);
    let page = include_str!("../../../../docs/draws.md");
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("minutes 5 => "));
    let seed = Hex32(std::array::from_fn(|at| at as u8));
    let rolled = dice_minutes(Regulation::Conquest, seed).to_string();
    assert_eq!(line, Some(rolled.as_str()), "docs/draws.md");
}

/// INCIDENT 22: a tournament knows its day and its zone, by names that mean the same everywhere.
#[test]
fn incident_22_the_time_zone_is_a_known_one() {
    for (zone, known) in [
        ("Europe/Vienna", true),
        ("UTC", true),
        ("Middle/Earth", false),
        ("", false),
    ] {
        let setup = Setup {
            date: Some(jiff::civil::date(2026, 5, 30)),
            zone: Some(zone.to_owned()),
            ..plain_setup(Regulation::Xwing)
        };
        let mut hall = Hall::open(plain_setup(Regulation::Xwing), 1);
        let set = hall.attempt(DESK, Command::Configure { setup });
        assert_eq!(set.is_ok(), known, "{zone}: {set:?}");
    }
}
