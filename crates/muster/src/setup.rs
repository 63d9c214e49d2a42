//! The choices of a tournament as options, shared by `new` and `configure`: options that are not given change nothing.

use clap::Args;
use jiff::civil::Date;
use muster_regulations::{CustomStructure, CutRule, StructureKind, Tier};
use muster_tournament::command::Setup;

#[derive(Args, Debug)]
pub(crate) struct SetupArgs {
    /// Name of the tournament
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Tier of play
    #[arg(long)]
    tier: Option<Tier>,
    /// Structure table
    #[arg(long)]
    structure: Option<StructureKind>,
    /// Swiss rounds of a custom structure; 0 begins with elimination
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Cut of a custom structure: a number of players, points:N for all with N points, or none
    #[arg(long, value_name = "CUT", value_parser = cut)]
    cut: Option<CutRule>,
    /// First day of the tournament, like 2026-05-30
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
    /// Time zone of the hall, like Europe/Vienna
    #[arg(long, value_name = "ZONE")]
    zone: Option<String>,
    /// House choice: keep clubmates apart in round 1
    #[arg(long, value_name = "YES", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    clubs_apart: Option<bool>,
    /// House choice: avoid giving a player the same table twice
    #[arg(long, value_name = "YES", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    fresh_tables: Option<bool>,
}

fn cut(text: &str) -> Result<CutRule, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let top = text.strip_prefix("top").unwrap_or(text);
    match (text, text.split_once(':')) {
        ("none", _) => Some(CutRule::None),
        (_, Some(("points", points))) => number(points).map(CutRule::Points),
        _ => number(top).map(CutRule::Top),
    }
    .ok_or_else(|| format!("unknown cut {text:?}; give a number of players, points:N or none"))
}

impl SetupArgs {
    /// Returns a setup with these choices. Custom numbers make the structure custom.
    pub(crate) fn over(self, mut setup: Setup) -> Setup {
        if let Some(name) = self.name {
            setup.name = name.trim().to_owned();
        }
        setup.tier = self.tier.unwrap_or(setup.tier);
        let own_numbers = self.rounds.is_some() || self.cut.is_some();
        match self.structure {
            Some(structure) => {
                setup.structure = structure;
                setup.custom = setup.custom.filter(|_| structure == StructureKind::Custom);
            }
            None if own_numbers => setup.structure = StructureKind::Custom,
            None => {}
        }
        if own_numbers {
            let before = setup.custom;
            setup.custom = Some(CustomStructure {
                rounds: self
                    .rounds
                    .or(before.map(|custom| custom.rounds))
                    .unwrap_or(0),
                cut: self
                    .cut
                    .or(before.map(|custom| custom.cut))
                    .unwrap_or(CutRule::None),
            });
        }
        setup.date = self.date.or(setup.date);
        setup.zone = self.zone.or(setup.zone);
        setup.wishes.clubs_apart = self.clubs_apart.unwrap_or(setup.wishes.clubs_apart);
        setup.wishes.fresh_tables = self.fresh_tables.unwrap_or(setup.wishes.fresh_tables);
        setup
    }
}
