//! Personal data beside the journal. A chained entry carries only a salted digest of a name; the plain value is
//! kept beside it and can be redacted later without breaking the chain or any proof.

use crate::ids::Hex32;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What people say about themselves. Redacted by leaving it out of the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Personal {
    /// Random bytes that keep a short name from being guessed from its digest.
    pub salt: Hex32,
    /// The name as shown.
    pub name: String,
    /// Club, store or team, for the house choice to keep clubs apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// How the organizer reaches the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
}

/// The digest that a chained entry carries in place of personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = SealedPersonalData))]
pub struct Sealed(pub Hex32);

/// The longest name, club or contact.
pub const LONGEST_TEXT: usize = 200;

impl Personal {
    /// Creates the personal data of somebody with only a name.
    #[must_use]
    pub fn named(name: impl Into<String>, salt: Hex32) -> Personal {
        Personal {
            salt,
            name: name.into(),
            club: None,
            contact: None,
        }
    }

    /// Returns the digest: SHA-256 over a tag, the salt, and each value with its length before it.
    #[must_use]
    pub fn seal(&self) -> Sealed {
        let mut hash = Sha256::new();
        hash.update(b"muster personal v1\0");
        hash.update(self.salt.0);
        for value in [Some(&self.name), self.club.as_ref(), self.contact.as_ref()] {
            match value {
                Some(text) => {
                    hash.update([1]);
                    hash.update((text.len() as u64).to_le_bytes());
                    hash.update(text.as_bytes());
                }
                None => hash.update([0]),
            }
        }
        Sealed(Hex32(hash.finalize().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_changed_value_changes_the_seal() {
        let salt = Hex32([7; 32]);
        let base = Personal::named("Ann", salt);
        let others = [
            Personal {
                name: "Ann ".into(),
                ..base.clone()
            },
            Personal {
                salt: Hex32([8; 32]),
                ..base.clone()
            },
            Personal {
                club: Some(String::new()),
                ..base.clone()
            },
            Personal {
                contact: Some(String::new()),
                ..base.clone()
            },
        ];
        for other in others {
            assert_ne!(base.seal(), other.seal(), "{other:?}");
        }
        assert_eq!(base.seal(), base.clone().seal());
    }
}
