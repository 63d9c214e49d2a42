//! What is wrong with a list, which parts stay hidden, and what its parts are called.

use crate::phrases::plural;
use muster_regulations::Regulation;
use muster_regulations::cardgame::Side;
use muster_regulations::list::{
    BattleKind, CardGroup, Category, Entry, EntryKind, Finding, KeptBack, ListNumber, ListRefusal,
    Problem, Weight,
};
use muster_regulations::report::Force;
use muster_tournament::lists::ListHidden;
use serde::Serialize;

/// Something about a list, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ListProblem))]
pub struct ListProblem {
    pub code: &'static str,
    pub weight: Weight,
    /// Where it is in the list's JSON, e.g. `ships[1].upgrades[0]`; empty for the list as a whole.
    pub place: String,
    /// The entry by name; empty for the list as a whole.
    pub entry: String,
    /// The value at fault; none where something is missing.
    pub value: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
    pub clause: &'static str,
}

impl From<&Problem> for ListProblem {
    fn from(problem: &Problem) -> ListProblem {
        ListProblem {
            code: problem.finding.code(),
            weight: problem.weight,
            place: problem.place.clone(),
            entry: problem.entry.clone(),
            value: problem.value.clone(),
            message: finding(&problem.finding, problem.value.as_deref()),
            clause: problem.clause,
        }
    }
}

/// Returns all problems of a list in words.
#[must_use]
pub fn problems(problems: &[Problem]) -> Vec<ListProblem> {
    problems.iter().map(ListProblem::from).collect()
}

/// Returns a problem in one line, after the name of the entry: "Wedge: Half of 52 points …".
#[must_use]
pub fn line(problem: &Problem) -> String {
    let message = finding(&problem.finding, problem.value.as_deref());
    match problem.entry.as_str() {
        "" => message,
        entry => format!("{entry}: {message}"),
    }
}

/// Says why something isn't a list, or can't be counted.
#[must_use]
pub fn refusal(refusal: &ListRefusal) -> String {
    finding(&refusal.finding, refusal.value.as_deref())
}

