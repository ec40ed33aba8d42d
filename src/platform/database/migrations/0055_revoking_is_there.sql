-- Up Migration

-- Access that is being removed is there until it is gone. Until now it dropped out of scores and lists while its removal
-- was on its way, which may take weeks where a person does it: the next recalculation brings it back.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    INSERT INTO recalculations (tenant_id, cause, grant_ids)
    SELECT tenant, 'remediation', array_agg(id ORDER BY id) FROM (
      SELECT id, row_number() OVER (ORDER BY id) / 5000 AS part FROM grants
      WHERE tenant_id = tenant AND status = 'revoking') AS g
    GROUP BY part;
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
