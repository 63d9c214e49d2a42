//! One simulated tournament. The next one reuses its memory.

use super::outcomes::Outcomes;
use super::start::{Part, Start};
use super::strength::Strengths;
use muster_pairing::bracket::{self, Play, SeedNo, State as NodeState};
use muster_pairing::bye;
use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{Field, Met, Pair, Sampler};
use muster_regulations::{CutRule, Outcome, Verdict};
use muster_tournament::PlayerId;
use muster_tournament::knockout;
use muster_tournament::standings::{Last, Record, Scratch, Sheet};

/// A tournament simulated to its end. Players are numbered from 0.
#[derive(Debug)]
pub struct Run<'a> {
    start: &'a Start,
    outcomes: &'static Outcomes,
    drops: u32,
    strengths: Vec<u32>,
    sheet: Sheet,
    points: Vec<u32>,
    met: Met,
    byes: Vec<u32>,
    parts: Vec<Part>,
    numbers: Vec<u64>,
    /// The verdict of each player's first simulated match.
    next: Vec<Option<Verdict>>,
    /// The opponent of each player in the first simulated round.
    opponents: Vec<Option<u32>>,
    /// Everybody with a rank, the best first.
    order: Vec<u32>,
    seeds: Vec<u32>,
    /// The final place of each player from 1; 0 means none.
    places: Vec<u32>,
    champion: Option<u32>,
    repeats: u32,
    floats: u32,
    /// A bracket of the last size, before its first game.
    fresh: Option<Play>,
    resting: Vec<u32>,
    standing: Vec<u32>,
    sampler: Sampler,
    scratch: Scratch,
}

