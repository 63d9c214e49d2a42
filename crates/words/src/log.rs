//! What happened, line by line: each happening as one whole sentence, about somebody or addressed to the reader.

mod floor;
pub(crate) mod undone;

use crate::phrases::{moment, names, players, plural, points, structure, tables};
use jiff::Timestamp;
use muster_regulations::cardgame::Side;
use muster_regulations::{Margin, Seat, Share, Verdict};
use muster_tournament::By;
use muster_tournament::log::{Draw, Ended, Happening, LogLine, Named, Place, Seats};
use serde::Serialize;

/// Who a sentence is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Anybody: everybody in it is named.
    About,
    /// Somebody who may be in it: "You reported table 4 …", "Ann beat you".
    To(By),
}

impl Voice {
    fn is_to(self, player: &Named) -> bool {
        self == Voice::To(By::Player(player.player))
    }
}

/// A line of the log as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LogLine))]
pub struct Sentence {
    pub position: u64,
    /// When, in UTC.
    pub at: Timestamp,
    /// Who did it, by name.
    pub who: String,
    /// What was done: the name of the command.
    pub code: &'static str,
    /// What was done and what came of it, as one sentence.
    pub text: String,
    /// The line that undid it, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<u64>,
}

impl From<&LogLine> for Sentence {
    fn from(line: &LogLine) -> Sentence {
        Sentence {
            position: line.position,
            at: line.at,
            who: line.who.clone(),
            code: line.code,
            text: text(line, Voice::About),
            undone_by: line.undone_by,
        }
    }
}

/// Returns a line of the log as a sentence without a full stop.
#[must_use]
pub fn text(line: &LogLine, voice: Voice) -> String {
    let who = match voice {
        Voice::To(reader) if reader == line.by => "You",
        Voice::To(_) | Voice::About => &line.who,
    };
    happened(who, &line.what, voice)
}

