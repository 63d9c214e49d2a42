//! A match lost outside of play, by a game loss or a missing component, where more must be entered: the scores so far, or
//! the two games of a Card Game match.

use super::Desk;
use crate::fields::Fields;
use crate::layout::clause;
use crate::parts::report::{self, Offer, Sheet};
use crate::problem::Problem;
use maud::{Markup, html};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::floor::judges::Loss;
use muster_tournament::state::{Match, Round};
use muster_tournament::{State, TableNo};

/// What staff enter besides who loses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing: the regulation says how such a match counts (LE-MOV-NOSHOW).
    Nothing,
    /// The scores so far.
    Scores,
    /// How the games ended; there is no default.
    Games,
}

pub(super) fn asked(state: &State) -> Asked {
    let stage = state.current().map(|round| round.stage);
    match (state.setup.regulation, stage) {
        (Regulation::Legion, _) => Asked::Nothing,
        (Regulation::Cardgame, Some(StageKind::Swiss)) => Asked::Games,
        (Regulation::Cardgame, _) => Asked::Nothing,
        (Regulation::Xwing | Regulation::Armada | Regulation::Conquest, _) => Asked::Scores,
    }
}

impl Desk<'_> {
    /// The form that the address asks for, if it does.
    pub(super) fn lost(&self, fields: &Fields) -> Result<Markup, Problem> {
        if let Some(table) = fields.maybe("loss")? {
            let (round, m) = self.playing(TableNo(table))?;
            return Ok(self.game_loss(round, m, fields));
        }
        let Some(number) = fields.maybe::<u32>("part")? else {
            return Ok(html! {});
        };
        let losses = &self.state.judges.losses;
        let loss = losses.iter().find(|loss| loss.number.0 == number);
        let loss =
            loss.ok_or_else(|| Problem::missing(format!("There is no lost component {number}.")))?;
        let (round, m) = self.playing(loss.table)?;
        Ok(self.component(loss, round, m, fields))
    }

    fn playing(&self, table: TableNo) -> Result<(&Round, &Match), Problem> {
        let round = self.state.in_play().ok_or_else(Problem::not_playing)?;
        let m = round.table(table).ok_or_else(|| {
            Problem::missing(format!("Nobody plays at table {table} in this round."))
        })?;
        Ok((round, m))
    }

    fn game_loss(&self, round: &Round, m: &Match, fields: &Fields) -> Markup {
        html! {
            section.entry-box #lost {
                h2 { "Game loss at table " (m.table) }
                (self.form("game_loss", None, &html! {
                    div.stack {
                        input type="hidden" name="table" value=(m.table);
                        fieldset.field {
                            legend { "Who loses the game?" }
                            div.seg {
                                @for player in [m.a, m.b] {
                                    label { input type="radio" name="player" value=(player.0) required; (self.state.name(player)) }
                                }
                            }
                        }
                        (Self::text("g-reason", "reason", "Reason"))
                        (self.counts(round, m, fields))
                        button.btn.primary { "Give game loss" }
                    }
                }))
            }
        }
    }

    fn component(&self, loss: &Loss, round: &Round, m: &Match, fields: &Fields) -> Markup {
        html! {
            section.entry-box #lost {
                h2 { "Table " (m.table) ": " (self.state.name(loss.player)) " concedes" }
                p { "Not found: " (loss.what) " " (clause("COMP-1")) }
                (self.form("concede_for_component", Some(loss.number.0), &html! {
                    div.stack {
                        (self.counts(round, m, fields))
                        button.btn.primary { "Concede game" }
                    }
                }))
            }
        }
    }

    /// The score of the match, as far as staff enter it.
    fn counts(&self, round: &Round, m: &Match, fields: &Fields) -> Markup {
        let names = [m.a, m.b].map(|player| self.state.name(player));
        let sheet = Sheet {
            regulation: self.state.setup.regulation,
            stage: round.stage,
            names: [&names[0], &names[1]],
            reader: None,
            offer: Offer::Lost,
            dark: m.dark,
            lists: self.state.list_points(m),
            focus: false,
        };
        html! {
            @match asked(self.state) {
                Asked::Nothing => p.cap { "The match counts as the regulation says." },
                Asked::Scores => {
                    input type="hidden" name="scored" value="yes";
                    p.cap { "The game is scored as it is now." }
                    (report::fields(&sheet, fields))
                }
                Asked::Games => {
                    input type="hidden" name="scored" value="yes";
                    p.cap { "Enter both games, the lost one as conceded." }
                    (report::fields(&sheet, fields))
                }
            }
        }
    }
}
