//! `muster man`.

use crate::environment::TestEnvironment;

#[test]
fn pages_are_printed_or_written() {
    let env = TestEnvironment::new();
    let page = env.ok(&["man"]);
    assert!(page.contains(".TH") && page.contains("muster"), "{page}");
    env.ok(&["man", "--out", "pages"]);
    for name in ["muster.1", "muster-pair.1", "muster-check-in.1"] {
        let page = env.read(&format!("pages/{name}"));
        assert!(
            page.contains(".TH") && page.contains(".SH EXAMPLES"),
            "{name}"
        );
        assert!(!page.contains("EXTRA"), "{name}");
    }
}
