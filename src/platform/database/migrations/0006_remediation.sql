-- Up Migration

-- Access to these is removed by people, never by Lapse.
ALTER TABLE assets ADD COLUMN protected boolean NOT NULL DEFAULT false;

-- Systems that are connected live. What was imported needs no row here: the built-in directory takes care of it.
CREATE TABLE connectors (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Without secrets.
  settings jsonb NOT NULL,
  -- Sealed with the key of the configuration; never shown.
  sealed_secrets text NOT NULL,
  secret_names text[] NOT NULL,
  mode text COLLATE "C" NOT NULL DEFAULT 'dry_run' CHECK (mode IN ('automatic', 'manual', 'dry_run')),
  enabled boolean NOT NULL DEFAULT true,
  sync_every_seconds integer NOT NULL CHECK (sync_every_seconds > 0),
  health text COLLATE "C" NOT NULL DEFAULT 'unknown' CHECK (health IN ('unknown', 'healthy', 'degraded', 'failing')),
  health_message text,
  error text,
  failures integer NOT NULL DEFAULT 0,
  coverage jsonb,
  progress jsonb,
  -- Of its own log of use; moves in the transaction that stores the events it covers.
  checkpoint text,
  -- A listing that has lost most of what was known is believed only when an admin says so.
  accept_removals boolean NOT NULL DEFAULT false,
  -- The number of the sync that is under way or was the last one; marks what it has seen.
  sync_number bigint NOT NULL DEFAULT 0,
  last_sync_at timestamptz,
  last_use_read_at timestamptz,
  -- When it is looked at next; while a worker has it, when its lease ends.
  next_sync_at timestamptz,
  -- Tells the worker that has the lease from one whose lease has ended.
  lease text COLLATE "C",
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);
CREATE INDEX connectors_due ON connectors (tenant_id, next_sync_at) WHERE next_sync_at IS NOT NULL;
CALL protect_tenant_table('connectors');

-- What a platform calls what Lapse knows by an id.
CREATE TABLE connector_objects (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('principal', 'asset', 'grant', 'membership')),
  external_key text COLLATE "C" NOT NULL,
  -- A principal's, an asset's or a grant's id; of a membership, the group's.
  lapse_id text COLLATE "C" NOT NULL,
  -- Of a membership, the member.
  member_id text COLLATE "C",
  -- False: known before from elsewhere, and described there.
  is_owned boolean NOT NULL,
  seen_in bigint NOT NULL,
  gone_at timestamptz,
  details jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, connector_id, kind, external_key),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors ON DELETE CASCADE
);
CREATE INDEX connector_objects_by_sync ON connector_objects (tenant_id, connector_id, kind, seen_in) WHERE gone_at IS NULL;
CREATE INDEX connector_objects_by_lapse_id ON connector_objects (tenant_id, kind, lapse_id);
CALL protect_tenant_table('connector_objects');

CREATE TABLE remediations (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  decision_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  -- NULL: the built-in directory.
  connector_id text COLLATE "C",
  action text COLLATE "C" NOT NULL
    CHECK (action IN ('remove_group_membership', 'revoke_grant', 'remove_role_assignment')),
  target text NOT NULL,
  reason text NOT NULL,
  requested_by text NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'running', 'completed', 'failed', 'blocked', 'reverted')),
  operation text COLLATE "C" NOT NULL DEFAULT 'revoke' CHECK (operation IN ('revoke', 'restore')),
  mode text COLLATE "C" CHECK (mode IN ('automatic', 'manual', 'dry_run')),
  dry_run boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  plan jsonb,
  guards jsonb,
  -- Grants that were lost together with this one.
  also_revoked text[] NOT NULL DEFAULT '{}',
  -- Written before anything is removed.
  undo jsonb,
  remaining_paths jsonb,
  accept_other_losses boolean NOT NULL DEFAULT false,
  approved_by text,
  approved_at timestamptz,
  -- When a worker looks at it next; while one has it, when its lease ends. NULL: waits for a person, or is over.
  due_at timestamptz,
  lease text COLLATE "C",
  -- When all guards had let it pass, and how many grants that removes, in all and of this asset: what the breaker counts.
  released_at timestamptz,
  released_grants integer NOT NULL DEFAULT 0,
  released_asset_grants integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  verified_at timestamptz,
  reverted_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX remediations_due ON remediations (tenant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX remediations_by_status ON remediations (tenant_id, status, id);
CREATE INDEX remediations_by_review ON remediations (tenant_id, review_id, id);
CREATE INDEX remediations_by_grant ON remediations (tenant_id, grant_id, id);
CREATE INDEX remediations_by_principal ON remediations (tenant_id, principal_id, id);
CREATE INDEX remediations_by_asset ON remediations (tenant_id, asset_id, id);
CREATE INDEX remediations_by_asset_status ON remediations (tenant_id, asset_id, status, id);
CREATE INDEX remediations_by_platform ON remediations (tenant_id, platform, id);
CREATE INDEX remediations_by_platform_status ON remediations (tenant_id, platform, status, id);
CREATE INDEX remediations_released ON remediations (tenant_id, released_at) INCLUDE (released_grants, status)
  WHERE released_at IS NOT NULL;
CREATE INDEX remediations_released_by_asset ON remediations (tenant_id, asset_id, released_at)
  INCLUDE (released_asset_grants, status) WHERE released_at IS NOT NULL;
CALL protect_tenant_table('remediations');

-- What happened, in order. Appended only.
CREATE TABLE remediation_steps (
  tenant_id integer NOT NULL,
  remediation_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  attempt integer NOT NULL,
  step text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  detail text,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, remediation_id, id),
  FOREIGN KEY (tenant_id, remediation_id) REFERENCES remediations
);
CALL protect_tenant_table('remediation_steps');

-- Too many removals in a day: nothing more is removed in this scope until an admin has looked.
CREATE TABLE remediation_breakers (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL CHECK (scope IN ('tenant', 'asset')),
  -- Empty for the whole tenant.
  asset_id text COLLATE "C" NOT NULL DEFAULT '',
  tripped_at timestamptz NOT NULL,
  reason text NOT NULL,
  released_at timestamptz,
  released_by text,
  release_note text,
  PRIMARY KEY (tenant_id, id)
);
-- One that is open per scope, however many workers find out at once.
CREATE UNIQUE INDEX remediation_breakers_open ON remediation_breakers (tenant_id, scope, asset_id) WHERE released_at IS NULL;
CREATE INDEX remediation_breakers_by_scope ON remediation_breakers (tenant_id, scope, asset_id, released_at);
CALL protect_tenant_table('remediation_breakers');

-- Totals of the list: by platform and status, and by asset, which may have very many.
CREATE FUNCTION tally_remediations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'remediations', platform, status, '', count(*) FROM new_rows GROUP BY tenant_id, platform, status
    UNION ALL
    SELECT tenant_id, 'asset_remediations', asset_id, status, platform, count(*)
    FROM new_rows GROUP BY tenant_id, asset_id, status, platform;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    VALUES (OLD.tenant_id, 'remediations', OLD.platform, OLD.status, '', -1),
           (NEW.tenant_id, 'remediations', NEW.platform, NEW.status, '', 1),
           (OLD.tenant_id, 'asset_remediations', OLD.asset_id, OLD.status, OLD.platform, -1),
           (NEW.tenant_id, 'asset_remediations', NEW.asset_id, NEW.status, NEW.platform, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON remediations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_remediations();
CREATE TRIGGER tally_update AFTER UPDATE ON remediations FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tally_remediations();
