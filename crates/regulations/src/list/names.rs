//! Names on lists: how two of them are compared, and the part in parentheses that distinguishes versions.
//!
//! Relies on nothing; promises that case and spacing never matter and that every script is kept as typed.

/// Returns a name as it is compared: case and spacing do not matter.
#[must_use]
pub fn folded(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// Returns the part in parentheses at the end of a name, e.g. `Operative` of `Name (Operative)`.
#[must_use]
pub fn distinction(name: &str) -> Option<&str> {
    let (_, inside) = split(name)?;
    Some(inside)
}

/// Returns a name without the part in parentheses at its end.
#[must_use]
pub fn bare(name: &str) -> &str {
    split(name).map_or(name.trim(), |(bare, _)| bare)
}

fn split(name: &str) -> Option<(&str, &str)> {
    let open = name.trim().strip_suffix(')')?;
    let (bare, inside) = open.rsplit_once('(')?;
    let (bare, inside) = (bare.trim(), inside.trim());
    (!bare.is_empty() && !inside.is_empty()).then_some((bare, inside))
}

/// Returns a name as it is quoted in a sentence, shortened and without control characters.
#[must_use]
pub fn show(name: &str) -> String {
    const MOST: usize = 60;
    let clean: String = name
        .chars()
        .take(MOST)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let more = if name.chars().nth(MOST).is_some() {
        "…"
    } else {
        ""
    };
    format!("{}{more}", clean.trim())
}
