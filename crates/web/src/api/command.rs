//! Commands as programs write them: as in the journal, but with plain names and lists where the journal holds digests, and
//! with reports in the form of the tournament's regulation.
//!
//! Everything else is read by the core, so a new command needs no code here, only an example in `examples.jsonl`.

use super::sent::{DESCRIPTION, describe};
use crate::problem::Problem;
use jiff::Timestamp;
use muster_exchange::Unreadable;
use muster_exchange::lists::{self, ReadList};
use muster_regulations::{List, Regulation, Role};
use muster_service::people::{Entrant, personal, register, salt};
use muster_service::problem::Cause;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{Command, ListCommand};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::personal::Personal;
use muster_tournament::{By, PlayerId, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Players to register. After the start this is a late entry (DROP-4).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The players.
    #[schema(min_items = 1)]
    pub players: Vec<Entrant>,
}

/// A person to assign to the staff.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Assign {
    /// The role.
    pub role: Role,
    /// The public name.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// How to reach the person.
    #[schema(max_length = 200)]
    pub contact: Option<String>,
}

/// Changes to a player's data.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Amend {
    /// The player.
    pub player: PlayerId,
    /// The new name. Club and contact are replaced with it.
    #[schema(min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// The new club; requires `name`.
    #[schema(max_length = 200)]
    pub club: Option<String>,
    /// The new contact; requires `name`.
    #[schema(max_length = 200)]
    pub contact: Option<String>,
    /// The new faction.
    #[schema(max_length = 200)]
    pub faction: Option<String>,
    /// The new list total in points.
    pub list_points: Option<u32>,
}

/// A list to hand in. After the start only staff can replace a list, with a reason (COMP-4, GC-LIST).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandIn {
    /// The player.
    pub player: PlayerId,
    /// The list: an object in the form of the regulation, or pasted text.
    #[schema(value_type = ListOrText)]
    pub list: Value,
    /// Why a locked list is changed.
    pub reason: Option<String>,
    /// Why the staff accepts the list although it breaks a rule.
    pub excused: Option<String>,
}

/// A list: an object in the form of the regulation, or pasted text.
#[derive(ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only described; the value is read by regulation")]
pub enum ListOrText {
    /// In the form of the regulation.
    List(List),
    /// Pasted text.
    Text(String),
}

/// The catalogue of cards that lists are checked against.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BringCatalogue {
    /// The cards, as `muster catalogue` reads them.
    pub cards: Vec<Value>,
}

/// Reads a command that somebody sends to a tournament under a regulation.
pub fn read(
    regulation: Regulation,
    by: By,
    at: Timestamp,
    mut value: Value,
) -> Result<Request, Problem> {
    let plain = |command| Request::new(by, at, command);
    let with_people = |(command, private)| Request {
        private,
        ..plain(command)
    };
    let with_attachment = |(command, attached)| plain(command).with(attached);
    match single(&value) {
        Some("create") => return Err(Cause::CreateElsewhere.into()),
        Some("import") => return Err(Cause::ImportElsewhere.into()),
        Some("register") => return Ok(with_people(register(inner::<Register>(value)?.players)?)),
        Some("assign") => return assign(inner(value)?).map(with_people),
        Some("amend") => return amend(inner(value)?).map(with_people),
        Some("list") => {
            let inside = value["list"].take();
            return match single(&inside) {
                Some("hand_in") => hand_in(regulation, inner(inside)?).map(with_attachment),
                Some("catalogue") => catalogue(inner(inside)?).map(with_attachment),
                _ => core(json!({ "list": inside })).map(plain),
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
    core(value).map(plain)
}

/// The only key of an object, which names the command.
fn single(value: &Value) -> Option<&str> {
    let object = value.as_object().filter(|object| object.len() == 1)?;
    object.keys().next().map(String::as_str)
}

/// Reads a value; errors include the path to the field.
fn read_as<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let why = describe(&error);
        Problem::from(Cause::CommandUnreadable { why }).with_hint(DESCRIPTION)
    })
}

/// A command without fields may be written as a word or as an object without any: `"draft"`, `{"draft": {}}`.
fn core(value: Value) -> Result<Command, Problem> {
    let other = other_form(&value).map(serde_json::from_value);
    match (read_as(value), other) {
        (Err(_), Some(Ok(command))) => Ok(command),
        (read, _) => read,
    }
}

/// The other way to write a command without fields, inside a group of commands too.
fn other_form(value: &Value) -> Option<Value> {
    if let Value::String(name) = value {
        return Some(json!({ name: {} }));
    }
    let name = single(value)?;
    let inside = &value[name];
    let empty = inside.is_null() || inside.as_object().is_some_and(Map::is_empty);
    Some(match empty {
        true => json!(name),
        false => json!({ name: other_form(inside)? }),
    })
}

