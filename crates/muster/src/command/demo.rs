//! `muster demo`: a server with five tournaments to look around in.

use super::print::PaperSize;
use super::serve::{Listen, start};
use crate::data::Folder;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use muster_ledger::Store;
use muster_paper::Paper;
use std::net::SocketAddr;

/// Start a server with five invented tournaments to look around in
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster demo
  muster demo --listen 127.0.0.1:9000

Keeps its data apart from yours and listens on this machine only.")]
pub(crate) struct Demo {
    #[command(flatten)]
    data: Folder,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7891")]
    listen: SocketAddr,
}

impl Demo {
    pub(crate) fn run(self, _: &mut Output) -> Result<(), Fault> {
        let place = Listen::at(self.listen);
        let paper = PaperSize { paper: Paper::A4 };
        let folder = self.data.below("muster-demo")?;
        start(Store::Folder(folder.clone()), folder, place, paper, true)
    }
}
