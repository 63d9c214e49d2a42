//! The report of a game as it is entered on one screen: what was destroyed, or two numbers, and the ending that follows
//! from them. Endings that do not follow from numbers are read by [`super::report`].

use crate::fields::Fields;
use crate::parts::report;
use muster_regulations::tally::{Achieved, Lost, Tally, tally};
use muster_regulations::{List, Outcome, Regulation, Report, ReportRefusal, Seat, StageKind};
use muster_tournament::State;
use muster_tournament::state::{Match, Round};
use muster_words::names::Players;

/// The value of `ending` that leaves the ending to the numbers.
pub const BY_NUMBERS: &str = "played";

/// An error in a report, at its field of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the field.
    pub field: String,
    /// What to do about it, in the words of the screen.
    pub text: String,
    /// The clause behind it, where there is one.
    pub clause: Option<&'static str>,
}

impl Fault {
    fn at(field: &str, text: impl Into<String>) -> Fault {
        Fault {
            field: field.to_owned(),
            text: text.into(),
            clause: None,
        }
    }
}

/// A table, and what was entered for it.
pub struct Played<'a> {
    pub state: &'a State,
    pub round: &'a Round,
    /// The match.
    pub m: &'a Match,
    pub fields: &'a Fields,
    /// The names of the two players.
    pub names: [&'a str; 2],
    /// The player who reports.
    pub reader: Seat,
}

/// The field that says how many points a player took from the other's list.
#[must_use]
pub fn points_field(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing | Regulation::Legion | Regulation::Cardgame => "score",
        Regulation::Armada => "destroyed",
        Regulation::Conquest => "defeated",
    }
}

/// The field that decides level numbers, with its question.
#[must_use]
pub fn tie_field(regulation: Regulation) -> Option<(&'static str, &'static str)> {
    match regulation {
        Regulation::Xwing => Some(("salvo_winner", "Who won the Final Salvo?")),
        Regulation::Armada => Some(("second_player", "Who was the second player?")),
        Regulation::Legion => Some(("blue_player", "Who was the blue player?")),
        Regulation::Conquest | Regulation::Cardgame => None,
    }
}

