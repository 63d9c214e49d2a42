//! From bytes to text: byte-order marks, UTF-8, UTF-16 and Windows-1252, which all occur in files people send.
//!
//! Relies on encoding_rs for the tables; promises to say which encoding was used, and to refuse what is not text or is
//! larger than any tournament could be.

use encoding_rs::{UTF_8, WINDOWS_1252};
use muster_words::files::{FileNote, FileProblem, Unreadable};
use std::borrow::Cow;

/// The largest file that is read. A tournament of a thousand players takes about two megabytes.
pub const LARGEST_FILE: usize = 32 * 1024 * 1024;

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
    /// Returns a note where the encoding is a guess.
    pub(crate) fn note(self) -> Option<FileNote> {
        (self == Encoding::Windows1252).then_some(FileNote::Windows1252)
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
        let megabytes = LARGEST_FILE / 1024 / 1024;
        return Err(Unreadable::file(FileProblem::TooLarge { megabytes }));
    }
    // Spreadsheets and other archives begin like this; people rename them to .csv.
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Unreadable::file(FileProblem::Archive));
    }
    if bytes.starts_with(b"\x1f\x8b") {
        return Err(Unreadable::file(FileProblem::Gzip));
    }
    let decoded = match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => {
            let (text, _, broken) = encoding.decode(bytes);
            if broken {
                let encoding = encoding.name();
                return Err(Unreadable::file(FileProblem::Encoding { encoding }));
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
                return Err(Unreadable::file(FileProblem::CutOff));
            }
            Err(_) => Decoded {
                text: WINDOWS_1252.decode_without_bom_handling(bytes).0,
                encoding: Encoding::Windows1252,
            },
        },
    };
    if decoded.text.contains('\0') {
        return Err(Unreadable::file(FileProblem::NotText));
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

/// Returns a text as far as a message should quote it, with its invisible characters visible.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    let mut excerpt = String::new();
    for letter in text.chars().take(MOST) {
        match letter.is_control() || is_invisible(letter) {
            true => excerpt.extend(letter.escape_default()),
            false => excerpt.push(letter),
        }
    }
    if text.chars().nth(MOST).is_some() {
        excerpt.push('…');
    }
    excerpt
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
    fn what_is_not_text_is_refused() {
        let large = vec![b' '; LARGEST_FILE + 1];
        for (bytes, code) in [
            (&b"PK\x03\x04rest"[..], "file.archive"),
            (b"\x1f\x8b\x08rest", "file.gzip"),
            (b"a\0b", "file.not-text"),
            (b"\xFF\xFEZ\0o", "file.encoding"),
            (b"\xEF\xBB\xBF\xFF", "file.encoding"),
            ("Zoë Zoë".as_bytes().split_last().unwrap().1, "file.cut-off"),
            (&large, "file.too-large"),
        ] {
            assert_eq!(decode(bytes).err().map(|e| e.code()), Some(code));
        }
    }

    #[test]
    fn excerpts_are_short_and_visible() {
        assert_eq!(excerpt("a\"b"), "a\"b");
        assert_eq!(excerpt("a\nb\u{202e}"), "a\\nb\\u{202e}");
        assert_eq!(excerpt(&"ü".repeat(100)), format!("{}…", "ü".repeat(60)));
    }
}
