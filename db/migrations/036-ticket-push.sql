CREATE TABLE ticket_push (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  subscription INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket, subscription)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_push_subscription ON ticket_push (subscription);
