//! Why a bracket pairs two players, lets one go on without a game, or counts a table as decided. Relies on the shape of
//! the bracket and on what was recorded in it; promises the clause of the regulation's own kind of elimination.

use super::Explanation;
use super::drawn::state_at;
use super::words::counted;
use crate::ids::PlayerId;
use crate::knockout;
use crate::shown::words::capital;
use crate::state::{Knockout, Match, Round, State};
use crate::tournament::Tournament;
use muster_pairing::bracket::{
    Absence, Node, NodeId, Play, SeedNo, Side, Source, Standing, State as NodeState,
};
use muster_regulations::EliminationKind;

/// A bracket with all that is needed to speak about it.
struct Bracket<'a> {
    state: &'a State,
    knockout: &'a Knockout,
    play: Play,
    kind: EliminationKind,
}

impl<'a> Bracket<'a> {
    fn of(state: &'a State) -> Option<Bracket<'a>> {
        Some(Bracket {
            state,
            knockout: state.knockout.as_ref()?,
            play: knockout::play(state)?,
            kind: state.setup.regulation.book().elimination,
        })
    }

    fn is_from_start(&self) -> bool {
        self.state.swiss_rounds().next().is_none()
    }

    fn name(&self, seed: SeedNo) -> String {
        match self.knockout.player(seed) {
            Some(player) => self.state.name(player),
            None => format!("nobody on {seed}"),
        }
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.knockout.shape.node(id)
    }

    /// The clause that says who meets whom after the first round.
    fn advance(&self) -> &'static str {
        match self.kind {
            EliminationKind::Single => "SE-2",
            EliminationKind::Seeded => "GC-BRACKET",
            EliminationKind::Double => "CG-DE",
        }
    }

    /// The clause about those who leave.
    fn leaving(&self, first: bool) -> &'static str {
        match self.kind {
            EliminationKind::Single if first && self.knockout.later_day => "CUT-2b",
            EliminationKind::Single => "SE-4",
            EliminationKind::Seeded => "GC-BRACKET",
            EliminationKind::Double => "CG-DROP",
        }
    }
}

/// Explains why a bracket pairs two players.
pub(super) fn pairing(state: &State, m: &Match, explanation: &mut Explanation) {
    let Some(bracket) = Bracket::of(state) else {
        return;
    };
    let Some((id, node)) = m.node.and_then(|id| Some((id, *bracket.node(id)?))) else {
        return;
    };
    if let [Source::Seed(one), Source::Seed(two)] = node.sources {
        first_round(&bracket, &node, [one, two], explanation);
        return;
    }
    if node.side == Side::Reset {
        explanation.rule(
            "CG-DE",
            "The winner of the lower bracket won the first final: both finalists have one loss, so they play again.",
        );
    } else {
        explanation.rule(bracket.advance(), place_in_words(&bracket, &node));
    }
    for source in node.sources {
        came_from(&bracket, id, source, explanation);
    }
}

/// Names a game of the bracket inside a sentence: "game 2 of bracket round 1".
fn place(node: &Node) -> String {
    let Node { game, round, .. } = node;
    match node.side {
        Side::Main => format!("game {game} of bracket round {round}"),
        Side::Upper => format!("game {game} of bracket round {round} (upper bracket)"),
        Side::Lower => format!("game {game} of bracket round {round} (lower bracket)"),
        Side::GrandFinal => "the final".to_owned(),
        Side::Reset => "the second final".to_owned(),
    }
}

fn place_in_words(bracket: &Bracket, node: &Node) -> String {
    let place = capital(&place(node));
    match bracket.kind {
        EliminationKind::Single => format!(
            "{place}: the winner of the first game meets the winner of the last, the second that of the last but one, and so on."
        ),
        EliminationKind::Seeded => {
            format!("{place}: the bracket is fixed, and these two came to this game.")
        }
        EliminationKind::Double => match node.side {
            Side::GrandFinal => {
                "The winners of the upper and the lower bracket meet in the final.".to_owned()
            }
            _ => format!("{place}: one game a round, and who has lost twice is out."),
        },
    }
}

fn first_round(bracket: &Bracket, node: &Node, seeds: [SeedNo; 2], explanation: &mut Explanation) {
    let place = capital(&place(node));
    let [one, two] = seeds.map(|seed| bracket.name(seed));
    if bracket.is_from_start() {
        explanation.rule(
            "SE-3",
            format!("{place}: the tournament begins with elimination, so places and pairs are drawn at random."),
        );
        return;
    }
    let [better, other] = [seeds[0].min(seeds[1]), seeds[0].max(seeds[1])];
    let clause = match bracket.kind {
        EliminationKind::Single => "SE-1",
        EliminationKind::Seeded => "GC-SEED",
        EliminationKind::Double => "CG-SEED",
    };
    let (better_name, other_name) = if better == seeds[0] {
        (one, two)
    } else {
        (two, one)
    };
    explanation.rule(
        clause,
        format!(
            "{place}: {better} ({better_name}) meets {other} ({other_name}); the highest seed meets the lowest, and so on inward."
        ),
    );
    let when = match knockout::mismatch(bracket.state) {
        Some(_) => " when the cut was made; they were corrected since",
        None => "",
    };
    explanation.rule(
        "CUT-1",
        format!(
            "The seeds are the places in the Swiss standings, from 1 to {}{when}.",
            bracket.knockout.seeds.len()
        ),
    );
}

