-- Tournaments, their journals, their master seeds, records about people, summaries, and what changed last.

-- The row of a tournament says where its journal ends. Whoever adds to the journal locks it first, so of two servers at
-- one position one succeeds. No index holds what changes here, which makes the change cheap.
CREATE TABLE tournaments (
    number   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id       text   COLLATE "C" NOT NULL UNIQUE,
    origin   bytea  NOT NULL CHECK (length(origin) = 32),
    position bigint NOT NULL CHECK (position > 0),
    hash     bytea  NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 70);

CREATE INDEX tournaments_by_origin ON tournaments (origin);

-- The exact bytes of the chained part, and the personal data beside it, which alone may change later. Tournaments are
-- never deleted and every line is added under the lock of its tournament: a foreign key would only cost time.
CREATE TABLE lines (
    tournament bigint NOT NULL,
    position   bigint NOT NULL CHECK (position > 0),
    hash       bytea  NOT NULL CHECK (length(hash) = 32),
    core       text   NOT NULL,
    private    text,
    PRIMARY KEY (tournament, position)
);

-- Apart from the journals, so that no export of a journal can hold one by accident.
CREATE TABLE seeds (
    tournament bigint PRIMARY KEY REFERENCES tournaments (number),
    master     bytea  NOT NULL CHECK (length(master) = 32)
);

CREATE TABLE records (
    kind       text   COLLATE "C" NOT NULL,
    key        text   COLLATE "C" NOT NULL,
    tournament text   COLLATE "C",
    value      json   NOT NULL,
    expires    bigint, -- milliseconds since 1970, UTC
    version    bigint NOT NULL,
    PRIMARY KEY (kind, key)
);

CREATE INDEX records_by_tournament ON records (kind, tournament, key);
CREATE INDEX records_by_end ON records (expires) WHERE expires IS NOT NULL;
CREATE INDEX settings_by_organizer ON records ((value ->> 'organizer')) WHERE kind = 'settings';

-- One row for each tournament with what lists, search and statistics need, so that they fold no journal.
CREATE TABLE summaries (
    tournament bigint PRIMARY KEY REFERENCES tournaments (number),
    position   bigint NOT NULL,
    phase      bigint NOT NULL,
    regulation text   COLLATE "C" NOT NULL,
    date       text   COLLATE "C" NOT NULL, -- year-month-day: the order of the text is that of the days
    text       text   NOT NULL,
    body       text   NOT NULL
);

CREATE INDEX summaries_by_date ON summaries (date, tournament);
CREATE INDEX summaries_by_phase ON summaries (phase, date, tournament);
CREATE INDEX summaries_by_regulation ON summaries (regulation, date, tournament);

-- The words of each text, for a search by the beginnings of words.
CREATE TABLE summary_words (
    word       text   COLLATE "C" NOT NULL,
    tournament bigint NOT NULL REFERENCES summaries (tournament) ON DELETE CASCADE,
    PRIMARY KEY (word, tournament)
);

CREATE INDEX summary_words_by_tournament ON summary_words (tournament, word);

-- Journals that grew without a new summary.
CREATE TABLE unsummarized (
    tournament bigint PRIMARY KEY REFERENCES tournaments (number)
);

-- What each transaction changed, for other servers, for a few minutes. A server asks for the rows that its last look could
-- not see yet; numbers from a sequence would not do, since they are not committed in their order. The row also tells a
-- server whose connection broke during a commit whether the commit was done.
CREATE TABLE changes (
    xid    xid8        PRIMARY KEY,
    writer bigint      NOT NULL,
    at     timestamptz NOT NULL DEFAULT now(),
    news   text        NOT NULL
);
