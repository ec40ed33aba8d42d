-- Up Migration

-- What a policy would change, computed batch by batch without changing it. Whoever holds the row's lock computes the next
-- batch; what it found out and how far it came commit together, so a worker that dies loses one batch.
CREATE TABLE policy_dry_runs (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  -- The policy in force when it was asked for, and the proposed one.
  policy_now jsonb NOT NULL,
  policy_then jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Active grants, and how many of them have been looked at.
  total integer NOT NULL,
  processed integer NOT NULL DEFAULT 0,
  -- The last pair that was looked at; NULL: none yet.
  position_principal_id text COLLATE "C",
  position_asset_id text COLLATE "C",
  -- Sums so far.
  partial jsonb,
  failures smallint NOT NULL DEFAULT 0,
  error text,
  result jsonb,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX policy_dry_runs_running ON policy_dry_runs (tenant_id, created_at, id) WHERE status = 'running';
CREATE INDEX policy_dry_runs_by_age ON policy_dry_runs (tenant_id, created_at);
CALL protect_tenant_table('policy_dry_runs');
