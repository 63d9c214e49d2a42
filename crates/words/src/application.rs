//! Why the application does not do something: access, files, tokens, webhooks, seasons. Refusals by the
//! regulations are in [`crate::refusal`].
//!
//! Value, code and sentence are in one table, so that none can be missing. Codes are permanent; sentences may change.

use crate::coded::Arguments;
use crate::files::{CannotWrite, FileProblem, Unreadable, at_fault};
use crate::list;
use crate::paper::PaperError;
use crate::phrases::minutes;
use crate::refusal::Words;
use muster_regulations::list::{Finding, ListRefusal};

/// The kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was sent cannot be accepted as it is.
    Invalid,
    /// Nobody is signed in.
    NotSignedIn,
    /// The caller is not allowed to do this.
    NotAllowed,
    /// It does not exist, or the caller cannot see it.
    Missing,
    /// Something else happened first.
    Conflict,
    /// Too many attempts; trying again later may work.
    TooMany,
    /// This build cannot do it.
    NotBuilt,
    /// Something we depend on does not answer.
    Unavailable,
    /// A bug or failure on our side.
    Internal,
}

impl Kind {
    /// Returns whether the caller can do something about it.
    #[must_use]
    pub fn is_theirs(self) -> bool {
        !matches!(self, Kind::NotBuilt | Kind::Unavailable | Kind::Internal)
    }
}

/// A text about a person that people type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A name.
    Name,
    /// A club.
    Club,
}

/// Writes the values, their kinds and codes, the fields they are about, and their sentences.
macro_rules! causes {
    ($($kind:ident $code:literal $([$field:literal])? $name:ident $({ $($argument:ident: $type:ty),* })?
        => $text:expr $(; $hint:expr)?,)*) => {
        /// Why the application does not do something.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the sentence of each says what it is")]
        pub enum Cause {
            $($name $({ $($argument: $type),* })?,)*
        }

        impl Cause {
            /// All codes.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns what sort of problem this is.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Cause::$name { .. } => Kind::$kind,)*
                }
            }

            /// Returns the permanent code.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Cause::$name { .. } => $code,)*
                }
            }

            /// Returns the field this is about, as it is called in the API.
            #[must_use]
            pub const fn field(&self) -> Option<&'static str> {
                match self {
                    $($(Cause::$name { .. } => Some($field),)?)*
                    _ => None,
                }
            }

            /// Says what is wrong and what to do.
            #[must_use]
            pub fn words(&self) -> Words {
                match self {
                    $(Cause::$name $({ $($argument),* })? => {
                        Words::from($text) $(.or($hint))?
                    })*
                }
            }
        }
    };
}

