//! One table per kind of refusal: its variants, their permanent codes and the clauses they rest on.

/// Writes `code`, `clauses` and `CODES` of an enum from one table, so that no variant is left without a code.
macro_rules! codes {
    ($kind:ident { $($variant:pat => $code:literal [$($clause:expr),*],)* }) => {
        impl $kind {
            /// All codes of this kind of refusal.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns the permanent code.
            #[must_use]
            #[allow(unused_variables)]
            pub fn code(&self) -> &'static str {
                match self {
                    $($variant => $code,)*
                }
            }

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
