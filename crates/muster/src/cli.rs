//! The command line as a whole: options before the subcommand, and help that lists the subcommands in the order in which
//! a tournament needs them.

use crate::command::Command;
use crate::fault::{self, EXIT_CODES};
use crate::output::Output;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use muster_regulations::Regulation;
use std::error::Error;
use std::ffi::OsString;
use std::num::ParseIntError;
use std::str::FromStr;

/// Runs tabletop tournaments by the book.
#[derive(Parser, Debug)]
#[command(name = "muster", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// Subcommand [default: serve]
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Print JSON for scripts instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// Returns a parser of values that are one of a few words, so that help, errors and completions list them.
pub(crate) fn one_of<T>(
    words: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
    T::Err: Into<Box<dyn Error + Send + Sync + 'static>>,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}

/// Returns a parser of regulations.
pub(crate) fn regulation() -> impl TypedValueParser<Value = Regulation> {
    one_of::<Regulation>(Regulation::ALL.map(Regulation::id))
}

/// The subcommands by purpose.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "The server",
        &[
            "serve", "demo", "account", "token", "backup", "restore", "store", "standby", "export",
            "import",
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
            "what-if",
            "season",
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
    // For help and completions: it is handed to the subcommand before anything is parsed.
    let tournament = clap::Arg::new("tournament")
        .short('t')
        .long("tournament")
        .value_name("FILE")
        .help("Journal of the tournament, for subcommands that need one");
    let command = Cli::command().disable_help_subcommand(true).arg(tournament);
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
         `muster help SUBCOMMAND` explains a subcommand, with examples.{{after-help}}"
    ))
}

/// Reads the arguments; wrong ones end the program with exit code 2.
pub(crate) fn parse() -> Cli {
    parse_from(std::env::args_os())
}

/// Reads given arguments, the program's name first.
pub(crate) fn parse_from<T: Into<OsString>>(arguments: impl IntoIterator<Item = T>) -> Cli {
    let arguments = arranged(arguments.into_iter().map(Into::into).collect());
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let parsed = command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| {
        let error = in_plain_words(error);
        if wants_json && error.use_stderr() {
            let mut out = Output::new(true);
            let message = error.to_string();
            out.json(&fault::error("usage", "usage", message.trim_end()));
            let _ = out.flush();
        }
        error.exit()
    })
}

/// Moves what people put before the subcommand to where it is read: `muster help add` becomes `muster add --help`, and
/// `muster -t FILE status` becomes `muster status -t FILE`.
fn arranged(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut rest = arguments.into_iter().peekable();
    let (mut kept, mut moved) = (Vec::from_iter(rest.next()), Vec::new());
    while let Some(argument) = rest.next_if(|argument| argument.to_string_lossy().starts_with('-'))
    {
        match argument.to_str() {
            Some("-t" | "--tournament") => {
                moved.extend([Some(argument), rest.next()].into_iter().flatten())
            }
            Some(text) if text.starts_with("--tournament=") => moved.push(argument),
            Some(text) if text.starts_with("-t") => moved.push(argument),
            _ => kept.push(argument),
        }
    }
    if rest.next_if(|argument| argument == "help").is_some() {
        moved.push("--help".into());
    }
    let (before, after): (Vec<OsString>, Vec<OsString>) = {
        let rest: Vec<OsString> = rest.collect();
        let end = rest
            .iter()
            .position(|argument| argument == "--")
            .unwrap_or(rest.len());
        let (before, after) = rest.split_at(end);
        (before.to_vec(), after.to_vec())
    };
    kept.into_iter()
        .chain(before)
        .chain(moved)
        .chain(after)
        .collect()
}

