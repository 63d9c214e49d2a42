//! The description of the API: what the handlers say of themselves, and what is true of all of them, added in one place:
//! parts of addresses, errors, entity tags, tokens, and the schemas that the regulations make of their own forms.

use super::command::{Amend, Assign, BringCatalogue, EXAMPLES, HandIn, Register};
use super::problem::{Details, STATUSES, address, codes, kind};
use super::{files, paper};
use axum::http::StatusCode;
use muster_ledger::people::Event;
use muster_regulations::{Regulation, list_name, report_name};
use muster_tournament::Command;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::ToSchema;
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// What each tag is for, in the order in which they are shown.
const TAGS: [(&str, &str); 7] = [
    ("Reading", "What the pages show, with the same visibility."),
    (
        "Doing",
        "Commands, and other requests that change something.",
    ),
    (
        "Why",
        "Every pairing, bye, outcome and rank, explained with its clauses.",
    ),
    ("Live", "How far the journal goes, as it grows."),
    ("Coming in", "Codes, registration, invitations, tokens."),
    ("Webhooks", "Telling other programs what happened."),
    (
        "Regulations",
        "The five documents as data; no tournament is needed.",
    ),
];

const INTRODUCTION: &str = "Everything that the pages of this server show and do, as JSON. A tournament is its journal: \
    whatever is read carries the position of the last line, and whatever is done becomes one line more. Reading a public \
    tournament needs nothing; everything else needs a token (`Authorization: Bearer …`), made on the page `/tokens` for \
    one person and one purpose. Errors are problem details (RFC 9457).";

/// Finishes the description that the handlers gave.
#[must_use]
pub fn finished(openapi: OpenApi) -> Value {
    let mut document = serde_json::to_value(&openapi).unwrap_or_default();
    document["openapi"] = json!("3.1.0");
    document["info"] = json!({
        "title": "Muster",
        "version": "1",
        "summary": "Tabletop tournaments by the book.",
        "description": INTRODUCTION,
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": super::ROOT }]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, description)| json!({ "name": name, "description": description }))
        .collect();
    components(&mut document);
    let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) else {
        return document;
    };
    for (path, operations) in paths {
        let Some(operations) = operations.as_object_mut() else {
            continue;
        };
        for (method, operation) in operations {
            complete(path, method, operation);
        }
    }
    let webhooks = webhooks(&mut document["components"]["schemas"]);
    document["webhooks"] = webhooks;
    name_variants(&mut document);
    drop_unused(&mut document);
    sizes(&mut document);
    plain(&mut document);
    document
}

/// What webhooks receive: a body of the Standard Webhooks specification for each event, with the same parts as what is
/// read. Adds their schemas.
fn webhooks(schemas: &mut Value) -> Value {
    let refer = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let object = |properties: Value| {
        let required: Vec<&String> = properties
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .collect();
        json!({ "type": "object", "required": required, "properties": properties })
    };
    let position = json!({ "type": "integer", "format": "uint64", "minimum": 0, "description": "How far the journal went when this was found to be so." });
    let round = json!({ "type": "integer", "format": "uint32", "minimum": 1 });
    let yes = |description: &str| json!({ "type": "boolean", "description": description });
    let told = [
        (
            Event::RoundPublished,
            "RoundPublishedEvent",
            "A round was published, or is no longer.",
            json!({
                "published": yes("Whether it is published now; false if it was voided or undone."),
                "round": refer("RoundView"),
            }),
        ),
        (
            Event::Result,
            "MatchResultEvent",
            "A result counts, has changed, or no longer counts.",
            json!({ "round": round, "counts": yes("Whether it counts now."), "match": refer("MatchView") }),
        ),
        (
            Event::Finished,
            "TournamentFinishedEvent",
            "The tournament has ended, or continues after all.",
            json!({
                "over": yes("Whether it is over now."),
                "champion": { "oneOf": [{ "type": "null" }, refer("PlayerRef")] },
                "places": { "type": "array", "items": refer("FinalPlace") },
            }),
        ),
    ];
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    let headers = json!([
        header("webhook-id", "The same for every try of one delivery."),
        header("webhook-timestamp", "Seconds since 1970."),
        header(
            "webhook-signature",
            "`v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`."
        ),
    ]);
    let mut webhooks = Map::new();
    for (event, name, summary, mut data) in told {
        data["tournament"] = object(json!({
            "id": { "type": "string" },
            "name": { "type": "string" },
            "regulation": refer("Regulation"),
        }));
        data["position"] = position.clone();
        schemas[name] = object(json!({
            "type": { "const": event.id() },
            "timestamp": { "type": "string", "format": "date-time" },
            "data": object(data),
        }));
        let post = json!({
            "operationId": format!("receive{name}"),
            "summary": summary,
            "parameters": headers,
            "requestBody": { "required": true, "content": { "application/json": { "schema": refer(name) } } },
            "responses": {
                "2XX": { "description": "Taken; anything else is tried again." },
                "410": { "description": "Nothing more is wanted." },
            },
        });
        webhooks.insert(event.id().to_owned(), json!({ "post": post }));
    }
    Value::Object(webhooks)
}

/// Numbers by the names that the registry of formats has for their sizes, with their true limits.
fn sizes(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let format = object.get("format").and_then(Value::as_str);
            match format
                .map(|format| format.replace("u-int", "uint"))
                .as_deref()
            {
                Some("uint32") => {
                    object.insert("format".to_owned(), json!("uint32"));
                    object.entry("maximum").or_insert(json!(u32::MAX));
                }
                Some(size @ ("uint16" | "uint64")) => {
                    object.insert("format".to_owned(), json!(size));
                }
                _ => {}
            }
            object.values_mut().for_each(sizes);
        }
        Value::Array(values) => values.iter_mut().for_each(sizes),
        _ => {}
    }
}

