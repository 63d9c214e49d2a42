//! What was missing, odd, contradictory or skipped in a file that was read.

use super::LineProblem;
use crate::coded::coded;
use crate::phrases::{listed, plural};
use muster_regulations::Tier;
use muster_tournament::PlayerId;
use serde::Serialize;

/// What a file claims about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The rank after the Swiss rounds.
    Rank,
    Points,
    MarginOfVictory,
    StrengthOfSchedule,
    ExtendedStrengthOfSchedule,
}

/// A column of short texts about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextColumn {
    Name,
    Email,
    Club,
    Faction,
}

/// Names in a sentence before the rest is only counted.
const MOST_NAMES: usize = 8;

/// Names as a list; a long one ends with how many more there are.
fn several(names: &[String]) -> String {
    let mut shown: Vec<String> = names.iter().take(MOST_NAMES).cloned().collect();
    if names.len() > MOST_NAMES {
        shown.push(format!("{} more", names.len() - MOST_NAMES));
    }
    listed(&shown)
}

coded! {
    /// What was missing, odd, contradictory or skipped in a file.
    FileNote:
    "file-note.windows-1252" Windows1252
        => "The text isn't UTF-8 and was read as Windows-1252.";
           "Check names with accents, or save the file as UTF-8.",
    "file-note.more" More { notes: usize }
        => plural(*notes, "1 more note isn't listed.", "{n} more notes aren't listed."),

    // Values of another kind than the format has.
    "file-note.list-expected" ListExpected { found: String }
        => format!("This should be a list, not {found}. It was skipped."),
    "file-note.object-expected" ObjectExpected { found: String }
        => format!("This should be an object, not {found}. It was skipped."),
    "file-note.text-expected" TextExpected { found: String }
        => format!("This should be text, not {found}. It was skipped."),
    "file-note.flag-expected" FlagExpected { found: String }
        => format!("This should be true or false, not {found}. It was skipped."),
    "file-note.number-expected" NumberExpected { found: String }
        => format!("This should be a number, not {found}. It was skipped."),
    "file-note.whole-number-expected" WholeNumberExpected { found: String }
        => format!("This should be a whole number, at least 0, not {found}. It was skipped."),

    // Players of another program's tournament.
    "file-note.player-unnamed" PlayerUnnamed
        => "This player has no name. A number is used instead.",
    "file-note.player-without-id" PlayerWithoutId
        => "This player has no id, so no match can be assigned to them.",
    "file-note.id-taken" IdTaken { id: String, first: String }
        => format!("The id “{id}” belongs to {first} too. All its matches count for {first}."),
    "file-note.name-taken" NameTaken { name: String, first: String }
        => format!("The name “{name}” belongs to {first} too. All its matches count for {first}."),
    "file-note.same-name" SameName { name: String, first: String }
        => format!("The name {name} belongs to {first} too. Their ids tell them apart."),
    "file-note.player-added" PlayerAdded { key: String }
        => format!("“{key}” isn't in the list of players and was added to it."),
    "file-note.player-unknown" PlayerUnknown { key: String }
        => format!("“{key}” isn't in the list of players and was skipped."),
    "file-note.name-shortened" NameShortened { name: String, most: usize }
        => format!("The name “{name}” was shortened to {most} characters."),
    "file-note.name-changed" NameChanged { name: String, kept: String }
        => format!("The name “{name}” can't be shown as it is. It is imported as “{kept}”."),
    "file-note.lists-unread" ListsUnread { players: Vec<String> }
        => match players.as_slice() {
            [one] => format!("The list of {one} can't be read and was skipped."),
            all => format!("The lists of {} can't be read and were skipped.", several(all)),
        },

    // Its rounds.
    "file-note.no-matches" NoMatches
        => "This round has no matches.",
    "file-note.empty-round" EmptyRound
        => "This round has no matches and was skipped.",
    "file-note.stage-missing" StageMissing { field: &'static str }
        => format!("The field {field} says neither Swiss nor elimination. The round is read as Swiss."),
    "file-note.stage-unknown" StageUnknown { found: String }
        => format!("“{found}” is neither Swiss nor elimination. The round was skipped."),
    "file-note.mixed-round" MixedRound
        => "This round has Swiss and bracket matches. Each is read into its own stage.",
    "file-note.round-unnumbered" RoundUnnumbered
        => "This round has no number. It comes after those that have one.",
    "file-note.round-repeated" RoundRepeated { round: u32 }
        => format!("There is more than one round {round}. Each counts as a round."),
    "file-note.first-round" FirstRound { round: u32 }
        => format!("The file begins with round {round}."),
    "file-note.rounds-missing" RoundsMissing { after: u32, before: u32 }
        => format!("The file has no round between round {after} and round {before}."),
    "file-note.bracket-numbers" BracketNumbers
        => "The bracket rounds aren't numbered by the size of the cut. They are read in the order of their numbers.",
    "file-note.bracket-order" BracketOrder
        => "The numbers of the bracket rounds don't give their order. They are read by how many matches they have, most first.",
    "file-note.rounds-announced" RoundsAnnounced { announced: u32, found: usize }
        => plural(
            *announced as usize,
            &format!("The file announces 1 Swiss round and has {found}."),
            &format!("The file announces {{n}} Swiss rounds and has {found}."),
        ),
    "file-note.cut-announced" CutAnnounced { cut: u32, found: usize }
        => plural(
            *found,
            &format!("The file announces a cut to the top {cut}, and 1 player is in its bracket."),
            &format!("The file announces a cut to the top {cut}, and {{n}} players are in its bracket."),
        ),

    // Its matches.
    "file-note.plays-themselves" PlaysThemselves { player: String }
        => format!("{player} is named on both sides. The match was skipped."),
    "file-note.bye-of-two" ByeOfTwo
        => "The result is a bye, but two players are named. It is read as a match.",
    "file-note.lone-player" LonePlayer
        => "Only one player is named, so this is read as a bye.",
    "file-note.nobody-named" NobodyNamed
        => "No player is named. The match was skipped.",
    "file-note.plays-twice" PlaysTwice { player: String }
        => format!("{player} appears more than once in this round. Every appearance counts."),
    "file-note.winner-not-here" WinnerNotHere { key: String }
        => format!("“{key}” is neither player of this match and was skipped."),
    "file-note.no-winner" NoWinner { a: String, b: String }
        => format!("The file doesn't say who won, {a} or {b}. The match is incomplete and counts for neither."),
    "file-note.no-scores" NoScores { a: String, b: String }
        => format!("The file doesn't give scores for both {a} and {b}. The match is incomplete and counts for neither."),
    "file-note.points-missing" PointsMissing
        => "The winner follows from both players' points, which are missing. The match counts for neither.",
    "file-note.same-role" SameRole
        => "Both players have the same role, so nobody's side is recorded.",
    "file-note.not-counted" NotCounted
        => "This result doesn't fit into the standings and isn't counted there.",

    // Its scores.
    "file-note.score-below-zero" ScoreBelowZero { score: String }
        => format!("A score of {score} is below 0. It counts as 0, in the match and in the standings."),
    "file-note.more-than-a-squad" MoreThanASquad { score: u32 }
        => format!("A score of {score} is more than a squad is worth (XW-SCORE). The difference counts as the file has it."),
    "file-note.no-margin" NoMargin
        => "The margin of victory needs the points of both sides (XW-MOV). It counts as 0 for both.",
    "file-note.winner-has-fewer" WinnerHasFewer { a: u32, b: u32 }
        => format!("The file names the player with fewer points as the winner ({a} to {b}). The win counts as named, the margin by points."),
    "file-note.no-draws" NoDraws { a: u32, b: u32 }
        => format!("The file calls {a} to {b} a draw, but X-Wing has no draws (XW-POINTS). Whoever has more points won."),
    "file-note.not-a-draw" NotADraw { a: u32, b: u32 }
        => format!("The file calls {a} to {b} an intentional draw. It counts by the points."),
    "file-note.scores-added" ScoresAdded { sum: u32 }
        => format!("There is no combinedScore. It is read as {sum}, the sum of runnerScore and corpScore."),
    "file-note.score-too-high" ScoreTooHigh { score: u32 }
        => format!("A score of {score} is more than any match gives. It was skipped."),
    "file-note.bye-points" ByePoints { points: u32, usual: u32 }
        => plural(
            *points as usize,
            &format!("The bye gave 1 point, where the Card Game gives {usual} (CG-BYE). It counts as the file has it."),
            &format!("The bye gave {{n}} points, where the Card Game gives {usual} (CG-BYE). It counts as the file has it."),
        ),
    "file-note.odd-games" OddGames { high: u32, low: u32 }
        => format!("{high} to {low} isn't a score of two games (CG-POINTS). It counts as the file has it."),

    // Winners with equal points.
    "file-note.winner-plays-on" WinnerPlaysOn { player: String }
        => format!("The points are equal. {player} plays in a later round and is read as the winner. Check this."),
    "file-note.winner-ranks-higher" WinnerRanksHigher { player: String }
        => format!("The points are equal. {player} has the better rank in the bracket and is read as the winner. Check this."),
    "file-note.winner-by-scores" WinnerByScores { a: String, b: String, winner: String }
        => format!("The points are equal. By the scores the file gives {a} and {b}, {winner} must have won. Check this."),
    "file-note.nobody-won" NobodyWon { a: String, b: String }
        => format!("The points are equal, and the scores the file gives {a} and {b} contain no win from this match. It is read as not played."),
    "file-note.salvo-unknown" SalvoUnknown { a: String, b: String }
        => format!("The points are equal, and the file doesn't say who won the Final Salvo, {a} or {b} (XW-SALVO). Until you say who won, the match is open and counts for neither."),

    // What it becomes here.
    "file-note.tier-assumed" TierAssumed { tier: Tier }
        => format!("The file gives no tier, so {tier} is assumed."),
    "file-note.date-unread" DateUnread { date: String }
        => format!("“{date}” isn't a date like 2019-12-31 and was skipped."),
    "file-note.no-bracket" NoBracket
        => "The bracket rounds don't form a bracket of this regulation. They are imported as plain rounds.",
    "file-note.no-bracket-places" NoBracketPlaces
        => "The bracket rounds don't form a bracket of this regulation. They are imported as plain rounds, and places follow from how far each player got (SE-5).",
    "file-note.not-by-seed" NotBySeed
        => "The bracket doesn't follow the ranks after the Swiss rounds. It is drawn as it was played, and the numbers in it are not seeds.",
    "file-note.left-bracket" LeftBracket { player: String }
        => format!("{player} is missing from a round of the bracket and is read as dropped, so the opponent advanced (SE-4)."),
    "file-note.third-place" ThirdPlace
        => "A match between players who were already out, such as one for third place, is kept but gives no place: players who got equally far share their places (SE-5).",
    "file-note.cut-ranks" CutRanks { players: usize, winner: Option<String> }
        => places_by_rank(
            plural(
                *players,
                "The file has no bracket rounds, so the rank it gives 1 player in the cut is the final place.",
                "The file has no bracket rounds, so the ranks it gives {n} players in the cut are the final places.",
            ),
            winner.as_deref(),
        ),
    "file-note.cut-ranks-decide" CutRanksDecide { players: usize, winner: Option<String> }
        => places_by_rank(
            plural(
                *players,
                "The bracket rounds of the file end before the final or don't fit together, so the rank it gives 1 player in the cut is the final place.",
                "The bracket rounds of the file end before the final or don't fit together, so the ranks it gives {n} players in the cut are the final places.",
            ),
            winner.as_deref(),
        ),
    "file-note.tied-by-rank" TiedByRank { players: Vec<String> }
        => format!("{} are tied on points and every tiebreaker. The random draw is unknown (TB-RANDOM), so the ranks in the file decide.", several(players)),
    "file-note.tied" Tied { players: Vec<String> }
        => format!("{} are tied on points and every tiebreaker. The random draw is unknown (TB-RANDOM), and not all of them have a rank in the file, so its order decides.", several(players)),
    "file-note.differs" Differs { player: String, what: Claim, claimed: String, computed: String }
        => match what {
            Claim::Rank => format!("{player}: the file says rank {claimed}, its rounds give {computed}."),
            Claim::Points => format!("{player}: the file says points {claimed}, its rounds give {computed}."),
            Claim::MarginOfVictory => format!("{player}: the file says margin of victory {claimed}, its rounds give {computed}."),
            Claim::StrengthOfSchedule => format!("{player}: the file says strength of schedule {claimed}, its rounds give {computed}."),
            Claim::ExtendedStrengthOfSchedule => format!("{player}: the file says extended strength of schedule {claimed}, its rounds give {computed}."),
        },

    // Tables of players.
    "file-note.no-header" NoHeader
        => "There is no header row, so each line was read as a name.";
           "If there is more than names, begin with a header such as name,club,faction.",
    "file-note.last-names-missing" LastNamesMissing
        => "There is a column of first names but none for last names.",
    "file-note.first-names-missing" FirstNamesMissing
        => "There is a column of last names but none for first names.",
    "file-note.column-repeated" ColumnRepeated { column: usize, title: String }
        => format!("Column {column} (“{title}”) repeats an earlier one and was skipped."),
    "file-note.column-unknown" ColumnUnknown { column: usize, title: String }
        => format!("Column {column} (“{title}”) isn't known and was skipped."),
    "file-note.quote-open" QuoteOpen
        => "A quotation mark opens here and is never closed."; "Close or remove it.",
    "file-note.several-fields" SeveralFields
        => "This line has several fields, and the file has no header.";
           "Add a header line, or put a name with a comma in quotation marks.",
    "file-note.line-skipped" LineSkipped { cause: &'static str, problem: String }
        => format!("This line was skipped. {problem}"),
    "file-note.no-column" NoColumn { value: String }
        => format!("“{value}” has no column header and was skipped."),
    "file-note.name-missing" NameMissing
        => "The name is missing.",
    "file-note.several-lines" SeveralLines { field: TextColumn }
        => match field {
            TextColumn::Name => "The name spans several lines.",
            TextColumn::Email => "The email spans several lines.",
            TextColumn::Club => "The club spans several lines.",
            TextColumn::Faction => "The faction spans several lines.",
        }; "A quotation mark may be missing.",
    "file-note.invisible-character" InvisibleCharacter { field: TextColumn, letter: char }
        => {
            let code = format!("U+{:04X}", u32::from(*letter));
            match field {
                TextColumn::Name => format!("The name contains an invisible character ({code})."),
                TextColumn::Email => format!("The email contains an invisible character ({code})."),
                TextColumn::Club => format!("The club contains an invisible character ({code})."),
                TextColumn::Faction => format!("The faction contains an invisible character ({code})."),
            }
        }; "Type it again by hand.",
    "file-note.too-long" TooLong { field: TextColumn, most: usize }
        => match field {
            TextColumn::Name => format!("The name is longer than {most} characters."),
            TextColumn::Email => format!("The email is longer than {most} characters."),
            TextColumn::Club => format!("The club is longer than {most} characters."),
            TextColumn::Faction => format!("The faction is longer than {most} characters."),
        },
    "file-note.names-differ" NamesDiffer { name: String, parts: String }
        => format!("The name is “{name}”, but first and last name are “{parts}”. The name is used."),
    "file-note.not-an-email" NotAnEmail { value: String }
        => format!("“{value}” isn't an email address. It is kept as typed."),
    "file-note.not-points" NotPoints { value: String }
        => format!("“{value}” isn't a whole number of points and was skipped."),
    "file-note.not-a-table" NotATable { value: String }
        => format!("“{value}” isn't a table number and was skipped."),
    "file-note.same-person" SamePerson { line: u64 }
        => format!("Line {line} has the same name and email. This is probably the same person twice."),
    "file-note.namesake" Namesake { line: u64 }
        => format!("Line {line} has the same name.");
           "Remove one if it is the same person, or add something that tells the two apart.",
    "file-note.registered" Registered { player: PlayerId }
        => format!("Player {player} already has this name."); "Remove this line if it is the same person.",
    "file-note.too-many-points" TooManyPoints { points: u32, most: u32 }
        => format!("{points} points are more than the {most} that a list may have. They were skipped."),
    "file-note.list-unreadable" ListUnreadable { cause: &'static str, problem: String }
        => format!("The list was skipped and can be handed in later. {problem}"),
    "file-note.list-invalid" ListInvalid { cause: &'static str, problem: String }
        => format!("The list isn't valid, so it was skipped and can be handed in later. {problem}"),

    // Lists as plain text.
    "file-note.line-unclear" LineUnclear { text: String, cause: &'static str, problem: LineProblem }
        => format!("“{text}” wasn't understood. {}", problem.words().both()),

    // Squads of squad builders (XWS).
    "file-note.field-unknown" FieldUnknown { field: String }
        => format!("“{field}” isn't known and was skipped."),
    "file-note.field-missing" FieldMissing
        => "This is missing."; "Add it.",
    "file-note.not-a-pilot" NotAPilot
        => "This isn't a pilot and was skipped.",
    "file-note.not-an-upgrade" NotAnUpgrade
        => "This isn't an upgrade and was skipped.",
    "file-note.not-an-obstacle" NotAnObstacle
        => "This isn't an obstacle and was skipped.",
    "file-note.obstacles-missing" ObstaclesMissing
        => "The file names no obstacles."; "Add three.",
    "file-note.obstacles-not-a-list" ObstaclesNotAList
        => "Obstacles are a list of three."; "Add them by hand.",
    "file-note.pilot-points" PilotPoints
        => "No points are given, so this counts 0."; "Add them.",
    "file-note.slot-not-a-list" SlotNotAList
        => "The upgrades of a slot are a list. This is read as a list of one.",
    "file-note.upgrades-not-by-slot" UpgradesNotBySlot
        => "Upgrades are lists by slot. These were skipped.",
    "file-note.squad-points" SquadPoints { claimed: String, sum: u64 }
        => format!("The file says {claimed} points, but its pilots add up to {sum}."),

    // Card catalogues.
    "file-note.card-value" CardValue { value: String }
        => format!("“{value}” is too long or contains a line break. It was skipped."),
    "file-note.card-points" CardPoints { value: String }
        => format!("“{value}” isn't a whole number of points and was skipped."),
    "file-note.card-unique" CardUnique { value: String }
        => format!("Unique must be yes or no. “{value}” was skipped."),
    "file-note.card-released" CardReleased { value: String }
        => format!("A release date is written like 2020-03-06. “{value}” was skipped."),
    "file-note.card-unnamed" CardUnnamed
        => "This card has no name and was skipped.",
    "file-note.card-twice" CardTwice { name: String, first: String }
        => format!("“{name}” is also at {first}. It is kept once."),
    "file-note.card-twice-points" CardTwicePoints { name: String, first: String }
        => format!("“{name}” is also at {first}, with other points. The first counts."),
}

fn places_by_rank(text: String, winner: Option<&str>) -> String {
    match winner {
        Some(winner) => format!("{text} {winner} won."),
        None => format!("{text} It names no single winner."),
    }
}
