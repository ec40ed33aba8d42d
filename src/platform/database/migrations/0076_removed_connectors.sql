-- Up Migration

-- A connector that was removed, with what it called everything: connecting the same system again finds the same principals,
-- assets and grants. No secrets.
CREATE TABLE removed_connectors (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  settings jsonb NOT NULL,
  checkpoint text,
  sync_number bigint NOT NULL,
  last_use_read_at timestamptz,
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('removed_connectors');

CREATE TABLE removed_objects (
  tenant_id integer NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  lapse_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C",
  is_owned boolean NOT NULL,
  gone_at timestamptz,
  details jsonb NOT NULL,
  missing_in bigint,
  PRIMARY KEY (tenant_id, connector_id, kind, external_key),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES removed_connectors (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('removed_objects');

CREATE TABLE removed_accounts (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  home_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  entra_object_id text COLLATE "C",
  sign_in_key text COLLATE "C",
  email_key text COLLATE "C",
  disabled boolean NOT NULL,
  profile jsonb NOT NULL,
  how text COLLATE "C" NOT NULL,
  linked_at timestamptz NOT NULL,
  linked_by text NOT NULL,
  settled text COLLATE "C",
  first_seen_at timestamptz NOT NULL,
  before_link jsonb,
  gone_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES removed_connectors (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX removed_accounts_by_connector ON removed_accounts (tenant_id, connector_id);
CALL protect_tenant_table('removed_accounts');
