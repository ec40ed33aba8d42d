-- Up Migration

-- How long the stages of the pipeline took, by upper bounds that the program knows. A row per minute, for a quarter of an
-- hour, and one for all time (minute 0), which is a counter to those who read it from outside.
CREATE TABLE stage_timings (
  tenant_id integer NOT NULL,
  stage text COLLATE "C" NOT NULL,
  -- Whole minutes since 1970.
  minute integer NOT NULL,
  buckets bigint[] NOT NULL,
  seconds double precision NOT NULL,
  PRIMARY KEY (tenant_id, stage, minute)
);
CALL protect_tenant_table('stage_timings');

-- Events accepted so far, by the connector they came from; those of the API have the name api.
CREATE TABLE ingest_totals (
  tenant_id integer NOT NULL,
  connector text COLLATE "C" NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (tenant_id, connector)
);
CALL protect_tenant_table('ingest_totals');

-- Where each operational alert is.
CREATE TABLE alert_states (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- The name of the alert, and what it is about if there may be several.
  id text COLLATE "C" NOT NULL,
  alert text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL DEFAULT '',
  state text COLLATE "C" NOT NULL CHECK (state IN ('inactive', 'pending', 'firing', 'resolved')),
  -- Since when it is in this state.
  since timestamptz NOT NULL,
  -- Since when its condition has held without a gap; NULL: it does not.
  held_since timestamptz,
  value double precision,
  observed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('alert_states');

-- Whoever moves the date evaluates: once, however many workers there are.
CREATE TABLE alert_evaluations (
  tenant_id integer NOT NULL REFERENCES tenants,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('alert_evaluations');

-- The deadline before it was moved for the first time; NULL: due_at is the first.
ALTER TABLE reviews ADD COLUMN first_due_at timestamptz;
CREATE INDEX reviews_open_by_first_due ON reviews (tenant_id, (coalesce(first_due_at, due_at)))
  WHERE status IN ('PENDING', 'ESCALATED');
CREATE INDEX reviews_expired ON reviews (tenant_id, closed_at) WHERE status = 'EXPIRED';

CREATE INDEX jobs_not_completed ON jobs (tenant_id, status, created_at) WHERE status <> 'completed';

-- How long the oldest has waited.
ALTER TABLE peer_moves ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
