//! The working of a rank: the player beside the neighbour in the standings, tiebreaker by tiebreaker until one differs, with
//! the sums and the opponents behind each number. The values come from `muster_tournament::standings`; the sums here are
//! only shown, and tests compare them with those values.

use super::{Row, Sheet, gone};
use crate::layout::clause;
use crate::parts::names;
use maud::{Markup, html};
use muster_regulations::{Award, Margin, Regulation, Share, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::standings::{Exact, Value};
use muster_words::phrases::capital;
use muster_words::phrases::ordinal;

/// Returns the ladder of a player: why they rank just below (or above) their neighbour.
#[must_use]
pub fn ladder(sheet: &Sheet, player: PlayerId, me: Option<PlayerId>) -> Markup {
    let Some(at) = sheet.rows.iter().position(|row| row.player == player) else {
        return html! {};
    };
    let own = &sheet.rows[at];
    let Some(other) = at
        .checked_sub(1)
        .or(Some(1))
        .and_then(|beside| sheet.rows.get(beside))
    else {
        return html! { p { "Nobody to compare with." } };
    };
    if own.rank.is_none() || other.rank.is_none() {
        return html! { p { "A disqualified player has no rank. " (clause("DROP-3")) } };
    }
    let compared = Compared {
        sheet,
        own,
        other,
        me,
    };
    let levels = compared.levels();
    let opponents = levels
        .iter()
        .rev()
        .find_map(|value| rests_on_opponents(value.tiebreaker));
    html! {
        ol.ladder {
            li { (compared.points()) }
            @for value in &levels { li { (compared.level(value)) } }
        }
        @if let Some(tiebreaker) = opponents {
            div.pair {
                @for row in [own, other] { (compared.opponents(row, tiebreaker)) }
            }
        }
        p.cap { (compared.remarks(opponents.is_some())) }
    }
}

/// A player and the neighbour.
struct Compared<'a> {
    sheet: &'a Sheet<'a>,
    own: &'a Row,
    other: &'a Row,
    me: Option<PlayerId>,
}

impl<'a> Compared<'a> {
    fn name(&self, row: &Row) -> String {
        if self.me == Some(row.player) {
            return "You".to_owned();
        }
        names::parted(self.sheet.state, row.player).family
    }

