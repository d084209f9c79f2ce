CREATE TABLE revoked_session (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX revoked_session_at ON revoked_session (at);
CREATE INDEX session_end ON session (expires_at);
