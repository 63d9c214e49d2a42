-- One row for each tournament with what lists, search and statistics need, so that they fold no journal.

CREATE TABLE summaries (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (number),
    position   INTEGER NOT NULL,
    phase      INTEGER NOT NULL,
    regulation TEXT    NOT NULL,
    date       TEXT    NOT NULL, -- year-month-day: the order of the text is that of the days
    text       TEXT    NOT NULL,
    body       TEXT    NOT NULL
) STRICT;

CREATE INDEX summaries_by_date ON summaries (date, tournament);
CREATE INDEX summaries_by_phase ON summaries (phase, date, tournament);
CREATE INDEX summaries_by_regulation ON summaries (regulation, date, tournament);

-- The words of each text, for a search by the beginnings of words.
CREATE TABLE summary_words (
    word       TEXT    NOT NULL,
    tournament INTEGER NOT NULL REFERENCES summaries (tournament) ON DELETE CASCADE,
    PRIMARY KEY (word, tournament)
) STRICT, WITHOUT ROWID;

CREATE INDEX summary_words_by_tournament ON summary_words (tournament, word);

-- Journals that grew without a new summary. All of them, at first.
CREATE TABLE unsummarized (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (number)
) STRICT;

INSERT INTO unsummarized SELECT number FROM tournaments;

-- Who runs which tournament, and a tournament by the hash of its first line.
CREATE INDEX settings_by_organizer ON records (value ->> 'organizer') WHERE kind = 'settings';
CREATE INDEX lines_by_origin ON lines (hash) WHERE position = 1;
