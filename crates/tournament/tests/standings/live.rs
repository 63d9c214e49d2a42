//! Standings of a tournament that is being played.
