//! The journal as a story: each line one readable sentence, who did what and what came of it, with lines that were
//! taken back marked. Reads the journal as it happened, so that a line speaks of the tournament of its own moment;
//! promises to name nobody whose personal data was redacted.

mod floor;

use crate::command::{Command, ListCommand};
use crate::entry::{Drawn, Gave, Pairing, Repaired, Seated};
use crate::ids::{By, PlayerId, RoundNo, TableNo};
use crate::journal::Line;
use crate::next::structure_in_words;
use crate::salvo::Salvo;
use crate::state::{Match, Phase, State};
use crate::tournament::{self, Tournament};
use crate::why::words::{counted, listed, names, tables_in_words};
use jiff::Timestamp;
use muster_regulations::cardgame::Side;
use muster_regulations::{Margin, Outcome, Seat, Share, Verdict};
use serde::Serialize;

/// One line of the journal, told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LogLine))]
pub struct Told {
    /// Position in the journal.
    pub position: u64,
    /// When, in UTC.
    pub at: Timestamp,
    /// Who did it, by name.
    pub who: String,
    /// What, and what came of it, as one sentence without the name.
    pub text: String,
    /// The line that took it back, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_back_by: Option<u64>,
}

/// Tells a whole journal.
#[must_use]
pub fn story(tournament: &Tournament) -> Vec<Told> {
    let lines = tournament.lines();
    let mut told: Vec<Told> = Vec::with_capacity(lines.len());
    let mut state: Option<State> = None;
    for (index, line) in lines.iter().enumerate() {
        let before = state.as_ref().map_or(Moment::BEGINNING, Moment::of);
        // Each line was accepted when it was written; a step taken back is folded again, as it was then.
        state = match (state, &line.core.entry.gave) {
            (Some(mut state), gave) if !matches!(gave, Gave::Undone(_)) => {
                state.apply(line.step()).ok().map(|()| state)
            }
            _ => tournament::fold(&lines[..=index]).ok(),
        };
        let Some(after) = &state else { return told };
        told.push(before.told(after, line));
    }
    for line in lines {
        if let Gave::Undone(position) = line.core.entry.gave
            && let Some(told) = usize::try_from(position)
                .ok()
                .and_then(|position| told.get_mut(position.checked_sub(1)?))
        {
            told.taken_back_by = Some(line.core.position);
        }
    }
    told
}

/// What a sentence needs to know of the moment before its line.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The round at hand, 0 before the first.
    round: RoundNo,
    /// The seeds of the bracket.
    seeds: Vec<PlayerId>,
}

impl Moment {
    const BEGINNING: Moment = Moment {
        round: RoundNo(0),
        seeds: Vec::new(),
    };

    /// Remembers what the sentence of the next line will need.
    #[must_use]
    pub fn of(state: &State) -> Moment {
        let knockout = state.knockout.as_ref();
        Moment {
            round: state.current().map_or(RoundNo(0), |round| round.number),
            seeds: knockout.map_or_else(Vec::new, |knockout| knockout.seeds.clone()),
        }
    }

    /// Tells the newest line of a tournament that was at this moment before it, without reading the lines before.
    #[must_use]
    pub fn tell(&self, tournament: &Tournament) -> Option<Told> {
        let line = tournament.lines().last()?;
        Some(self.told(tournament.state(), line))
    }

    fn told(&self, after: &State, line: &Line) -> Told {
        Told {
            position: line.core.position,
            at: line.core.at,
            who: after.actor(line.core.by),
            text: sentence(self, after, line),
            taken_back_by: None,
        }
    }
}

