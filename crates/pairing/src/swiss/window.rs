//! Exact pairing of a stretch of neighbouring groups.
//!
//! A [`Window`] holds the players of some groups, those who float into them from above, and
//! possibly the way out into the group below, which is assumed to welcome anybody. Its best pairing
//! is found by exact matching; if the real field can follow it, nothing can be better. The
//! window relies on [`Plan`] for costs and promises the first best pairing in list order, or
//! reports that the numbers became too large.

use super::plan::{Counts, Plan};
use super::{Met, Pair};
use crate::matching::{Bits, Cost, Graph, Matcher, Mate, Wide};

/// Players above this number are not matched exactly at once: time grows with the cube.
pub(super) const MOST_EXACT: usize = 2048;

/// Bits beyond the plan's own: the sign, doubling, and sums of duals.
const SPARE_BITS: u32 = 15;

/// Plans tried before giving up; each is strictly better than the one before.
const MOST_PLANS: usize = 64;

/// Cost tables above this many limbs (128 MB) would take too much memory.
const MOST_TABLE: usize = 1 << 24;

/// Sentinel for any player of the group above: no history contains this number.
pub(super) const ANYBODY: u32 = u32::MAX;

/// How players can leave a window other than by its own pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Closed,
    /// Into the group below, which welcomes anybody.
    Below,
    /// To further players of the group above, who have met nobody.
    Above,
}

/// A stretch of groups to be paired exactly.
#[derive(Debug, Clone)]
pub(super) struct Window<'f> {
    met: &'f Met,
    /// Players in list order, those from above first; [`ANYBODY`] has met nobody.
    pub(super) players: Vec<u32>,
    /// The group of each player: 0 for those from above, then 1, 2, ….
    groups: Vec<u16>,
    /// How many groups there are, the one above included.
    count: usize,
    way: Way,
    /// Pairs to be kept where nothing is lost by it, as places in the list.
    kept: Option<Vec<(u32, u32)>>,
}

/// Where a player of a window ended up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A player of the window, by place in its list.
    Opponent(u32),
    /// The way out of the window.
    Out,
}

/// The best pairing of a window.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    /// Where each player ended up.
    pub(super) places: Vec<Place>,
    /// Its value; the group below, if there is a way to it, is counted last.
    pub(super) counts: Counts,
}

/// A cheapest pairing by some plan, with the plan for it; `None` if there is none without repeats.
type Solved = Option<(Settled, Plan)>;

/// How the exact search ended.
#[derive(Debug, Clone)]
pub(super) enum Exact {
    /// A best pairing was found.
    Best(Settled),
    /// There is no pairing without repeats.
    Impossible,
    /// The numbers grew too large or the plans too many; this is the last pairing found.
    GivenUp(Settled),
}

/// The goal of an exact search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The value of a best pairing, and any such pairing.
    Value,
    /// The first best pairing in list order.
    First,
}

impl<'f> Window<'f> {
    /// Makes a window without players.
    pub(super) fn new(met: &'f Met, groups: usize, way: Way) -> Window<'f> {
        Window {
            met,
            players: Vec::new(),
            groups: Vec::new(),
            count: groups + 1,
            way,
            kept: None,
        }
    }

    /// Asks for as many of these pairs as a best pairing can have.
    pub(super) fn keeping(self, pairs: &[Pair]) -> Window<'f> {
        let places = self.numbered();
        let place = |player: u32| places.get(player as usize)?.checked_sub(1);
        let kept = pairs
            .iter()
            .filter_map(|pair| Some((place(pair.a)?, place(pair.b)?)))
            .collect();
        Window {
            kept: Some(kept),
            ..self
        }
    }

    /// Returns the plan for a pairing of the window.
    fn plan(&self, counts: &Counts) -> Plan {
        let plan = Plan::made_for(&self.sizes(), counts);
        match self.kept {
            Some(_) => plan.then(self.players.len() as u32 / 2),
            None => plan,
        }
    }

