-- A game log of store format 1, as SQL. It stays as it is when later formats come.
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events(
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    seq INTEGER NOT NULL,
    live INTEGER NOT NULL,
    writer INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE(stream, seq));
CREATE TABLE erasures(position INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL);
CREATE TABLE streams(stream TEXT PRIMARY KEY, live INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX live_streams ON streams(stream) WHERE live = 1;
INSERT INTO meta VALUES('format', '1');
INSERT INTO meta VALUES('instance', '0123456789abcdef0123456789abcdef');
INSERT INTO events VALUES(1, 'table:1', 1, 1, 77, CAST('made' AS BLOB));
INSERT INTO events VALUES(2, 'table:2', 1, 0, 77, CAST('made' AS BLOB));
INSERT INTO events VALUES(3, 'table:1', 2, 1, 77, CAST('d2' AS BLOB));
INSERT INTO streams VALUES('table:1', 1);
INSERT INTO streams VALUES('table:2', 0);