    /// The tiebreakers that matter: all tied ones and the first that differs.
    fn levels(&self) -> Vec<&'a Value> {
        if self.own.points != self.other.points {
            return Vec::new();
        }
        let pairs = self.own.values.iter().zip(&self.other.values);
        let level = pairs
            .clone()
            .take_while(|(own, other)| own.exact == other.exact)
            .count();
        self.own.values.iter().take(level + 1).collect()
    }

    fn points(&self) -> Markup {
        let points = self.own.points;
        let sharing: Vec<u32> = self
            .sheet
            .rows
            .iter()
            .filter(|row| row.points == points)
            .filter_map(|row| row.rank)
            .collect();
        let decided = self.other.points != points;
        html! {
            p { b { "Points" } }
            @if decided {
                p { (self.name(self.own)) ": " (self.sum(self.own.player, |award| Some(award.points), points)) }
                p { (self.name(self.other)) ": " (self.sum(self.other.player, |award| Some(award.points), self.other.points)) }
                (self.verdict())
            } @else {
                p { (points) ", shared by " (sharing.len()) " players"
                    @if let (Some(first), Some(last)) = (sharing.first(), sharing.last()) { ": ranks " (first) " to " (last) } "." }
                p.quiet { "tied" }
            }
        }
    }

    fn level(&self, value: &Value) -> Markup {
        let theirs = self
            .other
            .values
            .iter()
            .find(|other| other.tiebreaker == value.tiebreaker);
        let decided = theirs.is_none_or(|theirs| theirs.exact != value.exact);
        let title = muster_words::standings::tiebreaker(value.tiebreaker);
        html! {
            p { b { (capital(title)) } " " (clause(self.clause_of(value.tiebreaker))) }
            p { (self.name(self.own)) ": " (self.working(self.own, value)) }
            @if let Some(theirs) = theirs { p { (self.name(self.other)) ": " (self.working(self.other, theirs)) } }
            @if decided { (self.verdict()) } @else { p.quiet { "tied" } }
        }
    }

    /// The resulting ranks.
    fn verdict(&self) -> Markup {
        let state = self.sheet.state;
        let rank = |row: &Row| row.rank.map_or_else(String::new, ordinal);
        let be = |row: &Row| {
            if self.me == Some(row.player) {
                "are"
            } else {
                "is"
            }
        };
        let full = |row: &Row| match self.me == Some(row.player) {
            true => "you".to_owned(),
            false => state.name(row.player),
        };
        let (first, second) = if self.own.rank < self.other.rank {
            (self.own, self.other)
        } else {
            (self.other, self.own)
        };
        html! {
            p.verdict { b {
                (capital(&full(first))) " " (be(first)) " " (rank(first)) ", " (full(second)) " " (be(second)) " " (rank(second))
            } }
        }
    }

    /// The clause that makes a tiebreaker count.
    fn clause_of(&self, tiebreaker: Tiebreaker) -> &'static str {
        match (tiebreaker, self.sheet.state.setup.regulation) {
            (Tiebreaker::StrengthOfSchedule, _) => "TB-SOS",
            (Tiebreaker::ExtendedStrengthOfSchedule, _) => "TB-ESOS",
            (Tiebreaker::Random, _) => "TB-RANDOM",
            (_, Regulation::Xwing) => "XW-TB",
            (_, Regulation::Armada) => "AR-TB",
            (_, Regulation::Legion) => "LE-TB",
            (_, Regulation::Conquest) => "GC-TB",
            (_, Regulation::Cardgame) => "CG-TB",
        }
    }

    /// A value with what it was made of.
    fn working(&self, row: &Row, value: &Value) -> String {
        let player = row.player;
        match value.tiebreaker {
            Tiebreaker::MarginOfVictory => self.sum(player, margin, &value.exact),
            Tiebreaker::PointsDefeated => {
                self.sum(player, |award| defeated(award).map(|d| d.0), &value.exact)
            }
            Tiebreaker::VictoryTokens => {
                self.sum(player, |award| defeated(award).map(|d| d.1), &value.exact)
            }
            Tiebreaker::AverageMargin => {
                let shares: Vec<String> = self.awards(player).into_iter().map(share).collect();
                format!("mean of {} = {}", shares.join(", "), value_in_words(value))
            }
            Tiebreaker::StrengthOfSchedule
            | Tiebreaker::ExtendedStrengthOfSchedule
            | Tiebreaker::ExtendedAverageMargin => value_in_words(value),
            Tiebreaker::Random => format!(
                "{}, drawn at the start; the lower number is first",
                value.shown
            ),
        }
    }

    /// What the player got from each round that counts.
    fn awards(&self, player: PlayerId) -> Vec<Award> {
        let regulation = self.sheet.state.setup.regulation;
        let rounds = self.sheet.rounds.iter();
        rounds
            .filter_map(|round| {
                if round.byes.contains(&player) {
                    return Some(regulation.bye());
                }
                let m = round.match_of(player)?;
                Some(m.counted()?.of(m.seat(player)?))
            })
            .collect()
    }

    /// "78 + 134 + 0 + 150 = 362".
    fn sum(
        &self,
        player: PlayerId,
        part: impl Fn(Award) -> Option<u32>,
        total: impl std::fmt::Display,
    ) -> String {
        let parts: Vec<String> = self
            .awards(player)
            .into_iter()
            .filter_map(|award| part(award).map(|part| part.to_string()))
            .collect();
        match parts.len() {
            0 | 1 => total.to_string(),
            _ => format!("{} = {total}", parts.join(" + ")),
        }
    }

    /// The players met, each with what counts of them, and their mean.
    fn opponents(&self, row: &Row, tiebreaker: Tiebreaker) -> Markup {
        let state = self.sheet.state;
        let met = self.sheet.met(row.player);
        let value = row
            .values
            .iter()
            .find(|value| value.tiebreaker == tiebreaker);
        let by_points = tiebreaker == Tiebreaker::StrengthOfSchedule;
        let inner = match tiebreaker {
            Tiebreaker::ExtendedAverageMargin => Tiebreaker::AverageMargin,
            _ => Tiebreaker::StrengthOfSchedule,
        };
        html! {
            table.mini {
                caption { b { (state.name(row.player)) } @if let Some(rank) = row.rank { ", " (ordinal(rank)) } }
                thead { tr {
                    th scope="col" { "Opponent" }
                    @if by_points {
                        th.num scope="col" { "Points" } th.num scope="col" { "Rounds" } th.num scope="col" { "Each" }
                    } @else {
                        th.num scope="col" { (muster_words::standings::heading(inner).unwrap_or_default()) }
                    }
                } }
                tbody {
                    @for other in &met {
                        tr {
                            td { (state.name(other.player)) }
                            @if by_points {
                                td.num { (other.points) }
                                td.num { (other.played) @if gone(self.sheet, other.player).is_some() { "*" } }
                                td.num { (Exact::ratio(other.points.into(), other.played.into())) }
                            } @else {
                                td.num { (other.values.iter().find(|v| v.tiebreaker == inner).map(|v| v.exact.to_string()).unwrap_or_default()) }
                            }
                        }
                    }
                }
                tfoot { tr {
                    td colspan=(if by_points { 3 } else { 1 }) {
                        @if by_points { "Sum " (sum_of_rates(&met)) ", divided by " (met.len()) } @else { "Mean of " (met.len()) }
                    }
                    td.num { b { (value.map(|value| value.exact.to_string()).unwrap_or_default()) } }
                } }
            }
        }
    }

    fn remarks(&self, opponents: bool) -> Markup {
        let gone_players: Vec<PlayerId> = [self.own, self.other]
            .into_iter()
            .flat_map(|row| self.sheet.met(row.player))
            .map(|row| row.player)
            .filter(|id| gone(self.sheet, *id).is_some())
            .collect();
        html! {
            @if opponents && !gone_players.is_empty() {
                "* dropped; their results still count. " (clause("DROP-1b")) " house choice. "
            }
            "Fractions are compared exactly. " (clause("TB-2"))
        }
    }
}

