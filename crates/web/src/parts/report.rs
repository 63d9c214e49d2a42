//! The report form: the endings to choose from and the fields of each, as the regulation defines them. All endings are in
//! the page and a style rule shows the chosen one, so it works without a script. Only the chosen ending's fields are read.

use crate::fields::Fields;
use crate::layout::clause_in_form;
use crate::parts::played::{BY_NUMBERS, Fault};
use crate::problem::Problem;
use maud::{Markup, html};
use muster_regulations::form::{Ending, Field, FieldKind, Need, endings};
use muster_regulations::{ListPoints, Outcome, Regulation, Report, ReportRefusal, Seat, StageKind};
use muster_tournament::state::Match;
use muster_tournament::{PlayerId, State};
use muster_words::form;
use muster_words::names::{Players, Who};

/// What a report form is for.
pub struct Sheet<'a> {
    pub regulation: Regulation,
    /// The stage of the match.
    pub stage: StageKind,
    /// Names of the players at A and B.
    pub names: [&'a str; 2],
    /// The player who fills it in, where it is one of the two.
    pub reader: Option<Seat>,
    /// Which endings it offers.
    pub offer: Offer,
    /// Who plays the dark side, where that is settled before the game (CG-SIDE).
    pub dark: Option<Seat>,
    /// Points of the two lists, where known; the form does not ask for them again.
    pub lists: ListPoints,
    /// Whether the keyboard begins here.
    pub focus: bool,
}

impl<'a> Sheet<'a> {
    fn players(&self) -> Players<'a> {
        let players = Players::named(self.names);
        self.reader.map_or(players, |seat| players.read_by(seat))
    }

    /// What a choice between the two players calls one of them.
    fn choice(&self, seat: Seat) -> &'a str {
        match self.players().at(seat) {
            Who::Reader => "You",
            Who::Named(name) => name,
        }
    }

    /// Whether a list already answers a field (GC-END).
    fn knows(&self, field: &Field) -> bool {
        let [a, b] = self.lists;
        match field.path {
            "a.army_points" => a.is_some(),
            "b.army_points" => b.is_some(),
            _ => false,
        }
    }
}

/// Which endings a form offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Those of a match that was played. A no-show is a separate action, because it drops the player (DROP-1).
    Played,
    /// Those that do not follow from numbers, for a player (see [`rare`]).
    Rare,
    /// All, for a correction.
    All,
    /// Those of a match lost outside of play (GAME-LOSS, COMP-1).
    Lost,
}

impl Offer {
    fn holds(self, ending: &Ending) -> bool {
        match self {
            Offer::All => true,
            Offer::Played => ending.id != "no_show",
            Offer::Rare => !matches!(
                ending.id,
                "no_show" | "time" | "six_rounds" | "victory" | "games" | "game_loss"
            ),
            Offer::Lost => matches!(ending.id, "concession" | "games" | "game"),
        }
    }
}

/// The ending that is selected at first: the most common one.
fn usual(sheet: &Sheet) -> &'static str {
    match (sheet.regulation, sheet.stage) {
        (Regulation::Cardgame, StageKind::Swiss) => "games",
        (Regulation::Cardgame, StageKind::Elimination) => "game",
        _ if sheet.offer == Offer::Lost => "concession",
        (Regulation::Conquest, _) => "victory",
        (Regulation::Legion, _) => "six_rounds",
        (Regulation::Xwing | Regulation::Armada, _) => "time",
    }
}

/// Renders the fields of a report form.
#[must_use]
pub fn fields(sheet: &Sheet, given: &Fields) -> Markup {
    let usual = usual(sheet);
    let chosen = given.get("ending").unwrap_or(usual);
    let mut endings: Vec<&Ending> = endings(sheet.regulation, sheet.stage)
        .filter(|ending| sheet.offer.holds(ending))
        .collect();
    // The most common ending comes first.
    endings.sort_by_key(|ending| ending.id != usual);
    html! {
        fieldset.endings {
            legend { "How did it end?" }
            @for ending in endings {
                (one_ending(sheet, ending, "ending", &format!("r.{}.", ending.id), chosen, given))
            }
        }
    }
}

