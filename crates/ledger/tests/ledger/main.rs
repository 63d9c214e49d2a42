//! The ledger on a real disk, from outside.

mod append;
mod backup;
mod kill;
mod lines;
mod open;
mod people;
mod torn;
mod transfer;
