//! The kept corpus of the fuzzer, read again in every test run: input that once broke a reader, or that reaches far into one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a failing test may stop where it fails"
)]

#[path = "../../../../fuzz/src/readers.rs"]
mod readers;
#[path = "../../../../fuzz/src/requests.rs"]
mod requests;

use std::path::Path;

#[test]
fn the_corpus_breaks_no_reader() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, reader) in readers::READERS.into_iter().chain(requests::READERS) {
        let mut read = 0;
        for file in std::fs::read_dir(corpus.join(name)).unwrap() {
            let path = file.unwrap().path();
            // Shown when a reader panics.
            println!("{}", path.display());
            reader(&std::fs::read(path).unwrap());
            read += 1;
        }
        assert!(read > 0, "{name} has no corpus");
    }
}
