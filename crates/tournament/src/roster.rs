//! Everyone who ever joined, numbered in the order they came. A number is never used again: when a registration is
//! undone its place stays empty, so a code, token or session that belonged to that person opens nothing for the next.

use std::{fmt, slice};

/// People in the order of their numbers, with empty places where somebody's registration was undone.
#[derive(Clone)]
pub struct Roster<T> {
    places: Vec<Option<T>>,
    count: usize,
}

impl<T> Default for Roster<T> {
    fn default() -> Roster<T> {
        Roster {
            places: Vec::new(),
            count: 0,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Roster<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T> Roster<T> {
    /// Returns how many people there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns how many numbers were ever given: the length of a list with one value for each number.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// Returns whoever has the number at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.places.get(index)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.places.get_mut(index)?.as_mut()
    }

    /// Returns the people in the order of their numbers.
    pub fn iter(&self) -> Iter<'_, T> {
        self.places.iter().flatten()
    }

    /// Returns whoever came last.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.iter().next_back()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.places.iter_mut().flatten().next_back()
    }

    pub(crate) fn push(&mut self, person: T) {
        self.places.push(Some(person));
        self.count += 1;
    }

    /// Leaves this many numbers unused.
    pub(crate) fn skip(&mut self, numbers: usize) {
        self.places.extend((0..numbers).map(|_| None));
    }
}

/// The people of a [`Roster`].
pub type Iter<'a, T> = std::iter::Flatten<slice::Iter<'a, Option<T>>>;

impl<'a, T> IntoIterator for &'a Roster<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Roster<T> {
    type Item = &'a mut T;
    type IntoIter = std::iter::Flatten<slice::IterMut<'a, Option<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.places.iter_mut().flatten()
    }
}
