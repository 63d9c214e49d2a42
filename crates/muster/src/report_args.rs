//! A report as arguments: `ending=time a.score=77 b.score=49`, or JSON. Built from the regulation's
//! form, so a player's name is accepted where the form asks for one of the two players.

use crate::fault::Fault;
use crate::person;
use clap::Args;
use muster_regulations::form::{self, Ending, FieldKind};
use muster_regulations::{Report, ReportRefusal, StageKind};
use muster_tournament::state::Match;
use muster_tournament::{PlayerId, State};
use muster_words::names::Players;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;

/// How a report is given.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// What happened, as FIELD=VALUE: ending=… and what that ending asks for
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// The report as JSON; - reads it from standard input
    #[arg(long, alias = "report", value_name = "JSON", conflicts_with = "fields")]
    json_report: Option<String>,
}

/// The largest report that is read: far more than any real one, far less than memory.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a report from standard input.
pub(crate) fn from_stdin() -> Result<String, Fault> {
    let mut text = String::new();
    let read = std::io::stdin()
        .lock()
        .take(MOST_BYTES)
        .read_to_string(&mut text);
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(Fault::File(format!(
            "standard input cannot be read ({error})"
        ))),
    }
}

/// A report before the tournament is known.
pub(crate) enum Given {
    Fields(Vec<String>),
    Json(String),
}

impl ReportArgs {
    /// Reads the report before the journal is locked, so that nobody waits while it is typed.
    pub(crate) fn take(self) -> Result<Given, Fault> {
        match self.json_report {
            Some(dash) if dash == "-" => from_stdin().map(Given::Json),
            Some(json) => Ok(Given::Json(json)),
            None => Ok(Given::Fields(self.fields)),
        }
    }
}

impl Given {
    /// Returns the report of a match that a player loses outside of play, or `None` where nothing was given. The player
    /// is known, so a concession only needs the current score: `loser_score=24`.
    pub(crate) fn lost(
        &self,
        state: &State,
        stage: StageKind,
        m: &Match,
        player: PlayerId,
    ) -> Result<Option<Report>, Fault> {
        let given = match self {
            Given::Fields(fields) if fields.is_empty() => return Ok(None),
            Given::Fields(fields) if fields.iter().all(|field| !field.starts_with("ending=")) => {
                let loser = m.seat(player).map_or("a", |seat| seat.key());
                let mut fields = fields.clone();
                fields.extend([
                    "ending=concession".to_owned(),
                    format!("conceded_by={loser}"),
                ]);
                &Given::Fields(fields)
            }
            given => given,
        };
        given.report("", state, stage, m).map(Some)
    }

    /// Returns the report, as this match and its regulation understand it.
    ///
    /// `typed` is the command line so far, to show what may follow it.
    pub(crate) fn report(
        &self,
        typed: &str,
        state: &State,
        stage: StageKind,
        m: &Match,
    ) -> Result<Report, Fault> {
        let regulation = state.setup.regulation;
        match self {
            Given::Json(json) => regulation
                .parse_report(json)
                .map_err(|refusal| refused(state, m, refusal)),
            Given::Fields(fields) if fields.is_empty() => {
                Err(Fault::Usage(how_to_tell(typed, state, stage, m)))
            }
            Given::Fields(fields) => {
                let endings: Vec<&Ending> = form::endings(regulation, stage).collect();
                built(state, &endings, m, fields)
            }
        }
    }
}

/// Lists the possible endings, with an example of each.
fn how_to_tell(typed: &str, state: &State, stage: StageKind, m: &Match) -> String {
    let regulation = state.setup.regulation;
    let table = m.table;
    let (a, b) = (state.name(m.a), state.name(m.b));
    let mut text = format!("report how table {table} ended (A is {a}, B is {b}):");
    for ending in form::endings(regulation, stage) {
        let example: Value = serde_json::from_str(ending.example).unwrap_or_default();
        let mut fields = Vec::new();
        flatten("", &example, &mut fields);
        text.push_str(&format!("\n  muster {typed} {}", fields.join(" ")));
    }
    text
}

