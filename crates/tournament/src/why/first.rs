//! Who chooses before the game: first player, colour or side, as far as the lists and the bracket decide it. What
//! texts leave to chance is drawn from the seed of the round.

use super::words::counted;
use super::{Explanation, find_match, find_round};
use crate::draws;
use crate::floor::before_game::{BeforeGame, Ground, before_game};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::Refusal;
use crate::sides::{self, Dark, Played};
use crate::state::{Match, Round, State};
use muster_regulations::cardgame::Side;
use muster_regulations::words::with_article;
use muster_regulations::{Regulation, StageKind};

/// Explains who chooses before the game at a table.
pub fn first(state: &State, number: RoundNo, table: TableNo) -> Result<Explanation, Refusal> {
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let mut explanation = Explanation::new(format!(
        "Round {number}, table {table}: who chooses before the game"
    ));
    let before = before_game(state, round, m);
    match (state.setup.regulation, round.stage) {
        (Regulation::Conquest, _) => {
            explanation.fact("The document leaves this to the core rules of the game.");
        }
        (Regulation::Cardgame, StageKind::Elimination) => side(state, round, m, &mut explanation),
        (Regulation::Cardgame, StageKind::Swiss) => {
            let dark = before.player.map_or_else(String::new, |id| state.name(id));
            explanation.rule(
                "CG-SWISS-2",
                format!(
                    "Who plays the dark side first is drawn from the seed of the round: {dark}; then the sides switch."
                ),
            );
        }
        _ => by_list(state, m, &before, &mut explanation),
    }
    Ok(explanation)
}

fn by_list(state: &State, m: &Match, before: &BeforeGame, explanation: &mut Explanation) {
    let list = state.setup.regulation.book().list_word;
    let does = before.does();
    let clause = before.clause.unwrap_or_default();
    let points = |id: PlayerId| state.player(id).and_then(|p| p.list_points);
    let (Some(chooser), Some(opponent)) =
        (before.player, before.player.and_then(|id| m.opponent(id)))
    else {
        let unknown: Vec<PlayerId> = [m.a, m.b]
            .into_iter()
            .filter(|id| points(*id).is_none())
            .collect();
        explanation.rule(
            clause,
            format!(
                "Who has the lower {list} total {does}; not known here: the total of {}.",
                super::words::names(state, &unknown)
            ),
        );
        return;
    };
    let name = state.name(chooser);
    let text = match before.ground {
        Ground::LowerList { own, other } => format!(
            "{name} {does}: {} of {own} points against {other} of {}.",
            with_article(list),
            state.name(opponent)
        ),
        _ => format!(
            "The {list} totals are equal, {}: {name}, drawn from the seed of the round, {does}.",
            super::words::points(points(chooser).unwrap_or_default())
        ),
    };
    explanation.rule(clause, text);
}

fn side(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    if let Some(chooser) = knockout::chooser_of(state, m) {
        let name = state.name(chooser);
        let chosen = match m.side(chooser) {
            Some(Side::Dark) => format!("{name} plays the dark side."),
            Some(Side::Light) => format!("{name} plays the light side."),
            None => "Nothing is chosen yet.".to_owned(),
        };
        explanation.rule(
            "CG-SIDE",
            format!(
                "First round of the bracket: {name} has the higher seed and chooses a side after seeing the affiliations. {chosen}"
            ),
        );
        return;
    }
    let mut before = state.clone();
    before
        .rounds
        .truncate((round.number.0 as usize).saturating_sub(1));
    let [a, b] = [m.a, m.b].map(|id| draws::played(&before, id));
    let said = |id: PlayerId, played: Played| {
        format!(
            "{} has played dark {} and light {}",
            state.name(id),
            times(played.dark),
            times(played.light)
        )
    };
    explanation.rule(
        "CG-SIDE-2",
        format!("{}; {} (bracket games only).", said(m.a, a), said(m.b, b)),
    );
    let Some(dark) = m.dark_seat().map(|seat| m.player(seat)) else {
        return;
    };
    let by_rule = match sides::dark(a, b) {
        Dark::First => Some(m.a),
        Dark::Second => Some(m.b),
        Dark::Random => None,
    };
    let name = state.name(dark);
    let text = match by_rule {
        Some(player) if player == dark && a.least() == b.least() => format!(
            "Both have played the same side least; the greater difference goes first, so {name} plays dark."
        ),
        Some(player) if player == dark => {
            format!("Each plays the side played least: {name} plays dark.")
        }
        Some(_) => format!(
            "The finalists play again and the rule would repeat their sides: they switch, {name} plays dark."
        ),
        None => {
            format!("The counts do not decide: the draw of the round gave {name} the dark side.")
        }
    };
    explanation.rule("CG-SIDE", text);
}

fn times(count: u32) -> String {
    counted(count as usize, "time", "times")
}
