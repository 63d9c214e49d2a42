//! `muster log`: what happened, line by line.

use crate::clock;
use crate::fault::Fault;
use crate::output::{Output, Style};
use crate::reading::Reading;
use clap::Args;
use muster_tournament::log::log;
use muster_words::log::Sentence;

/// Show what happened, line by line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster log
  muster log --last 5
  muster log --json

Undone lines stay in the journal and are marked.")]
pub(crate) struct Log {
    /// Only the last lines
    #[arg(long, value_name = "N")]
    last: Option<usize>,
    #[command(flatten)]
    reading: Reading,
}

impl Log {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let mut told: Vec<Sentence> = log(&tournament).iter().map(Sentence::from).collect();
        if let Some(last) = self.last {
            told.drain(..told.len().saturating_sub(last));
        }
        if out.json {
            out.json(&told);
            return Ok(());
        }
        let wide = told
            .last()
            .map_or(1, |told| told.position.to_string().len());
        for line in &told {
            show(line, wide, out);
        }
        Ok(())
    }
}

fn show(told: &Sentence, wide: usize, out: &mut Output) {
    let head = format!("{:>wide$}  {}  ", told.position, clock::local(told.at));
    let mut text = told.text.clone();
    let mut style = Style::Plain;
    if let Some(by) = told.undone_by {
        text.push_str(&format!(" [undone by line {by}]"));
        style = Style::Dim;
    }
    out.paragraph(&head, &text, [Style::Dim, style]);
}
