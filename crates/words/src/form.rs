//! The forms that reports are entered with: the names of endings and fields, and the JSON Schema that describes them.

use crate::names::{Players, Who};
use muster_regulations::Regulation;
use muster_regulations::form::{self, Asks, Ending, Field, FieldKind, Need, Stages, When};
use muster_tournament::floor::judges::Call;
use serde_json::{Value, json};

/// An ending in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingWords {
    pub label: &'static str,
    /// One line of help.
    pub help: &'static str,
}

/// Returns an ending of a regulation in words.
#[must_use]
pub const fn ending(regulation: Regulation, ending: &Ending) -> EndingWords {
    let (label, help) = match regulation {
        Regulation::Xwing => xwing(ending.id.as_bytes()),
        Regulation::Armada => armada(ending.id.as_bytes()),
        Regulation::Legion => legion(ending.id.as_bytes()),
        Regulation::Conquest => conquest(ending.id.as_bytes()),
        Regulation::Cardgame => cardgame(ending.id.as_bytes(), ending.stages),
    };
    EndingWords { label, help }
}

/// Returns the name of an ending by its identifier.
#[must_use]
pub fn ending_name(regulation: Regulation, id: &str) -> &'static str {
    let found = regulation.book().endings.iter().find(|one| one.id == id);
    found.map_or("", |one| ending(regulation, one).label)
}

const UNNAMED: (&str, &str) = ("", "");

const fn xwing(id: &[u8]) -> (&'static str, &'static str) {
    match id {
        b"defeat" => (
            "One player defeated",
            "All ships of one player are destroyed or have fled. The other has at least one ship left.",
        ),
        b"mutual_destruction" => (
            "Mutual destruction",
            "All ships of both players are gone. A Final Salvo with the full squads decides.",
        ),
        b"time" => (
            "Time",
            "Time was called and the game round finished. The higher score wins; a Final Salvo breaks a tie.",
        ),
        b"concession" => (
            "Concession",
            "One player concedes. That squad counts as destroyed; the other is scored as it is.",
        ),
        b"fortressing" => (
            "Fortressing",
            "The marshal ruled that a player kept fortressing. All of that player's ships are destroyed.",
        ),
        b"no_show" => (
            "No-show",
            "A player did not appear in time. The opponent gets what a bye gives.",
        ),
        _ => UNNAMED,
    }
}

const fn armada(id: &[u8]) -> (&'static str, &'static str) {
    match id {
        b"defeat" => (
            "One player defeated",
            "One player has no ships left except flotillas. The other has a ship left and wins.",
        ),
        b"mutual_destruction" => (
            "Mutual destruction",
            "Both players lose their last ships except flotillas. The second player wins with a margin of 0.",
        ),
        b"six_rounds" => (
            "Six rounds played",
            "The sixth game round is finished. The higher score wins; if tied, the second player wins.",
        ),
        b"time" => (
            "Time",
            "Time was called and the game round finished. The higher score wins; if tied, the second player wins.",
        ),
        b"concession" => (
            "Concession",
            "One player concedes and gets nothing. The opponent gets 8 points and a margin of 140, or more if further ahead.",
        ),
        b"no_show" => (
            "No-show",
            "A player did not appear in time. It counts as a concession.",
        ),
        _ => UNNAMED,
    }
}

const fn legion(id: &[u8]) -> (&'static str, &'static str) {
    match id {
        b"defeat" => (
            "One player defeated",
            "All units of one player are defeated. The other wins with the full margin, whatever the tokens.",
        ),
        b"mutual_destruction" => (
            "Mutual destruction",
            "The last units of both players are defeated at once. More victory tokens win; if tied, the blue player wins.",
        ),
        b"six_rounds" => (
            "Six rounds played",
            "The sixth game round is finished. More victory tokens win, then the higher score, then the blue player.",
        ),
        b"time" => (
            "Time",
            "Time was called. More victory tokens win, then the higher score, then the blue player.",
        ),
        b"concession" => (
            "Concession",
            "One player concedes, and the game is not scored.",
        ),
        b"concession_scored" => (
            "Concession, scored by agreement",
            "One player concedes, and both agreed in front of a judge to score the game as if this were its last round.",
        ),
        b"left_early" => (
            "Left without conceding",
            "A player left the game early without conceding.",
        ),
        b"game_loss" => ("Game loss", "A judge gave a player a game loss."),
        b"no_show" => ("No-show", "A player did not appear in time."),
        _ => UNNAMED,
    }
}

const fn conquest(id: &[u8]) -> (&'static str, &'static str) {
    match id {
        b"victory" => ("Victory", "One player won by the core rules of the game."),
        b"time" => (
            "Time",
            "Time ran out. More victory tokens win, then more points defeated, then the larger army; otherwise it is a draw.",
        ),
        b"declined" => (
            "Draw: both declined to play",
            "Both players decided not to play the match.",
        ),
        b"concession" => (
            "Concession",
            "One player concedes. The winner gets 900 points defeated, or the real number if it is larger.",
        ),
        b"no_show" => (
            "No-show",
            "A player did not appear in time. The opponent gets what a bye gives.",
        ),
        _ => UNNAMED,
    }
}

