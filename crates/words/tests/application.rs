//! The codes of what the application refuses are permanent: programs check them.

use muster_tournament::refusal;
use muster_words::application::Cause;
use std::collections::BTreeSet;

#[test]
fn codes_are_permanent_and_unique() {
    let codes: BTreeSet<&str> = Cause::CODES.iter().copied().collect();
    assert_eq!(codes.len(), Cause::CODES.len(), "two causes share a code");
    let frozen: BTreeSet<&str> = include_str!("application_codes.txt").lines().collect();
    let gone: Vec<_> = frozen.difference(&codes).collect();
    assert!(gone.is_empty(), "codes never go away: {gone:?}");
    let new: Vec<_> = codes.difference(&frozen).collect();
    assert!(
        new.is_empty(),
        "add these to application_codes.txt: {new:?}"
    );
    let shared: Vec<_> = refusal::codes()
        .filter(|code| codes.contains(code))
        .collect();
    assert!(shared.is_empty(), "also codes of refusals: {shared:?}");
}

#[test]
fn a_cause_says_what_is_wrong_and_what_to_do() {
    let cause = Cause::TooManyCodes { wait: 1 };
    assert_eq!(
        cause.words().both(),
        "Too many wrong codes from here. Use your personal link, ask at the desk, or try again in 1 minute."
    );
    assert_eq!(Cause::SeasonName.field(), Some("name"));
    assert_eq!(Cause::NoToken.field(), None);
}
