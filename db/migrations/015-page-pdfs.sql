-- A page has several PDFs. Devices take the pages once more: they have had one PDF at most.
CREATE TABLE pdf (
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  pdf TEXT NOT NULL,
  pdfname TEXT NOT NULL,
  pdfsize INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (type, record_id, pdf)
) STRICT, WITHOUT ROWID;
INSERT INTO pdf (type, record_id, pdf, pdfname, pdfsize, position)
SELECT 'page', id, pdf, pdfname, pdfsize, 1 FROM page WHERE pdf <> '';
ALTER TABLE page DROP COLUMN pdf;
ALTER TABLE page DROP COLUMN pdfname;
ALTER TABLE page DROP COLUMN pdfsize;
ALTER TABLE page ADD COLUMN pdftitles TEXT NOT NULL DEFAULT '';
INSERT OR REPLACE INTO change (type, id, shown) SELECT type, id, shown FROM change WHERE type = 'page' ORDER BY seq;
