//! Chances and expected times on pages: a percentage with a bar, "about 15:10", a player's own chances.

use crate::parts::{hours, seen};
use crate::visitor::Scene;
use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use muster_forecast::chances::{Certainty, Odds, PlayerChances};
use muster_forecast::schedule::Expected;
use muster_regulations::{CutRule, Regulation, Verdict};
use muster_service::ahead::{self, Assumption, Known, odds};
use muster_tournament::PlayerId;
use muster_tournament::state::{Phase, RoundStatus, State, Status};
use muster_words::{ahead as words, phrases};
use std::sync::Arc;
use std::time::Duration;

/// How long a phone waits for chances; if they take longer, they arrive by themselves.
const PHONE: Duration = Duration::from_millis(250);
/// Minutes to which times are rounded; more precise times would claim too much.
const STEP: i64 = 5;

/// A chance as text with a bar beside it.
#[must_use]
pub fn bar(chance: Odds) -> Markup {
    let wide = chance.thousandths().unwrap_or(0) / 10;
    html! {
        div.prob {
            b { (words::chance(odds(chance))) }
            svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" {
                rect.all width="100" height="8" {}
                rect.part width=(wide) height="8" {}
            }
        }
    }
}

/// "about 15:10", in the time zone of the hall.
#[must_use]
pub fn about(state: &State, at: Timestamp) -> String {
    let seconds = STEP * 60;
    let rounded = at.as_second().saturating_add(seconds / 2) / seconds * seconds;
    let at = Timestamp::from_second(rounded).unwrap_or(at);
    format!("about {}", hours::time_of_day(state, at))
}

/// Returns the expected times that everybody may know: none while a secret clock runs (GC-CLOCK).
#[must_use]
pub fn expected_by_all(scene: &Scene, state: &State) -> Option<Expected> {
    let secret = state.setup.regulation == Regulation::Conquest && state.in_play().is_some();
    ahead::expected(&scene.service, state).filter(|_| !secret)
}

/// Returns when the next round is expected to start, between rounds.
#[must_use]
pub fn next_start(scene: &Scene, state: &State) -> Option<Timestamp> {
    let expected = expected_by_all(scene, state)?;
    expected
        .next_round
        .filter(|_| expected.round_ends.is_none())
}

/// The desk's line: when the round and the day end.
#[must_use]
pub fn desk(scene: &Scene, state: &State) -> Markup {
    let expected = ahead::expected(&scene.service, state);
    let rounds = expected.as_ref().map_or(0, |e| e.learned_from as usize);
    html! {
        span #expected data-live title=(phrases::plural(rounds, "Based on 1 round so far", "Based on {n} rounds so far")) {
            @if let Some(expected) = expected {
                @if let Some(ends) = expected.round_ends { "Round ends " (about(state, ends)) ", day " (about(state, expected.ends)) }
                @else if let Some(next) = expected.next_round { "Next round " (about(state, next)) ", day ends " (about(state, expected.ends)) }
                @else { "Ends " (about(state, expected.ends)) }
            }
        }
    }
}

/// The projector's line between rounds and while a round is played.
#[must_use]
pub fn wall(scene: &Scene, state: &State) -> Markup {
    let Some(expected) = expected_by_all(scene, state) else {
        return html! {};
    };
    // A round that is about to start says so itself.
    let soon = scene.app.now().checked_add(SignedDuration::from_mins(STEP));
    let later = |at: &Timestamp| soon.as_ref().is_ok_and(|soon| at > soon);
    html! {
        p.expected {
            @if let Some(ends) = expected.round_ends { "Round ends " b { (about(state, ends)) } ". " }
            @else if let Some(next) = expected.next_round.filter(later) { "Next round " b { (about(state, next)) } ". " }
            "The day ends " b { (about(state, expected.ends)) } "."
        }
    }
}

/// Returns a player's chances, where the desk lets players see theirs.
pub async fn own(scene: &Scene) -> Option<Arc<Known>> {
    if !scene.settings.phone_chances {
        return None;
    }
    let ahead = &scene.service.ahead;
    ahead.chances(&scene.room, Assumption::Equal, PHONE).await
}

/// Returns everybody's chances for the wall: between rounds, while the cut is open, where the desk wants it.
pub async fn between_rounds(scene: &Scene) -> Option<Arc<Known>> {
    let between = scene.room.read(|t| {
        let state = t.state();
        let last = seen::rounds(state).last();
        let over = last.is_some_and(|round| round.status == RoundStatus::Finished);
        let cut = state
            .structure
            .map_or(CutRule::None, |structure| structure.cut);
        state.phase == Phase::Swiss && over && cut != CutRule::None && state.knockout.is_none()
    });
    if !between || !scene.settings.projector_chances {
        return None;
    }
    let ahead = &scene.service.ahead;
    ahead.chances(&scene.room, Assumption::Equal, PHONE).await
}

