//! Refusals: why a command was not accepted. Each names the thing, the value, the clause where there is one, and the
//! way out; nothing has changed when one is given.

use crate::floor::judges::LossNo;
use crate::ids::{PlayerId, RoundNo, StaffId, TableNo};
use crate::state::Stale;
use crate::why::words::tables_in_words;
use muster_regulations::list::Problem;
use muster_regulations::words::counted;
use muster_regulations::{ReportRefusal, StructureRefusal};

/// Why a command was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Somebody may not do this.
    #[error(
        "{who} may not do this ({}); it is for: {allowed}{}",
        command.replace('_', " "),
        removal(command).map_or_else(String::new, |clause| format!(" ({clause})"))
    )]
    NotAllowed {
        /// Who tried.
        who: String,
        /// What.
        command: &'static str,
        /// Who may.
        allowed: String,
    },
    /// The acting leader is unknown or has gone.
    #[error("leader {} is not on duty in this tournament; assign the role first", staff.0)]
    NotOnDuty {
        /// Which.
        staff: StaffId,
    },
    /// No such player.
    #[error("there is no player {player} in this tournament")]
    NoSuchPlayer {
        /// Which.
        player: PlayerId,
    },
    /// No such leader.
    #[error("there is no leader {} in this tournament", staff.0)]
    NoSuchStaff {
        /// Which.
        staff: StaffId,
    },
    /// No such table in the round.
    #[error("round {round} has no table {table}")]
    NoSuchTable {
        /// Which round.
        round: RoundNo,
        /// Which table.
        table: TableNo,
    },
    /// No such round.
    #[error("there is no round {round} yet")]
    NoSuchRound {
        /// Which.
        round: RoundNo,
    },
    /// A text is empty or too long.
    #[error("{field} {problem}")]
    Text {
        /// Which.
        field: &'static str,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// Personal data and digests do not belong together.
    #[error("personal data is missing or does not match its digest")]
    Unsealed,
    /// A player's list breaks rules.
    #[error(
        "the list is not in order: {}; mend it, or ask a leader to take it as it is",
        problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
    )]
    List {
        /// What is wrong, each with its clause.
        problems: Vec<Problem>,
    },
    /// A list of things to do is empty or names something twice.
    #[error("{what}")]
    Selection {
        /// What is wrong with it.
        what: String,
    },
    /// The tournament is not where this can be done.
    #[error("{what} {when}")]
    NotNow {
        /// What cannot be done.
        what: &'static str,
        /// Why not now, and when.
        when: String,
    },
    /// The tier does not belong to the regulation.
    #[error("{tier} is no tier of {regulation}; it has {known}")]
    Tier {
        /// The tier asked for.
        tier: String,
        /// The regulation.
        regulation: &'static str,
        /// What it has.
        known: String,
    },
    /// The structure is refused.
    #[error(transparent)]
    Structure(#[from] StructureRefusal),
    /// Role limits.
    #[error("{problem} ({clause})")]
    Role {
        /// What is wrong and the way out.
        problem: String,
        /// The clause.
        clause: &'static str,
    },
    /// A player's status does not allow it.
    #[error("{name} {problem}")]
    Player {
        /// Who.
        name: String,
        /// Why not, with the clause and the way out.
        problem: String,
    },
    /// Two players have met.
    #[error(
        "{a} and {b} have met in round {round}; a second meeting is against PAIR-4 (give it anyway, with a reason, if it must be)"
    )]
    Repeat {
        /// One.
        a: String,
        /// The other.
        b: String,
        /// When.
        round: RoundNo,
    },
    /// Tables are missing.
    #[error(
        "round {round} is not over: {} missing ({} {list})",
        counted(*tables as u64, "result"),
        if *tables == 1 { "table" } else { "tables" }
    )]
    Open {
        /// Which round.
        round: RoundNo,
        /// How many.
        tables: usize,
        /// Which, at most ten.
        list: String,
    },
    /// Only one player reported a result.
    #[error(
        "round {round}: only one player reported {}; confirm {} before the round is closed",
        tables_in_words(tables),
        if tables.len() == 1 { "that report" } else { "those reports" }
    )]
    Unconfirmed {
        /// Which round.
        round: RoundNo,
        /// Which tables, in order.
        tables: Vec<TableNo>,
    },
    /// A player cannot confirm what only a leader decides.
    #[error("table {table}: a leader decides on what was claimed there, and is called ({clause})")]
    Claimed {
        /// Which table.
        table: TableNo,
        /// The clause that says so.
        clause: &'static str,
    },
    /// A component is still missing (COMP-1).
    #[error(
        "round {round} cannot be published: {name} still misses {what} (loss {loss}); mark it as found or replaced, or remove the player (COMP-1)"
    )]
    Component {
        /// The round to be published.
        round: RoundNo,
        /// Who misses it.
        name: String,
        /// What is missing.
        what: String,
        /// The number of the loss.
        loss: LossNo,
    },
    /// The draft rests on something that has changed.
    #[error("the draft of round {round} is out of date; draw it again")]
    Stale {
        /// Which round.
        round: RoundNo,
        /// What changed.
        why: Stale,
    },
    /// The table has a result already.
    #[error("table {table} of round {round} is already {how}; {way_out}")]
    HasResult {
        /// Which round.
        round: RoundNo,
        /// Which table.
        table: TableNo,
        /// Reported, confirmed, disputed.
        how: &'static str,
        /// What to do instead.
        way_out: &'static str,
    },
    /// The regulation rules the report out.
    #[error("table {table}: {refusal}")]
    Report {
        /// Which table.
        table: TableNo,
        /// Why.
        refusal: ReportRefusal,
    },
    /// The report is not of this tournament's regulation.
    #[error(
        "table {table}: this is a report for another game; this tournament is played under {regulation}"
    )]
    OtherGame {
        /// Which table.
        table: TableNo,
        /// The regulation.
        regulation: &'static str,
    },
    /// The report and the assigned sides differ.
    #[error("table {table}: {dark} plays the dark side here, not {other} (CG-SIDE)")]
    Sides {
        /// Which table.
        table: TableNo,
        /// Who is dark.
        dark: String,
        /// Who the report says is.
        other: String,
    },
    /// Too late to correct.
    #[error(
        "table {table} of round {round} can no longer be corrected: more than {window} rounds have passed, the result stands (LE-CHECK)"
    )]
    TooLate {
        /// Which round.
        round: RoundNo,
        /// Which table.
        table: TableNo,
        /// The window.
        window: u32,
    },
    /// Later pairings rest on the winner.
    #[error(
        "the winner of table {table} of round {round} has gone on to round {next}, which is published; take that round back first (void it or undo), then correct"
    )]
    RestedOn {
        /// Which round.
        round: RoundNo,
        /// Which table.
        table: TableNo,
        /// The round that rests on it.
        next: RoundNo,
    },
    /// Nothing left to take back.
    #[error("{0}")]
    Undo(&'static str),
    /// A draw is needed and no seed is at hand.
    #[error(
        "the master seed of this tournament is not at hand; draws can only be made where it was created (or from a copy with its seed)"
    )]
    NoSeed,
}

impl Refusal {
    /// Returns the clause the refusal rests on, if it rests on one.
    #[must_use]
    pub fn clause(&self) -> Option<&'static str> {
        match self {
            Refusal::NotAllowed { command, .. } => removal(command),
            Refusal::Structure(refusal) => Some(refusal.clause),
            Refusal::Role { clause, .. } | Refusal::Claimed { clause, .. } => Some(clause),
            Refusal::Repeat { .. } => Some("PAIR-4"),
            Refusal::Report { refusal, .. } => Some(refusal.clause),
            Refusal::List { problems } => problems.first().map(|problem| problem.clause),
            Refusal::Sides { .. } => Some("CG-SIDE"),
            Refusal::TooLate { .. } => Some("LE-CHECK"),
            Refusal::Component { .. } => Some("COMP-1"),
            _ => None,
        }
    }
}

/// The clause that says who may remove a player; who may do anything else is a table of the house.
fn removal(command: &str) -> Option<&'static str> {
    (command == "disqualify").then_some("ROLE-6")
}
