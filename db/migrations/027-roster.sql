-- Rosters are a section, and their kinds a list of the town. A menu that a town has made its own gets the section at the
-- end, where nobody sees it before there is a roster; where empty sections are shown, an Admin adds it.
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
UPDATE document SET value = json_set(value, '$.roster', json('[
  {"key":"recoleccion","name":"Recolección","retired":false},
  {"key":"farmacia","name":"Farmacia de turno","retired":false},
  {"key":"colectivo","name":"Colectivo","retired":false},
  {"key":"movil","name":"Atención móvil","retired":false},
  {"key":"agua","name":"Reparto de agua","retired":false},
  {"key":"feria","name":"Feria","retired":false},
  {"key":"otro","name":"Otro","retired":false}
]')) WHERE id = 'categories';
INSERT OR REPLACE INTO change (type, id, shown) SELECT 'categories', 'categories', 1 WHERE changes() > 0;
UPDATE document SET value = json_insert(
  value, '$.menu.items[#]', json_object('to', '/guardias', 'name', '', 'isHidden', json('false')))
WHERE id = 'site' AND value ->> '$.menu.hidesEmpty' = 1 AND json_array_length(value, '$.menu.items') < 30;
INSERT OR REPLACE INTO change (type, id, shown) SELECT 'site', 'site', 1 WHERE changes() > 0;
