//! The command line as a whole: options before the subcommand, and help that lists the subcommands in the order in which
//! a tournament needs them.

use crate::command::Command;
use crate::fault::{self, EXIT_CODES};
use crate::output::Output;
use clap::{CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;

/// Runs tabletop tournaments by the book.
#[derive(Parser, Debug)]
#[command(name = "muster", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// What to do; left out, start the server
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Print JSON for scripts instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// The subcommands, by what they are for.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "The server",
        &[
            "serve", "demo", "account", "token", "backup", "restore", "export", "import",
        ],
    ),
    (
        "Before the start",
        &[
            "new",
            "configure",
            "role",
            "add",
            "amend",
            "players",
            "list",
            "catalogue",
            "check-in",
            "start",
        ],
    ),
    (
        "Rounds",
        &[
            "pair", "pairings", "repair", "clock", "tally", "salvo", "report", "confirm",
            "dispute", "correct", "no-show", "side",
        ],
    ),
    (
        "Judges and tables",
        &["judge", "penalty", "component", "tables"],
    ),
    (
        "People",
        &["drop", "rejoin", "disqualify", "redact", "privacy"],
    ),
    ("The end", &["cut", "bracket", "put-back", "finish"]),
    (
        "At any time",
        &[
            "status",
            "standings",
            "forecast",
            "statistics",
            "print",
            "why",
            "log",
            "undo",
            "verify",
        ],
    ),
    (
        "Without a tournament",
        &[
            "rules",
            "score",
            "schema",
            "plan",
            "simulate",
            "completions",
            "man",
        ],
    ),
];

/// Returns the command line's definition, for parsing, completions and manual pages.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command().disable_help_subcommand(true);
    let mut list = String::new();
    for (title, names) in GROUPS {
        list.push_str(&format!("{title}:\n"));
        for name in *names {
            let about = command
                .find_subcommand(name)
                .and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            list.push_str(&format!("  {name:12} {about}\n"));
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}\n\n\
         `muster SUBCOMMAND --help` explains one, with an example.{{after-help}}"
    ))
}

/// Reads the arguments; wrong ones end the program with exit code 2.
pub(crate) fn parse() -> Cli {
    parse_from(std::env::args_os())
}

/// Reads given arguments, the program's name first.
pub(crate) fn parse_from<T: Into<OsString>>(arguments: impl IntoIterator<Item = T>) -> Cli {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let parsed = command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| {
        if wants_json && error.use_stderr() {
            let mut out = Output::new(true);
            let message = error.to_string();
            out.json(&fault::error("usage", "usage", message.trim_end()));
            let _ = out.flush();
        }
        error.exit()
    })
}
