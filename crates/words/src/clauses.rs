//! What every clause says, in one line of our own words, and how the program treats it.

use muster_regulations::{Clause, Regulation, Treatment};
use serde::Serialize;

/// A clause as programs read it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ClauseInWords {
    /// Identifier, e.g. `PAIR-4`.
    pub id: &'static str,
    /// One line in our own words.
    pub says: &'static str,
    /// The regulations it holds for.
    pub of: &'static [Regulation],
    /// How the program treats it.
    pub treatment: Treatment,
    /// A house choice, where the documents are silent.
    pub choice: bool,
}

impl From<&Clause> for ClauseInWords {
    fn from(clause: &Clause) -> ClauseInWords {
        ClauseInWords {
            id: clause.id,
            says: says(clause),
            of: clause.of,
            treatment: clause.treatment,
            choice: clause.choice,
        }
    }
}

/// Returns how the program treats a clause.
#[must_use]
pub const fn treatment(treatment: Treatment) -> &'static str {
    match treatment {
        Treatment::Enforced => "enforced",
        Treatment::Computed => "computed",
        Treatment::Assisted => "assisted",
        Treatment::LeftToPeople => "left to people",
    }
}

/// Returns what a clause says.
#[must_use]
pub fn says(clause: &Clause) -> &'static str {
    let found = SAYS.iter().find(|(id, _)| *id == clause.id);
    found.map_or("", |(_, says)| says)
}

