//! Commands as programs write them: the same words as in the journal, but with plain names and lists where the journal
//! holds digests of them, and with reports in the form of the tournament's own regulation.
//!
//! Relies on the core's own reading of commands for everything else, so that a new command is understood here without a
//! line of code; [`EXAMPLES`] has one of each, and a test that none is missing.

use super::sent::{DESCRIPTION, told};
use crate::problem::Problem;
use muster_exchange::lists::{self, ReadList};
use muster_regulations::{List, Regulation, Role};
use muster_service::people::{personal, salt};
use muster_service::problem::Cause;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{Command, ListCommand, NewPlayer};
use muster_tournament::personal::Personal;
use muster_tournament::{PlayerId, StaffId};
use muster_words::list::refusal as refusal_of_list;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// A player to be registered.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The name as others see it.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// Club, store or team.
    #[schema(max_length = 200)]
    pub club: Option<String>,
    /// How the organizer reaches the person; leaders only see it.
    #[schema(max_length = 200)]
    pub contact: Option<String>,
    /// Faction, affiliation or the like.
    #[schema(max_length = 200)]
    pub faction: Option<String>,
    /// Total of the list in points.
    pub list_points: Option<u32>,
    /// The leader who plays, if the player is one (ROLE-5).
    pub leader: Option<StaffId>,
}

/// Players to be registered; after the start this is a late entry (DROP-4).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Whom.
    #[schema(min_items = 1)]
    pub players: Vec<Entrant>,
}

/// Somebody to be made a leader.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Assign {
    /// As what.
    pub role: Role,
    /// The name as others see it.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// How the organizer reaches the person.
    #[schema(max_length = 200)]
    pub contact: Option<String>,
}

/// What changes of what is known about a player.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Amend {
    /// Whom.
    pub player: PlayerId,
    /// A new name; club and contact are replaced with it.
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// The new club, together with a name.
    #[schema(max_length = 200)]
    pub club: Option<String>,
    /// The new contact, together with a name.
    #[schema(max_length = 200)]
    pub contact: Option<String>,
    /// A new faction.
    #[schema(max_length = 200)]
    pub faction: Option<String>,
    /// A new list total.
    pub list_points: Option<u32>,
}

/// A list to be handed in; after the start it replaces one only with a leader's reason (COMP-4, GC-LIST).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandIn {
    /// Whose.
    pub player: PlayerId,
    /// The list, as an object in the regulation's form, or as text that people paste.
    #[schema(value_type = ListOrText)]
    pub list: Value,
    /// Why a list that was fixed is changed.
    pub reason: Option<String>,
    /// Why a leader takes it although it breaks a rule.
    pub excused: Option<String>,
}

/// A list, as an object in the regulation's form, or as text that people paste.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only described; the value is read by regulation")]
pub enum ListOrText {
    /// In the regulation's form.
    List(List),
    /// As text.
    Text(String),
}

/// The cards that lists are compared with.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BringCatalogue {
    /// The cards, as `muster catalogue` reads them.
    pub cards: Vec<Value>,
}

/// What is wanted, ready to be judged.
#[derive(Clone, Debug)]
pub struct Wish {
    pub command: Command,
    /// Personal data for its digests.
    pub private: Vec<Personal>,
    /// What is attached to it.
    pub attached: Option<Attachment>,
}

impl From<Command> for Wish {
    fn from(command: Command) -> Wish {
        Wish {
            command,
            private: Vec::new(),
            attached: None,
        }
    }
}

/// Reads a command for a tournament under a regulation.
pub fn read(regulation: Regulation, mut value: Value) -> Result<Wish, Problem> {
    match single(&value) {
        Some("create") => {
            return Err(Cause::CreateElsewhere.into());
        }
        Some("import") => {
            return Err(Cause::ImportElsewhere.into());
        }
        Some("register") => return register(inner(value)?),
        Some("assign") => return assign(inner(value)?),
        Some("amend") => return amend(inner(value)?),
        Some("list") => {
            let inside = value["list"].take();
            return match single(&inside) {
                Some("hand_in") => hand_in(regulation, inner(inside)?),
                Some("catalogue") => catalogue(inner(inside)?),
                _ => core(json!({ "list": inside })),
            };
        }
        Some("report") => name_report(regulation, value.get_mut("report"))?,
        Some("correct") => name_report(regulation, value.get_mut("correct"))?,
        Some("judge") => {
            for kind in ["game_loss", "concede"] {
                let inside = value.get_mut("judge").and_then(|judge| judge.get_mut(kind));
                name_report(regulation, inside)?;
            }
        }
        _ => {}
    }
    core(value)
}