/// How a player came to a game.
fn came_from(bracket: &Bracket, to: NodeId, source: Source, explanation: &mut Explanation) {
    let (earlier, won) = match source {
        Source::WinnerOf(id) => (id, true),
        Source::LoserOf(id) => (id, false),
        Source::Seed(seed) => {
            explanation.fact(format!("{} begins here as {seed}.", bracket.name(seed)));
            return;
        }
    };
    let Some(place) = bracket.node(earlier).map(place) else {
        return;
    };
    let reset = bracket
        .node(to)
        .is_some_and(|node| node.side == Side::Reset);
    match bracket.play.state(earlier) {
        Some(NodeState::Done(_)) if reset => {}
        Some(NodeState::Done(outcome)) => {
            let (who, verb) = if won {
                (outcome.winner, "won")
            } else {
                (outcome.loser, "lost")
            };
            let name = bracket.name(who);
            let back = bracket.knockout.put_back.get(&earlier);
            if won && back == bracket.knockout.player(who).as_ref() {
                explanation.rule(
                    bracket.leaving(false),
                    format!("{name} lost {place} and was put back after the winner had to leave."),
                );
            } else {
                explanation.fact(format!("{name} {verb} {place}."));
            }
        }
        Some(NodeState::Bye { player, .. }) if won => {
            explanation.fact(format!("{} had a bye in {place}.", bracket.name(player)));
        }
        _ => {}
    }
}

/// Explains why a player goes on without a game in a bracket round.
pub(super) fn bye(
    tournament: &Tournament,
    round: &Round,
    player: PlayerId,
    explanation: &mut Explanation,
) {
    // As the round was drawn: who left later changed nothing about this bye.
    let then = state_at(tournament, round.drawn_at);
    let Some(bracket) = then.as_ref().and_then(Bracket::of) else {
        return;
    };
    let Some(column) = bracket.play.current_round() else {
        return;
    };
    for (state, (id, node)) in bracket.play.states().iter().zip(
        bracket
            .knockout
            .shape
            .ids()
            .zip(bracket.knockout.shape.nodes()),
    ) {
        if let NodeState::Bye {
            player: seed,
            absence,
        } = state
            && node.round == column
            && bracket.knockout.player(*seed) == Some(player)
        {
            absent(&bracket, id, node, *absence, explanation);
        }
    }
}

fn absent(
    bracket: &Bracket,
    id: NodeId,
    node: &Node,
    absence: Absence,
    explanation: &mut Explanation,
) {
    let place = capital(&place(node));
    let players = counted(bracket.knockout.seeds.len(), "player", "players");
    let first = bracket
        .node(id)
        .is_some_and(|node| matches!(node.sources, [Source::Seed(_), Source::Seed(_)]));
    match absence {
        Absence::EmptySeed if bracket.is_from_start() => explanation.rule(
            "SE-3",
            format!("{place}: {players} do not fill a bracket; the places left over are byes, drawn at random."),
        ),
        Absence::EmptySeed if first => explanation.rule(
            "CUT-3",
            format!("{place}: {players} do not fill a bracket; the top seeds have byes in its first round."),
        ),
        Absence::EmptySeed => explanation.rule(
            bracket.advance(),
            format!("{place}: nobody comes from the earlier game, which was a bye itself."),
        ),
        Absence::Withdrawn(seed) => explanation.rule(
            bracket.leaving(first),
            format!("{place}: the opponent would have been {}, who has left.", bracket.name(seed)),
        ),
        Absence::NobodyFrom(earlier) => {
            let earlier = bracket
                .node(earlier)
                .map_or_else(|| "the earlier game".to_owned(), self::place);
            explanation.rule(
                bracket.leaving(first),
                format!("{place}: nobody came out of {earlier}, both of its players had left."),
            );
        }
    }
}

/// Explains how far a player has come in the bracket.
pub(super) fn place_of(state: &State, player: PlayerId, explanation: &mut Explanation) {
    let Some(bracket) = Bracket::of(state) else {
        return;
    };
    let Some(seed) = bracket.knockout.seed(player) else {
        return;
    };
    let clause = match bracket.kind {
        EliminationKind::Single => "SE-5b",
        EliminationKind::Seeded => "GC-BRACKET",
        EliminationKind::Double => "CG-DE",
    };
    let name = state.name(player);
    let at = |id: NodeId| bracket.node(id).map_or_else(String::new, place);
    match bracket.play.standing(seed) {
        Some(Standing::Champion) => explanation.rule(clause, format!("{name} won the bracket.")),
        Some(Standing::In(id)) => {
            explanation.fact(format!("{name} is still in the bracket, in {}.", at(id)));
        }
        Some(Standing::Out(id)) => {
            let shared = bracket
                .knockout
                .shape
                .loser_places(id)
                .map_or_else(String::new, |places| format!(": place {places}"));
            explanation.rule(
                clause,
                format!(
                    "{name} went out of the bracket in {}{shared}; equal places are ordered by Swiss rank.",
                    at(id)
                ),
            );
        }
        None => {}
    }
}

/// Explains a table that is decided because a player has left.
pub(super) fn walkover(state: &State, m: &Match, explanation: &mut Explanation) {
    let Some(bracket) = Bracket::of(state) else {
        return;
    };
    let gone: Vec<PlayerId> = [m.a, m.b]
        .into_iter()
        .filter(|id| state.player(*id).is_some_and(|p| p.gone_from.is_some()))
        .collect();
    let text = match gone.as_slice() {
        [one] => {
            let opponent = m
                .opponent(*one)
                .map_or_else(String::new, |id| state.name(id));
            format!(
                "{} left before the game was over: {opponent} goes on with a bye.",
                state.name(*one)
            )
        }
        _ => "Both players left: nobody goes on from this game.".to_owned(),
    };
    explanation.rule(bracket.leaving(false), text);
}
