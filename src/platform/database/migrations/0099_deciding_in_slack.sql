-- Up Migration

-- Whom a workspace of Slack knows by the address of a person, as it said when it was asked.
CREATE TABLE slack_users (
  tenant_id integer NOT NULL REFERENCES tenants,
  channel_id text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  -- The address that was asked for.
  email text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, channel_id, principal_id)
);
CALL protect_tenant_table('slack_users');
CREATE UNIQUE INDEX slack_users_by_user ON slack_users (tenant_id, channel_id, team_id, user_id);

-- What Slack has sent, so that nobody sends it again.
CREATE TABLE slack_requests (
  tenant_id integer NOT NULL REFERENCES tenants,
  channel_id text COLLATE "C" NOT NULL,
  signature_hash bytea NOT NULL,
  received_at timestamptz NOT NULL,
  -- The message whose button was pressed, to be changed when it is decided.
  message jsonb,
  PRIMARY KEY (tenant_id, channel_id, signature_hash)
);
CALL protect_tenant_table('slack_requests');
CREATE INDEX slack_requests_by_time ON slack_requests (tenant_id, received_at);
