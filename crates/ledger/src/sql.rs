//! SQL that both databases understand and that is built from parts: the query for summaries.
//!
//! A search for a word that few tournaments have fetches those and orders them. A search for a common word walks the list
//! in its order and checks each tournament, which soon finds enough. Neither reads all tournaments.

use crate::error::LedgerError;
use crate::summary::{Among, Audience, Order, SummaryQuery, after_prefix, sought};
use jiff::civil::Date;

/// From how many tournaments on a word counts as common.
pub(crate) const COMMON: usize = 1000;

/// Counts the tournaments with a word that has a prefix, up to [`COMMON`]. The parameters are the prefix and the first text
/// after all words that have it.
pub(crate) const COUNT_WORD: &str = "SELECT count(*) FROM
    (SELECT 1 FROM summary_words WHERE word >= $1 AND word < $2 LIMIT 1000) AS counted";

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(i64),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

/// A prefix that a query looks for, the first text after all words that have it, and how many tournaments have one.
pub(crate) struct Sought {
    pub(crate) begin: String,
    pub(crate) end: String,
    pub(crate) count: usize,
}

impl Sought {
    /// Splits the text of a query; the store fills in the counts.
    pub(crate) fn of(query: &SummaryQuery) -> Vec<Sought> {
        let words = sought(&query.text).into_iter();
        let words = words.map(|word| Sought {
            begin: word.to_owned(),
            end: after_prefix(word),
            count: 0,
        });
        words.collect()
    }
}

/// A statement that is built together with its parameters.
struct Statement {
    sql: String,
    values: Vec<Value>,
}

impl Statement {
    /// Adds SQL in which each `?` is the next of the values. They are numbered in the order in which they appear, because
    /// that is the only numbering that both databases share.
    fn add(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        let mut values = values.into_iter();
        for letter in sql.chars() {
            if letter == '?' {
                self.values.extend(values.next());
                self.sql.push('$');
                self.sql.push_str(&self.values.len().to_string());
            } else {
                self.sql.push(letter);
            }
        }
    }
}

/// Returns the statement for a query, with its values.
pub(crate) fn summaries(query: &SummaryQuery, mut words: Vec<Sought>) -> (String, Vec<Value>) {
    words.sort_by_key(|word| word.count);
    let mut statement = Statement {
        sql: "SELECT t.id, s.position, s.phase, s.regulation, s.date, s.text, s.body FROM "
            .to_owned(),
        values: Vec::new(),
    };
    let range = |word: &Sought| [Value::from(&*word.begin), Value::from(&*word.end)];
    let rare = words.first().is_some_and(|word| word.count < COMMON);
    // The database starts from what comes first.
    let first = match &query.among {
        Among::RunBy(organizer) => {
            statement.add(
                "(SELECT n.number AS tournament FROM records r CROSS JOIN tournaments n
                  WHERE r.kind = 'settings' AND r.value ->> 'organizer' = ? AND n.id = r.key) AS f CROSS JOIN ",
                [Value::from(organizer.as_str())],
            );
            true
        }
        Among::These(tournaments) => {
            let places = match tournaments.len() {
                0 => "NULL".to_owned(),
                count => vec!["?"; count].join(", "),
            };
            statement.add(
                &format!("(SELECT number AS tournament FROM tournaments WHERE id IN ({places})) AS f CROSS JOIN "),
                tournaments.iter().map(|tournament| Value::from(tournament.as_str())),
            );
            true
        }
        Among::All if rare => {
            let rarest = words.remove(0);
            statement.add(
                "(SELECT DISTINCT tournament FROM summary_words WHERE word >= ? AND word < ?) AS f CROSS JOIN ",
                range(&rarest),
            );
            true
        }
        Among::All => false,
    };
    statement.add(
        "summaries s CROSS JOIN tournaments t WHERE t.number = s.tournament",
        [],
    );
    if first {
        statement.add(" AND s.tournament = f.tournament", []);
    }
    if let Some(phase) = query.phase {
        statement.add(" AND s.phase = ?", [Value::Number(phase.into())]);
    }
    if let Some(regulation) = &query.regulation {
        statement.add(" AND s.regulation = ?", [Value::from(regulation.as_str())]);
    }
    for word in &words {
        statement.add(
            " AND EXISTS (SELECT 1 FROM summary_words w
              WHERE w.tournament = s.tournament AND w.word >= ? AND w.word < ?)",
            range(word),
        );
    }
    visible(&mut statement, &query.audience);
    let (direction, beyond) = match query.order {
        Order::Newest => ("DESC", "<"),
        Order::Soonest => ("ASC", ">"),
    };
    if let Some(place) = &query.after {
        statement.add(
            &format!(
                " AND (s.date, s.tournament) {beyond} (?, (SELECT number FROM tournaments WHERE id = ?))"
            ),
            [
                Value::from(&*place.date.to_string()),
                Value::from(place.tournament.as_str()),
            ],
        );
    }
    statement.add(
        &format!(" ORDER BY s.date {direction}, s.tournament {direction} LIMIT ?"),
        [Value::Number(query.limit.into())],
    );
    (statement.sql, statement.values)
}

/// Omits private tournaments that the audience must not see.
fn visible(statement: &mut Statement, audience: &Audience) {
    let Audience::Visitor {
        account,
        takes_part,
    } = audience
    else {
        return;
    };
    statement.add(
        " AND (NOT EXISTS (SELECT 1 FROM records r WHERE r.kind = 'settings' AND r.key = t.id
          AND CAST(r.value -> 'private' AS TEXT) = 'true'
          AND NOT coalesce(r.value ->> 'organizer' = ?, FALSE))",
        [Value::Text(account.clone())],
    );
    for tournament in takes_part {
        statement.add(" OR t.id = ?", [Value::from(tournament.as_str())]);
    }
    statement.add(")", []);
}

/// Reads a date as it is stored.
pub(crate) fn date(text: &str) -> Result<Date, LedgerError> {
    text.parse()
        .map_err(|error: jiff::Error| LedgerError::Damaged {
            problem: error.to_string(),
        })
}
