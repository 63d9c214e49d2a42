//! The documentation of the API as a page of our own, made from the same description that programs read. Nothing is
//! fetched from elsewhere, and it works without the script.

use crate::api::DOCUMENT;
use crate::api::command::examples;
use crate::api::problem::{KINDS, STALE};
use crate::app::Shared;
use crate::layout;
use crate::visitor::Visitor;
use axum::Router;
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use serde_json::Value;
use std::sync::LazyLock;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new().route("/api", get(page))
}

/// The body never changes while the server runs.
static BODY: LazyLock<String> = LazyLock::new(|| body(&DOCUMENT).into_string());

async fn page(visitor: Visitor) -> Markup {
    // Made by maud above, once.
    layout::house("API", &visitor, &PreEscaped(BODY.clone()))
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or("")
}

fn body(document: &Value) -> Markup {
    let none = Vec::new();
    let tags = document["tags"].as_array().unwrap_or(&none);
    html! {
        div.apidoc {
            nav.contents aria-label="Contents" {
                p { b { "Contents" } }
                ul {
                    li { a href="#start" { "Start" } }
                    @for tag in tags {
                        li {
                            a href={ "#" (anchor(text(tag, "name"))) } { (text(tag, "name")) }
                            ul {
                                @for operation in operations(document, text(tag, "name")) { li { a href={ "#" (operation.id()) } { (operation.summary()) } } }
                                @if text(tag, "name") == "Commands" { li { a href="#examples" { "Examples" } } }
                            }
                        }
                    }
                    li { a href="#problems" { "Problems" } }
                    li { a href="#schemas" { "Schemas" } }
                }
            }
            div.stack {
                div.head { div {
                    h1 { "API" }
                    p { "Everything the pages show and do, as JSON. " a href="/api/v1/openapi.json" { "OpenAPI 3.1 document" } ", " a href="/tokens" { "create a token" } "." }
                } }
                (start())
                @for tag in tags {
                    section.stack id=(anchor(text(tag, "name"))) {
                        h2 { (text(tag, "name")) }
                        p.quiet { (text(tag, "description")) }
                        @for operation in operations(document, text(tag, "name")) { (operation.show()) }
                        @if text(tag, "name") == "Commands" { (command_examples()) }
                    }
                }
                (problems())
                (schemas(document))
            }
        }
    }
}

fn anchor(name: &str) -> String {
    name.to_lowercase().replace([' ', '_'], "-")
}

fn start() -> Markup {
    html! {
        section.stack #start {
            h2 { "Start" }
            p { "Reading a public tournament needs no token. For everything else " a href="/tokens" { "create a token" } " with one purpose and send it with each request." }
            pre { code {
                "curl https://muster.example/api/v1/tournaments\n"
                "curl -H 'Authorization: Bearer TOKEN' https://muster.example/api/v1/me\n"
                "curl -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' \\\n"
                "     -H 'Idempotency-Key: 7f1c…' -d '{\"command\": \"draft\", \"seen\": 41}' \\\n"
                "     https://muster.example/api/v1/tournaments/spring-cup/commands"
            } }
            ul.plain {
                li { b { "A tournament is its journal." } " Every answer carries " code { "position" } ", the number of the last line; every command adds one line." }
                li { b { "Send what you saw." } " With " code { "seen" } ", a command runs only if nothing has happened since; otherwise the answer is 409 with the new position." }
                li { b { "Retry safely." } " With an " code { "Idempotency-Key" } ", a repeated request runs once and gets the same answer each time. The same key with a different body is refused (422)." }
                li { b { "Fetch only what is new." } " Answers carry an " code { "ETag" } " made from the position; send it back as " code { "If-None-Match" } " and get 304 while nothing has changed. Events tell you when to ask again." }
                li { b { "A token has one purpose:" } " " code { "read" } ", " code { "player" } ", " code { "judge" } " or " code { "desk" } ". It can never do more than its owner." }
            }
        }
    }
}

/// An example of every command.
fn command_examples() -> Markup {
    html! {
        article.stack #examples {
            h3 { "Examples" }
            p { "One example of each command. Send it as " code { "command" } ". A command without fields may be a word or an object: " code { "\"draft\"" } " or " code { "{\"draft\": {}}" } "." }
            @for (name, example) in examples() {
                details { summary { code { (name) } } pre { code { (example) } } }
            }
        }
    }
}

/// An operation of the description.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    value: &'a Value,
}

fn operations<'a>(document: &'a Value, tag: &str) -> Vec<Operation<'a>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let all = paths.flat_map(|(path, operations)| {
        let operations = operations.as_object().into_iter().flatten();
        operations.map(move |(method, value)| Operation {
            method,
            path,
            value,
        })
    });
    all.filter(|operation| operation.value["tags"][0] == *tag)
        .collect()
}

