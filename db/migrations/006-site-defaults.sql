-- Devices take the document Sitio once more: it has values that it lacked.
INSERT OR REPLACE INTO change (type, id, shown) VALUES ('site', 'site', 1);
