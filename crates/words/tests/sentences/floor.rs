//! What the desk is asked and warned about.

use super::{TABLE, Told, ann, bo, named};
use muster_regulations::{Regulation, Role, StageKind, StructureKind, Tier};
use muster_tournament::PlayerId;
use muster_tournament::floor::judges::{RulersReason, RulingNo};
use muster_tournament::floor::prompts::PromptRequest;
use muster_tournament::floor::warnings::WarningMatter;
use muster_tournament::next::CutChange;
use muster_words::{prompts, warnings};

pub(crate) fn asked() -> Vec<Told> {
    let (table, player, regulation) = (TABLE, ann(), Regulation::Xwing);
    let change = CutChange {
        comes_in: vec![ann()],
        falls_out: vec![bo()],
        moves: Vec::new(),
    };
    let what = "a maneuver dial".to_owned();
    let by = "Ann".to_owned();
    let mut all = vec![
        PromptRequest::CutAgainOrKeep(change.clone()),
        PromptRequest::KeepCut(change),
        PromptRequest::Recommended {
            player: player.clone(),
            regulation,
        },
        PromptRequest::Recommended {
            player: player.clone(),
            regulation: Regulation::Conquest,
        },
        PromptRequest::Warned {
            player: player.clone(),
            warnings: 3,
        },
        PromptRequest::Appeal {
            table,
            ruling: RulingNo(2),
            regulation,
        },
        PromptRequest::ConcedeDeck {
            player: player.clone(),
            what: "a card".to_owned(),
        },
        PromptRequest::Looking {
            player: player.clone(),
            what: what.clone(),
            minutes: 5,
        },
        PromptRequest::StillMissing {
            player: player.clone(),
            what,
        },
        PromptRequest::FortressingLook {
            table,
            player: player.clone(),
        },
        PromptRequest::FortressingDecide {
            table,
            player: player.clone(),
            regulation,
        },
        PromptRequest::FortressingLookAgain { table, player },
        PromptRequest::Claim {
            table,
            by: by.clone(),
            ending: "no_show".to_owned(),
            regulation,
        },
        PromptRequest::ClaimForHead {
            table,
            by,
            ending: "fortressing".to_owned(),
            regulation,
        },
        PromptRequest::LeftReported {
            table,
            players: vec![ann()],
        },
        PromptRequest::Call {
            table,
            reason: "Do obstacles block this?".to_owned(),
        },
    ];
    for regulation in Regulation::ALL {
        for players in [vec![ann()], vec![ann(), bo()]] {
            let stage = StageKind::Swiss;
            all.push(PromptRequest::Left {
                table,
                players,
                regulation,
                stage,
            });
        }
    }
    for players in [vec![ann()], vec![ann(), bo()]] {
        let (regulation, stage) = (Regulation::Cardgame, StageKind::Elimination);
        all.push(PromptRequest::Left {
            table,
            players,
            regulation,
            stage,
        });
    }
    let told = all.iter().map(|asked| (asked.code(), prompts::text(asked)));
    let rulers = [
        RulersReason::Anybody,
        RulersReason::LeaderPlays {
            leader: "Olga Orr".to_owned(),
        },
        RulersReason::Head {
            heads: vec!["Hal Head".to_owned()],
            regulation: Regulation::Xwing,
        },
        RulersReason::HeadPlays {
            regulation: Regulation::Xwing,
        },
    ];
    let rulers = rulers.iter().map(|why| (why.code(), prompts::rulers(why)));
    told.chain(rulers).collect()
}

pub(crate) fn warned() -> Vec<Told> {
    let regulation = Regulation::Conquest;
    let all = [
        WarningMatter::NoAppeals { regulation },
        WarningMatter::OrganizerPlays { player: ann() },
        WarningMatter::SameName {
            leader: "Ann".to_owned(),
            role: Role::Judge,
            regulation,
        },
        WarningMatter::DisqualifiedName {
            player: named(9, "Ann (#9)"),
            disqualified: PlayerId(1),
        },
        WarningMatter::Structure {
            regulation: Regulation::Xwing,
            tier: Tier::Formal,
            structure: StructureKind::Basic,
            expected: StructureKind::Advanced,
        },
        WarningMatter::ListsMissing {
            missing: 1,
            present: 8,
        },
        WarningMatter::ListsMissing {
            missing: 3,
            present: 8,
        },
        WarningMatter::OpaqueBags,
        WarningMatter::OpaqueSleeves,
    ];
    all.iter()
        .map(|matter| (matter.code(), warnings::text(matter)))
        .collect()
}
