-- Pictures within rich texts. No text has any yet.
CREATE TABLE text_picture (
  name TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  waits TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE text_picture_use (
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (name, type, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX text_picture_use_record ON text_picture_use (type, record_id);
