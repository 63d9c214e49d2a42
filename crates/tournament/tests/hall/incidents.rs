//! What really happens at tournaments, one test for each incident.

use crate::support::{Hall, id};
use muster_regulations::Regulation;
use muster_tournament::Command;

#[test]
fn a_whole_swiss_tournament_runs() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 8).started();
        let rounds = hall.state().structure.unwrap().rounds;
        hall = hall.rounds(rounds as usize);
        hall.desk(Command::Finish);
        assert_eq!(hall.ranked()[0], id(1), "{regulation}");
    }
}
