//! Why a bracket pairs two players, lets one go on without a game, or counts a table as decided. Relies on the shape of
//! the bracket and on what was recorded in it; promises the clause of the regulation's own kind of elimination.

use super::Explanation;
use super::drawn::state_at;
use super::reason::{BracketGame, BracketReason};
use crate::ids::PlayerId;
use crate::knockout;
use crate::log::Named;
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

    fn named(&self, seed: SeedNo) -> Option<Named> {
        Some(self.state.named(self.knockout.player(seed)?))
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.knockout.shape.node(id)
    }

    fn game(&self, node: &Node) -> BracketGame {
        BracketGame::of(&self.knockout.shape, node)
    }

    /// The clause about pairings after the first round.
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
        explanation.rule("CG-DE", BracketReason::SecondFinal);
    } else {
        explanation.rule(bracket.advance(), advanced(&bracket, &node));
    }
    for source in node.sources {
        came_from(&bracket, id, source, explanation);
    }
}

fn advanced(bracket: &Bracket, node: &Node) -> BracketReason {
    let game = bracket.game(node);
    match (bracket.kind, node.side) {
        (EliminationKind::Single, _) => BracketReason::Inward(game),
        (EliminationKind::Seeded, _) => BracketReason::Fixed(game),
        (EliminationKind::Double, Side::GrandFinal) => BracketReason::Final,
        (EliminationKind::Double, _) => BracketReason::TwoLosses(game),
    }
}

fn first_round(bracket: &Bracket, node: &Node, seeds: [SeedNo; 2], explanation: &mut Explanation) {
    let game = bracket.game(node);
    if bracket.is_from_start() {
        explanation.rule("SE-3", BracketReason::DrawnAtRandom(game));
        return;
    }
    let [better_seed, other_seed] = [seeds[0].min(seeds[1]), seeds[0].max(seeds[1])];
    let clause = match bracket.kind {
        EliminationKind::Single => "SE-1",
        EliminationKind::Seeded => "GC-SEED",
        EliminationKind::Double => "CG-SEED",
    };
    if let (Some(better), Some(other)) = (bracket.named(better_seed), bracket.named(other_seed)) {
        explanation.rule(
            clause,
            BracketReason::Seeds {
                game,
                better_seed: better_seed.0,
                better,
                other_seed: other_seed.0,
                other,
            },
        );
    }
    let seeds = bracket.knockout.seeds.len();
    let reason = match knockout::mismatch(bracket.state) {
        Some(_) => BracketReason::SeedsWereRanks { seeds },
        None => BracketReason::SeedsAreRanks { seeds },
    };
    explanation.rule("CUT-1", reason);
}

/// How a player came to a game.
fn came_from(bracket: &Bracket, to: NodeId, source: Source, explanation: &mut Explanation) {
    let (earlier, won) = match source {
        Source::WinnerOf(id) => (id, true),
        Source::LoserOf(id) => (id, false),
        Source::Seed(seed) => {
            if let Some(player) = bracket.named(seed) {
                let seed = seed.0;
                explanation.fact(BracketReason::BeginsHere { player, seed });
            }
            return;
        }
    };
    let Some(game) = bracket.node(earlier).map(|node| bracket.game(node)) else {
        return;
    };
    let reset = bracket
        .node(to)
        .is_some_and(|node| node.side == Side::Reset);
    let came = match bracket.play.state(earlier) {
        Some(NodeState::Done(_)) if reset => return,
        Some(NodeState::Done(outcome)) if won => outcome.winner,
        Some(NodeState::Done(outcome)) => outcome.loser,
        Some(NodeState::Bye { player, .. }) if won => player,
        _ => return,
    };
    let Some(player) = bracket.named(came) else {
        return;
    };
    if let Some(NodeState::Bye { .. }) = bracket.play.state(earlier) {
        return explanation.fact(BracketReason::HadBye { game, player });
    }
    let back = bracket.knockout.put_back.get(&earlier);
    if won && back == Some(&player.player) {
        let clause = bracket.leaving(false);
        explanation.rule(clause, BracketReason::PutBack { game, player });
    } else if won {
        explanation.fact(BracketReason::Won { game, player });
    } else {
        explanation.fact(BracketReason::Lost { game, player });
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
    let game = bracket.game(node);
    let players = bracket.knockout.seeds.len();
    let first = bracket
        .node(id)
        .is_some_and(|node| matches!(node.sources, [Source::Seed(_), Source::Seed(_)]));
    match absence {
        Absence::EmptySeed if bracket.is_from_start() => {
            explanation.rule("SE-3", BracketReason::EmptyAtRandom { game, players });
        }
        Absence::EmptySeed if first => {
            explanation.rule("CUT-3", BracketReason::EmptyForTopSeeds { game, players });
        }
        Absence::EmptySeed => {
            explanation.rule(bracket.advance(), BracketReason::NobodyCame(game));
        }
        Absence::Withdrawn(seed) => {
            if let Some(opponent) = bracket.named(seed) {
                let clause = bracket.leaving(first);
                explanation.rule(clause, BracketReason::OpponentLeft { game, opponent });
            }
        }
        Absence::NobodyFrom(earlier) => {
            if let Some(earlier) = bracket.node(earlier).map(|node| bracket.game(node)) {
                let clause = bracket.leaving(first);
                explanation.rule(clause, BracketReason::BothLeftBefore { game, earlier });
            }
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
    let player = state.named(player);
    let game = |id: NodeId| bracket.node(id).map(|node| bracket.game(node));
    match bracket.play.standing(seed) {
        Some(Standing::Champion) => explanation.rule(clause, BracketReason::Champion { player }),
        Some(Standing::In(id)) => {
            if let Some(game) = game(id) {
                explanation.fact(BracketReason::StillIn { game, player });
            }
        }
        Some(Standing::Out(id)) => {
            if let Some(game) = game(id) {
                let places = bracket.knockout.shape.loser_places(id);
                let out = BracketReason::Out {
                    game,
                    player,
                    places,
                };
                explanation.rule(clause, out);
            }
        }
        None => {}
    }
}

/// Explains a table that is decided because a player has left.
pub(super) fn walkover(state: &State, m: &Match, explanation: &mut Explanation) {
    let Some(bracket) = Bracket::of(state) else {
        return;
    };
    let gone = |id: PlayerId| state.player(id).is_some_and(|p| p.gone_from.is_some());
    let walkover = |left: PlayerId, advances: PlayerId| BracketReason::Walkover {
        left: state.named(left),
        advances: state.named(advances),
    };
    let reason = match (gone(m.a), gone(m.b)) {
        (true, false) => walkover(m.a, m.b),
        (false, true) => walkover(m.b, m.a),
        _ => BracketReason::BothLeft,
    };
    explanation.rule(bracket.leaving(false), reason);
}
