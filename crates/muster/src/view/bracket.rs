//! The bracket: single elimination as a tree, double elimination round by round, and the final places.

mod tree;

use crate::output::{Column, Output};
use muster_pairing::bracket::{
    Absence, Node, NodeId, Play, SeedNo, Side, Slot, Source, State as Stand,
};
use muster_regulations::EliminationKind;
use muster_tournament::placings::has_place;
use muster_tournament::state::Knockout;
use muster_tournament::{State, knockout};
use muster_words::bracket::Tree;

/// A bracket with the people in it.
struct View<'a> {
    state: &'a State,
    knockout: &'a Knockout,
    play: Play,
}

/// Shows the bracket; returns whether there is one.
pub(crate) fn show(state: &State, out: &mut Output) -> bool {
    let Some(view) = View::new(state) else {
        return false;
    };
    out.heading(format!("{} · bracket", state.setup.name));
    match state.setup.regulation.book().elimination {
        EliminationKind::Double if view.is_double() => view.rounds(out),
        _ => tree::show(&view, out),
    }
    view.put_backs(out);
    view.places(out);
    true
}

impl<'a> View<'a> {
    fn new(state: &'a State) -> Option<View<'a>> {
        Some(View {
            state,
            knockout: state.knockout.as_ref()?,
            play: knockout::play(state)?,
        })
    }

    fn is_double(&self) -> bool {
        let nodes = self.play.shape().nodes();
        nodes.iter().any(|node| node.side != Side::Main)
    }

    fn has_place(&self, seed: SeedNo) -> bool {
        let player = self.knockout.player(seed);
        player.is_some_and(|player| has_place(self.state, player))
    }

    /// Shows who advances without having won.
    fn put_backs(&self, out: &mut Output) {
        let Some(tree) = Tree::of(self.state, None) else {
            return;
        };
        for game in tree.games() {
            if let (Some(back), Some(winner)) = (game.put_back(), self.winner(game.id)) {
                let (id, name) = (self.game(game.id), self.name(winner));
                out.line(format!("Game {id}: {name} advances, {back}."));
            }
        }
    }

    fn name(&self, seed: SeedNo) -> String {
        match self.knockout.player(seed) {
            Some(player) if knockout::is_seeded(self.state) => {
                format!("{} {}", seed.0, self.state.name(player))
            }
            Some(player) => self.state.name(player),
            None => seed.to_string(),
        }
    }

    /// One of the two places of a game, in words.
    fn slot(&self, slot: Slot, source: Source) -> String {
        match slot {
            Slot::Player(seed) => self.name(seed),
            Slot::Absent(Absence::EmptySeed) => "bye".to_owned(),
            Slot::Absent(Absence::Withdrawn(seed)) => format!("{} (left)", self.name(seed)),
            Slot::Absent(Absence::NobodyFrom(_)) => "nobody".to_owned(),
            Slot::Open => match source {
                Source::Seed(seed) => self.name(seed),
                Source::WinnerOf(id) => format!("winner of {}", self.game(id)),
                Source::LoserOf(id) => format!("loser of {}", self.game(id)),
            },
        }
    }

    fn game(&self, id: NodeId) -> String {
        match self.play.shape().node(id) {
            Some(node) => format!("{}.{}", node.round, node.game),
            None => String::new(),
        }
    }

    fn winner(&self, id: NodeId) -> Option<SeedNo> {
        match self.play.state(id)? {
            Stand::Done(outcome) => Some(outcome.winner),
            Stand::Bye { player, .. } => Some(player),
            Stand::Waiting | Stand::Ready(_) | Stand::Nobody(_) | Stand::NotNeeded => None,
        }
    }

    fn rounds(&self, out: &mut Output) {
        let shape = self.play.shape();
        for round in 1..=shape.rounds() {
            let ids: Vec<NodeId> = shape.round(round).collect();
            let rows: Vec<Vec<String>> = ids.iter().filter_map(|id| self.row(*id)).collect();
            if rows.is_empty() {
                continue;
            }
            out.heading(format!("Round {round}"));
            let columns = [
                Column::Text("Game"),
                Column::Text("Bracket"),
                Column::Text("A"),
                Column::Text("B"),
                Column::Text("Advances"),
            ];
            out.table(&columns, rows);
        }
    }

    /// A row of the list; games that only keep the shape regular are not shown.
    fn row(&self, id: NodeId) -> Option<Vec<String>> {
        let shape = self.play.shape();
        let node = shape.node(id)?;
        if matches!(self.play.state(id)?, Stand::Nobody(_) | Stand::NotNeeded) {
            return None;
        }
        let [a, b] = self.play.slots(id)?;
        let winner = self
            .winner(id)
            .map_or_else(String::new, |seed| self.name(seed));
        Some(vec![
            self.game(id),
            part(node),
            self.slot(a, node.sources[0]),
            self.slot(b, node.sources[1]),
            winner,
        ])
    }

    fn places(&self, out: &mut Output) {
        let Some(placings) = self.play.placings() else {
            return;
        };
        out.heading("Places");
        let seeded = knockout::is_seeded(self.state);
        let rows = placings.iter().map(|placing| {
            let player = self.knockout.player(placing.seed);
            let name = player.map_or_else(String::new, |id| self.state.name(id));
            let (places, name) = match self.has_place(placing.seed) {
                true => (placing.places.to_string(), name),
                false => ("–".to_owned(), format!("{name} (disqualified, no place)")),
            };
            let mut row = vec![places, name];
            row.extend(seeded.then(|| placing.seed.0.to_string()));
            row
        });
        let mut columns = vec![Column::Number("Place"), Column::Text("Player")];
        columns.extend(seeded.then_some(Column::Number("Seed")));
        out.table(&columns, rows.collect());
    }
}

fn part(node: &Node) -> String {
    match node.side {
        Side::Main => "main".to_owned(),
        Side::Upper => format!("upper {}", node.column),
        Side::Lower => format!("lower {}", node.column),
        Side::GrandFinal => "grand final".to_owned(),
        Side::Reset => "second final".to_owned(),
    }
}
