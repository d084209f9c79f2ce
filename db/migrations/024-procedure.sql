-- Procedures are a section. A menu that a town has made its own gets it at the end, where nobody sees it before there is
-- a procedure; where empty sections are shown, an Admin adds it.
CREATE TABLE procedure (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  topic TEXT NOT NULL,
  requirements TEXT NOT NULL,
  cost TEXT NOT NULL,
  duration TEXT NOT NULL,
  office TEXT NOT NULL,
  address TEXT NOT NULL,
  hours TEXT NOT NULL,
  phones TEXT NOT NULL,
  form TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL,
  pdf TEXT NOT NULL DEFAULT '',
  pdfname TEXT NOT NULL DEFAULT '',
  pdfsize INTEGER NOT NULL DEFAULT 0
) STRICT;
UPDATE document SET value = json_insert(
  value, '$.menu.items[#]', json_object('to', '/tramites', 'name', '', 'isHidden', json('false')))
WHERE id = 'site' AND value ->> '$.menu.hidesEmpty' = 1 AND json_array_length(value, '$.menu.items') < 30;
INSERT OR REPLACE INTO change (type, id, shown) SELECT 'site', 'site', 1 WHERE changes() > 0;
