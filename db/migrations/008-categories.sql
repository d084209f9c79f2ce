-- The classes of bulletins are the town's own: a document that an Admin edits.
INSERT INTO document (id, value) VALUES ('categories', json('{"bulletin": [
  {"key": "Decreto", "name": "Decreto", "title": "Decretos Intendencia", "singular": "", "retired": false},
  {"key": "Licitaciones", "name": "Licitaciones", "title": "", "singular": "Licitación", "retired": false},
  {"key": "Tarifas", "name": "Tarifas", "title": "", "singular": "Tarifa", "retired": false}
]}'));
INSERT INTO change (type, id, shown) VALUES ('categories', 'categories', 1);
CREATE TABLE bulletin_new (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  number TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  bclass TEXT NOT NULL,
  date TEXT NOT NULL,
  text TEXT NOT NULL,
  pdf TEXT NOT NULL DEFAULT '',
  pdfname TEXT NOT NULL DEFAULT '',
  pdfsize INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO bulletin_new (id, created, title, titlekey, number, status, bclass, date, text, pdf, pdfname, pdfsize)
SELECT id, created, title, titlekey, number, status, bclass, date, text, pdf, pdfname, pdfsize FROM bulletin;
DROP TABLE bulletin;
ALTER TABLE bulletin_new RENAME TO bulletin;
