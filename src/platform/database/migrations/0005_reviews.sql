-- Up Migration

-- `reached` becomes the highest mark that was passed, in hundredths of a score, instead of a count of thresholds: a
-- number that means the same whatever the policy's list is by now. 0: none.
ALTER TABLE grant_scores ADD COLUMN review_asked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN grant_scores.reached IS 'The highest mark passed, in hundredths of a score; 0: none.';
COMMENT ON COLUMN principal_scores.reached IS 'The highest mark passed, in hundredths of a score; 0: none.';

DO $$
DECLARE
  tenant integer;
  marks jsonb;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    SELECT policy -> 'thresholds' INTO marks FROM policies WHERE tenant_id = tenant ORDER BY version DESC LIMIT 1;
    marks := coalesce(marks, '[20, 50, 80]');
    UPDATE grant_scores SET reached = coalesce(round((marks ->> (reached - 1))::numeric * 100), 0)
    WHERE tenant_id = tenant AND reached > 0;
    UPDATE principal_scores SET reached = coalesce(round((marks ->> (reached - 1))::numeric * 100), 0)
    WHERE tenant_id = tenant AND reached > 0;
    -- What is past the review threshold already gets its packet when it is computed anew.
    INSERT INTO recalculations (tenant_id, cause, grant_ids)
    SELECT tenant, 'policy', array_agg(grant_id) FROM (
      SELECT grant_id, (row_number() OVER (ORDER BY grant_id) - 1) / 5000 AS batch
      FROM grant_scores WHERE tenant_id = tenant AND active AND reached > 0) g
    GROUP BY batch;
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;

-- A packet: one question to one reviewer about one (principal, asset) pair.
CREATE TABLE reviews (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  access_grant_ids text[] NOT NULL,
  decay_score double precision NOT NULL,
  risk_level text COLLATE "C" NOT NULL CHECK (risk_level IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  recommendation text COLLATE "C" NOT NULL CHECK (recommendation IN ('REVOKE', 'REVIEW', 'CONFIRM')),
  -- NULL while it is open: evidence is computed as of now. Frozen when it is closed.
  evidence_json jsonb,
  assigned_to_id text COLLATE "C",
  workflow_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C",
  status text COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'DECIDED', 'EXPIRED', 'ESCALATED')),
  -- What asked for it, and in whose words.
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('threshold', 'manual', 'campaign', 'confirmation_ended')),
  reason text,
  notes text,
  requested_by text NOT NULL,
  -- The confirmation that this packet tests.
  previous_review_id text COLLATE "C",
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX reviews_open_pair ON reviews (tenant_id, principal_id, asset_id)
  WHERE status IN ('PENDING', 'ESCALATED');
-- A list without a filter on status or risk merges the few ranges of these.
CREATE INDEX reviews_by_due ON reviews (tenant_id, status, risk_level, due_at, id);
CREATE INDEX reviews_by_score ON reviews (tenant_id, status, risk_level, decay_score, id);
CREATE INDEX reviews_by_assignee ON reviews (tenant_id, assigned_to_id, status, due_at, id);
CREATE INDEX reviews_by_asset ON reviews (tenant_id, asset_id, status, due_at, id);
CREATE INDEX reviews_by_principal ON reviews (tenant_id, principal_id, due_at, id);
CREATE INDEX reviews_by_campaign ON reviews (tenant_id, campaign_id, status, due_at, id) WHERE campaign_id IS NOT NULL;

-- One decision per grant of a packet, whoever comes first.
CREATE TABLE review_decisions (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('CONFIRM', 'REVOKE')),
  reason text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  next_review_at timestamptz,
  PRIMARY KEY (tenant_id, review_id, grant_id)
);
CREATE INDEX review_decisions_by_grant ON review_decisions (tenant_id, grant_id, decided_at);

