//! Secrets: long tokens for cookies and links, short codes for people to type. Only their digests are stored.

use muster_ledger::TournamentId;
use muster_ledger::people::TokenHash;
use muster_tournament::ids::Hex32;
use sha2::{Digest, Sha256};

/// Letters that are not mistaken for one another when read aloud or typed.
const LETTERS: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a short code: 30^9 codes, and guessing is rate-limited. Codes of earlier versions have six letters and still
/// work.
pub(crate) const CODE_LENGTH: usize = 9;

/// Letters that tell tournaments of one name apart.
pub(crate) const ID_LENGTH: usize = 6;

/// Letters in a group: `ABC-DEF-GHJ` is easy to read aloud.
const GROUP: usize = 3;

/// Random bytes from the operating system.
pub fn random() -> Result<Hex32, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Hex32(bytes))
}

/// Makes the digest of a token for cookies and links.
#[must_use]
pub fn digest(token: &str) -> TokenHash {
    bytes_digest(token.as_bytes())
}

/// Makes the digest of bytes.
#[must_use]
pub fn bytes_digest(bytes: &[u8]) -> TokenHash {
    TokenHash(Hex32(Sha256::digest(bytes).into()))
}

/// Makes the digest of a short code, which works in one tournament only.
#[must_use]
pub fn code_digest(tournament: &TournamentId, code: &str) -> TokenHash {
    let code: String = code.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    digest(&format!("{tournament}/{}", code.to_ascii_uppercase()))
}

/// Makes a short code.
pub fn code() -> Result<String, getrandom::Error> {
    let letters = letters(CODE_LENGTH)?;
    let groups: Vec<&str> = (0..CODE_LENGTH)
        .step_by(GROUP)
        .filter_map(|start| letters.get(start..(start + GROUP).min(CODE_LENGTH)))
        .collect();
    Ok(groups.join("-"))
}

/// Makes random letters that are easy to tell apart.
pub fn letters(count: usize) -> Result<String, getrandom::Error> {
    let mut letters = String::with_capacity(count);
    // Bytes that would favour some letters are thrown away.
    let even = 256 - 256 % LETTERS.len();
    while letters.len() < count {
        for byte in random()?.0 {
            if usize::from(byte) < even && letters.len() < count {
                letters.push(char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
            }
        }
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_however_they_are_typed() {
        let open = TournamentId::new("open").unwrap();
        let other = TournamentId::new("other").unwrap();
        assert_eq!(code_digest(&open, "AB2 C3D"), code_digest(&open, "ab2-c3d"));
        assert_ne!(code_digest(&open, "AB2C3D"), code_digest(&other, "AB2C3D"));
    }

    #[test]
    fn a_code_has_nine_clear_letters_in_groups_of_three() {
        for _ in 0..100 {
            let code = code().unwrap();
            let groups: Vec<&str> = code.split('-').collect();
            assert_eq!(groups.len(), 3, "{code}");
            for group in groups {
                assert_eq!(group.len(), 3, "{code}");
                assert!(group.bytes().all(|c| LETTERS.contains(&c)), "{code}");
            }
        }
    }
}
