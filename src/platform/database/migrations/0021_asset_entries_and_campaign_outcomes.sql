-- Up Migration

-- Entries by asset. A column, because row security keeps `data ->> 'asset_id'` out of index conditions. It is no part of the
-- bytes that are hashed: it only finds. Rows may not be updated, so the table is written anew, once; the function of its bytes
-- stands in the way of that and is put back as it was.
ALTER TABLE reviews NO FORCE ROW LEVEL SECURITY;
CREATE FUNCTION asset_of_entry(tenant integer, data jsonb, review text) RETURNS text LANGUAGE sql STABLE
  RETURN coalesce(data ->> 'asset_id',
                  (SELECT r.asset_id FROM reviews r WHERE r.tenant_id = tenant AND r.id = review));
ALTER TABLE audit_entries ADD COLUMN asset_id text COLLATE "C";
DO $$
DECLARE
  bytes_of_entry text := pg_get_functiondef('audit_line(audit_entries)'::regprocedure);
BEGIN
  DROP FUNCTION audit_line(audit_entries);
  ALTER TABLE audit_entries
    ALTER COLUMN asset_id TYPE text COLLATE "C" USING asset_of_entry(tenant_id, data, review_id);
  EXECUTE bytes_of_entry;
END $$;
DROP FUNCTION asset_of_entry;
ALTER TABLE reviews FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_entries_by_asset ON audit_entries (tenant_id, asset_id, at, id) WHERE asset_id IS NOT NULL;

-- How many packets of a campaign ended with access taken away: summed as the statuses are, under a noun of its own. A packet
-- whose grants were answered differently counts as revoked.
CREATE FUNCTION count_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
  SELECT r.tenant_id, 'campaign_revoked', r.campaign_id, r.status, r.risk_level, sum(r.amount)
  FROM (SELECT tenant_id, id, campaign_id, status, risk_level, 1 AS amount FROM new_rows
        WHERE status = 'DECIDED' AND campaign_id IS NOT NULL
        UNION ALL
        SELECT tenant_id, id, campaign_id, status, risk_level, -1 FROM old_rows
        WHERE status = 'DECIDED' AND campaign_id IS NOT NULL) r
  JOIN LATERAL (SELECT FROM review_decisions d
                WHERE d.tenant_id = r.tenant_id AND d.review_id = r.id AND d.decision = 'REVOKE' LIMIT 1) d ON true
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(r.amount) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER count_revoked AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_revoked();

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
    SELECT r.tenant_id, 'campaign_revoked', r.campaign_id, r.status, r.risk_level, count(*)
    FROM reviews r
    WHERE r.tenant_id = tenant AND r.campaign_id IS NOT NULL AND r.status = 'DECIDED'
      AND EXISTS (SELECT FROM review_decisions d
                  WHERE d.tenant_id = r.tenant_id AND d.review_id = r.id AND d.decision = 'REVOKE')
    GROUP BY 1, 2, 3, 4, 5;
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
