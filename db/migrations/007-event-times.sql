-- When an event begins and ends, and where. Devices need not fetch again: what they have stored has blank values here.
ALTER TABLE agenda ADD COLUMN lastDay TEXT NOT NULL DEFAULT '';
ALTER TABLE agenda ADD COLUMN startTime TEXT NOT NULL DEFAULT '';
ALTER TABLE agenda ADD COLUMN endTime TEXT NOT NULL DEFAULT '';
ALTER TABLE agenda ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE agenda ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE agenda ADD COLUMN map TEXT NOT NULL DEFAULT '';
