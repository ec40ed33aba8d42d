-- Up Migration

-- When an import said that it is gone; NULL: it is there. The row stays, because the past refers to it.
ALTER TABLE principals ADD COLUMN removed_at timestamptz;
ALTER TABLE assets ADD COLUMN removed_at timestamptz;

-- What a full import has named so far. When all of it has arrived, what is there and not in here is gone.
CREATE TABLE import_names (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- A UUID of version 7: those of imports that broke off are found by their age.
  import_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- An id; of a membership, both.
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, import_id, kind, key)
);
CALL protect_tenant_table('import_names');
