-- Up Migration

-- Who and what an alert is about, with names; NULL where the summary says it all.
ALTER TABLE alert_states ADD COLUMN subject text;

-- In the order in which they are told.
CREATE INDEX remediations_findings ON remediations (tenant_id, id) WHERE contradiction_open;
DROP INDEX remediations_contradicted;

-- Put back is not contradicted: what was reverted while its finding was open is settled.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE remediations SET contradiction_open = false
    WHERE tenant_id = tenant AND contradiction_open AND status = 'reverted';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