/// Returns what is wrong with a list and what to do about it.
#[must_use]
pub fn finding(finding: &Finding, value: Option<&str>) -> String {
    let value = value.unwrap_or("none");
    match finding {
        Finding::OtherRegulation { given, wanted } => format!(
            "This tournament plays {}, but this is {}. Hand in {}.",
            wanted.book().title,
            of_game(*given),
            a_list(*wanted)
        ),
        Finding::TooManyEntries { most } => format!(
            "A list has at most {most} entries, including upgrades and cards; this one has {value}. Remove what doesn't belong."
        ),
        Finding::NameMissing => {
            "This entry has no name. Enter one, or remove the entry.".to_owned()
        }
        Finding::DateMissing => {
            "The tournament has no date, so release dates aren't checked. Set the date.".to_owned()
        }
        Finding::TooManyPoints { force, most, over } => {
            let over = points(*over);
            match force {
                Force::Squad => format!(
                    "A squad has at most {most} points; this one has {value}. Remove at least {over}."
                ),
                Force::Fleet => format!(
                    "A fleet has at most {most} points; this one has {value}. Remove at least {over}."
                ),
                Force::Army => format!(
                    "An army has at most {most} points; this one has {value}. Remove at least {over}."
                ),
            }
        }
        Finding::FactionMissing => "The faction is missing. Enter it.".to_owned(),
        Finding::OtherFaction { faction } => format!(
            "The list is {faction}, but this is {value}. Remove it, or correct its faction."
        ),
        Finding::SameName { entries, .. } => {
            let [a, b] = entries.as_ref();
            format!(
                "“{value}” means two different things: {} and {}. \
                 Add the version, kind or product in parentheses.",
                entry(a),
                entry(b)
            )
        }
        Finding::Unique => {
            format!("This card is unique, but the list has {value} copies. Is that right?")
        }
        Finding::UniqueInCatalogue => format!(
            "This card is unique in the catalogue, but the list has {value} copies. Is that right?"
        ),
        Finding::NotInCatalogue => {
            "This card isn't in the catalogue. Is it spelled correctly?".to_owned()
        }
        Finding::VersionNotInCatalogue => {
            "This version of the card isn't in the catalogue. Is it spelled correctly?".to_owned()
        }
        Finding::SeveralInCatalogue { cards, versions } => {
            let versions: Vec<&str> = versions
                .iter()
                .map(|version| version.as_deref().unwrap_or("no kind or product"))
                .collect();
            format!(
                "{cards} cards in the catalogue have this name. Add which one you mean in parentheses: {}.",
                versions.join(" / ")
            )
        }
        Finding::CatalogueFaction { printed, faction } => format!(
            "In the catalogue this card is {printed}, but the list is {faction}. Remove it, or correct the faction."
        ),
        Finding::CataloguePoints { points: known } => format!(
            "In the catalogue this card costs {}, not {value}. Correct the points.",
            points(u64::from(*known))
        ),
        Finding::NotLegal {
            released,
            from: Some(from),
            date,
        } => format!(
            "Its product was released on {released} and is legal from {from}; the tournament is on {date}. \
             Remove it, or ask the organizer if other dates apply here."
        ),
        Finding::NotLegal {
            released,
            from: None,
            date,
        } => format!(
            "Its product was released on {released}, which is too late for the tournament on {date}. Correct the date, or remove the card."
        ),
        Finding::UnitsMissing => "An army list needs units. Add them.".to_owned(),
        Finding::CommandCards { pips, needed } => match pips {
            1 => format!("A command hand has {needed} cards with 1 pip; this one has {value}."),
            pips => {
                format!("A command hand has {needed} cards with {pips} pips; this one has {value}.")
            }
        },
        Finding::StandingOrdersMissing => {
            "Standing Orders is missing, the seventh card of every command hand. Add it.".to_owned()
        }
        Finding::CommandPips => format!(
            "A command card in the hand has 1, 2 or 3 pips, not {value}; only Standing Orders has 4."
        ),
        Finding::CommandTwice => {
            "This command card is in the hand twice. Choose another one.".to_owned()
        }
        Finding::CharacterMissing { character } => format!(
            "This card belongs to {character}, who isn't in the army. Add the unit, or choose another card."
        ),
        Finding::BattleCards { kind, needed } => match kind {
            BattleKind::Objective => {
                format!("A battle deck has {needed} objective cards; this one has {value}.")
            }
            BattleKind::Deployment => {
                format!("A battle deck has {needed} deployment cards; this one has {value}.")
            }
            BattleKind::Condition => {
                format!("A battle deck has {needed} condition cards; this one has {value}.")
            }
        },
        Finding::BattleKindMissing => {
            "Say whether this battle card is an objective, a deployment or a condition.".to_owned()
        }
        Finding::BattleTwice => {
            "This battle card is in the deck twice. Choose another one.".to_owned()
        }
        Finding::AffiliationMissing { side } => match side {
            Side::Light => "The light deck's affiliation is missing. Enter it.".to_owned(),
            Side::Dark => "The dark deck's affiliation is missing. Enter it.".to_owned(),
        },
        Finding::TooFewSets {
            side,
            least,
            missing,
        } => match side {
            Side::Light => format!(
                "The light deck needs at least {least} objective sets; it has {value}. Add {missing}."
            ),
            Side::Dark => format!(
                "The dark deck needs at least {least} objective sets; it has {value}. Add {missing}."
            ),
        },
        Finding::FleetFaction => {
            format!("A fleet is Rebel or Imperial, not {value}. Enter one of the two.")
        }
        Finding::SquadronPoints { most, over } => format!(
            "A fleet has at most {most} points in squadrons; this one has {value}. Remove at least {}.",
            points(*over)
        ),
        Finding::TooManyFlotillas { most } => {
            format!("A fleet has at most {most} flotillas; this one has {value}. Remove the rest.")
        }
        Finding::CommanderMissing => {
            "The commander is missing. Give one ship an upgrade with the slot “commander”."
                .to_owned()
        }
        Finding::TooManyCommanders => {
            format!("A fleet has one commander; this one has several: {value}. Keep one.")
        }
        Finding::ObjectiveMissing { category } => match category {
            Category::Assault => "The assault objective is missing. Enter it.".to_owned(),
            Category::Defense => "The defense objective is missing. Enter it.".to_owned(),
            Category::Navigation => "The navigation objective is missing. Enter it.".to_owned(),
        },
        Finding::TooManyObjectives { category } => match category {
            Category::Assault => {
                format!("A fleet has one assault objective; this one has {value}. Keep one.")
            }
            Category::Defense => {
                format!("A fleet has one defense objective; this one has {value}. Keep one.")
            }
            Category::Navigation => {
                format!("A fleet has one navigation objective; this one has {value}. Keep one.")
            }
        },
        Finding::Ships { least, most } => {
            format!("A squad has {least} to {most} ships; this one has {value}.")
        }
        Finding::HalfPoints { points, half } => format!(
            "Half of {points} points, rounded up, is {half}, not {value}. Correct the half points, or leave them out."
        ),
        Finding::Obstacles { needed } => {
            format!("A squad brings {needed} obstacles; this one has {value}.")
        }
        Finding::ObstacleTwice => "This obstacle is listed twice. Choose another one.".to_owned(),
        Finding::NotAnObject => "This must be a JSON object.".to_owned(),
        Finding::TooDeep => {
            "This is nested too deeply. A list has entries and their upgrades, nothing deeper."
                .to_owned()
        }
        Finding::NameTooLong { most } => {
            format!("A name has at most {most} characters. Shorten “{value}”.")
        }
        Finding::ControlCharacter => format!(
            "A name can't contain line breaks or other control characters. Remove them from “{value}”."
        ),
        Finding::Number { what, least, most } => match what {
            ListNumber::Copies => format!(
                "The number of copies must be a whole number from {least} to {most}, not {value}."
            ),
            ListNumber::Pips => {
                format!(
                    "The number of pips must be a whole number from {least} to {most}, not {value}."
                )
            }
            ListNumber::Attack => format!(
                "A primary weapon value must be a whole number from {least} to {most}, not {value}."
            ),
            ListNumber::Points => {
                format!("Points must be a whole number from {least} to {most}, not {value}.")
            }
        },
        Finding::TooLong { most } => {
            format!("A list has at most {most} bytes; this one has {value}. Hand in only the list.")
        }
        Finding::NotJson { error } => format!("This isn't valid JSON ({error})."),
        Finding::Unreadable { error, regulation } => format!(
            "This isn't a valid list ({error}). `muster schema list {}` prints the schema.",
            regulation.id()
        ),
        Finding::DecksHaveNoPoints => {
            "Decks have no points to count. Enter what the board shows instead.".to_owned()
        }
        Finding::ObjectivePoints { most } => {
            format!("No game gives {value} objective points. Enter at most {most}.")
        }
        Finding::NoSuchPiece { pieces } => plural(
            *pieces,
            "The list has only 1 piece.",
            "The list has only {n} pieces.",
        ),
        Finding::NoHalfPoints => {
            "Only X-Wing counts half points. Enter what was destroyed.".to_owned()
        }
        Finding::MoreThanListed { count, name } => match count {
            1 => format!("The list has only one {name}, not {value}."),
            count => format!("The list has only {count} × {name}, not {value}."),
        },
    }
}

