//! `muster standby`: a second machine that follows the server and can take over.

use super::print::PaperSize;
use super::serve::{Listen, config, log, start, stopped};
use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_ledger::{DataFolder, SqliteLedger, Store};
use muster_service::standby::leading;
use muster_web::serve::{Config, ServeError, names};
use muster_web::standby::following::{Ended, Paired, Said, Secret, Taken, follow, take_over};
use muster_web::tls::Files;
use std::io::{IsTerminal, Write};

/// Follow a server from another machine, ready to take over
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster standby --pair                    on the server: prints the secret
  muster standby 192.168.1.20:7890         on the other machine: follows, asks for the secret
  muster standby --take-over               on the other machine: continues there

The standby has everything within a second, sessions and seeds included, so that
people stay signed in. It is a moment behind: what the server acknowledged right
before it died may be missing. Open pages move to the standby
automatically. A server that comes back asks its standby first, and does not
continue if that has taken over, or if it does not answer.")]
pub(crate) struct Standby {
    /// Address of the server to follow [default: the one followed before]
    #[arg(value_name = "ADDRESS", conflicts_with_all = ["pair", "take_over"])]
    leader: Option<String>,
    /// Secret printed by `muster standby --pair` [default: ask for it]
    #[arg(long, env = "MUSTER_STANDBY_SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// On the server: create a secret for a standby, replacing an earlier one
    #[arg(long, conflicts_with = "take_over")]
    pair: bool,
    /// Take over from the server
    #[arg(long)]
    take_over: bool,
    /// Take over without asking, even if the server does not answer
    #[arg(long, requires = "take_over")]
    yes: bool,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    place: Listen,
    #[command(flatten)]
    paper: PaperSize,
}

impl Standby {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if let Store::Postgres(address) = self.data.store()? {
            return Err(Fault::Usage(format!(
                "servers that share {address} need no standby: start another server with the same --store instead"
            )));
        }
        let data = self.data.folder()?;
        if self.pair {
            return pair(&data, self.place.address.as_deref(), out);
        }
        if self.take_over {
            let yes = self.yes;
            let taken = super::runtime()?.block_on(take_over(&data, |why| yes || sure(why)));
            return match taken? {
                Taken::Running(address) => {
                    out.line(format!("Took over. Muster is open at {address}"));
                    Ok(())
                }
                Taken::Idle => start(
                    Store::Folder(data.clone()),
                    data,
                    self.place,
                    self.paper,
                    false,
                ),
                Taken::Declined => Err(Fault::Usage(
                    "nothing was changed; once you are sure that the server is off, add --yes"
                        .to_owned(),
                )),
            };
        }
        let paired = self.paired(&data)?;
        log(self.place.log_format);
        let leading = Config {
            alone: true,
            ..config(
                Store::Folder(data.clone()),
                data.clone(),
                self.place.clone(),
                &self.paper,
            )
        };
        let runtime = super::runtime()?;
        let ended = runtime.block_on(follow(&leading, paired, stopped(), |said| {
            print(&said, &data)
        }));
        match ended? {
            Ended::Stopped => Ok(()),
            Ended::TookOver(listen) => {
                drop(runtime);
                super::serve::run(Config { listen, ..leading }, false)
            }
        }
    }

    /// The server to follow, as given or as remembered.
    fn paired(&self, data: &DataFolder) -> Result<Paired, Fault> {
        let Some(leader) = &self.leader else {
            return Paired::remembered(data).ok_or_else(|| {
                Fault::Usage("name the server to follow, such as 192.168.1.20:7890".to_owned())
            });
        };
        let text = match &self.secret {
            Some(secret) => secret.clone(),
            None => ask("Secret that `muster standby --pair` printed: ")?,
        };
        let secret = Secret::parse(&text).ok_or_else(|| {
            Fault::Usage(
                "this is not a secret; `muster standby --pair` on the server prints one".to_owned(),
            )
        })?;
        Ok(Paired::new(leader.clone(), &secret))
    }
}

/// Creates a secret, and a certificate for the connection between the machines.
fn pair(data: &DataFolder, address: Option<&str>, out: &mut Output) -> Result<(), Fault> {
    let ledger = SqliteLedger::open(data)?;
    let token = muster_ledger::answer::wait_for(leading::pair(&ledger))?;
    // Behind a proxy with TLS, the proxy's certificate is vouched for.
    let pin = match address.is_some_and(|address| address.starts_with("https://")) {
        true => None,
        false => {
            let unusable = |error| Fault::from(ServeError::Certificate(error));
            let files = Files::self_signed(data, &names("")).map_err(unusable)?;
            Some(files.pin().map_err(unusable)?)
        }
    };
    let secret = Secret::new(token, pin).text();
    if out.json {
        out.json(&serde_json::json!({ "secret": secret }));
    } else {
        out.line("Run `muster standby ADDRESS` on the other machine, with the address of this one, and enter this secret.");
        out.line("It gives access to everything on this machine. It is shown once.");
        out.line("");
        out.line(secret);
    }
    Ok(())
}

/// Prints events as they happen.
fn print(said: &Said, data: &DataFolder) {
    let mut out = Output::new(false);
    match said {
        Said::Open(address) => {
            out.line(format!("Standing by at {address}"));
            out.line(format!("Data in {}", data.path().display()));
            out.line(format!(
                "To take over: muster standby --take-over --data {}",
                data.path().display()
            ));
        }
        Said::PutAside(path) => out.line(format!(
            "Another machine had taken over from this data. It is kept in {}.",
            path.display()
        )),
        Said::Complete(lines) => out.line(format!("Following; {lines} lines are here.")),
        Said::Verified => out.line("All journals are verified."),
        Said::Unsound(tournament, what) => {
            out.line(format!(
                "The journal of {tournament} does not verify: {what}"
            ));
        }
        Said::Lost(why) => out.line(format!("The server does not answer: {why}. Trying again.")),
    }
    // Somebody watches the terminal.
    let _ = out.flush();
}

/// Asks a question at the terminal.
fn ask(question: &str) -> Result<String, Fault> {
    let mut answer = String::new();
    let mut terminal = std::io::stderr();
    let _ = write!(terminal, "{question}");
    let _ = terminal.flush();
    let unheard = |error| Fault::File(format!("the answer can't be read: {error}"));
    std::io::stdin().read_line(&mut answer).map_err(unheard)?;
    Ok(answer)
}

/// Asks whether to take over from a server that does not answer.
fn sure(why: &str) -> bool {
    if !std::io::stdin().is_terminal() {
        return false;
    }
    let question = format!(
        "The server does not answer: {why}.\n\
         If it is still running and only unreachable, two machines would lead at once. Make sure that it is off.\n\
         Take over? [y/N] "
    );
    ask(&question).is_ok_and(|answer| answer.trim().eq_ignore_ascii_case("y"))
}
