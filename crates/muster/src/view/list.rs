//! Lists on the terminal: what is in one, what its lines became, and what is wrong with it.

use crate::output::{Column, Output, Style};
use muster_regulations::List;
use muster_regulations::list::{Problem, Weight};
use muster_words::list as words;

/// Shows a list; its pieces are numbered as the score calculator counts them.
pub(crate) fn show_list(list: &List, out: &mut Output) {
    let points = list.points().map(|points| format!("{points} points"));
    let head: Vec<String> = list.faction().into_iter().chain(points).collect();
    out.heading(head.join(" · "));
    let pieces = list.pieces();
    if !pieces.is_empty() {
        let rows = (1..).zip(&pieces).map(|(number, piece)| {
            let number: u32 = number;
            let upgrades: Vec<&str> = piece
                .upgrades
                .iter()
                .map(|upgrade| upgrade.name.as_str())
                .collect();
            let half = match list {
                List::Xwing(_) => piece.half_points().to_string(),
                _ => String::new(),
            };
            vec![
                number.to_string(),
                piece.count.to_string(),
                piece.name.clone(),
                upgrades.join(", "),
                piece.each().to_string(),
                half,
            ]
        });
        let half = if matches!(list, List::Xwing(_)) {
            "Half"
        } else {
            ""
        };
        let columns = [
            Column::Number("#"),
            Column::Number("Copies"),
            Column::Text("Name"),
            Column::Text("Upgrades"),
            Column::Number("Each"),
            Column::Number(half),
        ];
        out.table(&columns, rows.collect());
    }
    for (group, cards) in list.cards() {
        if !cards.is_empty() {
            out.paragraph(
                &format!("{}: ", words::cards(group)),
                &cards.join(", "),
                [Style::Plain; 2],
            );
        }
    }
}

/// Shows what is wrong with a list, and what is worth a second look.
pub(crate) fn show_problems(problems: &[Problem], out: &mut Output) {
    for problem in problems {
        let head = match problem.weight {
            Weight::Breach => "wrong: ",
            Weight::Doubt => "check: ",
        };
        out.paragraph(
            head,
            &format!("{} ({})", words::line(problem), problem.clause),
            [Style::Plain; 2],
        );
    }
}
