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
        let mut lines: Vec<Sentence> = log(&tournament).iter().map(Sentence::from).collect();
        if let Some(last) = self.last {
            lines.drain(..lines.len().saturating_sub(last));
        }
        if out.json {
            out.json(&lines);
            return Ok(());
        }
        let wide = lines
            .last()
            .map_or(1, |line| line.position.to_string().len());
        for line in &lines {
            show(line, wide, out);
        }
        Ok(())
    }
}

fn show(line: &Sentence, wide: usize, out: &mut Output) {
    let head = format!("{:>wide$}  {}  ", line.position, clock::local(line.at));
    let mut text = line.text.clone();
    let mut style = Style::Plain;
    if let Some(by) = line.undone_by {
        text.push_str(&format!(" [undone by line {by}]"));
        style = Style::Dim;
    }
    out.paragraph(&head, &text, [Style::Dim, style]);
}