/// Renders the endings on a player's screen that do not follow from numbers, after the choice that does.
#[must_use]
pub fn rare(sheet: &Sheet, given: &Fields, fault: Option<&Fault>) -> Markup {
    let chosen = given.get("ending").unwrap_or(BY_NUMBERS);
    let rare = endings(sheet.regulation, sheet.stage).filter(|ending| sheet.offer.holds(ending));
    html! {
        fieldset.endings {
            legend.vh { "How did it end?" }
            div.ending { label.pick { input type="radio" name="ending" value=(BY_NUMBERS) checked[chosen == BY_NUMBERS]; span { b { "As entered above" } } } }
            @for ending in rare {
                @let prefix = format!("r.{}.", ending.id);
                (one_ending(sheet, ending, "ending", &prefix, chosen, given))
                @if let Some(fault) = fault.filter(|fault| fault.field.starts_with(&prefix)) { p.error role="alert" { (fault.text) } }
            }
        }
    }
}

fn one_ending(
    sheet: &Sheet,
    ending: &Ending,
    group: &str,
    prefix: &str,
    chosen: &str,
    given: &Fields,
) -> Markup {
    let words = form::ending(sheet.regulation, ending);
    html! {
        div.ending {
            label.pick {
                input type="radio" name=(group) value=(ending.id) checked[ending.id == chosen]
                    autofocus[sheet.focus && group == "ending" && ending.id == chosen];
                span { b { (words.label) } span.cap { (words.help) } }
            }
            div.asked {
                @for field in ending.fields_in(sheet.stage).filter(|field| !sheet.knows(field)) { (one_field(sheet, field, prefix, given)) }
            }
        }
    }
}

fn one_field(sheet: &Sheet, field: &Field, prefix: &str, given: &Fields) -> Markup {
    let name = format!("{prefix}{}", field.path);
    let value = given.get(&name).unwrap_or_default();
    let caption = form::label_of(field, sheet.players());
    let hint = match field.need {
        Need::Always => None,
        Need::When(when) => Some(form::hint(when)),
    };
    let choice = |options: &[(&str, &str)]| {
        html! {
            fieldset.field {
                legend { (caption) " " (clause_in_form(field.clause)) }
                div.seg {
                    @if hint.is_some() {
                        label.none { input type="radio" name=(name) value="" checked[value.is_empty()]; "—" }
                    }
                    @for (id, word) in options {
                        label { input type="radio" name=(name) value=(id) checked[value == *id]; (word) }
                    }
                }
                @if let Some(hint) = hint { p.hint { (hint) } }
            }
        }
    };
    match field.kind {
        FieldKind::Seat if field.path == "dark" && sheet.dark.is_some() => {
            let dark = sheet.dark.unwrap_or(Seat::A);
            html! {
                p.field { span { (caption) ": " b { (sheet.choice(dark)) } " " (clause_in_form(field.clause)) } }
                input type="hidden" name=(name) value=(dark.key());
            }
        }
        FieldKind::Seat => choice(&[Seat::A, Seat::B].map(|seat| (seat.key(), sheet.choice(seat)))),
        FieldKind::Side => choice(&[("light", "Light"), ("dark", "Dark")]),
        FieldKind::YesNo => choice(&[("true", "Yes"), ("false", "No")]),
        FieldKind::Game(games) => {
            let group = format!("{name}.ending");
            let chosen = given.get(&group).unwrap_or_default();
            html! {
                fieldset.endings {
                    legend { (caption) }
                    @for game in games {
                        (one_ending(sheet, game, &group, &format!("{name}.{}.", game.id), chosen, given))
                    }
                }
            }
        }
        _ => {
            let most = field.kind.most();
            let id = name.replace('.', "-");
            html! {
                div.field {
                    label for=(id) { (caption) " " (clause_in_form(field.clause)) }
                    input.score id=(id) name=(name) value=(value) inputmode="numeric" autocomplete="off" maxlength="5";
                    @if let Some(hint) = hint { p.hint { (hint) } }
                    @else if let Some(most) = most { p.hint { "0 to " (most) } }
                }
            }
        }
    }
}

