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
struct Reference {
    /// The rounds of each player.
    rounds: Vec<Vec<Played>>,
    swiss_rounds: usize,
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

impl Reference {
    fn new(history: &History) -> Reference {
        let mut rounds = vec![Vec::new(); history.players as usize];
        let mut add = |player: u32, opponent, award| {
            rounds[player as usize - 1].push(Played { opponent, award });
        };
        for line in history.rounds.iter().flatten() {
            match *line {
                Line::Match(a, b, outcome) => {
                    add(a, Some(b), outcome.a);
                    add(b, Some(a), outcome.b);
                }
                Line::Bye(player) => add(player, None, history.regulation.bye()),
            }
        }
        Reference {
            rounds,
            swiss_rounds: history.rounds.len(),
        }
    }

    fn rounds(&self, player: u32) -> &[Played] {
        &self.rounds[player as usize - 1]
    }

    fn everybody(&self, value: impl Fn(u32) -> BigRational) -> Vec<BigRational> {
        (1..=self.rounds.len() as u32).map(value).collect()
    }

    fn points(&self, player: u32) -> u32 {
        let rounds = self.rounds(player).iter();
        rounds.map(|round| round.award.points).sum()
    }

    fn over_opponents(&self, player: u32, of: impl Fn(u32) -> BigRational) -> BigRational {
        let rounds = self.rounds(player).iter();
        mean(rounds.filter_map(|round| round.opponent).map(of).collect())
    }

    /// The mean over the opponents of a value that everybody has.
    fn extended(&self, values: &[BigRational]) -> Vec<BigRational> {
        self.everybody(|player| {
            self.over_opponents(player, |opponent| values[opponent as usize - 1].clone())
        })
    }

    /// The values of everybody.
    fn values(&self, tiebreaker: Tiebreaker) -> Vec<BigRational> {
        let measure = |of: fn(Margin) -> u32| {
            self.everybody(|player| {
                let rounds = self.rounds(player).iter();
                whole(rounds.map(|round| of(round.award.margin)).sum())
            })
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
            Tiebreaker::AverageMargin => self.everybody(|player| self.average_margin(player)),
            Tiebreaker::ExtendedAverageMargin => {
                self.extended(&self.values(Tiebreaker::AverageMargin))
            }
            Tiebreaker::StrengthOfSchedule => self.everybody(|player| self.schedule(player)),
            Tiebreaker::ExtendedStrengthOfSchedule => {
                self.extended(&self.values(Tiebreaker::StrengthOfSchedule))
            }
            Tiebreaker::Random => self.everybody(|_| BigRational::zero()),
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
        let shares = rounds
            .iter()
            .map(|round| share(round).unwrap_or(filled.clone()));
        match self.swiss_rounds {
            0 => BigRational::zero(),
            count => shares.sum::<BigRational>() / BigInt::from(count),
        }
    }
}

/// Numbers from one seed, so that a failing history is named by it.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
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
    pub(crate) fn history(
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
pub(crate) fn check(history: &History, tiebreakers: &[Tiebreaker], drawn: &[u64]) {
    let reference = Reference::new(history);
    let standings = history
        .sheet()
        .standings(tiebreakers, Last::Drawn(drawn), |_| Part::Ranked);
    let columns: Vec<Vec<BigRational>> = tiebreakers
        .iter()
        .map(|tiebreaker| reference.values(*tiebreaker))
        .collect();
    let computed: Vec<(u32, Vec<BigRational>)> = (1..=history.players)
        .map(|player| {
            let values = columns
                .iter()
                .map(|column| column[player as usize - 1].clone());
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
        muster_regulations::proves!("TB-ESOS");
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
