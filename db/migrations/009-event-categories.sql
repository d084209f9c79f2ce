-- The categories of events are the town's own, too.
UPDATE document SET value = json_set(value, '$.agenda', json('[
  {"key": "Cultura", "name": "Cultura", "retired": false},
  {"key": "Juventud", "name": "Juventud", "retired": false},
  {"key": "Deporte", "name": "Deporte", "retired": false},
  {"key": "Turismo", "name": "Turismo", "retired": false},
  {"key": "Institucional", "name": "Institucional", "retired": false}
]')) WHERE id = 'categories';
INSERT OR REPLACE INTO change (type, id, shown) VALUES ('categories', 'categories', 1);
CREATE TABLE agenda_new (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  year INTEGER NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  highlight INTEGER NOT NULL CHECK (highlight IN (0, 1)),
  label TEXT NOT NULL,
  text TEXT NOT NULL,
  lastDay TEXT NOT NULL DEFAULT '',
  startTime TEXT NOT NULL DEFAULT '',
  endTime TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  map TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO agenda_new (
  id, created, year, title, titlekey, description, date, status, highlight, label, text,
  lastDay, startTime, endTime, place, address, map)
SELECT
  id, created, year, title, titlekey, description, date, status, highlight, label, text,
  lastDay, startTime, endTime, place, address, map
FROM agenda;
DROP TABLE agenda;
ALTER TABLE agenda_new RENAME TO agenda;