/// A player's chance of the cut on the wall.
#[must_use]
pub fn on_the_wall(known: &Known, player: PlayerId) -> String {
    let cut = known.chances.of(player).and_then(|own| own.cut);
    cut.map(|cut| words::chance(odds(cut))).unwrap_or_default()
}

/// What a phone shows of the future: when play continues, and the player's own chances.
#[must_use]
pub fn phone(scene: &Scene, state: &State, player: PlayerId, known: Option<&Known>) -> Markup {
    let in_play = matches!(state.phase, Phase::Swiss | Phase::Elimination);
    let expected = expected_by_all(scene, state).filter(|_| plays_on(state, player));
    let chances = known.map(|known| (known, known.chances.of(player)));
    html! {
        // A phone that was opened during registration finds its part here later, so it is there from the start.
        div #ahead data-live {
            @if in_play {
                @if let Some(expected) = expected { (when(state, &expected)) }
                @match chances {
                    Some((known, Some(own))) => (own_chances(state, known, own)),
                    // A player who is out has no chances left to show.
                    Some((_, None)) => {},
                    None if scene.settings.phone_chances && plays_on(state, player) => section data-again { p.quiet { "Working out your chances…" } },
                    None => {},
                }
            }
        }
    }
}

/// Returns whether a player has games to come: neither dropped, disqualified nor left out of the cut.
#[must_use]
pub fn plays_on(state: &State, player: PlayerId) -> bool {
    state
        .player(player)
        .is_some_and(|player| player.status == Status::Active)
}

fn when(state: &State, expected: &Expected) -> Markup {
    html! {
        @if let Some(ends) = expected.round_ends {
            section.when { p { "This round ends " b { (about(state, ends)) } "." } }
        } @else if let Some(next) = expected.next_round {
            section.when {
                h2 { "Next round " (about(state, next)) }
                p.quiet { "Your table appears here by itself." }
            }
        }
    }
}

/// The round that "with a win" is about.
fn round_at_hand(state: &State) -> String {
    let published = state
        .rounds
        .iter()
        .rfind(|round| round.status > RoundStatus::Draft);
    match published {
        Some(round) if round.status == RoundStatus::Published => round.number.to_string(),
        Some(round) => (round.number.0 + 1).to_string(),
        None => "1".to_owned(),
    }
}

fn own_chances(state: &State, known: &Known, own: &PlayerChances) -> Markup {
    let open = own.cut_is_open();
    let cut = Some(known.chances.cut).filter(|_| open);
    let whole = own.at_stake();
    let with: Vec<(Verdict, Odds)> = own
        .with
        .iter()
        .map(|with| (with.result, own.at_stake_with(with)))
        .collect();
    let game = match state.phase {
        Phase::Elimination => "this game".to_owned(),
        _ => format!("round {}", round_at_hand(state)),
    };
    // A player who is out of the bracket knows it.
    if state.phase == Phase::Elimination && matches!(whole, Odds::Proved(Certainty::Eliminated)) {
        return html! {};
    }
    html! {
        section.chances {
            div.sum { h2 { "Your chance of " (words::stake(cut.unwrap_or(CutRule::None))) } p.big { (words::chance(odds(whole))) } }
            @if !matches!(whole, Odds::Proved(_)) {
                dl {
                    @for (verdict, chance) in &with {
                        div {
                            dt { @match verdict { Verdict::Win => "Win ", Verdict::Draw => "Draw ", Verdict::Loss => "Lose " } (game) }
                            dd { (bar(*chance)) }
                        }
                    }
                }
                @if let Some(wins) = own.wins_needed.filter(|wins| *wins > 0 && open) {
                    p { b { @if wins == 1 { "1 more win and you are in." } @else { (wins) " more wins and you are in." } } }
                }
            }
            details {
                summary { "How we work this out" }
                p { (phrases::capital(&words::explained_with(odds(whole), &with.iter().map(|(verdict, chance)| (*verdict, odds(*chance))).collect::<Vec<_>>()))) "." }
                p.quiet {
                    "We play the rest of the tournament thousands of times by the real rules. "
                    (words::basis(known.chances.simulations, known.assumption == Assumption::Estimated))
                }
            }
        }
    }
}
