//! The statements of a transaction. Those of one trip are sent one after the other without waiting for answers.

use super::batch::{Batch, Subjects};
use crate::follow::News;
use crate::id::TournamentId;
use crate::line::LineText;
use deadpool_postgres::Object;
use futures_util::future::{BoxFuture, FutureExt, TryFutureExt, join_all};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

/// Statements over one connection.
pub(super) struct Statements<'a>(&'a Object);

/// What the first trip brings.
pub(super) struct Read {
    /// Identifier, position, hash, whether without a summary, position and text of the summary, number.
    pub(super) tournaments: Vec<Row>,
    /// Kind, key and version.
    pub(super) records: Vec<Row>,
    /// Tournament, position and hash.
    pub(super) lines: Vec<Row>,
    /// The number of the transaction.
    pub(super) xid: String,
}

/// A statement with its values.
struct Step<'a> {
    sql: &'static str,
    values: Values<'a>,
}

impl<'a> Step<'a> {
    fn new(sql: &'static str, values: Values<'a>) -> Step<'a> {
        Step { sql, values }
    }
}

type Values<'a> = Vec<Box<dyn ToSql + Sync + Send + 'a>>;

/// Makes values of columns.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$(Box::new($value) as Box<dyn ToSql + Sync + Send + '_>),*] };
}

