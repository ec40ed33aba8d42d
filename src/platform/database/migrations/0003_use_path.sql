-- Up Migration

-- The days by which a lapse date is shifted whatever the use: classification, permission, peers, second factor. Kept, so
-- that a use needs nothing but this row to move the date. Null: not known yet, to be found out in full.
ALTER TABLE grant_scores ADD COLUMN standing_days smallint;

-- Every use writes an entry of every index of this table, and this one cost as much as the three others together, each
-- entry on a page of its own. A principal's grants are found by way of grants.
DROP INDEX grant_scores_by_principal;

-- Somebody with several grants on one asset is one of its holders: one of the grants stands for all.
ALTER TABLE grant_scores ADD COLUMN peer_counted boolean NOT NULL DEFAULT true;

-- One pass over the changes instead of two: days are summed from hours.
CREATE OR REPLACE FUNCTION count_lapses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := format('SELECT tenant_id, lapses_at, 1 AS amount FROM new_rows WHERE %s', TG_ARGV[1]);
  removed text := format('SELECT tenant_id, lapses_at, -1 AS amount FROM old_rows WHERE %s', TG_ARGV[1]);
BEGIN
  EXECUTE format(
    'WITH hours AS MATERIALIZED (
       SELECT tenant_id, floor(extract(epoch FROM lapses_at)::float8 / 3600)::integer AS hour, sum(amount) AS amount
       FROM (%s) AS changes GROUP BY 1, 2 HAVING sum(amount) <> 0)
     INSERT INTO lapse_counts AS c (tenant_id, noun, grain, bucket, amount)
     SELECT * FROM (
       SELECT tenant_id, %L, ''hour'' AS grain, hour AS bucket, amount FROM hours
       UNION ALL
       SELECT tenant_id, %2$L, ''day'', floor(hour / 24.0::float8)::integer AS bucket, sum(amount) FROM hours
       GROUP BY tenant_id, 4 HAVING sum(amount) <> 0) AS sums
     ORDER BY tenant_id, grain, bucket
     ON CONFLICT (tenant_id, noun, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END,
    TG_ARGV[0]);
  RETURN NULL;
END $$;
