//! Every document by its name: what it is called, who may have it, and how it is made.

use crate::documents::{
    badges, bracket, certificates, cross_table, judges_log, list_checks, list_forms, pairings,
    proxies, report, silhouettes, slips, standings, table_numbers,
};
use crate::engine;
use crate::head::{Head, Sheet};
use crate::order::Order;
use muster_regulations::UnknownName;
use muster_tournament::State;
use muster_tournament::display::seen;
use muster_tournament::state::Phase;
use muster_words::paper::PaperError;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Who may have a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody: it hangs on the wall and shows what the public pages show.
    Everybody,
    /// Staff: it contains lists, codes or the judges' log, or staff hand it out.
    Staff,
}

/// A document that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Document {
    /// Who sits where, by name.
    Pairings,
    /// Who sits where, by table.
    PairingsByTable,
    /// A slip for each table to write the result on.
    Slips,
    /// The standings with tiebreakers.
    Standings,
    /// Who met whom in which round.
    CrossTable,
    Bracket,
    TableNumbers,
    /// A badge for each player, with the sign-in code if the order includes codes.
    Badges,
    /// An empty form for a list.
    ListForms,
    /// Each list with boxes to tick.
    ListChecks,
    /// Notes that replace damaged cards.
    Proxies,
    /// What the judges have logged.
    JudgesLog,
    Report,
    /// A certificate for each of the top players.
    Certificates,
    /// Line-of-sight templates at true size.
    Silhouettes,
}

impl Document {
    /// All of them, in the order in which a tournament needs them.
    pub const ALL: [Document; 15] = [
        Document::Pairings,
        Document::PairingsByTable,
        Document::Slips,
        Document::Standings,
        Document::CrossTable,
        Document::Bracket,
        Document::TableNumbers,
        Document::Badges,
        Document::ListForms,
        Document::ListChecks,
        Document::Proxies,
        Document::JudgesLog,
        Document::Report,
        Document::Certificates,
        Document::Silhouettes,
    ];

    /// Returns the name in addresses and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Document::Pairings => "pairings",
            Document::PairingsByTable => "pairings-by-table",
            Document::Slips => "slips",
            Document::Standings => "standings",
            Document::CrossTable => "cross-table",
            Document::Bracket => "bracket",
            Document::TableNumbers => "table-numbers",
            Document::Badges => "badges",
            Document::ListForms => "list-forms",
            Document::ListChecks => "list-checks",
            Document::Proxies => "proxies",
            Document::JudgesLog => "judges-log",
            Document::Report => "report",
            Document::Certificates => "certificates",
            Document::Silhouettes => "silhouettes",
        }
    }

    /// Returns the title at the head of its pages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Document::Pairings => "Pairings by name",
            Document::PairingsByTable => "Pairings by table",
            Document::Slips => "Result slips",
            Document::Standings => "Standings",
            Document::CrossTable => "Cross table",
            Document::Bracket => "Bracket",
            Document::TableNumbers => "Table numbers",
            Document::Badges => "Player badges",
            Document::ListForms => "List form",
            Document::ListChecks => "List checks",
            Document::Proxies => "Proxy notes",
            Document::JudgesLog => "Judges’ log",
            Document::Report => "Final report",
            Document::Certificates => "Certificates",
            Document::Silhouettes => "Line-of-sight templates",
        }
    }

    /// Returns the title at the head of its pages for a tournament: a report is final once the tournament is over.
    #[must_use]
    pub fn title_of(self, state: &State) -> &'static str {
        match self {
            Document::Report if state.phase != Phase::Finished => "Report so far",
            document => document.title(),
        }
    }

    /// Returns what it is for, in a few words.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Document::Pairings => "for the wall, readable from two metres",
            Document::PairingsByTable => "for the wall, readable from two metres",
            Document::Slips => "for results; after cutting, the stack is in table order",
            Document::Standings => "with all tiebreakers",
            Document::CrossTable => "every player’s opponents and results, round by round",
            Document::Bracket => "drawn, with placings",
            Document::TableNumbers => "for the tables, two per page",
            Document::Badges => "names and numbers, without codes",
            Document::ListForms => "empty, for players to write their list on",
            Document::ListChecks => "each list handed in, with boxes to tick",
            Document::Proxies => "notes that replace damaged cards",
            Document::JudgesLog => "calls, rulings, penalties and lost components",
            Document::Report => "rounds, standings, bracket, statistics and people",
            Document::Certificates => "for the top players, one per page",
            Document::Silhouettes => "for Legion, at true size with a ruler",
        }
    }

    /// Returns who may have it.
    #[must_use]
    pub const fn access(self) -> Access {
        match self {
            Document::Pairings
            | Document::PairingsByTable
            | Document::Standings
            | Document::CrossTable
            | Document::Bracket
            | Document::Silhouettes
            | Document::ListForms => Access::Everybody,
            Document::Slips
            | Document::TableNumbers
            | Document::Badges
            | Document::ListChecks
            | Document::Proxies
            | Document::JudgesLog
            | Document::Report
            | Document::Certificates => Access::Staff,
        }
    }

    /// Returns whether it is about one round.
    #[must_use]
    pub const fn of_a_round(self) -> bool {
        matches!(self.moment(), Moment::Round)
    }

    /// Returns which part of the tournament it shows.
    pub(crate) const fn moment(self) -> Moment {
        match self {
            Document::Pairings | Document::PairingsByTable | Document::Slips => Moment::Round,
            Document::Standings | Document::CrossTable => Moment::AfterRound,
            Document::Bracket | Document::JudgesLog | Document::Report => Moment::SoFar,
            Document::TableNumbers
            | Document::Badges
            | Document::ListForms
            | Document::ListChecks
            | Document::Proxies
            | Document::Certificates
            | Document::Silhouettes => Moment::Any,
        }
    }
}