/// The one key of an object, which names a command.
fn single(value: &Value) -> Option<&str> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    object.keys().next().map(String::as_str)
}

/// Reads a value; what is wrong is reported with the way to it.
fn read_as<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let why = told(&error);
        let problem = Problem::from(Cause::CommandUnreadable { why });
        problem.with_hint(DESCRIPTION)
    })
}

/// A command without fields may be written as a word or as an object without any: `"draft"`, `{"draft": {}}`.
fn core(value: Value) -> Result<Wish, Problem> {
    let other = other_form(&value);
    let read = read_as::<Command>(value);
    let read = match (read, other.map(serde_json::from_value)) {
        (Err(_), Some(Ok(command))) => Ok(command),
        (read, _) => read,
    };
    Ok(read?.into())
}

/// The other way to write a command without fields, inside a group of commands too.
fn other_form(value: &Value) -> Option<Value> {
    if let Value::String(name) = value {
        return Some(json!({ name: {} }));
    }
    let (name, inside) = value
        .as_object()
        .filter(|object| object.len() == 1)?
        .iter()
        .next()?;
    let empty = inside.is_null() || inside.as_object().is_some_and(Map::is_empty);
    if empty {
        return Some(json!(name));
    }
    Some(json!({ name: other_form(inside)? }))
}

/// The value under the one key.
fn inner<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    let inside = match value {
        Value::Object(object) => object.into_iter().next().map(|(_, inside)| inside),
        _ => None,
    };
    read_as(inside.unwrap_or_default())
}

/// Reports are written in the form of the tournament's regulation; the core wants its name with them.
fn name_report(regulation: Regulation, inside: Option<&mut Value>) -> Result<(), Problem> {
    let Some(told) = inside
        .and_then(|inside| inside.get_mut("report"))
        .filter(|told| !told.is_null())
    else {
        return Ok(());
    };
    let report = regulation
        .parse_report(&told.to_string())
        .map_err(Problem::from)?;
    let mut named = Map::new();
    named.insert(regulation.id().to_owned(), report.to_json());
    *told = Value::Object(named);
    Ok(())
}

fn register(wish: Register) -> Result<Wish, Problem> {
    let mut players = Vec::new();
    let mut private = Vec::new();
    for new in wish.players {
        let person = personal(&new.name, new.club.as_deref(), new.contact.as_deref())?;
        players.push(NewPlayer {
            who: person.seal(),
            faction: new.faction,
            list_points: new.list_points,
            leader: new.leader,
        });
        private.push(person);
    }
    Ok(Wish {
        private,
        ..Command::Register { players }.into()
    })
}

fn assign(wish: Assign) -> Result<Wish, Problem> {
    let person = personal(&wish.name, None, wish.contact.as_deref())?;
    let command = Command::Assign {
        role: wish.role,
        who: person.seal(),
    };
    Ok(Wish {
        private: vec![person],
        ..command.into()
    })
}

fn amend(wish: Amend) -> Result<Wish, Problem> {
    if wish.name.is_none() && (wish.club.is_some() || wish.contact.is_some()) {
        return Err(Cause::NameClubContact.into());
    }
    let person = wish
        .name
        .map(|name| personal(&name, wish.club.as_deref(), wish.contact.as_deref()));
    let person = person.transpose()?;
    let command = Command::Amend {
        player: wish.player,
        who: person.as_ref().map(Personal::seal),
        faction: wish.faction,
        list_points: wish.list_points,
    };
    Ok(Wish {
        private: person.into_iter().collect(),
        ..command.into()
    })
}

fn hand_in(regulation: Regulation, wish: HandIn) -> Result<Wish, Problem> {
    let list = read_list(regulation, &wish.list)?.list;
    let attached = Attachment::list(list, salt()?);
    let command =
        muster_tournament::lists::hand_in(wish.player, &attached, wish.reason, wish.excused);
    Ok(Wish {
        attached: Some(attached),
        ..command.into()
    })
}

/// Reads a list, be it an object in the regulation's form or text that people paste.
pub fn read_list(regulation: Regulation, list: &Value) -> Result<ReadList, Problem> {
    let wrong = |why: String| {
        let why = why.trim_end_matches('.').to_owned();
        Problem::from(Cause::ListUnreadable { why })
    };
    match list {
        Value::String(text) => {
            lists::read(regulation, text.as_bytes()).map_err(|error| wrong(error.to_string()))
        }
        value => {
            let list = regulation.parse_list(&value.to_string());
            Ok(ReadList {
                list: list.map_err(|refusal| wrong(refusal_of_list(&refusal)))?,
                lines: Vec::new(),
                notes: Vec::new(),
            })
        }
    }
}