impl<'a> Statements<'a> {
    pub(super) fn new(client: &'a Object) -> Statements<'a> {
        Statements(client)
    }

    /// Sends statements one after the other without waiting for answers, the last of which ends them. They are prepared
    /// before: a statement that had to wait for that would come after those that follow it.
    async fn send(&self, steps: Vec<Step<'_>>, end: Option<&str>) -> Result<Vec<Vec<Row>>, Error> {
        let mut prepared = Vec::with_capacity(steps.len());
        for step in steps {
            prepared.push((self.0.prepare_cached(step.sql).await?, step.values));
        }
        let mut sent: Vec<BoxFuture<'_, Result<Vec<Row>, Error>>> = Vec::new();
        for (statement, values) in &prepared {
            let answer = async move {
                let values: Vec<&(dyn ToSql + Sync)> =
                    values.iter().map(|value| &**value as _).collect();
                self.0.query(statement, &values).await
            };
            sent.push(answer.boxed());
        }
        if let Some(end) = end {
            sent.push(self.0.batch_execute(end).map_ok(|()| Vec::new()).boxed());
        }
        // All are polled in their order, which is the order in which they are sent. The first error is the cause of the
        // later ones.
        join_all(sent).await.into_iter().collect()
    }

    /// Begins a transaction, then locks and reads what it is about. Rows are locked in one order by everybody, so that no
    /// two servers wait for each other.
    pub(super) async fn begin(&self, subjects: &Subjects) -> Result<Read, Error> {
        let ids: Vec<&str> = subjects
            .tournaments
            .iter()
            .map(TournamentId::as_str)
            .collect();
        let summarized: Vec<&str> = subjects
            .summarized
            .iter()
            .map(TournamentId::as_str)
            .collect();
        let (kinds, keys): (Vec<&str>, Vec<&str>) = subjects
            .records
            .iter()
            .map(|(kind, key)| (*kind, key.as_str()))
            .unzip();
        let (of, positions): (Vec<&str>, Vec<i64>) = subjects
            .redacted
            .iter()
            .map(|(id, position)| (id.as_str(), signed(*position)))
            .unzip();
        let mut steps = vec![
            Step::new("BEGIN", Vec::new()),
            Step::new("SELECT pg_current_xact_id()::text", Vec::new()),
        ];
        if let Some(ended) = subjects.purge {
            let sql = "DELETE FROM records WHERE expires IS NOT NULL AND expires < $1";
            steps.push(Step::new(sql, values![ended.as_millisecond()]));
        }
        let first = steps.len();
        let sql = "SELECT t.id, t.position, t.hash,
            EXISTS (SELECT 1 FROM unsummarized u WHERE u.tournament = t.number), s.position, s.text, t.number
            FROM tournaments t LEFT JOIN summaries s ON s.tournament = t.number AND t.id = ANY($2)
            WHERE t.id = ANY($1) ORDER BY t.number FOR NO KEY UPDATE OF t";
        steps.push(Step::new(sql, values![ids, summarized]));
        let sql = "SELECT r.kind, r.key, r.version FROM unnest($1::text[], $2::text[]) AS w (kind, key)
            JOIN records r ON r.kind = w.kind AND r.key = w.key ORDER BY r.kind, r.key FOR UPDATE OF r";
        steps.push(Step::new(sql, values![kinds, keys]));
        if !of.is_empty() {
            let sql = "SELECT t.id, l.position, l.hash FROM unnest($1::text[], $2::bigint[]) AS w (id, position)
                JOIN tournaments t ON t.id = w.id JOIN lines l ON l.tournament = t.number AND l.position = w.position";
            steps.push(Step::new(sql, values![of, positions]));
        }
        let mut answers = self.send(steps, None).await?;
        let mut rest = answers.split_off(first).into_iter();
        let xid = answers
            .get(1)
            .and_then(|rows| rows.first())
            .map(|row| row.get(0));
        Ok(Read {
            tournaments: rest.next().unwrap_or_default(),
            records: rest.next().unwrap_or_default(),
            lines: rest.next().unwrap_or_default(),
            xid: xid.unwrap_or_default(),
        })
    }

    /// Writes a batch and commits.
    pub(super) async fn write(
        &self,
        batch: &Batch,
        xid: &str,
        writer: i64,
        news: &[News],
    ) -> Result<(), Error> {
        let mut steps = Vec::new();
        write_journals(batch, &mut steps);
        write_summaries(batch, &mut steps);
        write_records(batch, &mut steps);
        let changes = serde_json::to_string(&Changes::of(news)).unwrap_or_default();
        let sql = "INSERT INTO changes (xid, writer, news) VALUES ($1::text::xid8, $2, $3)";
        steps.push(Step::new(sql, values![xid, writer, changes]));
        self.send(steps, Some("COMMIT")).await?;
        Ok(())
    }
}

fn write_journals<'a>(batch: &'a Batch, steps: &mut Vec<Step<'a>>) {
    let (mut ids, mut origins, mut positions, mut hashes) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (id, origin, state) in batch.created() {
        ids.push(id.as_str());
        origins.push(origin.0.to_vec());
        positions.push(signed(state.position));
        hashes.push(&state.hash.0[..]);
    }
    if !ids.is_empty() {
        let sql = "INSERT INTO tournaments (id, origin, position, hash)
                SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bytea[])";
        steps.push(Step::new(sql, values![ids, origins, positions, hashes]));
    }
    let (mut numbers, mut positions, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for (number, state) in batch.grown() {
        numbers.push(number);
        positions.push(signed(state.position));
        hashes.push(&state.hash.0[..]);
    }
    if !numbers.is_empty() {
        let sql = "UPDATE tournaments t SET position = w.position, hash = w.hash
                FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS w (number, position, hash)
                WHERE t.number = w.number";
        steps.push(Step::new(sql, values![numbers, positions, hashes]));
    }
    let (numbers, lines): (Vec<i64>, Vec<&LineText>) = batch.lines().unzip();
    if !numbers.is_empty() {
        let sql = "INSERT INTO lines (tournament, position, hash, core, private)
                SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])";
        steps.push(Step::new(sql, line_values(numbers, &lines)));
    }
    let (ids, lines): (Vec<&str>, Vec<&LineText>) = batch
        .first_lines()
        .map(|(id, line)| (id.as_str(), line))
        .unzip();
    if !ids.is_empty() {
        let sql = "INSERT INTO lines (tournament, position, hash, core, private)
                SELECT t.number, w.position, w.hash, w.core, w.private
                FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])
                AS w (id, position, hash, core, private) JOIN tournaments t ON t.id = w.id";
        steps.push(Step::new(sql, line_values(ids, &lines)));
    }
    let (ids, lines): (Vec<&str>, Vec<&LineText>) = batch
        .redacted()
        .iter()
        .map(|(id, line)| (id.as_str(), line))
        .unzip();
    if !ids.is_empty() {
        let sql = "UPDATE lines l SET private = w.private
                FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])
                AS w (id, position, hash, core, private), tournaments t
                WHERE t.id = w.id AND l.tournament = t.number AND l.position = w.position AND l.hash = w.hash";
        steps.push(Step::new(sql, line_values(ids, &lines)));
    }
    if !batch.seeds().is_empty() {
        let (ids, seeds): (Vec<&str>, Vec<&[u8]>) = batch
            .seeds()
            .iter()
            .map(|(id, seed)| (id.as_str(), &seed.0[..]))
            .unzip();
        let sql = "INSERT INTO seeds (tournament, master) SELECT t.number, w.master
                FROM unnest($1::text[], $2::bytea[]) AS w (id, master) JOIN tournaments t ON t.id = w.id
                ON CONFLICT (tournament) DO UPDATE SET master = excluded.master";
        steps.push(Step::new(sql, values![ids, seeds]));
    }
}

