//! A slow implementation written straight from the text, compared with the real one on random histories.

use crate::history::{History, Line};
use muster_regulations::{Award, Margin, Outcome, Regulation, Share, Tiebreaker};
use muster_tournament::standings::{Last, Part};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use proptest::prelude::*;
use std::cmp::Reverse;

/// One round of one player.
#[derive(Clone, Copy)]
struct Played {
    opponent: Option<u32>,
    award: Award,
}

/// The tournament as the text speaks of it.
struct Reference<'a> {
    history: &'a History,
}

fn whole(number: u32) -> BigRational {
    BigRational::from_integer(number.into())
}

fn mean(values: Vec<BigRational>) -> BigRational {
    if values.is_empty() {
        return BigRational::zero();
    }
    let count = BigInt::from(values.len());
    values.into_iter().sum::<BigRational>() / count
}

impl Reference<'_> {
    fn rounds(&self, player: u32) -> Vec<Played> {
        let of = |line: &Line| match *line {
            Line::Match(a, b, outcome) if a == player => Some(Played {
                opponent: Some(b),
                award: outcome.a,
            }),
            Line::Match(a, b, outcome) if b == player => Some(Played {
                opponent: Some(a),
                award: outcome.b,
            }),
            Line::Bye(id) if id == player => Some(Played {
                opponent: None,
                award: self.history.regulation.bye(),
            }),
            _ => None,
        };
        let rounds = self.history.rounds.iter();
        rounds
            .filter_map(|round| round.iter().find_map(of))
            .collect()
    }

    fn points(&self, player: u32) -> u32 {
        self.rounds(player)
            .iter()
            .map(|round| round.award.points)
            .sum()
    }

    fn over_opponents(&self, player: u32, of: impl Fn(u32) -> BigRational) -> BigRational {
        let rounds = self.rounds(player);
        mean(
            rounds
                .iter()
                .filter_map(|round| round.opponent)
                .map(of)
                .collect(),
        )
    }

    fn value(&self, tiebreaker: Tiebreaker, player: u32) -> BigRational {
        let measure = |of: fn(Margin) -> u32| {
            whole(
                self.rounds(player)
                    .iter()
                    .map(|round| of(round.award.margin))
                    .sum(),
            )
        };
        match tiebreaker {
            Tiebreaker::MarginOfVictory => measure(|margin| match margin {
                Margin::Points(points) => points,
                _ => 0,
            }),
            Tiebreaker::PointsDefeated => measure(|margin| match margin {
                Margin::Defeated { points, .. } => points,
                _ => 0,
            }),
            Tiebreaker::VictoryTokens => measure(|margin| match margin {
                Margin::Defeated { tokens, .. } => tokens,
                _ => 0,
            }),
            Tiebreaker::AverageMargin => self.average_margin(player),
            Tiebreaker::ExtendedAverageMargin => {
                self.over_opponents(player, |opponent| self.average_margin(opponent))
            }
            Tiebreaker::StrengthOfSchedule => self.schedule(player),
            Tiebreaker::ExtendedStrengthOfSchedule => {
                self.over_opponents(player, |opponent| self.schedule(opponent))
            }
            Tiebreaker::Random => BigRational::zero(),
        }
    }

    fn schedule(&self, player: u32) -> BigRational {
        self.over_opponents(player, |opponent| {
            let rounds = self.rounds(opponent).len() as u32;
            whole(self.points(opponent)) / whole(rounds)
        })
    }

    fn average_margin(&self, player: u32) -> BigRational {
        let rounds = self.rounds(player);
        let share = |round: &Played| match round.award.margin {
            Margin::Share(Share::Of { own, total }) => Some(whole(own) / whole(total)),
            _ => None,
        };
        let games: Vec<BigRational> = rounds.iter().filter_map(share).collect();
        let filled = match games.is_empty() {
            true => whole(1) / whole(2),
            false => mean(games),
        };
        let sum: BigRational = rounds
            .iter()
            .map(|round| share(round).unwrap_or(filled.clone()))
            .sum();
        match self.history.rounds.len() {
            0 => BigRational::zero(),
            count => sum / BigInt::from(count),
        }
    }
}

