//! What is certain, whatever happens: the best and the worst place a player can still reach.
//!
//! A place is certain if it follows however the rounds to come are paired, however their matches end and however ties
//! are broken, as long as everybody plays on and results are not corrected. A published round keeps its pairings.
//! Nothing is assumed about how later rounds are drawn, so no swap by hand makes a proof wrong.
//!
//! The worst place of a player: how many others can reach the points this player has after losing every match? Each of
//! them needs a number of wins, and there are only as many wins as matches. Any players can win the same round if there
//! are enough matches, so only the total counts: players are counted from the cheapest on until the matches are used
//! up. In a published round only one of two opponents can win, so they are counted together. The best place is the
//! reverse: somebody has to win every match, so how few others must pass the points this player has after winning
//! every match? Where matches are only won or lost, both are exact. With graded points they are safe bounds.

mod certainty;
mod tabs;

pub use certainty::Certainty;

use super::gains::{Gains, Split, splits};
use crate::engine::{Part, Start};
use muster_regulations::{Regulation, Verdict};
use muster_tournament::standings::{Last, Scratch};
use serde::Serialize;
use tabs::{Cheapest, Roomiest, least};

/// In larger fields a proof lets both opponents of a published match win, which is quicker. It proves less, and nothing
/// that is wrong.
const MOST_IN_PAIRS: usize = 256;

/// The places a player can still reach in the Swiss standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ReachablePlaces))]
pub struct Reach {
    pub best: u32,
    pub worst: u32,
}

/// The result of a player's next match, if a question is about one.
pub(super) type Next = Option<Verdict>;

/// Proves what is certain at one point of a tournament.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    start: &'a Start,
    gains: Gains,
    /// The opponent of each player whose match of the published round has no result.
    opponents: Vec<Option<u32>>,
    /// How many players play on.
    playing: u32,
    /// Final ranks, once the Swiss rounds are over.
    ranks: Option<Vec<Ranks>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ranks {
    among_ranked: u32,
    among_playing: u32,
}

/// Who is counted in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Everybody who can make the cut.
    Playing,
    /// Everybody with a rank.
    Ranked,
}

/// How a player's own matches are assumed to end.
#[derive(Clone, Copy, Debug)]
struct Own {
    /// The open match of the published round, if there is one.
    pending: Verdict,
    /// How many rounds to come are exceptions: wins when the worst place is asked for, losses for the best.
    exceptions: u32,
}