-- The course of one packet: what has happened, and the one thing that time will do next.
CREATE TABLE workflows (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  steps jsonb NOT NULL,
  -- Percents of the time to the deadline at which the reviewer is reminded, as the policy was.
  reminder_percents double precision[] NOT NULL,
  started_at timestamptz NOT NULL,
  timer text COLLATE "C" CHECK (timer IN ('reminder', 'deadline', 'confirmation_end')),
  timer_percent double precision,
  timer_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX workflows_by_timer ON workflows (tenant_id, timer_at) WHERE timer_at IS NOT NULL;

CREATE TABLE campaigns (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  filter jsonb NOT NULL,
  -- NULL: by the policy's routing.
  reviewer_ids text[],
  due_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- How far its packets are made: grants are looked at in the order of their ids.
  position text COLLATE "C" NOT NULL DEFAULT '',
  grants_total integer NOT NULL,
  grants_examined integer NOT NULL DEFAULT 0,
  grants_matched integer NOT NULL DEFAULT 0,
  packets_created integer NOT NULL DEFAULT 0,
  packets_joined integer NOT NULL DEFAULT 0,
  -- Pairs whose open packet belongs to another campaign.
  packets_elsewhere integer NOT NULL DEFAULT 0,
  generated_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX campaigns_generating ON campaigns (tenant_id, id) WHERE generated_at IS NULL;

-- Exact totals without counting, as tallies are: changes are appended, so that no two deciders wait for each other,
-- and added to the sums behind them every few seconds. Apart from tallies, because there are many keys and folding
-- must cost what has changed. One row has the sums of all statuses and risks, in the order of the application.
CREATE TABLE review_counts (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  amounts bigint[] NOT NULL,
  PRIMARY KEY (tenant_id, noun, key)
) WITH (fillfactor = 70);
CREATE TABLE review_count_changes (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  risk_level text COLLATE "C" NOT NULL,
  amount bigint NOT NULL
);
CREATE INDEX review_count_changes_by_key ON review_count_changes (tenant_id, noun, key);

CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
    SELECT r.tenant_id, k.noun, k.key, r.status, r.risk_level, count(*)
    FROM new_rows r CROSS JOIN LATERAL review_count_keys(r.asset_id, r.assigned_to_id, r.campaign_id, r.due_at) k
    GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO review_count_changes (tenant_id, noun, key, status, risk_level, amount)
    SELECT r.tenant_id, k.noun, k.key, r.status, r.risk_level, sum(r.amount)
    FROM (SELECT tenant_id, asset_id, assigned_to_id, campaign_id, due_at, status, risk_level, 1 AS amount FROM new_rows
          UNION ALL
          SELECT tenant_id, asset_id, assigned_to_id, campaign_id, due_at, status, risk_level, -1 FROM old_rows) r
    CROSS JOIN LATERAL review_count_keys(r.asset_id, r.assigned_to_id, r.campaign_id, r.due_at) k
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(r.amount) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- Numbers of months (of 30 days), days, hours and minutes since 1970, written so that they sort as they count.
CREATE FUNCTION review_count_keys(asset_id text, assigned_to_id text, campaign_id text, due_at timestamptz)
  RETURNS TABLE (noun text, key text) LANGUAGE sql IMMUTABLE AS $$
  SELECT noun, key FROM (VALUES
    ('all', ''), ('asset', asset_id), ('assignee', assigned_to_id), ('campaign', campaign_id),
    ('month', lpad(floor(extract(epoch FROM due_at) / 2592000)::text, 10, '0')),
    ('day', lpad(floor(extract(epoch FROM due_at) / 86400)::text, 10, '0')),
    ('hour', lpad(floor(extract(epoch FROM due_at) / 3600)::text, 10, '0')),
    ('minute', lpad(floor(extract(epoch FROM due_at) / 60)::text, 10, '0'))) AS k (noun, key)
  WHERE key IS NOT NULL
$$;

CREATE TRIGGER count_insert AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
CREATE TRIGGER count_update AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();

CALL protect_tenant_table('reviews');
CALL protect_tenant_table('review_decisions');
CALL protect_tenant_table('workflows');
CALL protect_tenant_table('campaigns');
CALL protect_tenant_table('review_counts');
CALL protect_tenant_table('review_count_changes');
