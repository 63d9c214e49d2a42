//! Statistics of whole simulated tournaments: whatever happened in them, the numbers fit together.

use muster_forecast::{Incidents, Plan, simulate};
use muster_regulations::Regulation;
use muster_statistics::{Statistics, across, of, picture, tables};
use muster_tournament::Tournament;
use std::collections::BTreeMap;

fn played(regulation: Regulation, seed: u64) -> Tournament {
    let plan = Plan::new(regulation, 17, seed);
    let wild = Plan {
        incidents: Incidents::wild(),
        ..plan
    };
    match simulate(&wild) {
        Ok(tournament) => tournament,
        Err(stuck) => panic!("{stuck}"),
    }
}

#[track_caller]
fn fits_together(numbers: &Statistics) {
    let players: u32 = numbers
        .factions
        .iter()
        .map(|faction| faction.share.won)
        .sum();
    for faction in &numbers.factions {
        assert_eq!(
            faction.share.of, players,
            "shares are of all whose faction is known"
        );
        assert!(faction.wins.won <= faction.wins.of);
        let against = numbers
            .matchups
            .iter()
            .filter(|matchup| matchup.faction == faction.name);
        let of: u32 = against.clone().map(|matchup| matchup.wins.of).sum();
        let won: u32 = against.map(|matchup| matchup.wins.won).sum();
        assert_eq!(
            (won, of),
            (faction.wins.won, faction.wins.of),
            "{}",
            faction.name
        );
    }
    let pairs: BTreeMap<(&str, &str), _> = numbers
        .matchups
        .iter()
        .map(|matchup| {
            (
                (matchup.faction.as_str(), matchup.against.as_str()),
                matchup.wins,
            )
        })
        .collect();
    for ((one, two), wins) in &pairs {
        let back = pairs[&(*two, *one)];
        assert_eq!(wins.of, back.of);
        assert_eq!(
            wins.won + back.won,
            wins.of,
            "a decided game has one winner"
        );
    }
    for edge in &numbers.edges {
        assert!(edge.rate.of > 0 && edge.rate.won <= edge.rate.of && edge.rate.of <= numbers.games);
    }
    if let Some(margins) = &numbers.margins {
        let games: u32 = margins.bars.iter().map(|bar| bar.games).sum();
        assert!(games <= numbers.games);
        assert!(
            margins
                .bars
                .windows(2)
                .all(|pair| pair[0].to + 1 == pair[1].from)
        );
    }
    if let Some(ranks) = &numbers.ranks {
        for round in 0..ranks.rounds.len() {
            let mut held: Vec<u32> = ranks
                .courses
                .iter()
                .filter_map(|course| course.ranks[round])
                .collect();
            held.sort_unstable();
            held.dedup();
            let ranked = ranks
                .courses
                .iter()
                .filter(|course| course.ranks[round].is_some())
                .count();
            assert_eq!(held.len(), ranked, "nobody shares a rank");
        }
    }
    for table in tables(numbers) {
        assert!(
            table.rows.iter().all(|row| row.len() == table.head.len()),
            "{}",
            table.id
        );
    }
}

#[test]
fn numbers_fit_together_whatever_happened() {
    for regulation in Regulation::ALL {
        let tournaments: Vec<Tournament> = (1..=4).map(|seed| played(regulation, seed)).collect();
        let mut games = 0;
        let mut players = 0;
        for tournament in &tournaments {
            let numbers = of(tournament);
            fits_together(&numbers);
            assert!(numbers.games > 0 && !numbers.lengths.is_empty());
            games += numbers.games;
            players += numbers.players;
        }
        let together = across(regulation, &tournaments);
        fits_together(&together);
        assert_eq!(
            (together.games, together.players, together.tournaments),
            (games, players, 4)
        );
        let reversed = across(regulation, tournaments.iter().rev());
        assert_eq!(
            together, reversed,
            "the order of the tournaments is no matter"
        );
    }
}

#[test]
fn pictures_are_well_formed_whatever_the_names() {
    for regulation in Regulation::ALL {
        let mut numbers = of(&played(regulation, 7));
        for faction in &mut numbers.factions {
            faction.name = format!("<script>&\"{}\u{0}", faction.name);
        }
        let shown = tables(&numbers);
        let pictures = shown
            .iter()
            .flat_map(|table| picture::beside(&numbers, table.id));
        for svg in pictures {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(!svg.contains("<script") && !svg.contains('\u{0}'), "{svg}");
            assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        }
    }
}
