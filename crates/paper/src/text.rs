//! Text for a page: a word that is longer than any column may be broken, so that nothing runs off the paper.

use serde::Serialize;
use serde_json::Value;

/// Words up to this length fit wherever names are printed.
const FITS: usize = 24;
/// Longer words may be broken after this many letters.
const PIECE: usize = 16;
/// A place where a line may end, invisible elsewhere.
const BREAK: char = '\u{200b}';

/// Writes data as JSON in which every text can be broken into lines.
pub(crate) fn broken(data: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut data = serde_json::to_value(data)?;
    break_all(&mut data);
    serde_json::to_vec(&data)
}

fn break_all(value: &mut Value) {
    match value {
        Value::String(text)
            if !text.starts_with("<svg") && text.split(ends_a_word).any(is_long) =>
        {
            *text = broken_words(text);
        }
        Value::Array(values) => values.iter_mut().for_each(break_all),
        Value::Object(fields) => fields.values_mut().for_each(break_all),
        _ => {}
    }
}

/// Where a line may end anyway.
fn ends_a_word(letter: char) -> bool {
    letter.is_whitespace() || letter == '-'
}

fn is_long(word: &str) -> bool {
    word.chars().nth(FITS).is_some()
}

fn broken_words(text: &str) -> String {
    let mut broken = String::with_capacity(text.len());
    let mut run = 0;
    for letter in text.chars() {
        run = if ends_a_word(letter) { 0 } else { run + 1 };
        if run > PIECE {
            broken.push(BREAK);
            run = 1;
        }
        broken.push(letter);
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(given: &str, expected: &str) {
        let json = broken(&json!({ "names": [given] })).unwrap();
        let read: Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(read["names"][0], expected);
    }

    #[test]
    fn only_words_that_fit_nowhere_are_broken() {
        check(
            "Ana Castellanos-Winterbottomsdottir",
            "Ana Castellanos-Winterbottomsdottir",
        );
        check("Ana Winterbottom", "Ana Winterbottom");
        check(&"x".repeat(24), &"x".repeat(24));
        check(
            &"x".repeat(33),
            &format!("{0}\u{200b}{0}\u{200b}x", "x".repeat(16)),
        );
        check(
            "<svg aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "<svg aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        );
    }
}