impl Operation<'_> {
    fn id(&self) -> String {
        let path: String = self
            .path
            .chars()
            .filter(|c| !matches!(c, '{' | '}'))
            .collect();
        format!("{}{}", self.method, path.replace('/', "-"))
    }

    fn summary(&self) -> &str {
        text(self.value, "summary")
    }

    fn show(&self) -> Markup {
        let none = Vec::new();
        let parameters = self.value["parameters"].as_array().unwrap_or(&none);
        let body = &self.value["requestBody"]["content"]["application/json"]["schema"];
        let token = self.value["security"]
            .as_array()
            .is_some_and(|ways| ways.len() == 1);
        html! {
            article.operation id=(self.id()) {
                h3 { (self.summary()) }
                p.address { b class={ "method " (self.method) } { (self.method.to_uppercase()) } " " code { "/api/v1" (self.path) } @if token { " " span.chip { "token" } } }
                @for paragraph in text(self.value, "description").split("\n\n").filter(|p| !p.is_empty()) { p { (words(paragraph)) } }
                @if !parameters.is_empty() {
                    dl.fields {
                        @for parameter in parameters {
                            div {
                                dt { code { (text(parameter, "name")) } " " span.cap { (text(parameter, "in")) ", " (kind_of(&parameter["schema"])) } }
                                dd { (words(text(parameter, "description"))) }
                            }
                        }
                    }
                }
                @if !body.is_null() { p { "Send " (kind_of(body)) "." } }
                @if let Some(responses) = self.value["responses"].as_object() {
                    ul.answers {
                        @for (status, response) in responses {
                            @if response.get("$ref").is_none() {
                                @let contents = response["content"].as_object().into_iter().flatten();
                                li {
                                    b { (status) } " " (words(text(response, "description")))
                                    @for (kind, content) in contents { " " span.cap { (kind) } ": " (kind_of(&content["schema"])) }
                                }
                            }
                        }
                        li.quiet {
                            "Problems: "
                            @for (status, response) in responses {
                                @if let Some(name) = response["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
                                    a href={ "#problem-" (name) } { (status) } " "
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Text of the description, with code set as code.
fn words(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// What a schema is, in a few words with links.
fn kind_of(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|name| name.rsplit('/').next())
    {
        return html! { a href={ "#schema-" (name) } { (name) } };
    }
    if let Some(value) = schema.get("const") {
        return html! { code { (value.to_string()) } };
    }
    if let Some(values) = schema["enum"].as_array() {
        return html! { @for (index, value) in values.iter().enumerate() { @if index > 0 { " or " } code { (value.to_string()) } } };
    }
    for some in ["oneOf", "anyOf", "allOf"] {
        if let Some(variants) = schema[some].as_array() {
            return html! { @for (index, variant) in variants.iter().enumerate() { @if index > 0 { " or " } (kind_of(variant)) } };
        }
    }
    let one = |name: &str| match name {
        "array" => html! { "list of " (kind_of(&schema["items"])) },
        "null" => html! { "nothing" },
        "string" => {
            html! { (schema["format"].as_str().map_or("text", |format| if format == "date-time" { "instant" } else { format })) }
        }
        "integer" => html! { "number" },
        "boolean" => html! { "yes or no" },
        name => html! { (name) },
    };
    match &schema["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => html! {
            @for (index, name) in names.iter().filter_map(Value::as_str).enumerate() { @if index > 0 { " or " } (one(name)) }
        },
        _ => html! { "anything" },
    }
}

fn problems() -> Markup {
    html! {
        section.stack #problems {
            h2 { "Problems" }
            p { "Errors are sent as " code { "application/problem+json" } ": " code { "type" } ", " code { "title" } ", " code { "status" } ", " code { "detail" } " and, where they apply, " code { "clause" } ", " code { "hint" } " and " code { "position" } ". Nothing was changed." }
            table.tt {
                thead { tr { th { "Status" } th { "Problem" } th { "What to do" } } }
                tbody {
                    @for kind in KINDS.iter().chain([&STALE]) {
                        tr id={ "problem-" (kind.id) } { td.num { (kind.status) } td { (kind.title) } td { (kind.hint) } }
                    }
                }
            }
        }
    }
}

fn schemas(document: &Value) -> Markup {
    let all = document["components"]["schemas"].as_object();
    html! {
        section.stack #schemas {
            h2 { "Schemas" }
            @for (name, schema) in all.into_iter().flatten() {
                article.schema id={ "schema-" (name) } {
                    h3 { (name) }
                    @if !text(schema, "description").is_empty() { p { (words(text(schema, "description"))) } }
                    (shape(schema))
                    @for example in schema["examples"].as_array().into_iter().flatten() { pre { code { (example.to_string()) } } }
                }
            }
        }
    }
}

/// The inside of a schema.
fn shape(schema: &Value) -> Markup {
    let variants = ["oneOf", "anyOf"]
        .into_iter()
        .find_map(|some| schema[some].as_array());
    html! {
        @if let Some(parts) = schema["allOf"].as_array() {
            p.cap { "All of:" }
            ul.variants { @for part in parts { li { (shape(part)) } } }
        }
        @if let Some(properties) = schema["properties"].as_object() {
            dl.fields {
                @for (name, property) in properties {
                    @let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name.as_str()));
                    div {
                        dt { code { (name) } " " span.cap { (kind_of(property)) @if !required { ", optional" } } }
                        dd {
                            (words(text(property, "description")))
                            @if property.get("properties").is_some() { (shape(property)) }
                        }
                    }
                }
            }
        } @else if let Some(variants) = variants {
            p.cap { "One of:" }
            ul.variants {
                @for variant in variants {
                    li {
                        @if variant.get("properties").is_some() {
                            @if !text(variant, "title").is_empty() { p { (text(variant, "title")) } }
                            @if !text(variant, "description").is_empty() { p { (words(text(variant, "description"))) } }
                            (shape(variant))
                        } @else {
                            (kind_of(variant)) @if !text(variant, "description").is_empty() { ": " (words(text(variant, "description"))) }
                        }
                        @for example in variant["examples"].as_array().into_iter().flatten() { pre { code { (example.to_string()) } } }
                    }
                }
            }
        } @else if schema.get("allOf").is_none() { p.cap { (kind_of(schema)) } }
    }
}
