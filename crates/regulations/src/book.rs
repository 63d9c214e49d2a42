//! A regulation as one value: names, tables, clock, points, tiebreakers, roles and limits.
//!
//! Relies on the files of the five documents, to which [`Regulation`] only dispatches; promises that the rest of the
//! program asks here and has no knowledge of a document elsewhere.

use crate::form::{self, Ending};
use crate::report::{ReportProblem, refuse};
use crate::structure::{self, Table};
use crate::working::Working;
use crate::{Award, Outcome, Reason, Report, ReportRefusal, StageKind};
use crate::{CustomStructure, Structure, StructureKind, StructureRefusal};
use crate::{armada, cardgame, conquest, legion, xwing};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The five regulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Regulation {
    /// X-Wing, second edition.
    Xwing,
    /// Armada.
    Armada,
    /// Legion 2.0 (2020).
    Legion,
    /// Legion Galactic Conquest (2026).
    Conquest,
    /// Star Wars: The Card Game 1.2.1 (2016).
    Cardgame,
}

/// Staff roles, across regulations; each regulation gives them its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = StaffRole))]
pub enum Role {
    /// Organizer, Tournament Organizer, Event Organizer.
    Organizer,
    /// Final authority on rulings: marshal, Head Judge, Head Consular.
    Head,
    /// Judge, Consular.
    Judge,
}

/// A tier of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Tier {
    /// Legion.
    Casual,
    /// Legion.
    Competitive,
    /// X-Wing, Armada, Card Game.
    Relaxed,
    /// X-Wing, Armada, Card Game.
    Formal,
    /// X-Wing, Armada, Card Game.
    Premier,
    /// Conquest has only one kind of event.
    Event,
}

/// A tiebreaker, compared higher first (all but the last).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Tiebreaker {
    /// Cumulative margin of victory (X-Wing, Armada).
    MarginOfVictory,
    /// Average margin of victory as a share (Legion).
    AverageMargin,
    /// Mean of the opponents' average margins (Legion).
    ExtendedAverageMargin,
    /// Strength of schedule (TB-SOS).
    StrengthOfSchedule,
    /// Extended strength of schedule (TB-ESOS).
    ExtendedStrengthOfSchedule,
    /// Cumulative points defeated (Conquest).
    PointsDefeated,
    /// Cumulative victory tokens (Conquest).
    VictoryTokens,
    /// Random, drawn once (TB-RANDOM).
    Random,
}

/// How elimination is played after a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum EliminationKind {
    /// SE-1 to SE-5.
    Single,
    /// GC-BRACKET: fixed seeded bracket with placings.
    Seeded,
    /// Double elimination (CG-SEED).
    Double,
}

/// Minutes of a round by stage. Conquest's dice come on top (GC-CLOCK).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub swiss: u32,
    /// Elimination rounds but the final.
    pub elimination: u32,
    /// The final (Card Game: when two players are left).
    pub last: u32,
    /// Red defense dice that lengthen the round secretly (Conquest: 5, else 0).
    pub dice: u32,
    /// Minutes of overtime for finishing the game round (Conquest: 15, else 0).
    pub overtime: u32,
    /// Whether the middle is announced as well as start and end (X-Wing).
    pub announced: bool,
}

impl Clock {
    /// Returns a clock with fixed lengths that players know.
    pub(crate) const fn plain(swiss: u32, elimination: u32, last: u32) -> Clock {
        Clock {
            swiss,
            elimination,
            last,
            dice: 0,
            overtime: 0,
            announced: false,
        }
    }

    /// Returns the minutes of a round, without dice.
    #[must_use]
    pub const fn minutes(&self, stage: StageKind, is_final: bool) -> u32 {
        match (stage, is_final) {
            (StageKind::Swiss, _) => self.swiss,
            (StageKind::Elimination, false) => self.elimination,
            (StageKind::Elimination, true) => self.last,
        }
    }

    /// Returns whether players must not know when the round ends (GC-CLOCK).
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        self.dice > 0
    }
}

/// Everything a regulation fixes that is not a function.
#[derive(Debug)]
pub struct Book {
    pub regulation: Regulation,
    /// Its plain name, e.g. "X-Wing".
    pub title: &'static str,
    /// Edition or version and effective date, as far as the document says.
    pub edition: &'static str,
    /// What a player brings: squad, fleet, army, deck.
    pub list_word: &'static str,
    /// Largest list in points, where the document fixes one.
    pub list_points: Option<u32>,
    /// Tiers, most relaxed first.
    pub tiers: &'static [Tier],
    /// Tiers in which staff may play (ROLE-5).
    pub leaders_may_play: &'static [Tier],
    pub tables: &'static [Table],
    /// The clause that lets an organizer use numbers of their own.
    pub custom_clause: &'static str,
    /// The clause that rules out starting with elimination, if the document does not allow it (SE-3 applies elsewhere).
    pub starts_in_swiss: Option<&'static str>,
    pub clock: Clock,
    /// Games of one Swiss match (Card Game 2, else 1).
    pub swiss_games: u32,
    /// Most tournament points one Swiss round can give.
    pub most_points: u32,
    /// What a bye gives.
    pub bye: Award,
    /// What a round missed by a late or rejoining player gives (DROP-2).
    pub unpaired_loss: Award,
    /// How a match can end, in the order of the document, with what a report asks for.
    pub endings: &'static [Ending],
    /// The clause that lists them.
    pub end_clause: &'static str,
    /// Order of tiebreakers after points.
    pub tiebreakers: &'static [Tiebreaker],
    /// Elimination after a cut.
    pub elimination: EliminationKind,
    /// Names of organizer, head and judge.
    pub role_names: [&'static str; 3],
    /// Most heads allowed (Legion, Conquest 1), `None` for any number (ROLE-2).
    pub most_heads: Option<u32>,
    /// Tournament rounds within which a report may be corrected (Legion 2, LE-CHECK).
    pub correction_window: Option<u32>,
    /// Whether a player who leaves between cut and bracket is replaced even when the bracket is on a later day (CUT-2).
    pub replaces_on_later_day: bool,
}

impl Regulation {
    /// All five, in the order the product lists them.
    pub const ALL: [Regulation; 5] = [
        Regulation::Xwing,
        Regulation::Armada,
        Regulation::Legion,
        Regulation::Conquest,
        Regulation::Cardgame,
    ];

