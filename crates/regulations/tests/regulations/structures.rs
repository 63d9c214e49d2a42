//! Every row of every printed table, and custom numbers.

use muster_regulations::Regulation::{self, Armada, Cardgame, Conquest, Legion, Xwing};
use muster_regulations::StructureKind::{self, Advanced, Basic, Custom, FullSwiss, WithCut};
use muster_regulations::{CustomStructure, CutRule, Structure, StructureProblem, clause};

/// A row as printed: smallest attendance, Swiss rounds, size of the cut or 0.
type Printed = (u32, u32, u32);

/// Checks every attendance from nobody to well past the last row, so both ends of each row and their neighbours.
#[track_caller]
fn table(regulation: Regulation, kind: StructureKind, rows: &[Printed]) {
    let printed = |players: u32| rows.iter().rev().find(|row| row.0 <= players);
    let last = rows.last().map_or(0, |row| row.0);
    for players in (0..=last + 50).chain([100_000, u32::MAX]) {
        let given = regulation.structure(kind, None, players);
        match printed(players) {
            Some(&(_, rounds, cut)) => {
                let cut = if cut == 0 {
                    CutRule::None
                } else {
                    CutRule::Top(cut)
                };
                assert_eq!(
                    given,
                    Ok(Structure { rounds, cut }),
                    "{regulation} {kind} {players}"
                );
            }
            None => {
                let refusal = given.unwrap_err();
                let StructureProblem::TooFewPlayers {
                    players: counted,
                    instead,
                    ..
                } = &refusal.problem
                else {
                    panic!("{refusal:?}");
                };
                assert_eq!((*counted, instead.last()), (players, Some(&Custom)));
                assert!(clause::find(refusal.clause).is_some());
            }
        }
    }
}

#[test]
fn xw_basic() {
    muster_regulations::proves!("XW-BASIC");
    let rows = [
        (4, 3, 0),
        (9, 4, 0),
        (17, 4, 4),
        (25, 5, 4),
        (41, 5, 8),
        (45, 6, 8),
        (77, 6, 16),
        (149, 7, 16),
    ];
    table(Xwing, Basic, &rows);
}

#[test]
fn xw_advanced() {
    muster_regulations::proves!("XW-ADVANCED");
    let rows = [
        (9, 4, 4),
        (13, 4, 8),
        (25, 5, 8),
        (41, 6, 8),
        (77, 6, 16),
        (149, 6, 32),
        (289, 7, 32),
        (513, 8, 32),
    ];
    table(Xwing, Advanced, &rows);
}

#[test]
fn ar_basic_and_advanced() {
    muster_regulations::proves!("AR-BASIC", "AR-ADVANCED");
    table(Armada, Basic, &[(4, 3, 0), (33, 4, 0), (49, 5, 0)]);
    table(
        Armada,
        Advanced,
        &[(9, 3, 0), (29, 4, 2), (45, 5, 2), (91, 5, 4)],
    );
}

#[test]
fn le_basic_and_advanced() {
    muster_regulations::proves!("LE-BASIC", "LE-ADVANCED");
    table(
        Legion,
        Basic,
        &[(4, 2, 0), (9, 3, 0), (33, 4, 0), (49, 5, 0)],
    );
    table(
        Legion,
        Advanced,
        &[(9, 3, 2), (25, 4, 2), (45, 5, 2), (91, 5, 4)],
    );
}

#[test]
fn gc_cut_and_full_swiss() {
    muster_regulations::proves!("GC-CUT", "GC-FULL");
    table(
        Conquest,
        WithCut,
        &[
            (4, 4, 0),
            (17, 4, 8),
            (33, 5, 8),
            (65, 6, 8),
            (129, 7, 16),
            (257, 8, 16),
        ],
    );
    table(
        Conquest,
        FullSwiss,
        &[
            (4, 5, 0),
            (17, 5, 0),
            (33, 6, 0),
            (65, 7, 0),
            (129, 8, 0),
            (257, 9, 0),
        ],
    );
}

#[test]
fn cg_basic_and_advanced() {
    muster_regulations::proves!("CG-BASIC", "CG-ADVANCED");
    let basic = [
        (4, 3, 0),
        (9, 4, 4),
        (25, 4, 8),
        (33, 5, 8),
        (65, 6, 8),
        (97, 6, 16),
        (129, 7, 16),
    ];
    table(Cardgame, Basic, &basic);
    let advanced = [
        (9, 4, 4),
        (21, 4, 8),
        (33, 5, 8),
        (57, 6, 8),
        (81, 7, 8),
        (129, 7, 16),
        (177, 8, 16),
        (273, 9, 16),
    ];
    table(Cardgame, Advanced, &advanced);
}

#[test]
fn tables_have_no_gaps() {
    for regulation in Regulation::ALL {
        for table in regulation.book().tables {
            assert!(clause::find(table.clause).is_some_and(|clause| clause.of == [regulation]));
            for rows in table.rows.windows(2) {
                assert_eq!(
                    rows[0].to,
                    Some(rows[1].from - 1),
                    "{regulation} {}",
                    table.kind
                );
            }
            assert_eq!(table.rows.last().and_then(|row| row.to), None);
        }
    }
}

