//! Following what other servers write. One connection asks for everything that was committed since it last asked, several
//! times a second, which is always right; other servers wake it earlier by a notification, and it wakes them.
//!
//! A notification inside the transaction that writes would hold a lock over the whole database while the disk is waited
//! for. So it is sent afterwards, over this connection, and at most once for all that was written meanwhile.

use super::connection::Connections;
use super::statements::Changes;
use super::writer::Writing;
use crate::error::LedgerError;
use crate::follow::News;
use futures_util::future::poll_fn;
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::time::Instant;
use tokio_postgres::{AsyncMessage, Client};

/// How often to ask without being woken.
const ASK: Duration = Duration::from_millis(100);
/// The shortest time between two questions, however often others write.
const PAUSE: Duration = Duration::from_millis(5);
/// How long to wait before connecting again.
const RECONNECT: Duration = Duration::from_millis(250);
/// How long the database may take to answer.
const LONGEST: Duration = Duration::from_secs(10);
/// How often rows that nobody needs are deleted.
const TIDY: Duration = Duration::from_secs(300);
/// After how many seconds without asking some rows may be gone; those older than twice this are removed.
const MEMORY: i64 = 900;
/// The channel of notifications.
const CHANNEL: &str = "muster";
/// The advisory lock that all users of the data share and that a restore takes exclusively.
pub(super) const SERVING: i64 = 0x4D53_5452_0002;

/// Follows for as long as the runtime lives. `following` is a connection that is up already.
pub(super) async fn run(writing: &Writing, mut following: Following) {
    let mut tidied = Instant::now();
    loop {
        match follow(writing, &mut following, &mut tidied).await {
            Ok(never) => match never {},
            Err(error) => tracing::warn!(%error, "the connection that follows the database broke"),
        }
        following = loop {
            tokio::time::sleep(RECONNECT).await;
            match Following::connect(&writing.connections).await {
                Ok(following) => break following,
                Err(error) => tracing::warn!(%error, "the database cannot be followed"),
            }
        };
        // Whatever happened meanwhile, even a failover to a replica that knows other transactions.
        writing.bell.ring(News::Missed);
    }
}

/// A connection that follows.
pub(super) struct Following {
    client: Client,
    woken: UnboundedReceiver<String>,
    /// What the last question could see.
    snapshot: String,
    /// When that was, by the clock of the database.
    asked: i64,
}

impl Following {
    /// Connects, and remembers what can be seen now.
    pub(super) async fn connect(connections: &Connections) -> Result<Following, LedgerError> {
        let (client, mut connection) = connections.own().await?;
        let (wake, woken) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
                match message {
                    Ok(AsyncMessage::Notification(note)) => {
                        let _ = wake.send(note.payload().to_owned());
                    }
                    Ok(_) => {}
                    // Whoever asks next hears that the connection is closed.
                    Err(_) => return,
                }
            }
        });
        client.batch_execute(&connections.settings()).await?;
        // A notification is a transaction too. Nobody needs it after a crash, and the next commit must not wait while it is
        // brought to the disk.
        client
            .batch_execute(&format!("SET synchronous_commit = off; LISTEN {CHANNEL}"))
            .await?;
        let shared = client
            .query_one("SELECT pg_try_advisory_lock_shared($1)", &[&SERVING])
            .await?;
        if !shared.get::<_, bool>(0) {
            return Err(LedgerError::Busy);
        }
        let now = client
            .query_one(
                "SELECT pg_current_snapshot()::text, extract(epoch FROM now())::bigint",
                &[],
            )
            .await?;
        Ok(Following {
            client,
            woken,
            snapshot: now.get(0),
            asked: now.get(1),
        })
    }

    /// Returns what others committed since the last question.
    async fn ask(&mut self, writer: i64) -> Result<Vec<News>, LedgerError> {
        // Numbers of transactions are not committed in their order. So the question is what the last one could not see,
        // and nothing is skipped or heard twice, however long a transaction takes.
        let rows = self
            .client
            .query(
                "SELECT pg_current_snapshot()::text, extract(epoch FROM now())::bigint, c.news
                 FROM (VALUES (1)) AS one LEFT JOIN changes c
                 ON c.xid >= pg_snapshot_xmin($1::text::pg_snapshot)
                 AND NOT pg_visible_in_snapshot(c.xid, $1::text::pg_snapshot) AND c.writer <> $2
                 ORDER BY c.xid",
                &[&self.snapshot, &writer],
            )
            .await?;
        let mut news = Vec::new();
        for row in &rows {
            self.snapshot = row.get(0);
            let now = row.get(1);
            if now - std::mem::replace(&mut self.asked, now) > MEMORY {
                news.push(News::Missed);
            }
            if let Some(text) = row.get::<_, Option<&str>>(2) {
                match serde_json::from_str::<Changes>(text) {
                    Ok(changes) => news.extend(changes.news()),
                    Err(_) => news.push(News::Missed),
                }
            }
        }
        Ok(news)
    }
}

/// Asks and wakes until the connection breaks.
async fn follow(
    writing: &Writing,
    following: &mut Following,
    tidied: &mut Instant,
) -> Result<std::convert::Infallible, LedgerError> {
    let me = writing.writer.to_string();
    loop {
        let wake_others = tokio::select! {
            () = writing.wake.notified() => true,
            note = following.woken.recv() => match note {
                // Its own notifications come back too.
                Some(who) if who == me => continue,
                Some(_) => false,
                None => return Err(closed()),
            },
            () = tokio::time::sleep(ASK) => false,
        };
        let work = async {
            if wake_others {
                let sql = "SELECT pg_notify($1, $2)";
                following.client.execute(sql, &[&CHANNEL, &me]).await?;
            }
            following.ask(writing.writer).await
        };
        let news = tokio::time::timeout(LONGEST, work).await;
        for news in news.map_err(|_| closed())?? {
            writing.bell.ring(news);
        }
        if tidied.elapsed() > TIDY {
            *tidied = Instant::now();
            let sql = "DELETE FROM changes WHERE at < now() - make_interval(secs => $1)";
            let age = 2.0 * MEMORY as f64;
            following.client.execute(sql, &[&age]).await?;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn closed() -> LedgerError {
    LedgerError::Unavailable {
        problem: "the connection was closed".to_owned(),
    }
}
