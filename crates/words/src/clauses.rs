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
    ("ROLE-2", "Any number of marshals or none; Legion: at most one Head Judge; without one the organizer acts. Conquest: at least one Consular, at most one Head Consular, whom nobody replaces."),
    ("ROLE-3", "There may be any number of judges or Consulars."),
    ("ROLE-4", "A judge rules first; on request the head reviews and decides finally. Conquest without a Head Consular: every ruling is final, there is no appeal."),
    ("ROLE-5", "A leader plays only in the most relaxed tier and with another leader on duty; a Consular never plays."),
    ("ROLE-6", "The organizer removes a player for conduct; Legion: the Head Judge may too; Conquest: any Consular may."),
    ("GAME-LOSS", "A game loss given by a leader counts as a concession; Legion has a rule of its own."),
    ("PAIR-1", "Rounds and cut are announced before the start and stay as they are."),
    ("PAIR-1b", "The players that a structure table counts are those checked in at the start."),
    ("PAIR-2", "The first Swiss round is drawn at random."),
    ("PAIR-3", "Later rounds pair at random inside points groups from the top; one left over meets a random player of the next group."),
    ("PAIR-4", "Two players meet at most once in a stage; who floats down is chosen so that everybody can be paired."),
    ("PAIR-5", "Where a repeat cannot be avoided there are as few as possible, and the organizer is told before publishing."),
    ("PAIR-6", "As many players as possible stay in their group, top group first, and a floater goes to the nearest group possible."),
    ("PAIR-7", "Basic: Wave or Store Championships; Advanced: Hyperspace Trials or Regionals; Custom: official Premier or Competitive events. What deviates is noted, not refused."),
    ("BYE-1", "With an odd number in the first round a random player has the bye."),
    ("BYE-2", "Later the bye goes to the lowest-ranked player who has had none."),
    ("BYE-3", "If everybody has had a bye, it goes to the lowest-ranked of those with the fewest."),
    ("BYE-4", "The bye is given first, even where that leaves only pairings with a repeat."),
    ("DROP-1", "A player who drops, does not appear or can no longer play is not paired from then on."),
    ("DROP-1b", "The results of a dropped player stay and keep counting for the opponents."),
    ("DROP-1c", "The organizer may penalise a drop that was not announced, for example when prizes are given."),
    ("DROP-2", "The organizer may let a dropped player rejoin, with an unpaired loss for each round missed."),
    ("DROP-2b", "An unpaired loss gives no points and no margin."),
    ("DROP-3", "A disqualified or ejected player never rejoins."),
    ("DROP-4", "Late entry works like a rejoin, in the first stage and before its last round is paired; a draft is drawn again, and nobody has a bye for coming late."),
    ("CUT-1", "After the last Swiss round the top of the standings go on, all others are dropped and keep their place."),
    ("CUT-2", "Who leaves before the next stage is replaced by the next in rank as lowest seed; X-Wing: not when the cut is on a later day."),
    ("CUT-2b", "Where no replacement enters, the seed stays empty and its opponent has a bye."),
    ("CUT-3", "A custom structure may cut otherwise; the bracket then has byes for the top seeds."),
    ("SE-1", "After a cut, game 1 is highest against lowest seed, game 2 the next two inward, and so on."),
    ("SE-2", "The winner of game 1 meets the winner of the last game, the winner of game 2 that of the last but one, and so on."),
    ("SE-3", "Elimination from the start: byes up to the next power of two at random, the rest paired and numbered at random."),
    ("SE-4", "If a player drops, the current opponent, or the next one between rounds, has a bye."),
    ("SE-5", "The loser is out."),
    ("SE-5b", "The final ranking goes by round reached, then by Swiss rank; shared placings are shown too."),
    ("TB-SOS", "Strength of schedule is the mean of each opponent's points divided by the rounds that opponent played."),
    ("TB-ESOS", "Extended strength of schedule is the mean of the opponents' strengths of schedule."),
    ("TB-RANDOM", "Who is still level is ranked at random; drawn once, then stable."),
    ("TB-1", "A bye is no opponent but a round played; an unpaired loss is neither; an absent opponent is both. No opponents: 0."),
    ("TB-2", "Tiebreakers are compared as exact fractions, never as rounded decimals."),
    ("TIME-1", "The clock starts when most players are seated; at time the current game round is finished and scored."),
    ("TIME-2", "A leader may give a table more time to look for a lost component."),
    ("LEGAL-1", "Products are legal on release, in the highest tier 11 days later, Conquest: if released before the event; lists are checked where a catalogue gives release dates."),
    ("COMP-1", "Who cannot replace a lost component concedes the game as it stands, and is removed if it is missing next round. Card Game: time to look only at the beginning of a round, else conceded."),
    ("COMP-2", "For a damaged card a leader makes a proxy with its name, what is unreadable, the leader's name and the date."),
    ("COMP-3", "Who cannot replace a component ruled ineligible is dropped."),
    ("LIST-NAME", "A name on a list that could mean another card is told apart in parentheses."),
    ("COMP-4", "The same list is used for the whole tournament."),
    ("LE-LIST", "An army has at most 800 points and one faction."),
    ("LE-HAND", "A command hand has two cards each of one, two and three pips and Standing Orders, none twice, a character's only with the character."),
    ("LE-DECK", "A battle deck has 12 different cards: four objectives, four deployments, four conditions."),
    ("LE-COPY", "The copy of the list for opponents leaves out command and battle cards."),
    ("LE-POINTS", "A win gives 1 point, a loss 0."),
    ("LE-END", "All units lost: the other side wins; six rounds or time: more tokens, then score, then blue; no game is drawn."),
    ("LE-SCORE", "The score is the points of enemy units defeated with upgrades; all of them are worth 800."),
    ("LE-MOV", "The margin is the share of both sides' victory points; level is a half each; all enemies defeated is all of it."),
    ("LE-MOV-MUTUAL", "After mutual destruction the margin goes by tokens, for two whole shares would be too many."),
    ("LE-MOV-CONCEDE", "A conceded game is scored as it stands if both agree before a judge; else nothing for the conceder, the mean of the other games for the opponent."),
    ("LE-MOV-NOSHOW", "Absent, gone without conceding or given a game loss: no margin; the opponent takes the mean of the other games."),
    ("LE-MOV-BYE", "A bye gives the mean of the player's other games; with no games at all, a half for each round."),
    ("LE-MOV-2", "The mean is over all rounds that need none themselves, own zero games included; an unpaired loss is no game."),
    ("LE-TB", "Tiebreakers: average margin, opponents' average margin, strength of schedule, extended strength of schedule, random."),
    ("LE-BYE", "A bye is a win for 1 point."),
    ("LE-CLOCK", "Swiss and elimination rounds last 150 minutes, the final 210."),
    ("LE-BASIC", "Basic structure: 2 to 5 rounds by attendance, never a cut."),
    ("LE-ADVANCED", "Advanced structure: 3 to 5 rounds by attendance and a cut to the top 2 or 4."),
    ("LE-CUSTOM", "Custom structure: the organizer's own numbers, made known to the players."),
    ("LE-TIERS", "Tiers are Casual and Competitive."),
    ("LE-BAG", "In Competitive tournaments order tokens are drawn from an opaque bag; the desk is reminded before the start."),
    ("LE-CHECK", "A wrong report can be corrected within 2 tournament rounds and stands after that."),
    ("LE-CHECK-2", "The winner reports the result; the program takes it from either player."),
    ("LE-SETUP", "The cheaper army chooses red or blue; blue's decks are laid out and each player may strike twice."),
    ("LE-TERRAIN", "Terrain covers 25 to 35 percent of the table, with so many pieces of each kind."),
    ("LE-SILHOUETTE", "Line of sight to small-base troopers uses a template of 42 by 27 mm, which is printed at true size."),
    ("GC-POINTS", "A win gives 3 points, a draw 1, a loss 0."),
    ("GC-BYE", "A bye is a win with 900 points defeated."),
    ("GC-END", "Victory by the core rules; time: tokens, points defeated, larger army, else a draw; declined: a draw; concession: at least 900 for the winner."),
    ("GC-END-2", "A conceder keeps what was earned; a bye earns no tokens; an absent player loses with nothing and the opponent takes what a bye gives."),
    ("GC-TB", "Tiebreakers: strength of schedule, points defeated, victory tokens, random."),
    ("GC-CUT", "Structure with a cut: 4 to 8 rounds by attendance, then nobody, the top 8 or the top 16."),
    ("GC-FULL", "Full Swiss instead of a cut: 5 to 9 rounds by attendance."),
    ("GC-CUSTOM", "An organizer may use other numbers, marked as custom."),
    ("GC-BRACKET", "The bracket is seeded, fixed and single elimination; losers take the placing of their column; a draw is decided by a priority roll."),
    ("GC-SEED", "The bracket uses standard seeding: seeds 1 and 2 can only meet in the final."),
    ("GC-CLOCK", "A Swiss round lasts 150 minutes plus one for each block or surge on five dice, kept from the players; then 15 minutes of overtime."),
    ("GC-DICE", "A red defense die adds a minute on four of its six faces."),
    ("GC-OVER", "Elimination rounds use the same clock."),
    ("GC-WARN", "Three warnings, violence, threats or cheating can mean ejection."),
    ("GC-LIST", "An army list is fixed at the start, and all of it but command cards is open."),
    ("GC-LIST-2", "Everybody hands in an army list before the start; the desk is reminded of missing ones and can demand them."),
    ("GC-SILHOUETTE", "Line of sight uses templates; their sizes are not in the text, so they are not printed here."),
    ("CG-LIST", "Each player has a light and a dark deck, each with one affiliation card and at least ten objective sets."),
    ("CG-SWISS", "A Swiss match is two games, and the sides switch after the first."),
    ("CG-SWISS-2", "Who is dark first is random; the program draws it, and the report says how it was played."),
    ("CG-POINTS", "Each game gives 3 points for a win, 1 for a draw, 0 for a loss."),
    ("CG-BYE", "A bye is both wins, 6 points."),
    ("CG-SPLIT", "In Swiss, players may agree to one win each, with a leader present."),
    ("CG-END", "Dial at 12: dark wins; three objectives: light wins; drawing from an empty deck loses; time: a draw; or a concession."),
    ("CG-END-2", "A second game not begun at time is a draw; a no-show loses both games."),
    ("CG-MISSING", "A player who misses a card of one deck concedes the game of that deck only."),
    ("CG-TB", "Tiebreakers: strength of schedule, extended strength of schedule, random."),
    ("CG-DE", "After a cut follows double elimination, one game a round; two losses are out."),
    ("CG-DROP", "If a player drops from the bracket, the current and every later opponent of that slot has a bye."),
    ("CG-SEED", "The bracket is seeded like single elimination; losers enter so that rematches come as late as possible."),
    ("CG-SIDE", "First bracket round: the higher seed chooses a side; later each plays the side played least, the greater difference first, else at random."),
    ("CG-SIDE-2", "For the choice of sides only bracket games are counted."),
    ("CG-TIME-DE", "A bracket game at time goes by objectives, dial, damage and half a point for the balance."),
    ("CG-CLOCK", "Swiss rounds last 70 minutes, bracket rounds 40, and 60 when two players are left."),
    ("CG-BASIC", "Basic structure: 3 to 7 rounds by attendance and a cut to nobody, 4, 8 or 16."),
    ("CG-ADVANCED", "Advanced structure: 4 to 9 rounds by attendance and a cut to 4, 8 or 16."),
    ("CG-CUSTOM", "Custom structure: the organizer's own numbers, made known to the players."),
    ("CG-TIERS", "Tiers are Relaxed, Formal and Premier."),
    ("CG-SLEEVES", "In Formal and Premier tournaments each deck has identical opaque sleeves; the desk is reminded before the start."),
    ("XW-LIST", "A squad has at most 200 points and 2 to 8 ships of one faction; the list notes half points."),
    ("XW-OBSTACLES", "A squad brings exactly three different obstacles."),
    ("XW-POINTS", "A win gives 1 point, a loss 0; no game is drawn."),
    ("XW-SCORE", "The score is the points of destroyed ships and half of each ship at or below half health; a whole squad is worth 200."),
    ("XW-FLED", "A ship that fled counts as destroyed."),
    ("XW-MOV", "Who scored more has 200 plus the difference, the other 200 minus it; level is 200 each."),
    ("XW-BYE", "A bye is a win with a margin of 300."),
    ("XW-END", "A side without ships loses; both without, or level at time: Final Salvo; time: higher score; a conceded squad is destroyed."),
    ("XW-SALVO", "A Final Salvo decides exactly what scores leave level; equal rolls are rolled again."),
    ("XW-DICE", "An attack die hits, critical hits included, on four of its eight faces."),
    ("XW-FORT", "If the marshal finds that fortressing goes on, all ships of that player are destroyed and the game ends."),
    ("XW-TB", "Tiebreakers: sum of margins, strength of schedule, random."),
    ("XW-CLOCK", "Swiss and elimination rounds last 75 minutes, the final 120; start, middle and end are announced."),
    ("XW-BASIC", "Basic structure: 3 to 7 rounds by attendance and a cut to nobody, 4, 8 or 16."),
    ("XW-ADVANCED", "Advanced structure: 4 to 8 rounds by attendance and a cut to 4, 8, 16 or 32."),
    ("XW-CUSTOM", "Custom structure: the organizer's own numbers, made known to the players."),
    ("XW-FIRST", "The cheaper squad decides who is first player; obstacles are placed in turn, first player first."),
    ("XW-NOSHOW", "The opponent of an absent player takes what a bye gives; the absent player a loss and 0."),
    ("XW-TIERS", "Tiers are Relaxed, Formal and Premier."),
    ("AR-LIST", "A fleet has at most 400 points, 134 of them in squadrons, two flotillas, one commander and one objective of each kind."),
    ("AR-SCORE", "The score is destroyed ships, upgrades and squadrons plus objective points; a fleet without ships but flotillas is worth 400."),
    ("AR-END", "A side without ships but flotillas loses; six rounds or time: higher score; level or both gone: the second player, margin 0."),
    ("AR-END-2", "If one fleet is gone and the scores are level, the survivor wins with margin 0."),
    ("AR-MOV", "The winner's margin is the difference of the scores, held to 0 to 400; the loser's is 0."),
    ("AR-BYE", "A bye is a win for 8 points with a margin of 140."),
    ("AR-POINTS", "Winner and loser share 11 points by the margin, from 6 and 5 to 10 and 1."),
    ("AR-CONCEDE", "A conceder takes nothing; the opponent takes 8 and 140, or the table's points from a margin of 140 on."),
    ("AR-NOSHOW", "Not appearing counts as conceding."),
    ("AR-TB", "Tiebreakers: sum of margins, strength of schedule, random."),
    ("AR-CLOCK", "Swiss and elimination rounds last 135 minutes, the final 180."),
    ("AR-BASIC", "Basic structure: 3 to 5 rounds by attendance, no cut."),
    ("AR-ADVANCED", "Advanced structure: 3 to 5 rounds by attendance and a cut to nobody, 2 or 4."),
    ("AR-CUSTOM", "Custom structure: the organizer's own numbers, made known to the players."),
    ("AR-FIRST", "The cheaper fleet decides who is first player; that player picks one of the opponent's objectives, the other places the first obstacle."),
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
