-- Up Migration

-- The review of this access that nobody answered, when it is the latest of the pair and none is open: stale access without
-- an open question. Written by the sweep, because whoever moves a review must not wait for a batch that has the grant.
ALTER TABLE grant_scores ADD COLUMN unanswered_review_id text COLLATE "C";
-- Few rows are in it, so lists of them are a range and a use of other access does not pay for it.
CREATE INDEX grant_scores_unanswered ON grant_scores (tenant_id, lapses_at, grant_id)
  WHERE active AND unanswered_review_id IS NOT NULL;

-- Grants of which that is to be looked at again. Only appended to, by the transaction that moves a review.
CREATE TABLE unanswered_changes (
  tenant_id integer NOT NULL REFERENCES tenants,
  id bigint GENERATED ALWAYS AS IDENTITY,
  grant_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('unanswered_changes');

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    INSERT INTO unanswered_changes (tenant_id, grant_id)
    SELECT DISTINCT tenant, unnest(access_grant_ids) FROM reviews WHERE tenant_id = tenant AND status = 'EXPIRED';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
