//! Players, rounds and standings: as flat tables in CSV for spreadsheets, and as the common views in JSON for programs.
//!
//! A cell of text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before it, so that
//! no spreadsheet computes it; our own reader takes the apostrophe off again. Lines end with CR LF (RFC 4180), and the
//! text is UTF-8 with a byte-order mark, which spreadsheets need to see accents.

use super::scores::scores;
use super::{Audience, number_in_stage, plain_name, rounds};
use muster_regulations::{Award, Margin, Outcome, Share, UnknownName, Verdict};
use muster_tournament::PlayerId;
use muster_tournament::placings::{Placed, placings};
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, MatchStatus, Round, State, Status};
use muster_views::{BracketView, PlayerView, RoundView, StandingView, TournamentView, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Players,
    /// Who met whom, and the results.
    Rounds,
    Standings,
}

impl What {
    /// All tables.
    pub const ALL: [What; 3] = [What::Players, What::Rounds, What::Standings];

    /// Returns the short name, which is also that of its file.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            What::Players => "players",
            What::Rounds => "rounds",
            What::Standings => "standings",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for What {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<What, UnknownName> {
        let wanted = text.trim().to_ascii_lowercase();
        let found = What::ALL.into_iter().find(|what| what.id() == wanted);
        found.ok_or_else(|| UnknownName {
            kind: "table",
            given: text.to_owned(),
            known: What::ALL.map(What::id).join(", "),
        })
    }
}

/// A table: names of the columns, then rows of as many values.
struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl Sheet {
    fn new(columns: &[&str]) -> Sheet {
        Sheet {
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: Vec::new(),
        }
    }
}

/// Returns a table as CSV.
#[must_use]
pub fn csv(state: &State, what: What, audience: Audience) -> String {
    let Sheet { columns, rows } = table(state, what, audience);
    written(
        &columns,
        rows.iter().map(|row| row.iter().map(cell).collect()),
    )
}

/// Returns rows of text as CSV.
#[must_use]
pub fn sheet(columns: &[String], rows: &[Vec<String>]) -> String {
    written(
        columns,
        rows.iter()
            .map(|row| row.iter().map(|text| harmless(text)).collect()),
    )
}

fn written(columns: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = String::from('\u{feff}');
    let header = columns.iter().map(|name| harmless(name)).collect();
    for row in std::iter::once(header).chain(rows) {
        text.push_str(&row.join(","));
        text.push_str("\r\n");
    }
    text
}

/// Returns the same as JSON: a list of the views that the API and `--json` use. Drafts are never in it.
#[must_use]
pub fn json(state: &State, what: What, audience: Audience) -> Value {
    match what {
        What::Players => json!(PlayerView::all(audience.viewer(), state)),
        What::Rounds => json!(RoundView::all(Viewer::Everybody, state)),
        What::Standings => json!(StandingView::all(state, &standings(state))),
    }
}

/// Returns a whole tournament as JSON, without its journal.
#[must_use]
pub fn everything(state: &State, audience: Audience) -> Value {
    json!({
        "tournament": TournamentView::of(Viewer::Everybody, state),
        "players": json(state, What::Players, audience),
        "rounds": json(state, What::Rounds, audience),
        "standings": json(state, What::Standings, audience),
        "bracket": BracketView::of(Viewer::Everybody, state),
    })
}

/// Text that a spreadsheet would compute begins with one of these.
pub(crate) fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(text),
        other => other.to_string(),
    }
}

