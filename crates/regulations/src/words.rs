//! Small words that sentences share: articles and counted things.

/// Returns a word with its article: "a fleet", "an army", "an Event Organizer".
#[must_use]
pub fn with_article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// Returns a counted thing whose plural ends in s: "1 token", "2 tokens".
#[must_use]
pub fn counted(count: impl Into<u64>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}

/// Returns a text with a capital letter first.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::{counted, with_article};
    use crate::{Regulation, Role};

    #[test]
    fn every_list_and_role_has_its_article() {
        let mut words: Vec<String> = Vec::new();
        for regulation in Regulation::ALL {
            words.push(with_article(regulation.book().list_word));
            for role in [Role::Organizer, Role::Head, Role::Judge] {
                words.push(with_article(regulation.role_name(role)));
            }
        }
        for word in [
            "an army",
            "a fleet",
            "a squad",
            "an Event Organizer",
            "an Organizer",
            "a Consular",
        ] {
            assert!(
                words.iter().any(|w| w.eq_ignore_ascii_case(word)),
                "{word}: {words:?}"
            );
        }
    }

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!(
            [counted(0_u32, "token"), counted(1_u32, "token")],
            ["0 tokens", "1 token"]
        );
    }
}
