//! What is called certain at any point of a tournament is what happens at its end.

use muster_forecast::chances::{Certainty, certainties};
use muster_forecast::engine::Start;
use muster_forecast::simulate::{Chance, Incidents, Plan, simulate_watched};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::PlayerId;
use muster_tournament::state::Phase;

/// Everything that can happen while nobody drops and no result is corrected; pairs are also changed by hand.
fn incidents() -> Incidents {
    Incidents {
        disputes: Chance::percent(10),
        desk_reports: Chance::percent(30),
        swaps: Chance::percent(40),
        pins: Chance::percent(40),
        redraws: Chance::percent(20),
        ..Incidents::none()
    }
}

/// Checks certainties in so many states, from all over simulated tournaments. Returns how many states there were, and how
/// many players were eliminated and clinched in them.
fn look(states: usize, seed: u64) -> [usize; 3] {
    let mut seen = [0; 3];
    let mut index = 0;
    while seen[0] < states {
        let regulation = Regulation::ALL[usize::try_from(index % 5).unwrap()];
        let players = 4 + u32::try_from(index * 7 % 37).unwrap();
        let mut plan = Plan::new(regulation, players, seed);
        plan.index = index;
        plan.incidents = incidents();
        plan.structure = StructureKind::Custom;
        let cut = match index % 4 {
            0 => CutRule::Points(2 * regulation.book().most_points),
            _ => CutRule::Top(2 + u32::try_from(index % 7).unwrap().min(players - 2)),
        };
        plan.custom = Some(CustomStructure {
            rounds: 3 + u32::try_from(index % 3).unwrap(),
            cut,
        });
        index += 1;
        let mut claims: Vec<(PlayerId, Certainty)> = Vec::new();
        let mut step = 0;
        let tournament = simulate_watched(&plan, &mut |tournament| {
            step += 1;
            if tournament.state().phase != Phase::Swiss || step % 5 != 0 {
                return;
            }
            seen[0] += 1;
            let start = Start::of_state(tournament.state()).unwrap();
            let certain = certainties(&start).into_iter();
            claims.extend(certain.filter_map(|(player, certainty)| Some((player, certainty?))));
        });
        let tournament = tournament.unwrap();
        let knockout = tournament.state().knockout.as_ref();
        // Without a bracket fewer than two players had enough points, and nobody made the cut.
        assert!(
            knockout.is_some() || matches!(cut, CutRule::Points(_)),
            "{plan:?}"
        );
        for (player, certainty) in claims {
            let made = knockout.is_some_and(|knockout| knockout.seeds.contains(&player));
            let clinched = certainty == Certainty::Clinched;
            assert_eq!(made, clinched, "player {player} of {plan:?}");
            seen[1 + usize::from(clinched)] += 1;
        }
    }
    seen
}

#[test]
fn certainties_come_true() {
    let [states, eliminated, clinched] = look(300, 5);
    assert!(
        states >= 300 && eliminated > 500 && clinched > 100,
        "{eliminated} {clinched}"
    );
}

#[test]
#[ignore = "minutes: ten thousand states of tournaments"]
fn long_certainties_come_true_in_ten_thousand_states() {
    let [states, eliminated, clinched] = look(10_000, 6);
    assert!(
        states >= 10_000 && eliminated > 10_000 && clinched > 2_000,
        "{eliminated} {clinched}"
    );
}