fn entry(entry: &Entry) -> String {
    let what = match &entry.kind {
        EntryKind::Ship => "a ship".to_owned(),
        EntryKind::Flotilla => "a flotilla".to_owned(),
        EntryKind::Squadron => "a squadron".to_owned(),
        EntryKind::Unit => "a unit".to_owned(),
        EntryKind::Upgrade(None) => "an upgrade".to_owned(),
        EntryKind::Upgrade(Some(slot)) => format!("a {slot} upgrade"),
        EntryKind::Set(None) => "a set from an unnamed product".to_owned(),
        EntryKind::Set(Some(product)) => format!("a set from {product}"),
        EntryKind::Card => "a card".to_owned(),
    };
    match entry.points {
        Some(cost) => format!("{what} for {}", points(u64::from(cost))),
        None => what,
    }
}

fn points(n: u64) -> String {
    plural(
        usize::try_from(n).unwrap_or(usize::MAX),
        "1 point",
        "{n} points",
    )
}

/// Returns what a player brings: "squad", "decks".
#[must_use]
pub const fn word(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "squad",
        Regulation::Armada => "fleet",
        Regulation::Legion | Regulation::Conquest => "army",
        Regulation::Cardgame => "decks",
    }
}

/// Returns what a player brings with its article: "an army", "two decks".
#[must_use]
pub const fn a_list(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "a squad",
        Regulation::Armada => "a fleet",
        Regulation::Legion | Regulation::Conquest => "an army",
        Regulation::Cardgame => "two decks",
    }
}

const fn of_game(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "an X-Wing squad",
        Regulation::Armada => "an Armada fleet",
        Regulation::Legion => "a Legion army",
        Regulation::Conquest => "a Galactic Conquest army",
        Regulation::Cardgame => "a list of Card Game decks",
    }
}

/// Returns the JSON Schema of a list under a regulation, with its title.
#[cfg(feature = "schema")]
#[must_use]
pub fn schema(regulation: Regulation) -> serde_json::Value {
    let mut schema = muster_regulations::list::schema(regulation);
    schema["title"] = of_game(regulation).into();
    schema
}

/// Returns the title of a group of cards.
#[must_use]
pub const fn cards(group: CardGroup) -> &'static str {
    match group {
        CardGroup::Obstacles => "Obstacles",
        CardGroup::DamageDeck => "Damage deck",
        CardGroup::Objectives => "Objectives",
        CardGroup::CommandHand => "Command hand",
        CardGroup::BattleDeck => "Battle deck",
        CardGroup::OtherCards => "Other cards",
        CardGroup::Light => "Light",
        CardGroup::Dark => "Dark",
    }
}

/// Returns what an opponent does not see of a list.
#[must_use]
pub const fn kept_back(what: KeptBack) -> &'static str {
    match what {
        KeptBack::Objectives => "Objective cards are shown to the first player at the table.",
        KeptBack::CommandAndBattleCards => "Command and battle cards stay hidden.",
        KeptBack::CommandCards => "Command cards stay hidden; everything else is open.",
        KeptBack::ObjectiveSets => {
            "Only the affiliations are open, for the choice of sides; objective sets stay hidden."
        }
        KeptBack::Decks => "Decks stay hidden; affiliation cards are revealed at the table.",
        KeptBack::OtherRegulation => "This list is for another game.",
    }
}

/// Returns why nothing of a list is shown.
#[must_use]
pub const fn hidden(why: ListHidden) -> &'static str {
    match why {
        ListHidden::NoList => "No list was handed in.",
        ListHidden::OnlyOpponent => {
            "Only the current opponent sees this list. Everybody sees it after the tournament."
        }
        ListHidden::UntilTheEnd => "Lists are public after the tournament.",
    }
}
