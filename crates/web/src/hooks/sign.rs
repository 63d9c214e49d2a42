//! Signing: whoever receives a webhook can tell that it came from here, is whole and is not old. The headers and the
//! signature are those of the Standard Webhooks specification, for which most languages have a library.

use crate::token;
use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;

/// What secrets made here begin with; the rest is the key in base64.
const PREFIX: &str = "whsec_";

/// Makes a secret.
pub fn secret() -> Result<String, getrandom::Error> {
    Ok(format!(
        "{PREFIX}{}",
        Base64::encode_string(&token::random()?.0)
    ))
}

/// The key of a secret: what stands behind the prefix in base64, or the secret's own bytes.
fn key(secret: &str) -> Vec<u8> {
    secret
        .strip_prefix(PREFIX)
        .and_then(|text| Base64::decode_vec(text).ok())
        .unwrap_or_else(|| secret.as_bytes().to_vec())
}

/// Returns the headers that identify, date and sign a body: `webhook-signature` is `v1,` and the base64 of the
/// HMAC-SHA256 over `id.timestamp.body`.
#[must_use]
pub fn headers(secret: &str, id: &str, at: Timestamp, body: &str) -> [(&'static str, String); 3] {
    let at = at.as_second();
    [
        ("webhook-id", id.to_owned()),
        ("webhook-timestamp", at.to_string()),
        (
            "webhook-signature",
            format!(
                "v1,{}",
                signature(&key(secret), &format!("{id}.{at}.{body}"))
            ),
        ),
    ]
}

fn signature(key: &[u8], text: &str) -> String {
    // HMAC takes keys of any length; nothing is signed should it ever not.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return String::new();
    };
    mac.update(text.as_bytes());
    Base64::encode_string(&mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_specification() {
        // Computed with another program: `openssl dgst -sha256 -hmac` over the same text.
        let signed = headers(
            "a plain secret of some length",
            "msg_1",
            Timestamp::from_second(1_700_000_000).unwrap(),
            "{}",
        );
        assert_eq!(signed[1].1, "1700000000");
        assert_eq!(
            signed[2].1,
            "v1,7YrzVPGm4IlNzOAYGOj3rjs7itPHaKqLQwAImvMol3M="
        );
    }

    #[test]
    fn a_secret_made_here_is_32_random_bytes() {
        let one = secret().unwrap();
        assert_eq!(key(&one).len(), 32);
        assert_ne!(one, secret().unwrap());
    }
}