impl Played<'_> {
    fn regulation(&self) -> Regulation {
        self.state.setup.regulation
    }

    /// Each player scores against the list of the other.
    #[must_use]
    pub fn list_against(&self, scorer: Seat) -> Option<&List> {
        let list = self.state.list(self.m.player(scorer.other()))?;
        Some(list).filter(|list| !matches!(list, List::Cardgame(_)))
    }

    /// Reads the whole report.
    pub fn report(&self) -> Result<(Report, Outcome), Fault> {
        let chosen = self.fields.get("ending").unwrap_or(BY_NUMBERS);
        let quick = self.fields.ticked("quick.a") || self.fields.ticked("quick.b");
        let report = if chosen == BY_NUMBERS && !quick {
            let told = self.told()?;
            let pairs = told
                .iter()
                .map(|(path, text)| (path.as_str(), text.as_str()));
            self.regulation().report_from_fields(pairs)
        } else {
            report::read_fields(self.regulation(), self.fields)
        };
        let report = report.map_err(|refusal| self.fault(&refusal))?;
        let outcome = self
            .state
            .with_lists(self.m, &report)
            .and_then(|full| self.regulation().outcome(self.round.stage, &full))
            .map_err(|refusal| self.fault(&refusal))?;
        Ok((report, outcome))
    }

    /// Returns what a player took from the other's list, where that is known.
    pub fn tally(&self, scorer: Seat) -> Result<Option<Tally>, Fault> {
        let Some(list) = self.list_against(scorer) else {
            return Ok(None);
        };
        let key = scorer.key();
        let mut lost = Vec::new();
        for (index, piece) in list.pieces().iter().enumerate() {
            let whole = format!("lost.{key}.{index}");
            let mut sum = Lost {
                piece: index,
                destroyed: 0,
                halved: 0,
            };
            if let Some(text) = self.fields.get(&whole) {
                sum.destroyed = text
                    .parse()
                    .map_err(|_| Fault::at(&whole, "Enter a number."))?;
            }
            for copy in 0..piece.count.min(MOST_COPIES) {
                match self.fields.get(&format!("{whole}.{copy}")) {
                    Some("destroyed") => sum.destroyed = sum.destroyed.saturating_add(1),
                    Some("half") => sum.halved = sum.halved.saturating_add(1),
                    _ => {}
                }
            }
            if sum.destroyed.saturating_add(sum.halved) > piece.count {
                return Err(Fault::at(
                    &whole,
                    format!("There are only {}.", piece.count),
                ));
            }
            lost.push(sum);
        }
        let achieved = Achieved {
            lost,
            ..Achieved::default()
        };
        let tally = tally(scorer, list, &achieved).map_err(|refusal| {
            Fault::at(
                &format!("lost.{key}"),
                muster_words::list::refusal(&refusal),
            )
        })?;
        Ok(Some(tally))
    }

    /// What a player took from the other's list, as text, and whether that was everything.
    fn points(&self, scorer: Seat) -> Result<(Option<String>, bool), Fault> {
        if let Some(tally) = self.tally(scorer)? {
            // The objectives of Armada are a field of their own.
            let own = tally
                .fills
                .iter()
                .find(|fill| fill.path.ends_with(points_field(self.regulation())));
            let value = own.map_or(tally.score, |fill| fill.value);
            return Ok((Some(value.to_string()), tally.everything));
        }
        let text = self.fields.get(&format!(
            "{}.{}",
            scorer.key(),
            points_field(self.regulation())
        ));
        let full = match self.regulation() {
            Regulation::Xwing | Regulation::Armada => self.regulation().book().list_points,
            _ => None,
        };
        let everything =
            full.is_some_and(|full| text.and_then(|text| text.parse().ok()) == Some(full));
        Ok((text.map(str::to_owned), everything))
    }

    fn told(&self) -> Result<Vec<(String, String)>, Fault> {
        let mut told: Vec<(String, String)> = Vec::new();
        let regulation = self.regulation();
        if regulation == Regulation::Cardgame {
            return self.games();
        }
        let [(a, a_all), (b, b_all)] = [self.points(Seat::A)?, self.points(Seat::B)?];
        let number =
            |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<u32>().ok());
        let points = points_field(regulation);
        let numbers = [("a", &a), ("b", &b)];
        let mut put = |path: String, text: &str| told.push((path, text.to_owned()));
        let copy = |name: &str| self.fields.get(name);
        let ending = match (a_all, b_all, regulation) {
            (true, true, _) => "mutual_destruction",
            (true, false, _) | (false, true, _) if regulation != Regulation::Conquest => "defeat",
            (.., Regulation::Xwing) => "time",
            (.., Regulation::Conquest) if copy("time").is_some() => "time",
            (.., Regulation::Conquest) => "victory",
            _ => "six_rounds",
        };
        let ending = match (regulation, ending) {
            (Regulation::Conquest, "mutual_destruction") => "victory",
            (_, ending) => ending,
        };
        put("ending".to_owned(), ending);
        if ending == "defeat" {
            put("beaten".to_owned(), if a_all { "b" } else { "a" });
        }
        let wants = |path: &str| {
            let mut endings = regulation.book().endings.iter();
            let found = endings.find(|one| one.id == ending);
            found.is_some_and(|one| {
                one.fields_in(self.round.stage)
                    .any(|field| field.path == path)
            })
        };
        for (seat, text) in numbers {
            let path = format!("{seat}.{points}");
            if let Some(text) = text.as_deref().filter(|_| wants(&path)) {
                put(path, text);
            }
            for more in ["objectives", "tokens", "army_points"] {
                let path = format!("{seat}.{more}");
                if let Some(text) = copy(&path).filter(|_| wants(&path)) {
                    put(path, text);
                }
            }
        }
        let tokens = ["a.tokens", "b.tokens"]
            .map(|path| copy(path).and_then(|text| text.parse::<u32>().ok()));
        let objectives = ["a.objectives", "b.objectives"]
            .map(|path| copy(path).and_then(|text| text.parse().ok()).unwrap_or(0));
        let scores = [
            number(&a).map(|score| score.saturating_add(objectives[0])),
            number(&b).map(|score| score.saturating_add(objectives[1])),
        ];
        let level = scores[0] == scores[1] && tokens[0] == tokens[1];
        if let Some((path, _)) = tie_field(regulation)
            && wants(path)
            && (level || ending == "mutual_destruction")
            && let Some(text) = copy(path)
        {
            put(path.to_owned(), text);
        }
        if wants("priority_roll_winner")
            && let Some(text) = copy("priority_roll_winner")
        {
            put("priority_roll_winner".to_owned(), text);
        }
        if ending == "victory" {
            let winner = copy("winner").map(str::to_owned);
            let by_numbers = || {
                let seat = Seat::higher(tokens[0]?, tokens[1]?);
                let seat = seat.or(Seat::higher(scores[0]?, scores[1]?))?;
                Some(seat.key().to_owned())
            };
            let known = tokens.iter().all(Option::is_some) && scores.iter().all(Option::is_some);
            match winner.or_else(by_numbers) {
                Some(winner) => put("winner".to_owned(), &winner),
                None if known => return Err(Fault::at("winner", "Who won?")),
                // Another number is missing, and its error comes first.
                None => put("winner".to_owned(), "a"),
            }
        }
        Ok(told)
    }

    /// The games of a Card Game match: who won each, and how where that is not the usual way (CG-END).
    fn games(&self) -> Result<Vec<(String, String)>, Fault> {
        let seat = |name: &str| match self.fields.get(name) {
            Some("a") => Some(Seat::A),
            Some("b") => Some(Seat::B),
            _ => None,
        };
        let (ending, dark_path, games): (_, _, &[(&str, &str)]) = match self.round.stage {
            StageKind::Swiss => (
                "games",
                "dark_first",
                &[("first", "Who won game 1?"), ("second", "Who won game 2?")],
            ),
            StageKind::Elimination => ("game", "dark", &[("game", "Who won?")]),
        };
        let dark = self.m.dark.or_else(|| seat(dark_path));
        let dark = dark.ok_or_else(|| {
            let question = if ending == "games" {
                "Who was Dark first?"
            } else {
                "Who was Dark?"
            };
            Fault::at(dark_path, question)
        })?;
        let mut told = vec![
            ("ending".to_owned(), ending.to_owned()),
            (dark_path.to_owned(), dark.key().to_owned()),
        ];
        for (index, (path, question)) in games.iter().enumerate() {
            let winner = self
                .fields
                .get(path)
                .ok_or_else(|| Fault::at(path, *question))?;
            let how = self.fields.get(&format!("{path}.how")).unwrap_or_default();
            let dark = if index == 0 { dark } else { dark.other() };
            let mut put =
                |name: &str, text: &str| told.push((format!("{path}.{name}"), text.to_owned()));
            let Some(winner) = seat(path) else {
                let second = winner == "draw" && how == "not_begun" && index == 1;
                put("ending", if second { "not_begun" } else { "time" });
                continue;
            };
            let loser = winner.other().key();
            match how {
                "concession" => {
                    put("ending", how);
                    put("conceded_by", loser);
                }
                "empty_deck" | "missing_card" => {
                    put("ending", how);
                    put("player", loser);
                }
                _ if winner == dark => put("ending", "dial"),
                _ => put("ending", "objectives"),
            }
        }
        Ok(told)
    }

    /// Turns a refusal into an error at its field of the screen.
    fn fault(&self, refusal: &ReportRefusal) -> Fault {
        let chosen = self.fields.get("ending").unwrap_or(BY_NUMBERS);
        let field = match chosen {
            BY_NUMBERS | "time" | "six_rounds" | "victory" => refusal.field.clone(),
            chosen => format!("r.{chosen}.{}", refusal.field),
        };
        let players = Players::named(self.names).read_by(self.reader);
        Fault {
            field,
            text: muster_words::report::words(refusal, players).both(),
            clause: Some(refusal.clause),
        }
    }
}

/// How many copies of a ship are shown one by one.
pub const MOST_COPIES: u32 = 12;
