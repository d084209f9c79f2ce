CREATE TABLE ticket_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;
CREATE TABLE ticket (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  secret BLOB NOT NULL,
  number TEXT NOT NULL,
  topic TEXT NOT NULL,
  area TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'seen', 'progress', 'answered', 'closed', 'reopened')),
  assignee TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  place TEXT NOT NULL,
  lat REAL,
  lon REAL,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  made TEXT NOT NULL,
  received TEXT NOT NULL,
  answered TEXT NOT NULL DEFAULT '',
  settled TEXT NOT NULL DEFAULT '',
  erased TEXT NOT NULL DEFAULT '',
  suspect INTEGER NOT NULL DEFAULT 0 CHECK (suspect IN (0, 1)),
  merged TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX ticket_number ON ticket (number);
CREATE INDEX ticket_merged ON ticket (merged) WHERE merged <> '';
CREATE INDEX ticket_settled ON ticket (settled) WHERE settled <> '' AND erased = '';
CREATE TABLE ticket_entry (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'answer', 'note', 'state', 'area', 'assignee', 'suspect', 'merge')),
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (ticket, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE ticket_photo (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  author TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (ticket, name)
) STRICT, WITHOUT ROWID;