/// Comments of the code link to one another, which means nothing outside of it.
fn plain(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.replace("[`", "`").replace("`]", "`");
            }
            object.values_mut().for_each(plain);
        }
        Value::Array(values) => values.iter_mut().for_each(plain),
        _ => {}
    }
}

/// Schemas by name.
type Described = Vec<(String, RefOr<Schema>)>;

/// Adds the schema of a type and of all that it is made of.
fn describe<T: ToSchema>(schemas: &mut Described) {
    T::schemas(schemas);
    schemas.push((T::name().into_owned(), T::schema()));
}

/// Puts the schemas there that no handler gives: commands as programs write them, reports and lists by regulation.
fn components(document: &mut Value) {
    let mut schemas: Described = Vec::new();
    describe::<Command>(&mut schemas);
    describe::<Register>(&mut schemas);
    describe::<Assign>(&mut schemas);
    describe::<Amend>(&mut schemas);
    describe::<HandIn>(&mut schemas);
    describe::<BringCatalogue>(&mut schemas);
    describe::<Details>(&mut schemas);
    let there = &mut document["components"]["schemas"];
    for (name, schema) in schemas {
        there[name] = serde_json::to_value(schema).unwrap_or_default();
    }
    for regulation in Regulation::ALL {
        there[report_name(regulation)] = embedded(muster_words::form::schema(regulation));
        there[list_name(regulation)] = embedded(muster_words::list::schema(regulation));
    }
    commands(there);
    document["components"]["securitySchemes"] = json!({
        "token": { "type": "http", "scheme": "bearer", "description": "A token made on the page /tokens, or with `muster token`." },
    });
    let problem = json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
    let mut responses = Map::new();
    for status in STATUSES {
        let kind = kind(status, false);
        let mut response =
            json!({ "description": format!("{}. {}", kind.title, kind.hint), "content": problem });
        if status == StatusCode::UNAUTHORIZED {
            response["headers"] =
                json!({ "WWW-Authenticate": { "schema": { "type": "string" }, "required": true } });
        }
        responses.insert(kind.id.to_owned(), response);
    }
    document["components"]["responses"] = Value::Object(responses);
    let codes: Vec<String> = codes().map(address).collect();
    document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"] = json!(codes);
}

/// A schema that stands for itself, as part of another document.
fn embedded(mut schema: Value) -> Value {
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
    }
    schema
}

/// The name of a variant: the word itself, or the one property of an object.
fn variant(schema: &Value) -> Option<String> {
    let word = schema["enum"].as_array().and_then(|words| words.first());
    let word = word.or_else(|| schema.get("const")).and_then(Value::as_str);
    let property = || schema["properties"].as_object()?.keys().next().cloned();
    word.map(str::to_owned).or_else(property)
}

