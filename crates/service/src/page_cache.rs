//! Pages that many people see alike: rendered once for each position of the journal, compressed once, and handed out without
//! copying.

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::OnceLock;

/// A page and, once somebody has asked for it, the same page compressed.
pub struct Page {
    plain: Bytes,
    gzipped: OnceLock<Bytes>,
}

impl Page {
    /// Makes a page of any content.
    #[must_use]
    pub fn new(content: impl Into<Bytes>) -> Page {
        Page {
            plain: content.into(),
            gzipped: OnceLock::new(),
        }
    }

    /// Returns the content as it is.
    #[must_use]
    pub fn plain(&self) -> Bytes {
        self.plain.clone()
    }

    /// Returns the content compressed with gzip.
    #[must_use]
    pub fn gzipped(&self) -> Bytes {
        self.gzipped.get_or_init(|| gzip(&self.plain)).clone()
    }
}

/// Writing into memory cannot fail; if it ever did, the page would be empty rather than wrong.
fn gzip(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 8), Compression::new(5));
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(gzipped) => gzipped.into(),
        Err(_) => Bytes::new(),
    }
}
