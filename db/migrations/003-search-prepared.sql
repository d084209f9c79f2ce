-- What a search result shows is kept prepared. The start fills this and the index beside it anew.
DROP TABLE search_document;
CREATE TABLE search_document (
  rowid INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  date TEXT NOT NULL,
  ranked TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  phones TEXT,
  note TEXT,
  shown TEXT NOT NULL,
  folded TEXT NOT NULL,
  UNIQUE (type, id)
) STRICT;
