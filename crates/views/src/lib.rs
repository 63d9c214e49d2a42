//! What a tournament looks like as data: rounds, matches, players, standings, brackets, each defined once.
//!
//! The command line's `--json`, the API, exports, webhooks and the static site all use these types, so a script that can
//! read one can read the others.
