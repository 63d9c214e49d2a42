//! Why a file can't be read at all.

use crate::coded::coded;

coded! {
    /// Why a file can't be read at all.
    FileProblem:
    // Bytes that are not text.
    "file.too-large" TooLarge { megabytes: usize }
        => format!("This file is larger than {megabytes} MB."); "Check that it is the right file.",
    "file.archive" Archive
        => "This is a spreadsheet or a ZIP archive, not text."; "Save it as CSV, or unpack it first.",
    "file.gzip" Gzip
        => "This file is compressed (gzip)."; "Unpack it first.",
    "file.encoding" Encoding { encoding: &'static str }
        => format!("This file begins like {encoding} but isn't."); "Save it as UTF-8.",
    "file.cut-off" CutOff
        => "This file ends in the middle of a character, so it is cut off."; "Export or download it again.",
    "file.not-text" NotText
        => "This file contains zero bytes, so it isn't text."; "Export it again as text.",
    "file.empty" Empty
        => "This file is empty.",

    // JSON.
    "file.not-json" NotJson { detail: String }
        => format!("This isn't JSON: {detail}."); "Export the file again.",
    "file.json-cut-off" JsonCutOff
        => "The JSON stops in the middle, so the file is cut off."; "Export or download it again.",
    "file.json-too-deep" JsonTooDeep
        => "The JSON is nested too deeply."; "Export the file again.",
    "file.json-number" JsonNumber
        => "A number here is too large."; "Correct it, or export the file again.",

    // Tournaments of other programs.
    "file.format-unknown" FormatUnknown { format: String, known: String }
        => format!("There is no file format “{format}”."); format!("Use one of these: {known}."),
    "file.not-an-object" NotAnObject { program: &'static str, found: String }
        => format!("A {program} file is one JSON object, not {found}."); "Check that it is the right file.",
    "file.list-missing" ListMissing { program: &'static str }
        => format!("A {program} file has a list here, and it is missing.");
           format!("Check that this is a {program} file."),
    "file.list-expected" ListExpected { program: &'static str, found: String }
        => format!("A {program} file has a list here, not {found}."); format!("Check that this is a {program} file."),
    "file.other-program" OtherProgram { program: &'static str, looks_like: &'static str }
        => format!("This isn't a {program} file; it looks like a {looks_like} file.");
           format!("Import it as {looks_like}."),
    "file.too-many-players" TooManyPlayers { found: usize, most: usize }
        => format!("This file has {found} players, and Muster reads at most {most}.");
           "Check that it is one tournament.",
    "file.too-many-rounds" TooManyRounds { found: usize, most: usize }
        => format!("This file has {found} Swiss rounds, and Muster reads at most {most}.");
           "Check that it is one tournament.",
    "file.no-rounds" NoRounds
        => "This file has players but no rounds, so it isn't a tournament that can be imported.",
    "file.no-such-match" NoSuchMatch { path: String }
        => format!("The file has no match “{path}”.");
           "Copy the path from the preview.",
    "file.match-decided" MatchDecided
        => "The file says how this match ended."; "Name winners only where it leaves them open.",
    "file.winner-not-enough" WinnerNotEnough
        => "A winner isn't enough here: two games give points to both players (CG-POINTS).";
           "Write combinedScore into the file.",

    // Tables of players.
    "file.players-json" PlayersJson
        => "This is JSON, not a table of players (CSV).";
           "Import a tournament with `muster import` or on the Import page. Hand in a player's list with `muster list` or on the player's own page.",
    "file.too-many-lines" TooManyLines { most: usize }
        => format!("This file has more than {most} lines."); "Check that it is a list of players.",
    "file.no-name-column" NoNameColumn
        => "No column contains the names."; "Call one “name”, or two “first name” and “last name”.",
    "file.csv" Csv { detail: String }
        => format!("This can't be read as CSV: {detail}."),

    // Players' lists.
    "file.list-empty" ListEmpty
        => "There is no list here."; "Paste the list, or choose its file.",
    "file.list-too-long" ListTooLong { lines: usize, characters: usize }
        => format!("A list has at most {lines} lines and {characters} characters."); "Paste only the list.",
    "file.squad-not-an-object" SquadNotAnObject
        => "An XWS squad is one JSON object."; "Export it again.",
    "file.squad-pilots" SquadPilots
        => "An XWS squad has a list of pilots."; "Export it again.",
    "file.squad-too-many" SquadTooMany { found: usize, most: usize }
        => format!("This squad has {found} pilots, and a list has at most {most} entries."); "Export it again.",
    "file.squad-points" SquadPoints { found: String, most: u32 }
        => format!("Points are a whole number from 0 to {most}, not {found}."); "Correct them.",

    // Card catalogues.
    "file.too-many-cards" TooManyCards { most: usize }
        => format!("This catalogue has more than {most} cards."); "Import only those of this game.",
    "file.no-card" NoCard
        => "No card in this file has a name."; "Call the field with the names “name”.",
    "file.catalogue-cards" CatalogueCards
        => "A catalogue is a list of cards, or an object with that list in “cards”.",
    "file.card-not-an-object" CardNotAnObject
        => "A card is an object with a name.",
    "file.card-name-column" CardNameColumn
        => "The first line names the columns, and one of them must be “name”.",
}
