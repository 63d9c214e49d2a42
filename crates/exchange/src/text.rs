//! From bytes to text: byte-order marks, UTF-8, UTF-16 and Windows-1252, which all occur in files people send.
//!
//! Relies on encoding_rs for the tables; promises to say which encoding was used, and to refuse what is no text at all
//! or larger than any tournament could be.

use encoding_rs::{UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The largest file that is read. A tournament of a thousand players takes about two megabytes.
pub const LARGEST_FILE: usize = 32 * 1024 * 1024;

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", if place.is_empty() { problem.clone() } else { format!("{place}: {problem}") })]
pub struct Unreadable {
    /// Where: a line and column, or a path; empty for the file as a whole.
    pub place: String,
    /// What is wrong there, and what to do.
    pub problem: String,
}

impl Unreadable {
    pub(crate) fn new(place: impl Into<String>, problem: impl Into<String>) -> Unreadable {
        Unreadable {
            place: place.into(),
            problem: problem.into(),
        }
    }

    /// Refuses the file as a whole.
    pub(crate) fn file(problem: impl Into<String>) -> Unreadable {
        Unreadable::new("", problem)
    }
}

/// How the bytes of a file were turned into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-16, known by its byte-order mark.
    Utf16,
    /// Windows-1252, assumed because the bytes are not UTF-8.
    Windows1252,
}

impl Encoding {
    /// Returns what should be told about the encoding: a guess is never silent.
    #[must_use]
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Encoding::Utf8 | Encoding::Utf16 => None,
            Encoding::Windows1252 => Some(
                "the text is not UTF-8 and was read as Windows-1252; check names with accents, \
                 or save the file as UTF-8",
            ),
        }
    }
}

/// Text with the encoding it came in.
pub(crate) struct Decoded<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) encoding: Encoding,
}

/// Returns a file as text, for whoever shows it before it is read.
pub fn to_text(bytes: &[u8]) -> Result<String, Unreadable> {
    Ok(decode(bytes)?.text.into_owned())
}

/// Turns bytes into text, without the byte-order mark.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, Unreadable> {
    if bytes.len() > LARGEST_FILE {
        return Err(Unreadable::file(format!(
            "it is larger than {} MB; check that it is the right file",
            LARGEST_FILE / 1024 / 1024
        )));
    }
    // Spreadsheets and other archives begin like this; people rename them to .csv.
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Unreadable::file(
            "this is a spreadsheet or a ZIP archive, not text; save it as CSV or unpack it first",
        ));
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Err(Unreadable::file("it is packed (gzip); unpack it first"));
    }
    let decoded = match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => {
            let (text, _, broken) = encoding.decode(bytes);
            if broken {
                return Err(Unreadable::file(format!(
                    "it begins like {} but is not; save it as UTF-8",
                    encoding.name()
                )));
            }
            let encoding = if encoding == UTF_8 {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            };
            Decoded { text, encoding }
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Decoded {
                text: Cow::Borrowed(text),
                encoding: Encoding::Utf8,
            },
            Err(error) if is_cut_off(bytes, &error) => {
                return Err(Unreadable::file(
                    "it ends in the middle of a character, so it is cut off; export or download it again",
                ));
            }
            Err(_) => Decoded {
                text: WINDOWS_1252.decode_without_bom_handling(bytes).0,
                encoding: Encoding::Windows1252,
            },
        },
    };
    if decoded.text.contains('\0') {
        return Err(Unreadable::file(
            "it holds zero bytes, so it is not a text file; export it again as text",
        ));
    }
    Ok(decoded)
}

/// Tells UTF-8 that is cut off inside its last character from other encodings: it was good until there, and had
/// characters of several bytes before.
fn is_cut_off(bytes: &[u8], error: &std::str::Utf8Error) -> bool {
    let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
    error.error_len().is_none() && !good.is_ascii()
}

/// Returns words separated by single spaces, as names are compared and stored.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !tidied.is_empty() {
            tidied.push(' ');
        }
        tidied.push_str(word);
    }
    tidied
}

/// Returns whether a character shows nothing or turns the text around it. Joiners and selectors stay: Persian, the scripts
/// of India and emoji need them.
pub(crate) const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}')
}

/// Returns how many there are of a thing: "1 player", "2 players".
pub(crate) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Returns a text as far as a message should quote it.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", text.get(..end).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, encoding: Encoding) {
        let decoded = decode(bytes).unwrap();
        assert_eq!((&*decoded.text, decoded.encoding), (text, encoding));
    }

    #[test]
    fn text_comes_in_several_encodings() {
        check("Zoë".as_bytes(), "Zoë", Encoding::Utf8);
        check(b"\xEF\xBB\xBFZo\xC3\xAB", "Zoë", Encoding::Utf8);
        check(b"Zo\xEB \x80", "Zoë €", Encoding::Windows1252);
        check(b"\xFF\xFEZ\0o\0\xEB\0", "Zoë", Encoding::Utf16);
        check(b"\xFE\xFF\0Z\0o\0\xEB", "Zoë", Encoding::Utf16);
        check(b"Ren\xE9", "René", Encoding::Windows1252);
        check(b"", "", Encoding::Utf8);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for (bytes, part) in [
            (&b"PK\x03\x04rest"[..], "spreadsheet"),
            (b"\x1f\x8b\x08rest", "unpack"),
            (b"a\0b", "zero bytes"),
            (b"\xFF\xFEZ\0o", "UTF-16"),
            (b"\xEF\xBB\xBF\xFF", "UTF-8"),
            ("Zoë Zoë".as_bytes().split_last().unwrap().1, "cut off"),
        ] {
            let refused = decode(bytes).err().map(|e| e.to_string());
            assert!(
                refused.as_ref().is_some_and(|e| e.contains(part)),
                "{refused:?}"
            );
        }
        let large = vec![b' '; LARGEST_FILE + 1];
        assert!(decode(&large).is_err_and(|e| e.problem.contains("32 MB")));
    }

    #[test]
    fn quotes_are_cut_between_characters() {
        assert_eq!(quoted("a\"b"), "\"a\\\"b\"");
        assert!(quoted(&"ü".repeat(100)).ends_with("ü\"…"));
    }
}
