-- Which records the public could ever read, as far as their history tells; where it tells nothing, all of them.
ALTER TABLE change ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
UPDATE change SET shown = 1
WHERE type NOT IN ('story', 'agenda', 'album', 'bulletin')
  OR NOT EXISTS (SELECT 1 FROM history WHERE history.type = change.type AND record_id = change.id)
  OR EXISTS (
    SELECT 1 FROM history WHERE history.type = change.type AND record_id = change.id AND field = 'status'
      AND (before IN ('"Publicado"', '"Archivado"') OR after IN ('"Publicado"', '"Archivado"')));
