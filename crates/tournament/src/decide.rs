//! Deciding: a command is judged against the state and becomes an entry, or is refused with a reason. Pure: randomness
//! comes in as seeds, the clock is not read, and nothing changes until the entry is folded.

mod bracket;
mod clock;
mod judges;
mod lists;
mod people;
mod recorded;
mod repair;
mod results;
mod rounds;
mod salvo;
mod setup;
mod tables;

use crate::command::Command;
use crate::entry::{Entry, Gave};
use crate::ids::{By, PlayerId, RoundNo, TableNo};
use crate::permissions;
use crate::refusal::{
    HasResult, NotNow, PlayerProblem, Refusal, TextField, TextProblem, UndoProblem,
};
use crate::seeds::Seeds;
use crate::state::{Match, Phase, Player, Round, State};

/// Judges a command. Creating and undoing are judged by [`crate::Tournament`], which holds the journal.
pub fn decide(
    state: &State,
    by: By,
    command: &Command,
    seeds: &dyn Seeds,
) -> Result<Entry, Refusal> {
    permissions::check(state, by, command)?;
    let follows = match (command, &state.recorded) {
        (Command::Redact { .. }, _) => true,
        // The lists that a record holds come after it, one line each.
        (Command::List(list), Some(_)) => lists::completes_record(state, list),
        _ => false,
    };
    if let Some(source) = state.recorded.as_ref().filter(|_| !follows) {
        return Err(NotNow::Recorded(source.program.clone()).into());
    }
    if state.phase == Phase::Finished && !follows {
        return Err(NotNow::TournamentOver.into());
    }
    let gave = match command {
        Command::Create { .. } => return Err(NotNow::CreatedAlready.into()),
        Command::Undo | Command::UndoLine { .. } => {
            return Err(UndoProblem::OnJournalOnly.into());
        }
        Command::Import(recorded) => recorded::import(state, recorded)?,
        Command::Configure { setup } => setup::configure(state, setup)?,
        Command::Assign { role, .. } => people::assign(state, *role)?,
        Command::Dismiss { staff } => people::dismiss(state, *staff)?,
        Command::Register { players } => people::register(state, players)?,
        Command::Amend {
            player,
            faction,
            list_points,
            ..
        } => people::amend(state, *player, faction.as_deref(), *list_points)?,
        Command::List(command) => lists::list(state, by, command)?,
        Command::CheckIn { players, .. } => people::check_in(state, players)?,
        Command::Start { phrase } => setup::start(state, phrase.as_deref(), seeds)?,
        Command::Draft => rounds::draft(state, seeds)?,
        Command::Redraw { reason } => rounds::redraw(state, reason, seeds)?,
        Command::Swap {
            a,
            b,
            reason,
            anyway,
        } => rounds::swap(state, *a, *b, reason, *anyway)?,
        Command::Pin {
            a,
            b,
            reason,
            anyway,
        } => rounds::pin(state, *a, *b, reason, *anyway, seeds)?,
        Command::Publish => rounds::publish(state)?,
        Command::Seat { players } => rounds::seat(state, players)?,
        Command::AsPlayed { tables, reason } => rounds::as_played(state, tables, reason)?,
        Command::Repair { tables, reason } => repair::repair(state, tables, reason)?,
        Command::Clock(command) => clock::clock(state, command)?,
        Command::Judge(command) => judges::judge(state, by, command)?,
        Command::Tables(command) => tables::tables(state, command)?,
        Command::FinishRound => rounds::finish(state, seeds)?,
        Command::VoidRound { reason } => rounds::void(state, reason)?,
        Command::Report { table, report } => results::report(state, by, *table, report)?,
        Command::FinalSalvo {
            table,
            a_dice,
            b_dice,
            score,
        } => salvo::salvo(state, by, *table, [*a_dice, *b_dice], *score, seeds)?,
        Command::Confirm { table } => results::confirm(state, by, *table)?,
        Command::AcceptReports { tables } => results::accept(state, tables)?,
        Command::Dispute { table } => results::dispute(state, by, *table)?,
        Command::Correct {
            round,
            table,
            report,
            reason,
        } => results::correct(state, *round, *table, report, reason)?,
        Command::NoShow { table, absent } => results::no_show(state, *table, *absent)?,
        Command::ChooseSide { table, .. } => bracket::choose_side(state, by, *table)?,
        Command::Drop { player } => people::drop(state, *player)?,
        Command::Rejoin { player } => people::rejoin(state, *player)?,
        Command::Disqualify { player, reason } => people::disqualify(state, *player, reason)?,
        Command::Cut { .. } => bracket::cut(state)?,
        Command::KeepCut { reason } => bracket::keep_cut(state, reason)?,
        Command::PutBack { player, reason } => bracket::put_back(state, *player, reason)?,
        Command::Finish => bracket::finish(state, seeds)?,
        Command::Redact { player } => people::redact(state, *player)?,
    };
    Ok(Entry {
        did: command.clone(),
        gave,
    })
}

pub(crate) use bracket::qualified;
pub(crate) use repair::is_possible as repair_is_possible;
pub(crate) use rounds::{before, pins, seat};
pub(crate) use setup::check_setup;

fn player(state: &State, id: PlayerId) -> Result<&Player, Refusal> {
    state.player(id).ok_or(Refusal::NoSuchPlayer { player: id })
}

fn refuse_player<T>(state: &State, id: PlayerId, problem: PlayerProblem) -> Result<T, Refusal> {
    Err(Refusal::Player {
        name: state.name(id),
        problem,
    })
}

fn refuse_result<T>(round: &Round, table: TableNo, how: HasResult) -> Result<T, Refusal> {
    let round = round.number;
    Err(Refusal::HasResult { round, table, how })
}

fn current(state: &State) -> Result<&Round, Refusal> {
    state
        .current()
        .ok_or(Refusal::NoSuchRound { round: RoundNo(1) })
}

fn table_of(round: &Round, table: TableNo) -> Result<&Match, Refusal> {
    round.table(table).ok_or(Refusal::NoSuchTable {
        round: round.number,
        table,
    })
}

/// The longest ruling, and the longest reason of one.
const LONGEST_RULING: usize = 500;

/// Checks a text that people typed: not empty, not too long, no control characters.
pub(crate) fn text(field: TextField, value: &str) -> Result<(), Refusal> {
    text_up_to(crate::personal::LONGEST_TEXT, field, value)
}

/// The same for judges' texts, which may be longer.
fn long_text(field: TextField, value: &str) -> Result<(), Refusal> {
    text_up_to(LONGEST_RULING, field, value)
}

fn text_up_to(most: usize, field: TextField, value: &str) -> Result<(), Refusal> {
    let problem = if value.trim().is_empty() {
        TextProblem::Empty
    } else if value.chars().count() > most {
        TextProblem::TooLong(most)
    } else if value.chars().any(char::is_control) {
        TextProblem::ControlCharacter
    } else {
        return Ok(());
    };
    Err(Refusal::Text { field, problem })
}

/// Most commands have no result of their own.
const NOTHING: Gave = Gave::Nothing;
