CREATE TABLE logbook (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  until TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  device TEXT NOT NULL,
  about_id TEXT NOT NULL,
  about_name TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX logbook_at ON logbook (at);
INSERT INTO logbook (at, until, kind, user_id, name, network, device, about_id, about_name, detail)
SELECT value, value, 'operator', 'operator', '', '', 'portal restore', '', '', '{"command":"restore"}'
FROM meta WHERE key = 'restored';
DELETE FROM meta WHERE key = 'restored';
