//! The bracket as it is drawn: every game with its label and players, and the placings so far.
//! Relies on the shape and the play of `muster_pairing`; promises that every drawing and list of it says the same.

mod game;

pub use game::{BracketPlace, Game};

use muster_pairing::bracket::{Entrants, NodeId, Places, Play, SeedNo, Side, Standing};
use muster_regulations::EliminationKind;
use muster_tournament::knockout;
use muster_tournament::placings::has_place;
use muster_tournament::state::{Knockout, Match, Round, State};
use muster_tournament::{PlayerId, RoundNo};
use std::collections::BTreeMap;

/// A bracket with all that is needed to draw it.
pub struct Tree<'a> {
    pub state: &'a State,
    pub knockout: &'a Knockout,
    /// The games played so far.
    pub play: Play,
    /// How elimination is played.
    pub kind: EliminationKind,
    /// The matches that have a place in it, with their rounds.
    pub matches: BTreeMap<NodeId, (&'a Round, &'a Match)>,
    labels: BTreeMap<NodeId, String>,
    /// Whose games are marked.
    pub me: Option<PlayerId>,
}

impl<'a> Tree<'a> {
    /// Reads the bracket of a state that contains only what its reader may see.
    #[must_use]
    pub fn of(state: &'a State, me: Option<PlayerId>) -> Option<Tree<'a>> {
        let knockout = state.knockout.as_ref()?;
        let played = state.elimination_rounds().flat_map(|round| {
            round
                .matches
                .iter()
                .filter_map(move |m| Some((m.node?, (round, m))))
        });
        let mut tree = Tree {
            state,
            knockout,
            play: knockout::play(state)?,
            kind: state.setup.regulation.book().elimination,
            matches: played.collect(),
            labels: BTreeMap::new(),
            me,
        };
        tree.labels = tree.label();
        Some(tree)
    }

    /// Returns the heading: "Top 8", or "Bracket" where everybody began in it.
    #[must_use]
    pub fn title(&self) -> String {
        match self.state.swiss_rounds().next() {
            Some(_) => format!("Top {}", self.knockout.seeds.len()),
            None => "Bracket".to_owned(),
        }
    }

    /// Returns what is played, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let kind = match self.kind {
            EliminationKind::Single => "single elimination",
            EliminationKind::Seeded => "single elimination with victory tokens in a fixed bracket",
            EliminationKind::Double => "double elimination with one game per round",
        };
        let rounds = self.state.swiss_rounds().count();
        let players = self.state.participants().count();
        match rounds {
            0 => format!("{kind} from the start; {players} players"),
            1 => format!("{kind} after 1 Swiss round; {players} players"),
            n => format!("{kind} after {n} Swiss rounds; {players} players"),
        }
    }

    /// Returns whether sides are played, so that they need a key.
    #[must_use]
    pub fn has_sides(&self) -> bool {
        self.kind == EliminationKind::Double
    }

    /// Returns the games that are shown: those that somebody is to play, a reset only once it may be needed.
    pub fn games(&self) -> impl Iterator<Item = Game<'_>> {
        self.knockout
            .shape
            .ids()
            .filter_map(|id| Game::of(self, id))
    }

    /// Double elimination numbers games through each half, as they are drawn; else each round has its own numbers.
    fn label(&self) -> BTreeMap<NodeId, String> {
        let shape = &self.knockout.shape;
        let mut labels = BTreeMap::new();
        for (side, letter) in [(Side::Upper, "U"), (Side::Lower, "L")] {
            let columns = shape.columns(side);
            let real = columns.iter().flatten().filter(|id| {
                shape
                    .node(**id)
                    .is_some_and(|node| node.entrants != Entrants::Nobody)
            });
            labels.extend(
                real.zip(1..)
                    .map(|(id, number)| (*id, format!("{letter}{number}"))),
            );
        }
        for id in shape.ids() {
            let Some(node) = shape.node(id) else { continue };
            let word = match node.side {
                Side::Main => format!("Game {}", node.game),
                Side::GrandFinal => "Final, game 1".to_owned(),
                Side::Reset => "Game 2, reset".to_owned(),
                Side::Upper | Side::Lower => continue,
            };
            labels.insert(id, word);
        }
        labels
    }

    /// Returns the label of a game: "Game 3", "U2".
    #[must_use]
    pub fn label_of(&self, id: NodeId) -> &str {
        self.labels.get(&id).map_or("", String::as_str)
    }

    /// Returns what a game is called in a sentence: "quarter-final 2", "U2".
    #[must_use]
    pub fn game_name(&self, id: NodeId) -> String {
        let shape = &self.knockout.shape;
        match shape.node(id) {
            Some(node) if node.side == Side::Main => {
                game_name(shape.round(node.round).count(), node.game)
            }
            _ => self.label_of(id).to_owned(),
        }
    }

    /// Returns the name of a column of a single bracket by how many games it has.
    #[must_use]
    pub fn column_name(&self, games: usize) -> String {
        column_name(games)
    }
}

