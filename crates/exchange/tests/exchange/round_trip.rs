//! Tournaments that go out and come in again: brackets with byes, brackets that somebody left, and what a format loses
//! and says so.

use super::out::{again, beyond_lists, played, results};
use super::*;
use muster_exchange::out;
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::Tournament;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::state::State;
use muster_words::files::{FileNote, Loss};

fn with_cut(regulation: Regulation, cut: u32, seed: u64) -> Plan {
    let mut plan = Plan::new(regulation, 20, seed);
    plan.incidents = Incidents::none();
    plan.structure = StructureKind::Custom;
    plan.custom = Some(CustomStructure {
        rounds: 3,
        cut: CutRule::Top(cut),
    });
    plan
}

/// Everybody's final place as `name first–last`.
fn places(state: &State) -> Vec<String> {
    let placed = placings(state).unwrap_or_default();
    let of = |p: &muster_tournament::placings::Placed| {
        format!(
            "{} {}–{}",
            state.name(p.player),
            p.places.first,
            p.places.last
        )
    };
    placed.iter().map(of).collect()
}

#[test]
fn cut_3_brackets_with_byes_come_back() {
    for cut in [5, 6, 7, 12] {
        for (format, regulation) in [
            (Format::ListFortress, Regulation::Xwing),
            (Format::Cryodex, Regulation::Xwing),
            (Format::Nrtm, Regulation::Cardgame),
        ] {
            for seed in 0..6 {
                let tournament = simulate(&with_cut(regulation, cut, seed)).unwrap();
                let state = tournament.state();
                let (notes, copy) = again(state, format);
                if notes
                    .iter()
                    .any(|loss| matches!(loss, Loss::Results { .. }))
                {
                    continue;
                }
                assert_eq!(beyond_lists(notes), [], "{format} cut {cut} seed {seed}");
                let copy = copy.state();
                assert_eq!(
                    copy.knockout
                        .as_ref()
                        .map(|knockout| knockout.seeds.clone()),
                    state
                        .knockout
                        .as_ref()
                        .map(|knockout| knockout.seeds.clone()),
                    "{format} cut {cut} seed {seed}"
                );
                assert_eq!(
                    results(copy),
                    results(state),
                    "{format} cut {cut} seed {seed}"
                );
                assert_eq!(
                    places(copy),
                    places(state),
                    "{format} cut {cut} seed {seed}"
                );
            }
        }
    }
}

/// The final places of those who were in the bracket, as names with shared places.
fn bracket_places(state: &State) -> Vec<String> {
    let Some(knockout) = &state.knockout else {
        return Vec::new();
    };
    let placed = placings(state).unwrap_or_default();
    let of_bracket = placed.iter().filter(|p| knockout.seeds.contains(&p.player));
    let shown = |p: &Placed| {
        let (first, last) = (p.places.first, p.places.last);
        format!("{first}–{last} {}", state.name(p.player))
    };
    let mut places: Vec<String> = of_bracket.map(shown).collect();
    places.sort();
    places
}

#[test]
fn se_4_brackets_that_somebody_left_are_read_back_or_the_loss_is_reported() {
    for (format, regulation) in [
        (Format::ListFortress, Regulation::Xwing),
        (Format::Cryodex, Regulation::Xwing),
        (Format::Nrtm, Regulation::Cardgame),
    ] {
        let (mut with_bracket, mut kept) = (0, 0);
        for seed in 0..60 {
            let tournament = played(regulation, 18, seed, Incidents::wild());
            let state = tournament.state();
            let Some(knockout) = &state.knockout else {
                continue;
            };
            let (notes, copy) = again(state, format);
            let copy = copy.state();
            // Who was disqualified has a place only where the format cannot tell it (DROP-3).
            let there = bracket_places(copy);
            let same = bracket_places(state)
                .iter()
                .all(|place| there.contains(place));
            // No format can tell that somebody was put back in the place of who was removed.
            if knockout.put_back.is_empty() {
                with_bracket += 1;
                kept += u32::from(same);
            }
            let told = |code: &str| notes.iter().any(|loss| loss.code() == code);
            let lost = told("export.bracket");
            assert_eq!(copy.knockout.is_none(), lost, "{format} {seed}: {notes:?}");
            assert!(
                same || lost || told("export.places"),
                "{format} {seed}: {notes:?}"
            );
        }
        assert!(
            kept * 4 > with_bracket * 3,
            "{format}: {kept} of {with_bracket}"
        );
    }
}

