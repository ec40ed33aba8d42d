-- Up Migration

-- What a sync has found, a row for each page of a listing: the keys that it named. Objects are compared with it when the
-- listing is complete, so that a sync of a platform where nothing changed writes a row for a page instead of one for
-- each object. Emptied when the sync ends.
CREATE TABLE connector_sightings (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('principal', 'asset', 'grant', 'membership', 'listed_group')),
  external_keys text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, connector_id, id),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('connector_sightings');

-- The sync that did not find it; NULL while the last one did.
ALTER TABLE connector_objects ADD COLUMN missing_in bigint;
UPDATE connector_objects o SET missing_in = c.sync_number FROM connectors c
WHERE c.tenant_id = o.tenant_id AND c.id = o.connector_id AND o.gone_at IS NULL AND o.seen_in < c.sync_number
  AND c.progress ->> 'phase' = 'done';
DROP INDEX connector_objects_by_sync;
ALTER TABLE connector_objects DROP COLUMN seen_in;
CREATE INDEX connector_objects_missing ON connector_objects (tenant_id, connector_id, kind)
  WHERE missing_in IS NOT NULL AND gone_at IS NULL;

-- A sync that was under way has named things that nobody wrote down: it begins again.
UPDATE connectors SET progress = NULL WHERE progress ->> 'phase' <> 'done';
