//! What people are shown, whatever they look at: names sorted as readers look for them, where the cut runs, and the part
//! of the state that everybody may see. Pages, paper and exports read it here, so that they show the same.

pub mod cut_line;
pub mod names;
pub mod seen;