#[test]
fn se_4_a_semi_finalist_who_left_shares_the_third_place_again() {
    // The first seed leaves during the semi-finals, and a correction after the cut has changed the ranks.
    let mut plan = Plan::new(Regulation::Xwing, 20, 11);
    plan.index = 3;
    plan.incidents = Incidents::wild();
    let tournament = simulate(&plan).unwrap();
    let state = tournament.state();
    let seeds = |state: &State| -> Vec<String> {
        let knockout = state.knockout.as_ref().unwrap();
        knockout.seeds.iter().map(|id| state.name(*id)).collect()
    };
    for format in [Format::ListFortress, Format::Cryodex] {
        let (_, copy) = again(state, format);
        assert_eq!(seeds(copy.state()), seeds(state), "{format}");
        assert_eq!(
            bracket_places(copy.state()),
            bracket_places(state),
            "{format}"
        );
    }
    assert!(
        bracket_places(state)[2].starts_with("3–4"),
        "{:?}",
        bracket_places(state)
    );
}

#[test]
fn cg_bracket_a_player_who_leaves_the_lower_bracket_keeps_the_shared_place() {
    let mut plan = Plan::new(Regulation::Cardgame, 17, 2);
    let simulated = (0..60).map(|index| {
        plan.index = index;
        simulate(&plan).unwrap()
    });
    let left = |tournament: &Tournament| {
        let mut players = tournament.state().players.iter();
        players.any(|player| player.gone_from.is_some())
    };
    let tournament = simulated.into_iter().find(left).unwrap();
    let state = tournament.state();
    let (_, copy) = again(state, Format::Nrtm);
    assert_eq!(places(copy.state()), places(state));
    let first = out::write(state, Format::Nrtm).unwrap().text;
    let second = out::write(copy.state(), Format::Nrtm).unwrap().text;
    assert_eq!(first, second);
}

#[test]
fn what_a_format_cannot_hold_is_reported_once_for_each_kind() {
    let tournament = played(Regulation::Cardgame, 17, 2, Incidents::wild());
    let state = tournament.state();
    let left = state.players.iter().filter(|p| {
        use muster_tournament::state::Status;
        matches!(p.status, Status::Dropped | Status::Disqualified)
    });
    assert!(left.count() > 0);
    let lost = out::write(state, Format::Nrtm).unwrap().lost;
    for code in ["export.drops", "export.factions"] {
        let told = lost.iter().filter(|loss| loss.code() == code).count();
        assert_eq!(told, 1, "{code}: {lost:?}");
    }
}

#[test]
fn cryodex_namesakes_are_told_apart_and_reported() {
    let tournament = simulate(&with_cut(Regulation::Xwing, 4, 1)).unwrap();
    let text = out::write(tournament.state(), Format::ListFortress)
        .unwrap()
        .text;
    let mut file: Value = serde_json::from_str(&text).unwrap();
    for index in [0, 1] {
        file["participants"][index]["name"] = "Ann Bell".into();
    }
    let text = file.to_string();
    let foreign = read(Format::ListFortress, &text);
    let taken = muster_exchange::import(&foreign, text.as_bytes(), super::import::SECRET).unwrap();
    let twins = super::import::became(taken).unwrap();
    let lost = out::write(twins.state(), Format::Cryodex).unwrap().lost;
    let told: Vec<String> = lost.iter().map(ToString::to_string).collect();
    assert!(
        told.contains(&"2 names are changed for Cryodex.".to_owned()),
        "{told:?}"
    );
}

#[test]
fn se_4_a_final_that_no_round_holds_was_won_by_the_better_rank() {
    let tournament = simulate(&with_cut(Regulation::Xwing, 4, 1)).unwrap();
    let text = out::write(tournament.state(), Format::ListFortress)
        .unwrap()
        .text;
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let rounds = file["rounds"].as_array_mut().unwrap();
    rounds.retain(|round| round["roundtype_id"] == 1 || round["round_number"] != 2);
    let ranked = file.to_string();
    for participant in file["participants"].as_array_mut().unwrap() {
        participant["top_cut_rank"] = Value::Null;
    }
    for (text, decided) in [(ranked, true), (file.to_string(), false)] {
        let foreign = read(Format::ListFortress, &text);
        let secret = super::import::SECRET;
        let taken = muster_exchange::import(&foreign, text.as_bytes(), secret).unwrap();
        let left = taken
            .notes
            .iter()
            .filter(|note| matches!(note.note, FileNote::LeftBracket { .. }));
        assert_eq!(left.count(), usize::from(decided), "{:?}", taken.notes);
        let copy = super::import::became(taken).unwrap();
        assert_eq!(placings(copy.state()).is_some(), decided);
        if decided {
            assert_eq!(places(copy.state()), places(tournament.state()));
        }
    }
}
