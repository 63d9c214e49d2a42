-- A database as the first version wrote it: one tournament with three lines, its seed and its settings.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (
            version  INTEGER PRIMARY KEY,
            name     TEXT NOT NULL,
            checksum TEXT NOT NULL,
            applied  TEXT NOT NULL
        ) STRICT;
INSERT INTO migrations VALUES(1,'journals','6297983c2733da6c39d87b32854911ac248102808fbecf723480018e95c3e5b1','2026-11-15T20:48:32Z');
CREATE TABLE tournaments (
    number INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO tournaments VALUES(1,'spring');
CREATE TABLE lines (
    tournament INTEGER NOT NULL REFERENCES tournaments (number),
    position   INTEGER NOT NULL CHECK (position > 0),
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    core       TEXT    NOT NULL,
    private    TEXT,
    PRIMARY KEY (tournament, position)
) STRICT, WITHOUT ROWID;
INSERT INTO lines VALUES(1,1,X'8d6dd8bfcb17573e4f1181164214e9df7180a3df89d034a343dac813820d9162','{"v":1,"n":1,"at":"2026-09-21T14:13:20Z","by":{"staff":1},"entry":{"do":{"create":{"setup":{"name":"Spring","regulation":"xwing","tier":"relaxed","structure":"advanced"},"organizer":"96fc6a41027ae3785d66bb73bd040dd0d7234e45dcd34d55f882ee1c75c89623","commitment":"103685972f5966b86dafcccd1db1683e087c283793f767834ff74fa7971ece07"}}},"prev":"0000000000000000000000000000000000000000000000000000000000000000"}','[{"salt":"0909090909090909090909090909090909090909090909090909090909090909","name":"Olive Ormond"}]');
INSERT INTO lines VALUES(1,2,X'082aaba00fc52a2414d54741e1a522996f77ad0c236aadc68aeb6f608b14bf17','{"v":1,"n":2,"at":"2026-09-21T14:13:20Z","by":{"staff":1},"entry":{"do":{"check_in":{"players":[1],"present":true}}},"prev":"8d6dd8bfcb17573e4f1181164214e9df7180a3df89d034a343dac813820d9162"}',NULL);
INSERT INTO lines VALUES(1,3,X'a006e7a8de423caf996a92e185a7bba3e216f3971e4fe34d75f65ddfc6c3a272','{"v":1,"n":3,"at":"2026-09-21T14:13:20Z","by":{"staff":1},"entry":{"do":{"check_in":{"players":[2],"present":true}}},"prev":"082aaba00fc52a2414d54741e1a522996f77ad0c236aadc68aeb6f608b14bf17"}',NULL);
CREATE TABLE seeds (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (number),
    master     BLOB NOT NULL CHECK (length(master) = 32)
) STRICT;
INSERT INTO seeds VALUES(1,X'0505050505050505050505050505050505050505050505050505050505050505');
CREATE TABLE records (
    kind       TEXT    NOT NULL,
    key        TEXT    NOT NULL,
    tournament TEXT    REFERENCES tournaments (id),
    value      TEXT    NOT NULL,
    expires    INTEGER, -- milliseconds since 1970, UTC
    version    INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
INSERT INTO records VALUES('settings','spring','spring','{"tournament":"spring","organizer":null,"private":false,"self_registration":false}',NULL,1);
CREATE INDEX records_by_tournament ON records (kind, tournament);
CREATE INDEX records_by_end ON records (expires) WHERE expires IS NOT NULL;
COMMIT;
PRAGMA application_id = 1297306706;
PRAGMA user_version = 1;
