//! `muster add`: registers players, by name or from a file.

use crate::clock;
use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::foreign_file;
use crate::output::{Column, Output};
use crate::seed_file;
use clap::Args;
use muster_exchange::players::{self, Entering, Line, ListedPlayer, Preview};
use muster_tournament::state::{Phase, Round, RoundStatus};
use muster_tournament::{Command, PlayerId, StaffId, State};
use muster_words::files::{FileNoteInWords, FileProblem, Unreadable};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Register players: by name, or from a CSV file
#[derive(Args, Debug)]
#[command(alias = "register")]
#[command(after_help = "\
Examples:
  muster add \"Ann Archer\" \"Bo Brandt\" \"Cleo Castor\"
  muster add \"Dan Drake\" --faction Rebel --list-points 198 --club \"Red Barn\"
  muster add --from players.csv --dry-run

A CSV file has a header with name (or first name, last name), email, club, faction, \
points, table and list, in any order and in English, German, French, Spanish, Italian or \
Polish; or just one name per line. A table is reserved for the player in every round; a list is \
handed in for the player. --dry-run shows how each line is read. \
After the start this is a late entry (DROP-4); the output says what comes next.")]
pub(crate) struct Add {
    /// Names
    #[arg(required_unless_present = "from")]
    names: Vec<String>,
    /// Read players from a CSV file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "club", "faction", "list_points", "contact", "leader"])]
    from: Option<PathBuf>,
    /// Club, store or team
    #[arg(long)]
    club: Option<String>,
    /// Faction or affiliation
    #[arg(long)]
    faction: Option<String>,
    /// Points total of the list
    #[arg(long, value_name = "POINTS")]
    list_points: Option<u32>,
    /// Contact, for the organizer only
    #[arg(long)]
    contact: Option<String>,
    /// Staff number, if the player is also on the staff (ROLE-5); see `muster role`
    #[arg(long, value_name = "STAFF")]
    leader: Option<u32>,
    /// Check them in at once
    #[arg(long)]
    check_in: bool,
    #[command(flatten)]
    acting: Acting,
}

impl Add {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let preview = self.from.as_deref();
        let preview = preview.map(|path| preview_of(path, desk.state()));
        let preview = preview.transpose()?;
        let listed: Vec<ListedPlayer> = match &preview {
            Some(preview) => preview.players().cloned().collect(),
            None => self.names.iter().map(|name| self.listed(name)).collect(),
        };
        if let Some(preview) = &preview {
            for note in preview.notes() {
                out.note(note);
            }
        }
        let entering = Entering {
            by: desk.by(),
            at: clock::now()?,
            leader: self.leader.map(StaffId),
            players: &listed,
        };
        let ids: Vec<PlayerId> = entering.numbers(desk.state()).collect();
        for request in entering.requests(desk.state(), seed_file::fresh)? {
            desk.give(request)?;
        }
        if self.check_in && desk.state().phase == Phase::Registration {
            desk.act(Command::CheckIn {
                players: ids.clone(),
                present: true,
            })?;
        }
        let done = desk.commit(out)?;
        let mut views = Map::new();
        let numbered = ids.iter().zip(&listed);
        let added = numbered.map(|(id, player)| json!({"player": id, "name": player.name}));
        views.insert("players".into(), added.collect());
        if let Some(preview) = &preview {
            views.insert("lines".into(), lines_json(preview));
        }
        done.report(out, views, |state, out| {
            let rows = ids.iter().filter_map(|id| row(state, *id)).collect();
            let columns = [
                Column::Number("#"),
                Column::Text("Player"),
                Column::Text("Club"),
                Column::Text("Faction"),
                Column::Number("List"),
            ];
            out.gap();
            out.table(&columns, rows);
            let waiting = |round: &&Round| {
                round.status == RoundStatus::Published && !ids.iter().any(|id| round.holds(*id))
            };
            if let Some(round) = state.current().filter(waiting) {
                let numbers: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
                out.gap();
                out.sentence(format!(
                    "Seat them in round {} with `muster pair --seat {}`, or they play from the next round on (DROP-4).",
                    round.number,
                    numbers.join(" ")
                ));
            }
        });
        Ok(())
    }

    fn listed(&self, name: &str) -> ListedPlayer {
        ListedPlayer {
            name: name.trim().to_owned(),
            email: self.contact.clone(),
            club: self.club.clone(),
            faction: self.faction.clone(),
            points: self.list_points,
            ..ListedPlayer::default()
        }
    }
}

fn preview_of(path: &Path, state: &State) -> Result<Preview, Fault> {
    let bytes = foreign_file::read(path)?;
    let preview = players::read(&bytes).map_err(|error| Fault::unreadable(path, &error))?;
    if preview.lines.is_empty() {
        let empty = Unreadable::file(FileProblem::Empty);
        return Err(Fault::unreadable(path, &empty));
    }
    if preview.players().next().is_none() {
        let mut notes = preview.notes().map(|note| note.to_string());
        let why = notes.next().unwrap_or_default();
        return Err(Fault::file(path, format!("No line could be read. {why}")));
    }
    Ok(preview.for_tournament(state))
}

fn lines_json(preview: &Preview) -> Value {
    let lines = preview.lines.iter().map(|line| match &line.read {
        Ok(player) => line_json(line, "name", &player.name),
        Err(why) => line_json(line, "not_read", &why.to_string()),
    });
    lines.collect()
}

fn line_json(line: &Line, key: &str, value: &str) -> Value {
    let warnings: Vec<String> = line.warnings.iter().map(ToString::to_string).collect();
    let notes: Vec<FileNoteInWords> = line.notes().map(FileNoteInWords::from).collect();
    json!({"line": line.number, key: value, "warnings": warnings, "notes": notes})
}

fn row(state: &State, id: PlayerId) -> Option<Vec<String>> {
    let player = state.player(id)?;
    let club = player
        .personal
        .as_ref()
        .and_then(|person| person.club.clone());
    Some(vec![
        id.0.to_string(),
        state.name(id),
        club.unwrap_or_default(),
        player.faction.clone().unwrap_or_default(),
        player
            .list_points
            .map_or_else(String::new, |points| points.to_string()),
    ])
}
