//! `muster completions`.

use crate::environment::TestEnvironment;

#[test]
fn every_shell_knows_the_subcommands() {
    let env = TestEnvironment::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = env.ok(&["completions", shell]);
        assert!(
            ["check-in", "simulate"]
                .iter()
                .all(|word| script.contains(word)),
            "{shell}"
        );
    }
    // The others complete no values of arguments without a name.
    for shell in ["bash", "zsh"] {
        let script = env.ok(&["completions", shell]);
        assert!(
            script.contains("cross-table") && script.contains("cardgame"),
            "{shell}"
        );
    }
    env.fails(2, &["completions", "abacus"]);
}
