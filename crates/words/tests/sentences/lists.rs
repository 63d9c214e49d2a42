//! What is wrong with a list, how a score is counted from one, what happens at time, and terrain.

use super::Told;
use jiff::civil::date;
use muster_regulations::Regulation;
use muster_regulations::cardgame::Side;
use muster_regulations::list::{BattleKind, Category, Entry, EntryKind, Finding, ListNumber};
use muster_regulations::report::Force;
use muster_regulations::table::{Kind, Range, Size, TerrainAdvice};
use muster_regulations::tally::{Tally, TallyStep};
use muster_regulations::time::AtTime;
use muster_words::{list, tables, tally, time};

fn about_cards() -> Vec<(Finding, &'static str)> {
    let entry = |kind, points| Entry { kind, points };
    let same = |a, b| Finding::SameName {
        first: "ships[0]".to_owned(),
        second: "ships[1].upgrades[0]".to_owned(),
        entries: Box::new([a, b]),
    };
    let (released, day) = (date(2026, 5, 1), date(2026, 5, 4));
    vec![
        (
            Finding::OtherRegulation {
                given: Regulation::Xwing,
                wanted: Regulation::Legion,
            },
            "xwing",
        ),
        (Finding::TooManyEntries { most: 500 }, "612"),
        (Finding::NameMissing, ""),
        (Finding::DateMissing, ""),
        (Finding::FactionMissing, ""),
        (
            Finding::OtherFaction {
                faction: "Rebel".to_owned(),
            },
            "Imperial",
        ),
        (
            same(
                entry(EntryKind::Ship, Some(1)),
                entry(EntryKind::Upgrade(Some("crew".to_owned())), Some(8)),
            ),
            "Leia",
        ),
        (
            same(
                entry(EntryKind::Set(Some("Core Set".to_owned())), None),
                entry(EntryKind::Set(None), None),
            ),
            "Old Friends",
        ),
        (Finding::Unique, "2"),
        (Finding::UniqueInCatalogue, "2"),
        (Finding::NotInCatalogue, "Lea"),
        (Finding::VersionNotInCatalogue, "Leia (Pilot)"),
        (
            Finding::SeveralInCatalogue {
                cards: 2,
                versions: vec![Some("Pilot".to_owned()), None],
            },
            "Leia",
        ),
        (
            Finding::CatalogueFaction {
                printed: "Imperial".to_owned(),
                faction: "Rebel".to_owned(),
            },
            "Imperial",
        ),
        (Finding::CataloguePoints { points: 1 }, "4"),
        (
            Finding::NotLegal {
                released,
                from: Some(date(2026, 5, 12)),
                date: day,
            },
            "2026-05-01",
        ),
        (
            Finding::NotLegal {
                released,
                from: None,
                date: day,
            },
            "2026-05-01",
        ),
        (Finding::UnitsMissing, ""),
        (Finding::CommandCards { pips: 1, needed: 2 }, "3"),
        (Finding::CommandCards { pips: 2, needed: 2 }, "1"),
        (Finding::StandingOrdersMissing, ""),
        (Finding::CommandPips, "4"),
        (Finding::CommandTwice, "Ambush"),
        (
            Finding::CharacterMissing {
                character: "Captain Orla".to_owned(),
            },
            "Captain Orla",
        ),
        (Finding::BattleKindMissing, ""),
        (Finding::BattleTwice, "Fog"),
        (Finding::FleetFaction, "Pirates"),
        (Finding::SquadronPoints { most: 134, over: 1 }, "135"),
        (Finding::TooManyFlotillas { most: 2 }, "3"),
        (Finding::CommanderMissing, ""),
        (Finding::TooManyCommanders, "Admiral Senn, Admiral Voss"),
        (Finding::Ships { least: 2, most: 8 }, "1"),
        (
            Finding::HalfPoints {
                points: 45,
                half: 23,
            },
            "22",
        ),
        (Finding::Obstacles { needed: 3 }, "2"),
        (Finding::ObstacleTwice, "Rock"),
        (Finding::NotAnObject, ""),
        (Finding::TooDeep, ""),
        (Finding::NameTooLong { most: 120 }, "Aaaaaa…"),
        (Finding::ControlCharacter, "A B"),
        (Finding::TooLong { most: 1_048_576 }, "2000000"),
        (
            Finding::NotJson {
                error: "expected value at line 1 column 1".to_owned(),
            },
            "squad",
        ),
        (
            Finding::Unreadable {
                error: "unknown field `wings`".to_owned(),
                regulation: Regulation::Xwing,
            },
            "{}",
        ),
        (Finding::DecksHaveNoPoints, ""),
        (Finding::ObjectivePoints { most: 9_999 }, "10000"),
        (Finding::NoSuchPiece { pieces: 2 }, "7"),
        (Finding::NoHalfPoints, "1"),
        (
            Finding::MoreThanListed {
                count: 1,
                name: "Mara Quill".to_owned(),
            },
            "2",
        ),
        (
            Finding::MoreThanListed {
                count: 3,
                name: "Amber Wing Pilot".to_owned(),
            },
            "4",
        ),
    ]
}