/// What a line did, in the words of the state before and after it.
fn sentence(before: &Moment, after: &State, line: &Line) -> String {
    let regulation = after.setup.regulation;
    let entry = &line.core.entry;
    let round = before.round;
    let name = |id: &PlayerId| after.name(*id);
    match (&entry.did, &entry.gave) {
        (Command::Create { setup, .. }, _) => format!(
            "created “{}”, {} ({}, {})",
            setup.name,
            regulation.book().title,
            setup.tier,
            setup.structure.title()
        ),
        (Command::Import(recorded), _) => {
            let structure = recorded.structure();
            format!(
                "took in what {} recorded: {}, {}",
                recorded.program,
                counted(recorded.players.len(), "player", "players"),
                structure_in_words(structure.rounds, structure.cut)
            )
        }
        (Command::Configure { .. }, _) => "changed the setup".to_owned(),
        (Command::Assign { role, .. }, _) => {
            let newest = after.staff.last().map(|staff| By::Staff(staff.id));
            let who = newest.map_or_else(String::new, |by| after.actor(by));
            format!("made {who} {}", regulation.role_name(*role))
        }
        (Command::Dismiss { staff }, _) => {
            format!("ended the duty of {}", after.actor(By::Staff(*staff)))
        }
        (Command::Register { players }, _) => {
            let first = after.players.places().saturating_sub(players.len());
            let new: Vec<PlayerId> = (first..after.players.places()).map(PlayerId::at).collect();
            let late = if after.phase == Phase::Registration {
                ""
            } else {
                " as a late entry (DROP-4)"
            };
            format!("registered {}{late}", names(after, &new))
        }
        (Command::Amend { player, .. }, _) => {
            format!("changed what is known about {}", name(player))
        }
        (Command::List(command), _) => list(after, command),
        (Command::CheckIn { players, present }, _) => {
            let verb = if *present {
                "checked in"
            } else {
                "took back the check-in of"
            };
            format!("{verb} {}", names(after, players))
        }
        (Command::Start { phrase }, Gave::Started(started)) => {
            let structure = structure_in_words(started.structure.rounds, started.structure.cut);
            let phrase = phrase.as_ref().map_or_else(String::new, |phrase| {
                format!("; phrase of the hall: “{phrase}”")
            });
            let players = counted(started.attendance as usize, "player", "players");
            format!("started the tournament with {players}: {structure}{phrase}")
        }
        (Command::Draft, Gave::Drawn(drawn)) => format!("drew {}", draw(after, drawn)),
        (Command::Redraw { reason }, Gave::Drawn(drawn)) => {
            format!("drew again {} (reason: {reason})", draw(after, drawn))
        }
        (Command::Pin { a, b, reason, .. }, Gave::Drawn(drawn)) => format!(
            "fixed {} – {} and drew the rest of {} (reason: {reason})",
            name(a),
            name(b),
            draw(after, drawn)
        ),
        (Command::Swap { a, b, reason, .. }, _) => format!(
            "exchanged {} and {} in the draft of round {round} (reason: {reason})",
            name(a),
            name(b)
        ),
        (Command::Publish, _) => format!("published round {round}"),
        (Command::Seat { .. }, Gave::Seated(seated)) => seat(after, round, seated),
        (Command::AsPlayed { tables, reason }, _) => {
            let tables: Vec<String> = tables
                .iter()
                .map(|t| format!("table {}: {} – {}", t.table, name(&t.a), name(&t.b)))
                .collect();
            format!(
                "changed round {round} to what was played, {} (reason: {reason})",
                tables.join("; ")
            )
        }
        (Command::Repair { reason, .. }, Gave::Repaired(repaired)) => {
            format!("{} (reason: {reason})", repair(after, round, repaired))
        }
        (Command::Report { table, .. }, Gave::Outcome(outcome)) => {
            format!("reported {}", result(after, round, *table, outcome))
        }
        (Command::Report { table, report }, Gave::Claimed(outcome)) => {
            let clause = report.needs_leader().map_or("", |needed| needed.clause);
            format!(
                "claimed {}; a leader decides ({clause})",
                result(after, round, *table, outcome)
            )
        }
        (Command::FinalSalvo { table, .. }, Gave::Salvo(salvo)) => {
            fired(after, round, *table, salvo)
        }
        (
            Command::FinalSalvo {
                table,
                a_dice,
                b_dice,
                score: Some(score),
            },
            _,
        ) => format!(
            "offered a Final Salvo at table {table} of round {round}: {a_dice} dice against {b_dice} at {score} each (XW-SALVO)"
        ),
        (Command::Confirm { table }, Gave::Decided(decided)) => format!(
            "confirmed what was claimed: {}",
            result(after, round, *table, &decided.outcome)
        ),
        (Command::AcceptReports { tables }, _) => format!(
            "confirmed {} of round {round}, reported by one player",
            tables_in_words(tables)
        ),
        (Command::Confirm { table }, _) => format!("confirmed table {table} of round {round}"),
        (Command::Dispute { table }, _) => format!("disputed table {table} of round {round}"),
        (
            Command::Correct {
                round,
                table,
                reason,
                ..
            },
            Gave::Outcome(outcome),
        ) => format!(
            "corrected {}{} (reason: {reason})",
            result(after, *round, *table, outcome),
            after
                .corrections
                .last()
                .map_or_else(String::new, |correction| {
                    let who = |players: &[PlayerId], how: &str| match players {
                        [] => String::new(),
                        some => format!("; {} {how}", names(after, some)),
                    };
                    who(&correction.back, "back in") + &who(&correction.dropped, "dropped (DROP-1)")
                })
        ),
        (Command::NoShow { table, absent }, gave @ Gave::Seeds(_)) => format!(
            "noted that {} did not appear at table {table} of round {round}: dropped before any game was played{}",
            name(absent),
            replaced(before, after, gave)
        ),
        (Command::NoShow { table, absent }, _) => format!(
            "noted that {} did not appear at table {table} of round {round}: lost and dropped",
            name(absent)
        ),
        (Command::ChooseSide { table, side }, _) => {
            let side = match side {
                Side::Dark => "dark",
                Side::Light => "light",
            };
            format!("chose the {side} side for the higher seed at table {table} of round {round}")
        }
        (Command::Clock(command), gave) => floor::clock(round, command, gave),
        (Command::Judge(command), gave) => floor::judge(after, round, command, gave),
        (Command::Tables(command), _) => floor::tables(after, command),
        (Command::FinishRound, Gave::ClockSeed(_)) => {
            let clock = after.round(round).filter(|round| round.clock.is_some());
            let dice = clock.and_then(|round| round.dice_minutes(regulation));
            match dice {
                Some(dice) => format!(
                    "finished round {round}; the dice of its clock had added {} (GC-CLOCK)",
                    counted(dice as usize, "minute", "minutes")
                ),
                None => format!("finished round {round}"),
            }
        }
        (Command::FinishRound, _) => format!("finished round {round}"),
        (Command::VoidRound { reason }, _) => {
            format!("threw round {round} away; nothing of it counts (reason: {reason})")
        }
        (Command::Drop { player }, gave) => {
            let left = if line.core.by == By::Player(*player) {
                "left the tournament".to_owned()
            } else {
                format!("dropped {}", name(player))
            };
            format!("{left}{}", replaced(before, after, gave))
        }
        (Command::Rejoin { player }, _) => format!("let {} come back", name(player)),
        (Command::Disqualify { player, reason }, gave) => format!(
            "disqualified {}{} (reason: {reason})",
            name(player),
            replaced(before, after, gave)
        ),
        (Command::Cut { later_day }, Gave::Seeds(seeds)) => {
            let day = if *later_day {
                ", played on a later day"
            } else {
                ""
            };
            let made = if before.seeds.is_empty() {
                "made the cut"
            } else {
                "made the cut again, from the corrected standings,"
            };
            format!(
                "{made} to the top {}{day}: {}",
                seeds.len(),
                names(after, seeds)
            )
        }
        (Command::KeepCut { reason }, _) => format!(
            "kept the cut although the corrected standings give another one (reason: {reason})"
        ),
        (Command::PutBack { player, reason }, _) => {
            format!(
                "put {} back into the bracket (reason: {reason})",
                name(player)
            )
        }
        (Command::Finish, _) => "finished the tournament and revealed the master seed".to_owned(),
        (Command::Undo, Gave::Undone(position)) => format!("took back line {position}"),
        (Command::Redact { player }, _) => {
            format!("had the personal data of player {player} forgotten")
        }
        (did, _) => did.name().replace('_', " "),
    }
}

