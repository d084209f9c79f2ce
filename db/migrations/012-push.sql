CREATE TABLE push_subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  service TEXT NOT NULL,
  topics TEXT NOT NULL
) STRICT;
CREATE TABLE push_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL UNIQUE,
  topic TEXT NOT NULL,
  version TEXT NOT NULL,
  urgency TEXT NOT NULL CHECK (urgency IN ('low', 'normal', 'high')),
  payload TEXT NOT NULL,
  due INTEGER NOT NULL,
  until INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;
CREATE INDEX push_message_open ON push_message (until) WHERE open = 1;
CREATE TABLE push_delivery (
  subscription INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  message INTEGER NOT NULL REFERENCES push_message (id) ON DELETE CASCADE,
  service TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'handing')),
  rank INTEGER NOT NULL,
  due INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (subscription, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_delivery_next ON push_delivery (service, state, rank, due);
CREATE INDEX push_delivery_message ON push_delivery (message);
CREATE TABLE push_service (
  service TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