causes! {
    // Who is asking.
    NotSignedIn "token-invalid" TokenInvalid
        => "This token is invalid, expired or revoked.",
    NotSignedIn "token-ended" TokenEnded
        => "This token has expired: its owner no longer takes part in the tournament.",
    NotSignedIn "token-missing" TokenMissing
        => "The Authorization header must be “Bearer” followed by a token.",
    NotSignedIn "not-signed-in" NotSignedIn
        => "You are not signed in."; "Enter your player code, open your link, or sign in.",
    NotAllowed "sign-in-first" SignInFirst
        => "You are not signed in here."; "Enter your player code, or sign in.",
    NotAllowed "private-tournament" PrivateTournament
        => "This tournament is private."; "Use the link you were given, or sign in.",
    NotAllowed "staff-only" StaffOnly
        => "This page is for the tournament's staff."; "Sign in, or use the link you were given.",
    NotAllowed "players-only" PlayersOnly
        => "This page is for players."; "Enter your player code or open your link first.",
    NotAllowed "participants-only" ParticipantsOnly
        => "Only people who take part can do this."; "Send the token of a player or a staff member.",
    NotAllowed "organizer-invites" OrganizerInvites
        => "Only the organizer can invite staff and create player codes.",
    NotAllowed "organizer-contacts" OrganizerContacts
        => "Only the organizer can download clubs and contacts.",
    NotAllowed "organizer-webhooks" OrganizerWebhooks
        => "Only the organizer can see and change webhooks.",
    NotAllowed "organizer-settings" OrganizerSettings
        => "Only the organizer can change settings.",
    NotAllowed "create-needs-account" CreateNeedsAccount
        => "You need an account for this."; "Sign in, or ask the owner of this server for an account.",

    // Tournaments and their journals.
    Missing "no-tournament" NoTournament { id: String }
        => format!("There is no tournament “{id}” here."),
    Missing "round-not-published" RoundNotPublished { round: u32 }
        => format!("Round {round} is not published."),
    Missing "no-round-in-play" NoRoundInPlay
        => "No round is being played.",
    Conflict "stale" Stale
        => "The round changed while you were looking. Nothing was done."; "Check the new state and decide again.",
    Conflict "wrong-seed" WrongSeed
        => "The seed on this machine is not the one this tournament committed to, so nothing can be drawn.";
           "Restore a backup, or import the journal together with its seed.",
    Conflict "request-refused-before" RefusedBefore
        => "The same request was refused a moment ago."; "Reload the page and decide again.",
    Invalid "key-reused" KeyReused
        => "This key was used for another request."; "Use a new key for each request.",
    Invalid "cursor-invalid" ["after"] CursorInvalid
        => "This cursor is invalid."; "Use the cursor from the previous page.",

    // Names, and players who register themselves.
    Invalid "invisible-character" InvisibleCharacter { text: Text, letter: char }
        => match text {
            Text::Name => format!("The name contains an invisible character (U+{:04X}).", u32::from(*letter)),
            Text::Club => format!("The club contains an invisible character (U+{:04X}).", u32::from(*letter)),
        }; "Type it again by hand.",
    Invalid "no-letter" NoLetter { text: Text }
        => match text {
            Text::Name => "The name needs at least one letter.",
            Text::Club => "The club needs at least one letter.",
        },
    NotAllowed "register-at-desk" RegisterAtDesk
        => "Players register at the desk here.",
    Invalid "name-taken" ["name"] NameTaken
        => "Somebody with this name is already registered.";
           "If that is you, ask the desk for your player code. If not, add a middle name or your club.",
    Invalid "registration-closed" RegistrationClosed
        => "Registration is closed.",
    Invalid "registration-undone" RegistrationUndone
        => "This registration was undone just now."; "Ask at the desk.",
    Missing "nobody-waiting" NobodyWaiting
        => "Nobody is waiting here.",
    TooMany "too-many-newcomers" TooManyNewcomers
        => "Many people from here are already waiting for the desk."; "Register at the desk.",
    NotAllowed "newcomer-declined" NewcomerDeclined
        => "The desk declined this registration."; "Ask at the desk.",
    TooMany "too-many-codes" TooManyCodes { wait: u32 }
        => "Too many wrong codes from here.";
           format!("Use your personal link, ask at the desk, or try again in {}.", minutes(*wait)),
    TooMany "too-many-passwords" TooManyPasswords { wait: u32 }
        => "Too many wrong passwords from here.";
           format!("Try again in {}.", minutes(*wait)),

    // Accounts, links and invitations.
    Missing "account-link-used" AccountLinkUsed
        => "This link no longer works: it was used, or replaced by a newer one."; "Sign in instead.",
    Missing "link-ended" LinkEnded
        => "This link no longer works."; "Ask at the desk for a new one.",
    Missing "link-used" LinkUsed
        => "This link has already been used."; "Ask at the desk for a new one.",
    Invalid "account-name" ["name"] AccountName
        => "Enter a name of at most 80 characters.",
    Invalid "password-easy" ["password"] PasswordEasy
        => "This password is too easy to guess."; "Choose one that is not your name or a common password.",
    Invalid "password-short" ["password"] PasswordShort { least: usize }
        => format!("Use at least {least} characters for the password."),
    Invalid "password-long" ["password"] PasswordLong { most: usize }
        => format!("Use at most {most} characters for the password."),
    Internal "password-not-saved" PasswordNotSaved
        => "The password could not be saved."; "Try again.",
    Invalid "staff-name-missing" ["name"] StaffNameMissing
        => "Enter your name to join the staff.",
    Invalid "dismissed" Dismissed
        => "You were dismissed just now."; "Ask at the desk.",
    Invalid "one-organizer" ["role"] OneOrganizer
        => "A tournament has exactly one organizer (ROLE-1).",

    // API tokens.
    NotAllowed "tokens-need-person" TokensNeedPerson
        => "Sign in, or use your link or player code, to create tokens.",
    Invalid "token-purpose" ["purpose"] TokenPurpose
        => "This purpose isn't available to you.",
    NotAllowed "token-purpose-wider" ["purpose"] TokenPurposeWider { own: String, wanted: String }
        => format!("A token with the purpose “{own}” can't create one with the purpose “{wanted}”."),
    NotAllowed "token-does-not-cover" TokenDoesNotCover { purpose: String, command: String }
        => format!("A token with the purpose “{purpose}” does not cover “{command}”."),
    Invalid "too-many-tokens" TooManyTokens { most: usize }
        => format!("There are already {most} tokens."); "Revoke the ones nobody uses.",
    Invalid "token-label" ["label"] TokenLabel { most: usize }
        => format!("Describe the token in 1 to {most} characters."),
    Invalid "token-days" ["days"] TokenDays { most: i64 }
        => format!("A token lasts 1 to {most} days, or until it is revoked."),
    NotAllowed "token-revokes-itself" TokenRevokesItself
        => "This token can revoke only itself."; "A token with the purpose “desk” can revoke others.",
    Missing "no-token" NoToken
        => "This token doesn't exist or is already revoked.",

    // Webhooks.
    Invalid "too-many-webhooks" TooManyWebhooks { most: usize }
        => format!("A tournament has at most {most} webhooks."); "Remove one first.",
    Invalid "webhook-address" ["url"] WebhookAddress { why: String }
        => why.clone(),
    Invalid "webhook-events" ["events"] WebhookEvents
        => "Choose at least one event.",
    Invalid "webhook-secret" ["secret"] WebhookSecret
        => "A secret is whsec_ followed by 24 to 64 bytes in base64, as in the Standard Webhooks specification.";
           "Leave it empty to get a new one.",
    Missing "no-webhook" NoWebhook
        => "This webhook doesn't exist.",
    Missing "no-delivery" NoDelivery
        => "This delivery doesn't exist.",

    // Files in and out, and paper.
    Invalid "file-missing" FileMissing
        => "Choose a file, or paste its text.",
    Invalid "file-empty" FileEmpty
        => "This file is empty.",
    Invalid "file-too-large" FileTooLarge
        => "This file is larger than 4 MB."; "Import it on the command line with `muster import`.",
    Invalid "file-unreadable" FileUnreadable { error: Unreadable }
        => error.words(),
    Invalid "name-in-file" NameInFile { name: String, cause: Box<Cause> }
        => format!("{name}: {}", cause.words().both()),
    Invalid "journal-not-text" JournalNotText
        => "This isn't a journal: it is not UTF-8 text."; "Export it again on the other machine.",
    Invalid "journal-unsound" JournalUnsound { finding: String }
        => format!("This journal is damaged or was altered, so it was not imported. {finding}");
           "Import an unaltered copy. `muster verify` lists everything that is wrong with this one.",
    Invalid "journal-unreadable" JournalUnreadable { why: String }
        => format!("This journal can't be read. {why}"),
    Internal "journal-damaged" JournalDamaged { why: String }
        => format!("The journal is damaged. {why}"),
    Invalid "seed-invalid" ["seed"] SeedInvalid
        => "This isn't a seed. A seed is 64 hexadecimal digits.";
           "It is in the file that ends in .seed, beside the journal.",
    NotAllowed "import-not-yours" ImportNotYours
        => "This tournament is already here, and somebody else runs it."; "Only its organizer can add to it.",
    NotAllowed "journal-not-published" JournalNotPublished
        => "The journal is published when the tournament is finished. Until then it contains drafts that only the desk may see.",
    Missing "no-file" NoFile { name: String }
        => format!("There is no file “{name}” here."),
    Invalid "file-not-possible" FileNotPossible { error: CannotWrite }
        => error.words(),
    Internal "file-failed" FileFailed
        => "This file could not be created.",
    Invalid "pause-invalid" ["pause"] PauseInvalid { most: u32 }
        => format!("Enter up to {most} minutes between rounds."),
    Invalid "time-invalid" ["start"] TimeInvalid { text: String }
        => format!("“{text}” isn't a time of day."); "Write it like 10:00.",
    Missing "nothing-to-print" NothingToPrint { error: PaperError }
        => error.words(),
    Internal "print-failed" PrintFailed
        => "The document could not be created. Nothing was changed.",
    NotBuilt "no-pdf" NoPdf
        => PaperError::NotBuilt.words(),
    Unavailable "print-busy" PrintBusy
        => "Many documents are being created right now."; "Try again in a few seconds.",

    // Looking ahead, rehearsals and seasons.
    Internal "not-worked-out" NotWorkedOut
        => "This could not be calculated."; "Try again.",
    Conflict "table-not-open" TableNotOpen { table: u32 }
        => format!("Table {table} has no open match in this round."),
    Conflict "no-cut-to-change" NoCutToChange
        => "The cut can be changed only during the Swiss rounds.",
    Conflict "no-chances-now" NoChancesNow { why: String }
        => why.clone(),
    NotAllowed "chances-hidden" ChancesHidden
        => "The organizer has switched chances off.",
    NotAllowed "chances-not-yours" ChancesNotYours
        => "Only staff, and players for themselves, can see chances."; "Use the token of one of them.",
    Missing "no-chances" NoChances
        => "There are no chances to show: no tournament is in progress.",
    Invalid "plan-players" ["players"] PlanPlayers { most: u32 }
        => format!("Plan for 2 to {most} players."),
    Conflict "too-many-rehearsals" TooManyRehearsals { most: usize }
        => format!("There are already {most} rehearsals."); "Delete one first.",
    Invalid "rehearsal-structure" RehearsalStructure
        => "This regulation has no printed structure.",
    Invalid "rehearsal-players" RehearsalPlayers
        => "Only a tournament with players can be copied.",
    NotAllowed "rehearsal-not-yours" RehearsalNotYours
        => "Only the person who started a rehearsal can delete it.",
    Internal "rehearsal-not-deleted" RehearsalNotDeleted
        => "The rehearsal could not be deleted."; "Try again.",
    Missing "no-season" NoSeason { id: String }
        => format!("There is no season “{id}” here."); "The page /seasons and `muster season` list them.",
    Invalid "season-name" ["name"] SeasonName
        => "Enter a name of up to 100 characters for the season.",
    NotAllowed "season-organizer-only" SeasonOrganizerOnly
        => "Only the organizer of this season can change it.",
    Conflict "season-busy" SeasonBusy
        => "Somebody else is changing this season right now."; "Try again.",
    Invalid "season-points" ["places"] SeasonPoints { places: usize, points: u32 }
        => format!("The points table has up to {places} places with up to {points} points each."),
    Invalid "season-best" ["best"] SeasonBest
        => "At least one result must count.",
    Invalid "season-tournaments" ["tournaments"] SeasonTournaments { most: usize }
        => format!("A season has up to {most} tournaments."),
    NotAllowed "season-tournament-not-yours" ["tournaments"] SeasonTournamentNotYours { id: String }
        => format!("Only the organizer of “{id}” can add it to a season."),
    Invalid "season-other-tournament" SeasonOtherTournament
        => "That tournament is not part of this season.",
    Conflict "season-plays-twice" SeasonPlaysTwice
        => "Nobody plays twice in one tournament, so these are different people.",

    // Two machines.
    Invalid "not-leading" NotLeading
        => "This machine is not the leading one."; "Pair with the leading machine.",
    NotSignedIn "pairing-secret" PairingSecret
        => "This secret is invalid."; "Create one with `muster standby --pair` on the leading machine.",

    // What programs send.
    Invalid "draw-preview" DrawPreview
        => "Draws can't be previewed.",
    Invalid "create-elsewhere" CreateElsewhere
        => "This command does not create tournaments."; "Send the setup to /api/v1/tournaments.",
    Invalid "import-elsewhere" ImportElsewhere
        => "This command does not import tournaments."; "Send the file to /api/v1/imports.",
    Invalid "command-unreadable" CommandUnreadable { why: String }
        => format!("The command can't be read: {why}."),
    Invalid "name-club-contact" NameClubContact
        => "Name, club and contact change together."; "Send all three.",
    Invalid "list-unreadable" ["list"] ListUnreadable { error: Unreadable }
        => format!("The list can't be read. {error}"),
    Invalid "cards-unreadable" ["cards"] CardsUnreadable { error: Unreadable }
        => format!("The cards can't be read. {error}"),
    NotAllowed "tally-not-yours" TallyNotYours
        => "Only the two players at the table and staff can work out its score.",
    Invalid "tally-invalid" TallyInvalid { refusal: ListRefusal }
        => list::refusal(refusal),
    Invalid "limit-invalid" ["limit"] LimitInvalid { most: u32 }
        => format!("The limit must be from 1 to {most}."),

    // Where the data is kept.
    Conflict "record-changed" RecordChanged
        => "Somebody else changed or used this in the meantime. Nothing was done."; "Look at it again.",
    Conflict "tournament-exists" TournamentExists { id: String }
        => format!("There is already a tournament “{id}”."); "Choose another name for the new one.",
    Missing "tournament-id" TournamentId { text: String }
        => format!("“{text}” can't name a tournament."); "Use 1 to 64 lower-case letters, digits and hyphens.",
    Conflict "journal-fork" JournalFork { id: String, line: u64 }
        => format!("Line {line} does not continue the journal of “{id}” that is kept here. It belongs to another copy of it.");
           "`muster verify` shows what each copy contains.",
    Unavailable "line-unreadable" LineUnreadable { problem: String }
        => format!("A line of a journal can't be read: {problem}."),
    Invalid "seed-of-another" SeedOfAnother
        => "This seed is not the one that the journal commits to."; "Use the seed file of the same tournament.",
    Unavailable "record-unreadable" RecordUnreadable { kind: String, problem: String }
        => format!("A stored record ({kind}) can't be read: {problem}.");
           "Another version of Muster wrote it. Use that version.",
    Unavailable "data-newer" DataNewer { place: String, found: u32, known: u32 }
        => format!("{place} was written by a newer Muster: it has data version {found}, and this program knows up to {known}.");
           "Use the newer program.",
    Unavailable "data-other-build" DataOtherBuild { place: String, version: u32 }
        => format!("{place} was made by another build of Muster. Its data version {version} differs from this one's.");
           "Open it with the program that made it.",
    Unavailable "superseded" Superseded { by: String }
        => format!("Another machine has taken over, at {by}."); "Continue there.",
    Unavailable "not-muster" NotMuster { place: String }
        => format!("{place} is not a Muster database."); "Choose another file or folder.",
    Unavailable "no-data" NoData { place: String }
        => format!("There is no Muster data in {place}."); "Check the name.",
    Unavailable "data-not-empty" DataNotEmpty { place: String }
        => format!("{place} already has data."); "Choose an empty one.",
    Unavailable "file-exists" FileExists { place: String }
        => format!("{place} already exists. It was not overwritten."); "Choose another name.",
    Unavailable "data-in-use" DataInUse { place: String }
        => format!("Another Muster is using the data in {place}."); "Stop it first.",
    Unavailable "data-served" DataServed { place: String }
        => format!("Another server is running with the data in {place}.");
           "Stop it first, or choose another folder with --data.",
    Unavailable "data-locked" DataLocked
        => "Another program keeps the data locked. Nothing was saved."; "Close it and try again.",
    Unavailable "disk-full" DiskFull
        => "The disk is full. Nothing was saved."; "Make room and try again.",
    Unavailable "data-read-only" DataReadOnly
        => "The data can't be written: the file, folder or disk is read-only."; "Check the permissions.",
    Unavailable "data-gone" DataGone
        => "The data was moved or removed while Muster was running. Nothing was saved.";
           "Stop Muster, put the data back or restore a copy, and start again.",
    Unavailable "data-damaged" DataDamaged { problem: String }
        => format!("The data is damaged: {problem}."); "Restore the last copy from the folder backups.",
    Unavailable "file-unusable" FileUnusable { file: String, problem: String }
        => format!("{file} can't be used: {problem}."),
    Unavailable "disk-failed" DiskFailed { problem: String }
        => format!("The disk could not be read or written: {problem}.");
           "Check the drive, or move the data to another one.",
    Invalid "database-address" DatabaseAddress { problem: String }
        => format!("This database address can't be used: {problem}.");
           "Write it as postgres://user:password@host/database.",
    Unavailable "database-unreachable" DatabaseUnreachable { place: String, problem: String }
        => format!("Muster can't connect to {place}: {problem}."),
    Unavailable "database-unavailable" DatabaseUnavailable
        => "The database doesn't answer. Nothing was saved."; "Try again in a moment.",
    Unavailable "save-uncertain" SaveUncertain
        => "The connection to the database broke while saving."; "Reload to see whether it was saved.",
    Unavailable "database-refused" DatabaseRefused { problem: String }
        => format!("The database refused: {problem}."),
    Unavailable "stopping" Stopping
        => "Muster is stopping. Nothing was saved."; "Try again in a moment.",

    // The machine.
    Unavailable "no-random" NoRandom
        => "The system's random generator failed.",
    Internal "broke-off" BrokeOff
        => "Something went wrong."; "Reload the page to see whether it was done.",
}

impl Cause {
    /// Returns the permanent code of what is behind this, with its arguments, where there is more to know.
    #[must_use]
    pub fn behind(&self) -> Option<(&'static str, Arguments)> {
        Some(match self {
            Cause::FileUnreadable { error }
            | Cause::ListUnreadable { error }
            | Cause::CardsUnreadable { error } => (error.code(), error.arguments()),
            Cause::FileNotPossible { error } => (error.code(), error.arguments()),
            Cause::NothingToPrint { error } => (error.code(), error.arguments()),
            Cause::TallyInvalid { refusal } => (refusal.finding.code(), at_fault(refusal)),
            Cause::NameInFile { cause, .. } => (cause.code(), Arguments::new()),
            _ => return None,
        })
    }

    /// Returns all codes that can be behind another.
    pub fn behind_codes() -> impl Iterator<Item = &'static str> {
        let kinds = [
            FileProblem::CODES,
            CannotWrite::CODES,
            PaperError::CODES,
            Finding::CODES,
            &["invisible-character", "no-letter"],
        ];
        kinds.into_iter().flatten().copied()
    }
}