#[track_caller]
fn refused(
    regulation: Regulation,
    kind: StructureKind,
    custom: Option<CustomStructure>,
    players: u32,
    clause: &str,
    code: &str,
) {
    let refusal = regulation.structure(kind, custom, players).unwrap_err();
    assert_eq!((refusal.clause, refusal.code()), (clause, code));
}

#[test]
fn too_few_players_are_shown_a_way_out() {
    refused(
        Xwing,
        Basic,
        None,
        3,
        "XW-BASIC",
        "structure.too-few-players",
    );
    refused(
        Armada,
        Advanced,
        None,
        8,
        "AR-ADVANCED",
        "structure.too-few-players",
    );
    refused(
        Conquest,
        FullSwiss,
        None,
        0,
        "GC-FULL",
        "structure.too-few-players",
    );
}

#[test]
fn a_structure_of_another_document_is_refused() {
    refused(Conquest, Basic, None, 16, "GC-CUSTOM", "structure.unknown");
    refused(Legion, WithCut, None, 16, "LE-CUSTOM", "structure.unknown");
}

const fn custom(rounds: u32, cut: CutRule) -> Option<CustomStructure> {
    Some(CustomStructure { rounds, cut })
}

#[test]
fn custom_numbers_that_can_be_played() {
    muster_regulations::proves!(
        "CUT-3",
        "LE-CUSTOM",
        "GC-CUSTOM",
        "CG-CUSTOM",
        "XW-CUSTOM",
        "AR-CUSTOM"
    );
    for (regulation, rounds, cut, players) in [
        (Xwing, 3, CutRule::None, 2),
        (Xwing, 30, CutRule::Top(2), 2),
        // CUT-3: no power of two; the top seeds have byes.
        (Armada, 4, CutRule::Top(6), 20),
        (Conquest, 1, CutRule::Top(3), 3),
        (Cardgame, 5, CutRule::Top(32), 32),
        (Cardgame, 5, CutRule::Points(30), 32),
        (Legion, 5, CutRule::Points(5), 40),
        (Armada, 3, CutRule::Points(0), 9),
        // SE-3: elimination from the start.
        (Xwing, 0, CutRule::None, 11),
        (Armada, 0, CutRule::None, 2),
        (Legion, 0, CutRule::None, 1000),
    ] {
        let given = regulation.structure(Custom, custom(rounds, cut), players);
        assert_eq!(given, Ok(Structure { rounds, cut }), "{regulation}");
    }
}

#[test]
fn custom_numbers_that_cannot_be_played() {
    muster_regulations::proves!(
        "CUT-3",
        "LE-CUSTOM",
        "GC-CUSTOM",
        "GC-BRACKET",
        "CG-DE",
        "CG-CUSTOM",
        "XW-CUSTOM",
        "AR-CUSTOM"
    );
    refused(
        Xwing,
        Custom,
        None,
        8,
        "XW-CUSTOM",
        "structure.numbers-missing",
    );
    refused(
        Armada,
        Basic,
        custom(3, CutRule::None),
        8,
        "AR-CUSTOM",
        "structure.numbers-given",
    );
    refused(
        Legion,
        Custom,
        custom(3, CutRule::None),
        1,
        "LE-CUSTOM",
        "structure.not-two-players",
    );
    refused(
        Conquest,
        Custom,
        custom(31, CutRule::None),
        8,
        "GC-CUSTOM",
        "structure.too-many-rounds",
    );
    refused(
        Cardgame,
        Custom,
        custom(u32::MAX, CutRule::None),
        8,
        "CG-CUSTOM",
        "structure.too-many-rounds",
    );
    refused(
        Xwing,
        Custom,
        custom(3, CutRule::Top(0)),
        8,
        "CUT-1",
        "structure.cut-too-small",
    );
    refused(
        Xwing,
        Custom,
        custom(3, CutRule::Top(1)),
        8,
        "CUT-1",
        "structure.cut-too-small",
    );
    refused(
        Xwing,
        Custom,
        custom(3, CutRule::Top(9)),
        8,
        "CUT-1",
        "structure.cut-too-large",
    );
    refused(
        Xwing,
        Custom,
        custom(3, CutRule::Points(4)),
        8,
        "CUT-3",
        "structure.cut-out-of-reach",
    );
    refused(
        Armada,
        Custom,
        custom(3, CutRule::Points(u32::MAX)),
        8,
        "CUT-3",
        "structure.cut-out-of-reach",
    );
    refused(
        Xwing,
        Custom,
        custom(0, CutRule::Top(4)),
        8,
        "SE-3",
        "structure.cut-without-swiss",
    );
    refused(
        Conquest,
        Custom,
        custom(0, CutRule::None),
        8,
        "GC-BRACKET",
        "structure.swiss-first",
    );
    refused(
        Cardgame,
        Custom,
        custom(0, CutRule::None),
        8,
        "CG-DE",
        "structure.swiss-first",
    );
}
