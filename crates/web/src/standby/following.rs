//! A running standby: it follows the leader, answers at its own address that it does not lead, and takes over on request.

use super::client::Client;
use super::{Hello, StandbyMessage, Taking};
use crate::serve::{Config, ServeError, open_standby};
use crate::tls::Pin;
use axum::body::Body;
use futures_util::StreamExt;
use hyper::body::Incoming;
use muster_ledger::folder::private_options;
use muster_ledger::people::{Account, Kept, Lead, Part};
use muster_ledger::{DataFolder, Ledger, LedgerError, SqliteLedger, TournamentId, backup};
use muster_service::secret;
use muster_service::standby::copying::Copy;
use muster_service::standby::leading;
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

/// A leader that is silent for this long counts as not answering.
const SILENCE: Duration = Duration::from_secs(3);
/// How long to wait before asking a leader again that did not answer.
const AGAIN: Duration = Duration::from_secs(1);
/// How often to look whether this machine was told to lead.
const LOOK: Duration = Duration::from_millis(200);
/// How often journals that grew are verified from their first line.
const VERIFY: Duration = Duration::from_secs(10);
/// The longest line: everything beside a long journal.
const LONGEST: usize = 64 * 1024 * 1024;
/// How long a running standby may take to take over.
const TURN: Duration = Duration::from_secs(10);

/// The secret that a standby shares with its leader, as people hand it over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    token: String,
    pin: Option<Pin>,
}

impl Secret {
    /// Builds a secret; it names the certificate if that is self-signed.
    #[must_use]
    pub fn new(token: String, pin: Option<Pin>) -> Secret {
        Secret { token, pin }
    }

    /// Reads a secret that somebody hands over.
    #[must_use]
    pub fn parse(text: &str) -> Option<Secret> {
        let (token, pin) = match text.trim().split_once('.') {
            Some((token, pin)) => (token, Some(Pin(Hex32::parse(pin)?))),
            None => (text.trim(), None),
        };
        Hex32::parse(token)?;
        Some(Secret::new(token.to_owned(), pin))
    }

    /// Returns it as people hand it over.
    #[must_use]
    pub fn text(&self) -> String {
        match self.pin {
            Some(pin) => format!("{}.{}", self.token, pin.0),
            None => self.token.clone(),
        }
    }
}

/// What a standby remembers about its leader, in a separate file that only its owner can read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Paired {
    pub leader: String,
    secret: String,
    /// The address that this machine told the leader.
    own: Option<String>,
    /// The digest of this machine's self-signed certificate.
    pin: Option<Hex32>,
}

impl Paired {
    /// Names a leader.
    #[must_use]
    pub fn new(leader: String, secret: &Secret) -> Paired {
        Paired {
            leader,
            secret: secret.text(),
            own: None,
            pin: None,
        }
    }

    fn file(data: &DataFolder) -> PathBuf {
        data.path().join("standby.json")
    }

