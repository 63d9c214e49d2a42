//! An example of a list for each regulation.

use crate::Regulation;

/// Returns a small invented list that is valid, as JSON.
#[must_use]
pub fn example(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => {
            r#"{"faction":"Amber League","ships":[
            {"name":"Mara Quill","points":52,"attack":3,"upgrades":[{"name":"Steady Hand","points":3,"slot":"talent"}]},
            {"name":"Amber Wing Pilot","count":3,"points":45,"attack":2}],
            "obstacles":["Long rock","Round rock","Grey cloud"]}"#
        }
        Regulation::Armada => {
            r#"{"faction":"Rebel","ships":[{"name":"Harbour Frigate","points":72,"upgrades":[
            {"name":"Admiral Senn","points":28,"slot":"commander"}]}],
            "flotillas":[{"name":"Supply Barge","points":18}],"squadrons":[{"name":"Lantern Fighters","count":4,"points":11}],
            "objectives":[{"name":"Broken Line","category":"assault"},{"name":"Held Gate","category":"defense"},
            {"name":"Long Way Round","category":"navigation"}]}"#
        }
        Regulation::Legion => {
            r#"{"faction":"Coast Guard","units":[{"name":"Captain Orla (Commander)","points":120},
            {"name":"Dune Rangers","count":4,"points":48,"upgrades":[{"name":"Long Rifle","points":22}]}],
            "command_hand":[{"name":"First Watch","pips":1},{"name":"Orla's Call","pips":1,"character":"Captain Orla"},
            {"name":"Second Watch","pips":2},{"name":"Dig In","pips":2},{"name":"Third Watch","pips":3},
            {"name":"All Ashore","pips":3},{"name":"Standing Orders","pips":4}],
            "battle_deck":[{"name":"Lighthouse","kind":"objective"},{"name":"Wreck","kind":"objective"},
            {"name":"Ford","kind":"objective"},{"name":"Relay","kind":"objective"},
            {"name":"Flanks","kind":"deployment"},{"name":"Corners","kind":"deployment"},
            {"name":"Long Edges","kind":"deployment"},{"name":"Wedge","kind":"deployment"},
            {"name":"Fog","kind":"condition"},{"name":"Dusk","kind":"condition"},
            {"name":"Mud","kind":"condition"},{"name":"Clear","kind":"condition"}]}"#
        }
        Regulation::Conquest => {
            r#"{"faction":"Coast Guard","units":[{"name":"Captain Orla","points":120},
            {"name":"Dune Rangers","count":6,"points":52}],"command_hand":[{"name":"First Watch","pips":1}],
            "battle_deck":[{"name":"Lighthouse"}],"other_cards":["Cold Feet"]}"#
        }
        Regulation::Cardgame => {
            r#"{"light":{"affiliation":"Amber League","sets":[{"name":"Old Friends","count":2},{"name":"Quiet Harbour","count":8}]},
            "dark":{"affiliation":"Iron Court","sets":[{"name":"Cold Steel","count":2},{"name":"Grey Eyes","count":8}]}}"#
        }
    }
}
