-- Up Migration

-- People who are signed in with a browser. The cookie holds the id and this table its hash, so that nobody who reads the
-- table can act as one of them.
CREATE TABLE sessions (
  tenant_id integer NOT NULL REFERENCES tenants,
  id_hash bytea NOT NULL,
  subject text COLLATE "C" NOT NULL,
  -- Sealed with the secrets key.
  tokens text COLLATE "C" NOT NULL,
  token_expires_at timestamptz NOT NULL,
  -- NULL: the provider gave nothing to renew the token with.
  renew_at timestamptz,
  -- Until then somebody is at it.
  renewing_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id_hash)
);
CALL protect_tenant_table('sessions');
CREATE INDEX sessions_by_end ON sessions (tenant_id, ends_at);
