//! `muster completions`.

use crate::environment::TestEnvironment;

#[test]
fn every_shell_knows_the_subcommands() {
    let env = TestEnvironment::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = env.ok(&["completions", shell]);
        assert!(
            script.contains("check-in") && script.contains("simulate"),
            "{shell}"
        );
    }
    env.fails(2, &["completions", "abacus"]);
}
