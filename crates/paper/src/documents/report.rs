//! The final report: the tournament in numbers, its staff, the standings, the bracket, every round with its results,
//! and the statistics if the order includes them.

use super::bracket::{self, Bracket};
use super::standings::{self, Standings};
use crate::head::round_title;
use crate::order::Order;
use muster_regulations::Seat;
use muster_statistics::Statistics;
use muster_statistics::picture::{self, Width};
use muster_tournament::placings::winner;
use muster_tournament::state::{Match, Phase, RoundStatus, Status};
use muster_tournament::{By, State};
use muster_words::bracket::{Game, Tree};
use muster_words::paper::PaperError;
use muster_words::phrases::capital;
use muster_words::score;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/report.typ");

/// The report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Facts about the tournament, each with its name.
    pub facts: Vec<Fact>,
    pub leaders: Vec<Fact>,
    /// The standings, where Swiss rounds were played.
    pub standings: Option<Standings>,
    /// The bracket, where one was played.
    pub bracket: Option<Bracket>,
    pub rounds: Vec<Played>,
    /// What the numbers in results mean.
    pub score: &'static str,
    pub figures: Vec<Figures>,
}

/// A fact with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

/// A round as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// "Round 3".
    pub title: String,
    pub rows: Vec<PlayedRow>,
    pub byes: Vec<String>,
}

/// A match as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedRow {
    pub table: u32,
    pub names: [String; 2],
    pub won: [bool; 2],
    pub score: String,
    /// "conceded".
    pub note: String,
}

/// A table of the statistics with its pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    pub title: &'static str,
    /// The pictures, as SVG.
    pub pictures: Vec<String>,
    /// What readers need to know about them.
    pub note: Option<String>,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows; none where the pictures say it all.
    pub rows: Vec<Vec<String>>,
}

/// Builds the report of what has been published so far.
pub fn build(state: &State, order: &Order) -> Result<Report, PaperError> {
    if state.rounds.is_empty() {
        return Err(PaperError::NoReport);
    }
    let tree = Tree::of(state, None);
    let rounds = state.rounds.iter().map(|round| Played {
        title: round_title(state, round),
        rows: round
            .matches
            .iter()
            .map(|m| row(state, tree.as_ref(), m))
            .collect(),
        byes: round.byes.iter().map(|id| state.name(*id)).collect(),
    });
    let all = Order {
        round: None,
        ..order.clone()
    };
    Ok(Report {
        facts: facts(state),
        leaders: leaders(state),
        standings: standings::build(state, &all).ok(),
        bracket: bracket::of(state),
        rounds: rounds.collect(),
        score: score::heading(state.setup.regulation),
        figures: order.statistics.as_ref().map(figures).unwrap_or_default(),
    })
}

fn figures(statistics: &Statistics) -> Vec<Figures> {
    let tables = muster_statistics::tables(statistics).into_iter();
    let figures = tables.map(|table| {
        let pictures = picture::beside(statistics, table.id, Width::Paper);
        let note = picture::note(statistics, table.id);
        let (head, rows) = match (table.id, &statistics.ranks) {
            // The picture already shows the games of each pair.
            ("matchups", _) => (table.head, Vec::new()),
            // Every player in the picture has a row; half a page has no room for "after round".
            ("ranks", Some(ranks)) => {
                let rounds = ranks.rounds.iter().map(ToString::to_string);
                let head = std::iter::once("Player".to_owned()).chain(rounds);
                let rows = picture::rows_beside(statistics, &table).to_vec();
                (head.collect(), rows)
            }
            _ => (table.head, table.rows),
        };
        Figures {
            title: table.title,
            pictures,
            note,
            head,
            rows,
        }
    });
    figures.collect()
}

/// A match as it was played; in the bracket whoever advances is marked, as in its drawing.
fn row(state: &State, tree: Option<&Tree>, m: &Match) -> PlayedRow {
    let score = score::score(m).unwrap_or_default();
    let game = tree.and_then(|tree| Game::of(tree, m.node?));
    let winner = match &game {
        Some(game) => {
            let on = game.places.iter().find(|place| place.won);
            on.and_then(|place| place.player)
        }
        None => m.winner(),
    };
    PlayedRow {
        table: m.table.0,
        names: [m.a, m.b].map(|id| state.name(id)),
        won: [m.a, m.b].map(|id| winner == Some(id)),
        score: score.from(Seat::A),
        note: game.map_or_else(|| score.note.to_owned(), |game| game.word()),
    }
}

fn fact(name: &str, value: impl ToString) -> Fact {
    Fact {
        name: name.to_owned(),
        value: value.to_string(),
    }
}

fn facts(state: &State) -> Vec<Fact> {
    let book = state.setup.regulation.book();
    let count = |wanted: fn(Status) -> bool| {
        let players = state.players.iter();
        players.filter(|player| wanted(player.status)).count()
    };
    let mut facts = Vec::new();
    if let Some(winner) = winner(state) {
        facts.push(fact("Winner", state.name(winner)));
    }
    let open = state
        .rounds
        .iter()
        .any(|r| r.status != RoundStatus::Finished);
    if state.phase != Phase::Finished || open {
        facts.push(fact("State", "still being played"));
    }
    facts.push(fact(
        "Regulation",
        format!("{}, {}", book.title, book.edition),
    ));
    facts.push(fact("Tier", capital(&state.setup.tier.to_string())));
    facts.push(fact(
        "Structure",
        muster_words::structure::name(state.setup.structure),
    ));
    if let Some(date) = state.setup.date {
        facts.push(fact("Date", date.strftime("%-d %B %Y")));
    }
    facts.push(fact("Players", players(state)));
    facts.extend(structure(state));
    facts.push(fact("Dropped", count(|s| s == Status::Dropped)));
    facts.push(fact("Disqualified", count(|s| s == Status::Disqualified)));
    if !state.voided.is_empty() {
        facts.push(fact("Voided rounds", state.voided.len()));
    }
    facts
}

/// How many played, with late entries counted separately.
fn players(state: &State) -> String {
    let all = state.participants().count();
    let start = state.attendance as usize;
    match all.checked_sub(start) {
        Some(late) if late > 0 => format!("{all}: {start} at the start, {late} later"),
        _ => all.to_string(),
    }
}

/// The stages, each with what was played.
fn structure(state: &State) -> Vec<Fact> {
    let rounds = |count: usize| match count {
        1 => "1 round".to_owned(),
        count => format!("{count} rounds"),
    };
    let mut facts = Vec::new();
    let swiss = state.swiss_rounds().count();
    if swiss > 0 {
        facts.push(fact("Swiss rounds", swiss));
    }
    if let Some(tree) = Tree::of(state, None) {
        let played = match state.elimination_rounds().count() {
            0 => "nothing played yet".to_owned(),
            count => rounds(count),
        };
        facts.push(fact("Bracket", format!("{}, {played}", tree.title())));
    }
    facts
}

fn leaders(state: &State) -> Vec<Fact> {
    let regulation = state.setup.regulation;
    let staff = state.staff.iter();
    let leaders = staff.map(|staff| Fact {
        name: regulation.role_name(staff.role).to_owned(),
        value: state.actor(By::Staff(staff.id)),
    });
    leaders.collect()
}