    /// Changes how players can leave.
    pub(super) fn with_way(self, way: Way) -> Window<'f> {
        Window { way, ..self }
    }

    /// Adds players of a group, in list order.
    pub(super) fn add(&mut self, group: usize, players: impl IntoIterator<Item = u32>) {
        self.players.extend(players);
        self.groups.resize(self.players.len(), group as u16);
    }

    /// Pairs the window exactly, with repeats only if they are allowed.
    pub(super) fn settle(&self, repeats: bool, aim: Aim) -> Exact {
        // At first every level is assumed to be at its bound.
        let mut plan = self.plan(&Counts::new(self.kinds()));
        let mut found = None;
        for _ in 0..MOST_PLANS {
            let Some(answer) = self.solve_by_width(&plan, repeats, aim) else {
                break;
            };
            let Some((solved, next)) = answer else {
                return Exact::Impossible;
            };
            if next == plan {
                return Exact::Best(solved);
            }
            found = Some(solved);
            plan = next;
        }
        match found {
            Some(settled) => Exact::GivenUp(settled),
            None => Exact::Impossible,
        }
    }

    /// Returns the pairs as places in the list, in the order in which the walk writes them: by
    /// the group of the lower player, then by the place of the upper one. Those who leave come
    /// last, by place.
    pub(super) fn in_order(&self, settled: &Settled) -> Vec<(usize, Option<usize>)> {
        let mut ordered: Vec<(usize, Option<usize>)> = Vec::new();
        for (u, place) in settled.places.iter().enumerate() {
            match *place {
                Place::Opponent(v) if v as usize > u => ordered.push((u, Some(v as usize))),
                Place::Opponent(_) => {}
                Place::Out => ordered.push((u, None)),
            }
        }
        ordered.sort_by_key(|&(u, v)| (v.map_or(u16::MAX, |v| self.groups[v]), u));
        ordered
    }

    /// Returns the size of each group, the one below included if there is one.
    fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.count];
        for &group in &self.groups {
            sizes[group as usize] += 1;
        }
        match self.way {
            Way::Closed => {}
            Way::Below => sizes.push(self.players.len() as u32),
            Way::Above => sizes[0] += self.players.len() as u32,
        }
        sizes
    }

    /// Returns the number of groups, the one below included if there is one.
    fn kinds(&self) -> usize {
        self.count + usize::from(self.way == Way::Below)
    }

    /// Solves with the narrowest numbers that suffice; `None` if none do.
    fn solve_by_width(&self, plan: &Plan, repeats: bool, aim: Aim) -> Option<Solved> {
        let bits = plan.bits() + SPARE_BITS;
        let table = (self.count + 1) * (self.count + 1);
        let fits = |width: u32| bits <= width && table * (width as usize / 64) <= MOST_TABLE;
        if fits(i64::BITS) {
            Some(self.solve::<i64>(plan, repeats, aim))
        } else if fits(i128::BITS) {
            Some(self.solve::<i128>(plan, repeats, aim))
        } else if fits(Wide::<6>::BITS) {
            Some(self.solve::<Wide<6>>(plan, repeats, aim))
        } else if fits(Wide::<24>::BITS) {
            Some(self.solve::<Wide<24>>(plan, repeats, aim))
        } else if fits(Wide::<64>::BITS) {
            Some(self.solve::<Wide<64>>(plan, repeats, aim))
        } else if fits(Wide::<160>::BITS) {
            Some(self.solve::<Wide<160>>(plan, repeats, aim))
        } else {
            None
        }
    }

    fn solve<C: Cost>(&self, plan: &Plan, repeats: bool, aim: Aim) -> Solved {
        let graph = self.graph::<C>(plan, repeats);
        let mut matcher = Matcher::new(&graph);
        self.suggest(&mut matcher);
        if !matcher.solve() {
            return None;
        }
        let mut settled = self.read(&graph, &matcher);
        let next = self.plan(&settled.counts);
        if aim == Aim::First && next == *plan {
            settled.places = self.first(matcher);
        }
        Some((settled, next))
    }

    /// Returns the group that players leave to.
    fn outside(&self) -> Option<usize> {
        match self.way {
            Way::Closed => None,
            Way::Below => Some(self.count),
            Way::Above => Some(0),
        }
    }

    fn graph<C: Cost>(&self, plan: &Plan, repeats: bool) -> Graph<C> {
        let size = self.players.len();
        let (costs, repeat) = plan.costs::<C>();
        let kinds = self.kinds();
        let leaving = (0..kinds)
            .map(|kind| self.outside().map(|outside| costs[kind * kinds + outside]))
            .collect();
        let mut allowed = Bits::new(size);
        allowed.fill(size);
        let above = self.groups.iter().take_while(|&&group| group == 0).count();
        for a in 0..above {
            for b in 0..a {
                allowed.set(a as u32, b as u32, false);
            }
        }
        let mut repeated = Bits::new(size);
        self.each_met(|u, v| {
            if repeats {
                repeated.set(u, v, true);
            } else {
                allowed.set(u, v, false);
            }
        });
        let kept = self.kept.as_ref().map(|pairs| {
            let mut kept = Bits::new(size);
            for &(u, v) in pairs {
                kept.set(u, v, true);
            }
            (kept, Plan::wish())
        });
        Graph {
            kinds: self.groups.clone(),
            costs,
            leaving,
            repeat,
            allowed,
            repeated,
            kept,
        }
    }

    /// Returns the place of each player in the list, from 1; 0 for those who are not in it.
    fn numbered(&self) -> Vec<u32> {
        let mut places = vec![0u32; self.met.players()];
        for (at, &player) in self.players.iter().enumerate() {
            if let Some(slot) = places.get_mut(player as usize) {
                *slot = at as u32 + 1;
            }
        }
        places
    }

    /// Calls back for each two places of the list whose players have met.
    fn each_met(&self, mut found: impl FnMut(u32, u32)) {
        let place = self.numbered();
        for (at, &player) in self.players.iter().enumerate() {
            for other in self.met.opponents(player) {
                if let Some(other) = place[other as usize].checked_sub(1) {
                    found(at as u32, other);
                }
            }
        }
    }

    /// Suggests the pairs to be kept, then those that walking down the list gives inside each group.
    fn suggest<C: Cost>(&self, matcher: &mut Matcher<C>) {
        for &(u, v) in self.kept.iter().flatten() {
            matcher.suggest(u, v);
        }
        for u in 0..self.players.len() as u32 {
            for v in u + 1..self.players.len() as u32 {
                if self.groups[u as usize] != self.groups[v as usize]
                    || matcher.mate(u) != Mate::Nobody
                {
                    break;
                }
                matcher.suggest(u, v);
            }
        }
    }

    /// Returns the first best pairing of the list, found by pinning one pair after the other.
    ///
    /// Group by group, first those who float in and then the group's own players take the first
    /// opponent of the group who leaves a best pairing possible; who finds none floats on.
    fn first<C: Cost>(&self, mut matcher: Matcher<C>) -> Vec<Place> {
        let mut places = vec![Place::Out; self.players.len()];
        let mut floaters: Vec<usize> = Vec::new();
        let mut start = 0;
        for group in self.groups.chunk_by(|a, b| a == b) {
            let own = start..start + group.len();
            start = own.end;
            let mut on = Vec::new();
            for u in floaters.into_iter().chain(own.clone()) {
                if places[u] != Place::Out {
                    continue;
                }
                let opponent = own.clone().find(|&v| {
                    v != u && places[v] == Place::Out && matcher.pin(u as u32, v as u32)
                });
                if let Some(v) = opponent {
                    places[u] = Place::Opponent(v as u32);
                    places[v] = Place::Opponent(u as u32);
                } else {
                    on.push(u);
                }
            }
            floaters = on;
        }
        places
    }

    fn read<C: Cost>(&self, graph: &Graph<C>, matcher: &Matcher<C>) -> Settled {
        let mut counts = Counts::new(self.kinds());
        let mut places = Vec::with_capacity(self.players.len());
        for u in 0..self.players.len() as u32 {
            let group = self.groups[u as usize] as usize;
            match matcher.mate(u) {
                Mate::Vertex(v) => {
                    if u < v {
                        counts.add(group, self.groups[v as usize] as usize);
                        counts.repeats += u32::from(graph.repeated.has(u, v));
                    }
                    places.push(Place::Opponent(v));
                }
                Mate::Out | Mate::Nobody => {
                    counts.add(group, self.outside().unwrap_or(group));
                    places.push(Place::Out);
                }
            }
        }
        Settled { places, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Draw, Seed};
    use crate::swiss::groups::Groups;
    use crate::swiss::{Field, pair};

    /// A whole field as one closed window, in list order by number.
    fn whole<'f>(points: &[u32], met: &'f Met) -> Window<'f> {
        let groups = Groups::new(points, &[]);
        let mut window = Window::new(met, groups.len(), Way::Closed);
        for group in 0..groups.len() {
            window.add(group + 1, groups.order[groups.range(group)].iter().copied());
        }
        window
    }

    /// Finds the best value of a window step by step, with the duals checked at each.
    fn proved(window: &Window) -> Counts {
        let sizes = window.sizes();
        let mut plan = Plan::made_for(&sizes, &Counts::new(sizes.len()));
        let mut repeats = false;
        loop {
            let graph = window.graph::<Wide<64>>(&plan, repeats);
            assert!(plan.bits() + SPARE_BITS <= Wide::<64>::BITS);
            let mut matcher = Matcher::new(&graph);
            if !matcher.solve() {
                assert!(!repeats, "with repeats everybody can be paired");
                repeats = true;
                continue;
            }
            assert!(matcher.is_proved());
            let counts = window.read(&graph, &matcher).counts;
            let next = Plan::made_for(&sizes, &counts);
            if next == plan {
                return counts;
            }
            plan = next;
        }
    }

    fn check(players: u32, rounds: usize, top: u32, every: usize) {
        let mut draw = Draw::new(&Seed::new([rounds as u8; 32]));
        let mut points = vec![0; players as usize];
        let mut meetings: Vec<Pair> = Vec::new();
        for round in 0..rounds {
            let met = Met::new(points.len(), &meetings).expect("known players");
            let pairing = pair(&Field::new(&points, &met), &mut draw).expect("a sound field");
            if round % every == every - 1 {
                let window = whole(&points, &met);
                let best = proved(&window);
                let mut own = Counts::new(window.count);
                let groups = Groups::new(&points, &[]);
                let group =
                    |player: u32| 1 + groups.of_points(points[player as usize]).expect("a group");
                for pair in &pairing.pairs {
                    own.add(group(pair.a), group(pair.b));
                    own.repeats += u32::from(met.has(pair.a, pair.b));
                }
                assert_eq!(
                    own, best,
                    "round {round} of {players}, wins worth up to {top}"
                );
            }
            for pair in &pairing.pairs {
                let part = draw.below(top + 1);
                points[pair.a as usize] += part;
                points[pair.b as usize] += top - part;
            }
            meetings.extend(&pairing.pairs);
        }
    }

    /// PAIR-5 and PAIR-6 where numbers are widest: small groups late in long tournaments.
    #[test]
    fn pair_6_best_by_checked_duals_in_long_tournaments() {
        check(24, 25, 1, 3);
        check(24, 25, 9, 8);
    }

    #[test]
    #[ignore = "long"]
    fn long_pair_6_best_by_checked_duals_in_long_tournaments() {
        for top in [1, 3, 9] {
            check(32, 33, top, 1);
            check(64, 64, top, 5);
            check(128, 127, top, 25);
        }
        check(256, 160, 1, 40);
        for top in [3, 9] {
            check(256, 60, top, 20);
        }
    }
}
