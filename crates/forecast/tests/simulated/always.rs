//! What holds in every reachable state, asked after every step of every simulated tournament.

use muster_regulations::CutRule;
use muster_regulations::{Role, StageKind};
use muster_tournament::floor::prompts::{PromptKind, prompts};
use muster_tournament::ids::Hex32;
use muster_tournament::next::{Action, next};
use muster_tournament::permissions::{Who, allowed};
use muster_tournament::seeds::Master;
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, Status};
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, State, Tournament, knockout, standings,
};
use std::collections::BTreeSet;

/// What the steps so far have to be remembered for.
#[derive(Default)]
pub(crate) struct Always {
    before: Option<State>,
    /// Every number that was ever given to a player.
    numbers: BTreeSet<PlayerId>,
}

impl Always {
    pub(crate) fn look(&mut self, tournament: &Tournament, plan: &str) {
        let state = tournament.state();
        let did = &tournament.lines().last().unwrap().core.entry.did;
        let fail = |what: String| -> ! {
            panic!("{plan}, line {} ({}): {what}", state.position, did.name())
        };
        if let Some(before) = &self.before
            && let Some(what) = disturbed(before, state, did)
        {
            fail(what);
        }
        if let Some(what) = wrong_seeds(state) {
            fail(what);
        }
        if let Some(what) = wrong_draft(state) {
            fail(what);
        }
        if let Some(what) = refused_proposal(tournament) {
            fail(what);
        }
        if let Some(what) = undo_beyond_rights(tournament) {
            fail(what);
        }
        if let Command::Register { players } = did {
            let new = state
                .players
                .iter()
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .take(players.len());
            for player in new {
                if !self.numbers.insert(player.id) {
                    fail(format!("number {} is given twice", player.id));
                }
            }
        }
        self.before = Some(state.clone());
    }
}

/// A game in progress: its round runs by the clock, or something of it was reported.
fn in_progress<'a>(round: &'a Round, m: &'a Match) -> bool {
    let begun = round.clock.is_some()
        || m.status != MatchStatus::Playing
        || m.claims.iter().any(Option::is_some);
    let open = matches!(
        m.status,
        MatchStatus::Playing | MatchStatus::Reported | MatchStatus::Disputed
    );
    round.status == RoundStatus::Published && begun && open
}

/// A game in progress is never voided, reseeded or moved, unless a leader chose just that.
fn disturbed(before: &State, after: &State, did: &Command) -> Option<String> {
    let chosen = matches!(
        did,
        Command::VoidRound { .. }
            | Command::AsPlayed { .. }
            | Command::Repair { .. }
            | Command::Undo
    );
    let round = before.current().filter(|_| !chosen)?;
    let now = after.round(round.number);
    let playing = round.matches.iter().filter(|m| in_progress(round, m));
    for m in playing {
        let at = format!("the game at table {} of round {}", m.table, round.number);
        let Some(now) = now.filter(|now| now.status > RoundStatus::Draft) else {
            return Some(format!("{at} is gone"));
        };
        match now.table(m.table) {
            Some(same) if [same.a, same.b] == [m.a, m.b] => {
                let left = [m.a, m.b].iter().any(|id| !takes_part(after, *id));
                if same.status == MatchStatus::Walkover && !left {
                    return Some(format!("{at} was given away"));
                }
            }
            _ => return Some(format!("{at} has other players")),
        }
    }
    None
}

fn takes_part(state: &State, id: PlayerId) -> bool {
    state
        .player(id)
        .is_some_and(|player| player.status == Status::Active)
}