/// Turns JSON into the fields people type, the ending first.
fn flatten(prefix: &str, value: &Value, fields: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let ending = object.get_key_value("ending");
            let others = object.iter().filter(|(name, _)| *name != "ending");
            for (name, value) in ending.into_iter().chain(others) {
                let path = match prefix {
                    "" => name.clone(),
                    prefix => format!("{prefix}.{name}"),
                };
                flatten(&path, value, fields);
            }
        }
        Value::String(text) => fields.push(format!("{prefix}={text}")),
        other => fields.push(format!("{prefix}={other}")),
    }
}

/// Reads a report from `path=value` pairs; a player's name is accepted where the form asks for one of the two.
fn built(
    state: &State,
    endings: &[&Ending],
    m: &Match,
    fields: &[String],
) -> Result<Report, Fault> {
    let known = paths(endings, "");
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    for field in fields {
        let Some((path, text)) = field.split_once('=') else {
            return Err(Fault::Usage(format!(
                "{field:?} is not FIELD=VALUE; write for example ending=time"
            )));
        };
        let (path, text) = (path.trim(), text.trim());
        if !known.iter().any(|known| known == path) {
            return Err(unknown_field(path, &known));
        }
        let text = match text {
            "A" => "a",
            "B" => "b",
            name if !matches!(name, "a" | "b") && takes_a_player(endings, path) => {
                seat_of(state, m, name)?
            }
            text => text,
        };
        if given.insert(path, text).is_some() {
            return Err(Fault::Usage(format!("{path} is given twice; give it once")));
        }
    }
    let report = state.setup.regulation.report_from_fields(given);
    report.map_err(|refusal| refused(state, m, refusal))
}

/// A report that was refused, with the names of the players at the table.
pub(crate) fn refused(state: &State, m: &Match, refusal: ReportRefusal) -> Fault {
    let [a, b] = [state.name(m.a), state.name(m.b)];
    Fault::report(refusal, Players::named([&a, &b]))
}

/// Every field that one of the endings has, inside games too.
fn paths(endings: &[&Ending], prefix: &str) -> Vec<String> {
    let mut paths = vec![format!("{prefix}ending")];
    for field in endings.iter().flat_map(|ending| ending.fields) {
        let path = format!("{prefix}{}", field.path);
        if let FieldKind::Game(games) = field.kind {
            let games: Vec<&Ending> = games.iter().collect();
            paths.extend(self::paths(&games, &format!("{path}.")));
        }
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Names the field that was probably meant.
fn unknown_field(given: &str, known: &[String]) -> Fault {
    const ALIKE: f64 = 0.7;
    let likeness = |known: &&String| strsim::jaro_winkler(given, known);
    let near = known
        .iter()
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    Fault::Usage(match near.filter(|near| likeness(near) > ALIKE) {
        Some(near) => format!("unknown field {given}; did you mean {near}?"),
        None => format!("unknown field {given}; there are {}", known.join(", ")),
    })
}

/// Whether a path asks for one of the two players, inside games too.
fn takes_a_player(endings: &[&Ending], path: &str) -> bool {
    let mut fields = endings.iter().flat_map(|ending| ending.fields);
    fields.any(|field| match field.kind {
        FieldKind::Seat => field.path == path,
        FieldKind::Game(games) => {
            let inner = path.strip_prefix(field.path);
            let games: Vec<&Ending> = games.iter().collect();
            inner
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|inner| takes_a_player(&games, inner))
        }
        _ => false,
    })
}

fn seat_of(state: &State, m: &Match, name: &str) -> Result<&'static str, Fault> {
    let found = person::among(state, [m.a, m.b].into_iter(), name)
        .or_else(|_| person::find(state, name))?;
    match m.seat(found) {
        Some(seat) => Ok(seat.key()),
        None => Err(Fault::Usage(format!(
            "{} does not sit at table {}; use a ({}) or b ({})",
            state.name(found),
            m.table,
            state.name(m.a),
            state.name(m.b)
        ))),
    }
}
