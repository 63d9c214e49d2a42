//! Swiss rounds as test data: who met whom and how it ended, judged by the regulation itself.

use muster_regulations::{Award, Margin, Outcome, Regulation, Report, Seat, StageKind};
use muster_regulations::{armada, conquest, legion, xwing};
use muster_tournament::PlayerId;
use muster_tournament::standings::{Last, Part, Row, Sheet, Standings};

/// What a round holds for its players, by number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line {
    Match(u32, u32, Outcome),
    Bye(u32),
}

pub(crate) use Line::Bye;

/// The rounds of a Swiss stage; whom a round does not name has missed it.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) regulation: Regulation,
    pub(crate) players: u32,
    pub(crate) rounds: Vec<Vec<Line>>,
}

impl History {
    pub(crate) fn new(regulation: Regulation, players: u32, rounds: &[&[Line]]) -> History {
        let rounds = rounds.iter().map(|round| round.to_vec()).collect();
        History {
            regulation,
            players,
            rounds,
        }
    }

    pub(crate) fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(self.players);
        for round in &self.rounds {
            sheet.begin_round().unwrap();
            for line in round {
                match *line {
                    Line::Match(a, b, outcome) => sheet.play(PlayerId(a), PlayerId(b), outcome),
                    Line::Bye(player) => sheet.bye(PlayerId(player), self.regulation.bye()),
                }
                .unwrap();
            }
        }
        sheet
    }

    pub(crate) fn standings(&self, last: Last) -> Standings {
        let tiebreakers = self.regulation.book().tiebreakers;
        self.sheet().standings(tiebreakers, last, |_| Part::Ranked)
    }

    /// Compares the standings with lines of rank, player, points and the exact tiebreakers but the last.
    #[track_caller]
    pub(crate) fn check(&self, expected: &[&str]) {
        let rows = self.standings(Last::Listed).rows;
        assert_eq!(rows.iter().map(line).collect::<Vec<_>>(), expected);
    }

    /// Compares the tiebreakers as people see them, in rank order.
    #[track_caller]
    pub(crate) fn check_shown(&self, expected: &[&str]) {
        let shown = |row: &Row| {
            let values = row.values.iter().rev().skip(1).rev();
            let shown: Vec<&str> = values.map(|value| value.shown.as_str()).collect();
            shown.join(", ")
        };
        let rows = self.standings(Last::Listed).rows;
        assert_eq!(rows.iter().map(shown).collect::<Vec<_>>(), expected);
    }
}

/// A row as text: `1. #2 3p 576 1/2`.
pub(crate) fn line(row: &Row) -> String {
    let rank = row.rank.map_or("–".to_owned(), |rank| rank.to_string());
    let mut line = format!("{rank}. {} {}p", row.player, row.points);
    for value in row.values.iter().rev().skip(1).rev() {
        line += &format!(" {}", value.exact);
    }
    line
}

fn judged(a: u32, b: u32, report: Report) -> Line {
    let outcome = report.regulation().outcome(StageKind::Swiss, &report);
    Line::Match(a, b, outcome.unwrap())
}

/// X-Wing: a score each; 200 means that the other squad is gone, and level scores are won by the player named first in
/// the Final Salvo.
pub(crate) fn xwing(a: u32, b: u32, score_a: u32, score_b: u32) -> Line {
    let tally = |score| xwing::Tally { score };
    let (of_a, of_b) = (tally(score_a), tally(score_b));
    let report = match score_a {
        xwing::SQUAD => xwing::Report::Defeat {
            beaten: Seat::B,
            a: of_a,
            b: of_b,
            first_player: None,
        },
        _ => xwing::Report::Time {
            a: of_a,
            b: of_b,
            winner: None,
            salvo_winner: (score_a == score_b).then_some(Seat::A),
            first_player: None,
        },
    };
    judged(a, b, Report::Xwing(report))
}

/// Armada: a score each; 400 means that the other fleet is gone.
pub(crate) fn armada(a: u32, b: u32, score_a: u32, score_b: u32) -> Line {
    let tally = |destroyed| armada::Tally {
        destroyed,
        objectives: None,
    };
    let (of_a, of_b) = (tally(score_a), tally(score_b));
    let report = match score_a {
        armada::FLEET => armada::Report::Defeat {
            beaten: Seat::B,
            a: of_a,
            b: of_b,
            second_player: None,
        },
        _ => armada::Report::SixRounds {
            a: of_a,
            b: of_b,
            second_player: None,
            winner: None,
        },
    };
    judged(a, b, Report::Armada(report))
}

/// Legion, six rounds: victory tokens each.
pub(crate) fn legion(a: u32, b: u32, tokens_a: u32, tokens_b: u32) -> Line {
    let tally = |tokens| legion::Tally {
        tokens,
        score: None,
    };
    let report = legion::Report::SixRounds {
        a: tally(tokens_a),
        b: tally(tokens_b),
        blue_player: None,
        winner: None,
    };
    judged(a, b, Report::Legion(report))
}

/// Legion: a concession that is not scored.
pub(crate) fn legion_conceded(winner: u32, conceder: u32) -> Line {
    let report = legion::Report::Concession {
        conceded_by: Seat::B,
    };
    judged(winner, conceder, Report::Legion(report))
}

/// Conquest, won by the player named first: points defeated and tokens each.
pub(crate) fn conquest(a: u32, b: u32, of_a: [u32; 2], of_b: [u32; 2]) -> Line {
    let tally = |[defeated, tokens]: [u32; 2]| conquest::Tally { tokens, defeated };
    let report = conquest::Report::Victory {
        winner: Seat::A,
        a: tally(of_a),
        b: tally(of_b),
    };
    judged(a, b, Report::Conquest(report))
}

/// Conquest: both declined to play.
pub(crate) fn declined(a: u32, b: u32) -> Line {
    let report = conquest::Report::Declined {
        priority_roll_winner: None,
    };
    judged(a, b, Report::Conquest(report))
}

/// Card Game: tournament points each from the two games.
pub(crate) fn cards(a: u32, b: u32, points_a: u32, points_b: u32) -> Line {
    let award = |own: u32, other: u32| match own.cmp(&other) {
        std::cmp::Ordering::Greater => Award::win(own, Margin::None),
        std::cmp::Ordering::Equal => Award::draw(own, Margin::None),
        std::cmp::Ordering::Less => Award::loss(own, Margin::None),
    };
    let outcome = Outcome {
        a: award(points_a, points_b),
        b: award(points_b, points_a),
    };
    Line::Match(a, b, outcome)
}

/// The player named second did not appear.
pub(crate) fn no_show(regulation: Regulation, there: u32, absent: u32) -> Line {
    judged(there, absent, regulation.no_show(Seat::B))
}

/// Neither appeared: both have lost.
pub(crate) fn nobody_came(regulation: Regulation, a: u32, b: u32) -> Line {
    let lost = |absent: Seat| {
        let outcome = regulation.outcome(StageKind::Swiss, &regulation.no_show(absent));
        outcome.unwrap().of(absent)
    };
    let outcome = Outcome {
        a: lost(Seat::A),
        b: lost(Seat::B),
    };
    Line::Match(a, b, outcome)
}