    /// Returns what the regulation fixes.
    #[must_use]
    pub fn book(self) -> &'static Book {
        match self {
            Regulation::Xwing => &xwing::BOOK,
            Regulation::Armada => &armada::BOOK,
            Regulation::Legion => &legion::BOOK,
            Regulation::Conquest => &conquest::BOOK,
            Regulation::Cardgame => &cardgame::BOOK,
        }
    }

    /// Reads a report of this regulation from JSON; says which field is wrong.
    pub fn parse_report(self, json: &str) -> Result<Report, ReportRefusal> {
        fn read<T: DeserializeOwned>(
            regulation: Regulation,
            json: &str,
        ) -> Result<T, ReportRefusal> {
            serde_json::from_str(json).or_else(|error| {
                let clause = regulation.book().end_clause;
                let problem = ReportProblem::Unreadable {
                    error: error.to_string(),
                };
                refuse("report", form::shortened(json), clause, problem)
            })
        }
        // The form names the field at fault, and is stricter than serde, which would take lists for objects.
        form::check(self, json)?;
        match self {
            Regulation::Xwing => read(self, json).map(Report::Xwing),
            Regulation::Armada => read(self, json).map(Report::Armada),
            Regulation::Legion => read(self, json).map(Report::Legion),
            Regulation::Conquest => read(self, json).map(Report::Conquest),
            Regulation::Cardgame => read(self, json).map(Report::Cardgame),
        }
    }

    /// Makes the outcome of a report, or refuses what the document rules out.
    pub fn outcome(self, stage: StageKind, report: &Report) -> Result<Outcome, ReportRefusal> {
        self.judge(stage, report, &mut Working::silent())
    }

    /// Explains the outcome step by step ("200 − 24 = 176; 200 + 176 = 376").
    pub fn working(self, stage: StageKind, report: &Report) -> Result<Vec<Reason>, ReportRefusal> {
        let mut working = Working::recording();
        self.judge(stage, report, &mut working)?;
        Ok(working.steps())
    }

    fn judge(
        self,
        stage: StageKind,
        report: &Report,
        working: &mut Working,
    ) -> Result<Outcome, ReportRefusal> {
        match (self, report) {
            (Regulation::Xwing, Report::Xwing(report)) => xwing::judge(report, working),
            (Regulation::Armada, Report::Armada(report)) => armada::judge(report, working),
            (Regulation::Legion, Report::Legion(report)) => legion::judge(report, working),
            (Regulation::Conquest, Report::Conquest(report)) => {
                conquest::judge(stage, report, working)
            }
            (Regulation::Cardgame, Report::Cardgame(report)) => {
                cardgame::judge(stage, report, working)
            }
            _ => refuse(
                "report",
                report.regulation(),
                self.book().end_clause,
                ReportProblem::OtherGame { regulation: self },
            ),
        }
    }

    /// Returns the report that says the player at `absent` did not appear (XW-NOSHOW, LE-MOV-NOSHOW, …).
    #[must_use]
    pub fn no_show(self, absent: crate::Seat) -> Report {
        match self {
            Regulation::Xwing => Report::Xwing(xwing::Report::NoShow { absent }),
            Regulation::Armada => Report::Armada(armada::Report::NoShow { absent }),
            Regulation::Legion => Report::Legion(legion::Report::NoShow { absent }),
            Regulation::Conquest => Report::Conquest(conquest::Report::NoShow { absent }),
            Regulation::Cardgame => Report::Cardgame(cardgame::Report::NoShow { absent }),
        }
    }

    /// Returns what a bye gives.
    #[must_use]
    pub fn bye(self) -> Award {
        self.book().bye
    }

    /// Returns what a round missed by a late or rejoining player gives (DROP-2).
    #[must_use]
    pub fn unpaired_loss(self) -> Award {
        self.book().unpaired_loss
    }

    /// Looks the attendance up in the printed table, or checks the organizer's own numbers.
    pub fn structure(
        self,
        kind: StructureKind,
        custom: Option<CustomStructure>,
        players: u32,
    ) -> Result<Structure, StructureRefusal> {
        structure::resolve(self.book(), kind, custom, players)
    }

    /// Returns the name of a role in this regulation, e.g. "Head Judge".
    #[must_use]
    pub fn role_name(self, role: Role) -> &'static str {
        let [organizer, head, judge] = self.book().role_names;
        match role {
            Role::Organizer => organizer,
            Role::Head => head,
            Role::Judge => judge,
        }
    }
}