/// Text that no spreadsheet computes, in quotes where any spreadsheet could split it. Written by hand: the `csv` crate
/// quotes only for its own separator, and many spreadsheets split at semicolons or tabs.
fn harmless(text: &str) -> String {
    let mark = if is_formula(text) { "'" } else { "" };
    let text = format!("{mark}{text}");
    if text.contains([',', ';', '"', '\n', '\r', '\t']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn table(state: &State, what: What, audience: Audience) -> Sheet {
    match what {
        What::Players => players(state, audience),
        What::Rounds => all_rounds(state),
        What::Standings => ranked(state),
    }
}

fn players(state: &State, audience: Audience) -> Sheet {
    let mut table = Sheet::new(&["number", "name", "faction", "status"]);
    let with_lists = audience.sees_lists(state);
    if with_lists {
        table.columns.push("points".to_owned());
    }
    let staff = audience == Audience::Staff;
    if staff {
        table.columns.extend(["club", "email"].map(str::to_owned));
    }
    for player in &state.players {
        let mut row = vec![
            json!(player.id),
            json!(plain_name(state, player)),
            json!(player.faction),
            json!(status(player.status)),
        ];
        if with_lists {
            row.push(json!(player.list_points));
        }
        if staff {
            let personal = player.personal.as_ref();
            row.push(json!(personal.and_then(|p| p.club.as_ref())));
            row.push(json!(personal.and_then(|p| p.contact.as_ref())));
        }
        table.rows.push(row);
    }
    table
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Registered => "registered",
        Status::Active => "active",
        Status::Dropped => "dropped",
        Status::Disqualified => "disqualified",
        Status::CutOff => "not in the cut",
    }
}

fn all_rounds(state: &State) -> Sheet {
    let mut table = Sheet::new(&[
        "round",
        "stage",
        "round of stage",
        "table",
        "number a",
        "player a",
        "number b",
        "player b",
        "result",
        "score a",
        "score b",
        "points a",
        "points b",
        "margin a",
        "margin b",
    ]);
    for round in rounds(state) {
        let head = [
            json!(round.number),
            json!(round.stage.id()),
            json!(number_in_stage(state, round)),
        ];
        for m in &round.matches {
            let row = head.iter().cloned().chain(of_match(state, m)).collect();
            table.rows.push(row);
        }
        for player in &round.byes {
            let row = head
                .iter()
                .cloned()
                .chain(of_bye(state, round, *player))
                .collect();
            table.rows.push(row);
        }
    }
    table
}

fn of_match(state: &State, m: &Match) -> Vec<Value> {
    let outcome = m.outcome.filter(|_| m.status != MatchStatus::Disputed);
    // What another program recorded stays, even where it does not say who won.
    let score = scores(m).filter(|_| outcome.is_some() || m.noted.is_some());
    let award = |pick: fn(&Outcome) -> Award| outcome.as_ref().map(pick);
    let (a, b) = (award(|outcome| outcome.a), award(|outcome| outcome.b));
    vec![
        json!(m.table),
        json!(m.a),
        json!(state.name(m.a)),
        json!(m.b),
        json!(state.name(m.b)),
        json!(result(m, outcome.as_ref())),
        json!(score.map(|score| score.a)),
        json!(score.map(|score| score.b)),
        json!(a.map(|award| award.points)),
        json!(b.map(|award| award.points)),
        a.map_or(Value::Null, |award| margin(award.margin)),
        b.map_or(Value::Null, |award| margin(award.margin)),
    ]
}

fn of_bye(state: &State, round: &Round, player: PlayerId) -> Vec<Value> {
    let recorded = state.recorded.as_ref();
    let given = recorded.and_then(|source| source.bye(round.number, player));
    // A bye of the bracket leads on and gives nothing else.
    let swiss = round.stage == muster_regulations::StageKind::Swiss;
    let given = swiss.then(|| given.unwrap_or(state.setup.regulation.bye()));
    vec![
        Value::Null,
        json!(player),
        json!(state.name(player)),
        Value::Null,
        Value::Null,
        json!("bye"),
        Value::Null,
        Value::Null,
        json!(given.map(|award| award.points)),
        Value::Null,
        given.map_or(Value::Null, |award| margin(award.margin)),
        Value::Null,
    ]
}

fn result(m: &Match, outcome: Option<&Outcome>) -> &'static str {
    match (m.status, outcome) {
        (MatchStatus::Walkover, _) => "walkover",
        (MatchStatus::Disputed, _) => "disputed",
        (_, None) => "open",
        (_, Some(outcome)) => match (outcome.a.verdict, outcome.b.verdict) {
            (Verdict::Win, _) => "a won",
            (_, Verdict::Win) => "b won",
            (Verdict::Draw, _) => "draw",
            _ => "both lost",
        },
    }
}

fn margin(margin: Margin) -> Value {
    match margin {
        Margin::None => Value::Null,
        Margin::Points(points) => json!(points),
        Margin::Share(Share::Of { own, total }) => json!(format!("{own}/{total}")),
        Margin::Share(Share::MeanOfOthers) => json!("mean of the other games"),
        Margin::Defeated { points, .. } => json!(points),
    }
}

fn ranked(state: &State) -> Sheet {
    let mut table = Sheet::new(&[
        "rank", "place", "place to", "number", "name", "points", "wins", "draws", "losses", "byes",
        "played",
    ]);
    let places: BTreeMap<PlayerId, Placed> = placings(state)
        .unwrap_or_default()
        .into_iter()
        .map(|placed| (placed.player, placed))
        .collect();
    let rows = standings(state).rows;
    for value in rows.iter().take(1).flat_map(|row| &row.values) {
        let id = value.tiebreaker.id().replace('_', " ");
        table.columns.push(id.clone());
        table.columns.push(format!("{id} exact"));
    }
    for row in rows {
        let record = row.full_record();
        let shared = places.get(&row.player).map(|placed| placed.places);
        let mut cells = vec![
            json!(row.rank),
            json!(shared.map(|places| places.first)),
            json!(shared.map(|places| places.last)),
            json!(row.player),
            json!(state.name(row.player)),
            json!(row.points),
            json!(record.wins),
            json!(record.draws),
            json!(record.losses),
            json!(record.byes),
            json!(row.played),
        ];
        for value in row.values {
            cells.push(json!(value.shown));
            cells.push(json!(value.exact.to_string()));
        }
        table.rows.push(cells);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_never_formulas_and_always_one_cell() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+49 123", "'+49 123"),
            ("-Ann-", "'-Ann-"),
            ("@ann", "'@ann"),
            ("\tAnn", "\"'\tAnn\""),
            ("\rAnn", "\"'\rAnn\""),
            (
                "=cmd|' /C calc'!A0, \"x\"",
                "\"'=cmd|' /C calc'!A0, \"\"x\"\"\"",
            ),
            ("Ann", "Ann"),
            ("Ann; Ben", "\"Ann; Ben\""),
            ("a\"b", "\"a\"\"b\""),
            ("O'Neil", "O'Neil"),
            ("", ""),
        ] {
            assert_eq!(cell(&json!(text)), expected, "{text:?}");
        }
        assert_eq!(cell(&json!(-3)), "-3");
        assert_eq!(cell(&Value::Null), "");
    }
}
