//! How many players a limited number of units is enough for: two small knapsacks.

/// Returns the lesser of two prices, of which either may be missing.
pub(super) fn least(one: Option<u32>, two: Option<u32>) -> Option<u32> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    }
}

/// The fewest units that bring each number of players to a target.
pub(super) struct Cheapest {
    /// Players who have reached it already.
    for_nothing: u32,
    /// By number of further players.
    prices: Vec<u32>,
}

impl Cheapest {
    pub(super) fn new(players: u32) -> Cheapest {
        let mut prices = Vec::with_capacity(players as usize + 1);
        prices.push(0);
        Cheapest {
            for_nothing: 0,
            prices,
        }
    }

    /// Adds one player or two opponents: the price of one of them, and of both.
    pub(super) fn add(&mut self, [one, two]: [Option<u32>; 2]) {
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

    /// Returns the most players that this number of units brings to the target.
    pub(super) fn most_within(&self, units: u32) -> u32 {
        let affordable = self.prices.iter().rposition(|price| *price <= units);
        self.for_nothing + u32::try_from(affordable.unwrap_or(0)).unwrap_or(u32::MAX)
    }
}

/// The most units that can be won while a number of players pass a limit, by that number.
pub(super) struct Roomiest(Vec<Option<u32>>);

impl Roomiest {
    pub(super) fn new(players: u32) -> Roomiest {
        let mut rooms = Vec::with_capacity(players as usize + 1);
        rooms.push(Some(0));
        Roomiest(rooms)
    }

    /// Adds one player or two opponents: the units they can win with none, one and two of them past the limit.
    pub(super) fn add(&mut self, with: [Option<u32>; 3]) {
        let before = self.0.len();
        let more = with.iter().rposition(Option::is_some).unwrap_or(0);
        self.0.resize(before + more, None);
        for count in (0..before + more).rev() {
            let ways = with.iter().enumerate().filter_map(|(above, room)| {
                let earlier = (*self.0[..before].get(count.checked_sub(above)?)?)?;
                Some(earlier.saturating_add((*room)?))
            });
            self.0[count] = ways.max();
        }
    }

    /// Returns the fewest players past the limit if this number of units has to be won.
    pub(super) fn fewest_with(&self, units: u32) -> u32 {
        let enough = |room: &Option<u32>| room.is_some_and(|room| room >= units);
        let found = self.0.iter().position(enough);
        // With everybody past the limit there is always enough room.
        u32::try_from(found.unwrap_or(0)).unwrap_or(u32::MAX)
    }
}
