//! The OpenAPI document: what the handlers declare, completed with what is the same for all of them: path parameters,
//! errors, entity tags, tokens, and the schemas that the regulations derive from their own forms.

use super::command::{Amend, Assign, BringCatalogue, HandIn, Register, examples};
use super::problem::{Details, KINDS, address, codes};
use super::{files, paper};
use muster_ledger::people::Event;
use muster_regulations::{Regulation, list_name, report_name};
use muster_service::problem::Cause;
use muster_tournament::Command;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::ToSchema;
use utoipa::openapi::OpenApi;

/// The tags, in the order in which they are shown, each with its description.
const TAGS: [(&str, &str); 10] = [
    (
        "Tournaments",
        "Create, list and read tournaments, follow them live, and change their settings.",
    ),
    (
        "Commands",
        "Everything that changes a tournament is a command.",
    ),
    ("Players", "Players, their lists, and the staff."),
    (
        "Rounds",
        "Rounds, matches, the clock, the bracket and the judges' desk.",
    ),
    ("Standings", "Standings, statistics, chances and seasons."),
    (
        "Explanations",
        "Why a pairing, bye, result or rank is what it is, with clauses.",
    ),
    (
        "Access",
        "Tokens, player codes, registration and invitations.",
    ),
    (
        "Import and export",
        "Files, documents to print, the journal, and imports.",
    ),
    ("Webhooks", "Send events to other programs."),
    (
        "Regulations",
        "The five documents as data. No tournament is needed.",
    ),
];

const INTRODUCTION: &str = "Everything that the pages of this server show and do, as JSON. A tournament is its journal: every \
    answer carries the position of the last line, and every command adds a line. Reading a public tournament needs no token. \
    Everything else needs one (`Authorization: Bearer …`), created on the page `/tokens` for one person and one purpose. \
    Errors are problem details (RFC 9457).";

/// Completes the document that the handlers declare.
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
    each_object(&mut document, &mut |object| {
        number_format(object);
        plain_description(object);
    });
    document
}

/// Describes what webhooks receive: for each event a body of the Standard Webhooks specification, made of the same views as
/// answers. Adds their schemas.
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
    let position = json!({ "type": "integer", "format": "uint64", "minimum": 0, "description": "Number of the journal's last line when the event was found." });
    let round = json!({ "type": "integer", "format": "uint32", "minimum": 1 });
    let yes = |description: &str| json!({ "type": "boolean", "description": description });
    let events = [
        (
            Event::RoundPublished,
            "RoundPublishedEvent",
            "A round was published or withdrawn",
            json!({
                "published": yes("Whether the round is published now; false if it was voided or undone."),
                "round": refer("RoundView"),
            }),
        ),
        (
            Event::Result,
            "MatchResultEvent",
            "A result counts, has changed, or no longer counts",
            json!({ "round": round, "counts": yes("Whether the result counts now."), "match": refer("MatchView") }),
        ),
        (
            Event::Finished,
            "TournamentFinishedEvent",
            "The tournament has ended, or continues after all",
            json!({
                "over": yes("Whether the tournament is over now."),
                "champion": { "oneOf": [{ "type": "null" }, refer("PlayerRef")] },
                "places": { "type": "array", "items": refer("FinalPlace") },
            }),
        ),
    ];
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    let headers = json!([
        header("webhook-id", "The same for every attempt at one delivery."),
        header("webhook-timestamp", "Seconds since 1970."),
        header(
            "webhook-signature",
            "`v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`."
        ),
    ]);
    let mut webhooks = Map::new();
    for (event, name, summary, mut data) in events {
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
                "2XX": { "description": "Accepted. After any other status the delivery is retried." },
                "410": { "description": "Stops this webhook." },
            },
        });
        webhooks.insert(event.id().to_owned(), json!({ "post": post }));
    }
    Value::Object(webhooks)
}

/// Calls `change` for every object in a value, the outermost first.
fn each_object(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            object
                .values_mut()
                .for_each(|inside| each_object(inside, change));
        }
        Value::Array(values) => values
            .iter_mut()
            .for_each(|inside| each_object(inside, change)),
        _ => {}
    }
}

/// Gives numbers the format names of the OpenAPI registry, and their limits.
fn number_format(object: &mut Map<String, Value>) {
    let format = object.get("format").and_then(Value::as_str);
    let format = format.map(|format| format.replace("u-int", "uint"));
    if let Some(format @ ("uint16" | "uint32" | "uint64")) = format.as_deref() {
        if format == "uint32" {
            object.entry("maximum").or_insert(json!(u32::MAX));
        }
        object.insert("format".to_owned(), json!(format));
    }
}

/// Removes the links of doc comments from a description: they mean nothing outside the code.
fn plain_description(object: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace("[`", "`").replace("`]", "`");
    }
}