/// Numbers from one seed, so that a failing history is named by it.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(n)) >> 32) as u32
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn outcome(&mut self, regulation: Regulation, finest: u32) -> Outcome {
        if self.one_in(12) {
            let absent = regulation.no_show(muster_regulations::Seat::B);
            return regulation
                .outcome(muster_regulations::StageKind::Swiss, &absent)
                .unwrap();
        }
        match regulation {
            Regulation::Xwing => {
                let by = self.below(201);
                Outcome {
                    a: Award::win(1, Margin::Points(200 + by)),
                    b: Award::loss(0, Margin::Points(200 - by)),
                }
            }
            Regulation::Armada => {
                let band = self.below(5);
                Outcome {
                    a: Award::win(6 + band, Margin::Points(self.below(401))),
                    b: Award::loss(5 - band, Margin::Points(0)),
                }
            }
            Regulation::Legion => {
                let total = 1 + self.below(finest);
                let own = self.below(total + 1);
                let share = |own| Margin::Share(Share::Of { own, total });
                Outcome {
                    a: Award::win(1, share(own)),
                    b: Award::loss(0, share(total - own)),
                }
            }
            Regulation::Conquest => {
                let mut margin = || Margin::Defeated {
                    points: self.below(901),
                    tokens: self.below(13),
                };
                let (a, b) = (margin(), margin());
                match self.one_in(5) {
                    true => Outcome {
                        a: Award::draw(1, a),
                        b: Award::draw(1, b),
                    },
                    false => Outcome {
                        a: Award::win(3, a),
                        b: Award::loss(0, b),
                    },
                }
            }
            Regulation::Cardgame => {
                let [a, b] = [[6, 0], [4, 1], [3, 3], [2, 2], [1, 4]][self.below(5) as usize];
                Outcome {
                    a: Award::win(a, Margin::None),
                    b: Award::loss(b, Margin::None),
                }
            }
        }
    }

    /// A history with drops, late entries, byes and repeats.
    fn history(
        &mut self,
        regulation: Regulation,
        players: u32,
        rounds: u32,
        finest: u32,
    ) -> History {
        let mut history = History::new(regulation, players, &[]);
        let away = 2 + self.below(9);
        for _ in 0..rounds {
            let mut field: Vec<u32> = (1..=players).filter(|_| !self.one_in(away)).collect();
            for last in (1..field.len()).rev() {
                field.swap(last, self.below(last as u32 + 1) as usize);
            }
            let mut lines = Vec::new();
            while let Some(player) = field.pop() {
                lines.push(match field.pop() {
                    Some(_) if self.one_in(20) => Line::Bye(player),
                    Some(other) => Line::Match(player, other, self.outcome(regulation, finest)),
                    None => Line::Bye(player),
                });
            }
            history.rounds.push(lines);
        }
        history
    }
}

/// Compares every value and the whole order.
#[track_caller]
fn check(history: &History, tiebreakers: &[Tiebreaker], drawn: &[u64]) {
    let reference = Reference { history };
    let standings = history
        .sheet()
        .standings(tiebreakers, Last::Drawn(drawn), |_| Part::Ranked);
    let value = |player: u32, tiebreaker: &Tiebreaker| reference.value(*tiebreaker, player);
    let computed: Vec<(u32, Vec<BigRational>)> = (1..=history.players)
        .map(|player| {
            let values = tiebreakers
                .iter()
                .map(|tiebreaker| value(player, tiebreaker));
            (reference.points(player), values.collect())
        })
        .collect();
    let mut order: Vec<u32> = (1..=history.players).collect();
    order.sort_by_key(|player| {
        let index = *player as usize - 1;
        (Reverse(computed[index].clone()), drawn[index], *player)
    });
    let ranked: Vec<u32> = standings.rows.iter().map(|row| row.player.0).collect();
    assert_eq!(ranked, order);
    for row in &standings.rows {
        let (points, values) = &computed[row.player.index()];
        assert_eq!(row.points, *points);
        assert_eq!(row.played as usize, reference.rounds(row.player.0).len());
        for (value, expected) in row.values.iter().zip(values) {
            if value.tiebreaker == Tiebreaker::Random {
                let drawn = drawn[row.player.index()];
                assert_eq!(value.exact.to_string(), drawn.to_string());
            } else {
                assert_eq!(value.exact.to_string(), expected.to_string(), "{row:?}");
            }
        }
    }
}

fn any_regulation() -> impl Strategy<Value = Regulation> {
    prop::sample::select(Regulation::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// TB-2: every value of every regulation is exact, and the order follows from the exact values.
    #[test]
    fn agrees_with_the_text_on_random_histories(
        regulation in any_regulation(),
        players in 1u32..14,
        rounds in 0u32..=30,
        finest in prop::sample::select(vec![3u32, 12, 1998]),
        seed: u64,
    ) {
        let mut numbers = Numbers(seed);
        let history = numbers.history(regulation, players, rounds, finest);
        // Few different numbers, so that the last tiebreak has ties of its own.
        let drawn: Vec<u64> = (0..players).map(|_| numbers.below(4).into()).collect();
        check(&history, regulation.book().tiebreakers, &drawn);
    }

    /// Any list of tiebreakers is computed, also where one rests on another that is not in the list.
    #[test]
    fn agrees_on_any_list_of_tiebreakers(
        regulation in any_regulation(),
        tiebreakers in prop::sample::subsequence(ALL_TIEBREAKERS.to_vec(), 0..=4),
        seed: u64,
    ) {
        let mut numbers = Numbers(seed);
        let history = numbers.history(regulation, 9, 6, 20);
        let drawn: Vec<u64> = (0..9).map(|_| numbers.below(1000).into()).collect();
        // Shares and other margins exclude each other.
        let shares = [Tiebreaker::AverageMargin, Tiebreaker::ExtendedAverageMargin];
        let own: Vec<Tiebreaker> = tiebreakers
            .into_iter()
            .filter(|t| shares.contains(t) == (regulation == Regulation::Legion) || SCHEDULES.contains(t))
            .collect();
        check(&history, &own, &drawn);
    }
}

const SCHEDULES: [Tiebreaker; 2] = [
    Tiebreaker::ExtendedStrengthOfSchedule,
    Tiebreaker::StrengthOfSchedule,
];

const ALL_TIEBREAKERS: [Tiebreaker; 4] = [
    Tiebreaker::ExtendedStrengthOfSchedule,
    Tiebreaker::ExtendedAverageMargin,
    Tiebreaker::AverageMargin,
    Tiebreaker::StrengthOfSchedule,
];
