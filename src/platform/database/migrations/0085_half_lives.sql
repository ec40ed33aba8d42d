-- Up Migration

-- How slowly a score moves around its lapse date: the policy's half-life, times two to the power of this.
ALTER TABLE grant_scores ADD COLUMN half_life_class smallint NOT NULL DEFAULT 0
  CONSTRAINT grant_scores_half_life_class_check CHECK (half_life_class BETWEEN -1 AND 3);

-- The stalest grant of a principal as of now. One that goes stale faster overtakes it later, and when that is due is known:
-- `overtaken_at` is never after it.
ALTER TABLE principal_scores ADD COLUMN half_life_class smallint NOT NULL DEFAULT 0
  CONSTRAINT principal_scores_half_life_class_check CHECK (half_life_class BETWEEN -1 AND 3);
ALTER TABLE principal_scores ADD COLUMN overtaken_at timestamptz;
CREATE INDEX principal_scores_overtaken ON principal_scores (tenant_id, overtaken_at) WHERE overtaken_at IS NOT NULL;

-- The order of scores at an instant is that of lapse dates within a class; a list merges one range of each.
DROP INDEX grant_scores_by_lapse;
DROP INDEX grant_scores_by_reached;
DROP INDEX grant_scores_unanswered;
DROP INDEX principal_scores_by_lapse;
DROP INDEX principal_scores_by_reached;
CREATE INDEX grant_scores_by_lapse ON grant_scores (tenant_id, half_life_class, lapses_at, grant_id) WHERE active;
CREATE INDEX grant_scores_by_reached ON grant_scores (tenant_id, half_life_class, reached, lapses_at) WHERE active;
CREATE INDEX grant_scores_unanswered ON grant_scores (tenant_id, half_life_class, lapses_at, grant_id)
  WHERE active AND unanswered_review_id IS NOT NULL;
CREATE INDEX principal_scores_by_lapse ON principal_scores (tenant_id, half_life_class, lapses_at, principal_id);
CREATE INDEX principal_scores_by_reached ON principal_scores (tenant_id, half_life_class, reached, lapses_at);

ALTER TABLE lapse_counts ADD COLUMN half_life_class smallint NOT NULL DEFAULT 0;
ALTER TABLE lapse_counts DROP CONSTRAINT lapse_counts_pkey;
ALTER TABLE lapse_counts ADD CONSTRAINT lapse_counts_pkey PRIMARY KEY (tenant_id, noun, half_life_class, grain, bucket);

CREATE OR REPLACE FUNCTION count_lapses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := format('SELECT tenant_id, half_life_class, lapses_at, 1 AS amount FROM new_rows WHERE %s', TG_ARGV[1]);
  removed text := format('SELECT tenant_id, half_life_class, lapses_at, -1 AS amount FROM old_rows WHERE %s', TG_ARGV[1]);
BEGIN
  EXECUTE format(
    'WITH hours AS MATERIALIZED (
       SELECT tenant_id, half_life_class, floor(extract(epoch FROM lapses_at)::float8 / 3600)::integer AS hour,
              sum(amount) AS amount
       FROM (%s) AS changes GROUP BY 1, 2, 3 HAVING sum(amount) <> 0)
     INSERT INTO lapse_counts AS c (tenant_id, noun, half_life_class, grain, bucket, amount)
     SELECT * FROM (
       SELECT tenant_id, %L, half_life_class, ''hour'' AS grain, hour AS bucket, amount FROM hours
       UNION ALL
       SELECT tenant_id, %2$L, half_life_class, ''day'', floor(hour / 24.0::float8)::integer AS bucket, sum(amount) FROM hours
       GROUP BY tenant_id, 3, 5 HAVING sum(amount) <> 0) AS sums
     ORDER BY tenant_id, half_life_class, grain, bucket
     ON CONFLICT (tenant_id, noun, half_life_class, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount',
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END,
    TG_ARGV[0]);
  RETURN NULL;
END $$;
