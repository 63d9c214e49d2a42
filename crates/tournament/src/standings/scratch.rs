//! Memory that is reused, so that ranking the same field again does not allocate.

/// Memory to reuse from one [`crate::standings::Sheet::rank`] to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    u32s: Vec<Vec<u32>>,
    u64s: Vec<Vec<u64>>,
}

impl Scratch {
    /// Returns a list of this length that holds arbitrary numbers.
    pub(super) fn u32(&mut self, len: usize) -> Vec<u32> {
        let mut list = self.u32s.pop().unwrap_or_default();
        list.resize(len, 0);
        list
    }

    /// Returns a list of this length that holds arbitrary numbers.
    pub(super) fn u64(&mut self, len: usize) -> Vec<u64> {
        let mut list = self.u64s.pop().unwrap_or_default();
        list.resize(len, 0);
        list
    }

    pub(super) fn keep_u32(&mut self, list: Vec<u32>) {
        self.u32s.push(list);
    }

    pub(super) fn keep_u64(&mut self, list: Vec<u64>) {
        self.u64s.push(list);
    }
}