/// Adds the schema of a type and of all that it is made of.
fn describe<T: ToSchema>(schemas: &mut Value) {
    let mut found = Vec::new();
    T::schemas(&mut found);
    found.push((T::name().into_owned(), T::schema()));
    for (name, schema) in found {
        schemas[name] = serde_json::to_value(schema).unwrap_or_default();
    }
}

/// Adds the schemas that no handler declares: commands as programs write them, reports and lists by regulation, and the
/// errors.
fn components(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    describe_commands(schemas);
    describe::<Details>(schemas);
    for regulation in Regulation::ALL {
        schemas[report_name(regulation)] = embedded(muster_words::form::schema(regulation));
        schemas[list_name(regulation)] = embedded(muster_words::list::schema(regulation));
    }
    document["components"]["securitySchemes"] = json!({
        "token": { "type": "http", "scheme": "bearer", "description": "A token created on the page /tokens or with `muster token`." },
    });
    let problem = json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
    let mut responses = Map::new();
    for kind in KINDS {
        let mut response =
            json!({ "description": format!("{}. {}", kind.title, kind.hint), "content": problem });
        if kind.status == 401 {
            response["headers"] =
                json!({ "WWW-Authenticate": { "schema": { "type": "string" }, "required": true } });
        }
        responses.insert(kind.id.to_owned(), response);
    }
    document["components"]["responses"] = Value::Object(responses);
    let codes: Vec<String> = codes().map(address).collect();
    let behind: Vec<&str> = Cause::behind_codes().collect();
    let properties = &mut document["components"]["schemas"]["Problem"]["properties"];
    properties["type"]["enum"] = json!(codes);
    properties["cause"] = json!({
        "type": "string", "enum": behind, "description": properties["cause"]["description"],
    });
}

/// Returns a stand-alone schema as part of another document.
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

/// Returns the names of all commands, with their group: `register`, `clock.adjust`. They come from the types, so none is
/// missing.
#[must_use]
pub fn command_names() -> BTreeSet<String> {
    let mut schemas = json!({});
    describe_commands(&mut schemas);
    let variants = |name: &str| schemas[name]["oneOf"].as_array().into_iter().flatten();
    let mut names = BTreeSet::new();
    for schema in variants("Command") {
        let Some(name) = variant(schema) else {
            continue;
        };
        let group = referenced(schema["properties"][&name].get("$ref")).unwrap_or_default();
        let inside = variants(group).filter_map(variant);
        let before = names.len();
        names.extend(inside.map(|inner| format!("{name}.{inner}")));
        if names.len() == before {
            names.insert(name);
        }
    }
    names
}

