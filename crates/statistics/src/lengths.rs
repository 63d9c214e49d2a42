//! How long rounds took: from the published pairings to the end of the round, and how much of that the clock ran.
//!
//! Only finished rounds have a length, so the secret length of a running Conquest round is never shown (GC-CLOCK).

use jiff::Timestamp;
use muster_tournament::{Command, RoundNo, Tournament};
use serde::Serialize;

/// How long a finished round took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RoundLength))]
pub struct Length {
    /// Which.
    pub round: RoundNo,
    /// Minutes from the published pairings to the end, rounded down.
    pub minutes: u32,
    /// Of these, minutes from the start of the clock, if it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<u32>,
    /// Minutes by the book, without dice.
    pub book: u32,
}

/// Returns the lengths of the finished rounds.
pub(crate) fn lengths(tournament: &Tournament) -> Vec<Length> {
    let (mut began, mut ended): (Vec<Timestamp>, Vec<Timestamp>) = (Vec::new(), Vec::new());
    for line in tournament.standing() {
        match line.core.entry.did {
            Command::Publish => began.push(line.core.at),
            Command::FinishRound => ended.push(line.core.at),
            // Only a round that is not over can be thrown away; it is drawn again under its number.
            Command::VoidRound { .. } => began.truncate(ended.len()),
            _ => {}
        }
    }
    let state = tournament.state();
    let rounds = state.rounds.iter().zip(began.iter().zip(&ended));
    rounds
        .map(|(round, (began, ended))| Length {
            round: round.number,
            minutes: minutes(*began, *ended),
            play: round
                .clock
                .as_ref()
                .map(|clock| minutes(clock.started, *ended)),
            book: state.round_minutes(round),
        })
        .collect()
}

fn minutes(from: Timestamp, to: Timestamp) -> u32 {
    let seconds = to.as_second().saturating_sub(from.as_second());
    u32::try_from(seconds / 60).unwrap_or(0)
}