/// The seeds are the cut of the current standings, or the difference waits for a leader or was decided by one.
fn wrong_seeds(state: &State) -> Option<String> {
    let knockout = state.knockout.as_ref()?;
    let rule = state.structure?.cut;
    let kept = knockout::mismatch(state).is_some_and(|mismatch| mismatch.is_kept);
    if rule == CutRule::None || state.swiss_rounds().next().is_none() || kept {
        return None;
    }
    let gone = |id: &PlayerId| state.player(*id).is_none_or(|p| p.gone_from.is_some());
    let in_play: Vec<PlayerId> = knockout
        .seeds
        .iter()
        .copied()
        .filter(|id| !gone(id))
        .collect();
    let eligible = |id: &PlayerId| {
        in_play.contains(id)
            || state
                .player(*id)
                .is_some_and(|p| p.status == Status::CutOff)
    };
    let rows = standings::standings(state).rows;
    let ranked = rows.iter().filter(|row| eligible(&row.player));
    let expected: Vec<PlayerId> = match rule {
        CutRule::Points(least) => ranked
            .filter(|row| row.points >= least)
            .map(|row| row.player)
            .collect(),
        _ => ranked.take(in_play.len()).map(|row| row.player).collect(),
    };
    let asked = prompts(state)
        .iter()
        .any(|prompt| prompt.kind == PromptKind::Cut);
    (in_play != expected && !asked)
        .then(|| format!("seeds {in_play:?}, but the standings say {expected:?}"))
}

/// A draft that can be published has nobody who is out, and everybody who is in exactly once.
fn wrong_draft(state: &State) -> Option<String> {
    let round = state.current()?;
    if round.status != RoundStatus::Draft || round.stale.is_some() {
        return None;
    }
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let mut seated: Vec<PlayerId> = seated.chain(round.byes.iter().copied()).collect();
    seated.sort_unstable();
    if let Some(out) = seated.iter().find(|id| !takes_part(state, **id)) {
        return Some(format!("{out} is out and in the draft"));
    }
    if seated.windows(2).any(|pair| pair[0] == pair[1]) {
        return Some("somebody is in the draft twice".to_owned());
    }
    let active: Vec<PlayerId> = state.active().map(|player| player.id).collect();
    (round.stage == StageKind::Swiss && seated != active)
        .then(|| "somebody who takes part is not in the draft".to_owned())
}

/// What the program proposes next is never refused.
fn refused_proposal(tournament: &Tournament) -> Option<String> {
    let state = tournament.state();
    let next = next(state);
    let reason = || "proposed".to_owned();
    let command = match next.action {
        Action::Start => Command::Start { phrase: None },
        Action::Draft => Command::Draft,
        Action::Redraw => Command::Redraw { reason: reason() },
        Action::Publish => Command::Publish,
        Action::Seat => Command::Seat {
            players: next.seats.clone(),
        },
        Action::Void => Command::VoidRound { reason: reason() },
        Action::AcceptReports => Command::AcceptReports {
            tables: next.unconfirmed.clone(),
        },
        Action::FinishRound => Command::FinishRound,
        Action::Cut => Command::Cut { later_day: false },
        Action::Finish => Command::Finish,
        _ => return None,
    };
    let at = tournament.lines().last()?.core.at;
    let request = Request::new(By::Staff(muster_tournament::ids::ORGANIZER), at, command);
    // Any seed will do to see whether a draw is possible; the end asks for the right one.
    match tournament.judge(&request, &Master::new(Hex32([0; 32]))) {
        Ok(_) | Err(Refusal::NoSeed) => None,
        Err(refusal) => Some(format!(
            "proposes “{}” and refuses it: {refusal}",
            muster_words::next::title(&next)
        )),
    }
}

/// Nobody undoes a step that they could not take themselves.
fn undo_beyond_rights(tournament: &Tournament) -> Option<String> {
    let state = tournament.state();
    let last = tournament.standing().last()?;
    let at = tournament.lines().last()?.core.at;
    for staff in state.staff.iter().filter(|staff| staff.on_duty) {
        let who = match staff.role {
            Role::Organizer => Who::Organizer,
            Role::Head => Who::Head,
            Role::Judge => Who::Judge,
        };
        let may = allowed(state.setup.regulation, &last.core.entry.did).contains(&who);
        let undo = Request::new(By::Staff(staff.id), at, Command::Undo);
        if tournament
            .judge(&undo, &Master::new(Hex32([0; 32])))
            .is_ok()
            && !may
        {
            return Some(format!("{who:?} undoes {}", last.core.entry.did.name()));
        }
    }
    None
}
