//! Making the draw even where the list was disturbed.
//!
//! The first best pairing of a random list is uniform while the list can be paired as it is;
//! where players have to be passed over, some best pairings come up more often than others. A
//! random walk over best pairings evens that out: a step re-pairs a few pairs at random and is
//! kept if the value stays the same. Steps are as likely as their reverses and any pairing can become
//! any other in one of them, so the walk tends to the uniform distribution.

use super::groups::Groups;
use super::{Met, Pair};
use crate::draw::Draw;

/// Larger fields are left as they are: there, passing over a few hardly shifts the chances, and
/// the steps would cost more than the rest of the draw.
const MOST_MIXED: usize = 1024;

/// Steps per pair, and the fewest steps for a field. Measured in fields with few best pairings,
/// they bring the chances within a few percent of each other.
const STEPS_PER_PAIR: usize = 32;
const LEAST_STEPS: usize = 256;

/// A pairing as places in the list.
struct Mixer<'f> {
    met: &'f Met,
    order: &'f [u32],
    /// The group of each place.
    group: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    /// The places that are re-paired, and the classes of their pairs before and after.
    places: Vec<u32>,
    before: Vec<u64>,
    after: Vec<u64>,
}

/// Mixes the pairs where they differ from the list and the field is not too large; returns
/// whether it did.
pub(super) fn mix(met: &Met, groups: &Groups, pairs: &mut [Pair], draw: &mut Draw) -> bool {
    let order = &groups.order[..];
    if order.len() > MOST_MIXED {
        return false;
    }
    let mut place = vec![0u32; met.players()];
    for (at, &player) in order.iter().enumerate() {
        place[player as usize] = at as u32;
    }
    let listed: Vec<[u32; 2]> = pairs
        .iter()
        .map(|pair| {
            let (a, b) = (place[pair.a as usize], place[pair.b as usize]);
            [a.min(b), a.max(b)]
        })
        .collect();
    if listed.as_flattened().is_sorted() {
        return false;
    }
    let mut mixer = Mixer {
        met,
        order,
        group: (0..groups.len())
            .flat_map(|group| std::iter::repeat_n(group as u32, groups.size(group)))
            .collect(),
        pairs: listed,
        places: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
    };
    for _ in 0..(STEPS_PER_PAIR * pairs.len()).max(LEAST_STEPS) {
        mixer.step(draw);
    }
    // The order in which the walk would have written them.
    let group = mixer.group;
    mixer
        .pairs
        .sort_unstable_by_key(|&[a, b]| (group[b as usize], a));
    for (pair, [a, b]) in pairs.iter_mut().zip(mixer.pairs) {
        *pair = Pair::new(order[a as usize], order[b as usize]);
    }
    true
}

impl Mixer<'_> {
    /// Re-pairs two pairs or more at random if that keeps the value.
    fn step(&mut self, draw: &mut Draw) {
        let all = self.pairs.len() as u32;
        let mut count = all.min(2);
        while count < all && draw.below(4) == 0 {
            count += 1;
        }
        for at in 0..count {
            let other = at + draw.below(all - at);
            self.pairs.swap(at as usize, other as usize);
        }
        let chosen = &self.pairs[..count as usize];
        self.places.clear();
        self.places.extend(chosen.as_flattened());
        draw.shuffle(&mut self.places);
        let (twos, _) = self.places.as_chunks::<2>();
        let class = |&[a, b]: &[u32; 2]| {
            let (a, b) = (self.group[a as usize], self.group[b as usize]);
            u64::from(a.min(b)) << 32 | u64::from(a.max(b))
        };
        self.before.clear();
        self.before.extend(chosen.iter().map(class));
        self.after.clear();
        self.after.extend(twos.iter().map(class));
        self.before.sort_unstable();
        self.after.sort_unstable();
        let repeat =
            |&&[a, b]: &&[u32; 2]| self.met.has(self.order[a as usize], self.order[b as usize]);
        if self.before == self.after
            && chosen.iter().filter(repeat).count() == twos.iter().filter(repeat).count()
        {
            for (pair, &[a, b]) in self.pairs.iter_mut().zip(twos) {
                *pair = [a.min(b), a.max(b)];
            }
        }
    }
}
