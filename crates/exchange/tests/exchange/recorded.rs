//! Recorded tournaments, invented at random: a slow and independent computation writes the claims of a file, and the
//! readers must find every one of them in its rounds.

use super::*;
use proptest::prelude::*;
use serde_json::json;
use std::cmp::Ordering;

/// A small generator of its own, so that a failing case is a single number.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.roll(i as u64 + 1) as usize);
        }
    }
}

#[derive(Clone, Copy)]
struct Game {
    a: usize,
    /// `None` is a bye.
    b: Option<usize>,
    scores: [u64; 2],
    a_won: bool,
}

struct Event {
    players: usize,
    rounds: Vec<Vec<Game>>,
}

/// Any field, any number of rounds; players come late and leave early.
fn event(dice: &mut Dice, score: fn(&mut Dice) -> ([u64; 2], bool)) -> Event {
    let players = 3 + dice.roll(40) as usize;
    let rounds = 1 + dice.roll(8);
    let comes: Vec<u64> = (0..players)
        .map(|_| if dice.roll(8) == 0 { dice.roll(4) } else { 0 })
        .collect();
    let stays: Vec<u64> = (0..players)
        .map(|_| if dice.roll(5) == 0 { dice.roll(8) } else { 99 })
        .collect();
    let play = |round: u64| {
        let mut here: Vec<usize> = (0..players)
            .filter(|p| comes[*p] <= round && round <= stays[*p])
            .collect();
        dice.shuffle(&mut here);
        here.chunks(2)
            .map(|pair| {
                let (scores, a_won) = score(dice);
                Game {
                    a: pair[0],
                    b: pair.get(1).copied(),
                    scores,
                    a_won,
                }
            })
            .collect()
    };
    Event {
        players,
        rounds: (0..rounds).map(play).collect(),
    }
}

fn xwing_scores(dice: &mut Dice) -> ([u64; 2], bool) {
    let a = dice.roll(201);
    let b = if dice.roll(5) == 0 { a } else { dice.roll(201) };
    (
        [a, b],
        match a.cmp(&b) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => dice.roll(2) == 0,
        },
    )
}

fn card_game_scores(dice: &mut Dice) -> ([u64; 2], bool) {
    let scores = [[6, 0], [4, 1], [3, 3], [2, 2], [1, 4], [0, 6]][dice.roll(6) as usize];
    (scores, false)
}

/// A fraction, slow and plain.
#[derive(Clone, Copy, Debug)]
struct Fraction(u128, u128);

impl Fraction {
    fn plus(self, other: Fraction) -> Fraction {
        let (n, d) = (self.0 * other.1 + other.0 * self.1, self.1 * other.1);
        let (mut x, mut y) = (n.max(1), d);
        while y > 0 {
            (x, y) = (y, x % y);
        }
        if n == 0 {
            Fraction(0, 1)
        } else {
            Fraction(n / x, d / x)
        }
    }

    fn over(self, count: usize) -> Fraction {
        if count == 0 {
            Fraction(0, 1)
        } else {
            Fraction(0, 1).plus(Fraction(self.0, self.1 * count as u128))
        }
    }

    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    /// Two decimals, half a hundredth up; zeros at the end cut as the archive does.
    fn hundredths(self) -> String {
        let hundredths = (self.0 * 200 + self.1) / (2 * self.1);
        let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
        match text.strip_suffix('0') {
            Some(shorter) => shorter.to_owned(),
            None => text,
        }
    }
}

/// TB-SOS and TB-1 as they read: for every opponent met, points over rounds played; byes are rounds, not opponents.
fn strength(event: &Event, points: &[u64], player: usize) -> Fraction {
    let played = |p: usize| {
        event
            .rounds
            .iter()
            .flatten()
            .filter(|g| g.a == p || g.b == Some(p))
            .count()
    };
    let opponents = opponents(event, player);
    let sum = opponents
        .iter()
        .map(|o| Fraction(u128::from(points[*o]), 1).over(played(*o)))
        .fold(Fraction(0, 1), Fraction::plus);
    sum.over(opponents.len())
}

