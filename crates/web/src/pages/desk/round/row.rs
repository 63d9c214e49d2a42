//! A result in the row of its table: the few fields that say how most games end, for all five regulations. What they
//! cannot say is asked in the row (who won a tie) or entered with the whole form.

use crate::fields::Fields;
use muster_regulations::{
    Margin, Outcome, Regulation, Report, ReportRefusal, Seat, Share, StageKind, armada, xwing,
};
use muster_tournament::display::names;
use muster_tournament::state::{Match, State};
use muster_words::names::Players;

/// What can be typed into a field of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Number,
    /// Which of the two players: 1 or 2.
    Player,
    /// The side that won a game: D, L, or = for a draw.
    Side,
}

/// A field of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quick {
    pub(super) name: &'static str,
    /// The player it is placed beside.
    pub(super) seat: Seat,
    /// What it asks for: "score", "tokens".
    pub(super) what: &'static str,
    pub(super) takes: Takes,
}

const fn number(name: &'static str, seat: Seat, what: &'static str) -> Quick {
    let takes = Takes::Number;
    Quick {
        name,
        seat,
        what,
        takes,
    }
}

const fn letter(name: &'static str, seat: Seat, what: &'static str, takes: Takes) -> Quick {
    Quick {
        name,
        seat,
        what,
        takes,
    }
}

const SCORES: [Quick; 2] = [
    number("quick.a", Seat::A, "score"),
    number("quick.b", Seat::B, "score"),
];
const DESTROYED: [Quick; 2] = [
    number("quick.a", Seat::A, "points destroyed"),
    number("quick.b", Seat::B, "points destroyed"),
];
const TOKENS: [Quick; 2] = [
    number("quick.a", Seat::A, "tokens"),
    number("quick.b", Seat::B, "tokens"),
];
/// Asked only when the tokens are tied (LE-END).
const LEVEL_TOKENS: [Quick; 4] = [
    TOKENS[0],
    number("quick.a2", Seat::A, "score"),
    TOKENS[1],
    number("quick.b2", Seat::B, "score"),
];
const TOKENS_DEFEATED: [Quick; 4] = [
    TOKENS[0],
    number("quick.a2", Seat::A, "points defeated"),
    TOKENS[1],
    number("quick.b2", Seat::B, "points defeated"),
];
const TWO_GAMES: [Quick; 3] = [
    letter("quick.dark", Seat::A, "Dark first", Takes::Player),
    letter("quick.g1", Seat::A, "Game 1", Takes::Side),
    letter("quick.g2", Seat::B, "Game 2", Takes::Side),
];
const ONE_GAME: [Quick; 2] = [
    letter("quick.dark", Seat::A, "Dark", Takes::Player),
    letter("quick.g1", Seat::B, "Game", Takes::Side),
];

/// Returns the fields of a row, in the order of the keyboard.
pub(super) fn fields(
    regulation: Regulation,
    stage: StageKind,
    m: &Match,
    given: &Fields,
) -> &'static [Quick] {
    match (regulation, stage) {
        (Regulation::Xwing, _) => &SCORES,
        (Regulation::Armada, _) => &DESTROYED,
        (Regulation::Legion, _) => {
            let both = given.get("quick.a").zip(given.get("quick.b"));
            if both.is_some_and(|(a, b)| a == b) {
                &LEVEL_TOKENS
            } else {
                &TOKENS
            }
        }
        (Regulation::Conquest, _) => &TOKENS_DEFEATED,
        (Regulation::Cardgame, StageKind::Swiss) => &TWO_GAMES,
        // Who plays the dark side is settled before most bracket games (CG-SIDE).
        (Regulation::Cardgame, StageKind::Elimination) if m.dark.is_some() => &ONE_GAME[1..],
        (Regulation::Cardgame, StageKind::Elimination) => &ONE_GAME,
    }
}

/// Returns how a row is typed, for the line above the table.
pub(super) const fn keys(regulation: Regulation, stage: StageKind) -> &'static str {
    match (regulation, stage) {
        (Regulation::Xwing, _) => "92 Tab 62 Enter",
        (Regulation::Armada, _) => "287 Tab 146 Enter; with objective points 250+30",
        (Regulation::Legion, _) => "3 Tab 1 Enter",
        (Regulation::Conquest, _) => "9 Tab 412 Tab 6 Tab 268 Enter",
        (Regulation::Cardgame, StageKind::Swiss) => {
            "1 or 2 for Dark first, then the winning sides: D, L or = for a draw"
        }
        (Regulation::Cardgame, StageKind::Elimination) => "the winning side: D or L",
    }
}