/// Reads the report of the chosen ending, or of a quick entry of two numbers. A refusal names the players if the form
/// says which table it is about.
pub fn read(state: &State, given: &Fields) -> Result<Report, Problem> {
    read_fields(state.setup.regulation, given).map_err(|refusal| {
        let round = match given.round() {
            Ok(round) => state.round(round),
            Err(_) => state.current(),
        };
        let table = given.table().ok();
        match round
            .zip(table)
            .and_then(|(round, table)| round.table(table))
        {
            Some(m) => refused(state, m, refusal),
            None => refusal.into(),
        }
    })
}

/// A report that was refused, with the names of the players at its table.
#[must_use]
pub fn refused(state: &State, m: &Match, refusal: ReportRefusal) -> Problem {
    let [a, b] = [state.name(m.a), state.name(m.b)];
    muster_service::Problem::report(refusal, Players::named([&a, &b])).into()
}

/// Reads the same, and names the field at fault.
pub fn read_fields(regulation: Regulation, given: &Fields) -> Result<Report, ReportRefusal> {
    if let (Some(a), Some(b)) = (given.get("quick.a"), given.get("quick.b")) {
        return regulation.report_from_numbers(a, b);
    }
    let chosen = given.get("ending").unwrap_or_default();
    let mut told = vec![("ending".to_owned(), chosen.to_owned())];
    let known = regulation
        .book()
        .endings
        .iter()
        .find(|ending| ending.id == chosen);
    if let Some(ending) = known {
        collect(ending, &format!("r.{chosen}."), "", given, &mut told);
    }
    let pairs = told
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    regulation.report_from_fields(pairs)
}

fn collect(
    ending: &Ending,
    from: &str,
    to: &str,
    given: &Fields,
    told: &mut Vec<(String, String)>,
) {
    for field in ending.fields {
        let (name, path) = (
            format!("{from}{}", field.path),
            format!("{to}{}", field.path),
        );
        if let FieldKind::Game(games) = field.kind {
            let chosen = given.get(&format!("{name}.ending")).unwrap_or_default();
            told.push((format!("{path}.ending"), chosen.to_owned()));
            if let Some(game) = games.iter().find(|game| game.id == chosen) {
                collect(
                    game,
                    &format!("{name}.{chosen}."),
                    &format!("{path}."),
                    given,
                    told,
                );
            }
        } else if let Some(text) = given.get(&name) {
            told.push((path, text.to_owned()));
        }
    }
}

/// Says in one line what a report means: the winner, points and margins.
#[must_use]
pub fn meaning(state: &State, m: &Match, outcome: &Outcome) -> String {
    use muster_regulations::{Margin, Share};
    let margin = |margin: Margin| match margin {
        Margin::None => String::new(),
        Margin::Points(points) => format!(", MOV {points}"),
        Margin::Share(Share::Of { own, total }) => format!(", share {own}/{total}"),
        Margin::Share(Share::MeanOfOthers) => ", mean share".to_owned(),
        Margin::Defeated { points, tokens } => format!(", {points} defeated, {tokens} tokens"),
    };
    let side = |player: PlayerId, award: muster_regulations::Award| {
        format!(
            "{}: {}{}",
            state.name(player),
            muster_words::phrases::points(award.points),
            margin(award.margin)
        )
    };
    let head = match outcome.winner() {
        Some(seat) => format!("{} wins", state.name(m.player(seat))),
        None => "Draw".to_owned(),
    };
    format!("{head}. {}; {}", side(m.a, outcome.a), side(m.b, outcome.b))
}
