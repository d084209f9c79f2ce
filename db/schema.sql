-- All tables and indexes of the portal. Columns are declared only here.
-- Days are 'yyyy-MM-dd' in the town's time zone, times ISO 8601 in UTC, ids 12 characters [a-z0-9], flags 0 or 1.
-- `created` is when a record was created; it breaks ties in every sort order.

-- epoch: changes when a backup is restored, so that devices fill again; search: version of the search index.
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE user (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  -- argon2id; empty until a password is set, and no password matches an empty hash
  password_hash TEXT NOT NULL DEFAULT '',
  usergroup INTEGER NOT NULL CHECK (usergroup IN (1, 2)),
  enable INTEGER NOT NULL CHECK (enable IN (0, 1)),
  -- 1: somebody else has set the password, which is only good for choosing one's own
  password_temporary INTEGER NOT NULL DEFAULT 0 CHECK (password_temporary IN (0, 1)),
  -- signs the tokens of the devices on which the user has logged in; empty: there are none
  device_key TEXT NOT NULL DEFAULT ''
) STRICT;

-- id is the SHA-256 of the token, which only the device has; times are in seconds since the epoch
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  -- browser and device in words; '' in a session of an earlier release, until it is used
  device TEXT NOT NULL DEFAULT '',
  -- 0 in a session of an earlier release
  began INTEGER NOT NULL DEFAULT 0,
  -- last use, to within ten minutes
  used INTEGER NOT NULL DEFAULT 0,
  -- when its person gave the password last
  confirmed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id);
CREATE INDEX session_end ON session (expires_at);

