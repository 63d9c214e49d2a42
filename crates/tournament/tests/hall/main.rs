//! A tournament driven as people drive it: incidents, refusals, permissions, explanations.

mod incidents;
mod support;