/// Commands as programs write them: plain names and lists instead of digests, and an example of each.
fn commands(schemas: &mut Value) {
    let plain = |name: &str, schema: &str, title: &str| {
        json!({
            "type": "object", "title": title, "required": [name], "additionalProperties": false,
            "properties": { name: { "$ref": format!("#/components/schemas/{schema}") } },
        })
    };
    let replaced = [
        (
            "Command",
            plain("register", "Register", "Registers players."),
        ),
        (
            "Command",
            plain("assign", "Assign", "Makes somebody a leader."),
        ),
        (
            "Command",
            plain("amend", "Amend", "Changes what is known about a player."),
        ),
        (
            "ListCommand",
            plain("hand_in", "HandIn", "Hands in a list."),
        ),
        (
            "ListCommand",
            plain("catalogue", "BringCatalogue", "Brings the card catalogue."),
        ),
    ];
    for enumeration in [
        "Command",
        "ListCommand",
        "ClockCommand",
        "JudgeCommand",
        "TableCommand",
    ] {
        let Some(variants) = schemas[enumeration]["oneOf"].as_array_mut() else {
            continue;
        };
        variants.retain(|schema| !matches!(variant(schema).as_deref(), Some("create" | "import")));
        for schema in variants {
            let name = variant(schema);
            let other = replaced
                .iter()
                .find(|(of, other)| *of == enumeration && variant(other) == name);
            if let Some((_, other)) = other {
                *schema = other.clone();
            }
            if schema["type"] == "object" {
                schema["additionalProperties"] = json!(false);
            }
            close(schema);
        }
    }
    // Each example stands with the variant that it shows, or with the commands of its group.
    for (_, example) in EXAMPLES {
        let Ok(example) = serde_json::from_str::<Value>(example) else {
            continue;
        };
        let shown = match &example {
            Value::String(word) => word.clone(),
            value => value
                .as_object()
                .and_then(|object| object.keys().next().cloned())
                .unwrap_or_default(),
        };
        let Some(variants) = schemas["Command"]["oneOf"].as_array_mut() else {
            continue;
        };
        let place = variants
            .iter_mut()
            .find(|schema| variant(schema).as_deref() == Some(&shown));
        if let Some(place) = place {
            match place.get_mut("examples").and_then(Value::as_array_mut) {
                Some(examples) => examples.push(example),
                None => place["examples"] = json!([example]),
            }
        }
    }
}

/// Gives each variant of a choice a name of its own, made of the choice and the variant. Generators of clients name what
/// has no name by its title, and titles such as “Time” occur under several regulations.
fn name_variants(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(schema) = schemas.get_mut(&name) else {
            continue;
        };
        untitled(schema, true);
        let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else {
            continue;
        };
        let mut named = Vec::new();
        for variant in variants.iter_mut() {
            let Some(word) = told_apart_by(variant) else {
                continue;
            };
            let own = format!("{name}{}", pascal(&word));
            let reference = json!({ "$ref": format!("#/components/schemas/{own}") });
            named.push((own, std::mem::replace(variant, reference)));
        }
        schemas.extend(named);
    }
}

/// The word that tells a variant from the others: its only property, its constant, or the constant of its first
/// property that has one.
fn told_apart_by(schema: &Value) -> Option<String> {
    if let Some(properties) = schema["properties"].as_object() {
        let mut constants = properties.values().filter_map(|it| it["const"].as_str());
        if let Some(word) = constants.next() {
            return Some(word.to_owned());
        }
        return properties
            .keys()
            .next()
            .filter(|_| properties.len() == 1)
            .cloned();
    }
    variant(schema)
}

/// `round_published` as `RoundPublished`.
fn pascal(word: &str) -> String {
    word.split(['_', '-', '.', ' '])
        .map(muster_words::phrases::capital)
        .collect()
}

/// Takes the titles off everything inside a schema: only what has a name of its own keeps one, as a description.
fn untitled(value: &mut Value, top: bool) {
    match value {
        Value::Object(object) => {
            if !top
                && object.get("title").is_some_and(Value::is_string)
                && let Some(title) = object.remove("title")
            {
                object.entry("description").or_insert(title);
            }
            object
                .values_mut()
                .for_each(|inside| untitled(inside, false));
        }
        Value::Array(values) => values.iter_mut().for_each(|inside| untitled(inside, false)),
        _ => {}
    }
}

/// Objects inside a variant hold nothing but what they name, as the core reads them.
fn close(schema: &mut Value) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (_, property) in properties {
        if property["type"] == "object" && property.get("properties").is_some() {
            property["additionalProperties"] = json!(false);
        }
    }
}