fn write_summaries<'a>(batch: &'a Batch, steps: &mut Vec<Step<'a>>) {
    let gone: Vec<&str> = batch.unsummed().iter().map(TournamentId::as_str).collect();
    if !gone.is_empty() {
        let sql = "DELETE FROM summaries s USING tournaments t WHERE t.id = ANY($1) AND s.tournament = t.number";
        steps.push(Step::new(sql, values![gone]));
    }
    let (mut ids, mut positions, mut phases) = (Vec::new(), Vec::new(), Vec::new());
    let (mut regulations, mut dates) = (Vec::new(), Vec::new());
    let (mut texts, mut bodies) = (Vec::new(), Vec::new());
    let (mut less, mut more) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    for summary in batch.summaries() {
        let id = summary.tournament.as_str();
        ids.push(id);
        positions.push(signed(summary.position));
        phases.push(i64::from(summary.phase));
        regulations.push(summary.regulation.as_str());
        dates.push(summary.date.to_string());
        texts.push(summary.text.as_str());
        bodies.push(summary.body.as_str());
        let (gone, new) = batch.words(summary);
        for (words, into) in [(gone, &mut less), (new, &mut more)] {
            into.0.extend(words.iter().map(|_| id));
            into.1.extend(words);
        }
    }
    if !ids.is_empty() {
        let sql = "INSERT INTO summaries (tournament, position, phase, regulation, date, text, body)
                SELECT t.number, w.position, w.phase, w.regulation, w.date, w.text, w.body
                FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
                AS w (id, position, phase, regulation, date, text, body) JOIN tournaments t ON t.id = w.id
                ON CONFLICT (tournament) DO UPDATE SET position = excluded.position, phase = excluded.phase,
                regulation = excluded.regulation, date = excluded.date, text = excluded.text, body = excluded.body";
        steps.push(Step::new(
            sql,
            values![ids, positions, phases, regulations, dates, texts, bodies],
        ));
    }
    if !less.0.is_empty() {
        let sql = "DELETE FROM summary_words s USING unnest($1::text[], $2::text[]) AS w (id, word), tournaments t
                WHERE t.id = w.id AND s.tournament = t.number AND s.word = w.word";
        steps.push(Step::new(sql, values![less.0, less.1]));
    }
    if !more.0.is_empty() {
        let sql = "INSERT INTO summary_words (word, tournament) SELECT w.word, t.number
                FROM unnest($1::text[], $2::text[]) AS w (id, word) JOIN tournaments t ON t.id = w.id";
        steps.push(Step::new(sql, values![more.0, more.1]));
    }
    for (shall_be, sql) in [
            (
                true,
                "INSERT INTO unsummarized (tournament) SELECT number FROM tournaments WHERE id = ANY($1)
                 ON CONFLICT DO NOTHING",
            ),
            (
                false,
                "DELETE FROM unsummarized u USING tournaments t WHERE t.id = ANY($1) AND u.tournament = t.number",
            ),
        ] {
            let ids: Vec<&str> = batch.behind(shall_be).map(TournamentId::as_str).collect();
            if !ids.is_empty() {
                steps.push(Step::new(sql, values![ids]));
            }
        }
}