fn opponents(event: &Event, player: usize) -> Vec<usize> {
    let other = |game: &Game| match game.b {
        Some(b) if game.a == player => Some(b),
        Some(b) if b == player => Some(game.a),
        _ => None,
    };
    event.rounds.iter().flatten().filter_map(other).collect()
}

struct Row {
    player: usize,
    points: u64,
    margin: u64,
    strength: Fraction,
}

/// The X-Wing standings by hand; `order` is the draw of the program that wrote the file.
fn xwing_rows(event: &Event, order: &[u64]) -> Vec<Row> {
    let mut points = vec![0; event.players];
    let mut margin = vec![0; event.players];
    for game in event.rounds.iter().flatten() {
        let [a, b] = game.scores;
        match game.b {
            None => {
                points[game.a] += 1;
                margin[game.a] += 300;
            }
            Some(other) => {
                points[if game.a_won { game.a } else { other }] += 1;
                margin[game.a] += 200 + a - b.min(200 + a);
                margin[other] += 200 + b - a;
            }
        }
    }
    let row = |player| Row {
        player,
        points: points[player],
        margin: margin[player],
        strength: strength(event, &points, player),
    };
    let mut rows: Vec<Row> = (0..event.players).map(row).collect();
    rows.sort_by(|a, b| {
        (b.points, b.margin)
            .cmp(&(a.points, a.margin))
            .then_with(|| b.strength.cmp(a.strength))
            .then_with(|| order[a.player].cmp(&order[b.player]))
    });
    rows
}

fn draw(dice: &mut Dice, players: usize) -> Vec<u64> {
    let mut order: Vec<u64> = (0..players as u64).collect();
    dice.shuffle(&mut order);
    order
}

/// Writes an event as ListFortress would, participants and rounds in any order.
fn listfortress(event: &Event, rows: &[Row], dice: &mut Dice) -> String {
    let id = |player: usize| 5_000 + player;
    let mut participants: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            json!({"id": id(row.player), "name": format!("Player {:03}", row.player), "score": row.points,
                "swiss_rank": index + 1, "top_cut_rank": null, "mov": row.margin, "sos": row.strength.hundredths(),
                "dropped": false, "list_points": 200, "list_json": null})
        })
        .collect();
    dice.shuffle(&mut participants);
    let one = |game: &Game| match game.b {
        None => {
            json!({"player1_id": id(game.a), "player1_points": 0, "player2_id": null, "player2_points": 0,
            "result": "bye", "winner_id": null})
        }
        Some(b) => {
            json!({"player1_id": id(game.a), "player1_points": game.scores[0], "player2_id": id(b),
            "player2_points": game.scores[1], "result": "win", "winner_id": id(if game.a_won { game.a } else { b })})
        }
    };
    let round = |(index, games): (usize, &Vec<Game>)| json!({"roundtype_id": 1, "round_number": index + 1, "matches": games.iter().map(one).collect::<Vec<_>>()});
    let mut rounds: Vec<Value> = event.rounds.iter().enumerate().map(round).collect();
    dice.shuffle(&mut rounds);
    json!({"id": 7, "name": "Invented", "participants": participants, "rounds": rounds}).to_string()
}

/// Writes an event as Cryodex would: no winners.
fn cryodex(event: &Event, rows: &[Row]) -> String {
    let name = |player: usize| format!("Player {player:03}");
    let player = |(index, row): (usize, &Row)| {
        json!({"name": name(row.player), "mov": row.margin, "score": row.points,
            "sos": row.strength.hundredths().parse::<f64>().unwrap(), "rank": {"swiss": index + 1}})
    };
    let one = |game: &Game| match game.b {
        None => json!({"player1": name(game.a), "player1points": 0, "result": "bye"}),
        Some(b) => json!({"player1": name(game.a), "player1points": game.scores[0],
            "player2": name(b), "player2points": game.scores[1], "result": "win"}),
    };
    let round = |(index, games): (usize, &Vec<Game>)| json!({"round-type": "swiss", "round-number": index + 1, "matches": games.iter().map(one).collect::<Vec<_>>()});
    json!({"name": "Invented", "players": rows.iter().enumerate().map(player).collect::<Vec<_>>(),
        "rounds": event.rounds.iter().enumerate().map(round).collect::<Vec<_>>()})
    .to_string()
}

