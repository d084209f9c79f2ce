ALTER TABLE user ADD COLUMN password_temporary INTEGER NOT NULL DEFAULT 0 CHECK (password_temporary IN (0, 1));
