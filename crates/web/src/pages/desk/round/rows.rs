//! The tables of a round in play, each a row with its actions: type the result, confirm a report,
//! pick one of two versions, correct.

use super::results::{Sent, Wrong};
use super::row::{self, Fault, Quick, Takes, Typed};
use crate::fields::Fields;
use crate::layout::{action_fields, chip, clause_in_form, icon};
use crate::parts::bracket::Entry;
use crate::parts::report::{self, Offer, Sheet};
use crate::parts::score;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_regulations::{Regulation, Report, Seat};
use muster_tournament::standings::Record;
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, State};
use muster_tournament::{PlayerId, TableNo};
use muster_words::phrases::plural;
use std::collections::HashMap;

/// The rows of a round, with what each of them needs to know.
pub(super) struct Rows<'a> {
    pub(super) scene: &'a Scene,
    pub(super) state: &'a State,
    pub(super) round: &'a Round,
    pub(super) records: HashMap<PlayerId, Record>,
    /// The page of the round.
    pub(super) here: &'a str,
    /// The page that the rows are on, if it is another one.
    pub(super) from: Option<&'a str>,
    /// The table whose whole form is open below its row.
    pub(super) whole: Option<TableNo>,
    /// The table whose row has the keyboard.
    pub(super) focus: Option<TableNo>,
    /// Other parameters of the address.
    pub(super) fields: &'a Fields,
    pub(super) sent: Option<&'a Sent<'a>>,
}