/// Records that were there are locked and can be changed; one that was not must be new, or somebody was faster.
fn write_records<'a>(batch: &'a Batch, steps: &mut Vec<Step<'a>>) {
    let (gone, keys): (Vec<&str>, Vec<&str>) = batch
        .deleted()
        .map(|(kind, key)| (*kind, key.as_str()))
        .unzip();
    if !gone.is_empty() {
        let sql = "DELETE FROM records r USING unnest($1::text[], $2::text[]) AS w (kind, key)
                WHERE r.kind = w.kind AND r.key = w.key";
        steps.push(Step::new(sql, values![gone, keys]));
    }
    for (there, sql) in [
            (
                true,
                "UPDATE records r SET tournament = w.tournament, value = w.value::json, expires = w.expires,
                 version = w.version
                 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
                 AS w (kind, key, tournament, value, expires, version) WHERE r.kind = w.kind AND r.key = w.key",
            ),
            (
                false,
                "INSERT INTO records (kind, key, tournament, value, expires, version)
                 SELECT w.kind, w.key, w.tournament, w.value::json, w.expires, w.version
                 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
                 AS w (kind, key, tournament, value, expires, version)",
            ),
        ] {
            let (mut kinds, mut keys, mut tournaments) = (Vec::new(), Vec::new(), Vec::new());
            let (mut bodies, mut expires, mut versions) = (Vec::new(), Vec::new(), Vec::new());
            for (before, version, record) in batch.records() {
                if before.is_some() == there {
                    kinds.push(record.kind.name());
                    keys.push(record.key.as_str());
                    tournaments.push(record.tournament.as_ref().map(TournamentId::as_str));
                    bodies.push(record.value.as_str());
                    expires.push(record.expires.map(Timestamp::as_millisecond));
                    versions.push(signed(version));
                }
            }
            if !kinds.is_empty() {
                steps.push(Step::new(sql, values![kinds, keys, tournaments, bodies, expires, versions]));
            }
        }
}

/// The values of lines, with what says whose they are.
fn line_values<'a>(
    whose: Vec<impl ToSql + Sync + Send + 'a>,
    lines: &[&'a LineText],
) -> Values<'a> {
    let (mut positions, mut hashes) = (Vec::new(), Vec::new());
    let (mut cores, mut privates) = (Vec::new(), Vec::new());
    for line in lines {
        positions.push(signed(line.position));
        hashes.push(&line.hash.0[..]);
        cores.push(line.core.as_str());
        privates.push(line.private.as_deref());
    }
    values![whose, positions, hashes, cores, privates]
}

/// Numbers of the database are signed; ours never reach that far.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// News for other servers, as stored in the table of changes.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct Changes {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    grown: Vec<(TournamentId, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    redacted: Vec<(TournamentId, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    settings: Vec<TournamentId>,
}

impl Changes {
    fn of(news: &[News]) -> Changes {
        let mut changes = Changes::default();
        for news in news {
            match news {
                News::Grown(head) => changes.grown.push((head.tournament.clone(), head.position)),
                News::Redacted(head) => changes
                    .redacted
                    .push((head.tournament.clone(), head.position)),
                News::Settings(tournament) => changes.settings.push(tournament.clone()),
                News::Missed => {}
            }
        }
        changes
    }

    /// Returns it as news.
    pub(super) fn news(self) -> Vec<News> {
        let head = |(tournament, position)| crate::ledger::Head {
            tournament,
            position,
        };
        let grown = self.grown.into_iter().map(head).map(News::Grown);
        let redacted = self.redacted.into_iter().map(head).map(News::Redacted);
        let settings = self.settings.into_iter().map(News::Settings);
        grown.chain(redacted).chain(settings).collect()
    }
}