impl<'a> Sheet<'a> {
    /// The rows of the players somebody has met in rounds that count, oldest first.
    fn met(&self, player: PlayerId) -> Vec<&Row> {
        let rounds = self.rounds.iter();
        let opponents = rounds.filter_map(|round| {
            let m = round.match_of(player)?;
            m.counted()?;
            m.opponent(player)
        });
        opponents.filter_map(|id| self.row(id)).collect()
    }
}

/// A sum as a fraction.
struct Sum {
    of: u128,
    over: u128,
}

/// The sum of points over rounds played, exactly.
fn sum_of_rates(met: &[&Row]) -> Sum {
    let over = met
        .iter()
        .fold(1_u128, |over, row| lcm(over, u128::from(row.played.max(1))));
    let parts = met.iter().map(|row| {
        let rounds = u128::from(row.played.max(1));
        u128::from(row.points).saturating_mul(over / rounds)
    });
    Sum {
        of: parts.fold(0, u128::saturating_add),
        over,
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Exact::ratio(self.of, self.over).fmt(f)
    }
}

fn lcm(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}

/// Returns the exact value, with a decimal if it is a fraction: "83/16 = 5.1875".
#[must_use]
pub fn value_in_words(value: &Value) -> String {
    let exact = value.exact.to_string();
    if value.exact.is_whole() {
        exact
    } else {
        format!("{exact} = {}", value.exact.decimal(4))
    }
}

fn rests_on_opponents(tiebreaker: Tiebreaker) -> Option<Tiebreaker> {
    matches!(
        tiebreaker,
        Tiebreaker::StrengthOfSchedule
            | Tiebreaker::ExtendedStrengthOfSchedule
            | Tiebreaker::ExtendedAverageMargin
    )
    .then_some(tiebreaker)
}

fn margin(award: Award) -> Option<u32> {
    match award.margin {
        Margin::Points(margin) => Some(margin),
        _ => None,
    }
}

/// Points defeated and victory tokens.
fn defeated(award: Award) -> Option<(u32, u32)> {
    match award.margin {
        Margin::Defeated { points, tokens } => Some((points, tokens)),
        _ => None,
    }
}

fn share(award: Award) -> String {
    match award.margin {
        Margin::Share(Share::Of { own, total }) => {
            Exact::ratio(own.into(), total.into()).to_string()
        }
        _ => "the mean of the others".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_forecast::{Plan, simulate};

    /// What is shown as working must lead to the value that decides.
    #[test]
    fn tb_sos_working_adds_up_to_the_value() {
        for regulation in Regulation::ALL {
            let tournament = simulate(&Plan::new(regulation, 19, 7)).unwrap();
            let sheet = Sheet::now(tournament.state());
            assert!(sheet.rows.len() > 10, "{regulation}");
            for row in &sheet.rows {
                let met = sheet.met(row.player);
                let value = row
                    .values
                    .iter()
                    .find(|value| value.tiebreaker == Tiebreaker::StrengthOfSchedule);
                let Some(value) = value else { continue };
                let Sum { of, over } = sum_of_rates(&met);
                let mean = Exact::ratio(of, over * met.len() as u128);
                assert_eq!(mean, value.exact, "{regulation} {:?}", row.player);
            }
        }
    }

    #[test]
    fn sums_of_margins_add_up_to_the_value() {
        for regulation in [Regulation::Xwing, Regulation::Armada, Regulation::Conquest] {
            let tournament = simulate(&Plan::new(regulation, 21, 3)).unwrap();
            let sheet = Sheet::now(tournament.state());
            for row in &sheet.rows {
                let compared = Compared {
                    sheet: &sheet,
                    own: row,
                    other: row,
                    me: None,
                };
                for value in &row.values {
                    let part: fn(Award) -> Option<u32> = match value.tiebreaker {
                        Tiebreaker::MarginOfVictory => margin,
                        Tiebreaker::PointsDefeated => |award| defeated(award).map(|d| d.0),
                        Tiebreaker::VictoryTokens => |award| defeated(award).map(|d| d.1),
                        _ => continue,
                    };
                    let sum: u32 = compared
                        .awards(row.player)
                        .into_iter()
                        .filter_map(part)
                        .sum();
                    assert_eq!(
                        Exact::from(u64::from(sum)),
                        value.exact,
                        "{regulation} {:?}",
                        row.player
                    );
                }
            }
        }
    }
}
