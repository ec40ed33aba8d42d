-- Up Migration

-- How much later kinds of access are asked about, from the tenant's own answers: computed in the background.
CREATE TABLE learned (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- [{platform, permission, principal_type, revoked: {cases, needed, days}, never_used: {cases, needed, days}}]
  kinds jsonb NOT NULL,
  -- The same as the audit trail last said that it is in force; empty while it moves nothing.
  told jsonb NOT NULL,
  learned_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('learned');