/// Parts of addresses, by name.
fn part(name: &str) -> Value {
    let number =
        |minimum: u32| json!({ "type": "integer", "minimum": minimum, "maximum": u32::MAX });
    let (schema, description) = match name {
        "id" => (
            json!({ "type": "string", "pattern": "^[a-z0-9-]{1,64}$" }),
            "The identifier of the tournament.",
        ),
        "regulation" => (
            json!({ "$ref": "#/components/schemas/Regulation" }),
            "The regulation.",
        ),
        "round" => (number(1), "The number of the round, through all stages."),
        "table" => (number(1), "The number of the table."),
        "player" => (number(1), "The number of the player."),
        "file" => (
            json!({ "type": "string", "enum": files::names() }),
            "The name of the file.",
        ),
        "document" => (
            json!({ "type": "string", "enum": paper::names() }),
            "The name of the document.",
        ),
        _ => (
            json!({ "type": "string", "pattern": "^[a-z0-9-]{1,64}$" }),
            "The identifier.",
        ),
    };
    json!({ "name": name, "in": "path", "required": true, "description": description, "schema": schema })
}

/// Adds to an operation what is true of all like it.
fn complete(path: &str, method: &str, operation: &mut Value) {
    let names = path.split('/').filter_map(|step| {
        let name = step.strip_prefix('{')?.strip_suffix('}')?;
        Some(part(name))
    });
    let mut parameters: Vec<Value> = names.collect();
    let own = operation["parameters"].as_array().cloned();
    let own = own.unwrap_or_default().into_iter();
    parameters.extend(own.filter(|parameter| parameter["in"] != "path"));
    let reads = method == "get";
    if reads && path.starts_with("/tournaments/{id}") && conditional(path) {
        parameters.push(json!({
            "name": "If-None-Match", "in": "header", "required": false,
            "description": "Entity tags that are known already; if nothing has changed the answer is 304.",
            "schema": { "type": "string" },
        }));
        let tag = json!({ "ETag": {
            "description": "The entity tag, made from the journal's position.",
            "required": true, "schema": { "type": "string", "pattern": "^\"[0-9]+(\\.[0-9]+)?-.+\"$" },
        } });
        operation["responses"]["200"]["headers"] = tag.clone();
        operation["responses"]["304"] =
            json!({ "description": "Nothing has changed.", "headers": tag });
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    let takes_body = operation.get("requestBody").is_some();
    for status in STATUSES {
        let for_bodies = matches!(
            status,
            StatusCode::CONFLICT
                | StatusCode::PAYLOAD_TOO_LARGE
                | StatusCode::UNSUPPORTED_MEDIA_TYPE
                | StatusCode::TOO_MANY_REQUESTS
        );
        if for_bodies && !takes_body {
            continue;
        }
        let kind = kind(status, false);
        operation["responses"][status.as_str()] =
            json!({ "$ref": format!("#/components/responses/{}", kind.id) });
    }
    operation["security"] = if (reads && !for_people(path)) || free(path) {
        json!([{}, { "token": [] }])
    } else {
        json!([{ "token": [] }])
    };
}

/// What is read without an entity tag: settings and webhooks are no part of the journal, events stay open, and
/// chances name the time of day.
fn conditional(path: &str) -> bool {
    ![
        "/settings",
        "/webhooks",
        "/deliveries",
        "/events",
        "/chances",
        "/newcomers",
    ]
    .iter()
    .any(|end| path.ends_with(end))
}

/// What is read only by somebody who is known.
fn for_people(path: &str) -> bool {
    [
        "/me",
        "/tokens",
        "/settings",
        "/staff",
        "/judges",
        "/lists",
        "/tables",
        "/webhooks",
        "/deliveries",
        "/chances",
        "/newcomers",
    ]
    .iter()
    .any(|end| path.ends_with(end))
}

/// What is sent without a token.
fn free(path: &str) -> bool {
    ["/claim", "/register", "/join", "/score", "/lists/check"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// Leaves out schemas that nothing refers to: those of the journal that programs never see.
fn drop_unused(document: &mut Value) {
    let mut used = BTreeSet::new();
    let mut waiting = vec![
        document["paths"].clone(),
        document["webhooks"].clone(),
        document["components"]["responses"].clone(),
    ];
    while let Some(value) = waiting.pop() {
        let mut found = BTreeSet::new();
        references(&value, &mut found);
        for name in found {
            if used.insert(name.clone()) {
                waiting.push(document["components"]["schemas"][&name].clone());
            }
        }
    }
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| used.contains(name));
    }
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            if let Some(name) = object
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|text| text.strip_prefix("#/components/schemas/"))
            {
                found.insert(name.to_owned());
            }
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}