-- Sessions that were taken away, so that their devices learn it: id as above; at is in seconds since the epoch.
-- Without a reference to the user, who may have been deleted.
CREATE TABLE revoked_session (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX revoked_session_at ON revoked_session (at);

-- The second factor of those who have one (RFC 6238). The secret is encrypted with a key that is in no database and no
-- backup; step is the last one whose code was used, so that each is used once.
CREATE TABLE second_factor (
  user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  -- of the hashes of the recovery codes
  salt TEXT NOT NULL,
  step INTEGER NOT NULL,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- argon2id of each recovery code that was not used yet
CREATE TABLE recovery_code (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;

-- Known devices on which the second factor is not asked for: SHA-256 of the device's name; until is in seconds since
-- the epoch.
CREATE TABLE remembered_device (
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (user_id, device)
) STRICT, WITHOUT ROWID;

-- What each device said at its last pull: how many changes waited on it, and since when the oldest.
CREATE TABLE device (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  since TEXT,
  seen TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE story (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  -- year of the first date; it never changes, because the addresses of pictures contain it
  year INTEGER NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  highlight INTEGER NOT NULL CHECK (highlight IN (0, 1)),
  text TEXT NOT NULL,
  video TEXT NOT NULL
) STRICT;

-- id is the name without accents, spaces and punctuation
CREATE TABLE label (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE story_label (
  story_id TEXT NOT NULL REFERENCES story (id) ON DELETE CASCADE,
  label_id TEXT NOT NULL REFERENCES label (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (story_id, label_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE agenda (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  year INTEGER NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  highlight INTEGER NOT NULL CHECK (highlight IN (0, 1)),
  -- key of a category in the document categories
  label TEXT NOT NULL,
  text TEXT NOT NULL,
  -- '' for none; times are HH:mm in the town's time
  lastDay TEXT NOT NULL DEFAULT '',
  startTime TEXT NOT NULL DEFAULT '',
  endTime TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  map TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE authority (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  name TEXT NOT NULL,
  position TEXT NOT NULL,
  -- made from the position, and numbered if several people have the same one, so that an address leads to one person
  titlekey TEXT NOT NULL,
  education TEXT NOT NULL,
  field TEXT NOT NULL,
  description TEXT NOT NULL,
  email TEXT NOT NULL,
  phones TEXT NOT NULL,
  inter TEXT NOT NULL,
  address TEXT NOT NULL,
  personalData TEXT NOT NULL
) STRICT;
CREATE INDEX authority_titlekey ON authority (titlekey);

CREATE TABLE album (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  shortdescription TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  highlight INTEGER NOT NULL CHECK (highlight IN (0, 1)),
  description TEXT NOT NULL
) STRICT;

-- id consists of the provider and the provider's id
CREATE TABLE album_video (
  album_id TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  url TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (album_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE map (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL
) STRICT;

CREATE TABLE greenpoint (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL
) STRICT;

CREATE TABLE bulletin (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  number TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  -- key of a class in the document categories
  bclass TEXT NOT NULL,
  date TEXT NOT NULL,
  text TEXT NOT NULL,
  pdf TEXT NOT NULL DEFAULT '',
  pdfname TEXT NOT NULL DEFAULT '',
  pdfsize INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Free pages: accessibility, privacy, transparency and whatever else a town needs.
CREATE TABLE page (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL,
  -- order and titles of its PDFs; api/contract/values/pdf-titles.ts describes the form
  pdftitles TEXT NOT NULL DEFAULT ''
) STRICT;

-- What residents can get done at the town hall; requirements has one on each line.
CREATE TABLE procedure (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  topic TEXT NOT NULL,
  requirements TEXT NOT NULL,
  cost TEXT NOT NULL,
  duration TEXT NOT NULL,
  office TEXT NOT NULL,
  address TEXT NOT NULL,
  hours TEXT NOT NULL,
  phones TEXT NOT NULL,
  form TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL,
  pdf TEXT NOT NULL DEFAULT '',
  pdfname TEXT NOT NULL DEFAULT '',
  pdfsize INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Who is on duty and what comes by; turns has a row on each line (api/contract/calendar/roster-rows.ts).
CREATE TABLE roster (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  description TEXT NOT NULL,
  kind TEXT NOT NULL,
  turns TEXT NOT NULL,
  noholidays INTEGER NOT NULL CHECK (noholidays IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto'))
) STRICT;

-- In the terms of the Common Alerting Protocol (CAP 1.2); onset and expires are minutes of the town's clock,
-- 'yyyy-MM-ddTHH:mm'.
CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  headline TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  instruction TEXT NOT NULL,
  description TEXT NOT NULL,
  area TEXT NOT NULL,
  link TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  severity TEXT NOT NULL CHECK (severity IN ('Extreme', 'Severe', 'Moderate', 'Minor')),
  onset TEXT NOT NULL,
  expires TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN (
    'Met', 'Infra', 'Transport', 'Fire', 'Health', 'Safety', 'Security', 'Rescue', 'Geo', 'Env', 'CBRNE', 'Other'
  )),
  urgency TEXT NOT NULL CHECK (urgency IN ('Immediate', 'Expected', 'Future', 'Past', 'Unknown')),
  certainty TEXT NOT NULL CHECK (certainty IN ('Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown')),
  -- the weather service's name, '' for the town's own; what the town adds, and why it does not show it
  source TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  hiddenFor TEXT NOT NULL DEFAULT ''
) STRICT;
-- Every page asks which alerts have not ended.
CREATE INDEX alert_expires ON alert (expires) WHERE status = 'Publicado';

-- The documents that staff edit as a whole, as JSON: site, categories, usefuldata, greenpointpage, digest; and hero,
-- which is empty and holds a picture.
CREATE TABLE document (
  id TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The pictures of stories, events, authorities, pages and the town (shield and photo of the home page; one each),
-- albums and the green-point page (several, in order).
CREATE TABLE image (
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  name TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  position INTEGER NOT NULL,
  alt TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (type, record_id, name)
) STRICT, WITHOUT ROWID;

-- The pictures within rich texts, by a name that contains the hash of their content. `waits` is the day of the upload
-- until a text names the picture.
CREATE TABLE text_picture (
  name TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  waits TEXT
) STRICT, WITHOUT ROWID;
-- Which record's texts name which picture, whether or not it was uploaded; maintained by the writer.
CREATE TABLE text_picture_use (
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (name, type, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX text_picture_use_record ON text_picture_use (type, record_id);

-- The PDFs of records that have several; type and record_id name the record, position is the order of their adding.
CREATE TABLE pdf (
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  pdf TEXT NOT NULL,
  pdfname TEXT NOT NULL,
  pdfsize INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (type, record_id, pdf)
) STRICT, WITHOUT ROWID;

-- Which story, event, bulletin, album and alert is in which list, in the order of the list; maintained by the writer.
-- A list is a type, possibly with a filter; api/records/listing.ts names the lists.
CREATE TABLE listing (
  list TEXT NOT NULL,
  -- for an album or alert, the day on which it was created
  date TEXT NOT NULL,
  created TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (list, date, created, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_record ON listing (id);

-- Number of records in a list: in total (grain 0, span ''), in a year (4, 'yyyy') and in a month (7, 'yyyy-MM').
-- With these a page of a long list, and the number of its pages, are found without counting rows.
CREATE TABLE listing_count (
  list TEXT NOT NULL,
  grain INTEGER NOT NULL,
  span TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (list, grain, span)
) STRICT, WITHOUT ROWID;

-- The change feed: one row per record, never removed; writing a record gives it the next seq.
CREATE TABLE change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  -- 1 once the public could read the record; the public feed lists only these as deleted
  shown INTEGER NOT NULL DEFAULT 0,
  UNIQUE (type, id)
) STRICT;

-- Who changed what and when. It is also the log of operations: by op_id, a repeated request gets its first answer again
-- and has no second effect. before and after are JSON, and never contain a password or its hash.
CREATE TABLE history (
  id INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL,
  op_id TEXT,
  request TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  field TEXT,
  before TEXT,
  after TEXT,
  answer TEXT NOT NULL,
  -- seq of the change that was written with it; null for users, who are in no feed
  seq INTEGER,
  UNIQUE (user_id, op_id)
) STRICT;
CREATE INDEX history_record ON history (type, record_id, id);

-- What the public can find. rowid consists of the day's number and a tie-break, so that the newest matches are found
-- without sorting.
CREATE TABLE search_document (
  rowid INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  date TEXT NOT NULL,
  -- the folded words of the title, by which a thousand matches are ranked; columns read for all of them come first
  ranked TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  -- for telephone numbers only: the numbers as JSON, and the text of the result
  phones TEXT,
  note TEXT,
  -- the beginning of the text as it is shown, and folded, so that excerpts are made without reading the record
  shown TEXT NOT NULL,
  folded TEXT NOT NULL,
  UNIQUE (type, id)
) STRICT;
-- Folded words separated by spaces, so that the engine splits words like the portal (`ascii` does not split at other
-- letters). kind contains the record's type and class as words, to filter a search. With detail = column the index
-- stores no positions, which are not needed, and common words are found in half the time.
CREATE VIRTUAL TABLE search USING fts5 (
  title, body, kind,
  content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3 4', detail = column
);

-- Push (api/push). Times are ms since the epoch. Nothing here says whose a device is or where it is.
CREATE TABLE push_subscription (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- the push service: the endpoint's origin
  service TEXT NOT NULL,
  -- JSON array
  topics TEXT NOT NULL,
  -- whose the push service is: 'google', 'mozilla', 'apple', 'microsoft'
  provider TEXT NOT NULL DEFAULT '',
  -- 0 it has taken a message, 1 it was never sent one, 2 it took none of those that it was sent
  standing INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX push_subscription_standing ON push_subscription (standing, service);
-- What is to be told and what was told, so that nothing is told twice.
CREATE TABLE push_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- 'alert/<id>', 'bulletin/<id>', 'story/<id>', 'agenda/<day>', 'roster/<id>', 'guardias/<day>'
  subject TEXT NOT NULL UNIQUE,
  topic TEXT NOT NULL,
  -- what an alert said, or the timetable of a roster; with another version it is told again
  version TEXT NOT NULL,
  urgency TEXT NOT NULL CHECK (urgency IN ('low', 'normal', 'high')),
  -- the message as JSON; '' before it is told, and after it has ended
  payload TEXT NOT NULL,
  -- when it is told; until when it is handed over; when it is no longer worth showing
  due INTEGER NOT NULL,
  until INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  -- 1 while it is to be told or handed over
  open INTEGER NOT NULL CHECK (open IN (0, 1)),
  -- how many devices it was told to, and of how many the push service has taken it
  wanted INTEGER NOT NULL DEFAULT 0,
  taken INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX push_message_open ON push_message (until) WHERE open = 1;
-- The queue: what is still to be handed over to whom. A row that is 'handing' at a start is in doubt.
CREATE TABLE push_delivery (
  subscription INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  message INTEGER NOT NULL REFERENCES push_message (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  -- which messages go first; see LANES in api/push/queue.ts
  lane INTEGER NOT NULL,
  service TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'handing')),
  -- 0 first
  rank INTEGER NOT NULL,
  due INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (subscription, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_delivery_next ON push_delivery (provider, lane, state, service, rank, due);
CREATE INDEX push_delivery_message ON push_delivery (message);
-- Push services that have failed or asked to wait, in each lane.
CREATE TABLE push_service (
  service TEXT NOT NULL,
  lane INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  due INTEGER NOT NULL,
  PRIMARY KEY (service, lane)
) STRICT, WITHOUT ROWID;

-- Links that show a draft to people without an account (api/records/draft-links.ts), one for each record. The token is
-- stored as it is, so that staff can show the link again: who can read this table can read the drafts, too.
CREATE TABLE draft_link (
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  -- ms since the epoch
  expires INTEGER NOT NULL,
  -- id of a user
  created_by TEXT NOT NULL,
  -- 1: the record has been public since, so the link leads to its page and shows no draft of it any more
  published INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (type, record_id)
) STRICT, WITHOUT ROWID;

-- What the weather service has said (api/weather): its messages about the town, and those that end or replace others.
CREATE TABLE weather_message (
  -- sender and identifier, with a comma between them
  key TEXT PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('Alert', 'Update', 'Cancel')),
  -- ms since the epoch; seen: when it was last read
  sent INTEGER NOT NULL,
  -- JSON arrays: keys of the messages that it replaces or ends, and what it warns the town of
  refs TEXT NOT NULL,
  warnings TEXT NOT NULL,
  -- id of the alert that it is about, which need not exist
  alert TEXT NOT NULL,
  seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How the town takes tickets (api/tickets), as JSON; without a row, those of a new portal.
CREATE TABLE ticket_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;

-- What residents tell or ask the town hall. No other table refers to it, and no code but that of tickets reads it.
CREATE TABLE ticket (
  id TEXT PRIMARY KEY,
  -- grows with every change of any ticket
  seq INTEGER NOT NULL UNIQUE,
  -- SHA-256 of the secret, which only its author has
  secret BLOB NOT NULL,
  number TEXT NOT NULL,
  -- keys of the settings
  topic TEXT NOT NULL,
  area TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'seen', 'progress', 'answered', 'closed', 'reopened')),
  -- id of a user, or blank
  assignee TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL,
  place TEXT NOT NULL,
  lat REAL,
  lon REAL,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  -- made: by the clock of the device; answered: for the first time; settled: since when nothing is to be done; erased:
  -- when everything about a person was erased
  made TEXT NOT NULL,
  received TEXT NOT NULL,
  answered TEXT NOT NULL DEFAULT '',
  settled TEXT NOT NULL DEFAULT '',
  erased TEXT NOT NULL DEFAULT '',
  -- 1: it may be no ticket of a person
  suspect INTEGER NOT NULL DEFAULT 0 CHECK (suspect IN (0, 1)),
  -- id of the ticket about the same matter that it is answered with, or blank
  merged TEXT NOT NULL DEFAULT '',
  -- its id in public, from which nobody finds the other one
  shown TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX ticket_number ON ticket (number);
CREATE INDEX ticket_merged ON ticket (merged) WHERE merged <> '';
CREATE INDEX ticket_settled ON ticket (settled) WHERE settled <> '' AND erased = '';
CREATE UNIQUE INDEX ticket_shown ON ticket (shown) WHERE shown <> '';
CREATE INDEX ticket_public ON ticket (received DESC, shown) WHERE erased = '' AND suspect = 0 AND merged = '';
CREATE INDEX ticket_received ON ticket (received DESC, id);
CREATE INDEX ticket_suspect ON ticket (id) WHERE suspect = 1 AND erased = '';

-- What has happened to a ticket, in the order of `place`. `author` is the id of a user, or blank for its author; `text`
-- is a text, or the new state, area, person or ticket. `id` is the key of the operation that made it.
CREATE TABLE ticket_entry (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'answer', 'note', 'state', 'area', 'assignee', 'suspect', 'merge')),
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (ticket, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_entry_author ON ticket_entry (author) WHERE author <> '';

-- Photos of tickets, whose files are in a folder of uploads that is never served (api/files/ticket-photos.ts). `author`
-- is as above.
CREATE TABLE ticket_photo (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  author TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (ticket, name)
) STRICT, WITHOUT ROWID;

-- Who did what with accounts and rights, for twelve months (api/records/logbook.ts). `name` and `about_name` are the
-- names of then, of who did it and of whose account it is about; `user_id` is also 'operator', for the commands of
-- whoever runs the server, or 'nobody', for a name without an account. What repeats within an hour is one row: from `at`
-- to `until`, so many times. `detail` is JSON.
CREATE TABLE logbook (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  until TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  device TEXT NOT NULL,
  about_id TEXT NOT NULL,
  about_name TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE INDEX logbook_at ON logbook (at);
-- Mail to staff that waits to be sent (api/mail/queue.ts). It contains no words: they are written when it is sent.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('reset', 'changed', 'tickets')),
  -- id of a user, or key of an area
  recipient TEXT NOT NULL,
  -- JSON array: ids of tickets; of a changed password the address and the user name
  about TEXT NOT NULL,
  -- ms since the epoch: when it was put here, when it is tried next, and when it is given up
  queued INTEGER NOT NULL,
  due INTEGER NOT NULL,
  until INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  -- why the last try failed
  fault TEXT NOT NULL
) STRICT;
CREATE INDEX mail_due ON mail (due);

-- SHA-256 of the tokens that were sent to people who have forgotten their password; expires is in ms since the epoch.
CREATE TABLE password_reset (
  token BLOB PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_reset_user ON password_reset (user_id);
-- What staff have released of a ticket, as everybody sees it: a text and a place in their own words, a point that is
-- rounded, and names of photos as JSON. `hidden`: nobody learns that it exists.
CREATE TABLE ticket_release (
  ticket TEXT PRIMARY KEY REFERENCES ticket (id) ON DELETE CASCADE,
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  text TEXT NOT NULL,
  place TEXT NOT NULL,
  lat REAL,
  lon REAL,
  photos TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who said that the same happens to them, without saying who they are; `secret` is a hash, as that of a ticket.
CREATE TABLE ticket_follower (
  id TEXT PRIMARY KEY,
  secret BLOB NOT NULL,
  number TEXT NOT NULL,
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  received TEXT NOT NULL,
  erased TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_follower_ticket ON ticket_follower (ticket);

-- The picture of the town on which places of tickets are marked (WebP), with two places that are known on it, as JSON.
CREATE TABLE ticket_picture (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  marks TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
-- Devices that are told of an answer to a ticket. It ends with the ticket's erasure, and nothing else knows of it.
CREATE TABLE ticket_push (
  ticket TEXT NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
  subscription INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
  PRIMARY KEY (ticket, subscription)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_push_subscription ON ticket_push (subscription);
