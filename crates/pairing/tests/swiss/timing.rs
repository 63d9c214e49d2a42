use crate::history::*;
use muster_pairing::swiss::pair;
#[test]
#[ignore]
fn timing() {
    for players in [32, 64, 128, 256] {
        for scoring in SCORINGS {
            let mut slow = Vec::new();
            let mut round = 0;
            tournament(players, players + 1, scoring, 3, |history, number| {
                let t = std::time::Instant::now();
                let p = pair(&history.field(), &mut draw(number)).unwrap();
                slow.push((t.elapsed(), round, p.proof, p.repeats));
                round += 1;
            });
            let total: std::time::Duration = slow.iter().map(|s| s.0).sum();
            slow.sort_by_key(|s| s.0);
            println!(
                "{players} {scoring:?}: total {total:?} worst {:?}",
                &slow[slow.len() - 3..]
            );
        }
    }
}
