//! Histories as simulated tournaments make them, for all Swiss tests.

use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{Field, Met, Pair, pair};

/// How a match is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scoring {
    /// 1 for a win.
    Wins,
    /// 3 for a win, 1 for a draw.
    Draws,
    /// 10 points shared out by margin.
    Graded,
}

pub(crate) const SCORINGS: [Scoring; 3] = [Scoring::Wins, Scoring::Draws, Scoring::Graded];

impl Scoring {
    fn split(self, draw: &mut Draw) -> [u32; 2] {
        match self {
            Scoring::Wins => [[1, 0], [0, 1]][draw.below(2) as usize],
            Scoring::Draws => [[3, 0], [1, 1], [0, 3]][draw.below(3) as usize],
            Scoring::Graded => {
                let first = draw.below(10) + 1;
                [first, 11 - first]
            }
        }
    }
}

/// A draw that is the same for the same number.
pub(crate) fn draw(number: u64) -> Draw {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Draw::new(&Seed::new(bytes))
}

/// The state of a tournament before a round.
#[derive(Debug, Clone)]
pub(crate) struct History {
    pub(crate) points: Vec<u32>,
    pub(crate) meetings: Vec<Pair>,
    pub(crate) met: Met,
    /// Who has dropped.
    pub(crate) gone: Vec<u32>,
}

impl History {
    pub(crate) fn start(players: usize) -> History {
        History {
            points: vec![0; players],
            meetings: Vec::new(),
            met: Met::none(players),
            gone: Vec::new(),
        }
    }

    pub(crate) fn field(&self) -> Field<'_> {
        Field {
            resting: &self.gone,
            ..Field::new(&self.points, &self.met)
        }
    }

    /// Scores a round.
    pub(crate) fn play(&mut self, pairs: &[Pair], scoring: Scoring, draw: &mut Draw) {
        for pair in pairs {
            let [a, b] = scoring.split(draw);
            self.points[pair.a as usize] += a;
            self.points[pair.b as usize] += b;
        }
        self.meetings.extend(pairs);
        self.met = Met::new(self.points.len(), &self.meetings).expect("known players");
    }

    /// Lets two players drop.
    pub(crate) fn drop_two(&mut self, draw: &mut Draw) {
        for _ in 0..2 {
            let here: Vec<u32> = (0..self.points.len() as u32)
                .filter(|player| !self.gone.contains(player))
                .collect();
            self.gone.extend(draw.pick(&here));
        }
    }
}

/// Plays a tournament, showing the state before each round and the number of its draw; every
/// few rounds two players may drop.
pub(crate) fn tournament(
    players: usize,
    rounds: usize,
    scoring: Scoring,
    number: u64,
    mut before_round: impl FnMut(&History, u64),
) {
    let mut chance = draw(number);
    let mut history = History::start(players);
    for round in 0..rounds {
        if players - history.gone.len() > 4 && chance.below(8) == 0 {
            history.drop_two(&mut chance);
        }
        let seed = number.wrapping_mul(1000).wrapping_add(round as u64);
        before_round(&history, seed);
        let pairing = pair(&history.field(), &mut draw(seed)).expect("a sound field");
        history.play(&pairing.pairs, scoring, &mut chance);
    }
}
