//! Data kept beside a line that is nobody's personal data: a handed-in list, an imported catalogue.
//!
//! The chained entry carries only a salted digest, so that a list stays hidden from opponents as long as its regulation
//! keeps it hidden, and journals stay small for those who only follow them. Promises that the chain and every proof hold
//! with or without it.

use crate::ids::Hex32;
use crate::note::Note;
use crate::personal::{Personal, Sealed};
use muster_regulations::List;
use muster_regulations::list::{CardRecord, Catalogue};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Something beside a line, with the random bytes that keep it from being guessed from its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attachment {
    pub salt: Hex32,
    #[serde(flatten)]
    pub content: Content,
}

/// What can be beside a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    List(List),
    Catalogue(Vec<CardRecord>),
}

impl Attachment {
    /// Puts a list beside a line.
    #[must_use]
    pub fn list(list: List, salt: Hex32) -> Attachment {
        let content = Content::List(list);
        Attachment { salt, content }
    }

    /// Puts a catalogue beside a line.
    #[must_use]
    pub fn catalogue(catalogue: &Catalogue, salt: Hex32) -> Attachment {
        let content = Content::Catalogue(catalogue.cards().to_vec());
        Attachment { salt, content }
    }

    /// Returns the digest: SHA-256 over a tag, the salt, and the content as JSON with its length before it.
    #[must_use]
    pub fn seal(&self) -> Sealed {
        // Serializing our own types to a string cannot fail: no maps with odd keys, no floats, no I/O.
        let json = serde_json::to_string(&self.content).unwrap_or_default();
        let mut hash = Sha256::new();
        hash.update(b"muster attachment v1\0");
        hash.update(self.salt.0);
        hash.update((json.len() as u64).to_le_bytes());
        hash.update(json.as_bytes());
        Sealed(Hex32(hash.finalize().into()))
    }
}

/// One value beside a line: somebody's personal data, free text, or something attached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Written")]
pub enum Private {
    Person(Personal),
    /// A list or a catalogue.
    Attached(Attachment),
    /// Free text about people.
    Note(Note),
}

impl Private {
    /// Returns its digest, as in the line.
    #[must_use]
    pub fn seal(&self) -> Sealed {
        match self {
            Private::Person(person) => person.seal(),
            Private::Attached(attached) => attached.seal(),
            Private::Note(note) => note.seal(),
        }
    }
}

/// A value beside a line as it is written. Read in one pass: registrations of whole halls are beside one line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    salt: Hex32,
    name: Option<String>,
    club: Option<String>,
    contact: Option<String>,
    list: Option<List>,
    catalogue: Option<Vec<CardRecord>>,
    text: Option<String>,
}

impl TryFrom<Written> for Private {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Private, &'static str> {
        let Written {
            salt,
            name,
            club,
            contact,
            list,
            catalogue,
            text,
        } = written;
        if let Some(text) = text {
            return match (name, club, contact, list, catalogue) {
                (None, None, None, None, None) => Ok(Private::Note(Note { salt, text })),
                _ => Err("holds several things at once"),
            };
        }
        let content = match (name, list, catalogue) {
            (Some(name), None, None) => {
                return Ok(Private::Person(Personal {
                    salt,
                    name,
                    club,
                    contact,
                }));
            }
            (None, Some(list), None) => Content::List(list),
            (None, None, Some(cards)) => Content::Catalogue(cards),
            (None, None, None) => return Err("missing field `name`"),
            _ => return Err("holds several things at once"),
        };
        match (club, contact) {
            (None, None) => Ok(Private::Attached(Attachment { salt, content })),
            _ => Err("missing field `name`"),
        }
    }
}
