//! One fuzzer for all readers; `MUSTER_READER` names the one to feed. `fuzz/run` builds and starts it.
#![no_main]

mod readers;
#[cfg(feature = "server")]
mod requests;

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static READER: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("MUSTER_READER").unwrap_or_default();
    let all = readers::READERS.into_iter();
    #[cfg(feature = "server")]
    let all = all.chain(requests::READERS);
    let mut chosen = all.filter(|(known, _)| *known == name);
    let (_, reader) = chosen.next().expect("MUSTER_READER names a reader");
    reader
});

fuzz_target!(|input: &[u8]| READER(input));
