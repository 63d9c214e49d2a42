//! A tournament driven as people drive it: incidents, the cut and brackets, refusals, permissions, explanations.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod absences;
mod before_game;
mod bracket;
mod claims;
mod clock;
mod cut_again;
mod drops;
mod explained;
mod impacts;
mod incident_table;
mod incidents;
mod incidents_of_people;
mod incidents_of_results;
mod incidents_of_the_cut;
mod judges;
mod lists;
mod log;
mod next;
mod permissions;
mod refusals;
mod repairs;
mod roles;
mod salvo;
mod tables;
mod undo;
mod warnings;
mod why;
mod why_rank;