/// Why a row is not a result yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A field is missing or wrong.
    Field { name: String, text: String },
    /// The numbers leave open which of the two players it was.
    WhichPlayer { question: &'static str },
}

impl Fault {
    fn field(name: &str, text: impl Into<String>) -> Fault {
        Fault::Field {
            name: name.to_owned(),
            text: text.into(),
        }
    }

    /// The sentence, for whoever sees no fields.
    pub(super) fn text(&self) -> &str {
        match self {
            Fault::Field { text, .. } => text,
            Fault::WhichPlayer { question } => question,
        }
    }
}

/// A row as it was typed.
pub(super) struct Typed<'a> {
    pub(super) state: &'a State,
    pub(super) stage: StageKind,
    pub(super) m: &'a Match,
    pub(super) given: &'a Fields,
}

/// What a player is called in a sentence: the given name, the whole name where both share it.
pub(super) fn short(state: &State, m: &Match, seat: Seat) -> String {
    let given = |seat| names::parted(state, m.player(seat)).given;
    let own = given(seat);
    if own.is_empty() || own == given(seat.other()) {
        state.name(m.player(seat))
    } else {
        own
    }
}

impl Typed<'_> {
    /// Reads the report, and has the regulation judge it.
    pub(super) fn report(&self) -> Result<Report, Fault> {
        let report = self.read()?;
        let judged = self
            .state
            .with_lists(self.m, &report)
            .and_then(|whole| self.regulation().outcome(self.stage, &whole));
        judged.map_err(|refusal| self.refused(&refusal))?;
        Ok(report)
    }

    fn regulation(&self) -> Regulation {
        self.state.setup.regulation
    }

    fn read(&self) -> Result<Report, Fault> {
        let mut told: Vec<(&str, String)> = Vec::new();
        match self.regulation() {
            Regulation::Xwing => self.xwing(&mut told)?,
            Regulation::Armada => self.armada(&mut told)?,
            Regulation::Legion => self.legion(&mut told)?,
            Regulation::Conquest => self.conquest(&mut told)?,
            Regulation::Cardgame => self.cardgame(&mut told)?,
        }
        let pairs = told.iter().map(|(path, text)| (*path, text.as_str()));
        self.regulation()
            .report_from_fields(pairs)
            .map_err(|refusal| self.refused(&refusal))
    }

    /// A refusal of the regulation, at the field of the row that it is about.
    fn refused(&self, refusal: &ReportRefusal) -> Fault {
        let name = match refusal.field.as_str() {
            "a.score" if self.regulation() == Regulation::Legion => "quick.a2",
            "b.score" if self.regulation() == Regulation::Legion => "quick.b2",
            "a.defeated" => "quick.a2",
            "b.defeated" => "quick.b2",
            "a.army_points" | "b.army_points" => {
                return Fault::field(
                    "quick.a",
                    "A tie. Enter the armies’ points under Other endings",
                );
            }
            "priority_roll_winner" => {
                return Fault::WhichPlayer {
                    question: "A tie. Who won the priority roll?",
                };
            }
            field if field.starts_with('b') => "quick.b",
            "second" => "quick.g2",
            "first" | "game" => "quick.g1",
            "dark" | "dark_first" => "quick.dark",
            _ => "quick.a",
        };
        let [a, b] = [Seat::A, Seat::B].map(|seat| short(self.state, self.m, seat));
        let words = muster_words::report::words(refusal, Players::named([&a, &b]));
        Fault::field(name, words.both())
    }

    /// A number that must be there.
    fn number(&self, field: &Quick, most: u32) -> Result<u32, Fault> {
        let Some(text) = self.given.get(field.name) else {
            let who = short(self.state, self.m, field.seat);
            return Err(Fault::field(
                field.name,
                format!("Enter {who}’s {}", field.what),
            ));
        };
        match text.parse() {
            Ok(number) if number <= most => Ok(number),
            Ok(_) => Err(Fault::field(field.name, format!("At most {most}"))),
            Err(_) => Err(Fault::field(field.name, "Enter a number")),
        }
    }

    /// Which player it was, where the numbers leave that open.
    fn tie(&self, question: &'static str) -> Result<&'static str, Fault> {
        match self.given.get("quick.tie") {
            Some("a") => Ok("a"),
            Some("b") => Ok("b"),
            _ => Err(Fault::WhichPlayer { question }),
        }
    }

    /// The winner of the Final Salvo is asked for only when the scores are tied (XW-SALVO).
    fn xwing(&self, told: &mut Vec<(&'static str, String)>) -> Result<(), Fault> {
        let a = self.number(&SCORES[0], xwing::SQUAD)?;
        let b = self.number(&SCORES[1], xwing::SQUAD)?;
        let gone = |score: u32| score == xwing::SQUAD;
        if a == b {
            let winner = self.tie("A tie. Who won the Final Salvo?")?;
            told.push(("salvo_winner", winner.to_owned()));
        }
        if gone(a) && gone(b) {
            told.push(("ending", "mutual_destruction".to_owned()));
            return Ok(());
        }
        told.extend([("a.score", a.to_string()), ("b.score", b.to_string())]);
        told.extend(whole_length(gone(a), gone(b), "time"));
        Ok(())
    }

    /// The second player is asked for only when the scores are tied (AR-END).
    fn armada(&self, told: &mut Vec<(&'static str, String)>) -> Result<(), Fault> {
        let (a, a_objectives) = self.destroyed(&DESTROYED[0])?;
        let (b, b_objectives) = self.destroyed(&DESTROYED[1])?;
        let gone = |points: u32| points == armada::FLEET;
        let level = a.saturating_add(a_objectives) == b.saturating_add(b_objectives);
        if (level && gone(a) == gone(b)) || (gone(a) && gone(b)) {
            let second = self.tie("A tie. Who was the second player?")?;
            told.push(("second_player", second.to_owned()));
        }
        if gone(a) && gone(b) {
            told.push(("ending", "mutual_destruction".to_owned()));
            return Ok(());
        }
        told.extend([
            ("a.destroyed", a.to_string()),
            ("b.destroyed", b.to_string()),
        ]);
        let objectives = [
            ("a.objectives", a_objectives),
            ("b.objectives", b_objectives),
        ];
        let given = objectives.into_iter().filter(|(_, points)| *points > 0);
        told.extend(given.map(|(path, points)| (path, points.to_string())));
        told.extend(whole_length(gone(a), gone(b), "six_rounds"));
        Ok(())
    }

    /// Points destroyed, and objective points after a plus sign.
    fn destroyed(&self, field: &Quick) -> Result<(u32, u32), Fault> {
        let text = self.given.get(field.name).unwrap_or_default();
        let Some((destroyed, objectives)) = text.split_once('+') else {
            return Ok((self.number(field, armada::FLEET)?, 0));
        };
        let read = |text: &str| text.trim().parse::<u32>();
        match (read(destroyed), read(objectives)) {
            (Ok(points), Ok(_)) if points > armada::FLEET => Err(Fault::field(
                field.name,
                format!("At most {}", armada::FLEET),
            )),
            (Ok(points), Ok(objectives)) => Ok((points, objectives)),
            _ => Err(Fault::field(field.name, "Enter points, or 250+30")),
        }
    }

    /// Scores are asked for only when the tokens are tied, the blue player only when the scores are tied too (LE-END).
    fn legion(&self, told: &mut Vec<(&'static str, String)>) -> Result<(), Fault> {
        let a = self.number(&LEVEL_TOKENS[0], u32::MAX)?;
        let b = self.number(&LEVEL_TOKENS[2], u32::MAX)?;
        told.extend([
            ("ending", "six_rounds".to_owned()),
            ("a.tokens", a.to_string()),
            ("b.tokens", b.to_string()),
        ]);
        if a == b {
            let [a, b] = [LEVEL_TOKENS[1], LEVEL_TOKENS[3]];
            let (a, b) = (self.number(&a, u32::MAX)?, self.number(&b, u32::MAX)?);
            told.extend([("a.score", a.to_string()), ("b.score", b.to_string())]);
            if a == b {
                let blue = self.tie("A tie. Who was the blue player?")?;
                told.push(("blue_player", blue.to_owned()));
            }
        }
        Ok(())
    }

    /// More tokens won the game; if they are tied, it ended by time (GC-END).
    fn conquest(&self, told: &mut Vec<(&'static str, String)>) -> Result<(), Fault> {
        let mut numbers = [0; 4];
        for (number, field) in numbers.iter_mut().zip(&TOKENS_DEFEATED) {
            *number = self.number(field, u32::MAX)?;
        }
        let [a, a_defeated, b, b_defeated] = numbers;
        told.extend([
            ("a.tokens", a.to_string()),
            ("a.defeated", a_defeated.to_string()),
            ("b.tokens", b.to_string()),
            ("b.defeated", b_defeated.to_string()),
        ]);
        match a.cmp(&b) {
            std::cmp::Ordering::Equal => {
                told.push(("ending", "time".to_owned()));
                if let Ok(winner) = self.tie("") {
                    told.push(("priority_roll_winner", winner.to_owned()));
                }
            }
            more => {
                let winner = if more.is_gt() { "a" } else { "b" };
                told.extend([
                    ("ending", "victory".to_owned()),
                    ("winner", winner.to_owned()),
                ]);
            }
        }
        Ok(())
    }

    /// Games are entered by the side that won them; a draw is a game that ended by time (CG-END).
    fn cardgame(&self, told: &mut Vec<(&'static str, String)>) -> Result<(), Fault> {
        let dark = match self.m.dark {
            Some(Seat::A) => "a",
            Some(Seat::B) => "b",
            None => self.dark()?,
        };
        let game = |name: &str, what: &str| match self.given.get(name) {
            Some("d" | "D") => Ok("dial"),
            Some("l" | "L") => Ok("objectives"),
            Some("=") if self.stage == StageKind::Swiss => Ok("time"),
            None => Err(Fault::field(name, format!("Who won {what}?"))),
            Some(_) if self.stage == StageKind::Swiss => Err(Fault::field(name, "Enter D, L or =")),
            Some(_) => Err(Fault::field(name, "Enter D or L")),
        };
        if self.stage == StageKind::Elimination {
            let ending = game("quick.g1", "the game")?;
            told.extend([
                ("ending", "game".to_owned()),
                ("dark", dark.to_owned()),
                ("game.ending", ending.to_owned()),
            ]);
            return Ok(());
        }
        let first = game("quick.g1", "game 1")?;
        let second = match game("quick.g2", "game 2")? {
            "time" if first == "time" => "not_begun",
            other => other,
        };
        told.extend([
            ("ending", "games".to_owned()),
            ("dark_first", dark.to_owned()),
            ("first.ending", first.to_owned()),
            ("second.ending", second.to_owned()),
        ]);
        Ok(())
    }

    fn dark(&self) -> Result<&'static str, Fault> {
        match self.given.get("quick.dark") {
            Some("1") => Ok("a"),
            Some("2") => Ok("b"),
            Some(_) => Err(Fault::field("quick.dark", "Enter 1 or 2")),
            None => Err(Fault::field("quick.dark", "Who was Dark? 1 or 2")),
        }
    }
}

/// How a game ended in which one side may be wiped out.
fn whole_length(
    a_full: bool,
    b_full: bool,
    otherwise: &'static str,
) -> Vec<(&'static str, String)> {
    let beaten = match (a_full, b_full) {
        (true, false) => "b",
        (false, true) => "a",
        _ => return vec![("ending", otherwise.to_owned())],
    };
    vec![
        ("ending", "defeat".to_owned()),
        ("beaten", beaten.to_owned()),
    ]
}

/// Says in a few words what a result means: "Dario wins · MOV 230".
pub(super) fn meaning(state: &State, m: &Match, outcome: &Outcome) -> String {
    let winner = outcome.winner();
    let head = match winner {
        Some(seat) => format!("{} wins", short(state, m, seat)),
        None => "Draw".to_owned(),
    };
    let best = outcome.of(winner.unwrap_or(Seat::A));
    let more = match best.margin {
        Margin::Points(points) => format!(" · MOV {points}"),
        Margin::Share(Share::Of { own, total }) => format!(" · {own} of {total} tokens"),
        Margin::Share(Share::MeanOfOthers) | Margin::None => String::new(),
        Margin::Defeated { .. } => String::new(),
    };
    let points = match (outcome.a.points, outcome.b.points) {
        (1, 0) | (0, 1) | (0, 0) => String::new(),
        (a, b) => format!(" · {a}–{b}"),
    };
    format!("{head}{points}{more}")
}
