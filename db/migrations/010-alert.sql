CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  headline TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  instruction TEXT NOT NULL,
  description TEXT NOT NULL,
  area TEXT NOT NULL,
  link TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  severity TEXT NOT NULL CHECK (severity IN ('Extreme', 'Severe', 'Moderate', 'Minor')),
  onset TEXT NOT NULL,
  expires TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN (
    'Met', 'Infra', 'Transport', 'Fire', 'Health', 'Safety', 'Security', 'Rescue', 'Geo', 'Env', 'CBRNE', 'Other'
  )),
  urgency TEXT NOT NULL CHECK (urgency IN ('Immediate', 'Expected', 'Future', 'Past', 'Unknown')),
  certainty TEXT NOT NULL CHECK (certainty IN ('Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown'))
) STRICT;
-- Every page asks which alerts have not ended.
CREATE INDEX alert_expires ON alert (expires) WHERE status = 'Publicado';
