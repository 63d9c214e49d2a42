//! The list of clauses: those common to several documents first, then one block for each document.
//!
//! Numbered clauses keep their identifiers; a bullet without a number has a name of the same style; a house choice that
//! stands inside a clause has an identifier of its own, so that it is never shown as regulation.

use super::Clause;
use super::Treatment::{self, Assisted, Computed, Enforced, LeftToPeople};
use crate::Regulation::{self, Armada, Cardgame, Conquest, Legion, Xwing};

type Of = &'static [Regulation];

const ALL: Of = &Regulation::ALL;
/// The four that have single elimination, tiers and components; Conquest goes its own way in much.
const OLDER: Of = &[Xwing, Armada, Legion, Cardgame];
/// Those that may begin with elimination and re-pair its rounds.
const SINGLE: Of = &[Xwing, Armada, Legion];
const X: Of = &[Xwing];
const A: Of = &[Armada];
const L: Of = &[Legion];
const Q: Of = &[Conquest];
const C: Of = &[Cardgame];

/// What a document says.
const fn rule(id: &'static str, of: Of, treatment: Treatment, says: &'static str) -> Clause {
    Clause {
        id,
        says,
        of,
        treatment,
        choice: false,
    }
}

/// What we chose where the documents are silent.
const fn house(id: &'static str, of: Of, treatment: Treatment, says: &'static str) -> Clause {
    Clause {
        id,
        says,
        of,
        treatment,
        choice: true,
    }
}

