-- Up Migration

-- Raw events, kept for a while as evidence; no score depends on them once they are applied. Partitions by month of
-- the event, so that a repeat of an event meets the first one in the same partition and old months drop at once.
CREATE TABLE events (
  tenant_id integer NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  occurred_at timestamptz NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  metadata json,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id, occurred_at)
) PARTITION BY RANGE (occurred_at);
CREATE INDEX events_by_principal ON events (tenant_id, principal_id, occurred_at);
CALL protect_tenant_table('events');

-- The application may not create tables; it may ask for months.
CREATE FUNCTION ensure_event_partitions(from_month date, to_month date) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month date := date_trunc('month', from_month);
  name text;
BEGIN
  IF to_month - from_month > 4000 THEN
    RAISE EXCEPTION 'too many months';
  END IF;
  -- Two that ask at once must not both create.
  PERFORM pg_advisory_xact_lock(7216420119);
  WHILE month <= to_month LOOP
    name := 'events_' || to_char(month, 'YYYYMM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF events FOR VALUES FROM (%L) TO (%L)', name,
                     month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
      CALL protect_tenant_table(name::regclass);
    END IF;
    month := month + interval '1 month';
  END LOOP;
END $$;

CREATE FUNCTION drop_event_partitions(before date) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  name text;
  dropped integer := 0;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass AND c.relname ~ '^events_\d{6}$'
      AND to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= before
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Older than any month that has a partition of its own.
CREATE TABLE events_other PARTITION OF events DEFAULT;
CALL protect_tenant_table('events_other');
SELECT ensure_event_partitions((now() - interval '24 months')::date, (now() + interval '3 months')::date);

-- Accepted and not yet applied. One row per request or chunk, so that the queue costs per batch and not per event.
CREATE TABLE inbox (
  tenant_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  received_at timestamptz NOT NULL DEFAULT now(),
  events integer NOT NULL,
  -- JSON array of [event_id, principal_id, asset_id, action, platform, timestamp, metadata].
  payload text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  error text,
  PRIMARY KEY (tenant_id, id)
);
-- It lives for a second: compressing it would cost more than it saves.
ALTER TABLE inbox ALTER COLUMN payload SET STORAGE EXTERNAL;

-- Grants whose lapse date must be computed anew for a reason other than use.
CREATE TABLE recalculations (
  tenant_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  cause text COLLATE "C" NOT NULL,
  grant_ids text[] NOT NULL,
  job_id text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE dead_letters (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  event jsonb NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL,
  received_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

-- The whole score state of a grant. Apart from grants, because it changes with every use and they do not.
CREATE TABLE grant_scores (
  tenant_id integer NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  active boolean NOT NULL,
  last_used_at timestamptz,
  active_days bytea NOT NULL,
  lapses_at timestamptz NOT NULL,
  -- How many thresholds of the policy were announced as crossed.
  reached smallint NOT NULL,
  anomaly_signals integer NOT NULL DEFAULT 0,
  next_review_at timestamptz,
  -- Rows usually returned on this access; what a spike is measured against.
  volume text,
  -- As what this grant is counted among its peers.
  peer_department text COLLATE "C",
  peer_type text COLLATE "C",
  peer_active boolean NOT NULL DEFAULT false,
  calculated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, grant_id)
);
CREATE INDEX grant_scores_by_lapse ON grant_scores (tenant_id, lapses_at, grant_id) WHERE active;
CREATE INDEX grant_scores_by_reached ON grant_scores (tenant_id, reached, lapses_at) WHERE active;
CREATE INDEX grant_scores_by_principal ON grant_scores (tenant_id, principal_id, lapses_at) WHERE active;

-- The stalest active grant of each principal.
CREATE TABLE principal_scores (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  lapses_at timestamptz NOT NULL,
  reached smallint NOT NULL,
  calculated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, principal_id)
);
CREATE INDEX principal_scores_by_lapse ON principal_scores (tenant_id, lapses_at, principal_id);
CREATE INDEX principal_scores_by_reached ON principal_scores (tenant_id, reached, lapses_at);

-- How many scores lapse on each day and in each hour. A total of scores above or below something is a sum of days, a
-- sum of hours and a count within one hour, instead of a count of everything. Only the pipeline moves lapse dates, one
-- worker per tenant at a time, so nobody waits for a counter.
CREATE TABLE lapse_counts (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  -- Days or hours since 1970.
  bucket integer NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (tenant_id, noun, grain, bucket)
) WITH (fillfactor = 70);

-- Arguments: the noun, and which rows count.
CREATE FUNCTION count_lapses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := format('SELECT tenant_id, lapses_at, 1 AS amount FROM new_rows WHERE %s', TG_ARGV[1]);
  removed text := format('SELECT tenant_id, lapses_at, -1 AS amount FROM old_rows WHERE %s', TG_ARGV[1]);
BEGIN
  EXECUTE format(
    'INSERT INTO lapse_counts AS c (tenant_id, noun, grain, bucket, amount)
     SELECT tenant_id, %L, grain, bucket, sum(amount)
     FROM (%s) AS changes CROSS JOIN LATERAL (VALUES
       (''day'', floor(extract(epoch FROM lapses_at) / 86400)::integer),
       (''hour'', floor(extract(epoch FROM lapses_at) / 3600)::integer)) AS b (grain, bucket)
     GROUP BY tenant_id, grain, bucket HAVING sum(amount) <> 0 ORDER BY tenant_id, grain, bucket
     ON CONFLICT (tenant_id, noun, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount',
    TG_ARGV[0],
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END);
  RETURN NULL;
END $$;

CREATE TRIGGER count_insert AFTER INSERT ON grant_scores
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');
CREATE TRIGGER count_update AFTER UPDATE ON grant_scores
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');
CREATE TRIGGER count_delete AFTER DELETE ON grant_scores
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('pairs', 'active');
CREATE TRIGGER count_insert AFTER INSERT ON principal_scores
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');
CREATE TRIGGER count_update AFTER UPDATE ON principal_scores
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');
CREATE TRIGGER count_delete AFTER DELETE ON principal_scores
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_lapses('principals', 'true');

-- Finding the grants that an event uses.
CREATE INDEX grants_by_pair ON grants (tenant_id, principal_id, asset_id);

-- Change points of a lapse date by anything but use; uses are in active_days.
CREATE TABLE score_history (
  tenant_id integer NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  cause text COLLATE "C" NOT NULL,
  previous_lapses_at timestamptz,
  lapses_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, grant_id, at)
);

-- Holders of an asset in one department and of one type, and how many of them used it lately.
CREATE TABLE peer_groups (
  tenant_id integer NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  department text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  holders integer NOT NULL,
  active integer NOT NULL,
  PRIMARY KEY (tenant_id, asset_id, department, type)
);

CREATE TABLE principal_baselines (
  tenant_id integer NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  baseline json NOT NULL,
  PRIMARY KEY (tenant_id, principal_id)
);

CREATE TABLE anomaly_signals (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  evidence jsonb NOT NULL,
  reason text NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  occurred_at timestamptz NOT NULL,
  detected_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX anomaly_signals_by_principal ON anomaly_signals (tenant_id, principal_id, occurred_at);

-- When a platform was not watched. Open: it still is not.
CREATE TABLE telemetry_gaps (
  tenant_id integer NOT NULL,
  platform text COLLATE "C" NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, platform, started_at)
);

CREATE TABLE policies (
  tenant_id integer NOT NULL,
  version integer NOT NULL,
  policy jsonb NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  job_id text COLLATE "C",
  PRIMARY KEY (tenant_id, version)
);

CREATE TABLE jobs (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('accepted', 'running', 'completed', 'failed')),
  total_items integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);

-- Appended in the transaction of what it records.
CREATE TABLE audit_entries (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C",
  event_type text COLLATE "C" NOT NULL,
  description text NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_entries_by_principal ON audit_entries (tenant_id, principal_id, id);

CALL protect_tenant_table('recalculations');
CALL protect_tenant_table('dead_letters');
CALL protect_tenant_table('grant_scores');
CALL protect_tenant_table('principal_scores');
CALL protect_tenant_table('lapse_counts');
CALL protect_tenant_table('score_history');
CALL protect_tenant_table('peer_groups');
CALL protect_tenant_table('principal_baselines');
CALL protect_tenant_table('anomaly_signals');
CALL protect_tenant_table('telemetry_gaps');
CALL protect_tenant_table('policies');
CALL protect_tenant_table('jobs');
CALL protect_tenant_table('audit_entries');
CALL protect_tenant_table('inbox');
