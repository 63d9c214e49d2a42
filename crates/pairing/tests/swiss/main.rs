//! Swiss pairing against oracles that share no code with it.

mod brute;
mod history;
mod matcher;
mod timing;
