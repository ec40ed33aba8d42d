-- Up Migration

-- Which connector watches an asset. Kept when the connector is removed: what it did not see stays unseen.
ALTER TABLE assets ADD COLUMN connector_id text COLLATE "C";

-- When use was not watched, by the connector that should have; '': on the whole platform, as it was kept before.
ALTER TABLE telemetry_gaps ADD COLUMN connector_id text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE telemetry_gaps DROP CONSTRAINT telemetry_gaps_pkey;
ALTER TABLE telemetry_gaps ADD PRIMARY KEY (tenant_id, platform, connector_id, started_at);

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE assets a SET connector_id = o.connector_id FROM connector_objects o
    WHERE a.tenant_id = tenant AND o.tenant_id = tenant AND o.kind = 'asset' AND o.lapse_id = a.id;
    CONTINUE WHEN NOT EXISTS (SELECT FROM telemetry_gaps WHERE tenant_id = tenant AND ended_at IS NULL);
    -- What is open goes on for the connectors that do not see now; for all others on the platform it is over.
    INSERT INTO telemetry_gaps (tenant_id, platform, connector_id, started_at)
    SELECT tenant, c.platform, c.id, now() FROM connectors c
    WHERE c.tenant_id = tenant
      AND (NOT c.enabled OR (c.health = 'failing' AND c.last_use_read_at IS NOT NULL) OR c.coverage ->> 'observes_use' = 'false')
      AND EXISTS (SELECT FROM telemetry_gaps t WHERE t.tenant_id = tenant AND t.platform = c.platform AND t.ended_at IS NULL);
    INSERT INTO recalculations (tenant_id, cause, grant_ids)
    SELECT tenant, 'telemetry', array_agg(id ORDER BY id) FROM (
      SELECT g.id, (row_number() OVER (ORDER BY g.id) - 1) / 5000 AS batch
      FROM grants g JOIN assets a ON a.tenant_id = tenant AND a.id = g.asset_id
      WHERE g.tenant_id = tenant AND EXISTS (
        SELECT FROM telemetry_gaps t WHERE t.tenant_id = tenant AND t.platform = a.platform AND t.connector_id = ''
          AND t.ended_at IS NULL)) numbered
    GROUP BY batch ORDER BY batch;
    UPDATE telemetry_gaps SET ended_at = greatest(started_at, now())
    WHERE tenant_id = tenant AND ended_at IS NULL AND connector_id = '';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
