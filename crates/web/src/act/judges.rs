//! Forms of the judges' desk and of tables become commands here; the table of permissions says who may give them.

use crate::fields::Fields;
use crate::problem::Problem;
use muster_regulations::Report;
use muster_regulations::table::{Size, Terrain};
use muster_tournament::TableNo;
use muster_tournament::command::{Command, JudgeCommand, TableCommand, TableSpec};
use muster_tournament::floor::judges::{CallNo, FortNo, LossNo, RulingNo};

/// Reads a command of the judges' desk; `None` if the name is not one of its commands.
pub(super) fn command(
    name: &str,
    fields: &Fields,
    report: impl Fn() -> Result<Report, Problem>,
) -> Option<Result<Command, Problem>> {
    let read = match name {
        "define_table" => return Some(define(fields).map(Command::Tables)),
        "sit" => return Some(sit(fields).map(Command::Tables)),
        _ => judge(name, fields, report)?,
    };
    Some(read.map(Command::Judge))
}

fn judge(
    name: &str,
    fields: &Fields,
    report: impl Fn() -> Result<Report, Problem>,
) -> Option<Result<JudgeCommand, Problem>> {
    // How a match that is lost outside of play counts, if staff enter it.
    let scored = || fields.ticked("scored").then(&report).transpose();
    let text = |name: &str| fields.text(name).map(str::to_owned);
    let number = || fields.number::<u32>("number");
    let yes = |name: &str| fields.text(name).map(|answer| answer == "yes");
    let read = || {
        Ok(Some(match name {
            "call" => JudgeCommand::Call {
                table: fields.table()?,
                what: what(fields)?,
            },
            "take_call" => JudgeCommand::Take {
                call: CallNo(number()?),
            },
            "close_call" => JudgeCommand::Close {
                call: CallNo(number()?),
            },
            "rule" => JudgeCommand::Rule {
                table: fields.table()?,
                text: text("text")?,
            },
            "appeal" => JudgeCommand::Appeal {
                ruling: RulingNo(number()?),
            },
            "decide_appeal" => JudgeCommand::Decide {
                ruling: RulingNo(number()?),
                text: text("text")?,
                overruled: yes("overruled")?,
            },
            "warn" => JudgeCommand::Warn {
                player: fields.player("player")?,
                reason: text("reason")?,
            },
            "game_loss" => JudgeCommand::GameLoss {
                table: fields.table()?,
                player: fields.player("player")?,
                reason: text("reason")?,
                report: scored()?,
            },
            "recommend_removal" => JudgeCommand::Recommend {
                player: fields.player("player")?,
                reason: text("reason")?,
            },
            "keep" => JudgeCommand::Keep {
                player: fields.player("player")?,
                reason: text("reason")?,
            },
            "component_lost" => JudgeCommand::Lost {
                table: fields.table()?,
                player: fields.player("player")?,
                what: text("what")?,
                minutes: fields.number("minutes")?,
            },
            "component_found" => JudgeCommand::Found {
                loss: LossNo(number()?),
            },
            "concede_for_component" => JudgeCommand::Concede {
                loss: LossNo(number()?),
                report: scored()?,
            },
            "remove_for_component" => JudgeCommand::Remove {
                loss: LossNo(number()?),
            },
            "proxy" => JudgeCommand::Proxy {
                player: fields.player("player")?,
                card: text("card")?,
                unreadable: text("unreadable")?,
            },
            "suspect_fortressing" => JudgeCommand::Suspect {
                table: fields.table()?,
                player: fields.player("player")?,
            },
            "check_fortressing" => JudgeCommand::Check {
                fort: FortNo(number()?),
                met: yes("met")?,
            },
            "determine_fortressing" => JudgeCommand::Determine {
                fort: FortNo(number()?),
                deliberate: yes("deliberate")?,
            },
            "follow_up_fortressing" => JudgeCommand::FollowUp {
                fort: FortNo(number()?),
                goes_on: yes("goes_on")?,
                score: fields.maybe("score")?,
            },
            _ => return Ok(None),
        }))
    };
    read().transpose()
}

/// What a call is about: one of the presets, free text, or both.
fn what(fields: &Fields) -> Result<String, Problem> {
    match (fields.get("about"), fields.get("what")) {
        (Some(about), Some(what)) => Ok(format!("{about}: {what}")),
        (Some(one), None) | (None, Some(one)) => Ok(one.to_owned()),
        (None, None) => fields.text("what").map(str::to_owned),
    }
}

fn define(fields: &Fields) -> Result<TableCommand, Problem> {
    let size = fields.get("size").map(|text| {
        Size::parse(text).ok_or_else(|| Problem::bad(format!("“{text}” isn’t a table size.")))
    });
    Ok(TableCommand::Define {
        tables: vec![TableSpec {
            number: TableNo(fields.number("table")?),
            size: size.transpose()?,
            terrain: Terrain {
                medium: fields.maybe("medium")?,
                large: fields.maybe("large")?,
                area: fields.maybe("area")?,
                difficult: fields.maybe("difficult")?,
                scatter: fields.maybe("scatter")?,
                coverage: fields.maybe("coverage")?,
            },
            accessible: fields.ticked("accessible"),
            stream: fields.ticked("stream"),
        }],
    })
}

fn sit(fields: &Fields) -> Result<TableCommand, Problem> {
    let tables = fields.get("tables").unwrap_or_default();
    let tables = tables.split([',', ' ']).filter(|text| !text.is_empty());
    Ok(TableCommand::Sit {
        player: fields.player("player")?,
        tables: tables
            .map(|text| {
                let number = text.parse().map(TableNo);
                number.map_err(|_| Problem::bad(format!("“{text}” isn’t a table number.")))
            })
            .collect::<Result<_, _>>()?,
    })
}