/// Rewords errors of the number and time parsers, which speak to programmers.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let source = error.source();
    let expected = if source.is_some_and(|source| source.is::<ParseIntError>()) {
        "a whole number"
    } else if source.is_some_and(|source| source.is::<jiff::Error>()) {
        "a date or time like 2026-05-30 or 2026-05-30T09:00:00Z"
    } else {
        return error;
    };
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (
        said(ContextKind::InvalidArg),
        said(ContextKind::InvalidValue),
    );
    command().error(
        ErrorKind::ValueValidation,
        format!("invalid value {value:?} for {argument}; expected {expected}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_web::api::document::command_names;
    use std::collections::BTreeSet;

    /// Names that exist only on the command line, with the reason.
    const ONLY_HERE: &[(&str, &str)] = &[
        (
            "pair",
            "several steps of a round in one; its options have the names of the API",
        ),
        ("add", "short for register, which works too"),
        ("salvo", "short for final-salvo, which works too"),
        ("side", "short for choose-side, which works too"),
        ("clock add", "short for adjust, which works too"),
        ("clock call", "short for call-time, which works too"),
        ("tables set", "short for define, which works too"),
        (
            "catalogue import",
            "list.catalogue in the API; here a file is read",
        ),
        ("list correct", "hand_in with a reason"),
    ];

    /// Groups of the API that the command line splits.
    const HOMES: &[(&str, &[&str])] = &[("judge", &["judge", "penalty", "component"])];

    fn names(command: &clap::Command) -> impl Iterator<Item = String> {
        let names = command.get_all_aliases().chain([command.get_name()]);
        names
            .map(|name| name.replace('-', "_"))
            .collect::<Vec<_>>()
            .into_iter()
    }

    #[test]
    fn options_before_the_subcommand_are_handed_to_it() {
        let check = |given: &[&str], expected: &[&str]| {
            let given = given.iter().map(OsString::from).collect();
            assert_eq!(arranged(given), expected, "{expected:?}");
        };
        check(&["muster"], &["muster"]);
        check(&["muster", "status"], &["muster", "status"]);
        check(
            &["muster", "-t", "x.jsonl", "status"],
            &["muster", "status", "-t", "x.jsonl"],
        );
        check(
            &["muster", "--json", "--tournament=x", "add", "--", "-Ann"],
            &["muster", "--json", "add", "--tournament=x", "--", "-Ann"],
        );
        check(&["muster", "help"], &["muster", "--help"]);
        check(
            &["muster", "help", "judge", "call"],
            &["muster", "judge", "call", "--help"],
        );
    }

    #[test]
    fn the_command_line_and_the_api_call_commands_the_same() {
        let cli = Cli::command();
        let api = command_names();
        assert!(api.len() > 60, "{api:?}");
        // What can be done here, by every name under which the API would have it.
        let mut here: BTreeSet<String> = BTreeSet::new();
        let mut unknown = Vec::new();
        for command in cli.get_subcommands() {
            let group = HOMES
                .iter()
                .find(|(_, homes)| homes.contains(&command.get_name()));
            let group = group.map_or(command.get_name(), |(group, _)| group);
            let inside = command.get_subcommands();
            let inside =
                inside.map(|one| (format!("{} {}", command.get_name(), one.get_name()), one));
            for (shown, one) in inside.chain([(command.get_name().to_owned(), command)]) {
                let changes = one.get_arguments().any(|arg| arg.get_id() == "dry_run");
                if !changes {
                    continue;
                }
                let mut found: Vec<String> = names(one).collect();
                found.extend(names(one).map(|name| format!("{group}.{name}")));
                let options = one.get_arguments().flat_map(|arg| {
                    let also = arg.get_all_aliases().unwrap_or_default();
                    also.into_iter()
                        .chain(arg.get_long())
                        .map(|name| name.replace('-', "_"))
                        .collect::<Vec<_>>()
                });
                here.extend(options);
                let short = ONLY_HERE.iter().any(|(name, _)| *name == shown);
                if !short && !found.iter().any(|name| api.contains(name)) {
                    unknown.push(shown);
                }
                here.extend(found);
            }
        }
        assert!(unknown.is_empty(), "not in the API: {unknown:?}");
        // A file of cards is brought with `muster catalogue import`.
        here.insert("list.catalogue".to_owned());
        // `muster undo 39` names the line.
        here.insert("undo_line".to_owned());
        let missing: Vec<&String> = api.difference(&here).collect();
        assert!(missing.is_empty(), "not on the command line: {missing:?}");
    }
}
