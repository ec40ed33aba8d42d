-- Up Migration

-- What lets an identity provider push people and groups. Of the secret only its hash is kept; the one before it may be used
-- for a while after it was replaced.
CREATE TABLE scim_tokens (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  previous_hash bytea,
  previous_expires_at timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  rotated_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('scim_tokens');

-- What an identity provider says of a principal, in the names of SCIM. Whether a person is active and who is in a group
-- stands with the principals.
CREATE TABLE scim_resources (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('User', 'Group')),
  -- The name with which a user signs in, without case.
  user_name_key text COLLATE "C",
  resource jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, id) REFERENCES principals (tenant_id, id),
  CHECK ((type = 'User') = (user_name_key IS NOT NULL))
);
CREATE UNIQUE INDEX scim_resources_by_user_name ON scim_resources (tenant_id, user_name_key);
CREATE INDEX scim_resources_by_type ON scim_resources (tenant_id, type, id);
CALL protect_tenant_table('scim_resources');

-- By what a provider looks for them, such as `userName:ann@corp.example`.
CREATE TABLE scim_keys (
  tenant_id integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, key, id),
  FOREIGN KEY (tenant_id, id) REFERENCES scim_resources (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_keys_by_resource ON scim_keys (tenant_id, id);
CALL protect_tenant_table('scim_keys');
