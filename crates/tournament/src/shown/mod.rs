//! What people are shown, whatever they look at: names sorted as readers look for them, results in a few characters,
//! the part of the state that everybody may see, and the bracket as it is drawn. Pages, paper and exports read it here,
//! so that they say the same.

mod game;
pub mod names;
pub mod score;
pub mod seen;
pub mod tree;
pub mod words;
