//! Statistics of whole simulated tournaments: whatever happened in them, the numbers fit together.

use muster_forecast::{Incidents, Plan, simulate};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_statistics::picture::{self, Width};
use muster_statistics::{Statistics, Sum, across, of, sheet, tables};
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
            let last = ranks
                .courses
                .iter()
                .filter_map(|course| course.ranks.last().copied()?);
            assert!(
                last.is_sorted(),
                "courses are in the order of the last rank, without those removed before"
            );
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
            .flat_map(|table| picture::beside(&numbers, table.id, Width::Phone));
        for svg in pictures {
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(!svg.contains("<script") && !svg.contains('\u{0}'), "{svg}");
            assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        }
    }
}

/// A field in which only some say what they play, played without a cut.
fn field(regulation: Regulation, players: u32, cut: CutRule) -> Tournament {
    let plan = Plan {
        structure: StructureKind::Custom,
        custom: Some(CustomStructure { rounds: 4, cut }),
        incidents: Incidents::none(),
        ..Plan::new(regulation, players, 3)
    };
    match simulate(&plan) {
        Ok(tournament) => tournament,
        Err(stuck) => panic!("{stuck}"),
    }
}

#[test]
fn every_cell_of_a_sheet_is_a_word_or_a_plain_number() {
    for regulation in Regulation::ALL {
        let numbers = of(&field(regulation, 24, CutRule::Top(4)));
        for shown in tables(&numbers) {
            let Some(table) = sheet(&numbers, shown.id) else {
                panic!("{} has no sheet", shown.id);
            };
            assert_eq!(table.rows.len(), shown.rows.len());
            for row in &table.rows {
                assert_eq!(row.len(), table.head.len());
                for cell in row {
                    assert!(
                        !cell.contains('%') && !cell.contains('–'),
                        "{}: {cell}",
                        table.id
                    );
                }
            }
        }
        let Some(table) = sheet(&numbers, "factions") else {
            panic!("no sheet of factions");
        };
        for head in [
            "Players with known faction",
            "Win rate in percent",
            "95 % interval from",
            "95 % interval to",
        ] {
            assert!(
                table.head.iter().any(|other| other == head),
                "{:?}",
                table.head
            );
        }
    }
}

#[test]
fn the_column_of_the_bracket_is_there_only_with_a_cut() {
    let head = |cut| {
        tables(&of(&field(Regulation::Xwing, 16, cut)))
            .remove(0)
            .head
    };
    let reached = |head: Vec<String>| head.iter().any(|word| word == "In the bracket");
    assert!(reached(head(CutRule::Top(4))));
    assert!(!reached(head(CutRule::None)));
}

#[test]
fn notes_say_what_shares_are_of_and_which_lines_are_drawn() {
    let note = |numbers: &Statistics, table| picture::note(numbers, table).unwrap_or_default();
    let mut numbers = of(&field(Regulation::Xwing, 24, CutRule::None));
    let known = numbers.factions[0].share.of;
    numbers.players = known + 5;
    let said = format!(
        "Based on the {known} of {} players with a known faction.",
        known + 5
    );
    assert!(
        note(&numbers, "factions").starts_with(&said),
        "{}",
        note(&numbers, "factions")
    );
    // No cut, no line of one; only the first are drawn.
    assert_eq!(
        note(&numbers, "ranks"),
        "The first 16 of 24 players. A line that leaves the picture at the bottom goes below rank 16."
    );
    let cut = of(&field(Regulation::Xwing, 12, CutRule::Top(4)));
    assert_eq!(note(&cut, "ranks"), "The dashed line is the cut.");
    let cards = of(&field(Regulation::Cardgame, 12, CutRule::None));
    assert!(
        note(&cards, "factions").contains("one for each side"),
        "{}",
        note(&cards, "factions")
    );
}

#[test]
fn pictures_have_titles_and_bars_of_one_scale() {
    let numbers = of(&field(Regulation::Xwing, 40, CutRule::Top(8)));
    for table in tables(&numbers) {
        for svg in picture::beside(&numbers, table.id, Width::Paper) {
            let title = svg
                .split("aria-label=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let shown = format!(">{}</text>", title.unwrap_or_default());
            assert!(svg.contains(&shown), "{}: {shown}: {svg}", table.id);
        }
    }
    // Nobody has the whole, so no bar is as wide as its track of 340.
    let shares = picture::shares(&numbers.factions, 340);
    assert!(!shares.contains(r#"width="340" height="10"/>"#), "{shares}");
    let ranks = picture::beside(&numbers, "ranks", Width::Desk).remove(0);
    assert_eq!(ranks.matches("fill=\"none\"").count(), 16);
    assert!(ranks.contains("stroke-dasharray"));
    // No two of the sixteen lines look the same.
    let lines = ranks
        .split("<path")
        .filter(|path| path.contains("fill=\"none\""));
    let styles = lines.filter_map(|path| path.split("stroke=").nth(1)?.split("/>").next());
    let styles: std::collections::BTreeSet<&str> = styles.collect();
    assert_eq!(styles.len(), 16, "{styles:?}");
}

#[test]
fn a_long_table_of_ranks_is_cut_beside_its_picture_and_whole_as_a_sheet() {
    let numbers = of(&field(Regulation::Xwing, 40, CutRule::Top(8)));
    let shown = tables(&numbers);
    let ranks = shown.iter().find(|table| table.id == "ranks").unwrap();
    assert_eq!(picture::rows_beside(&numbers, ranks).len(), 16);
    assert_eq!(sheet(&numbers, "ranks").unwrap().rows.len(), 40);
    assert!(!ranks.is_number(0) && ranks.is_number(1));
    let factions = shown.iter().find(|table| table.id == "factions").unwrap();
    assert!(
        !factions.is_number(0) && (1..factions.head.len()).all(|column| factions.is_number(column))
    );
}

#[test]
fn a_tournament_without_a_game_is_not_counted() {
    let played = field(Regulation::Xwing, 8, CutRule::None);
    let empty = Tournament::load(played.to_text().lines().next().unwrap_or_default()).unwrap();
    let numbers = across(Regulation::Xwing, [&played, &empty]);
    assert_eq!((numbers.tournaments, numbers.players), (1, 8));
}

#[test]
fn names_in_pictures_keep_the_number_that_tells_them_apart() {
    let mut numbers = of(&field(Regulation::Xwing, 16, CutRule::None));
    let Some(ranks) = &mut numbers.ranks else {
        panic!("no ranks");
    };
    ranks.courses[0].name = "Maximiliane Oberkampfer-Strohschneider (#20)".to_owned();
    ranks.courses[1].name = "Александра Преображенская".to_owned();
    let svg = picture::ranks(ranks, 340);
    assert!(svg.contains("… (#20)<"), "{svg}");
    assert!(
        svg.contains(">2 Алекс") && !svg.contains("Преображенская"),
        "{svg}"
    );
}

#[test]
fn tournaments_that_were_counted_before_add_up_to_the_same() {
    for regulation in Regulation::ALL {
        let played: Vec<Tournament> = (1..4).map(|seed| played(regulation, seed)).collect();
        let mut sum = Sum::new(regulation);
        for tournament in &played {
            let mut one = Sum::new(regulation);
            one.add(tournament.state());
            let kept = serde_json::to_string(&one).unwrap();
            let read: Sum = serde_json::from_str(&kept).unwrap();
            assert_eq!(read, one);
            sum.merge(&read);
        }
        assert_eq!(sum.statistics(), across(regulation, &played));
    }
}