    /// Returns what was remembered, if anything was.
    #[must_use]
    pub fn remembered(data: &DataFolder) -> Option<Paired> {
        let text = std::fs::read(Paired::file(data)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    fn remember(&self, data: &DataFolder) -> Result<(), LedgerError> {
        let path = Paired::file(data);
        let write = || {
            let file = private_options().create(true).truncate(true).open(&path)?;
            serde_json::to_writer(&file, self)?;
            file.sync_all()
        };
        write().map_err(|error: std::io::Error| LedgerError::File {
            path: path.clone(),
            problem: error.to_string(),
        })
    }

    fn client(&self) -> Result<(Client, String), String> {
        let secret = Secret::parse(&self.secret).ok_or("the secret is not one")?;
        let client = Client::new(&self.leader, secret.pin)?;
        Ok((client, secret.token))
    }
}

/// What happens while a standby follows.
#[derive(Debug)]
pub enum Said {
    /// It answers at this address as a standby.
    Open(String),
    /// Older data was moved away, because another machine had taken over from it.
    PutAside(PathBuf),
    /// It has everything; how many lines that is.
    Complete(u64),
    /// The leader does not answer.
    Lost(String),
    /// All journals that grew were verified.
    Verified,
    /// A journal is not sound; what is wrong first.
    Unsound(TournamentId, String),
}

/// How following ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    Stopped,
    /// This machine was told to lead, at the place where it listened.
    TookOver(SocketAddr),
}

/// Follows until somebody stops it, or this machine is told to lead.
pub async fn follow(
    config: &Config,
    mut paired: Paired,
    stop: impl Future<Output = ()>,
    mut say: impl FnMut(Said),
) -> Result<Ended, ServeError> {
    let (client, secret) = paired.client().map_err(ServeError::Address)?;
    put_aside(&config.data, &mut say).await?;
    let (server, ledger) = open_standby(config, paired.leader.clone()).await?;
    let pin = server.pin.map(|pin| pin.0);
    let listened = server.local().unwrap_or(config.listen);
    become_follower(ledger.as_ref(), &paired.leader, &secret).await?;
    let address = server.address.clone();
    paired.own = Some(address.clone());
    paired.pin = pin;
    paired.remember(&config.data)?;
    say(Said::Open(address.clone()));
    let (close, closed) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async {
        let _ = closed.await;
    }));
    let mut copy = Copy::open(Arc::clone(&ledger)).await?;
    let ended = {
        let own = Own { address, pin };
        let work = keep_up(&client, &secret, &own, &ledger, &mut copy, &mut say);
        tokio::select! {
            ended = work => ended.map(|()| Ended::TookOver(listened)),
            () = stop => {
                // One that cannot be reached asks us when it starts again.
                let _ = client.post("/standby/goodbye", &secret, &()).await;
                Ok(Ended::Stopped)
            }
        }
    };
    let _ = close.send(());
    let _ = serving.await;
    Ok(ended?)
}

/// Moves away data that another machine took over from; the data of a leader is not touched.
async fn put_aside(data: &DataFolder, say: &mut impl FnMut(Said)) -> Result<(), ServeError> {
    let lead = {
        let ledger = SqliteLedger::open(data)?;
        let lead = Lead::of(&ledger).await?;
        let empty =
            ledger.tournaments().await?.is_empty() && Account::all(&ledger).await?.is_empty();
        match lead.part {
            Part::Leading if !empty => return Err(ServeError::Leads),
            _ => lead,
        }
    };
    if lead.part == Part::Superseded {
        say(Said::PutAside(backup::put_aside(data)?));
    }
    Ok(())
}

async fn become_follower(
    ledger: &dyn Ledger,
    leader: &str,
    secret: &str,
) -> Result<(), LedgerError> {
    let lead = Lead {
        part: Part::Following,
        key: Some(secret::digest(secret)),
        other: Some(leader.to_owned()),
        ..Lead::of(ledger).await?
    };
    ledger.commit(vec![lead.put()]).await?;
    Ok(())
}

/// Where browsers and the leader reach this machine.
struct Own {
    address: String,
    pin: Option<Hex32>,
}

/// Follows, again and again, until this machine is told to lead.
async fn keep_up(
    client: &Client,
    secret: &str,
    own: &Own,
    ledger: &Arc<dyn Ledger>,
    copy: &mut Copy,
    say: &mut impl FnMut(Said),
) -> Result<(), LedgerError> {
    // Reported once, however often it is tried.
    let mut lost = String::new();
    loop {
        let why = {
            let session = session(client, secret, own, ledger.as_ref(), copy, say);
            tokio::select! {
                why = session => match why {
                    Err(error) if was_faster(&error) => None,
                    why => why?,
                },
                told = told_to_lead(ledger.as_ref()) => {
                    return told;
                }
            }
        };
        if let Some(why) = why {
            if why != lost {
                say(Said::Lost(why.clone()));
            }
            lost = why;
            sleep(AGAIN).await;
        }
        *copy = Copy::open(Arc::clone(ledger)).await?;
    }
}

