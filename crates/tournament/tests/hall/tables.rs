//! Tables of the hall: terrain is advice, seats are kept where they can be.

use muster_regulations::Regulation;
use muster_regulations::table::{Size, Terrain};
use muster_testing::{DESK, Hall, id};
use muster_tournament::command::{TableCommand, TableSpec};
use muster_tournament::floor::tables::advice;
use muster_tournament::{Command, PlayerId, Refusal, TableNo};

fn table(number: u32) -> TableSpec {
    TableSpec {
        number: TableNo(number),
        size: Some(Size::Long),
        terrain: Terrain::default(),
        accessible: false,
        stream: false,
    }
}

fn define(tables: Vec<TableSpec>) -> Command {
    Command::Tables(TableCommand::Define { tables })
}

fn sit(player: PlayerId, tables: &[u32]) -> Command {
    let tables = tables.iter().copied().map(TableNo).collect();
    Command::Tables(TableCommand::Sit { player, tables })
}

#[test]
fn le_terrain_warns_and_never_refuses() {
    let mut hall = Hall::plain(Regulation::Legion, 4);
    let mut bare = table(2);
    bare.terrain.coverage = Some(10);
    bare.terrain.scatter = Some(0);
    hall.desk(define(vec![table(1), bare]));
    let [said] = advice(hall.state()).try_into().unwrap();
    assert_eq!((said.table, said.terrain.len()), (TableNo(2), 2));
    bare.terrain.coverage = Some(30);
    bare.terrain.scatter = Some(8);
    hall.desk(define(vec![bare]));
    assert!(advice(hall.state()).is_empty());
    let clear = |number: u32| {
        let tables = vec![TableNo(number)];
        Command::Tables(TableCommand::Clear { tables })
    };
    hall.desk(clear(2));
    assert_eq!(hall.state().tables.len(), 1);
    hall.refused(DESK, clear(2));
    let mut wrong = table(3);
    wrong.terrain.coverage = Some(101);
    for tables in [
        vec![],
        vec![table(1), table(1)],
        vec![table(0)],
        vec![table(u32::MAX)],
        vec![wrong],
    ] {
        let refusal = hall.refused(DESK, define(tables));
        assert!(matches!(refusal, Refusal::Selection { .. }), "{refusal}");
    }
}

#[test]
fn a_player_sits_at_one_of_the_tables_set_for_them() {
    let mut hall = Hall::plain(Regulation::Xwing, 12);
    hall.desk(sit(id(1), &[5]));
    hall.desk(sit(id(2), &[5, 6]));
    hall.desk(sit(id(3), &[6, 4]));
    hall.desk(Command::Start { phrase: None });
    for _ in 0..3 {
        hall.draft();
        let seats = [1, 2, 3].map(|player| hall.table_of(id(player)).0);
        // Where the three do not meet, all are kept: 5, 6, 4.
        let meet = |a: u32, b: u32| hall.opponent_of(id(a)) == id(b);
        if !meet(1, 2) && !meet(1, 3) && !meet(2, 3) {
            assert_eq!(seats, [5, 6, 4]);
        }
        assert!(seats.contains(&5));
        hall.publish();
        hall.report_all();
        hall.finish_round();
    }
    hall.desk(sit(id(1), &[]));
    assert!(hall.state().player(id(1)).unwrap().seats.is_empty());
    hall.refused(DESK, sit(id(1), &[0]));
    hall.refused(DESK, sit(id(99), &[1]));
}
