-- Pages say no opening hours that nobody has entered. Towns in service keep the sentence that theirs said.
UPDATE document SET value = json_set(
  value, '$.texts',
  json_patch(
    coalesce(json_extract(value, '$.texts'), '{}'),
    json_object('hours', 'Horario de atención: de 08 a 14 hs.')))
WHERE id = 'site' AND json_extract(value, '$.town') <> 'Mi localidad'
  AND coalesce(json_extract(value, '$.texts.hours'), '') = '';
INSERT OR REPLACE INTO change (type, id, shown) VALUES ('site', 'site', 1);
