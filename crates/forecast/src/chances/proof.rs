//! What is certain, whatever happens: the best and the worst place a player can still reach.
//!
//! Certain means: however the rounds to come are paired, however their matches end and however ties are broken, as
//! long as those who are in play on and results that count stand. Pairings of a published round are kept. Nothing is
//! assumed about how later rounds are drawn, so a pair exchanged by hand makes no proof wrong.
//!
//! The worst place of a player: how many others can reach at least the points this player has after losing
//! everything? Each needs a number of wins; all wins together are as many as there are matches. Since any players
//! can win a round as long as they are as many as its matches, the sum is all that counts, and the cheapest players are
//! counted until the matches are used up. In a published round only one of two opponents wins, which is counted pair
//! by pair. The best place is the reverse: every match has to be won by somebody, so how few others must end above
//! the points this player has after winning everything? With wins and losses only, both are exact; with graded points
//! they are bounds on the safe side.

use super::gains::{Gains, Split, splits};
use crate::engine::{Part, Start};
use muster_regulations::{CutRule, Regulation, Verdict};
use muster_tournament::PlayerId;
use muster_tournament::knockout;
use muster_tournament::standings::{Last, Scratch};
use serde::Serialize;

/// Fields up to this size are counted pair by pair in a published round; in larger ones both opponents may win, which
/// proves less and never too much.
const MOST_IN_PAIRS: usize = 256;

/// The places a player can still reach in the Swiss standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ReachablePlaces))]
pub struct Reach {
    /// The best place.
    pub best: u32,
    /// The worst place.
    pub worst: u32,
}

/// What a player's next match brings, where it is asked for.
pub(super) type Next = Option<Verdict>;

/// Everything proofs about one point of a tournament share.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    start: &'a Start,
    gains: Gains,
    /// The opponent in the published round, for matches without a result.
    opponents: Vec<Option<u32>>,
    /// Players who play on.
    playing: u32,
    /// Ranks among all and among those who play on, once nothing is left to play in the Swiss rounds.
    ranks: Option<Vec<Ranks>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ranks {
    all: u32,
    playing: u32,
}

/// Who counts when places are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Among {
    /// Who can make the cut.
    Playing,
    /// Everybody with a rank.
    Ranked,
}