impl Rows<'_> {
    pub(super) fn render(&self, matches: &[&Match]) -> Markup {
        let regulation = self.state.setup.regulation;
        let done = |m: &Match| matches!(m.status, MatchStatus::Confirmed | MatchStatus::Walkover);
        let confirmed = matches.iter().filter(|m| done(m)).count();
        let first_done = matches.iter().position(|m| done(m)).filter(|at| *at > 0);
        html! {
            table.tt.ent #tables data-rows {
                thead { tr { th.num { "Table" } th.pa { "Player" } th.mid colspan="3" { (score::heading(regulation)) } th { "Player" } th.hide-s { "Result" } th { "State" } th { span.vh { "Actions" } } } }
                @for (index, m) in matches.iter().enumerate() {
                    @if first_done == Some(index) {
                        tbody { tr.group { th colspan="9" scope="rowgroup" { "Confirmed " span { (plural(confirmed, "1 table", "{n} tables")) } } } }
                    }
                    (self.row(m))
                }
            }
        }
    }

    /// What was sent for a table and is not a result.
    fn sent(&self, m: &Match) -> Option<&Sent<'_>> {
        self.sent.filter(|sent| sent.table == m.table)
    }

    /// Whether the result of a table is typed in its row.
    fn typed_here(&self, m: &Match) -> bool {
        let open = matches!(m.status, MatchStatus::Playing | MatchStatus::Disputed);
        self.round.status == RoundStatus::Published && (open || self.sent(m).is_some())
    }

    fn row(&self, m: &Match) -> Markup {
        let winner = m.winner();
        let won = |player| if winner == Some(player) { " win" } else { "" };
        let score = score::score(m).unwrap_or_default();
        let entry = self.typed_here(m);
        html! {
            tbody id={ "m" (m.table) } class=(self.class(m)) data-row=(m.table) data-live {
                tr id={ "t" (m.table) } {
                    td.tno { (m.table) }
                    td class={ "name pa" (won(m.a)) } { (self.player(m, Seat::A)) }
                    @if entry {
                        td.score.in { (self.inputs(m, Seat::A)) }
                        td.dash { "–" }
                        td.score.b.in { (self.inputs(m, Seat::B)) }
                    } @else {
                        td class={ "score" (won(m.a)) } { (score.a) }
                        td.dash { "–" }
                        td class={ "score b" (won(m.b)) } { (score.b) }
                    }
                    td class={ "name" (won(m.b)) } { (self.player(m, Seat::B)) }
                    td.result.hide-s {
                        @if m.status != MatchStatus::Confirmed && self.round.extended_by(m.table) > 0 { span.rec { "+" (self.round.extended_by(m.table)) " min " } }
                        @if entry { output.preview {} }
                        @else if let Some(outcome) = &m.outcome { span.rec { (row::meaning(self.state, m, outcome)) @if !score.note.is_empty() { " · " (score.note) } } }
                    }
                    td { (chip(m.status)) (self.marks(m)) }
                    td.num.nowrap { (self.actions(m, entry)) }
                }
                (self.below(m))
            }
        }
    }

    fn class(&self, m: &Match) -> &'static str {
        match (m.status, self.sent(m).map(|sent| &sent.wrong)) {
            (_, Some(Wrong::Fault(Fault::WhichPlayer { .. }))) => "ask",
            (_, Some(_)) => "err",
            (MatchStatus::Disputed, _) => "dsp",
            _ if self.typed_here(m) => "open",
            _ => "",
        }
    }

    /// The fields of one player in the row; they belong to the form in its last cell.
    fn inputs(&self, m: &Match, seat: Seat) -> Markup {
        let nothing = Fields::default();
        let sent = self.sent(m);
        let given = sent.map_or(&nothing, |sent| sent.fields);
        let regulation = self.state.setup.regulation;
        let fields = row::fields(regulation, self.round.stage, m, given);
        let fault = match sent.map(|sent| &sent.wrong) {
            Some(Wrong::Fault(Fault::Field { name, text })) => Some((name.as_str(), text)),
            _ => None,
        };
        let first = fields.first().map(|field| field.name);
        let wanted = fault.map(|(name, _)| name).or(first);
        let focused = self.focus == Some(m.table) || sent.is_some();
        html! {
            @for field in fields.iter().filter(|field| field.seat == seat) {
                @let id = format!("q{}{}", m.table, field.name.trim_start_matches("quick").replace('.', "-"));
                @let text = fault.filter(|(name, _)| *name == field.name).map(|(_, text)| text);
                input.tiny id=(id) name=(field.name) form={ "f" (m.table) } value=[given.get(field.name)]
                    aria-label=(self.label(m, field)) title=(self.label(m, field)) placeholder=[hint(regulation, field)]
                    inputmode=[(field.takes != Takes::Side).then_some("numeric")] maxlength=(if field.takes == Takes::Number { "8" } else { "1" })
                    autocomplete="off" data-quick=(if field.takes == Takes::Number { "number" } else { "letter" })
                    aria-invalid=[text.map(|_| "true")] aria-describedby=[text.map(|_| format!("{id}-wrong"))]
                    autofocus[focused && wanted == Some(field.name)];
                @if let Some(text) = text { span.fieldmsg id={ (id) "-wrong" } role="alert" { (text) } }
            }
        }
    }

    fn label(&self, m: &Match, field: &Quick) -> String {
        match field.takes {
            Takes::Number => format!("{}’s {}", self.state.name(m.player(field.seat)), field.what),
            Takes::Player => format!(
                "Table {}, {}: 1 for {}, 2 for {}",
                m.table,
                field.what,
                self.state.name(m.a),
                self.state.name(m.b)
            ),
            Takes::Side => format!("Table {}, {}: D for Dark, L for Light", m.table, field.what),
        }
    }

    /// A name, what the player has won so far, and who has reported.
    fn player(&self, m: &Match, seat: Seat) -> Markup {
        let player = m.player(seat);
        let claim = claim(m, seat);
        let dark = m.dark.filter(|_| m.status == MatchStatus::Playing);
        html! {
            (self.state.name(player)) " "
            @if dark == Some(seat) { span.chip.mark { "Dark" } " " }
            @if m.status == MatchStatus::Reported && claim.is_some() { span.by title="reported this" { (icon("half")) span.vh { "reported this" } } " " }
            @if let Some(record) = self.records.get(&player) { span.rec { (record.wins + record.byes) "–" (record.losses) @if record.draws > 0 { "–" (record.draws) } } }
        }
    }

    /// What the state of a table does not show: a claim that waits for staff, a player who has dropped.
    fn marks(&self, m: &Match) -> Markup {
        let current = self.state.current();
        let here = current.is_some_and(|current| current.number == self.round.number);
        let left = if here {
            self.state.left_at(m)
        } else {
            Vec::new()
        };
        html! {
            @if let Some((seat, report)) = m.claim() {
                br; span.rec { (self.state.name(m.player(seat))) " claims “" (muster_words::form::ending_name(self.state.setup.regulation, report.ending())) "” " @if let Some(needed) = report.needs_staff() { (clause_in_form(needed.clause)) } }
            }
            @for player in left { br; span.rec { (self.state.name(player)) " left" } }
        }
    }

    fn actions(&self, m: &Match, entry: bool) -> Markup {
        let whole = format!("{}?table={}#t{}", self.here, m.table, m.table);
        let confirms = m.status == MatchStatus::Reported
            || m.status == MatchStatus::Playing && m.claim().is_some();
        let playing = self.round.status == RoundStatus::Published;
        html! {
            @if self.from.is_none() { a.why-link href={ "?why=" (m.table) } { "Why?" span.vh { " table " (m.table) } } " " }
            @if confirms && playing {
                form.inline method="post" action=(self.scene.path("do/confirm")) {
                    (action_fields(self.state, self.from.unwrap_or(self.here)))
                    input type="hidden" name="table" value=(m.table);
                    button.btn.small data-first { "Confirm" span.vh { " table " (m.table) } }
                }
                " "
            }
            @if entry {
                a.btn.small.plain href=(whole) { "Other…" span.vh { " endings of table " (m.table) } } " "
                form.inline id={ "f" (m.table) } method="post" action={ (self.here) "/enter" } data-entry data-preview-row=(self.scene.path(&format!("preview/{}/{}", self.round.number, m.table))) {
                    input type="hidden" name="key" value=(key());
                    input type="hidden" name="table" value=(m.table);
                    input type="hidden" name="was" value=(seen(m));
                    (self.came_from())
                    button.btn.small.save { "Save" span.vh { " table " (m.table) } }
                }
            } @else if m.status == MatchStatus::Confirmed {
                a.btn.small.plain href=(whole) data-first { "Correct" span.vh { " table " (m.table) } }
            } @else if m.status == MatchStatus::Reported && playing {
                a.btn.small.plain href=(whole) { "Change" span.vh { " table " (m.table) } }
            }
        }
    }

    /// Further questions of a row, right below it.
    fn below(&self, m: &Match) -> Markup {
        let sub = |content: Markup| html! { tr.sub { td {} td colspan="8" { (content) } } };
        html! {
            @if let Some(asked) = self.asked(m) { (sub(asked)) }
            @if self.whole == Some(m.table) { (sub(self.whole_form(m))) }
        }
    }

    /// What a table still has to answer.
    fn asked(&self, m: &Match) -> Option<Markup> {
        match self.sent(m).map(|sent| &sent.wrong) {
            Some(Wrong::Fault(Fault::WhichPlayer { question })) => Some(self.which(m, question)),
            Some(Wrong::Refused(text)) => Some(html! { p.fieldmsg role="alert" { (text) } }),
            Some(Wrong::Conflict) => Some(self.both(m)),
            Some(Wrong::Fault(Fault::Field { .. })) => None,
            None if m.status == MatchStatus::Disputed => Some(self.versions(m)),
            None => None,
        }
    }

    /// Sends an entry back to the page it came from.
    fn came_from(&self) -> Markup {
        html! { @if self.from.is_some() { input type="hidden" name="from" value="bracket"; } }
    }

    /// What the desk types into a game of the bracket's drawing.
    pub(super) fn in_drawing(&self, m: &Match) -> Entry {
        let entry = self.typed_here(m);
        Entry {
            table: m.table,
            class: self.class(m),
            fields: entry.then(|| [Seat::A, Seat::B].map(|seat| self.inputs(m, seat))),
            below: html! {
                (self.actions(m, entry))
                @if entry { output.preview {} }
                @if let Some(asked) = self.asked(m) { (asked) }
            },
        }
    }

    /// Which of the two it was; the answer is sent with what was typed.
    fn which(&self, m: &Match, question: &str) -> Markup {
        html! {
            div.cluster {
                b role="alert" { (question) }
                @for (seat, value) in [(Seat::A, "a"), (Seat::B, "b")] {
                    button.btn.small form={ "f" (m.table) } name="quick.tie" value=(value) data-first[seat == Seat::A] { (self.state.name(m.player(seat))) }
                }
            }
        }
    }

    /// The score of a report as the desk reads it, the first player's number first.
    fn told(&self, report: &Report) -> Option<(score::Score, String)> {
        let outcome = self
            .state
            .setup
            .regulation
            .outcome(self.round.stage, report)
            .ok()?;
        let score = score::told(report, &outcome);
        let numbers = if score.a.is_empty() {
            score.note.to_owned()
        } else {
            format!("{}–{}", score.a, score.b)
        };
        Some((score, numbers))
    }

    /// A dispute: one press accepts one of the two versions.
    fn versions(&self, m: &Match) -> Markup {
        html! {
            div.cluster {
                @for (seat, value) in [(Seat::A, "a"), (Seat::B, "b")] {
                    @if let Some((_, numbers)) = claim(m, seat).and_then(|report| self.told(report)) {
                        form.inline method="post" action={ (self.here) "/enter" } {
                            input type="hidden" name="key" value=(key());
                            input type="hidden" name="table" value=(m.table);
                            input type="hidden" name="was" value=(seen(m));
                            (self.came_from())
                            button.btn.small name="take" value=(value) data-first[seat == Seat::A] { "Take " (row::short(self.state, m, seat)) "’s " (numbers) span.vh { " at table " (m.table) } }
                        }
                    }
                }
                span.quiet { "Or type the right result above." }
            }
        }
    }

    /// Two desks, or a desk and a phone: what counts now beside what was typed.
    fn both(&self, m: &Match) -> Markup {
        let now = score::score(m).unwrap_or_default();
        let typed = self.sent(m).map(|sent| {
            let typed = Typed {
                state: self.state,
                stage: self.round.stage,
                m,
                given: sent.fields,
            };
            let report = typed.report().ok();
            let told = report.as_ref().and_then(|report| self.told(report));
            told.map(|(score, _)| score).unwrap_or_default()
        });
        let typed = typed.unwrap_or_default();
        let numbers = |score: &score::Score| format!("{}–{} {}", score.a, score.b, score.note);
        let corrects = m.status == MatchStatus::Confirmed;
        html! {
            div.conflict role="alert" {
                p { b { "Table " (m.table) " already has another result." } " Nothing was changed." }
                dl {
                    div { dt { "Saved" } dd { (numbers(&now)) } }
                    div { dt { "You typed" } dd { (numbers(&typed)) } }
                }
                div.cluster {
                    a.btn.small href={ (self.from.unwrap_or(self.here)) "?at=" (m.table) } data-first { "Keep " (numbers(&now).trim()) }
                    @if corrects {
                        label.vh for={ "c" (m.table) } { "Reason" }
                        input.find id={ "c" (m.table) } form={ "f" (m.table) } name="reason" maxlength="200" value="Entered twice at the desk";
                    }
                    button.btn.small form={ "f" (m.table) } name="anyway" value="1" { @if corrects { "Correct to " } @else { "Save " } (numbers(&typed).trim()) }
                }
            }
        }
    }

    /// The whole form of a table: every ending, or a correction of what counts already.
    fn whole_form(&self, m: &Match) -> Markup {
        let (scene, state, round) = (self.scene, self.state, self.round);
        let [a, b] = [m.a, m.b].map(|player| state.name(player));
        let corrects = m.status == MatchStatus::Confirmed || round.status == RoundStatus::Finished;
        let sheet = Sheet {
            regulation: state.setup.regulation,
            stage: round.stage,
            names: [&a, &b],
            reader: None,
            offer: if corrects { Offer::All } else { Offer::Played },
            dark: m.dark,
            lists: state.list_points(m),
            focus: true,
        };
        let next = next_open(round, m.table).map_or_else(
            || self.here.to_owned(),
            |table| format!("{}?at={table}", self.here),
        );
        let command = if corrects { "do/correct" } else { "do/report" };
        html! {
            section.entry-box #entry {
                h2 { "Table " (m.table) ": " (a) " against " (b) }
                form.stack method="post" action=(scene.path(command)) data-preview=(scene.path(&format!("preview/{}/{}", round.number, m.table))) {
                    (action_fields(state, &next))
                    input type="hidden" name="table" value=(m.table);
                    input type="hidden" name="round" value=(round.number);
                    (report::fields(&sheet, self.fields))
                    @if corrects {
                        @if let Some(end) = state.corrections_end(round.number) {
                            p.cap { "Can be corrected until round " (end) " is over." " " (clause_in_form("LE-CHECK")) }
                        }
                        div.field { label for="why-correct" { "Reason" } input #why-correct name="reason" required maxlength="200"; }
                    }
                    output.preview {}
                    div.cluster {
                        button.btn.primary { @if corrects { "Correct table " (m.table) } @else { "Save table " (m.table) } kbd { "Enter" } }
                        a.btn.plain href=(self.here) { "Close" }
                    }
                }
                @if !corrects {
                    div.cluster {
                        @if state.setup.regulation != Regulation::Cardgame { a.btn.small href=(scene.path(&format!("desk/tally/{}", m.table))) { "Score calculator" } }
                        @for (player, name) in [(m.a, &a), (m.b, &b)] {
                            form.inline method="post" action=(scene.path("do/no_show")) {
                                (action_fields(state, &next))
                                input type="hidden" name="table" value=(m.table);
                                input type="hidden" name="player" value=(player.0);
                                button.btn.small { "No-show: " (name) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a field of two in a row is for, where its place does not say it.
fn hint(regulation: Regulation, field: &Quick) -> Option<&'static str> {
    match (regulation, field.name) {
        (Regulation::Conquest | Regulation::Legion, "quick.a" | "quick.b") => Some("tok"),
        (Regulation::Conquest, "quick.a2" | "quick.b2") => Some("pts"),
        (Regulation::Legion, "quick.a2" | "quick.b2") => Some("score"),
        (Regulation::Cardgame, "quick.dark") => Some("1/2"),
        (Regulation::Cardgame, "quick.g1") => Some("D/L"),
        (Regulation::Cardgame, "quick.g2") => Some("D/L"),
        _ => None,
    }
}

fn key() -> String {
    muster_service::secret::random()
        .map(|key| key.to_string())
        .unwrap_or_default()
}

/// What the player at a seat has reported.
pub(super) fn claim(m: &Match, seat: Seat) -> Option<&Report> {
    match seat {
        Seat::A => m.claims[0].as_deref(),
        Seat::B => m.claims[1].as_deref(),
    }
}

/// What a row showed of a table, so that an entry never overwrites a result that this desk has not seen.
pub(super) fn seen(m: &Match) -> &'static str {
    match m.status {
        MatchStatus::Playing => "playing",
        MatchStatus::Reported => "reported",
        MatchStatus::Disputed => "disputed",
        MatchStatus::Confirmed => "confirmed",
        MatchStatus::Walkover => "walkover",
    }
}

/// Returns the open table after one, or the first.
pub(super) fn next_open(round: &Round, after: TableNo) -> Option<TableNo> {
    let open = || {
        round
            .matches
            .iter()
            .filter(|m| m.status == MatchStatus::Playing && m.table != after)
            .map(|m| m.table)
    };
    open()
        .find(|table| *table > after)
        .or_else(|| open().next())
}