/// Commands as programs write them: plain names and lists instead of digests, and an example of each.
fn describe_commands(schemas: &mut Value) {
    describe::<Command>(schemas);
    describe::<Register>(schemas);
    describe::<Assign>(schemas);
    describe::<Amend>(schemas);
    describe::<HandIn>(schemas);
    describe::<BringCatalogue>(schemas);
    let plain = |name: &str, schema: &str, title: &str| {
        json!({
            "type": "object", "title": title, "required": [name], "additionalProperties": false,
            "properties": { name: { "$ref": format!("#/components/schemas/{schema}") } },
        })
    };
    let replaced = [
        (
            "Command",
            plain("register", "Register", "Register players."),
        ),
        ("Command", plain("assign", "Assign", "Assign staff.")),
        (
            "Command",
            plain("amend", "Amend", "Change a player's data."),
        ),
        ("ListCommand", plain("hand_in", "HandIn", "Hand in a list.")),
        (
            "ListCommand",
            plain("catalogue", "BringCatalogue", "Set the card catalogue."),
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
    // Each example is beside the variant that it shows, or beside the commands of its group.
    for (_, example) in examples() {
        let example: Value = serde_json::from_str(example).unwrap_or_default();
        let variants = schemas["Command"]["oneOf"].as_array_mut();
        let shown = |schema: &&mut Value| {
            variant(schema).is_some_and(|name| example == name || example.get(&name).is_some())
        };
        if let Some(schema) = variants.into_iter().flatten().find(shown) {
            match schema.get_mut("examples").and_then(Value::as_array_mut) {
                Some(examples) => examples.push(example),
                None => schema["examples"] = json!([example]),
            }
        }
    }
}

/// Gives each variant of a choice its own name, made of the choice and the variant. Client generators would name it by its
/// title, and titles such as “Time” occur under several regulations.
fn name_variants(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(schema) = schemas.get_mut(&name) else {
            continue;
        };
        // Only what has a name of its own keeps its title.
        for inside in schema.as_object_mut().into_iter().flat_map(Map::values_mut) {
            each_object(inside, &mut title_to_description);
        }
        let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else {
            continue;
        };
        let mut named = Vec::new();
        for variant in variants.iter_mut() {
            let Some(word) = discriminator(variant) else {
                continue;
            };
            let own = format!("{name}{}", pascal(&word));
            let reference = json!({ "$ref": format!("#/components/schemas/{own}") });
            named.push((own, std::mem::replace(variant, reference)));
        }
        schemas.extend(named);
    }
}

/// The word that distinguishes a variant from the others: its only property, its constant, or the constant of its first
/// property that has one.
fn discriminator(schema: &Value) -> Option<String> {
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

/// Makes the title of a schema its description, unless it has one.
fn title_to_description(object: &mut Map<String, Value>) {
    if object.get("title").is_some_and(Value::is_string)
        && let Some(title) = object.remove("title")
    {
        object.entry("description").or_insert(title);
    }
}

/// Objects inside a variant have no further properties: the core refuses them.
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

/// Describes a path parameter.
fn path_parameter(name: &str) -> Value {
    let number =
        |minimum: u32| json!({ "type": "integer", "minimum": minimum, "maximum": u32::MAX });
    let (schema, description) = match name {
        "id" => (
            json!({ "type": "string", "pattern": "^[a-z0-9-]{1,64}$" }),
            "Identifier of the tournament.",
        ),
        "regulation" => (
            json!({ "$ref": "#/components/schemas/Regulation" }),
            "The regulation.",
        ),
        "round" => (number(1), "Round number, counted through all stages."),
        "table" => (number(1), "Table number."),
        "player" => (number(1), "Player number."),
        "file" => (
            json!({ "type": "string", "enum": files::names() }),
            "Name of the file.",
        ),
        "document" => (
            json!({ "type": "string", "enum": paper::names() }),
            "Name of the document.",
        ),
        _ => (
            json!({ "type": "string", "pattern": "^[a-z0-9-]{1,64}$" }),
            "Identifier.",
        ),
    };
    json!({ "name": name, "in": "path", "required": true, "description": description, "schema": schema })
}

/// Adds to an operation what all similar operations share.
fn complete(path: &str, method: &str, operation: &mut Value) {
    if let Some(Value::String(summary)) = operation.get_mut("summary") {
        summary.truncate(summary.trim_end_matches('.').len());
    }
    let names = path.split('/').filter_map(|step| {
        let name = step.strip_prefix('{')?.strip_suffix('}')?;
        Some(path_parameter(name))
    });
    let mut parameters: Vec<Value> = names.collect();
    let own = operation["parameters"].as_array().cloned();
    let own = own.unwrap_or_default().into_iter();
    parameters.extend(own.filter(|parameter| parameter["in"] != "path"));
    let reads = method == "get";
    if reads && path.starts_with("/tournaments/{id}") && conditional(path) {
        parameters.push(json!({
            "name": "If-None-Match", "in": "header", "required": false,
            "description": "Entity tags of earlier answers. If nothing has changed, the answer is 304.",
            "schema": { "type": "string" },
        }));
        let tag = json!({ "ETag": {
            "description": "The entity tag, derived from the journal's position.",
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
    for kind in KINDS {
        if matches!(kind.status, 409 | 413 | 415 | 429) && !takes_body {
            continue;
        }
        operation["responses"][kind.status.to_string()] =
            json!({ "$ref": format!("#/components/responses/{}", kind.id) });
    }
    operation["security"] = if (reads && !is_personal(path)) || is_open(path) {
        json!([{}, { "token": [] }])
    } else {
        json!([{ "token": [] }])
    };
}

/// Whether answers carry an entity tag. Settings, webhooks and newcomers are not part of the journal, events stay open, and
/// chances depend on the time of day.
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

/// Whether reading needs a token.
fn is_personal(path: &str) -> bool {
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

/// Whether sending needs no token.
fn is_open(path: &str) -> bool {
    ["/claim", "/register", "/join", "/score", "/lists/check"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// Removes schemas that nothing refers to: those of the journal, which programs never see.
fn drop_unused(document: &mut Value) {
    let mut used = BTreeSet::new();
    let mut waiting = vec![
        document["paths"].clone(),
        document["webhooks"].clone(),
        document["components"]["responses"].clone(),
    ];
    let schemas = &mut document["components"]["schemas"];
    while let Some(mut value) = waiting.pop() {
        each_object(&mut value, &mut |object| {
            if let Some(name) = referenced(object.get("$ref"))
                && used.insert(name.to_owned())
            {
                waiting.push(schemas[name].clone());
            }
        });
    }
    if let Some(schemas) = schemas.as_object_mut() {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// The name of the schema that a `$ref` refers to.
fn referenced(reference: Option<&Value>) -> Option<&str> {
    reference?.as_str()?.strip_prefix("#/components/schemas/")
}
