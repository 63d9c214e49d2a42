//! Holds ARCHITECTURE.md to the code: which crate may use which, where SQL and HTTP are, and that the core is pure.
//! Sources are read as tokens, so comments and strings prove and break nothing.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Our crates, each with its distance from the core; a crate uses only those that are nearer.
const LAYERS: [(&str, u8); 15] = [
    ("regulations", 0),
    ("pairing", 0),
    ("tournament", 1),
    ("words", 2),
    ("testing", 3),
    ("ledger", 3),
    ("views", 3),
    ("exchange", 4),
    ("statistics", 4),
    ("season", 4),
    ("forecast", 5),
    ("paper", 5),
    ("service", 6),
    ("web", 7),
    ("muster", 8),
];

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
                // `#![…]`, and `//!`, which is the same.
                tokens.next_if(|next| next.to_string() == "!");
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
    let layers: BTreeMap<&str, u8> = LAYERS.into_iter().collect();
    let layer = |name: &str| {
        let found = layers.get(name);
        *found.unwrap_or_else(|| panic!("the crate {name} has no place in the architecture"))
    };
    for entry in fs::read_dir(crates()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
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
            assert!(layer(other) < layer(name), "{name} must not use {other}");
        }
    }
}

/// Returns the sections of a manifest, each with its heading.
fn sections(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = manifest.split("\n[").skip(1);
    sections.filter_map(|section| section.split_once(']'))
}

#[test]
fn only_tests_and_benches_use_the_testing_crate() {
    let mut users = 0;
    for entry in fs::read_dir(crates()).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        let text = format!("\n{}", fs::read_to_string(&manifest).unwrap());
        for (heading, lines) in sections(&text) {
            let named = heading.contains("muster-testing") || lines.contains("muster-testing");
            match heading {
                "package" => {}
                "dev-dependencies" => users += usize::from(named),
                _ => assert!(!named, "{}: [{heading}]", manifest.display()),
            }
        }
    }
    assert!(users > 0, "no crate tests with muster-testing");
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
        "season/src",
    ] {
        never(core, &outside, &[]);
    }
}

#[test]
fn each_database_is_known_to_one_folder() {
    let databases = [("rusqlite", "sqlite"), ("tokio_postgres", "postgres")];
    for (driver, home) in databases {
        for folder in ["service/src", "web/src", "muster/src", "exchange/src"] {
            never(folder, &[driver], &[]);
        }
        for (path, tokens) in sources("ledger/src") {
            let inside = path.components().any(|part| part.as_os_str() == home);
            let says = format!(" {}", words(tokens)).contains(&format!(" {driver} "));
            assert!(
                inside || !says,
                "{} must not say `{driver}`",
                path.display()
            );
        }
    }
}

#[test]
fn the_application_knows_neither_http_nor_html_nor_the_command_line() {
    let outside = [
        "axum",
        "hyper",
        "tokio_rustls",
        "maud",
        "clap",
        "StatusCode",
    ];
    never("service/src", &outside, &[]);
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

/// Collects functions, types and constants that are public and have no documentation. Fields and variants need none
/// where their name says everything, which the compiler's own lint does not know.
fn undocumented(tokens: TokenStream, found: &mut Vec<String>) {
    let mut documented = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                    documented |= attribute.stream().to_string().starts_with("doc");
                }
            }
            TokenTree::Punct(mark) => documented &= !matches!(mark.as_char(), ';' | ','),
            TokenTree::Ident(word) if word == "pub" => {
                let kind = tokens.peek().map(ToString::to_string).unwrap_or_default();
                let kinds = [
                    "fn", "async", "const", "static", "struct", "enum", "trait", "type",
                ];
                if kinds.contains(&kind.as_str()) && !documented {
                    let item: TokenStream = tokens.clone().take(3).collect();
                    found.push(item.to_string());
                }
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                undocumented(group.stream(), found);
                documented = false;
            }
            _ => {}
        }
    }
}

#[test]
fn every_file_and_every_public_item_is_documented() {
    for (name, _) in LAYERS {
        for (path, tokens) in sources(&format!("{name}/src")) {
            let source = fs::read_to_string(&path).unwrap();
            assert!(
                source.starts_with("//!"),
                "{} does not say what it is for",
                path.display()
            );
            let mut found = Vec::new();
            undocumented(tokens, &mut found);
            assert!(
                found.is_empty(),
                "{}: {found:?} have no documentation",
                path.display()
            );
        }
    }
}

/// Text in the core and in the readers of files that is not for people, each with the reason.
const NOT_SENTENCES: [(&str, &str); 10] = [
    (
        "standings/sheet.rs",
        "faults of code that fills a sheet wrongly",
    ),
    ("attachment.rs", "what the parser of a line says"),
    (
        "ids.rs",
        "what the parser of a line says, and descriptions of schemas",
    ),
    ("entry.rs", "descriptions of schemas"),
    ("described.rs", "descriptions of schemas"),
    ("matching/proof.rs", "only tests compile it"),
    (
        "journal.rs",
        "the end of a parser's message, which is cut off",
    ),
    (
        "exchange/src/json.rs",
        "parts of a parser's messages, by which they are told apart",
    ),
    ("out/tables.rs", "columns and states in CSV files"),
    ("lists/plain.rs", "headings that people write in lists"),
];

/// Collects the string literals of a file, without attributes and what only tests compile.
fn texts(tokens: TokenStream, found: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut skip = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                // `#![…]`, and `//!`, which is the same.
                tokens.next_if(|next| next.to_string() == "!");
                if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                    skip |= attribute.stream().to_string().starts_with("cfg (test");
                    tokens.next();
                }
            }
            TokenTree::Group(group) => {
                if !std::mem::take(&mut skip) {
                    texts(group.stream(), found);
                }
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                found.extend((text.starts_with(['"', 'r'])).then_some(text));
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) => {}
        }
    }
}

/// Whether a text has two words in small letters beside each other, as every sentence has.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_matches(['"', '.', ',', ';', ':', '!', '?', '(', ')', '`', '\'']);
        word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase())
    };
    let words: Vec<&str> = text.split(' ').collect();
    words
        .windows(2)
        .any(|pair| pair.iter().all(|word| is_word(word)))
}

#[test]
fn the_core_and_the_readers_of_files_contain_no_sentences() {
    let mut allowed = 0;
    let without = [
        "regulations/src",
        "pairing/src",
        "tournament/src",
        "exchange/src",
    ];
    for (path, tokens) in without.into_iter().flat_map(sources) {
        let mut found = Vec::new();
        texts(tokens, &mut found);
        let sentences: Vec<&String> = found.iter().filter(|text| is_sentence(text)).collect();
        if NOT_SENTENCES.iter().any(|(end, _)| path.ends_with(end)) {
            allowed += usize::from(!sentences.is_empty());
            continue;
        }
        assert!(
            sentences.is_empty(),
            "{} contains {sentences:?}; words belong into crates/words",
            path.display()
        );
    }
    assert_eq!(
        allowed,
        NOT_SENTENCES.len(),
        "an exception is no longer needed"
    );
}

#[test]
fn sentences_are_distinguished_from_codes() {
    for sentence in [
        "\"has no place\"",
        "\"Round {round} is over\"",
        "\"{name} was disqualified.\"",
    ] {
        assert!(is_sentence(sentence), "{sentence}");
    }
    for code in [
        "\"pairing.not-met\"",
        "\"round {round} attempt {attempt}\"",
        "\"PAIR-4\"",
        "\"{} ({})\"",
    ] {
        assert!(!is_sentence(code), "{code}");
    }
}