fn happened(who: &str, what: &Happening, voice: Voice) -> String {
    match what {
        Happening::Created {
            name,
            regulation,
            tier,
            structure,
        } => {
            let (game, structure) = (regulation.book().title, crate::structure::name(*structure));
            format!("{who} created “{name}”, {game} ({tier}, {structure})")
        }
        Happening::Imported {
            program,
            players: count,
            structure: played,
        } => format!(
            "{who} imported a tournament from {program}: {}, {}",
            players(*count),
            structure(*played)
        ),
        Happening::Configured => format!("{who} changed the setup"),
        Happening::Assigned { name, role } => format!("{who} assigned {name} as {role}"),
        Happening::Dismissed { name } => format!("{who} dismissed {name}"),
        Happening::Registered {
            players,
            late: false,
        } => format!("{who} registered {}", names(players)),
        Happening::Registered {
            players,
            late: true,
        } => format!(
            "{who} registered {} after the start (DROP-4)",
            names(players)
        ),
        Happening::Amended { player } => format!("{who} changed the details of {}", player.name),
        Happening::ListHandedIn {
            player,
            word,
            points: list_points,
            faction,
            excused,
            corrected,
        } => {
            let name = &player.name;
            let details = match (list_points.map(points), faction) {
                (None, None) => String::new(),
                (Some(points), None) => format!(" ({points})"),
                (None, Some(faction)) => format!(" ({faction})"),
                (Some(points), Some(faction)) => format!(" ({points}, {faction})"),
            };
            let excused = excused.as_ref().map_or_else(String::new, |excused| {
                format!(", accepted although it breaks a rule: {excused}")
            });
            match corrected {
                None => format!("{who} handed in {name}’s {word}{details}{excused}"),
                Some(reason) => {
                    format!("{who} corrected {name}’s {word}{details}{excused} (reason: {reason})")
                }
            }
        }
        Happening::ListsCalled { required, until } => match (required, until) {
            (true, None) => format!("{who} required a list from everybody before the start"),
            (true, Some(until)) => {
                format!("{who} required a list from everybody by {}", moment(*until))
            }
            (false, None) => format!("{who} made lists optional"),
            (false, Some(until)) => {
                format!(
                    "{who} made lists optional, to be handed in by {}",
                    moment(*until)
                )
            }
        },
        Happening::CatalogueAdded => format!("{who} added a card catalogue"),
        Happening::CheckedIn {
            players,
            present: true,
        } => format!("{who} checked in {}", names(players)),
        Happening::CheckedIn {
            players,
            present: false,
        } => format!("{who} undid the check-in of {}", names(players)),
        Happening::Started {
            players: count,
            structure: played,
            phrase,
        } => {
            let (count, played) = (players(*count as usize), structure(*played));
            match phrase {
                None => format!("{who} started the tournament with {count}: {played}"),
                Some(phrase) => format!(
                    "{who} started the tournament with {count}: {played}; phrase: “{phrase}”"
                ),
            }
        }
        Happening::Drew(draw) => {
            format!("{who} drew round {}: {}", draw.round, drawn(draw))
        }
        Happening::Redrew { draw, reason } => {
            let (round, drawn) = (draw.round, drawn(draw));
            match reason {
                Some(reason) => format!("{who} redrew round {round}: {drawn} (reason: {reason})"),
                None => {
                    format!("{who} redrew round {round} because its draft was out of date: {drawn}")
                }
            }
        }
        Happening::Pinned { a, b, draw, reason } => format!(
            "{who} paired {} with {} and drew the rest of round {}: {} (reason: {reason})",
            a.name,
            b.name,
            draw.round,
            drawn(draw)
        ),
        Happening::Swapped {
            round,
            a,
            b,
            reason,
        } => format!(
            "{who} swapped {} and {} in the draft of round {round} (reason: {reason})",
            a.name, b.name
        ),
        Happening::Published { round } => format!("{who} published round {round}"),
        Happening::Seated {
            round,
            tables,
            bye_ended,
            bye,
        } => {
            let seats = seats(tables);
            match (bye_ended, bye) {
                (None, None) => format!("{who} seated late players in round {round}: {seats}"),
                (Some(holder), _) => format!(
                    "{who} seated late players in round {round}: {seats}; {} no longer has the bye",
                    holder.name
                ),
                (None, Some(bye)) if tables.is_empty() => {
                    format!(
                        "{who} gave the late player {} the bye of round {round}",
                        bye.name
                    )
                }
                (None, Some(bye)) => {
                    format!(
                        "{who} seated late players in round {round}: {seats}; {} has the bye",
                        bye.name
                    )
                }
            }
        }
        Happening::AsPlayed {
            round,
            tables,
            reason,
        } => format!(
            "{who} corrected the seats of round {round}: {} (reason: {reason})",
            seats(tables)
        ),
        Happening::Repaired {
            round,
            tables,
            bye,
            reason,
        } => {
            let seats = seats(tables);
            match bye {
                None => {
                    format!("{who} repaired round {round}: {seats} (reason: {reason})")
                }
                Some(bye) if tables.is_empty() => {
                    format!(
                        "{who} repaired round {round}: {} has the bye (reason: {reason})",
                        bye.name
                    )
                }
                Some(bye) => format!(
                    "{who} repaired round {round}: {seats}; {} has the bye (reason: {reason})",
                    bye.name
                ),
            }
        }
        Happening::Reported { place, result } => {
            at(&format!("{who} reported {}", table(*place)), result, voice)
        }
        Happening::Claimed {
            place,
            result,
            clause,
        } => {
            let claimed = at(&format!("{who} claimed {}", table(*place)), result, voice);
            match clause {
                Some(clause) => format!("{claimed}; a judge decides ({clause})"),
                None => format!("{claimed}; a judge decides"),
            }
        }
        Happening::SalvoRolled {
            place,
            rolls,
            winner,
        } => {
            let rolls: Vec<String> = rolls.iter().map(|(a, b)| format!("{a}–{b}")).collect();
            let (place, rolls) = (table(*place), rolls.join(", "));
            match winner {
                Some(winner) if voice.is_to(winner) => {
                    format!("{who} rolled the Final Salvo of {place}: {rolls}, you won (XW-SALVO)")
                }
                Some(Named { name, .. }) => {
                    format!(
                        "{who} rolled the Final Salvo of {place}: {rolls}, {name} won (XW-SALVO)"
                    )
                }
                None => format!("{who} rolled the Final Salvo of {place}: {rolls} (XW-SALVO)"),
            }
        }
        Happening::SalvoOffered {
            place,
            dice: (a, b),
            score,
        } => format!(
            "{who} offered a Final Salvo at {}: {a} dice against {b}, {score} points each (XW-SALVO)",
            table(*place)
        ),
        Happening::ConfirmedClaim { place, result } => at(
            &format!("{who} confirmed the claim at {}", table(*place)),
            result,
            voice,
        ),
        Happening::AcceptedReports {
            round,
            tables: confirmed,
        } => format!(
            "{who} confirmed {} of round {round}, which only one player had reported",
            tables(confirmed)
        ),
        Happening::Confirmed { place } => format!("{who} confirmed {}", table(*place)),
        Happening::Disputed { place } => format!("{who} disputed {}", table(*place)),
        Happening::Corrected {
            place,
            result,
            back,
            dropped,
            reason,
        } => {
            let corrected = at(&format!("{who} corrected {}", table(*place)), result, voice);
            match (back.as_slice(), dropped.as_slice()) {
                ([], []) => format!("{corrected} (reason: {reason})"),
                (back, []) => {
                    format!(
                        "{corrected}; plays again: {} (reason: {reason})",
                        names(back)
                    )
                }
                ([], dropped) => format!(
                    "{corrected}; dropped: {} (DROP-1) (reason: {reason})",
                    names(dropped)
                ),
                (back, dropped) => format!(
                    "{corrected}; plays again: {}; dropped: {} (DROP-1) (reason: {reason})",
                    names(back),
                    names(dropped)
                ),
            }
        }
        Happening::NoShow {
            place,
            player,
            replaced_by,
        } => {
            let (name, place) = (&player.name, table(*place));
            match replaced_by {
                None => format!("{who} recorded {name} as a no-show at {place}: lost and dropped"),
                Some(new) => format!(
                    "{who} recorded {name} as a no-show at {place}: dropped before the first game, replaced by {} as the lowest seed (CUT-2)",
                    names(new)
                ),
            }
        }
        Happening::SideChosen { place, side } => {
            let place = table(*place);
            match side {
                Side::Dark => {
                    format!("{who} chose the dark side for the higher seed at {place}")
                }
                Side::Light => {
                    format!("{who} chose the light side for the higher seed at {place}")
                }
            }
        }
        Happening::Clock {
            round,
            command,
            minutes,
        } => floor::clock(who, *round, command, *minutes),
        Happening::Judge { .. } => floor::judge(who, what, voice),
        Happening::Tables { command, player } => floor::tables(who, command, player.as_ref()),
        Happening::FinishedRound {
            round,
            dice_minutes: None,
        } => format!("{who} finished round {round}"),
        Happening::FinishedRound {
            round,
            dice_minutes: Some(minutes),
        } => plural(
            *minutes as usize,
            &format!("{who} finished round {round}; the dice had added 1 minute (GC-CLOCK)"),
            &format!("{who} finished round {round}; the dice had added {{n}} minutes (GC-CLOCK)"),
        ),
        Happening::Voided { round, reason } => {
            format!("{who} voided round {round}; nothing in it counts (reason: {reason})")
        }
        Happening::Dropped {
            player,
            by_themselves,
            replaced_by,
        } => match (by_themselves, replaced_by) {
            (true, None) => format!("{who} dropped"),
            (true, Some(new)) => format!("{who} dropped; {}", comes_in(new)),
            (false, None) => format!("{who} dropped {}", player.name),
            (false, Some(new)) => format!("{who} dropped {}; {}", player.name, comes_in(new)),
        },
        Happening::Rejoined { player } => format!("{who} let {} rejoin", player.name),
        Happening::Disqualified {
            player: Named { name, .. },
            replaced_by,
            reason,
        } => match (replaced_by, reason) {
            (_, None) => format!("{who} disqualified {name}"),
            (None, Some(reason)) => format!("{who} disqualified {name} (reason: {reason})"),
            (Some(new), Some(reason)) => format!(
                "{who} disqualified {name}; {} (reason: {reason})",
                comes_in(new)
            ),
        },
        Happening::Cut {
            seeds,
            again,
            later_day,
        } => {
            let (size, names) = (seeds.len(), names(seeds));
            match (again, later_day) {
                (false, false) => format!("{who} made the cut to the top {size}: {names}"),
                (false, true) => {
                    format!(
                        "{who} made the cut to the top {size}, to be played on a later day: {names}"
                    )
                }
                (true, false) => {
                    format!(
                        "{who} made the cut to the top {size} again, by the corrected standings: {names}"
                    )
                }
                (true, true) => format!(
                    "{who} made the cut to the top {size} again, by the corrected standings, to be played on a later day: {names}"
                ),
            }
        }
        Happening::CutKept { reason } => {
            format!("{who} kept the cut although the standings were corrected (reason: {reason})")
        }
        Happening::PutBack { player, reason } => format!(
            "{who} put {} back into the bracket (reason: {reason})",
            player.name
        ),
        Happening::Finished => {
            format!("{who} finished the tournament and revealed the master seed")
        }
        Happening::Undid {
            position,
            command,
            players,
        } => match command {
            Some(command) => format!("{who} undid: {}", undone::step(command, players)),
            None => format!("{who} undid line {position}"),
        },
        Happening::Redacted { player } => {
            format!("{who} erased the personal data of player {player}")
        }
        Happening::Other { code } => format!("{who} did: {code}"),
    }
}

