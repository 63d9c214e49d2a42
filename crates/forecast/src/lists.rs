//! Random lists that a player might bring under each of the five regulations. Ships, units and cards are invented.
//!
//! Promises valid lists. Totals are often a few points below the limit, as players leave them to decide who goes first.

use muster_pairing::draw::Draw;
use muster_regulations::list::{
    Army, BattleCard, BattleKind, Category, CommandCard, Deck, Decks, Fleet, Objective,
    ObjectiveSet, Piece, Squad, Upgrade,
};
use muster_regulations::{List, Regulation};
use muster_words::phrases::capital;

/// More names than any list needs, so that none is used twice.
const NAMES: [&str; 24] = [
    "Grey Heron",
    "Arctic Tern",
    "Marsh Harrier",
    "Little Owl",
    "Red Kite",
    "Storm Petrel",
    "Golden Plover",
    "Hooded Crow",
    "Black Swift",
    "Rock Dove",
    "Sand Martin",
    "Snow Bunting",
    "Tawny Eagle",
    "Water Rail",
    "Wood Lark",
    "Common Gull",
    "Corn Crake",
    "Cliff Falcon",
    "Night Jar",
    "Great Skua",
    "Ring Ouzel",
    "Sea Hawk",
    "Barn Swallow",
    "Green Finch",
];

/// Points of a Conquest army, which its regulation leaves to the core rules.
const CONQUEST_ARMY: u32 = 1000;
/// The most points left unused.
const LEFT_OVER: u32 = 12;

/// Returns the factions that simulated players choose from; the Card Game has affiliations by side instead.
#[must_use]
pub fn factions(regulation: Regulation) -> &'static [&'static str] {
    match regulation {
        Regulation::Xwing => &[
            "Rebel Alliance",
            "Galactic Empire",
            "Scum and Villainy",
            "Resistance",
        ],
        Regulation::Armada => &["Rebel Alliance", "Galactic Empire"],
        Regulation::Legion | Regulation::Conquest => &[
            "Rebel Alliance",
            "Galactic Empire",
            "Galactic Republic",
            "Separatist Alliance",
        ],
        Regulation::Cardgame => &[
            "Jedi / Sith",
            "Jedi / Imperial Navy",
            "Rebel Alliance / Sith",
            "Rebel Alliance / Imperial Navy",
        ],
    }
}

/// Returns a random valid list of a faction.
pub fn random(regulation: Regulation, faction: &str, draw: &mut Draw) -> List {
    let mut names = Names::shuffled(draw);
    let spare = draw.below(LEFT_OVER);
    let most = regulation.book().list_points.unwrap_or(CONQUEST_ARMY);
    let points = most.saturating_sub(spare);
    let faction = faction.to_owned();
    match regulation {
        Regulation::Xwing => List::Xwing(Squad {
            faction,
            ships: names.pieces(points, 3 + draw.below(4), draw),
            obstacles: ["First Rock", "Second Rock", "Debris"]
                .map(str::to_owned)
                .to_vec(),
            damage_deck: None,
        }),
        Regulation::Armada => List::Armada(fleet(faction, points, &mut names, draw)),
        Regulation::Legion => List::Legion(army(faction, points, &mut names, draw)),
        Regulation::Conquest => List::Conquest(army(faction, points, &mut names, draw)),
        Regulation::Cardgame => {
            let (light, dark) = faction.split_once(" / ").unwrap_or((&faction, "Sith"));
            List::Cardgame(Decks {
                light: names.deck(light),
                dark: names.deck(dark),
            })
        }
    }
}

/// Two or three ships, the first with the commander, a flotilla, and squadrons well below their limit (AR-LIST).
fn fleet(faction: String, points: u32, names: &mut Names, draw: &mut Draw) -> Fleet {
    let (commander, flotilla) = (20 + draw.below(16), 18 + draw.below(8));
    let squadrons = 60 + draw.below(60);
    let rest = points - commander - flotilla - squadrons;
    let mut ships = names.pieces(rest, 2 + draw.below(2), draw);
    if let Some(flagship) = ships.first_mut() {
        flagship.upgrades.push(Upgrade {
            slot: Some("commander".to_owned()),
            unique: true,
            ..Upgrade::new(format!("Admiral of the {}", flagship.name), commander)
        });
    }
    let objectives = Category::ALL.map(|category| Objective {
        name: format!("{} of the day", capital(category.word())),
        category,
    });
    Fleet {
        faction,
        ships,
        flotillas: names.pieces(flotilla, 1, draw),
        squadrons: names.pieces(squadrons, 4, draw),
        objectives: objectives.to_vec(),
    }
}

/// Six to nine units, a command hand (LE-HAND) and a battle deck (LE-DECK).
fn army(faction: String, points: u32, names: &mut Names, draw: &mut Draw) -> Army {
    let card = |name: String, pips| CommandCard {
        name,
        pips,
        character: None,
    };
    let mut command_hand: Vec<CommandCard> = (1..=3)
        .flat_map(|pips| ["Advance", "Hold"].map(|word| card(format!("{word} {pips}"), pips)))
        .collect();
    command_hand.push(card("Standing Orders".to_owned(), 4));
    let battle_deck = BattleKind::ALL.into_iter().flat_map(|kind| {
        (1..=4).map(move |number| BattleCard {
            name: format!("{} {number}", capital(kind.word())),
            kind: Some(kind),
        })
    });
    Army {
        faction,
        units: names.pieces(points, 6 + draw.below(4), draw),
        command_hand,
        battle_deck: battle_deck.collect(),
        other_cards: Vec::new(),
    }
}

/// Names that a list has not used yet.
struct Names(Vec<&'static str>);

impl Names {
    fn shuffled(draw: &mut Draw) -> Names {
        let mut names = NAMES.to_vec();
        draw.shuffle(&mut names);
        Names(names)
    }

    fn next(&mut self) -> String {
        self.0.pop().unwrap_or_default().to_owned()
    }

    /// Returns `many` pieces worth `points` together, none below half of the mean.
    fn pieces(&mut self, points: u32, many: u32, draw: &mut Draw) -> Vec<Piece> {
        let mean = points / many;
        let mut shares = vec![mean; many as usize];
        if let Some(first) = shares.first_mut() {
            *first += points % many;
        }
        for number in 1..shares.len() {
            let moved = draw.below(mean / 2);
            shares[number] -= moved;
            shares[number - 1] += moved;
        }
        shares
            .into_iter()
            .map(|points| Piece::new(self.next(), points))
            .collect()
    }

    /// Ten objective sets in pairs (CG-LIST).
    fn deck(&mut self, affiliation: &str) -> Deck {
        let sets = (0..5).map(|_| ObjectiveSet {
            name: self.next(),
            count: 2,
            product: None,
            released: None,
        });
        Deck {
            affiliation: affiliation.to_owned(),
            sets: sets.collect(),
        }
    }
}