pub(crate) fn found() -> Vec<Told> {
    let mut all = about_cards();
    for force in [Force::Squad, Force::Fleet, Force::Army] {
        let finding = Finding::TooManyPoints {
            force,
            most: force.worth(),
            over: 1,
        };
        all.push((finding, "901"));
    }
    for kind in BattleKind::ALL {
        all.push((Finding::BattleCards { kind, needed: 4 }, "3"));
    }
    for category in Category::ALL {
        all.push((Finding::ObjectiveMissing { category }, "0"));
        all.push((Finding::TooManyObjectives { category }, "2"));
    }
    for side in [Side::Light, Side::Dark] {
        all.push((Finding::AffiliationMissing { side }, ""));
        let too_few = Finding::TooFewSets {
            side,
            least: 10,
            missing: 3,
        };
        all.push((too_few, "7"));
    }
    for (what, least, most) in [
        (ListNumber::Copies, 1, 99),
        (ListNumber::Pips, 1, 4),
        (ListNumber::Attack, 0, 20),
        (ListNumber::Points, 0, 9_999),
    ] {
        all.push((Finding::Number { what, least, most }, "-5"));
    }
    let told = |(finding, value): &(Finding, &str)| {
        let value = (!value.is_empty()).then_some(*value);
        (finding.code(), list::finding(finding, value))
    };
    all.iter().map(told).collect()
}

pub(crate) fn counted() -> Vec<Told> {
    let (name, each) = ("Amber Wing Pilot".to_owned(), 45);
    let mut working = Vec::new();
    for count in [1, 2] {
        let name = name.clone();
        let points = each * u64::from(count);
        working.push(TallyStep::Destroyed {
            name: name.clone(),
            count,
            each,
            points,
        });
        working.push(TallyStep::Defeated {
            name: name.clone(),
            count,
            each,
            points,
        });
        working.push(TallyStep::Halved {
            name,
            count,
            each,
            half: 23,
            points: 23 * u64::from(count),
        });
    }
    working.push(TallyStep::Sum { sum: 101 });
    let forces = [Force::Squad, Force::Fleet, Force::Army];
    working.extend(forces.map(|force| TallyStep::Everything { force }));
    working.push(TallyStep::Objectives {
        destroyed: 150,
        objectives: 75,
        score: 225,
    });
    let tally = Tally {
        score: 225,
        everything: false,
        working,
        clause: "XW-SCORE",
        fills: Vec::new(),
    };
    let steps = tally::steps(&tally).into_iter();
    steps.map(|step| (step.code, step.text)).collect()
}

pub(crate) fn at_time() -> Vec<Told> {
    let all = [
        AtTime::FinishThenSalvo,
        AtTime::FinishThenSecondPlayer,
        AtTime::PhaseDecides,
        AtTime::FinishInOvertime,
        AtTime::LightTurnThenDraw,
        AtTime::LightTurnThenBoard,
        AtTime::OverAtOnce,
        AtTime::FinishWithEndPhase,
    ];
    all.map(|what| (what.code(), time::at_time(what).to_owned()))
        .to_vec()
}

pub(crate) fn terrain() -> Vec<Told> {
    let usual = |least, most| Range { least, most };
    let mut all = vec![
        TerrainAdvice::Coverage {
            percent: 20,
            usual: usual(25, 35),
        },
        TerrainAdvice::Coverage {
            percent: 40,
            usual: usual(25, 35),
        },
    ];
    for (kind, count) in Kind::ALL.into_iter().zip([1, 0, 6, 3, 20]) {
        all.push(TerrainAdvice::Pieces {
            kind,
            size: Size::Long,
            count,
            usual: usual(2, 4),
        });
    }
    all.iter()
        .map(|advice| (advice.code(), tables::terrain(advice)))
        .collect()
}
