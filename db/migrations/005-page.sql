CREATE TABLE page (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL,
  pdf TEXT NOT NULL DEFAULT '',
  pdfname TEXT NOT NULL DEFAULT '',
  pdfsize INTEGER NOT NULL DEFAULT 0
) STRICT;
