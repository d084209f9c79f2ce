-- Devices that have taken a message come before those that never did. Who took one until now is not known.
ALTER TABLE push_subscription ADD COLUMN provider TEXT NOT NULL DEFAULT '';
ALTER TABLE push_subscription ADD COLUMN standing INTEGER NOT NULL DEFAULT 1;
UPDATE push_subscription SET provider = CASE
  WHEN service LIKE '%.mozilla.com' THEN 'mozilla'
  WHEN service LIKE '%.apple.com' THEN 'apple'
  WHEN service IN ('https://fcm.googleapis.com', 'https://jmt17.google.com') THEN 'google'
  ELSE 'microsoft' END;
CREATE INDEX push_subscription_standing ON push_subscription (standing, service);
CREATE TABLE new_push_delivery (
  subscription INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  message INTEGER NOT NULL REFERENCES push_message (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  lane INTEGER NOT NULL,
  service TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'handing')),
  rank INTEGER NOT NULL,
  due INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (subscription, message)
) STRICT, WITHOUT ROWID;
INSERT INTO new_push_delivery (subscription, message, provider, lane, service, state, rank, due, tries)
SELECT d.subscription, d.message, s.provider, 1, d.service, d.state, d.rank, d.due, d.tries
FROM push_delivery d JOIN push_subscription s ON s.id = d.subscription;
DROP TABLE push_delivery;
ALTER TABLE new_push_delivery RENAME TO push_delivery;
CREATE INDEX push_delivery_next ON push_delivery (provider, lane, state, service, rank, due);
CREATE INDEX push_delivery_message ON push_delivery (message);
DROP TABLE push_service;
CREATE TABLE push_service (
  service TEXT NOT NULL,
  lane INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (service, lane)
) STRICT, WITHOUT ROWID;
