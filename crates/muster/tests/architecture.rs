//! Holds ARCHITECTURE.md to the code: which crate may use which, where SQL and HTTP are, and that the core is pure.
//! Sources are read as tokens, so comments and strings prove and break nothing.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Crates from the core outward, each with those of our own it may use.
const LAYERS: [(&str, &[&str]); 13] = [
    ("regulations", &[]),
    ("pairing", &[]),
    ("tournament", &["regulations", "pairing"]),
    ("words", CORE),
    ("views", &["regulations", "pairing", "tournament", "words"]),
    ("exchange", INNER),
    ("statistics", INNER),
    (
        "forecast",
        &[
            "regulations",
            "pairing",
            "tournament",
            "words",
            "views",
            "statistics",
        ],
    ),
    (
        "paper",
        &[
            "regulations",
            "pairing",
            "tournament",
            "words",
            "views",
            "statistics",
        ],
    ),
    ("ledger", CORE),
    (
        "service",
        &[
            "regulations",
            "pairing",
            "tournament",
            "words",
            "views",
            "exchange",
            "statistics",
            "forecast",
            "paper",
            "ledger",
        ],
    ),
    (
        "web",
        &[
            "regulations",
            "pairing",
            "tournament",
            "words",
            "views",
            "exchange",
            "statistics",
            "forecast",
            "paper",
            "ledger",
            "service",
        ],
    ),
    (
        "muster",
        &[
            "regulations",
            "pairing",
            "tournament",
            "words",
            "views",
            "exchange",
            "statistics",
            "forecast",
            "paper",
            "ledger",
            "service",
            "web",
        ],
    ),
];
const CORE: &[&str] = &["regulations", "pairing", "tournament"];
const INNER: &[&str] = &["regulations", "pairing", "tournament", "words", "views"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the sources under a folder of `crates`, each with its path from there.
fn sources(folder: &str) -> Vec<(PathBuf, TokenStream)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&crates().join(folder), &mut found);
    assert!(!found.is_empty(), "there are no sources in {folder}");
    let parsed = found.into_iter().map(|path| {
        let tokens = fs::read_to_string(&path).unwrap().parse().unwrap();
        (path, tokens)
    });
    parsed.collect()
}

/// Returns the code of a file as words separated by one space, without what only tests compile.
fn words(tokens: TokenStream) -> String {
    let mut out = String::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut skip = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                    skip |= attribute.stream().to_string().starts_with("cfg (test");
                    tokens.next();
                }
            }
            TokenTree::Group(group) => {
                if !std::mem::take(&mut skip) {
                    out.push_str(&words(group.stream()));
                }
            }
            TokenTree::Literal(_) => {}
            TokenTree::Punct(mark) => {
                out.push(mark.as_char());
                out.push(' ');
            }
            TokenTree::Ident(name) => {
                out.push_str(&name.to_string());
                out.push(' ');
            }
        }
    }
    out
}

/// Fails if code under a folder says one of the words, outside the files named.
#[track_caller]
fn never(folder: &str, forbidden: &[&str], but: &[&str]) {
    for (path, tokens) in sources(folder) {
        if but.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        let code = format!(" {}", words(tokens));
        for word in forbidden {
            let there = code.contains(&format!(" {word} "));
            assert!(!there, "{} must not say `{word}`", path.display());
        }
    }
}

#[test]
fn dependencies_point_one_way() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.into_iter().collect();
    for entry in fs::read_dir(crates()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let allowed = layers
            .get(name)
            .unwrap_or_else(|| panic!("the crate {name} has no place in the architecture"));
        let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
        let used = manifest
            .split("[dependencies]")
            .nth(1)
            .unwrap_or_default()
            .split("\n[")
            .next()
            .unwrap_or_default();
        for line in used.lines() {
            let Some(other) = line.strip_prefix("muster-") else {
                continue;
            };
            let other = other.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(allowed.contains(&other), "{name} must not use {other}");
        }
    }
}

#[test]
fn the_core_touches_no_file_clock_network_or_chance() {
    let outside = [
        "std : : fs",
        "std : : net",
        "std : : time",
        "std : : env",
        "tokio",
        "getrandom",
        "Timestamp : : now",
        "Zoned : : now",
    ];
    for core in [
        "regulations/src",
        "pairing/src",
        "tournament/src",
        "words/src",
        "views/src",
        "statistics/src",
    ] {
        never(core, &outside, &[]);
    }
}

#[test]
fn only_one_folder_knows_sql() {
    for folder in ["service/src", "web/src", "muster/src", "exchange/src"] {
        never(folder, &["rusqlite"], &[]);
    }
    for (path, tokens) in sources("ledger/src") {
        let inside = path.components().any(|part| part.as_os_str() == "sqlite");
        let says = format!(" {}", words(tokens)).contains(" rusqlite ");
        assert!(
            inside || !says,
            "{} must not say `rusqlite`",
            path.display()
        );
    }
}

#[test]
fn the_application_knows_neither_http_nor_html_nor_the_command_line() {
    never("service/src", &["axum", "maud", "clap", "StatusCode"], &[]);
}

#[test]
fn the_api_imports_no_page_and_the_command_line_imports_none_either() {
    never("web/src/api", &["pages"], &[]);
    never("muster/src", &["pages", "api"], &[]);
}

/// Schemas of one name would replace each other in the API's description without a word.
#[test]
fn every_schema_has_a_name_of_its_own() {
    let mut seen = BTreeMap::new();
    for (path, _) in sources("web/src/api")
        .into_iter()
        .chain(sources("views/src"))
    {
        let source = fs::read_to_string(&path).unwrap();
        let mut described = false;
        for line in source.lines().map(str::trim) {
            described |= line.contains("ToSchema)]") || line.contains("ToSchema))]");
            let words: Vec<&str> = line.split([' ', '(', '<', '{']).collect();
            let Some(at) = words
                .iter()
                .position(|word| matches!(*word, "struct" | "enum"))
            else {
                continue;
            };
            if std::mem::take(&mut described) && !line.starts_with("//") {
                let before = seen.insert(words[at + 1].to_owned(), path.clone());
                assert_eq!(before, None, "{} is described twice", words[at + 1]);
            }
        }
    }
    assert!(seen.len() > 50, "only {} schemas were found", seen.len());
}
