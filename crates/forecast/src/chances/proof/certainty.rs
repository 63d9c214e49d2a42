//! From reachable places to certainties about the cut and the title.

use super::{Among, Next, Prover, Reach};
use crate::engine::Part;
use muster_pairing::bracket::{SeedNo, Standing};
use muster_regulations::{CutRule, Verdict};
use muster_tournament::knockout;
use serde::Serialize;

/// An event that is already decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ChanceCertainty))]
pub enum Certainty {
    /// It happens.
    Clinched,
    /// It does not.
    Eliminated,
}

impl Prover<'_> {
    /// Returns what is certain about a player and the cut; `None` while it is open.
    pub(in crate::chances) fn cut(&self, player: u32, next: Next) -> Option<Certainty> {
        let start = self.start;
        if let Some(bracket) = &start.bracket {
            return Some(match bracket.seeds.contains(&player) {
                true => Certainty::Clinched,
                false => Certainty::Eliminated,
            });
        }
        let most = u32::try_from(knockout::most_players(start.regulation)).unwrap_or(u32::MAX);
        let reach = || self.reach(player, next, Among::Playing);
        match start.structure.cut {
            CutRule::None => None,
            CutRule::Top(size) => decided(reach(), size.min(most)),
            CutRule::Points(least) => {
                let [fewest, greatest] = self.points(player, next);
                if greatest < least {
                    return Some(Certainty::Eliminated);
                }
                // There is no bracket if only one player has enough points.
                let enough = fewest >= least && self.another_has(player, least);
                decided(reach(), most)
                    .filter(|certainty| enough || *certainty == Certainty::Eliminated)
            }
        }
    }

    /// Returns whether somebody else who plays on already has this number of points.
    fn another_has(&self, player: u32, points: u32) -> bool {
        let others = (0..).zip(&self.start.parts).zip(&self.start.points);
        others
            .filter(|((other, part), _)| *other != player && **part == Part::Plays)
            .any(|(_, own)| *own >= points)
    }

    /// The fewest and the most points a player can end with.
    fn points(&self, player: u32, next: Next) -> [u32; 2] {
        let own = self.start.points[player as usize];
        let open = self.opponents[player as usize].is_some();
        let most_each = self.gains.most();
        let (least, most) = match next {
            Some(verdict) => (
                self.extremes(verdict, u32::min, u32::max).0,
                self.extremes(verdict, u32::max, u32::min).0,
            ),
            None if open => (0, most_each),
            None => (0, 0),
        };
        // The result asked about is that of the open match, or else of a round to come.
        let to_come = self.gains.rounds();
        let later = to_come.saturating_sub(u32::from(next.is_some() && !open));
        [own + least, own + most + later * most_each]
    }

    /// Returns what is certain about a player and the title; `None` while it is open.
    pub(in crate::chances) fn win(&self, player: u32, next: Next) -> Option<Certainty> {
        let start = self.start;
        if let Some(bracket) = &start.bracket {
            let seed = bracket.seeds.iter().position(|one| *one == player);
            let seed = seed.and_then(|place| u32::try_from(place + 1).ok());
            return match seed.and_then(|seed| bracket.play.standing(SeedNo(seed))) {
                Some(Standing::Champion) => Some(Certainty::Clinched),
                Some(Standing::In(node)) => {
                    let node = bracket.play.shape().node(node)?;
                    match next? {
                        Verdict::Loss if node.loser_to.is_none() => Some(Certainty::Eliminated),
                        Verdict::Win if node.winner_to.is_none() => Some(Certainty::Clinched),
                        _ => None,
                    }
                }
                Some(Standing::Out(_)) | None => Some(Certainty::Eliminated),
            };
        }
        match start.structure.cut {
            _ if start.structure.rounds == 0 => None,
            CutRule::None => decided(self.reach(player, next, Among::Ranked), 1),
            // If fewer than two players have enough points, the standings are final, so anybody may win.
            CutRule::Points(_) => None,
            CutRule::Top(_) => self
                .cut(player, next)
                .filter(|certainty| *certainty == Certainty::Eliminated),
        }
    }
}

/// Compares the places a player can reach with the size of the cut.
fn decided(reach: Reach, size: u32) -> Option<Certainty> {
    if reach.worst <= size {
        Some(Certainty::Clinched)
    } else if reach.best > size {
        Some(Certainty::Eliminated)
    } else {
        None
    }
}
