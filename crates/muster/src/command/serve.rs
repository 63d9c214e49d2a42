//! `muster serve`, and plain `muster`: the server for a hall.

use super::print::PaperSize;
use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_ledger::{DataFolder, Store};
use muster_service::demo;
use muster_web::peer::Network;
use muster_web::qr;
use muster_web::serve::{Config, Server, Tls, open};
use muster_web::tls::Files;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Start the server; everyone else uses a browser
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster serve
  muster serve --data ./club --listen 0.0.0.0:8080
  muster serve --store postgres://muster:secret@db.example/club

`muster` without a subcommand does the same with its defaults. The first start prints a one-time \
link that makes you the owner. Stop it with Ctrl+C; nothing is lost however it stops. \
Each published round leaves its pairings, slips and a journal copy in DATA/rounds.")]
pub(crate) struct Serve {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    place: Listen,
    #[command(flatten)]
    paper: PaperSize,
    /// Start although the standby does not answer, and unpair it
    #[arg(long)]
    alone: bool,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Listen {
    /// Address and port to listen on; 0.0.0.0 lets phones in
    #[arg(
        long,
        value_name = "ADDR:PORT",
        env = "MUSTER_LISTEN",
        default_value = "0.0.0.0:7890"
    )]
    pub(crate) listen: SocketAddr,
    /// Address for links and QR codes, if the guess is wrong; https:// behind a proxy with TLS, for secure cookies
    #[arg(long, value_name = "URL", env = "MUSTER_ADDRESS")]
    pub(crate) address: Option<String>,
    /// Allow webhooks to this machine and its local network, not only to the internet
    #[arg(long, env = "MUSTER_HOOKS_INSIDE")]
    pub(crate) hooks_inside: bool,
    /// Also trust the certificate authorities in this PEM file when sending webhooks
    #[arg(long, value_name = "FILE", env = "MUSTER_HOOKS_TRUST")]
    pub(crate) hooks_trust: Option<PathBuf>,
    /// Trust X-Forwarded-For from this proxy (an address, or a network such as 10.0.0.0/8)
    #[arg(
        long,
        value_name = "NETWORK",
        env = "MUSTER_TRUSTED_PROXY",
        value_delimiter = ','
    )]
    pub(crate) trusted_proxy: Vec<Network>,
    /// Also write every backup and round folder here, such as a USB stick or a shared folder
    #[arg(long, value_name = "DIR", env = "MUSTER_COPIES")]
    pub(crate) copies: Option<PathBuf>,
    /// Serve HTTPS with this certificate (PEM); reloaded when the file changes
    #[arg(
        long,
        value_name = "FILE",
        env = "MUSTER_TLS_CERTIFICATE",
        requires = "tls_key"
    )]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// Key of the certificate (PEM)
    #[arg(
        long,
        value_name = "FILE",
        env = "MUSTER_TLS_KEY",
        requires = "tls_certificate"
    )]
    pub(crate) tls_key: Option<PathBuf>,
    /// Serve HTTPS with a self-signed certificate; browsers warn about it
    #[arg(
        long,
        value_name = "KIND",
        env = "MUSTER_TLS",
        conflicts_with = "tls_certificate"
    )]
    pub(crate) tls: Option<MadeHere>,
    /// Format of the log
    #[arg(
        long,
        value_name = "FORMAT",
        env = "MUSTER_LOG_FORMAT",
        default_value = "text"
    )]
    pub(crate) log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum MadeHere {
    /// A self-signed certificate
    SelfSigned,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object per line
    Json,
}

impl Listen {
    /// The defaults, at an address.
    pub(crate) fn at(listen: SocketAddr) -> Listen {
        Listen {
            listen,
            address: None,
            hooks_inside: false,
            hooks_trust: None,
            trusted_proxy: Vec::new(),
            copies: None,
            tls_certificate: None,
            tls_key: None,
            tls: None,
            log_format: LogFormat::Text,
        }
    }
}

/// Logs to standard error; a file gets no colours.
pub(super) fn log(format: LogFormat) {
    use std::io::IsTerminal;
    let filter = tracing_subscriber::EnvFilter::try_from_env("MUSTER_LOG");
    // The PDF engine logs warnings about its own pictures, which mean nothing to an operator.
    let filter = filter.unwrap_or_else(|_| "warn,usvg=error".into());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Plain `muster`: the server with its defaults.
pub(crate) fn hall(out: &mut Output) -> Result<(), Fault> {
    match crate::cli::parse_from(["muster", "serve"]).command {
        Some(command) => command.run(out),
        None => Ok(()),
    }
}

impl Serve {
    pub(crate) fn run(self, _: &mut Output) -> Result<(), Fault> {
        log(self.place.log_format);
        let folder = self.data.folder()?;
        let config = Config {
            alone: self.alone,
            ..config(self.data.store()?, folder, self.place, &self.paper)
        };
        run(config, false)
    }
}

/// Runs a server with default settings until it is stopped.
pub(crate) fn start(
    store: Store,
    data: DataFolder,
    place: Listen,
    paper: PaperSize,
    with_demo: bool,
) -> Result<(), Fault> {
    log(place.log_format);
    run(config(store, data, place, &paper), with_demo)
}

pub(super) fn config(store: Store, data: DataFolder, place: Listen, paper: &PaperSize) -> Config {
    let files = place.tls_certificate.zip(place.tls_key);
    let files = files.map(|(certificate, key)| Tls::Files(Files { certificate, key }));
    let own = place.tls.map(|MadeHere::SelfSigned| Tls::SelfSigned);
    Config {
        store,
        data,
        listen: place.listen,
        address: place.address,
        hooks_inside: place.hooks_inside,
        hooks_trust: place.hooks_trust,
        paper: paper.paper,
        proxies: place.trusted_proxy,
        copies: place.copies,
        tls: files.or(own),
        alone: false,
    }
}

/// Runs a server until it is stopped.
pub(super) fn run(config: Config, with_demo: bool) -> Result<(), Fault> {
    let runtime = super::runtime()?;
    runtime.block_on(async {
        let server = open(&config, with_demo).await?;
        // The address is needed now, not when the server ends.
        let mut out = Output::new(false);
        announce(&server, &config.store, with_demo, &mut out);
        out.flush()?;
        server.run(stopped()).await;
        Ok(())
    })
}

fn announce(server: &Server, store: &Store, with_demo: bool, out: &mut Output) {
    out.line(format!("Muster is open at {}", server.address));
    out.line(format!("Data in {store}"));
    if let Some(pin) = &server.pin {
        out.line(format!(
            "SHA-256 fingerprint of the certificate: {}",
            pin.for_people()
        ));
    }
    out.line("");
    out.line(qr::terminal(&server.address));
    if let Some(welcome) = &server.welcome {
        out.line("");
        out.line("First start: open this link once to become the owner.");
        out.line(welcome);
    }
    if with_demo {
        out.line("");
        out.line(format!(
            "Sign in as {:?} with the password {:?}.",
            demo::NAME,
            demo::PASSWORD
        ));
    }
    out.line("");
    out.line("Stop with Ctrl+C.");
}

/// Completes when the server is asked to stop.
pub(super) async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
