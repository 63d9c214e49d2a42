-- Tournaments, their journals, their master seeds, and records about people.

CREATE TABLE tournaments (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE
) STRICT;

-- The exact bytes of the chained part, and the personal data beside it, which alone may change later.
CREATE TABLE lines (
    tournament INTEGER NOT NULL REFERENCES tournaments (number),
    position   INTEGER NOT NULL CHECK (position > 0),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    core       TEXT    NOT NULL,
    private    TEXT,
    PRIMARY KEY (tournament, position)
) STRICT, WITHOUT ROWID;

-- Apart from the journals, so that no export of a journal can hold one by accident.
CREATE TABLE seeds (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (number),
    master     BLOB NOT NULL CHECK (length(master) = 32)
) STRICT;

CREATE TABLE records (
    kind       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    tournament TEXT    REFERENCES tournaments (id),
    value      TEXT    NOT NULL,
    expires    INTEGER, -- milliseconds since 1970, UTC
    version    INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX records_by_tournament ON records (kind, tournament);
CREATE INDEX records_by_end ON records (expires) WHERE expires IS NOT NULL;