/// Every clause.
#[rustfmt::skip]
pub static CLAUSES: &[Clause] = &[
    // Roles
    rule("ROLE-1", ALL, Enforced, "There is exactly one organizer."),
    rule("ROLE-2", ALL, Enforced, "Any number of marshals or none; Legion: at most one Head Judge; without one the organizer acts. Conquest: at least one Consular, at most one Head Consular, whom nobody replaces."),
    rule("ROLE-3", ALL, Assisted, "There may be any number of judges or Consulars."),
    rule("ROLE-4", ALL, Enforced, "A judge rules first; on request the head reviews and decides finally. Conquest without a Head Consular: every ruling is final, there is no appeal."),
    rule("ROLE-5", ALL, Enforced, "A leader plays only in the most relaxed tier and with another leader on duty; a Consular never plays."),
    rule("ROLE-6", ALL, Enforced, "The organizer removes a player for conduct; Legion: the Head Judge may too; Conquest: any Consular may."),

    house("GAME-LOSS", &[Xwing, Armada, Conquest, Cardgame], Computed, "A game loss given by a leader counts as a concession; Legion has a rule of its own."),

    // Pairings
    rule("PAIR-1", ALL, Enforced, "Rounds and cut are announced before the start and stay as they are."),
    house("PAIR-1b", ALL, Computed, "The players that a structure table counts are those checked in at the start."),
    rule("PAIR-2", ALL, Computed, "The first Swiss round is drawn at random."),
    rule("PAIR-3", ALL, Computed, "Later rounds pair at random inside points groups from the top; one left over meets a random player of the next group."),
    rule("PAIR-4", ALL, Computed, "Two players meet at most once in a stage; who floats down is chosen so that everybody can be paired."),
    house("PAIR-5", ALL, Computed, "Where a repeat cannot be avoided there are as few as possible, and the organizer is told before publishing."),
    house("PAIR-6", ALL, Computed, "As many players as possible stay in their group, top group first, and a floater goes to the nearest group possible."),
    rule("PAIR-7", OLDER, Assisted, "Basic: Wave or Store Championships; Advanced: Hyperspace Trials or Regionals; Custom: official Premier or Competitive events. What deviates is noted, not refused."),
    rule("BYE-1", ALL, Computed, "With an odd number in the first round a random player has the bye."),
    rule("BYE-2", ALL, Computed, "Later the bye goes to the lowest-ranked player who has had none."),
    house("BYE-3", ALL, Computed, "If everybody has had a bye, it goes to the lowest-ranked of those with the fewest."),
    house("BYE-4", ALL, Computed, "The bye is given first, even where that leaves only pairings with a repeat."),
    rule("DROP-1", ALL, Computed, "A player who drops, does not appear or can no longer play is not paired from then on."),
    house("DROP-1b", ALL, Computed, "The results of a dropped player stay and keep counting for the opponents."),
    rule("DROP-1c", &[Xwing, Conquest], LeftToPeople, "The organizer may penalise a drop that was not announced, for example when prizes are given."),
    rule("DROP-2", ALL, Computed, "The organizer may let a dropped player rejoin, with an unpaired loss for each round missed."),
    house("DROP-2b", ALL, Computed, "An unpaired loss gives no points and no margin."),
    rule("DROP-3", ALL, Enforced, "A disqualified or ejected player never rejoins."),
    house("DROP-4", ALL, Enforced, "Late entry works like a rejoin, in the first stage and before its last round is paired; a draft is drawn again, and nobody has a bye for coming late."),

    // Cut
    rule("CUT-1", ALL, Computed, "After the last Swiss round the top of the standings go on, all others are dropped and keep their place."),
    rule("CUT-2", ALL, Computed, "Who leaves before the next stage is replaced by the next in rank as lowest seed; X-Wing: not when the cut is on a later day."),
    house("CUT-2b", X, Computed, "Where no replacement enters, the seed stays empty and its opponent has a bye."),
    house("CUT-3", ALL, Enforced, "A custom structure may cut otherwise; the bracket then has byes for the top seeds."),

    // Single elimination
    rule("SE-1", SINGLE, Computed, "After a cut, game 1 is highest against lowest seed, game 2 the next two inward, and so on."),
    rule("SE-2", SINGLE, Computed, "The winner of game 1 meets the winner of the last game, the winner of game 2 that of the last but one, and so on."),
    rule("SE-3", SINGLE, Computed, "Elimination from the start: byes up to the next power of two at random, the rest paired and numbered at random."),
    rule("SE-4", SINGLE, Computed, "If a player drops, the current opponent, or the next one between rounds, has a bye."),
    rule("SE-5", SINGLE, Computed, "The loser is out."),
    house("SE-5b", SINGLE, Computed, "The final ranking goes by round reached, then by Swiss rank; shared placings are shown too."),

    // Tiebreakers
    rule("TB-SOS", ALL, Computed, "Strength of schedule is the mean of each opponent's points divided by the rounds that opponent played."),
    rule("TB-ESOS", &[Legion, Cardgame], Computed, "Extended strength of schedule is the mean of the opponents' strengths of schedule."),
    rule("TB-RANDOM", ALL, Computed, "Who is still level is ranked at random; drawn once, then stable."),
    house("TB-1", ALL, Computed, "A bye is no opponent but a round played; an unpaired loss is neither; an absent opponent is both. No opponents: 0."),
    rule("TB-2", ALL, Computed, "Tiebreakers are compared as exact fractions, never as rounded decimals."),

    // Clock, products, components
    rule("TIME-1", ALL, Assisted, "The clock starts when most players are seated; at time the current game round is finished and scored."),
    rule("TIME-2", OLDER, Assisted, "A leader may give a table more time to look for a lost component."),
    rule("LEGAL-1", ALL, Assisted, "Products are legal on release, in the highest tier 11 days later, Conquest: if released before the event; lists are checked where a catalogue gives release dates."),
    rule("COMP-1", OLDER, Enforced, "Who cannot replace a lost component concedes the game as it stands, and is removed if it is missing next round. Card Game: time to look only at the beginning of a round, else conceded."),
    rule("COMP-2", OLDER, Assisted, "For a damaged card a leader makes a proxy with its name, what is unreadable, the leader's name and the date."),
    rule("COMP-3", SINGLE, LeftToPeople, "Who cannot replace a component ruled ineligible is dropped."),
    rule("LIST-NAME", OLDER, Enforced, "A name on a list that could mean another card is told apart in parentheses."),
    rule("COMP-4", OLDER, Enforced, "The same list is used for the whole tournament."),

    // Legion
    rule("LE-LIST", L, Enforced, "An army has at most 800 points and one faction."),
    rule("LE-HAND", L, Enforced, "A command hand has two cards each of one, two and three pips and Standing Orders, none twice, a character's only with the character."),
    rule("LE-DECK", L, Enforced, "A battle deck has 12 different cards: four objectives, four deployments, four conditions."),
    rule("LE-COPY", L, Computed, "The copy of the list for opponents leaves out command and battle cards."),
    rule("LE-POINTS", L, Computed, "A win gives 1 point, a loss 0."),
    rule("LE-END", L, Enforced, "All units lost: the other side wins; six rounds or time: more tokens, then score, then blue; no game is drawn."),
    rule("LE-SCORE", L, Enforced, "The score is the points of enemy units defeated with upgrades; all of them are worth 800."),
    rule("LE-MOV", L, Computed, "The margin is the share of both sides' victory points; level is a half each; all enemies defeated is all of it."),
    house("LE-MOV-MUTUAL", L, Computed, "After mutual destruction the margin goes by tokens, for two whole shares would be too many."),
    rule("LE-MOV-CONCEDE", L, Enforced, "A conceded game is scored as it stands if both agree before a judge; else nothing for the conceder, the mean of the other games for the opponent."),
    rule("LE-MOV-NOSHOW", L, Computed, "Absent, gone without conceding or given a game loss: no margin; the opponent takes the mean of the other games."),
    rule("LE-MOV-BYE", L, Computed, "A bye gives the mean of the player's other games; with no games at all, a half for each round."),
    house("LE-MOV-2", L, Computed, "The mean is over all rounds that need none themselves, own zero games included; an unpaired loss is no game."),
    rule("LE-TB", L, Computed, "Tiebreakers: average margin, opponents' average margin, strength of schedule, extended strength of schedule, random."),
    rule("LE-BYE", L, Computed, "A bye is a win for 1 point."),
    rule("LE-CLOCK", L, Computed, "Swiss and elimination rounds last 150 minutes, the final 210."),
    rule("LE-BASIC", L, Computed, "Basic structure: 2 to 5 rounds by attendance, never a cut."),
    rule("LE-ADVANCED", L, Computed, "Advanced structure: 3 to 5 rounds by attendance and a cut to the top 2 or 4."),
    rule("LE-CUSTOM", L, Enforced, "Custom structure: the organizer's own numbers, made known to the players."),
    rule("LE-TIERS", L, Enforced, "Tiers are Casual and Competitive."),
    rule("LE-BAG", L, LeftToPeople, "In Competitive tournaments order tokens are drawn from an opaque bag; the desk is reminded before the start."),
    rule("LE-CHECK", L, Enforced, "A wrong report can be corrected within 2 tournament rounds and stands after that."),
    rule("LE-CHECK-2", L, LeftToPeople, "The winner reports the result; the program takes it from either player."),
    rule("LE-SETUP", L, Assisted, "The cheaper army chooses red or blue; blue's decks are laid out and each player may strike twice."),
    rule("LE-TERRAIN", L, Assisted, "Terrain covers 25 to 35 percent of the table, with so many pieces of each kind."),
    rule("LE-SILHOUETTE", L, Assisted, "Line of sight to small-base troopers uses a template of 42 by 27 mm, which is printed at true size."),

    // Galactic Conquest
    rule("GC-POINTS", Q, Computed, "A win gives 3 points, a draw 1, a loss 0."),
    rule("GC-BYE", Q, Computed, "A bye is a win with 900 points defeated."),
    rule("GC-END", Q, Enforced, "Victory by the core rules; time: tokens, points defeated, larger army, else a draw; declined: a draw; concession: at least 900 for the winner."),
    house("GC-END-2", Q, Computed, "A conceder keeps what was earned; a bye earns no tokens; an absent player loses with nothing and the opponent takes what a bye gives."),
    rule("GC-TB", Q, Computed, "Tiebreakers: strength of schedule, points defeated, victory tokens, random."),
    rule("GC-CUT", Q, Computed, "Structure with a cut: 4 to 8 rounds by attendance, then nobody, the top 8 or the top 16."),
    rule("GC-FULL", Q, Computed, "Full Swiss instead of a cut: 5 to 9 rounds by attendance."),
    house("GC-CUSTOM", Q, Enforced, "An organizer may use other numbers, marked as custom."),
    rule("GC-BRACKET", Q, Enforced, "The bracket is seeded, fixed and single elimination; losers take the placing of their column; a draw is decided by a priority roll."),
    house("GC-SEED", Q, Computed, "The bracket uses standard seeding: seeds 1 and 2 can only meet in the final."),
    rule("GC-CLOCK", Q, Computed, "A Swiss round lasts 150 minutes plus one for each block or surge on five dice, kept from the players; then 15 minutes of overtime."),
    house("GC-DICE", Q, Computed, "A red defense die adds a minute on four of its six faces."),
    house("GC-OVER", Q, Computed, "Elimination rounds use the same clock."),
    rule("GC-WARN", Q, Assisted, "Three warnings, violence, threats or cheating can mean ejection."),
    rule("GC-LIST", Q, Enforced, "An army list is fixed at the start, and all of it but command cards is open."),
    rule("GC-LIST-2", Q, Assisted, "Everybody hands in an army list before the start; the desk is reminded of missing ones and can demand them."),
    rule("GC-SILHOUETTE", Q, LeftToPeople, "Line of sight uses templates; their sizes are not in the text, so they are not printed here."),

    // Card Game
    rule("CG-LIST", C, Enforced, "Each player has a light and a dark deck, each with one affiliation card and at least ten objective sets."),
    rule("CG-SWISS", C, Enforced, "A Swiss match is two games, and the sides switch after the first."),
    rule("CG-SWISS-2", C, Assisted, "Who is dark first is random; the program draws it, and the report says how it was played."),
    rule("CG-POINTS", C, Computed, "Each game gives 3 points for a win, 1 for a draw, 0 for a loss."),
    rule("CG-BYE", C, Computed, "A bye is both wins, 6 points."),
    rule("CG-SPLIT", C, Enforced, "In Swiss, players may agree to one win each, with a leader present."),
    rule("CG-END", C, Enforced, "Dial at 12: dark wins; three objectives: light wins; drawing from an empty deck loses; time: a draw; or a concession."),
    house("CG-END-2", C, Enforced, "A second game not begun at time is a draw; a no-show loses both games."),
    rule("CG-MISSING", C, Computed, "A player who misses a card of one deck concedes the game of that deck only."),
    rule("CG-TB", C, Computed, "Tiebreakers: strength of schedule, extended strength of schedule, random."),
    rule("CG-DE", C, Enforced, "After a cut follows double elimination, one game a round; two losses are out."),
    rule("CG-DROP", C, Computed, "If a player drops from the bracket, the current and every later opponent of that slot has a bye."),
    house("CG-SEED", C, Computed, "The bracket is seeded like single elimination; losers enter so that rematches come as late as possible."),
    rule("CG-SIDE", C, Computed, "First bracket round: the higher seed chooses a side; later each plays the side played least, the greater difference first, else at random."),
    house("CG-SIDE-2", C, Computed, "For the choice of sides only bracket games are counted."),
    rule("CG-TIME-DE", C, Computed, "A bracket game at time goes by objectives, dial, damage and half a point for the balance."),
    rule("CG-CLOCK", C, Computed, "Swiss rounds last 70 minutes, bracket rounds 40, and 60 when two players are left."),
    rule("CG-BASIC", C, Computed, "Basic structure: 3 to 7 rounds by attendance and a cut to nobody, 4, 8 or 16."),
    rule("CG-ADVANCED", C, Computed, "Advanced structure: 4 to 9 rounds by attendance and a cut to 4, 8 or 16."),
    rule("CG-CUSTOM", C, Enforced, "Custom structure: the organizer's own numbers, made known to the players."),
    rule("CG-TIERS", C, Enforced, "Tiers are Relaxed, Formal and Premier."),
    rule("CG-SLEEVES", C, LeftToPeople, "In Formal and Premier tournaments each deck has identical opaque sleeves; the desk is reminded before the start."),

    // X-Wing
    rule("XW-LIST", X, Enforced, "A squad has at most 200 points and 2 to 8 ships of one faction; the list notes half points."),
    rule("XW-OBSTACLES", X, Enforced, "A squad brings exactly three different obstacles."),
    rule("XW-POINTS", X, Computed, "A win gives 1 point, a loss 0; no game is drawn."),
    rule("XW-SCORE", X, Enforced, "The score is the points of destroyed ships and half of each ship at or below half health; a whole squad is worth 200."),
    house("XW-FLED", X, LeftToPeople, "A ship that fled counts as destroyed."),
    rule("XW-MOV", X, Computed, "Who scored more has 200 plus the difference, the other 200 minus it; level is 200 each."),
    rule("XW-BYE", X, Computed, "A bye is a win with a margin of 300."),
    rule("XW-END", X, Enforced, "A side without ships loses; both without, or level at time: Final Salvo; time: higher score; a conceded squad is destroyed."),
    rule("XW-SALVO", X, Enforced, "A Final Salvo decides exactly what scores leave level; equal rolls are rolled again."),
    house("XW-DICE", X, Computed, "An attack die hits, critical hits included, on four of its eight faces."),
    rule("XW-FORT", X, Computed, "If the marshal finds that fortressing goes on, all ships of that player are destroyed and the game ends."),
    rule("XW-TB", X, Computed, "Tiebreakers: sum of margins, strength of schedule, random."),
    rule("XW-CLOCK", X, Computed, "Swiss and elimination rounds last 75 minutes, the final 120; start, middle and end are announced."),
    rule("XW-BASIC", X, Computed, "Basic structure: 3 to 7 rounds by attendance and a cut to nobody, 4, 8 or 16."),
    rule("XW-ADVANCED", X, Computed, "Advanced structure: 4 to 8 rounds by attendance and a cut to 4, 8, 16 or 32."),
    rule("XW-CUSTOM", X, Enforced, "Custom structure: the organizer's own numbers, made known to the players."),
    rule("XW-FIRST", X, Assisted, "The cheaper squad decides who is first player; obstacles are placed in turn, first player first."),
    house("XW-NOSHOW", X, Computed, "The opponent of an absent player takes what a bye gives; the absent player a loss and 0."),
    rule("XW-TIERS", X, Enforced, "Tiers are Relaxed, Formal and Premier."),

    // Armada
    rule("AR-LIST", A, Enforced, "A fleet has at most 400 points, 134 of them in squadrons, two flotillas, one commander and one objective of each kind."),
    rule("AR-SCORE", A, Enforced, "The score is destroyed ships, upgrades and squadrons plus objective points; a fleet without ships but flotillas is worth 400."),
    rule("AR-END", A, Enforced, "A side without ships but flotillas loses; six rounds or time: higher score; level or both gone: the second player, margin 0."),
    house("AR-END-2", A, Computed, "If one fleet is gone and the scores are level, the survivor wins with margin 0."),
    rule("AR-MOV", A, Computed, "The winner's margin is the difference of the scores, held to 0 to 400; the loser's is 0."),
    rule("AR-BYE", A, Computed, "A bye is a win for 8 points with a margin of 140."),
    rule("AR-POINTS", A, Computed, "Winner and loser share 11 points by the margin, from 6 and 5 to 10 and 1."),
    rule("AR-CONCEDE", A, Computed, "A conceder takes nothing; the opponent takes 8 and 140, or the table's points from a margin of 140 on."),
    house("AR-NOSHOW", A, Computed, "Not appearing counts as conceding."),
    rule("AR-TB", A, Computed, "Tiebreakers: sum of margins, strength of schedule, random."),
    rule("AR-CLOCK", A, Computed, "Swiss and elimination rounds last 135 minutes, the final 180."),
    rule("AR-BASIC", A, Computed, "Basic structure: 3 to 5 rounds by attendance, no cut."),
    rule("AR-ADVANCED", A, Computed, "Advanced structure: 3 to 5 rounds by attendance and a cut to nobody, 2 or 4."),
    rule("AR-CUSTOM", A, Enforced, "Custom structure: the organizer's own numbers, made known to the players."),
    rule("AR-FIRST", A, Assisted, "The cheaper fleet decides who is first player; that player picks one of the opponent's objectives, the other places the first obstacle."),
    rule("AR-TIERS", A, Enforced, "Tiers are Relaxed, Formal and Premier."),
];
