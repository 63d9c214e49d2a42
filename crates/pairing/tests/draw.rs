//! Draws against the numbers in `docs/draws.md`, which a program in another language repeats.

#![allow(
    clippy::expect_used,
    reason = "a missing value fails the test that asked for it"
)]

use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{Field, Met, Pair, pair};

const PAGE: &str = include_str!("../../../docs/draws.md");

fn seed() -> Seed {
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = at as u8;
    }
    Seed::new(bytes)
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    numbers.map(|n| n.parse().expect("a number")).collect()
}

fn pairs(text: &str) -> Vec<Pair> {
    let pairs = text.split(',').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (a, b) = pair.split_once('-').expect("two players");
            Pair::new(a.parse().expect("a number"), b.parse().expect("a number"))
        })
        .collect()
}

fn swiss(text: &str, draw: &mut Draw) -> String {
    let (mut points, mut meetings, mut resting) = (Vec::new(), Vec::new(), Vec::new());
    for part in text.split(' ') {
        match part.split_once('=').expect("a name and a list") {
            ("points", list) => points = numbers(list),
            ("met", list) => meetings = pairs(list),
            ("resting", list) => resting = numbers(list),
            (name, _) => panic!("unknown list {name}"),
        }
    }
    let met = Met::new(points.len(), &meetings).expect("known players");
    let field = Field {
        resting: &resting,
        ..Field::new(&points, &met)
    };
    let drawn = pair(&field, draw).expect("a sound field");
    let written = drawn.pairs.iter().map(|p| format!("{}-{}", p.a, p.b));
    written.collect::<Vec<_>>().join(" ")
}

fn answer(question: &str) -> String {
    let (kind, rest) = question.split_once(' ').unwrap_or((question, ""));
    let text = rest.trim_matches('"');
    let mut draw = Draw::new(&seed());
    let join = |items: Vec<u32>| {
        let items: Vec<String> = items.iter().map(u32::to_string).collect();
        items.join(" ")
    };
    match kind {
        "commitment" => hex(&seed().commitment()),
        "derive" => hex(seed().derive(text).bytes()),
        "mix" => hex(seed().mix(text).bytes()),
        "below" => join(numbers(rest).into_iter().map(|n| draw.below(n)).collect()),
        "shuffle" => {
            let mut items: Vec<u32> = (0..rest.parse().expect("a number")).collect();
            draw.shuffle(&mut items);
            join(items)
        }
        "pick" => {
            let items: Vec<u32> = (0..rest.parse().expect("a number")).collect();
            join(draw.pick(&items).copied().into_iter().collect())
        }
        "die" => join(vec![draw.die(rest.parse().expect("a number"))]),
        "swiss" => swiss(rest, &mut draw),
        _ => panic!("unknown kind of line: {question}"),
    }
}

#[test]
fn draws_are_those_of_the_page() {
    let lines: Vec<(&str, &str)> = PAGE
        .lines()
        // Dice of the floor are rolled in another room, and compared there.
        .filter(|line| !line.starts_with("salvo ") && !line.starts_with("minutes "))
        .filter_map(|line| line.split_once(" => "))
        .collect();
    assert!(lines.len() >= 30, "the page has lost its numbers");
    for (question, expected) in lines {
        assert_eq!(answer(question), expected, "{question}");
    }
}

#[test]
fn the_stream_is_that_of_rfc_8439() {
    // Appendix A.1, test vector 1: key, nonce and counter zero; the first words of the block.
    let mut draw = Draw::new(&Seed::new([0; 32]));
    // Below 2^32 - 1 the answer is the word itself or one less, for words that are not small.
    let words: Vec<u32> = (0..4).map(|_| draw.below(u32::MAX)).collect();
    let block = [0xade0_b876_u32, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653];
    let expected: Vec<u32> = block.iter().map(|word| word - 1).collect();
    assert_eq!(words, expected);
}

#[test]
fn below_is_even() {
    // Chi-square with 9 degrees of freedom; 33.7 is exceeded once in ten thousand.
    let mut draw = Draw::new(&seed());
    let mut counts = [0i64; 10];
    for _ in 0..100_000 {
        counts[draw.below(10) as usize] += 1;
    }
    let spread: i64 = counts.iter().map(|count| (count - 10_000).pow(2)).sum();
    assert!(spread < 337_000, "{counts:?}");
}

#[test]
fn below_comes_from_the_whole_range_at_awkward_bounds() {
    // A third of the words is rejected here; without that, a third of the answers would be
    // twice as likely as the others.
    let n = 3 << 30;
    let mut draw = Draw::new(&seed());
    let mut counts = [0i64; 3];
    for _ in 0..30_000 {
        counts[(draw.below(n) >> 30) as usize] += 1;
    }
    let spread: i64 = counts.iter().map(|count| (count - 10_000).pow(2)).sum();
    // Chi-square with 2 degrees of freedom; 18.4 is exceeded once in ten thousand.
    assert!(spread < 184_000, "{counts:?}");
}

#[test]
fn a_seed_does_not_show_itself() {
    let shown = format!("{:?} {:?}", seed(), Draw::new(&seed()));
    assert!(!shown.contains("000102"), "{shown}");
    assert!(shown.contains(&hex(&seed().commitment())[..8]), "{shown}");
}

#[test]
fn purposes_and_phrases_give_unrelated_seeds() {
    let seeds = [
        seed(),
        seed().derive("a"),
        seed().derive("b"),
        seed().derive(""),
        seed().mix("a"),
        seed().mix(""),
        Seed::new(seed().commitment()),
    ];
    for (at, one) in seeds.iter().enumerate() {
        assert!(seeds[..at].iter().all(|other| other != one));
    }
    assert_eq!(seed().mix(" two\n words\u{3000}"), seed().mix("two words"));
    assert_ne!(seed().mix("twowords"), seed().mix("two words"));
    assert_ne!(seed().mix("Two words"), seed().mix("two words"));
}
