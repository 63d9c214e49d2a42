//! Why a bracket pairs two players, lets one go on or has put one out.

use crate::codes::codes;
use crate::log::Named;
use muster_pairing::bracket::{Node, Places, Shape, Side as Part};
use serde::{Serialize, Serializer};

/// A game of a bracket, by where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BracketGame {
    /// The part of the bracket.
    #[serde(serialize_with = "write_part")]
    pub part: Part,
    /// The round of the bracket, from 1.
    pub bracket_round: u32,
    /// The number of the game in it, from 1.
    pub game: u32,
    /// How many games the round has, which names it: two are the semi-finals.
    #[serde(skip)]
    pub games: usize,
}

impl BracketGame {
    pub(crate) fn of(shape: &Shape, node: &Node) -> BracketGame {
        BracketGame {
            part: node.side,
            bracket_round: node.round,
            game: node.game,
            games: shape.round(node.round).count(),
        }
    }
}

fn write_part<S: Serializer>(part: &Part, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match part {
        Part::Main => "main",
        Part::Upper => "upper",
        Part::Lower => "lower",
        Part::GrandFinal => "final",
        Part::Reset => "second_final",
    })
}

fn write_places<S: Serializer>(places: &Option<Places>, serializer: S) -> Result<S::Ok, S::Error> {
    places.map(|p| [p.first, p.last]).serialize(serializer)
}

/// Why a bracket pairs two players or lets one go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BracketReason {
    /// Both finalists of a double elimination have one loss.
    SecondFinal,
    /// Winners meet from the outside inward.
    Inward(BracketGame),
    /// The bracket is fixed.
    Fixed(BracketGame),
    /// The winners of both halves meet.
    Final,
    /// Double elimination: two losses are the end.
    TwoLosses(BracketGame),
    /// Elimination from the start is drawn.
    DrawnAtRandom(BracketGame),
    /// The highest seed meets the lowest.
    Seeds {
        #[serde(flatten)]
        game: BracketGame,
        better_seed: u32,
        better: Named,
        other_seed: u32,
        other: Named,
    },
    /// Seeds are ranks of the Swiss standings.
    SeedsAreRanks { seeds: usize },
    /// Seeds are ranks of Swiss standings that were corrected since.
    SeedsWereRanks { seeds: usize },
    /// A player begins in this game.
    BeginsHere { player: Named, seed: u32 },
    /// A player lost and was put back when the winner had to leave.
    PutBack {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
    },
    /// A player won an earlier game.
    Won {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
    },
    /// A player lost an earlier game and plays on in the lower bracket.
    Lost {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
    },
    /// A player had a bye before.
    HadBye {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
    },
    /// Empty places of a drawn bracket are byes.
    EmptyAtRandom {
        #[serde(flatten)]
        game: BracketGame,
        players: usize,
    },
    /// The top seeds have the byes.
    EmptyForTopSeeds {
        #[serde(flatten)]
        game: BracketGame,
        players: usize,
    },
    /// The earlier game was a bye itself.
    NobodyCame(BracketGame),
    /// The opponent has left.
    OpponentLeft {
        #[serde(flatten)]
        game: BracketGame,
        opponent: Named,
    },
    /// Both players of the earlier game had left.
    BothLeftBefore {
        #[serde(flatten)]
        game: BracketGame,
        earlier: BracketGame,
    },
    /// A player won the bracket.
    Champion { player: Named },
    /// A player is still in.
    StillIn {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
    },
    /// A player is out.
    Out {
        #[serde(flatten)]
        game: BracketGame,
        player: Named,
        #[serde(serialize_with = "write_places")]
        places: Option<Places>,
    },
    /// A player left before the game was over.
    Walkover { left: Named, advances: Named },
    /// Both players left.
    BothLeft,
}

codes!(BracketReason {
    BracketReason::SecondFinal => "bracket.second-final",
    BracketReason::Inward(_) => "bracket.inward",
    BracketReason::Fixed(_) => "bracket.fixed",
    BracketReason::Final => "bracket.final",
    BracketReason::TwoLosses(_) => "bracket.two-losses",
    BracketReason::DrawnAtRandom(_) => "bracket.drawn-at-random",
    BracketReason::Seeds { .. } => "bracket.seeds",
    BracketReason::SeedsAreRanks { .. } => "bracket.seeds-are-ranks",
    BracketReason::SeedsWereRanks { .. } => "bracket.seeds-were-ranks",
    BracketReason::BeginsHere { .. } => "bracket.begins-here",
    BracketReason::PutBack { .. } => "bracket.put-back",
    BracketReason::Won { .. } => "bracket.won",
    BracketReason::Lost { .. } => "bracket.lost",
    BracketReason::HadBye { .. } => "bracket.had-bye",
    BracketReason::EmptyAtRandom { .. } => "bracket.empty-at-random",
    BracketReason::EmptyForTopSeeds { .. } => "bracket.empty-for-top-seeds",
    BracketReason::NobodyCame(_) => "bracket.nobody-came",
    BracketReason::OpponentLeft { .. } => "bracket.opponent-left",
    BracketReason::BothLeftBefore { .. } => "bracket.both-left-before",
    BracketReason::Champion { .. } => "bracket.champion",
    BracketReason::StillIn { .. } => "bracket.still-in",
    BracketReason::Out { .. } => "bracket.out",
    BracketReason::Walkover { .. } => "bracket.walkover",
    BracketReason::BothLeft => "bracket.both-left",
});
