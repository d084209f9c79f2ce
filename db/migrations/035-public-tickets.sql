ALTER TABLE ticket ADD COLUMN shown TEXT NOT NULL DEFAULT '';
UPDATE ticket SET shown = lower(hex(randomblob(8)));
CREATE UNIQUE INDEX ticket_shown ON ticket (shown) WHERE shown <> '';
CREATE INDEX ticket_public ON ticket (received DESC, shown) WHERE erased = '' AND suspect = 0 AND merged = '';
CREATE TABLE ticket_release (
  ticket TEXT PRIMARY KEY REFERENCES ticket (id) ON DELETE CASCADE,
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  text TEXT NOT NULL,
  place TEXT NOT NULL,
  lat REAL,
  lon REAL,
  photos TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE ticket_follower (
  id TEXT PRIMARY KEY,
  secret BLOB NOT NULL,
  number TEXT NOT NULL,
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  received TEXT NOT NULL,
  erased TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_follower_ticket ON ticket_follower (ticket);
CREATE TABLE ticket_picture (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  marks TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
