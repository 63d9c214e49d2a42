//! Permanent codes: one table for each kind of value that is put into words elsewhere.

/// Writes `code` and `CODES` of an enum from one table, so that no variant is left without a code.
macro_rules! codes {
    ($kind:ident { $($variant:pat => $code:literal,)* }) => {
        impl $kind {
            /// All codes of this kind. Codes are never renamed and never used for anything else.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// Returns the permanent code.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($variant => $code,)*
                }
            }
        }
    };
}

pub(crate) use codes;
