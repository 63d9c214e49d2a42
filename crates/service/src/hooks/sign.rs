//! Signing: receivers of a webhook can check that it came from here, is complete and is recent. Headers and signature follow
//! the Standard Webhooks specification, for which most languages have a library.

use crate::secret;
use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;

/// The prefix of a secret; the rest is the key in base64.
const PREFIX: &str = "whsec_";

/// Makes a secret.
pub fn secret() -> Result<String, getrandom::Error> {
    Ok(format!(
        "{PREFIX}{}",
        Base64::encode_string(&secret::random()?.0)
    ))
}

/// Returns whether somebody's own secret is one by the specification, so that every library reads it as we do.
#[must_use]
pub fn is_secret(secret: &str) -> bool {
    let text = secret.strip_prefix(PREFIX).unwrap_or(secret);
    Base64::decode_vec(text).is_ok_and(|key| (24..=64).contains(&key.len()))
}

/// The key of a secret: the part after the prefix, decoded from base64.
fn key(secret: &str) -> Vec<u8> {
    let text = secret.strip_prefix(PREFIX).unwrap_or(secret);
    Base64::decode_vec(text).unwrap_or_else(|_| secret.as_bytes().to_vec())
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
    // HMAC accepts keys of any length; if it ever did not, nothing would be signed.
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
            "whsec_YSBwbGFpbiBzZWNyZXQgb2Ygc29tZSBsZW5ndGg=",
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

    #[track_caller]
    fn check(secret: &str, good: bool) {
        assert_eq!(is_secret(secret), good, "{secret}");
    }

    #[test]
    fn secrets_are_base64_of_24_to_64_bytes() {
        check("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true);
        check("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true);
        check(&secret().unwrap(), true);
        check("whsec_c2hvcnQ=", false);
        check("whsec_not base64 at all, but long enough", false);
        check("a secret that only two know", false);
    }

    #[test]
    fn a_secret_made_here_is_32_random_bytes() {
        let one = secret().unwrap();
        assert_eq!(key(&one).len(), 32);
        assert_ne!(one, secret().unwrap());
    }
}
