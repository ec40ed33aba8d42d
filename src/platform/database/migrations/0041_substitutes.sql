-- Up Migration

-- Who may decide for somebody, and from when to when.
CREATE TABLE substitutes (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  substitute_id text COLLATE "C" NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  named_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, principal_id) REFERENCES principals (tenant_id, id),
  FOREIGN KEY (tenant_id, substitute_id) REFERENCES principals (tenant_id, id),
  CHECK (principal_id <> substitute_id),
  CHECK (ends_at > starts_at)
);
CREATE INDEX substitutes_by_principal ON substitutes (tenant_id, principal_id, id);
CREATE INDEX substitutes_by_substitute ON substitutes (tenant_id, substitute_id, id);
CALL protect_tenant_table('substitutes');
