-- What a picture shows. Devices need not fetch again: pictures without this text are sent as before.
ALTER TABLE image ADD COLUMN alt TEXT NOT NULL DEFAULT '';
