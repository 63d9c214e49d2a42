//! A log torn by power loss: whatever its tail has become, what is opened is the journal up to some commit, and whole.

use crate::lines::{TempFolder, after, create, id, journal, kept};
use muster_ledger::{Ledger, Write};
use std::fs;
use std::path::Path;

#[test]
fn a_torn_log_opens_at_a_commit_with_the_chain_whole() {
    const LINES: u32 = 30;
    let temp = TempFolder::new();
    let ledger = temp.open();
    let lines = journal("Spring", LINES);
    create(&ledger, "spring", &lines[..1]);
    for line in &lines[1..] {
        let append = Write::append(&id("spring"), std::slice::from_ref(line)).unwrap();
        ledger.commit(vec![append]).wait().unwrap();
    }
    let data = fs::read(temp.folder.database()).unwrap();
    let log = fs::read(temp.folder.path().join("muster.db-wal")).unwrap();
    assert!(log.len() > 4096 * LINES as usize, "the log is still there");

    let mut lengths = Vec::new();
    let mut cut = log.len();
    while cut > log.len() / 2 {
        // Cut short, and overwritten with rubbish from there on.
        for rubbish in [false, true] {
            let mut torn = log[..cut].to_vec();
            if rubbish {
                torn.resize(log.len(), 0xA5);
            }
            lengths.push(opened(&data, &torn, &lines).max(1));
        }
        cut -= 1777;
    }
    assert!(
        lengths.contains(&(LINES as usize)),
        "the whole log gives all lines"
    );
    assert!(lengths.iter().any(|length| *length < LINES as usize));
}

/// Opens a copy of the data with this log and returns how many lines there are.
#[track_caller]
fn opened(data: &[u8], log: &[u8], lines: &[muster_tournament::journal::Line]) -> usize {
    let copy = TempFolder::new();
    let folder: &Path = copy.folder.path();
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("muster.db"), data).unwrap();
    fs::write(folder.join("muster.db-wal"), log).unwrap();
    let ledger = copy.open();
    let kept = kept(&ledger, "spring");
    assert_eq!(kept, lines[..kept.len()]);
    // And it can be written again.
    let next = after(kept.last().unwrap(), 99);
    let append = Write::append(&id("spring"), &[next]).unwrap();
    ledger.commit(vec![append]).wait().unwrap();
    kept.len()
}