/// In the order of the regulations' own list, which a test holds it against.
#[rustfmt::skip]
static SAYS: &[(&str, &str)] = &[
    ("ROLE-1", "There is exactly one organizer."),
    ("ROLE-2", "Any number of marshals, or none. Legion: at most one Head Judge; without one, the organizer acts. Conquest: at least one Consular and at most one Head Consular, who has no substitute."),
    ("ROLE-3", "There may be any number of judges or Consulars."),
    ("ROLE-4", "A judge rules first. On request the head reviews the ruling, and that decision is final. In Conquest without a Head Consular, every ruling is final."),
    ("ROLE-5", "A leader may play only in the most relaxed tier, with another leader on duty. A Consular never plays."),
    ("ROLE-6", "The organizer removes players for misconduct. In Legion the Head Judge may too, in Conquest any Consular."),
    ("GAME-LOSS", "A game loss given by a leader counts as a concession. Legion has its own rule."),
    ("PAIR-1", "Rounds and cut are announced before the start and don't change."),
    ("PAIR-1b", "A structure table counts the players who are checked in at the start."),
    ("PAIR-2", "The first Swiss round is drawn at random."),
    ("PAIR-3", "Later rounds are paired at random within points groups, from the top. A player who is left over meets a random player from the next group."),
    ("PAIR-4", "Two players meet at most once in a stage. Whoever floats down is chosen so that everybody can be paired."),
    ("PAIR-5", "If repeats can't be avoided, there are as few as possible, and the organizer is warned before publishing."),
    ("PAIR-6", "As many players as possible stay in their group, top group first. A floater goes to the nearest possible group."),
    ("PAIR-7", "Basic is for Wave or Store Championships, Advanced for Hyperspace Trials or Regionals, Custom for official Premier or Competitive events. Deviations are noted, not refused."),
    ("BYE-1", "If the number of players is odd in the first round, a random player gets the bye."),
    ("BYE-2", "Later the bye goes to the lowest-ranked player who hasn't had one."),
    ("BYE-3", "If everybody has had a bye, it goes to the lowest-ranked of those with the fewest byes."),
    ("BYE-4", "The bye is assigned first, even if that leaves only pairings with a repeat."),
    ("DROP-1", "A player who drops, doesn't appear or can no longer play isn't paired from then on."),
    ("DROP-1b", "A dropped player's results stay and still count for the opponents."),
    ("DROP-1c", "The organizer may penalize an unannounced drop, for example when prizes are awarded."),
    ("DROP-2", "The organizer may let a dropped player rejoin, with an unpaired loss for each missed round."),
    ("DROP-2b", "An unpaired loss gives no points and no margin."),
    ("DROP-3", "A disqualified or ejected player never rejoins."),
    ("DROP-4", "Late entry works like rejoining, only in the first stage and before its last round is paired. A draft is redrawn, and nobody gets a bye for coming late."),
    ("CUT-1", "After the last Swiss round the top of the standings advances. All others are dropped and keep their places."),
    ("CUT-2", "A player who leaves before the next stage is replaced by the next in rank, as the lowest seed. X-Wing: not if the cut is played on a later day."),
    ("CUT-2b", "Without a replacement the seed stays empty, and its opponent has a bye."),
    ("CUT-3", "A custom structure may use another cut. The top seeds of the bracket then have byes."),
    ("SE-1", "After a cut, game 1 is the highest seed against the lowest, game 2 the second highest against the second lowest, and so on."),
    ("SE-2", "The winner of game 1 plays the winner of the last game, the winner of game 2 the winner of the second to last, and so on."),
    ("SE-3", "In elimination from the start, random byes fill the bracket up to a power of two. Everybody else is paired and numbered at random."),
    ("SE-4", "If a player drops, the current opponent has a bye; between rounds, the next opponent does."),
    ("SE-5", "The loser is out."),
    ("SE-5b", "The final ranking goes by the round reached, then by Swiss rank. Shared places are shown too."),
    ("TB-SOS", "Strength of schedule is the mean of each opponent's points per round played."),
    ("TB-ESOS", "Extended strength of schedule is the mean of the opponents' strength of schedule."),
    ("TB-RANDOM", "Players who are still tied are ranked at random: drawn once, then unchanged."),
    ("TB-1", "A bye counts as a round played but not as an opponent, an unpaired loss as neither, an absent opponent as both. Without opponents the value is 0."),
    ("TB-2", "Tiebreakers are compared as exact fractions, never as rounded decimals."),
    ("TIME-1", "The clock starts when most players are seated. When time is called, the current game round is finished and scored."),
    ("TIME-2", "A leader may give a table extra time to look for a lost component."),
    ("LEGAL-1", "Products are legal from release, in the highest tier 11 days later; in Conquest, if released before the event. Lists are checked if a catalogue has release dates."),
    ("COMP-1", "A player who can't replace a lost component concedes the game as it is, and is removed if it is still missing next round. Card Game: time to look only when a round begins."),
    ("COMP-2", "For a damaged card a leader makes a proxy with the card's name, what is unreadable, the leader's name and the date."),
    ("COMP-3", "A player who can't replace a component that was ruled ineligible is dropped."),
    ("LIST-NAME", "A name on a list that could mean another card is clarified in parentheses."),
    ("COMP-4", "A player uses the same list for the whole tournament."),
    ("LE-LIST", "An army has at most 800 points and one faction."),
    ("LE-HAND", "A command hand has two cards each with one, two and three pips and Standing Orders, none of them twice. A character's card needs the character."),
    ("LE-DECK", "A battle deck has 12 different cards: four objectives, four deployments, four conditions."),
    ("LE-COPY", "The copy of a list for opponents omits command and battle cards."),
    ("LE-POINTS", "A win gives 1 point, a loss 0."),
    ("LE-END", "A player without units loses. After six rounds or time, more tokens win, then the higher score, then blue. No game is a draw."),
    ("LE-SCORE", "The score is the points of enemy units defeated, with upgrades. All of them together are worth 800."),
    ("LE-MOV", "The margin is a player's share of both players' victory points: half each if tied, all of it if all enemies are defeated."),
    ("LE-MOV-MUTUAL", "After mutual destruction, tokens decide the margin, because both players can't get all of it."),
    ("LE-MOV-CONCEDE", "A conceded game is scored as it is if both agree in front of a judge. Otherwise the conceding player gets nothing and the opponent the mean of the other games."),
    ("LE-MOV-NOSHOW", "A player who is absent, leaves without conceding or gets a game loss has no margin. The opponent gets the mean of the other games."),
    ("LE-MOV-BYE", "A bye gives the mean of the player's other games; without any games, a half for each round."),
    ("LE-MOV-2", "The mean covers all rounds that don't need a mean themselves, including games with a margin of 0. An unpaired loss isn't a game."),
    ("LE-TB", "Tiebreakers: average margin, opponents' average margin, strength of schedule, extended strength of schedule, random."),
    ("LE-BYE", "A bye is a win worth 1 point."),
    ("LE-CLOCK", "Swiss and elimination rounds last 150 minutes, the final 210."),
    ("LE-BASIC", "Basic structure: 2 to 5 rounds by attendance, never a cut."),
    ("LE-ADVANCED", "Advanced structure: 3 to 5 rounds by attendance and a cut to the top 2 or 4."),
    ("LE-CUSTOM", "Custom structure: the organizer's own numbers, announced to the players."),
    ("LE-TIERS", "Tiers are Casual and Competitive."),
    ("LE-BAG", "In Competitive tournaments order tokens are drawn from an opaque bag. The desk is reminded before the start."),
    ("LE-CHECK", "A wrong report can be corrected within 2 tournament rounds, and not later."),
    ("LE-CHECK-2", "The winner reports the result; the program accepts it from either player."),
    ("LE-SETUP", "The player with the cheaper army chooses red or blue. Blue's battle decks are laid out, and each player may strike twice."),
    ("LE-TERRAIN", "Terrain covers 25 to 35 percent of the table, with a recommended number of pieces of each kind."),
    ("LE-SILHOUETTE", "Line of sight to small-base troopers uses a template of 42 by 27 mm, which prints at true size."),
    ("GC-POINTS", "A win gives 3 points, a draw 1, a loss 0."),
    ("GC-BYE", "A bye is a win with 900 points defeated."),
    ("GC-END", "A player wins by the core rules. At time, tokens decide, then points defeated, then the larger army, else it is a draw, as is a declined game. A concession gives the winner at least 900."),
    ("GC-END-2", "A conceding player keeps what was earned. A bye earns no tokens. An absent player loses with nothing, and the opponent gets what a bye gives."),
    ("GC-TB", "Tiebreakers: strength of schedule, points defeated, victory tokens, random."),
    ("GC-CUT", "Structure with a cut: 4 to 8 rounds by attendance, then no cut, the top 8 or the top 16."),
    ("GC-FULL", "Full Swiss instead of a cut: 5 to 9 rounds by attendance."),
    ("GC-CUSTOM", "An organizer may use other numbers, marked as custom."),
    ("GC-BRACKET", "The bracket is single elimination, seeded and fixed. Losers take the places of their round, and a priority roll decides a draw."),
    ("GC-SEED", "The bracket uses standard seeding: seeds 1 and 2 can only meet in the final."),
    ("GC-CLOCK", "A Swiss round lasts 150 minutes plus one for each block or surge on five dice, hidden from the players, then 15 minutes of overtime."),
    ("GC-DICE", "A red defense die adds a minute on four of its six faces."),
    ("GC-OVER", "Elimination rounds use the same clock."),
    ("GC-WARN", "Three warnings, violence, threats or cheating can lead to ejection."),
    ("GC-LIST", "An army list is fixed at the start. Everything except command cards is open."),
    ("GC-LIST-2", "Everybody hands in an army list before the start. The desk is reminded of missing lists and can require them."),
    ("GC-SILHOUETTE", "Line of sight uses templates. The text doesn't give their sizes, so they aren't printed here."),
    ("CG-LIST", "Each player has a light and a dark deck, each with one affiliation card and at least ten objective sets."),
    ("CG-SWISS", "A Swiss match is two games, and the sides switch after the first."),
    ("CG-SWISS-2", "The program draws who plays dark first, and the report says how it was played."),
    ("CG-POINTS", "Each game gives 3 points for a win, 1 for a draw, 0 for a loss."),
    ("CG-BYE", "A bye counts as winning both games, 6 points."),
    ("CG-SPLIT", "In Swiss rounds, players may agree to one win each with a leader present."),
    ("CG-END", "The dial at 12 wins for dark, three objectives win for light, and drawing from an empty deck loses. Time is a draw. A player may concede."),
    ("CG-END-2", "A second game that hasn't begun at time is a draw. A no-show loses both games."),
    ("CG-MISSING", "A player who is missing a card of one deck concedes only the game with that deck."),
    ("CG-TB", "Tiebreakers: strength of schedule, extended strength of schedule, random."),
    ("CG-DE", "After a cut comes double elimination with one game per round. A player who loses twice is out."),
    ("CG-DROP", "If a player drops from the bracket, the current opponent and every later opponent in that slot has a bye."),
    ("CG-SEED", "The bracket is seeded like single elimination. Losers are placed so that rematches come as late as possible."),
    ("CG-SIDE", "In the first bracket round the higher seed chooses a side. Later each plays the side played least; the greater difference decides, then chance."),
    ("CG-SIDE-2", "Only bracket games count for the choice of sides."),
    ("CG-TIME-DE", "Objectives, dial and damage decide a bracket game at time, with half a point for the balance."),
    ("CG-CLOCK", "Swiss rounds last 70 minutes and bracket rounds 40, or 60 when two players are left."),
    ("CG-BASIC", "Basic structure: 3 to 7 rounds by attendance, then no cut or the top 4, 8 or 16."),
    ("CG-ADVANCED", "Advanced structure: 4 to 9 rounds by attendance, then the top 4, 8 or 16."),
    ("CG-CUSTOM", "Custom structure: the organizer's own numbers, announced to the players."),
    ("CG-TIERS", "Tiers are Relaxed, Formal and Premier."),
    ("CG-SLEEVES", "In Formal and Premier tournaments each deck has identical opaque sleeves. The desk is reminded before the start."),
    ("XW-LIST", "A squad has at most 200 points and 2 to 8 ships of one faction. The list notes half points."),
    ("XW-OBSTACLES", "A squad brings exactly three different obstacles."),
    ("XW-POINTS", "A win gives 1 point, a loss 0. No game is a draw."),
    ("XW-SCORE", "The score is the points of destroyed ships plus half of each ship at or below half health. A whole squad is worth 200."),
    ("XW-FLED", "A ship that fled counts as destroyed."),
    ("XW-MOV", "The player with the higher score gets 200 plus the difference, the other 200 minus it. Tied scores give 200 each."),
    ("XW-BYE", "A bye is a win with a margin of 300."),
    ("XW-END", "A player without ships loses. At time, the higher score wins. A Final Salvo decides if both have no ships or the scores are tied. A conceded squad counts as destroyed."),
    ("XW-SALVO", "A Final Salvo decides if the scores are tied, and only then. Tied rolls are rolled again."),
    ("XW-DICE", "An attack die hits on four of its eight faces, critical hits included."),
    ("XW-FORT", "If the marshal finds that a player keeps fortressing, all of that player's ships are destroyed and the game ends."),
    ("XW-TB", "Tiebreakers: sum of margins, strength of schedule, random."),
    ("XW-CLOCK", "Swiss and elimination rounds last 75 minutes, the final 120. Start, middle and end are announced."),
    ("XW-BASIC", "Basic structure: 3 to 7 rounds by attendance, then no cut or the top 4, 8 or 16."),
    ("XW-ADVANCED", "Advanced structure: 4 to 8 rounds by attendance, then the top 4, 8, 16 or 32."),
    ("XW-CUSTOM", "Custom structure: the organizer's own numbers, announced to the players."),
    ("XW-FIRST", "The player with the cheaper squad decides who is the first player. Players take turns placing obstacles, first player first."),
    ("XW-NOSHOW", "The opponent of an absent player gets what a bye gives. The absent player gets a loss and 0."),
    ("XW-TIERS", "Tiers are Relaxed, Formal and Premier."),
    ("AR-LIST", "A fleet has at most 400 points, 134 of them in squadrons, at most two flotillas, one commander and one objective of each kind."),
    ("AR-SCORE", "The score is destroyed ships, upgrades and squadrons plus objective points. A fleet with no ships left except flotillas is worth 400."),
    ("AR-END", "A player with no ships except flotillas loses. After six rounds or time, the higher score wins. If tied or if both fleets are gone, the second player wins with a margin of 0."),
    ("AR-END-2", "If one fleet is gone and the scores are tied, the survivor wins with a margin of 0."),
    ("AR-MOV", "The winner's margin is the difference of the scores, from 0 to 400. The loser's is 0."),
    ("AR-BYE", "A bye is a win worth 8 points with a margin of 140."),
    ("AR-POINTS", "Winner and loser share 11 points by margin, from 6 and 5 to 10 and 1."),
    ("AR-CONCEDE", "A conceding player gets nothing. The opponent gets 8 points and a margin of 140, or the points of the table if the margin is larger."),
    ("AR-NOSHOW", "Not appearing counts as conceding."),
    ("AR-TB", "Tiebreakers: sum of margins, strength of schedule, random."),
    ("AR-CLOCK", "Swiss and elimination rounds last 135 minutes, the final 180."),
    ("AR-BASIC", "Basic structure: 3 to 5 rounds by attendance, no cut."),
    ("AR-ADVANCED", "Advanced structure: 3 to 5 rounds by attendance, then no cut or the top 2 or 4."),
    ("AR-CUSTOM", "Custom structure: the organizer's own numbers, announced to the players."),
    ("AR-FIRST", "The player with the cheaper fleet decides who is the first player. The first player picks one of the opponent's objectives, and the second places the first obstacle."),
    ("AR-TIERS", "Tiers are Relaxed, Formal and Premier."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use muster_regulations::clause::CLAUSES;

    #[test]
    fn every_clause_says_something_in_whole_sentences() {
        let known: Vec<&str> = CLAUSES.iter().map(|clause| clause.id).collect();
        let said: Vec<&str> = SAYS.iter().map(|(id, _)| *id).collect();
        assert_eq!(known, said);
        for (id, says) in SAYS {
            let capital = says.chars().next().is_some_and(|c| !c.is_lowercase());
            assert!(
                capital && says.ends_with('.') && says.len() < 200,
                "{id}: {says}"
            );
        }
    }
}