fn table(place: Place) -> String {
    format!("table {} of round {}", place.table, place.round)
}

fn seats(tables: &[Seats]) -> String {
    let seats = tables
        .iter()
        .map(|seats| format!("table {}: {} – {}", seats.table, seats.a.name, seats.b.name));
    seats.collect::<Vec<_>>().join("; ")
}

/// CUT-2.
fn comes_in(new: &[Named]) -> String {
    format!("replaced by {} as the lowest seed (CUT-2)", names(new))
}

/// "2 tables, bye for Ann, 1 repeat (PAIR-5), draw 2".
fn drawn(draw: &Draw) -> String {
    let mut facts = vec![plural(draw.tables, "1 table", "{n} tables")];
    if !draw.byes.is_empty() {
        facts.push(format!("bye for {}", names(&draw.byes)));
    }
    if draw.repeats > 0 {
        facts.push(plural(
            draw.repeats as usize,
            "1 pair meets again (PAIR-5)",
            "{n} pairs meet again (PAIR-5)",
        ));
    }
    if draw.attempt > 1 {
        facts.push(format!("draw {}", draw.attempt));
    }
    facts.join(", ")
}

/// What was done at a table, with the result where it is public.
fn at(deed: &str, result: &Option<Ended>, voice: Voice) -> String {
    match result {
        Some(ended) => format!("{deed}: {}", ended_text(ended, voice)),
        None => deed.to_owned(),
    }
}

