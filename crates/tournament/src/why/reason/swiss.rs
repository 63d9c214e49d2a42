//! Why two players meet in a Swiss round, and why a player has the bye.

use crate::codes::codes;
use crate::ids::{Hex32, RoundNo};
use crate::log::Named;
use muster_regulations::Award;
use serde::Serialize;

/// A player who was paired down, and the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairedDown {
    /// The player with more points.
    pub player: Named,
    /// The points of that player.
    pub points: u32,
    /// The player with fewer points.
    pub opponent: Named,
    /// The points of the opponent.
    pub opponent_points: u32,
}

/// Somebody a player has met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    pub opponent: Named,
    /// The round in which they met.
    pub round: RoundNo,
}

/// Why two players meet in a Swiss round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PairingReason {
    /// Another program paired them.
    Elsewhere { program: String },
    /// The first round is drawn at random.
    FirstRound { players: usize },
    /// The organizer wants players of one club kept apart in round 1.
    ClubsApart,
    /// Both have the same points.
    SameGroup { points: u32, players: usize },
    /// One was paired down: nobody else had as many points.
    DownAlone(PairedDown),
    /// One was paired down: the group was odd.
    DownOdd {
        #[serde(flatten)]
        down: PairedDown,
        group: usize,
    },
    /// One was paired down: the group was odd with those who were paired down into it.
    DownOddWithOthers {
        #[serde(flatten)]
        down: PairedDown,
        group: usize,
        came_down: usize,
    },
    /// One was paired down after playing everybody else of the group.
    DownMetAll(PairedDown),
    /// One was paired down, or the rest of the group could not have been paired.
    DownNeeded(PairedDown),
    /// One was paired down; why is not known.
    Down(PairedDown),
    /// No group in between could take the player who was paired down.
    NoNearerGroup,
    /// The points of a pair that the draw did not make.
    HadPoints {
        a: Named,
        a_points: u32,
        b: Named,
        b_points: u32,
    },
    /// They had not met in this stage.
    NotMet,
    /// They met again because a repeat could not be avoided.
    RepeatNeeded {
        a: Named,
        b: Named,
        round: RoundNo,
        pairs: usize,
    },
    /// They met again because people changed the pairing.
    RepeatChosen { a: Named, b: Named, round: RoundNo },
    /// Players that one of the two could not meet again.
    HadMet { player: Named, met: Vec<Meeting> },
    /// The desk fixed the pair.
    Pinned { reason: String },
    /// The desk swapped two players in the draft.
    Swapped { a: Named, b: Named, reason: String },
    /// They came after the draw.
    Seated { players: Vec<Named> },
    /// The table was changed to what was played there.
    AsPlayed { reason: String },
    /// The desk repaired the published round.
    Repaired { reason: String },
    /// The pairing is proved best.
    Best { around_pins: bool },
    /// The pairing is proved best by an exact search.
    BestBySearch { around_pins: bool, players: usize },
    /// The pairing has repeats that could be avoided.
    AvoidableRepeats { fewest: usize },
    /// Another pairing would be better.
    NotBest,
    /// Nobody proved that the pairing is best.
    Unproved,
    /// The seed of the draw.
    Drawn { seed: Hex32, attempt: u32 },
}

codes!(PairingReason {
    PairingReason::Elsewhere { .. } => "pairing.elsewhere",
    PairingReason::FirstRound { .. } => "pairing.first-round",
    PairingReason::ClubsApart => "pairing.clubs-apart",
    PairingReason::SameGroup { .. } => "pairing.same-group",
    PairingReason::DownAlone(_) => "pairing.down-alone",
    PairingReason::DownOdd { .. } => "pairing.down-odd",
    PairingReason::DownOddWithOthers { .. } => "pairing.down-odd-with-others",
    PairingReason::DownMetAll(_) => "pairing.down-met-all",
    PairingReason::DownNeeded(_) => "pairing.down-needed",
    PairingReason::Down(_) => "pairing.down",
    PairingReason::NoNearerGroup => "pairing.no-nearer-group",
    PairingReason::HadPoints { .. } => "pairing.had-points",
    PairingReason::NotMet => "pairing.not-met",
    PairingReason::RepeatNeeded { .. } => "pairing.repeat-needed",
    PairingReason::RepeatChosen { .. } => "pairing.repeat-chosen",
    PairingReason::HadMet { .. } => "pairing.had-met",
    PairingReason::Pinned { .. } => "pairing.pinned",
    PairingReason::Swapped { .. } => "pairing.swapped",
    PairingReason::Seated { .. } => "pairing.seated",
    PairingReason::AsPlayed { .. } => "pairing.as-played",
    PairingReason::Repaired { .. } => "pairing.repaired",
    PairingReason::Best { .. } => "pairing.best",
    PairingReason::BestBySearch { .. } => "pairing.best-by-search",
    PairingReason::AvoidableRepeats { .. } => "pairing.avoidable-repeats",
    PairingReason::NotBest => "pairing.not-best",
    PairingReason::Unproved => "pairing.unproved",
    PairingReason::Drawn { .. } => "pairing.drawn",
});

/// Somebody ranked lower who has had a bye.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassedOver {
    pub player: Named,
    /// The rounds of the byes.
    pub rounds: Vec<RoundNo>,
}

/// Why a player has a bye in a Swiss round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ByeReason {
    /// Another program gave it.
    Elsewhere { program: String },
    /// What the recorded bye counts as.
    CountsAs { award: Award },
    /// Drawn at random in round 1.
    Drawn { players: usize, player: Named },
    /// The seed of that draw.
    Seed { seed: Hex32 },
    /// The lowest-ranked player without a bye.
    Lowest { players: usize, player: Named },
    /// Everybody has had one.
    LowestAgain { player: Named, had: usize },
    /// Nobody is ranked lower.
    Last { player: Named },
    /// Those who are ranked lower.
    PassedOver { players: Vec<PassedOver> },
    /// The bye comes before the pairing.
    BeforePairing,
    /// Earlier versions gave a late arrival the bye.
    CameLate,
    /// The holder got an opponent.
    Ended { players: Vec<Named> },
    /// The desk repaired the published round.
    Repaired { reason: String },
    /// What a bye gives.
    Gives { award: Award },
    /// Legion: no other game has a share yet.
    NoShareYet { player: Named },
    /// Legion: the mean share of the other games.
    MeanShare {
        player: Named,
        shares: Vec<String>,
        mean: String,
    },
}

codes!(ByeReason {
    ByeReason::Elsewhere { .. } => "bye.elsewhere",
    ByeReason::CountsAs { .. } => "bye.counts-as",
    ByeReason::Drawn { .. } => "bye.drawn",
    ByeReason::Seed { .. } => "bye.seed",
    ByeReason::Lowest { .. } => "bye.lowest",
    ByeReason::LowestAgain { .. } => "bye.lowest-again",
    ByeReason::Last { .. } => "bye.last",
    ByeReason::PassedOver { .. } => "bye.passed-over",
    ByeReason::BeforePairing => "bye.before-pairing",
    ByeReason::CameLate => "bye.came-late",
    ByeReason::Ended { .. } => "bye.ended",
    ByeReason::Repaired { .. } => "bye.repaired",
    ByeReason::Gives { .. } => "bye.gives",
    ByeReason::NoShareYet { .. } => "bye.no-share-yet",
    ByeReason::MeanShare { .. } => "bye.mean-share",
});