/// The value of the only key.
fn inner<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    let inside = match value {
        Value::Object(object) => object.into_values().next(),
        _ => None,
    };
    read_as(inside.unwrap_or_default())
}

/// Programs write reports in the form of the tournament's regulation; the core expects the regulation's name around them.
fn name_report(regulation: Regulation, inside: Option<&mut Value>) -> Result<(), Problem> {
    let report = inside.and_then(|inside| inside.get_mut("report"));
    if let Some(report) = report.filter(|report| !report.is_null()) {
        let read = regulation.parse_report(&report.to_string());
        *report = json!({ regulation.id(): read.map_err(Problem::from)?.to_json() });
    }
    Ok(())
}

fn assign(wanted: Assign) -> Result<(Command, Vec<Personal>), Problem> {
    let person = personal(&wanted.name, None, wanted.contact.as_deref())?;
    let command = Command::Assign {
        role: wanted.role,
        who: person.seal(),
    };
    Ok((command, vec![person]))
}

fn amend(wanted: Amend) -> Result<(Command, Vec<Personal>), Problem> {
    let (club, contact) = (wanted.club.as_deref(), wanted.contact.as_deref());
    if wanted.name.is_none() && (club.is_some() || contact.is_some()) {
        return Err(Cause::NameClubContact.into());
    }
    let person = wanted.name.map(|name| personal(&name, club, contact));
    let person = person.transpose()?;
    let command = Command::Amend {
        player: wanted.player,
        who: person.as_ref().map(Personal::seal),
        faction: wanted.faction,
        list_points: wanted.list_points,
    };
    Ok((command, person.into_iter().collect()))
}

fn hand_in(regulation: Regulation, wanted: HandIn) -> Result<(Command, Attachment), Problem> {
    let list = read_list(regulation, &wanted.list)?.list;
    let attached = Attachment::list(list, salt()?);
    let (reason, excused) = (wanted.reason, wanted.excused);
    let command = muster_tournament::lists::hand_in(wanted.player, &attached, reason, excused);
    Ok((command, attached))
}

fn catalogue(wanted: BringCatalogue) -> Result<(Command, Attachment), Problem> {
    let text = Value::Array(wanted.cards).to_string();
    let read = lists::catalogue::read(text.as_bytes())
        .map_err(|error| Cause::CardsUnreadable { error })?;
    let attached = Attachment::catalogue(&read.catalogue, salt()?);
    let cards = attached.seal();
    Ok((Command::List(ListCommand::Catalogue { cards }), attached))
}

/// Reads a list from an object in the form of the regulation or from pasted text.
pub fn read_list(regulation: Regulation, list: &Value) -> Result<ReadList, Problem> {
    let read = match list {
        Value::String(text) => lists::read(regulation, text.as_bytes()),
        value => {
            let list = regulation.parse_list(&value.to_string());
            let notes = Vec::new();
            list.map(|list| ReadList { list, notes })
                .map_err(Unreadable::from)
        }
    };
    read.map_err(|error| Cause::ListUnreadable { error }.into())
}

/// One command of each kind as a program may send it, one per line.
const EXAMPLES: &str = include_str!("examples.jsonl");

/// Returns an example of each command, with the command's name in the journal.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    EXAMPLES.lines().filter_map(|example| {
        let value = serde_json::from_str(example).ok()?;
        let (by, at) = (By::Staff(ORGANIZER), Timestamp::UNIX_EPOCH);
        let request = read(Regulation::Xwing, by, at, value).ok()?;
        Some((request.command.name(), example))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: Value) -> Result<Command, Problem> {
        let (by, at) = (By::Staff(ORGANIZER), Timestamp::UNIX_EPOCH);
        read(Regulation::Xwing, by, at, value).map(|request| request.command)
    }

    #[test]
    fn a_command_without_fields_may_be_a_word_or_an_object() {
        for (word, object) in [
            (json!("draft"), json!({"draft": {}})),
            (json!("start"), json!({"start": {}})),
            (json!("publish"), json!({"publish": null})),
            (json!({"clock": "start"}), json!({"clock": {"start": {}}})),
        ] {
            assert_eq!(check(word).unwrap(), check(object).unwrap());
        }
        let refused = check(json!("report")).unwrap_err();
        assert_eq!(refused.code, Some("command-unreadable"), "{}", refused.text);
    }

    #[test]
    fn a_report_for_another_game_names_its_clause() {
        let value = json!({"report": {"table": 1, "report": {"ending": "time"}}});
        let problem = check(value).unwrap_err();
        assert!(problem.clause.is_some(), "{}", problem.text);
    }

    #[test]
    fn creating_is_sent_where_it_belongs() {
        let problem = check(json!({"create": {}})).unwrap_err();
        assert!(problem.text.contains("/api/v1/tournaments"));
    }
}