/// Which part of a tournament a document shows, for the head of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Round,
    /// The state after the round asked for, else the newest.
    AfterRound,
    /// The newest state.
    SoFar,
    /// Nothing that changes from round to round.
    Any,
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Document {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Document, UnknownName> {
        let found = Document::ALL.into_iter().find(|d| d.name() == text);
        found.ok_or_else(|| UnknownName {
            kind: "document",
            given: text.to_owned(),
            known: Document::ALL.map(Document::name).join(", "),
        })
    }
}

/// Prints a document as PDF. Drafts are never printed.
pub fn print(document: Document, state: &State, order: &Order) -> Result<Vec<u8>, PaperError> {
    crate::head::round_is_open(document, state, order)?;
    let seen = seen::published(state);
    let state = seen.as_ref();
    let page = Page {
        document,
        state,
        order,
    };
    match document {
        Document::Pairings => page.set(pairings::BY_NAME, &pairings::by_name(state, order)?),
        Document::PairingsByTable => {
            page.set(pairings::BY_TABLE, &pairings::by_table(state, order)?)
        }
        Document::Slips => page.set(slips::TEMPLATE, &slips::build(state, order)?),
        Document::Standings => page.set(standings::TEMPLATE, &standings::build(state, order)?),
        Document::CrossTable => page.set(cross_table::TEMPLATE, &cross_table::build(state, order)?),
        Document::Bracket => page.set(bracket::TEMPLATE, &bracket::build(state, order)?),
        Document::TableNumbers => page.set(
            table_numbers::TEMPLATE,
            &table_numbers::build(state, order)?,
        ),
        Document::Badges => page.set(badges::TEMPLATE, &badges::build(state, order)?),
        Document::ListForms => page.set(list_forms::TEMPLATE, &list_forms::build(state)),
        Document::ListChecks => page.set(list_checks::TEMPLATE, &list_checks::build(state, order)?),
        Document::Proxies => page.set(proxies::TEMPLATE, &proxies::build(state, order)?),
        Document::JudgesLog => page.set(judges_log::TEMPLATE, &judges_log::build(state, order)?),
        Document::Report => page.set(report::TEMPLATE, &report::build(state, order)?),
        Document::Certificates => {
            page.set(certificates::TEMPLATE, &certificates::build(state, order)?)
        }
        Document::Silhouettes => page.set(silhouettes::TEMPLATE, &silhouettes::build(state)?),
    }
}

/// What every document is built from.
struct Page<'a> {
    document: Document,
    state: &'a State,
    order: &'a Order,
}

impl Page<'_> {
    fn set(&self, template: &str, body: &impl Serialize) -> Result<Vec<u8>, PaperError> {
        let sheet = Sheet {
            paper: self.order.paper.engine_name(),
            head: Head::new(self.document, self.state, self.order),
            body,
        };
        engine::set(template, &sheet)
    }
}
