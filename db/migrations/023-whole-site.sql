-- The document Sitio is stored whole. Towns that were begun before release 1.0.0, and never saved it since, lack values
-- that were added at reading; what their pages show stays the same.
UPDATE document SET value = json_patch(
  json_object(
    'shortName', '', 'second', '#ffc631', 'skyline', 'mesetas', 'texts', json('{}'), 'photo', json('{"x":50,"y":50}'),
    'lines', json_array(
      json_object('name', 'Bomberos', 'phone', value ->> '$.emergencies.fire', 'note', '', 'always', json('true')),
      json_object('name', 'Policía', 'phone', value ->> '$.emergencies.police', 'note', '', 'always', json('true')),
      json_object(
        'name', 'Emergencias médicas', 'phone', value ->> '$.emergencies.medical', 'note', '', 'always', json('true')),
      json_object(
        'name', 'Violencia de género', 'phone', value ->> '$.genderViolencePhone',
        'note', iif(value ->> '$.genderViolencePhone' = '144', '', 'en Desarrollo Social'), 'always', json('true')))),
  value)
WHERE id = 'site';
