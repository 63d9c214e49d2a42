//! Help of every subcommand.

use crate::environment::TestEnvironment;

/// Returns the subcommands that the help lists.
fn listed(help: &str) -> Vec<String> {
    let rows = help.lines().take_while(|line| *line != "Options:");
    rows.filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn help_lists_everything_in_the_order_of_a_tournament() {
    let env = TestEnvironment::new();
    insta::assert_snapshot!(env.ok(&["--help"]), @r"
    Runs tabletop tournaments by the book

    Usage: muster [OPTIONS] [COMMAND]

    The server:
      serve        Start the server; everyone else uses a browser
      demo         Start a server with five invented tournaments to look around in
      account      List, add or remove organizers, or reset a password
      token        Create, list or revoke API tokens
      backup       Back up the server's data, even while it runs
      restore      Replace the server's data with a backup
      store        Move data between a folder and PostgreSQL, or check it
      standby      Follow a server from another machine, ready to take over
      export       Export a tournament: journal, tables, other programs' formats, site, calendar
      import       Import a journal or another program's tournament

    Before the start:
      new          Create a tournament
      configure    Change name, tier, structure or house choices
      role         Assign, dismiss or list staff
      add          Register players: by name, or from a CSV file
      amend        Change a player's name, club, faction or list points
      players      List the players
      list         Hand in, check, show or correct lists: squads, fleets, armies, decks
      catalogue    Load a card catalogue to check lists against
      check-in     Check players in
      start        Start: attendance decides rounds and cut, which are then fixed

    Rounds:
      pair         Close the round, draw the next one, review it, publish it
      pairings     Show the pairings and the results so far
      repair       Repair a published Swiss round with as few changed tables as possible
      clock        Start, stop or show the clock of the round
      tally        Work out a player's score from what the opponent lost
      salvo        Roll the Final Salvo of a table for both players (X-Wing)
      report       Report how a match ended
      confirm      Confirm a report or, as staff, a claimed ending
      dispute      Dispute the opponent's report; staff settle it
      correct      Correct a wrong result
      no-show      Record a no-show: the player loses the match and is dropped
      side         Choose a side as the higher seed in the first bracket round (Card Game)

    Judges and tables:
      judge        Call a judge, rule, appeal, check for fortressing, or list open calls
      penalty      Warn, give a game loss, recommend a removal or keep a player; or list penalties
      component    Handle a lost component, or make a proxy for a damaged card
      tables       Describe tables and terrain, fix seats, or list tables

    People:
      drop         Drop a player; results stay, and the player may rejoin
      rejoin       Let a dropped player rejoin, or let a late player in
      disqualify   Remove a player for good
      redact       Erase a player's name, club and contact; results and proofs stay
      privacy      Export everything stored about a person

    The end:
      cut          End the Swiss rounds; the top players advance to the bracket
      bracket      Show the bracket, and the places once it is played
      put-back     Put a player who lost to a disqualified opponent back into the bracket
      finish       End the tournament and reveal the seed of all draws

    At any time:
      status       Show where the tournament is and what comes next
      standings    Show the standings, or recompute those of another program's file
      forecast     Show everybody's chances and when the day ends
      what-if      Compare the tournament with a copy in which results, drops or the cut are different
      season       Show the standings of a season, or list the seasons
      statistics   Show statistics: factions, first turn, margins, ranks, round lengths
      print        Write a document as PDF: pairings, slips, standings, bracket, forms, certificates …
      why          Explain a pairing, a bye, an outcome, a rank, the cut, or who chooses
      log          Show what happened, line by line
      undo         Undo the last step, or an earlier one
      verify       Check a journal from the first line to the last

    Without a tournament:
      rules        Show the regulations: clauses, how Muster treats them, and tables
      score        Score a report: JSON in, outcome as JSON out
      schema       Print the JSON Schema of a report or a list
      plan         Compare structures for a number of players: rounds, cut, end of the day, who gets in
      simulate     Play whole random tournaments and write their journals
      completions  Print completions for a shell
      man          Print the manual page, or write one for every subcommand

    Options:
          --json               Print JSON for scripts instead of text
      -t, --tournament <FILE>  Journal of the tournament, for subcommands that need one
      -h, --help               Print help
      -V, --version            Print version

    `muster help SUBCOMMAND` explains a subcommand, with examples.

    Exit codes:
      0  done
      1  refused by the rules, with the clause if there is one; nothing was changed
      2  wrong usage: an argument is missing, unknown or matches nothing
      3  a file cannot be read or written, or is damaged
      4  verification failed: the journal is damaged or was altered
    ");
    assert!(env.ok(&["--version"]).starts_with("muster "));
}

#[test]
fn help_is_also_a_subcommand() {
    let env = TestEnvironment::new();
    assert_eq!(env.ok(&["help"]), env.ok(&["--help"]));
    assert_eq!(env.ok(&["help", "add"]), env.ok(&["add", "--help"]));
    assert_eq!(
        env.ok(&["help", "judge", "call"]),
        env.ok(&["judge", "call", "--help"])
    );
}

#[test]
fn a_tournament_may_be_named_before_the_subcommand() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    std::fs::rename(env.path("cup.jsonl"), env.path("cup.journal")).unwrap();
    env.fails(2, &["status"]);
    let expected = env.ok(&["status", "-t", "cup.journal"]);
    assert_eq!(env.ok(&["-t", "cup.journal", "status"]), expected);
    assert_eq!(env.ok(&["--tournament=cup.journal", "status"]), expected);
    env.ok(&["-t", "cup.journal", "why", "pairing", "1"]);
}

#[test]
fn prose_is_wrapped_to_the_terminal_and_not_in_the_source() {
    let env = TestEnvironment::new();
    for name in listed(&env.ok(&["--help"])) {
        let help = env.ok(&[&name, "--help"]);
        let (_, examples) = help.split_once("Example").unwrap();
        let lines: Vec<&str> = examples.lines().collect();
        // A line that was broken in the source and again by the terminal leaves a short one before a small letter.
        let broken = lines.windows(2).find(|pair| {
            let [one, two] = pair else { return false };
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with([' ', '{', '(']);
            let goes_on = two.starts_with(|first: char| first.is_lowercase());
            is_prose(one) && is_prose(two) && goes_on && one.chars().count() < 60
        });
        assert!(broken.is_none(), "{name}: {broken:?}");
    }
}

#[test]
fn every_subcommand_has_an_example() {
    let env = TestEnvironment::new();
    let subcommands = listed(&env.ok(&["--help"]));
    assert_eq!(subcommands.len(), 63, "{subcommands:?}");
    for name in &subcommands {
        let help = env.ok(&[name, "--help"]);
        let example = format!("muster {name}");
        let (_, examples) = help
            .split_once("Example")
            .unwrap_or_else(|| panic!("{name}: {help}"));
        assert!(examples.contains(&example), "{name}: {help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{name}: {help}"
        );
    }
    for nested in [
        ["role", "assign"],
        ["role", "dismiss"],
        ["role", "list"],
        ["why", "pairing"],
        ["why", "bye"],
        ["why", "rank"],
        ["why", "outcome"],
        ["why", "cut"],
        ["why", "first"],
    ] {
        let help = env.ok(&[nested[0], nested[1], "--help"]);
        assert!(
            help.contains(&format!("Example:\n  muster {} {}", nested[0], nested[1])),
            "{help}"
        );
    }
}
