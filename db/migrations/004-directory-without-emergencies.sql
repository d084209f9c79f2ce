-- Devices take the useful data once more: rows that repeat an emergency line are no longer part of it.
INSERT OR REPLACE INTO change (type, id, shown) VALUES ('usefuldata', 'usefuldata', 1);
