//! One table per kind of value that people and programs read: its variants and their permanent codes; for refusals also
//! the clauses they rest on.

/// Writes `code` and `CODES` of an enum from one table, so that no variant is left without a code. Where the table has
/// clauses, writes `clauses` as well.
macro_rules! codes {
    ($kind:ident { $($variant:pat => $code:literal,)* }) => {
        impl $kind {
            /// All codes of this kind.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns the permanent code.
            #[must_use]
            #[allow(unused_variables, reason = "a pattern may name what its clauses need")]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($variant => $code,)*
                }
            }
        }
    };
    ($kind:ident { $($variant:pat => $code:literal [$($clause:expr),*],)* }) => {
        $crate::codes::codes!($kind { $($variant => $code,)* });

        impl $kind {
            /// Returns the clauses this rests on, the most important one first.
            #[must_use]
            pub fn clauses(&self) -> Vec<&'static str> {
                match self {
                    $($variant => vec![$($clause),*],)*
                }
            }
        }
    };
}

pub(crate) use codes;
