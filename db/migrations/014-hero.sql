-- The photo on the home page, which hangs on a document of its own.
INSERT INTO document (id, value) VALUES ('hero', '{}');
INSERT INTO change (type, id, shown) VALUES ('hero', 'hero', 1);