impl<'a> Run<'a> {
    pub(super) fn new(start: &'a Start, drops: u32) -> Run<'a> {
        let players = start.players();
        Run {
            start,
            outcomes: Outcomes::of(start.regulation),
            drops,
            strengths: vec![0; players],
            sheet: start.sheet.clone(),
            points: start.points.clone(),
            met: start.met.clone(),
            byes: start.byes.clone(),
            parts: start.parts.clone(),
            numbers: start.numbers.clone().unwrap_or_default(),
            next: vec![None; players],
            opponents: vec![None; players],
            order: Vec::with_capacity(players),
            seeds: Vec::new(),
            places: vec![0; players],
            champion: None,
            repeats: 0,
            floats: 0,
            fresh: None,
            resting: Vec::with_capacity(players),
            standing: Vec::with_capacity(players),
            sampler: Sampler::default(),
            scratch: Scratch::default(),
        }
    }

    /// Plays the simulation with this index.
    pub(super) fn play(&mut self, index: u64, strengths: &Strengths, stream: &Seed) {
        let mut draw = Draw::new(&stream.derive(&format!("simulation {index}")));
        self.begin();
        strengths.fill(index, &mut draw, &mut self.strengths);
        if self.start.numbers.is_none() {
            let players = self.start.players();
            let word = |draw: &mut Draw| u64::from(draw.below(u32::MAX)) << 32;
            self.numbers.clear();
            self.numbers.extend((0..players).map(|_| word(&mut draw)));
        }
        let start = self.start;
        for pair in &start.pending {
            let assumed = start.assumed(pair.a);
            let ended = assumed.and_then(|verdict| self.outcomes.ended(verdict, &mut draw));
            match ended {
                Some(outcome) => self.ended(*pair, outcome, true),
                None => self.result(*pair, true, &mut draw),
            }
        }
        let first = self.start.pending.is_empty();
        for round in 0..start.rounds_left {
            if self.drops > 0 {
                self.leave(&mut draw);
            }
            let drawn = self.round(first && round == 0, &mut draw);
            if round == 0 && drawn {
                self.note_opponents();
            }
            if !drawn {
                break;
            }
        }
        self.rank();
        self.finish(&mut draw);
    }

    /// Goes back to the start.
    fn begin(&mut self) {
        self.sheet.copy_from(&self.start.sheet);
        self.points.clone_from(&self.start.points);
        self.met.copy_from(&self.start.met);
        self.byes.clone_from(&self.start.byes);
        self.parts.clone_from(&self.start.parts);
        self.next.fill(None);
        self.opponents.fill(None);
        self.repeats = 0;
        self.floats = 0;
        self.champion = None;
    }

    fn leave(&mut self, draw: &mut Draw) {
        for (player, part) in self.parts.iter_mut().enumerate() {
            if *part == Part::Plays && draw.below(1000) < self.drops {
                *part = match self.sheet.played(PlayerId::at(player)) {
                    0 => Part::Absent,
                    _ => Part::Ranked,
                };
            }
        }
    }

    /// Draws and plays a Swiss round; returns `false` if there are not enough players.
    fn round(&mut self, next: bool, draw: &mut Draw) -> bool {
        let first = self.byes_are_drawn();
        self.resting.clear();
        let away = |(player, part): (u32, &Part)| (*part != Part::Plays).then_some(player);
        self.resting.extend((0..).zip(&self.parts).filter_map(away));
        let playing = self.parts.len() - self.resting.len();
        if playing < 2 {
            return false;
        }
        let bye = match playing % 2 {
            1 => self.bye(first, draw),
            _ => None,
        };
        self.resting.extend(bye);
        let field = Field {
            resting: &self.resting,
            ..Field::new(&self.points, &self.met)
        };
        let drawn = self.sampler.draw(&field, draw);
        if drawn.is_err() || self.sheet.begin_round().is_err() {
            return false;
        }
        self.repeats += u32::try_from(self.sampler.repeats()).unwrap_or(u32::MAX);
        if let Some(player) = bye {
            let award = self.start.regulation.bye();
            let place = player as usize;
            let _ = self.sheet.bye(PlayerId::at(place), award);
            self.points[place] += award.points;
            self.byes[place] += 1;
            if next {
                self.next[place] = Some(award.verdict);
            }
        }
        let points = &self.points;
        let floats = |pair: &&Pair| points[pair.a as usize] != points[pair.b as usize];
        let floats = self.sampler.pairs().iter().filter(floats).count();
        self.floats += u32::try_from(floats).unwrap_or(u32::MAX);
        let sampler = std::mem::take(&mut self.sampler);
        for pair in sampler.pairs() {
            self.met.add(*pair);
            self.result(*pair, next, draw);
        }
        self.sampler = sampler;
        true
    }

    /// Notes the pairs that were drawn last.
    fn note_opponents(&mut self) {
        for pair in self.sampler.pairs() {
            self.opponents[pair.a as usize] = Some(pair.b);
            self.opponents[pair.b as usize] = Some(pair.a);
        }
    }

    /// Whether the bye is drawn at random, as in the first round (BYE-1).
    fn byes_are_drawn(&self) -> bool {
        !self.start.begun && self.sheet.rounds() == 0
    }

    fn bye(&mut self, first: bool, draw: &mut Draw) -> Option<u32> {
        self.standing.clear();
        if first {
            let playing = |(player, part): (u32, &Part)| (*part == Part::Plays).then_some(player);
            let playing = (0..).zip(&self.parts).filter_map(playing);
            self.standing.extend(playing);
            return bye::first_round(&self.standing, draw);
        }
        self.rank();
        let parts = &self.parts;
        let ranked = self.order.iter().copied();
        let playing = ranked.filter(|player| parts[*player as usize] == Part::Plays);
        self.standing.extend(playing);
        bye::later_round(&self.standing, |player| self.byes[player as usize])
    }

    fn result(&mut self, pair: Pair, next: bool, draw: &mut Draw) {
        let [a, b] = [pair.a as usize, pair.b as usize];
        let absent = [self.misses(a, draw), self.misses(b, draw)];
        let outcome = self.outcomes.missed(absent).unwrap_or_else(|| {
            let strengths = [self.strengths[a], self.strengths[b]];
            self.outcomes.swiss(strengths, draw)
        });
        self.ended(pair, outcome, next);
    }

    /// Adds the outcome of a match.
    fn ended(&mut self, pair: Pair, outcome: Outcome, next: bool) {
        let [a, b] = [pair.a as usize, pair.b as usize];
        let _ = self.sheet.play(PlayerId::at(a), PlayerId::at(b), outcome);
        self.points[a] += outcome.a.points;
        self.points[b] += outcome.b.points;
        if next {
            self.next[a] = Some(outcome.a.verdict);
            self.next[b] = Some(outcome.b.verdict);
        }
    }

    /// Whether a player misses a match: dropped before it, or drops now.
    fn misses(&mut self, player: usize, draw: &mut Draw) -> bool {
        let part = &mut self.parts[player];
        if *part == Part::Plays && self.drops > 0 && draw.below(1000) < self.drops {
            *part = Part::Ranked;
        }
        *part != Part::Plays
    }

    /// Updates the standings.
    fn rank(&mut self) {
        let tiebreakers = self.start.regulation.book().tiebreakers;
        let last = Last::Drawn(&self.numbers);
        let ranking = self.sheet.rank(tiebreakers, last, &mut self.scratch);
        let ranked = ranking.players().map(|id| id.0.wrapping_sub(1));
        let parts = &self.parts;
        self.order.clear();
        self.order
            .extend(ranked.filter(|player| parts[*player as usize] != Part::Absent));
        ranking.recycle(&mut self.scratch);
    }

    /// Makes the cut, plays the bracket and gives everybody a final place.
    fn finish(&mut self, draw: &mut Draw) {
        let mut play = self.seeded(draw);
        self.places.fill(0);
        let mut place = 0;
        if let Some(play) = &mut play {
            self.knock_out(play, draw);
            let champion = play.champion().and_then(SeedNo::index);
            self.champion = champion.and_then(|seed| self.seeds.get(seed).copied());
            for placing in play.placings().unwrap_or_default() {
                place += 1;
                let player = placing.seed.index().and_then(|seed| self.seeds.get(seed));
                if let Some(player) = player {
                    self.places[*player as usize] = place;
                }
            }
        } else {
            self.champion = self.order.first().copied();
        }
        for player in &self.order {
            let own = &mut self.places[*player as usize];
            if *own == 0 {
                place += 1;
                *own = place;
            }
        }
    }

    /// Returns the bracket to be played, if there is one, and fills `seeds` with its players.
    fn seeded(&mut self, draw: &mut Draw) -> Option<Play> {
        self.seeds.clear();
        if let Some(bracket) = &self.start.bracket {
            self.seeds.extend(&bracket.seeds);
            return Some(bracket.play.clone());
        }
        let parts = &self.parts;
        let ranked = self.order.iter().copied();
        let active = ranked.filter(|player| parts[*player as usize] == Part::Plays);
        let regulation = self.start.regulation;
        let structure = self.start.structure;
        if structure.rounds == 0 {
            self.standing.clear();
            self.standing.extend(active);
            self.standing.sort_unstable();
            let count = u32::try_from(self.standing.len()).unwrap_or(u32::MAX);
            let drawn = bracket::random_start(count, draw).ok()?;
            let seats = drawn.seats.iter();
            let players = seats.filter_map(|seat| self.standing.get(*seat as usize));
            self.seeds.extend(players);
            return Some(Play::new(drawn.shape));
        }
        let points = &self.points;
        let fit = active.take(knockout::most_players(regulation));
        match structure.cut {
            CutRule::None => {}
            CutRule::Top(size) => self.seeds.extend(fit.take(size as usize)),
            CutRule::Points(least) => {
                let enough = fit.take_while(|player| points[*player as usize] >= least);
                self.seeds.extend(enough);
            }
        }
        if self.seeds.len() < 2 {
            self.seeds.clear();
            return None;
        }
        let fits = |play: &&Play| play.shape().players() as usize == self.seeds.len();
        if self.fresh.as_ref().filter(fits).is_none() {
            let shape = knockout::shape(regulation, self.seeds.len()).ok()?;
            self.fresh = Some(Play::new(shape));
        }
        self.fresh.clone()
    }

    /// Plays all games of a bracket, in an order in which the players of each game are known.
    fn knock_out(&mut self, play: &mut Play, draw: &mut Draw) {
        let now = play.current_round();
        let swiss = self.start.bracket.is_none();
        for id in play.shape().ids() {
            let Some(NodeState::Ready([one, two])) = play.state(id) else {
                continue;
            };
            let player = |seed: SeedNo| self.seeds.get(seed.index()?).copied();
            let (Some(a), Some(b)) = (player(one), player(two)) else {
                continue;
            };
            let strengths = [self.strengths[a as usize], self.strengths[b as usize]];
            let first = self.outcomes.bracket(strengths, draw);
            let (winner, loser) = if first { (a, b) } else { (b, a) };
            let _ = play.record(id, if first { one } else { two });
            let current = play.shape().node(id).map(|node| node.round) == now;
            if current && !swiss {
                self.next[winner as usize] = Some(Verdict::Win);
                self.next[loser as usize] = Some(Verdict::Loss);
            }
        }
    }

    /// Returns the number of players, including those who dropped.
    #[must_use]
    pub fn players(&self) -> usize {
        self.parts.len()
    }

    /// Returns everybody with a rank after the Swiss rounds, the best first.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the players of the bracket, the best seed first; empty if there is none.
    #[must_use]
    pub fn seeds(&self) -> &[u32] {
        &self.seeds
    }

    /// Returns the final place of each player from 1; 0 means none.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Returns the winner of the tournament.
    #[must_use]
    pub fn champion(&self) -> Option<u32> {
        self.champion
    }

    /// Returns the tournament points of a player after the Swiss rounds.
    #[must_use]
    pub fn points(&self, player: u32) -> u32 {
        self.points.get(player as usize).copied().unwrap_or(0)
    }

    /// Returns how often a player won, drew, lost and had the bye in the Swiss rounds.
    #[must_use]
    pub fn record(&self, player: u32) -> Record {
        self.sheet.record(PlayerId::at(player as usize))
    }

    /// Returns the verdict of a player's open match, or of the next round if none is being played.
    #[must_use]
    pub fn next(&self, player: u32) -> Option<Verdict> {
        self.next.get(player as usize).copied().flatten()
    }

    /// Returns a player's opponent in the next unpublished Swiss round; `None` with a bye.
    #[must_use]
    pub fn opponent(&self, player: u32) -> Option<u32> {
        self.opponents.get(player as usize).copied().flatten()
    }

    /// Returns the strength of a player in this simulation.
    #[must_use]
    pub fn strength(&self, player: u32) -> u32 {
        self.strengths.get(player as usize).copied().unwrap_or(0)
    }

    /// Returns how many simulated Swiss matches were repeats.
    #[must_use]
    pub fn repeats(&self) -> u32 {
        self.repeats
    }

    /// Returns how many simulated Swiss matches were between players with different points.
    #[must_use]
    pub fn floats(&self) -> u32 {
        self.floats
    }
}