fn catalogue(wish: BringCatalogue) -> Result<Wish, Problem> {
    let text = Value::Array(wish.cards).to_string();
    let read = lists::catalogue::read(text.as_bytes()).map_err(|error| Cause::CardsUnreadable {
        why: error.to_string(),
    })?;
    let attached = Attachment::catalogue(&read.catalogue, salt()?);
    let cards = attached.seal();
    Ok(Wish {
        attached: Some(attached),
        ..Command::List(ListCommand::Catalogue { cards }).into()
    })
}

/// One command of each kind, as a program may send it, with its name in the journal.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "configure",
        r#"{"configure":{"setup":{"name":"Harbour Open","regulation":"xwing","tier":"relaxed","structure":"custom","custom":{"rounds":3,"cut":{"top":4}},"wishes":{"clubs_apart":true,"fresh_tables":false},"date":"2026-11-21","zone":"Europe/Vienna"}}}"#,
    ),
    (
        "assign",
        r#"{"assign":{"role":"judge","name":"Cleo Mansour"}}"#,
    ),
    ("dismiss", r#"{"dismiss":{"staff":2}}"#),
    (
        "register",
        r#"{"register":{"players":[{"name":"Ada Okafor","club":"Northside","faction":"Harbour Watch","list_points":198},{"name":"Bram Lindqvist"}]}}"#,
    ),
    (
        "amend",
        r#"{"amend":{"player":1,"faction":"Salt Traders","list_points":200}}"#,
    ),
    (
        "hand_in",
        r#"{"list":{"hand_in":{"player":1,"list":"Faction: Harbour Watch\nGrey Heron (52)\nTern Pilot (38)\nObstacles: rock 1, rock 2, cloud 1"}}}"#,
    ),
    (
        "call_for_lists",
        r#"{"list":{"call":{"required":true,"until":"2026-11-21T09:00:00Z"}}}"#,
    ),
    (
        "catalogue",
        r#"{"list":{"catalogue":{"cards":[{"name":"Grey Heron","points":52}]}}}"#,
    ),
    (
        "check_in",
        r#"{"check_in":{"players":[1,2],"present":true}}"#,
    ),
    ("start", r#"{"start":{"phrase":"low tide"}}"#),
    ("draft", r#""draft""#),
    ("redraw", r#"{"redraw":{"reason":"two players came late"}}"#),
    (
        "swap",
        r#"{"swap":{"a":1,"b":4,"reason":"same club","anyway":false}}"#,
    ),
    (
        "pin",
        r#"{"pin":{"a":1,"b":4,"reason":"announced match","anyway":false}}"#,
    ),
    ("publish", r#""publish""#),
    ("seat", r#"{"seat":{"players":[9]}}"#),
    (
        "as_played",
        r#"{"as_played":{"tables":[[1,1,4],[2,3,2]],"reason":"they sat at each other's tables"}}"#,
    ),
    (
        "repair",
        r#"{"repair":{"tables":[3,5],"reason":"a result of round 2 was wrong"}}"#,
    ),
    (
        "report",
        r#"{"report":{"table":1,"report":{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}}}"#,
    ),
    (
        "final_salvo",
        r#"{"final_salvo":{"table":1,"a_dice":8,"b_dice":7,"score":48}}"#,
    ),
    ("confirm", r#"{"confirm":{"table":1}}"#),
    ("accept_reports", r#"{"accept_reports":{"tables":[3,7]}}"#),
    ("dispute", r#"{"dispute":{"table":1}}"#),
    (
        "correct",
        r#"{"correct":{"round":1,"table":1,"report":{"ending":"time","a":{"score":77},"b":{"score":49}},"reason":"slip misread"}}"#,
    ),
    ("no_show", r#"{"no_show":{"table":2,"absent":3}}"#),
    (
        "choose_side",
        r#"{"choose_side":{"table":1,"side":"dark"}}"#,
    ),
    ("start_clock", r#"{"clock":"start"}"#),
    ("begun", r#"{"clock":"begun"}"#),
    ("pause", r#"{"clock":{"pause":{"reason":"lunch"}}}"#),
    ("resume", r#"{"clock":"resume"}"#),
    (
        "adjust_clock",
        r#"{"clock":{"adjust":{"minutes":5,"reason":"late start"}}}"#,
    ),
    ("call_time", r#"{"clock":"call_time"}"#),
    (
        "extend",
        r#"{"clock":{"extend":{"table":3,"minutes":5,"reason":"long ruling"}}}"#,
    ),
    (
        "call",
        r#"{"judge":{"call":{"table":3,"what":"rules question"}}}"#,
    ),
    ("take_call", r#"{"judge":{"take":{"call":1}}}"#),
    ("close_call", r#"{"judge":{"close":{"call":1}}}"#),
    (
        "rule",
        r#"{"judge":{"rule":{"table":3,"text":"The move stands."}}}"#,
    ),
    ("appeal", r#"{"judge":{"appeal":{"ruling":1}}}"#),
    (
        "decide_appeal",
        r#"{"judge":{"decide":{"ruling":1,"text":"The ruling stands.","overruled":false}}}"#,
    ),
    (
        "warn",
        r#"{"judge":{"warn":{"player":3,"reason":"slow play"}}}"#,
    ),
    (
        "game_loss",
        r#"{"judge":{"game_loss":{"table":2,"player":3,"reason":"third warning","report":{"ending":"concession","conceded_by":"a","loser_score":24}}}}"#,
    ),
    (
        "recommend_removal",
        r#"{"judge":{"recommend":{"player":3,"reason":"unsporting"}}}"#,
    ),
    (
        "keep",
        r#"{"judge":{"keep":{"player":3,"reason":"first time"}}}"#,
    ),
    (
        "component_lost",
        r#"{"judge":{"lost":{"table":2,"player":3,"what":"a dial","minutes":5}}}"#,
    ),
    ("component_found", r#"{"judge":{"found":{"loss":1}}}"#),
    (
        "concede_for_component",
        r#"{"judge":{"concede":{"loss":1}}}"#,
    ),
    ("remove_for_component", r#"{"judge":{"remove":{"loss":1}}}"#),
    (
        "proxy",
        r#"{"judge":{"proxy":{"player":3,"card":"Grey Heron","unreadable":"the text"}}}"#,
    ),
    (
        "suspect_fortressing",
        r#"{"judge":{"suspect":{"table":2,"player":3}}}"#,
    ),
    (
        "check_fortressing",
        r#"{"judge":{"check":{"fort":1,"met":true}}}"#,
    ),
    (
        "determine_fortressing",
        r#"{"judge":{"determine":{"fort":1,"deliberate":true}}}"#,
    ),
    (
        "follow_up_fortressing",
        r#"{"judge":{"follow_up":{"fort":1,"goes_on":false,"score":0}}}"#,
    ),
    (
        "define_tables",
        r#"{"tables":{"define":{"tables":[{"number":1,"size":"3x6","terrain":{"large":4},"accessible":true}]}}}"#,
    ),
    ("clear_tables", r#"{"tables":{"clear":{"tables":[1]}}}"#),
    ("sit", r#"{"tables":{"sit":{"player":3,"tables":[1,2]}}}"#),
    ("finish_round", r#""finish_round""#),
    ("void_round", r#"{"void_round":{"reason":"fire alarm"}}"#),
    ("drop", r#"{"drop":{"player":3}}"#),
    ("rejoin", r#"{"rejoin":{"player":3}}"#),
    (
        "disqualify",
        r#"{"disqualify":{"player":3,"reason":"unsporting"}}"#,
    ),
    ("cut", r#"{"cut":{"later_day":false}}"#),
    (
        "keep_cut",
        r#"{"keep_cut":{"reason":"the players have gone home"}}"#,
    ),
    (
        "put_back",
        r#"{"put_back":{"player":5,"reason":"lost to a disqualified player"}}"#,
    ),
    ("finish", r#""finish""#),
    ("undo", r#""undo""#),
    ("undo_line", r#"{"undo_line":{"line":39}}"#),
    ("redact", r#"{"redact":{"player":3}}"#),
];

#[cfg(test)]
mod tests {
    use super::*;
    use muster_tournament::command::{ClockCommand, JudgeCommand, TableCommand};
    use std::collections::BTreeSet;

    /// How many kinds of command there are. A new one breaks this match, and then wants its example.
    fn kinds(command: &Command) -> usize {
        match command {
            Command::Clock(inner) => match inner {
                ClockCommand::Start
                | ClockCommand::Begun
                | ClockCommand::Pause { .. }
                | ClockCommand::Resume
                | ClockCommand::Adjust { .. }
                | ClockCommand::CallTime
                | ClockCommand::Extend { .. } => 7,
            },
            Command::List(inner) => match inner {
                ListCommand::HandIn { .. }
                | ListCommand::Call { .. }
                | ListCommand::Catalogue { .. } => 3,
            },
            Command::Tables(inner) => match inner {
                TableCommand::Define { .. }
                | TableCommand::Clear { .. }
                | TableCommand::Sit { .. } => 3,
            },
            Command::Judge(inner) => match inner {
                JudgeCommand::Call { .. }
                | JudgeCommand::Take { .. }
                | JudgeCommand::Close { .. }
                | JudgeCommand::Rule { .. }
                | JudgeCommand::Appeal { .. }
                | JudgeCommand::Decide { .. }
                | JudgeCommand::Warn { .. }
                | JudgeCommand::GameLoss { .. }
                | JudgeCommand::Recommend { .. }
                | JudgeCommand::Keep { .. }
                | JudgeCommand::Lost { .. }
                | JudgeCommand::Found { .. }
                | JudgeCommand::Concede { .. }
                | JudgeCommand::Remove { .. }
                | JudgeCommand::Proxy { .. }
                | JudgeCommand::Suspect { .. }
                | JudgeCommand::Check { .. }
                | JudgeCommand::Determine { .. }
                | JudgeCommand::FollowUp { .. } => 19,
            },
            // All the others but `create`, which has an address of its own, and `import`, which comes as a file.
            Command::Create { .. }
            | Command::Import(_)
            | Command::Configure { .. }
            | Command::Assign { .. }
            | Command::Dismiss { .. }
            | Command::Register { .. }
            | Command::Amend { .. }
            | Command::CheckIn { .. }
            | Command::Start { .. }
            | Command::Draft
            | Command::Redraw { .. }
            | Command::Swap { .. }
            | Command::Pin { .. }
            | Command::Publish
            | Command::Seat { .. }
            | Command::AsPlayed { .. }
            | Command::Repair { .. }
            | Command::Report { .. }
            | Command::FinalSalvo { .. }
            | Command::Confirm { .. }
            | Command::AcceptReports { .. }
            | Command::Dispute { .. }
            | Command::Correct { .. }
            | Command::NoShow { .. }
            | Command::ChooseSide { .. }
            | Command::FinishRound
            | Command::VoidRound { .. }
            | Command::Drop { .. }
            | Command::Rejoin { .. }
            | Command::Disqualify { .. }
            | Command::Cut { .. }
            | Command::KeepCut { .. }
            | Command::PutBack { .. }
            | Command::Finish
            | Command::Undo
            | Command::UndoLine { .. }
            | Command::Redact { .. } => 35,
        }
    }

    #[test]
    fn a_command_without_fields_may_be_a_word_or_an_object() {
        for (word, object) in [
            (json!("draft"), json!({"draft": {}})),
            (json!("start"), json!({"start": {}})),
            (json!("publish"), json!({"publish": null})),
            (json!({"clock": "start"}), json!({"clock": {"start": {}}})),
        ] {
            let [one, other] =
                [word, object].map(|value| read(Regulation::Xwing, value).map(|wish| wish.command));
            assert_eq!(one.unwrap(), other.unwrap());
        }
        let refused = read(Regulation::Xwing, json!("report")).err().unwrap();
        assert!(
            refused.code == Some("command-unreadable"),
            "{}",
            refused.text
        );
    }

    #[test]
    fn every_command_has_an_example_that_is_understood() {
        let mut seen = BTreeSet::new();
        let mut groups = BTreeSet::new();
        for (name, example) in EXAMPLES {
            let value: Value = serde_json::from_str(example).unwrap();
            let wish =
                read(Regulation::Xwing, value).unwrap_or_else(|p| panic!("{name}: {}", p.text));
            assert_eq!(wish.command.name(), *name, "{example}");
            assert!(seen.insert(*name), "{name} twice");
            groups.insert(kinds(&wish.command));
        }
        // 35 of the house, 7 of the clock, 19 of the judges, 3 of lists and 3 of tables.
        assert_eq!(groups, BTreeSet::from([3, 7, 19, 35]));
        assert_eq!(seen.len(), 35 + 7 + 19 + 3 + 3);
    }

    #[test]
    fn a_report_for_another_game_names_its_clause() {
        let value = json!({"report": {"table": 1, "report": {"ending": "time"}}});
        let problem = read(Regulation::Xwing, value).unwrap_err();
        assert!(problem.clause.is_some(), "{}", problem.text);
    }

    #[test]
    fn creating_is_sent_where_it_belongs() {
        let problem = read(Regulation::Xwing, json!({"create": {}})).unwrap_err();
        assert!(problem.text.contains("/api/v1/tournaments"));
    }
}
