-- Up Migration

-- Questions that have not been asked yet, because whoever would be asked has enough of them this week.
CREATE TABLE waiting_reviews (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- Of those that weigh the same, the one that waits longer comes first.
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  -- Empty: nobody could be found, and an admin has to find somebody.
  reviewer_id text COLLATE "C" NOT NULL,
  priority smallint NOT NULL,
  -- Ascends where the priority descends, as what an index counts without the table does.
  lightness smallint GENERATED ALWAYS AS (100 - priority) STORED,
  weighed_at timestamptz NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('waiting_reviews');
CREATE UNIQUE INDEX waiting_reviews_pair ON waiting_reviews (tenant_id, principal_id, asset_id);
CREATE INDEX waiting_reviews_in_line ON waiting_reviews (tenant_id, reviewer_id, lightness, id);
CREATE INDEX waiting_reviews_by_priority ON waiting_reviews (tenant_id, lightness, id);
CREATE INDEX waiting_reviews_to_weigh ON waiting_reviews (tenant_id, weighed_at, id);

-- When the next of them may be asked; no row: none waits.
CREATE TABLE waiting_turns (
  tenant_id integer NOT NULL REFERENCES tenants,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('waiting_turns');

-- How many somebody has been asked since an instant.
CREATE INDEX reviews_by_asked ON reviews (tenant_id, assigned_to_id, created_at);

-- Organisations that are there keep asking at once until somebody chooses.
ALTER TABLE policies NO FORCE ROW LEVEL SECURITY;
UPDATE policies SET policy = jsonb_set(
  jsonb_set(policy, '{review}', coalesce(policy -> 'review', '{}')), '{review,weekly_budget}', 'null');
INSERT INTO policies (tenant_id, version, policy, changed_by, changed_at)
SELECT tenant_id, 0, '{"review": {"weekly_budget": null}}', 'system', 'epoch' FROM tenants
ON CONFLICT (tenant_id, version) DO NOTHING;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
