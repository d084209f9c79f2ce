-- Mail to staff that waits to be sent, and the tokens with which a forgotten password is reset.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('reset', 'changed', 'tickets')),
  recipient TEXT NOT NULL,
  about TEXT NOT NULL,
  queued INTEGER NOT NULL,
  due INTEGER NOT NULL,
  until INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  fault TEXT NOT NULL
) STRICT;
CREATE INDEX mail_due ON mail (due);
CREATE TABLE password_reset (
  token BLOB PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_reset_user ON password_reset (user_id);