const fn cardgame(id: &[u8], stages: Stages) -> (&'static str, &'static str) {
    match (id, stages) {
        (b"games", _) => (
            "Two games",
            "A Swiss match has two games, with sides switched for the second.",
        ),
        (b"split", _) => (
            "Intentional split",
            "With a judge present, both players agreed to one win each.",
        ),
        (b"game", _) => ("One game", "A bracket match is a single game."),
        (b"no_show", _) => (
            "No-show",
            "A player did not appear in time. The opponent wins the whole match.",
        ),
        (b"dial", _) => ("Dark side victory", "The Death Star dial reached 12."),
        (b"objectives", _) => (
            "Light side victory",
            "The light side destroyed three or more dark side objectives.",
        ),
        (b"empty_deck", _) => (
            "Empty command deck",
            "A player had to draw from an empty command deck and loses.",
        ),
        (b"concession", _) => ("Concession", "A player conceded this game."),
        (b"missing_card", _) => (
            "Missing card",
            "A player is missing a card of the deck for this game and must concede it.",
        ),
        (b"time", Stages::Elimination) => (
            "Time",
            "Time was called and the light player's turn finished. Objectives, dial, damage and balance decide.",
        ),
        (b"time", _) => (
            "Time",
            "Time was called and the light player's turn finished. The game is a draw.",
        ),
        (b"not_begun", _) => (
            "Not begun",
            "The second game had not begun when time was called. It is a draw.",
        ),
        _ => UNNAMED,
    }
}

/// Returns the name of a field that is nobody's own, or of a number without its owner.
#[must_use]
pub const fn label(asks: Asks) -> &'static str {
    match asks {
        Asks::Score => "Score",
        Asks::Destroyed => "Points destroyed",
        Asks::ObjectivePoints => "Objective points",
        Asks::Tokens => "Victory tokens",
        Asks::Defeated => "Points defeated",
        Asks::ArmyPoints => "Army points",
        Asks::LoserScore => "Losing player’s score",
        Asks::Winner => "Winner",
        Asks::Beaten => "Defeated player",
        Asks::ConcededBy => "Player who conceded",
        Asks::FortressedBy => "Fortressing player",
        Asks::Absent => "Absent player",
        Asks::Left => "Player who left",
        Asks::GivenTo => "Player who got the game loss",
        Asks::SalvoWinner => "Winner of the Final Salvo",
        Asks::FirstPlayer => "First player",
        Asks::SecondPlayer => "Second player",
        Asks::BluePlayer => "Blue player",
        Asks::PriorityRollWinner => "Winner of the priority roll",
        Asks::EmptyDeck => "Player with the empty deck",
        Asks::IncompleteDeck => "Player with the incomplete deck",
        Asks::DarkFirst => "Dark side in the first game",
        Asks::Dark => "Dark side",
        Asks::JudgePresent => "Agreed in front of a judge",
        Asks::LeaderPresent => "Agreed with a judge present",
        Asks::FirstGame => "First game",
        Asks::SecondGame => "Second game",
        Asks::Game => "Game",
        Asks::Objectives => "Objectives in the light player's victory pile",
        Asks::DamageOnDark => "Damage on dark objectives",
        Asks::Dial => "Death Star dial",
        Asks::DamageOnLight => "Damage on light objectives",
        Asks::Balance => "Holder of the Balance of the Force",
    }
}

/// Returns the name of a field as a form shows it: "Your score", "Points Pia destroyed".
#[must_use]
pub fn label_of(field: &Field, players: Players) -> String {
    let Some(seat) = field.seat else {
        return label(field.asks).to_owned();
    };
    let who = players.at(seat);
    match field.asks {
        Asks::Score => who.say("Your score", "{name}’s score"),
        Asks::Destroyed => who.say("Points you destroyed", "Points {name} destroyed"),
        Asks::ObjectivePoints => who.say("Your objective points", "{name}’s objective points"),
        Asks::Tokens => who.say("Your victory tokens", "{name}’s victory tokens"),
        Asks::Defeated => who.say("Points you defeated", "Points {name} defeated"),
        Asks::ArmyPoints => who.say("Your army points", "{name}’s army points"),
        asks => label(asks).to_owned(),
    }
}

/// Returns when a field is needed that is not always needed, as the hint under it.
#[must_use]
pub const fn hint(when: When) -> &'static str {
    match when {
        When::Statistics => "Optional, for the statistics",
        When::Check => "Optional, to double-check the numbers",
        When::ZeroIfEmpty => "Leave empty for 0",
        When::ScoresLevel => "Only if the scores are tied",
        When::TokensLevel => "Only if the victory tokens are tied",
        When::TokensAndScoresLevel => "Only if victory tokens and scores are tied",
        When::TokensAndPointsLevel => "Only if victory tokens and points defeated are tied",
        When::WouldBeDrawn => "Only if a bracket match would be a draw",
    }
}

