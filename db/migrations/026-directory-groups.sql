-- Rows of the directory of useful data are sent with their group.
UPDATE meta SET value = lower(hex(randomblob(6))) WHERE key = 'epoch';