/// Comes when somebody has told this machine to lead.
async fn told_to_lead(ledger: &dyn Ledger) -> Result<(), LedgerError> {
    while Lead::of(ledger).await?.part != Part::Leading {
        sleep(LOOK).await;
    }
    Ok(())
}

/// Follows for as long as the leader answers. Returns why it does not, or nothing if it is to be asked again at once; fails
/// if what it says does not fit what is here.
async fn session(
    client: &Client,
    secret: &str,
    own: &Own,
    ledger: &dyn Ledger,
    copy: &mut Copy,
    say: &mut impl FnMut(Said),
) -> Result<Option<String>, LedgerError> {
    let mut lines = match begin(client, secret, own, copy).await? {
        Ok(lines) => lines,
        Err(why) => return Ok(Some(why)),
    };
    let mut verified = Instant::now();
    let mut complete = false;
    loop {
        let told = match timeout(SILENCE, lines.next()).await {
            Ok(Ok(Some(told))) => told,
            Ok(Ok(None)) if complete => return Ok(None),
            Ok(Ok(None)) => return Ok(Some("the connection ended".to_owned())),
            Ok(Err(why)) => return Ok(Some(why)),
            Err(_) => return Ok(Some("it says nothing".to_owned())),
        };
        match told {
            StandbyMessage::Term(term) => heard_of(ledger, term).await?,
            StandbyMessage::Changes(changes) if changes.is_empty() => {}
            StandbyMessage::Changes(changes) => copy.apply(changes).await?,
            StandbyMessage::Complete => {
                complete = true;
                say(Said::Complete(copy.lines()));
                verify(copy, say).await?;
                verified = Instant::now();
            }
        }
        if complete && verified.elapsed() > VERIFY {
            verify(copy, say).await?;
            verified = Instant::now();
        }
    }
}

async fn verify(copy: &mut Copy, say: &mut impl FnMut(Said)) -> Result<(), LedgerError> {
    let Some(wrong) = copy.verify().await? else {
        return Ok(());
    };
    if wrong.is_empty() {
        say(Said::Verified);
    }
    for (tournament, verification) in wrong {
        let first = muster_words::verify::first_of(&verification.findings);
        say(Said::Unsound(tournament, first));
    }
    Ok(())
}

async fn heard_of(ledger: &dyn Ledger, term: u64) -> Result<(), LedgerError> {
    let lead = Lead::of(ledger).await?;
    if lead.term < term && lead.part == Part::Following {
        ledger.commit(vec![Lead { term, ..lead }.put()]).await?;
    }
    Ok(())
}

/// Asks the leader for everything.
async fn begin(
    client: &Client,
    secret: &str,
    own: &Own,
    copy: &Copy,
) -> Result<Result<Lines, String>, LedgerError> {
    let hello = Hello {
        address: own.address.clone(),
        pin: own.pin,
        held: copy.held().await?,
    };
    let answer = client.post("/standby/follow", secret, &hello).await;
    Ok(answer.map(Lines::new))
}

/// The lines of a stream.
struct Lines {
    body: axum::body::BodyDataStream,
    rest: Vec<u8>,
    /// How much of the rest was searched for the end of a line.
    searched: usize,
}

impl Lines {
    fn new(answer: axum::http::Response<Incoming>) -> Lines {
        Lines {
            body: Body::new(answer.into_body()).into_data_stream(),
            rest: Vec::new(),
            searched: 0,
        }
    }

    async fn next(&mut self) -> Result<Option<StandbyMessage>, String> {
        loop {
            let end = self.rest[self.searched..]
                .iter()
                .position(|byte| *byte == b'\n');
            if let Some(end) = end {
                let mut line: Vec<u8> = self.rest.drain(..=self.searched + end).collect();
                line.pop();
                self.searched = 0;
                let told = serde_json::from_slice(&line);
                return told
                    .map(Some)
                    .map_err(|error| format!("it cannot be understood: {error}"));
            }
            self.searched = self.rest.len();
            if self.rest.len() > LONGEST {
                return Err("it says too much at once".to_owned());
            }
            match self.body.next().await {
                Some(Ok(bytes)) => self.rest.extend(bytes),
                Some(Err(error)) => return Err(format!("the connection broke off: {error}")),
                None => return Ok(None),
            }
        }
    }
}