fn draw(state: &State, drawn: &Drawn) -> String {
    let mut text = format!(
        "round {}: {}",
        drawn.round,
        counted(drawn.pairs.len(), "table", "tables")
    );
    if !drawn.byes.is_empty() {
        text.push_str(&format!(", bye for {}", names(state, &drawn.byes)));
    }
    if drawn.repeats > 0 {
        let pairs = counted(drawn.repeats as usize, "pair meets", "pairs meet");
        text.push_str(&format!(", {pairs} again (PAIR-5)"));
    }
    if drawn.attempt > 1 {
        text.push_str(&format!(", draw {}", drawn.attempt));
    }
    text
}

fn seat(state: &State, round: RoundNo, seated: &Seated) -> String {
    let mut parts: Vec<String> = seated
        .pairs
        .iter()
        .map(|pair| {
            format!(
                "{} – {} at table {}",
                state.name(pair.a),
                state.name(pair.b),
                pair.table
            )
        })
        .collect();
    if let Some(bye) = seated.bye {
        parts.push(format!("a bye for {}", state.name(bye)));
    }
    let taken = seated.bye_taken_back.map_or_else(String::new, |holder| {
        format!("; the bye of {} is taken back", state.name(holder))
    });
    format!("seated late in round {round}: {}{taken}", listed(&parts))
}

