CREATE TABLE draft_link (
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  expires INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  published INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (type, record_id)
) STRICT, WITHOUT ROWID;
