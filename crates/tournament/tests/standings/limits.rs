//! The limits of the numbers: widths, digits and rounding.