/// Returns the name of a round with this many games: "Quarter-finals".
#[must_use]
pub fn column_name(games: usize) -> String {
    match games {
        1 => "Final".to_owned(),
        2 => "Semi-finals".to_owned(),
        4 => "Quarter-finals".to_owned(),
        n => format!("Round of {}", n * 2),
    }
}

impl Tree<'_> {
    /// Returns why the finalists of double elimination meet twice.
    #[must_use]
    pub fn second_final(&self) -> Option<String> {
        let games: Vec<Game> = self.games().collect();
        let first = games
            .iter()
            .find(|game| game.node.side == Side::GrandFinal)?;
        let again = games.iter().any(|game| game.node.side == Side::Reset);
        let winner = first.places.iter().find(|place| place.won)?.player?;
        again.then(|| {
            format!(
                "{} came from the lower bracket and won the first game of the final. Both players now have one loss, so they play again.",
                self.state.name(winner)
            )
        })
    }
}

/// Returns what a game of a single bracket is called in a sentence, by how many games its round has.
pub(crate) fn game_name(games: usize, game: u32) -> String {
    match games {
        1 => "the final".to_owned(),
        2 => format!("semi-final {game}"),
        4 => format!("quarter-final {game}"),
        games => format!("round of {}, game {game}", games * 2),
    }
}

/// Returns the name of the round of a bracket that a round of the tournament plays: "Quarter-finals".
#[must_use]
pub fn round_name(state: &State, number: RoundNo) -> Option<String> {
    let tree = Tree::of(state, None)?;
    let round = state
        .elimination_rounds()
        .find(|round| round.number == number)?;
    let node = tree.knockout.shape.node(round.matches.first()?.node?)?;
    if node.side == Side::Main {
        let games = tree.knockout.shape.round(node.round).count();
        return Some(tree.column_name(games));
    }
    let first = state.elimination_rounds().next()?.number.0;
    Some(match node.side {
        Side::GrandFinal => "Final".to_owned(),
        Side::Reset => "Second final".to_owned(),
        _ => format!(
            "Bracket round {}",
            number.0.saturating_sub(first).saturating_add(1)
        ),
    })
}

/// Those who share places, or will.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Who has one of the places for certain.
    pub seeds: Vec<SeedNo>,
    /// Who came as far but was disqualified, and so has no place (DROP-3).
    pub removed: Vec<SeedNo>,
    /// Where the rest is decided.
    pub open: Option<String>,
}

impl Group {
    fn add(&mut self, tree: &Tree, seed: SeedNo) {
        let player = tree.knockout.player(seed);
        if player.is_some_and(|player| has_place(tree.state, player)) {
            self.seeds.push(seed);
        } else {
            self.removed.push(seed);
        }
    }
}

/// Returns the placings: those that are certain, and where the others are decided (SE-5, GC-BRACKET).
#[must_use]
pub fn groups(tree: &Tree) -> BTreeMap<Places, Group> {
    let mut groups: BTreeMap<Places, Group> = BTreeMap::new();
    if let Some(placings) = tree.play.placings() {
        for placing in placings {
            let group = groups.entry(placing.places).or_default();
            group.add(tree, placing.seed);
        }
        return groups;
    }
    let shape = &tree.knockout.shape;
    for id in shape.ids() {
        if let Some(places) = shape.loser_places(id) {
            groups.entry(places).or_default().open = Some(decided_in(tree, id));
        }
    }
    for seed in shape.seeds() {
        if let Some(Standing::Out(id)) = tree.play.standing(seed)
            && let Some(places) = shape.loser_places(id)
        {
            groups.entry(places).or_default().add(tree, seed);
        }
    }
    for (places, group) in &mut groups {
        let room = (places.last - places.first).saturating_add(1) as usize;
        if group.seeds.len() + group.removed.len() >= room {
            group.open = None;
        }
    }
    // The second place is decided together with the first.
    if let Some((places, group)) = groups.pop_first() {
        let both = Places {
            first: 1,
            last: places.last,
        };
        groups.insert(both, group);
    }
    groups
}

fn decided_in(tree: &Tree, id: NodeId) -> String {
    let shape = &tree.knockout.shape;
    match shape.node(id) {
        Some(node) if node.side == Side::Main => match shape.round(node.round).count() {
            1 => "the final".to_owned(),
            2 => "the semi-finals".to_owned(),
            4 => "the quarter-finals".to_owned(),
            games => format!("the round of {}", games * 2),
        },
        Some(node) if node.side == Side::Lower => format!("lower round {}", node.column),
        _ => "the final".to_owned(),
    }
}