fn repair(state: &State, round: RoundNo, repaired: &Repaired) -> String {
    let sits = |pair: &Pairing| {
        let [a, b] = [pair.a, pair.b].map(|id| state.name(id));
        format!("table {}: {a} – {b}", pair.table)
    };
    let bye = repaired
        .bye
        .map(|id| format!("the bye goes to {}", state.name(id)));
    let parts: Vec<String> = repaired.tables.iter().map(sits).chain(bye).collect();
    format!(
        "repaired the pairing of round {round}, {}",
        parts.join("; ")
    )
}

fn result(state: &State, round: RoundNo, table: TableNo, outcome: &Outcome) -> String {
    let place = format!("table {table} of round {round}");
    match state.round(round).and_then(|round| round.table(table)) {
        Some(m) => format!("{place}: {}", score(state, m, outcome)),
        None => place,
    }
}

/// Who won, and by how much, from the winner's side.
fn score(state: &State, m: &Match, outcome: &Outcome) -> String {
    let winner = outcome.winner().unwrap_or(Seat::A);
    let (one, two) = (winner, winner.other());
    let verb = match (outcome.of(one).verdict, outcome.of(two).verdict) {
        (Verdict::Win, _) => "beat",
        (Verdict::Draw, _) => "and",
        (Verdict::Loss, _) => "lost like",
    };
    let points = format!("{}–{}", outcome.of(one).points, outcome.of(two).points);
    let margin = match (outcome.of(one).margin, outcome.of(two).margin) {
        (Margin::Points(a), Margin::Points(b)) => format!(", margin {a}–{b}"),
        (Margin::Share(Share::Of { own, total }), Margin::Share(Share::Of { own: other, .. })) => {
            format!(", shares {own}/{total} and {other}/{total}")
        }
        (Margin::Defeated { points: a, .. }, Margin::Defeated { points: b, .. }) => {
            format!(", points defeated {a}–{b}")
        }
        _ => String::new(),
    };
    let drew = if verb == "and" { " drew" } else { "" };
    format!(
        "{} {verb} {}{drew} ({points}{margin})",
        state.name(m.player(one)),
        state.name(m.player(two))
    )
}

/// CUT-2: who came in for somebody who left.
fn replaced(before: &Moment, after: &State, gave: &Gave) -> String {
    let Gave::Seeds(seeds) = gave else {
        return String::new();
    };
    let new = seeds.iter().filter(|id| !before.seeds.contains(id));
    let new: Vec<PlayerId> = new.copied().collect();
    format!(
        "; {} comes in as the lowest seed (CUT-2)",
        names(after, &new)
    )
}

/// What was done about lists; nothing of their content but points and faction is told.
fn list(after: &State, command: &ListCommand) -> String {
    match command {
        ListCommand::HandIn {
            player,
            points,
            faction,
            reason,
            excused,
            ..
        } => {
            let word = after.setup.regulation.book().list_word;
            let verb = if reason.is_some() {
                "corrected"
            } else {
                "handed in"
            };
            let points = points.map(|points| format!("{points} points"));
            let told: Vec<String> = points.into_iter().chain(faction.clone()).collect();
            let told = match told.is_empty() {
                true => String::new(),
                false => format!(" ({})", told.join(", ")),
            };
            let reason = reason
                .as_ref()
                .map_or_else(String::new, |reason| format!(" (reason: {reason})"));
            let excused = excused.as_ref().map_or_else(String::new, |excused| {
                format!(", taken although it breaks a rule: {excused}")
            });
            format!(
                "{verb} the {word} of {}{told}{excused}{reason}",
                after.name(*player)
            )
        }
        ListCommand::Call {
            required: true,
            until: None,
        } => "called for a list of everybody, until the start".to_owned(),
        ListCommand::Call {
            required: true,
            until: Some(until),
        } => format!("called for a list of everybody, until {until}"),
        ListCommand::Call {
            required: false,
            until: None,
        } => "left it open whether lists are handed in".to_owned(),
        ListCommand::Call {
            required: false,
            until: Some(until),
        } => format!("lets players hand in lists until {until}"),
        ListCommand::Catalogue { .. } => "brought a card catalogue".to_owned(),
    }
}

fn fired(after: &State, round: RoundNo, table: TableNo, salvo: &Salvo) -> String {
    let winner = after
        .round(round)
        .and_then(|round| round.table(table))
        .map_or_else(String::new, |m| after.name(m.player(salvo.winner)));
    let rolls: Vec<String> = salvo
        .rolls
        .iter()
        .map(|roll| format!("{}–{}", roll.a, roll.b))
        .collect();
    format!(
        "rolled the Final Salvo of table {table} in round {round}: {}, won by {winner} (XW-SALVO)",
        rolls.join(", ")
    )
}