/// Asks for a field that was left out.
#[must_use]
pub fn missing(asks: Asks, who: Option<Who>) -> String {
    let number = |to_reader: &str, about: &str, nobody: &str| {
        who.map_or_else(|| nobody.to_owned(), |who| who.say(to_reader, about))
    };
    let question = match asks {
        Asks::Score => {
            return number(
                "Enter your score.",
                "Enter {name}’s score.",
                "Enter the score.",
            );
        }
        Asks::Destroyed => {
            return number(
                "Enter the points you destroyed.",
                "Enter the points {name} destroyed.",
                "Enter the points destroyed.",
            );
        }
        Asks::ObjectivePoints => {
            return number(
                "Enter your objective points.",
                "Enter {name}’s objective points.",
                "Enter the objective points.",
            );
        }
        Asks::Tokens => {
            return number(
                "Enter your victory tokens.",
                "Enter {name}’s victory tokens.",
                "Enter the victory tokens.",
            );
        }
        Asks::Defeated => {
            return number(
                "Enter the points you defeated.",
                "Enter the points {name} defeated.",
                "Enter the points defeated.",
            );
        }
        Asks::ArmyPoints => {
            return number(
                "Enter the points of your army.",
                "Enter the points of {name}’s army.",
                "Enter the points of the army.",
            );
        }
        Asks::LoserScore => "Enter the losing player’s score.",
        Asks::Winner => "Who won?",
        Asks::Beaten => "Who was defeated?",
        Asks::ConcededBy => "Who conceded?",
        Asks::FortressedBy => "Who kept fortressing?",
        Asks::Absent => "Who did not appear?",
        Asks::Left => "Who left?",
        Asks::GivenTo => "Who got the game loss?",
        Asks::SalvoWinner => "Who won the Final Salvo?",
        Asks::FirstPlayer => "Who was the first player?",
        Asks::SecondPlayer => "Who was the second player?",
        Asks::BluePlayer => "Who was the blue player?",
        Asks::PriorityRollWinner => "Who won the priority roll?",
        Asks::EmptyDeck => "Whose command deck was empty?",
        Asks::IncompleteDeck => "Whose deck is incomplete?",
        Asks::DarkFirst => "Who played the dark side first?",
        Asks::Dark => "Who played the dark side?",
        Asks::JudgePresent => "Did both agree in front of a judge?",
        Asks::LeaderPresent => "Did both agree with a judge present?",
        Asks::FirstGame => "How did the first game end?",
        Asks::SecondGame => "How did the second game end?",
        Asks::Game => "How did the game end?",
        Asks::Objectives => "How many objectives are in the light player's victory pile?",
        Asks::DamageOnDark => "How much damage is on dark objectives?",
        Asks::Dial => "What does the Death Star dial show?",
        Asks::DamageOnLight => "How much damage is on light objectives?",
        Asks::Balance => "Who holds the Balance of the Force?",
    };
    question.to_owned()
}

/// Returns the JSON Schema of a report under a regulation, with titles and descriptions.
#[must_use]
pub fn schema(regulation: Regulation) -> Value {
    let book = regulation.book();
    let mut schema = form::schema(regulation);
    describe(regulation, book.endings, &mut schema);
    schema["title"] = json!(format!("Match report: {}", book.title));
    schema
}

fn describe(regulation: Regulation, endings: &[Ending], schema: &mut Value) {
    let variants = schema["oneOf"].as_array_mut().into_iter().flatten();
    for (one, variant) in endings.iter().zip(variants) {
        let EndingWords { label, help } = ending(regulation, one);
        variant["title"] = json!(label);
        variant["description"] = json!(help);
        for field in one.fields {
            let pointer = field.path.replace('.', "/properties/");
            let Some(property) = variant.pointer_mut(&format!("/properties/{pointer}")) else {
                continue;
            };
            if let FieldKind::Game(games) = field.kind {
                describe(regulation, games, property);
            }
            let name = label_of(field, Players::UNKNOWN);
            property["description"] = json!(match field.need {
                Need::Always => format!("{name} ({})", field.clause),
                Need::When(when) => format!("{name}. {} ({})", hint(when), field.clause),
            });
        }
    }
}

/// Returns the endings of a regulation as programs read them, with their names.
#[must_use]
pub fn endings(regulation: Regulation) -> Value {
    described(regulation, regulation.book().endings)
}

fn described(regulation: Regulation, endings: &[Ending]) -> Value {
    let one = |one: &Ending| {
        let mut value = json!(one);
        let EndingWords { label, help } = ending(regulation, one);
        value["label"] = json!(label);
        value["help"] = json!(help);
        for (field, value) in one
            .fields
            .iter()
            .zip(value["fields"].as_array_mut().into_iter().flatten())
        {
            value["label"] = json!(label_of(field, Players::UNKNOWN));
            if let FieldKind::Game(games) = field.kind {
                value["kind"]["game"] = described(regulation, games);
            }
        }
        value
    };
    endings.iter().map(one).collect()
}

/// Returns why a judge was called: what the player wrote, or the ending that is claimed.
#[must_use]
pub fn call_reason(regulation: Regulation, call: &Call) -> &str {
    match &call.claim {
        Some(report) => ending_name(regulation, report.ending()),
        None => &call.what,
    }
}
