//! Why a command was refused, and what to do instead.