/// Writes a Card Game event with tiebreakers computed in floating point, as the programs of that format do.
fn nrtm(event: &Event) -> String {
    let mut points = vec![0; event.players];
    for game in event.rounds.iter().flatten() {
        match game.b {
            None => points[game.a] += 6,
            Some(b) => {
                points[game.a] += game.scores[0];
                points[b] += game.scores[1];
            }
        }
    }
    let mean = |player: usize, of: &dyn Fn(usize) -> f64| {
        let opponents = opponents(event, player);
        match opponents.len() {
            0 => 0.0,
            count => opponents.iter().map(|o| of(*o)).sum::<f64>() / count as f64,
        }
    };
    let played = |p: usize| {
        event
            .rounds
            .iter()
            .flatten()
            .filter(|g| g.a == p || g.b == Some(p))
            .count()
    };
    let rate = |p: usize| points[p] as f64 / played(p) as f64;
    let sos: Vec<f64> = (0..event.players).map(|p| mean(p, &rate)).collect();
    let player = |p: usize| {
        json!({"id": p, "name": format!("Player {p:03}"), "matchPoints": points[p],
            "strengthOfSchedule": format!("{:?}", sos[p]),
            "extendedStrengthOfSchedule": format!("{:?}", mean(p, &|o| sos[o]))})
    };
    let one = |game: &Game| {
        let score = |score: u64| if game.b.is_some() { score } else { 6 };
        json!({"table": 1, "player1": {"id": game.a, "combinedScore": score(game.scores[0])},
            "player2": {"id": game.b, "combinedScore": if game.b.is_some() { game.scores[1] } else { 0 }},
            "intentionalDraw": false, "eliminationGame": false})
    };
    let rounds: Vec<Vec<Value>> = event
        .rounds
        .iter()
        .map(|games| games.iter().map(one).collect())
        .collect();
    json!({"name": "Invented", "players": (0..event.players).map(player).collect::<Vec<_>>(),
        "eliminationPlayers": [], "rounds": rounds})
    .to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn xw_tb_a_recorded_event_recomputes_to_what_it_claims(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let event = event(&mut dice, xwing_scores);
        let rows = xwing_rows(&event, &draw(&mut dice, event.players));
        let foreign = read(Format::ListFortress, &listfortress(&event, &rows, &mut dice));
        prop_assert_eq!(told(&foreign.notes), [""; 0]);
        let recomputed = recompute(&foreign);
        prop_assert_eq!(differences(&foreign), [""; 0]);
        prop_assert_eq!(recomputed.agreeing, 4 * event.players);
        for (found, row) in recomputed.standings.rows.iter().zip(&rows) {
            prop_assert_eq!(&foreign.player(found.player).unwrap().name, &format!("Player {:03}", row.player));
            prop_assert_eq!(u64::from(found.points), row.points);
            let exact = &found.values[1].exact;
            prop_assert_eq!(exact, &muster_tournament::standings::Exact::ratio(row.strength.0, row.strength.1));
        }
    }

    #[test]
    fn xw_salvo_winners_are_found_right_or_left_open(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let event = event(&mut dice, xwing_scores);
        let rows = xwing_rows(&event, &draw(&mut dice, event.players));
        let foreign = read(Format::Cryodex, &cryodex(&event, &rows));
        for (round, games) in foreign.swiss.iter().zip(&event.rounds) {
            let games = games.iter().filter(|game| game.b.is_some());
            for (found, game) in round.matches.iter().zip(games) {
                if let muster_exchange::foreign::MatchResult::Counts(outcome) = found.result {
                    prop_assert_eq!(outcome.winner() == Some(muster_regulations::Seat::A), game.a_won);
                }
            }
        }
        if foreign.open().next().is_none() {
            prop_assert_eq!(differences(&foreign), [""; 0]);
        }
    }

    #[test]
    fn cg_tb_floating_point_claims_agree_with_exact_values(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let event = event(&mut dice, card_game_scores);
        let foreign = read(Format::Nrtm, &nrtm(&event));
        prop_assert_eq!(differences(&foreign), [""; 0]);
        prop_assert_eq!(recompute(&foreign).agreeing, 3 * event.players);
    }
}