/// How a player's own rounds go.
#[derive(Clone, Copy, Debug)]
struct Own {
    /// The match of the published round, if it is open.
    pending: Verdict,
    /// Of the rounds to come, so many end the other way than the rest.
    others: u32,
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
        // Without the numbers of the random tiebreak nobody knows how ties are broken.
        if over && start.numbers.is_some() {
            prover.ranks = Some(prover.final_ranks());
        }
        prover
    }

    /// Nothing is left to play: the tiebreakers decide as well.
    fn final_ranks(&self) -> Vec<Ranks> {
        let start = self.start;
        let last = Last::Drawn(start.numbers.as_deref().unwrap_or_default());
        let tiebreakers = start.regulation.book().tiebreakers;
        let ranking = start.sheet.rank(tiebreakers, last, &mut Scratch::default());
        let mut ranks = vec![Ranks::default(); start.players()];
        let mut next = Ranks { all: 1, playing: 1 };
        for player in ranking.players() {
            let (Some(slot), Some(part)) = (
                ranks.get_mut(player.index()),
                start.parts.get(player.index()),
            ) else {
                continue;
            };
            *slot = next;
            next.all += u32::from(*part != Part::Absent);
            next.playing += u32::from(*part == Part::Plays);
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
                Among::Playing => ranks.playing,
                Among::Ranked => ranks.all,
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
                others: 0,
            },
            Some(verdict) if open => Own {
                pending: verdict,
                others: 0,
            },
            // A draw in a round to come is counted as the worse or the better of what it can be.
            Some(verdict) => Own {
                pending: assumed,
                others: u32::from(verdict != assumed && verdict != Verdict::Draw),
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
            let possible = ways
                .into_iter()
                .filter(|(pending, _)| open || *pending == Verdict::Loss);
            let mut possible = possible
                .filter_map(|(pending, others)| Some((pending, others.filter(|n| *n <= future)?)));
            possible.all(|(pending, others)| {
                let own = Own { pending, others };
                self.worst(player, own, Among::Playing) <= size
            })
        };
        if self.ranks.is_some() {
            return None;
        }
        (0..=future + u32::from(open)).find(|wins| certain(*wins))
    }

    /// The worst place with so many wins in rounds to come and losses in the rest of them.
    fn worst(&self, player: u32, own: Own, among: Among) -> u32 {
        let wins = splits(self.regulation()).iter().filter(|[a, b]| a > b);
        let least_win = wins.map(|[win, _]| *win).min().unwrap_or(0);
        let mut target = self.start.points[player as usize] + own.others * least_win;
        let opponent = self.opponents[player as usize];
        let mut given = 0;
        if opponent.is_some() {
            let (least, most) = self.extremes(own.pending, u32::min, u32::max);
            target += least;
            given = most;
        }
        let taken = own.others * self.gains.least_win_units();
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
        let loose = self.gains.most();
        for item in self.others(
            player,
            Met {
                opponent,
                given,
                loose,
            },
            among,
        ) {
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

    /// The best place with so many losses in rounds to come and wins in the rest of them.
    fn best(&self, player: u32, own: Own, among: Among) -> u32 {
        let wins = splits(self.regulation()).iter().filter(|[a, b]| a > b);
        let most_loss = wins.map(|[_, loss]| *loss).max().unwrap_or(0);
        let rounds = self.gains.rounds().saturating_sub(own.others);
        let mut limit = self.start.points[player as usize]
            + rounds * self.gains.most()
            + own.others * most_loss;
        let opponent = self.opponents[player as usize];
        let mut given = 0;
        if opponent.is_some() {
            let (most, least) = self.extremes(own.pending, u32::max, u32::min);
            limit += most;
            given = least;
        }
        // Whoever beats this player takes the win.
        let units =
            self.gains.fewest_units(self.playing) + own.others * self.gains.least_win_units();
        let room = |of: Other| -> Option<u32> {
            let left = limit.checked_sub(of.points)?;
            Some(if of.plays { self.gains.room(left) } else { 0 })
        };
        let full = |plays: bool| if plays { self.gains.all_room() } else { 0 };
        let mut tab = Roomiest::new(self.playing);
        let loose = 0;
        for item in self.others(
            player,
            Met {
                opponent,
                given,
                loose,
            },
            among,
        ) {
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

    /// What a player takes from an open match with this verdict at the least or most, and the opponent in turn.
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

    /// Everybody else who counts, in pairs where the published round pairs them.
    fn others(&self, player: u32, met: Met, among: Among) -> impl Iterator<Item = Item> {
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
                _ if met.opponent == Some(other) => one(met.given),
                None => one(0),
                Some(_) if !in_pairs => one(met.loose),
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

/// What the published round gives to others.
#[derive(Clone, Copy)]
struct Met {
    opponent: Option<u32>,
    /// What the opponent takes.
    given: u32,
    /// What everybody else takes in a field too large to count pairs.
    loose: u32,
}

/// Another player.
#[derive(Clone, Copy)]
struct Other {
    points: u32,
    /// Whether there are rounds to come for this player.
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
    /// Asks about both after they gained something.
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

/// All ends of a match, from both seats.
fn both_ways(regulation: Regulation) -> impl Iterator<Item = [u32; 2]> {
    let splits = splits(regulation).iter();
    splits.flat_map(|[high, low]| [[*high, *low], [*low, *high]])
}

fn least(one: Option<u32>, two: Option<u32>) -> Option<u32> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    }
}

/// The fewest units with which each number of players can be satisfied.
struct Cheapest {
    for_nothing: u32,
    /// By number of players; those who need nothing are left out.
    prices: Vec<u32>,
}

impl Cheapest {
    fn new(players: u32) -> Cheapest {
        let mut prices = Vec::with_capacity(players as usize + 1);
        prices.push(0);
        Cheapest {
            for_nothing: 0,
            prices,
        }
    }

    /// Adds one or two players: what one of them costs, and what two do.
    fn add(&mut self, [one, two]: [Option<u32>; 2]) {
        if two == Some(0) {
            self.for_nothing += 2;
            return;
        }
        if one == Some(0) && two.is_none() {
            self.for_nothing += 1;
            return;
        }
        let more = if two.is_some() {
            2
        } else {
            usize::from(one.is_some())
        };
        let before = self.prices.len();
        self.prices.resize(before + more, u32::MAX);
        for count in (1..before + more).rev() {
            let with = |price: Option<u32>, players: usize| {
                let earlier = *self.prices[..before].get(count.checked_sub(players)?)?;
                earlier.checked_add(price?)
            };
            let best = least(with(one, 1), with(two, 2));
            self.prices[count] = self.prices[count].min(best.unwrap_or(u32::MAX));
        }
    }

    /// Returns the most players who can be satisfied with so many units.
    fn most_within(&self, units: u32) -> u32 {
        let affordable = self.prices.iter().rposition(|price| *price <= units);
        self.for_nothing + u32::try_from(affordable.unwrap_or(0)).unwrap_or(u32::MAX)
    }
}

/// The most units that can be taken while only so many players end above.
struct Roomiest {
    rooms: Vec<Option<u32>>,
}

impl Roomiest {
    fn new(players: u32) -> Roomiest {
        let mut rooms = Vec::with_capacity(players as usize + 1);
        rooms.push(Some(0));
        Roomiest { rooms }
    }

    /// Adds one or two players: the room with none, one and two of them above.
    fn add(&mut self, with: [Option<u32>; 3]) {
        let before = self.rooms.len();
        let more = with.iter().rposition(Option::is_some).unwrap_or(0);
        self.rooms.resize(before + more, None);
        for count in (0..before + more).rev() {
            let ways = with.iter().enumerate().filter_map(|(above, room)| {
                let earlier = (*self.rooms[..before].get(count.checked_sub(above)?)?)?;
                Some(earlier.saturating_add((*room)?))
            });
            self.rooms[count] = ways.max();
        }
    }

    /// Returns the fewest players above with which so many units can be taken.
    fn fewest_with(&self, units: u32) -> u32 {
        let enough = |room: &Option<u32>| room.is_some_and(|room| room >= units);
        let found = self.rooms.iter().position(enough);
        // All others above is always possible.
        u32::try_from(found.unwrap_or(0)).unwrap_or(u32::MAX)
    }
}

/// What is certain about an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChanceCertainty))]
pub enum Certainty {
    /// It happens.
    Clinched,
    /// It does not.
    Eliminated,
}

impl Prover<'_> {
    /// Returns what is certain about a player and the cut; `None` while it is open.
    pub(super) fn cut(&self, player: u32, next: Next) -> Option<Certainty> {
        let start = self.start;
        if let Some(bracket) = &start.bracket {
            return Some(match bracket.seeds.contains(&player) {
                true => Certainty::Clinched,
                false => Certainty::Eliminated,
            });
        }
        let most = u32::try_from(knockout::most_players(start.regulation)).unwrap_or(u32::MAX);
        let reach = self.reach(player, next, Among::Playing);
        match start.structure.cut {
            CutRule::None => None,
            CutRule::Top(size) => decided(reach, size.min(most)),
            CutRule::Points(least) => {
                let [low, high] = self.points(player, next);
                match decided(reach, most) {
                    Some(Certainty::Eliminated) => Some(Certainty::Eliminated),
                    _ if high < least => Some(Certainty::Eliminated),
                    Some(Certainty::Clinched) if low >= least => Some(Certainty::Clinched),
                    _ => None,
                }
            }
        }
    }

    /// The fewest and the most points a player can end with.
    fn points(&self, player: u32, next: Next) -> [u32; 2] {
        let own = self.start.points[player as usize];
        let rounds = self.gains.rounds();
        if self.opponents[player as usize].is_none() {
            let asked = u32::from(next.is_some());
            let (least, most) = self.ends(next);
            let rest = rounds.saturating_sub(asked) * self.gains.most();
            return [own + least * asked, own + most * asked + rest];
        }
        let (least, most) = self.ends(next);
        [own + least, own + most + rounds * self.gains.most()]
    }

    fn ends(&self, next: Next) -> (u32, u32) {
        match next {
            Some(verdict) => {
                let (least, _) = self.extremes(verdict, u32::min, u32::max);
                let (most, _) = self.extremes(verdict, u32::max, u32::min);
                (least, most)
            }
            None => (0, self.gains.most()),
        }
    }

    /// Returns what is certain about a player and the first place; `None` while it is open.
    pub(super) fn win(&self, player: u32, next: Next) -> Option<Certainty> {
        use muster_pairing::bracket::{SeedNo, Standing};
        let start = self.start;
        if let Some(bracket) = &start.bracket {
            let seed = bracket.seeds.iter().position(|one| *one == player);
            let seed = seed.and_then(|place| u32::try_from(place + 1).ok());
            return match seed.and_then(|seed| bracket.play.standing(SeedNo(seed))) {
                Some(Standing::Champion) => Some(Certainty::Clinched),
                Some(Standing::In(node)) => {
                    let node = bracket.play.shape().node(node)?;
                    match next? {
                        Verdict::Loss if node.loser_to.is_none() => Some(Certainty::Eliminated),
                        Verdict::Win if node.winner_to.is_none() => Some(Certainty::Clinched),
                        _ => None,
                    }
                }
                Some(Standing::Out(_)) | None => Some(Certainty::Eliminated),
            };
        }
        match start.structure {
            structure if structure.rounds == 0 => None,
            structure if structure.cut == CutRule::None => {
                decided(self.reach(player, next, Among::Ranked), 1)
            }
            // Where nobody reaches the points, the standings are final, so somebody out of the cut may win.
            structure if matches!(structure.cut, CutRule::Points(_)) => None,
            _ => self
                .cut(player, next)
                .filter(|certainty| *certainty == Certainty::Eliminated),
        }
    }

    /// Returns the player by index.
    pub(super) fn id(player: u32) -> PlayerId {
        PlayerId::at(player as usize)
    }
}

/// What places a player can reach say about being among the first so many.
fn decided(reach: Reach, size: u32) -> Option<Certainty> {
    if reach.worst <= size {
        Some(Certainty::Clinched)
    } else if reach.best > size {
        Some(Certainty::Eliminated)
    } else {
        None
    }
}
