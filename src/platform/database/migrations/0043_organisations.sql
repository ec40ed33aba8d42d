-- Up Migration

-- What an organisation calls itself, on pages and reports. Apart from the registry of tenants, which only grows.
CREATE TABLE organisations (
  tenant_id integer NOT NULL REFERENCES tenants,
  name text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('organisations');

-- How often scores were computed anew for another reason than use: an import, a policy. Apart from overviews, so that
-- whoever asks for an overview never waits for the pipeline.
CREATE TABLE overview_changes (
  tenant_id integer NOT NULL REFERENCES tenants,
  version bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('overview_changes');

-- The version that the kept figures were computed from.
ALTER TABLE overviews ADD COLUMN computed_version bigint NOT NULL DEFAULT 0;