impl<'a> Prover<'a> {
    pub(super) fn new(start: &'a Start) -> Prover<'a> {
        let mut opponents = vec![None; start.players()];
        for pair in &start.pending {
            for (player, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
                if let Some(slot) = opponents.get_mut(player as usize) {
                    *slot = Some(other);
                }
            }
        }
        let playing = start.parts.iter().filter(|part| **part == Part::Plays);
        let mut prover = Prover {
            start,
            gains: Gains::new(start.regulation, start.rounds_left),
            opponents,
            playing: u32::try_from(playing.count()).unwrap_or(u32::MAX),
            ranks: None,
        };
        let over = start.rounds_left == 0 && start.pending.is_empty() && start.structure.rounds > 0;
        // Until the numbers of the random tiebreak are drawn, ties can be broken either way.
        if over && start.numbers.is_some() {
            prover.ranks = Some(prover.final_ranks());
        }
        prover
    }

    /// With nothing left to play, tiebreakers decide as well.
    fn final_ranks(&self) -> Vec<Ranks> {
        let start = self.start;
        let last = Last::Drawn(start.numbers.as_deref().unwrap_or_default());
        let tiebreakers = start.regulation.book().tiebreakers;
        let ranking = start.sheet.rank(tiebreakers, last, &mut Scratch::default());
        let mut ranks = vec![Ranks::default(); start.players()];
        let mut next = Ranks {
            among_ranked: 1,
            among_playing: 1,
        };
        for player in ranking.players() {
            let (Some(slot), Some(part)) = (
                ranks.get_mut(player.index()),
                start.parts.get(player.index()),
            ) else {
                continue;
            };
            *slot = next;
            next.among_ranked += u32::from(*part != Part::Absent);
            next.among_playing += u32::from(*part == Part::Plays);
        }
        ranks
    }

    fn regulation(&self) -> Regulation {
        self.start.regulation
    }

    /// Returns whether a player's next match can be asked about: it is open, or no round is being played.
    pub(super) fn has_next(&self, player: u32) -> bool {
        self.opponents[player as usize].is_some()
            || (self.start.pending.is_empty() && self.gains.rounds() > 0)
    }

    /// Returns the places a player can still reach.
    pub(super) fn reach(&self, player: u32, next: Next, among: Among) -> Reach {
        if let Some(ranks) = &self.ranks {
            let ranks = ranks[player as usize];
            let place = match among {
                Among::Playing => ranks.among_playing,
                Among::Ranked => ranks.among_ranked,
            };
            return Reach {
                best: place,
                worst: place,
            };
        }
        let open = self.opponents[player as usize].is_some();
        let own = |assumed: Verdict| match next {
            None => Own {
                pending: assumed,
                exceptions: 0,
            },
            Some(verdict) if open => Own {
                pending: verdict,
                exceptions: 0,
            },
            // A draw in a round to come is counted as a loss for the worst place and as a win for the best.
            Some(verdict) => Own {
                pending: assumed,
                exceptions: u32::from(verdict != assumed && verdict != Verdict::Draw),
            },
        };
        Reach {
            best: self.best(player, own(Verdict::Win), among),
            worst: self.worst(player, own(Verdict::Loss), among),
        }
    }

    /// Returns the fewest further wins that put a player into the cut, whatever else happens.
    pub(super) fn wins_needed(&self, player: u32, size: u32) -> Option<u32> {
        let open = self.opponents[player as usize].is_some();
        let future = self.gains.rounds();
        let certain = |wins: u32| {
            let ways = [
                (Verdict::Loss, Some(wins)),
                (Verdict::Win, wins.checked_sub(1)),
            ];
            let mut possible = ways
                .into_iter()
                .filter(|(pending, _)| open || *pending == Verdict::Loss)
                .filter_map(|(pending, later)| Some((pending, later.filter(|n| *n <= future)?)));
            possible.all(|(pending, exceptions)| {
                let own = Own {
                    pending,
                    exceptions,
                };
                self.worst(player, own, Among::Playing) <= size
            })
        };
        if self.ranks.is_some() {
            return None;
        }
        (0..=future + u32::from(open)).find(|wins| certain(*wins))
    }

    /// The worst place if all rounds to come are lost, with exceptions.
    fn worst(&self, player: u32, own: Own, among: Among) -> u32 {
        let wins = splits(self.regulation()).iter().filter(|[a, b]| a > b);
        let least_win = wins.map(|[win, _]| *win).min().unwrap_or(0);
        let mut target = self.start.points[player as usize] + own.exceptions * least_win;
        let opponent = self.opponents[player as usize];
        let mut given = 0;
        if opponent.is_some() {
            let (least, most) = self.extremes(own.pending, u32::min, u32::max);
            target += least;
            given = most;
        }
        let taken = own.exceptions * self.gains.least_win_units();
        let units = self.gains.most_units(self.playing).saturating_sub(taken);
        let price = |of: Other| -> Option<u32> {
            let missing = target.saturating_sub(of.points);
            match of.plays {
                _ if missing == 0 => Some(0),
                true => self.gains.cost(missing),
                false => None,
            }
        };
        let mut tab = Cheapest::new(self.playing);
        let published = Published {
            opponent,
            given,
            loose: self.gains.most(),
        };
        for item in self.others(player, published, among) {
            match item {
                Item::One(one) => tab.add([price(one), None]),
                Item::Pair(pair) => {
                    let mut prices = [None, None];
                    for gained in both_ways(self.regulation()) {
                        let [a, b] = pair.after(gained, price);
                        let counted = [a.filter(|_| pair.counts[0]), b.filter(|_| pair.counts[1])];
                        let one = counted.into_iter().flatten().min();
                        let two = counted[0].zip(counted[1]).map(|(a, b)| a + b);
                        prices = [least(prices[0], one), least(prices[1], two)];
                    }
                    tab.add(prices);
                }
            }
        }
        tab.most_within(units) + 1
    }

    /// The best place if all rounds to come are won, with exceptions.
    fn best(&self, player: u32, own: Own, among: Among) -> u32 {
        let wins = splits(self.regulation()).iter().filter(|[a, b]| a > b);
        let most_loss = wins.map(|[_, loss]| *loss).max().unwrap_or(0);
        let rounds = self.gains.rounds().saturating_sub(own.exceptions);
        let mut limit = self.start.points[player as usize]
            + rounds * self.gains.most()
            + own.exceptions * most_loss;
        let opponent = self.opponents[player as usize];
        let mut given = 0;
        if opponent.is_some() {
            let (most, least) = self.extremes(own.pending, u32::max, u32::min);
            limit += most;
            given = least;
        }
        // Whoever beats this player takes the units of that win.
        let units =
            self.gains.fewest_units(self.playing) + own.exceptions * self.gains.least_win_units();
        let room = |of: Other| -> Option<u32> {
            let left = limit.checked_sub(of.points)?;
            Some(if of.plays { self.gains.room(left) } else { 0 })
        };
        let full = |plays: bool| if plays { self.gains.all_room() } else { 0 };
        let mut tab = Roomiest::new(self.playing);
        let published = Published {
            opponent,
            given,
            loose: 0,
        };
        for item in self.others(player, published, among) {
            match item {
                Item::One(one) => tab.add([room(one), Some(full(one.plays)), None]),
                Item::Pair(pair) => {
                    let mut rooms = [None; 3];
                    for gained in both_ways(self.regulation()) {
                        let [a, b] = pair.after(gained, room);
                        let above = pair.plays.map(full);
                        for (place_a, room_a) in
                            [(0, a), (usize::from(pair.counts[0]), Some(above[0]))]
                        {
                            for (place_b, room_b) in
                                [(0, b), (usize::from(pair.counts[1]), Some(above[1]))]
                            {
                                let sum = room_a.zip(room_b).map(|(a, b)| a + b);
                                let slot = &mut rooms[place_a + place_b];
                                *slot = (*slot).max(sum);
                            }
                        }
                    }
                    tab.add(rooms);
                }
            }
        }
        tab.fewest_with(units) + 1
    }

    /// The points of a match with this verdict: the player's, reduced by `own`, and the opponent's, reduced by `other`.
    fn extremes(
        &self,
        verdict: Verdict,
        own: fn(u32, u32) -> u32,
        other: fn(u32, u32) -> u32,
    ) -> (u32, u32) {
        let fits = |[high, low]: &&Split| (high == low) == (verdict == Verdict::Draw);
        let seen = splits(self.regulation()).iter().filter(fits);
        let seats = seen.map(|[high, low]| match verdict {
            Verdict::Loss => (*low, *high),
            Verdict::Win | Verdict::Draw => (*high, *low),
        });
        let join = |one: (u32, u32), two: (u32, u32)| (own(one.0, two.0), other(one.1, two.1));
        seats.reduce(join).unwrap_or((0, 0))
    }

    /// Everybody else who is counted, opponents of the published round together.
    fn others(
        &self,
        player: u32,
        published: Published,
        among: Among,
    ) -> impl Iterator<Item = Item> {
        let start = self.start;
        let counts = move |other: u32| match (start.parts[other as usize], among) {
            (Part::Plays, _) | (Part::Ranked, Among::Ranked) => true,
            (Part::Ranked, Among::Playing) | (Part::Absent, _) => false,
        };
        let plays = move |other: u32| start.parts[other as usize] == Part::Plays;
        let in_pairs = start.players() <= MOST_IN_PAIRS;
        let everybody = 0..u32::try_from(start.players()).unwrap_or(u32::MAX);
        let others = everybody.filter(move |other| *other != player);
        others.filter_map(move |other| {
            let points = start.points[other as usize];
            let one = |more: u32| {
                let one = Other {
                    points: points + more,
                    plays: plays(other),
                };
                counts(other).then_some(Item::One(one))
            };
            match self.opponents[other as usize] {
                _ if published.opponent == Some(other) => one(published.given),
                None => one(0),
                Some(_) if !in_pairs => one(published.loose),
                Some(met) if other < met => {
                    let both = [other, met];
                    (both.map(counts) != [false, false]).then(|| {
                        Item::Pair(Two {
                            points: both.map(|one| start.points[one as usize]),
                            plays: both.map(plays),
                            counts: both.map(counts),
                        })
                    })
                }
                Some(_) => None,
            }
        })
    }
}

/// The points that others get from the published round.
#[derive(Clone, Copy)]
struct Published {
    opponent: Option<u32>,
    /// The points of that opponent.
    given: u32,
    /// The points of everybody else in a field too large to count pairs.
    loose: u32,
}

/// Another player.
#[derive(Clone, Copy)]
struct Other {
    points: u32,
    /// Whether this player plays the rounds to come.
    plays: bool,
}

/// Two other players who meet in the published round.
#[derive(Clone, Copy)]
struct Two {
    points: [u32; 2],
    plays: [bool; 2],
    counts: [bool; 2],
}

impl Two {
    /// Asks about both after their match.
    fn after<T>(&self, gained: [u32; 2], ask: impl Fn(Other) -> T) -> [T; 2] {
        [0, 1].map(|seat: usize| {
            ask(Other {
                points: self.points[seat] + gained[seat],
                plays: self.plays[seat],
            })
        })
    }
}

enum Item {
    One(Other),
    Pair(Two),
}

/// All ways a match can end, with either player ahead.
fn both_ways(regulation: Regulation) -> impl Iterator<Item = [u32; 2]> {
    let splits = splits(regulation).iter();
    splits.flat_map(|[high, low]| [[*high, *low], [*low, *high]])
}