/// The result of taking over.
#[derive(Debug, PartialEq, Eq)]
pub enum Taken {
    /// The standby that runs here leads now, at this address.
    Running(String),
    /// Nobody serves this data yet.
    Idle,
    /// Somebody declined after all.
    Declined,
}

/// Makes a standby the machine that leads. The leader is asked to give the lead up, and everything it has is fetched first;
/// if it does not answer, `sure` is asked with the reason.
pub async fn take_over(
    data: &DataFolder,
    sure: impl FnOnce(&str) -> bool,
) -> Result<Taken, ServeError> {
    let paired = Paired::remembered(data).ok_or(ServeError::NoStandby)?;
    let ledger: Arc<dyn Ledger> = Arc::new(SqliteLedger::open(data)?);
    if Lead::of(ledger.as_ref()).await?.part != Part::Following {
        return Err(ServeError::NoStandby);
    }
    let own = Own {
        address: paired.own.clone().unwrap_or_default(),
        pin: paired.pin,
    };
    let (client, secret) = paired.client().map_err(ServeError::Address)?;
    let taking = Taking {
        address: own.address.clone(),
    };
    let fetched = match client.post("/standby/yield", &secret, &taking).await {
        Ok(_) => fetch_the_rest(&client, &secret, &own, &ledger).await?,
        Err(why) => Err(why),
    };
    if let Err(why) = fetched
        && !sure(&why)
    {
        return Ok(Taken::Declined);
    }
    let lead = leading::take_over(ledger.as_ref()).await?;
    drop(ledger);
    match data.serve() {
        Ok(_) => return Ok(Taken::Idle),
        Err(LedgerError::Served { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let here = Client::new(&own.address, own.pin.map(Pin)).map_err(ServeError::Address)?;
    let key = lead.key.ok_or(ServeError::NoStandby)?;
    let begun = Instant::now();
    while begun.elapsed() < TURN {
        let status = here.status(key).await;
        if status.is_ok_and(|status| status.part == Part::Leading) {
            return Ok(Taken::Running(own.address));
        }
        sleep(LOOK).await;
    }
    Err(ServeError::Slow(own.address))
}

/// Fetches everything from a leader that has given the lead up. Says why if that is not possible.
async fn fetch_the_rest(
    client: &Client,
    secret: &str,
    own: &Own,
    ledger: &Arc<dyn Ledger>,
) -> Result<Result<(), String>, LedgerError> {
    let mut copy = Copy::open(Arc::clone(ledger)).await?;
    let mut lines = match begin(client, secret, own, &copy).await? {
        Ok(lines) => lines,
        Err(why) => return Ok(Err(why)),
    };
    loop {
        match timeout(SILENCE, lines.next()).await {
            Ok(Ok(Some(StandbyMessage::Complete))) => return Ok(Ok(())),
            Ok(Ok(Some(StandbyMessage::Term(_)))) => {}
            Ok(Ok(Some(StandbyMessage::Changes(changes)))) => {
                // Whenever the standby that runs here was faster, less is left: the leader writes no more.
                while let Err(error) = copy.apply(changes.clone()).await {
                    if !was_faster(&error) {
                        return Err(error);
                    }
                    copy = Copy::open(Arc::clone(ledger)).await?;
                }
            }
            Ok(Ok(None)) => return Ok(Err("the connection ended".to_owned())),
            Ok(Err(why)) => return Ok(Err(why)),
            Err(_) => return Ok(Err("it says nothing".to_owned())),
        }
    }
}

/// Whether another process wrote the same here.
fn was_faster(error: &LedgerError) -> bool {
    matches!(
        error,
        LedgerError::Conflict { .. } | LedgerError::Exists { .. }
    )
}