/// Returns who won, and by how much, from the winner's side: "Ann beat Bo (1–0, margin 257–143)".
#[must_use]
pub fn ended_text(ended: &Ended, voice: Voice) -> String {
    let first = ended.outcome.winner().unwrap_or(Seat::A);
    let (one, two) = match first {
        Seat::A => (&ended.a, &ended.b),
        Seat::B => (&ended.b, &ended.a),
    };
    let (won, lost) = (ended.outcome.of(first), ended.outcome.of(first.other()));
    let score = format!("{}–{}", won.points, lost.points);
    let score = match (won.margin, lost.margin) {
        (Margin::Points(a), Margin::Points(b)) => format!("{score}, margin {a}–{b}"),
        (Margin::Share(Share::Of { own, total }), Margin::Share(Share::Of { own: other, .. })) => {
            format!("{score}, shares {own}/{total} and {other}/{total}")
        }
        (Margin::Defeated { points: a, .. }, Margin::Defeated { points: b, .. }) => {
            format!("{score}, points defeated {a}–{b}")
        }
        _ => score,
    };
    let (a, b) = (&one.name, &two.name);
    match (won.verdict, voice.is_to(one), voice.is_to(two)) {
        (Verdict::Win, false, false) => format!("{a} beat {b} ({score})"),
        (Verdict::Win, true, _) => format!("you beat {b} ({score})"),
        (Verdict::Win, false, true) => format!("{a} beat you ({score})"),
        (Verdict::Draw, false, false) => format!("{a} and {b} drew ({score})"),
        (Verdict::Draw, true, _) => format!("you and {b} drew ({score})"),
        (Verdict::Draw, false, true) => format!("you and {a} drew ({score})"),
        (Verdict::Loss, false, false) => format!("{a} and {b} both lost ({score})"),
        (Verdict::Loss, true, _) => format!("you and {b} both lost ({score})"),
        (Verdict::Loss, false, true) => format!("you and {a} both lost ({score})"),
    }
}
