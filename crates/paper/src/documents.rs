//! The documents, one file each: a plain value built from the state, and the template that shows it.

pub mod badges;
pub mod bracket;
pub mod certificates;
pub mod cross_table;
pub mod judges_log;
pub mod list_checks;
pub mod list_forms;
pub mod pairings;
pub mod proxies;
pub mod report;
pub mod season;
pub mod silhouettes;
pub mod slips;
pub mod standings;
pub mod table_numbers;
