//! What happened, line by line: entries of a journal as sentences.
