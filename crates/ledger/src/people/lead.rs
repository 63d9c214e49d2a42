//! Which of two machines leads: the main server or its standby. There is one such record on each machine, and it is the one
//! thing that a standby does not copy.
//!
//! The term counts how often the lead changed hands. Of two machines that both claim to lead, the one with the higher term
//! does.

use super::{Kept, TokenHash, find};
use crate::answer::Answer;
use crate::ledger::Ledger;
use crate::record::Kind;
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};

/// The role of a machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    #[default]
    Leading,
    /// It copies what another machine writes.
    Following,
    /// It led until the other took over, and no longer writes anything.
    Superseded,
}

/// The role of a machine, and where the other one is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// The role of this machine.
    pub part: Part,
    /// How often the lead changed hands, from 1.
    pub term: u64,
    /// The digest of the secret that the two machines share.
    pub key: Option<TokenHash>,
    /// The address of the other machine, once it is known.
    pub other: Option<String>,
    /// The digest of its certificate, where nobody vouches for that.
    #[serde(default)]
    pub pin: Option<Hex32>,
}

impl Default for Lead {
    /// A machine that has never heard of another.
    fn default() -> Lead {
        Lead {
            part: Part::Leading,
            term: 1,
            key: None,
            other: None,
            pin: None,
        }
    }
}

impl Kept for Lead {
    const KIND: Kind = Kind::Lead;

    fn key(&self) -> String {
        "lead".to_owned()
    }
}

impl Lead {
    /// Returns what this machine is.
    pub fn of(ledger: &dyn Ledger) -> Answer<Lead> {
        find(ledger, "lead")
            .and_then(|found| Ok(found.map_or_else(Lead::default, |found| found.value)))
    }
}
