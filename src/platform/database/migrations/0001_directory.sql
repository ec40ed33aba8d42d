-- Up Migration

-- Tenants are the registry that every other table points to. A token's `tid` leads to a small number,
-- because that number leads every key and index. Only tables that refer to no other tenant table refer to it: the
-- others are led to it, and a check of the one row of a tenant per inserted row is what imports would wait for.
CREATE TABLE tenants (
  tenant_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tid text COLLATE "C" NOT NULL UNIQUE,
  -- NULL: the issuer of the configuration.
  issuer text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION current_tenant() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('lapse.tenant_id', true), '')::integer;

CREATE TABLE principals (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  email text,
  -- A stored key, because row security keeps lower(email) = … out of index conditions (lower is not leakproof).
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  type text COLLATE "C" NOT NULL CHECK (type IN ('user', 'service_account', 'group')),
  source text COLLATE "C" NOT NULL,
  department text COLLATE "C",
  platform text COLLATE "C",
  manager_id text COLLATE "C",
  mfa_enabled boolean,
  last_login_at timestamptz,
  disabled boolean NOT NULL DEFAULT false,
  protected boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX principals_by_email ON principals (tenant_id, email_key, id);
CREATE INDEX principals_by_department ON principals (tenant_id, department, id);
CREATE INDEX principals_by_type ON principals (tenant_id, type, id);

CREATE TABLE memberships (
  tenant_id integer NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, group_id, member_id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES principals,
  FOREIGN KEY (tenant_id, member_id) REFERENCES principals
);
CREATE INDEX memberships_by_member ON memberships (tenant_id, member_id);

-- What a principal is called elsewhere: a directory's object id, a login name, a token's subject.
CREATE TABLE identities (
  tenant_id integer NOT NULL,
  provider text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, provider, external_id),
  FOREIGN KEY (tenant_id, principal_id) REFERENCES principals
);
CREATE INDEX identities_by_external_id ON identities (tenant_id, external_id);
CREATE INDEX identities_by_principal ON identities (tenant_id, principal_id);

CREATE TABLE assets (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('database', 'table', 'workspace')),
  platform text COLLATE "C" NOT NULL,
  classification text COLLATE "C" CHECK (classification IN ('public', 'internal', 'confidential', 'pii')),
  owner_id text COLLATE "C",
  contains_pii boolean,
  tags text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX assets_by_platform ON assets (tenant_id, platform, id);
CREATE INDEX assets_by_type ON assets (tenant_id, type, id);
CREATE INDEX assets_by_classification ON assets (tenant_id, classification, id);

CREATE TABLE grants (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  -- The group through which the access is inherited; NULL when it is direct.
  via_group_id text COLLATE "C",
  permission text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoking', 'revoked')),
  granted_at timestamptz NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign keys: checking them took two thirds of an import's time. The import checks what a grant refers to,
  -- and the application may neither delete principals and assets nor change their ids.
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX grants_by_principal ON grants (tenant_id, principal_id, id);
CREATE INDEX grants_by_asset ON grants (tenant_id, asset_id, id);
CREATE INDEX grants_not_active ON grants (tenant_id, status, id) WHERE status <> 'active';
CREATE INDEX grants_by_group ON grants (tenant_id, via_group_id) WHERE via_group_id IS NOT NULL;

-- Search by the beginnings of words. Row security keeps LIKE and trigram operators out of index conditions
-- (they are not leakproof); a range of a sorted word is leakproof and reads only what matches.
CREATE TABLE search_terms (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, noun, term, id)
);
CREATE INDEX search_terms_by_id ON search_terms (tenant_id, noun, id, term);

-- Exact totals without counting. A change appends what it added or removed, so writers never wait for each
-- other on a counter; folding sums the pieces up later. Facets are the columns a list can be filtered by.
CREATE TABLE tallies (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  -- Empty where the noun has no such facet or the row no value: no filter asks for the empty text.
  facet_1 text COLLATE "C" NOT NULL DEFAULT '',
  facet_2 text COLLATE "C" NOT NULL DEFAULT '',
  facet_3 text COLLATE "C" NOT NULL DEFAULT '',
  amount bigint NOT NULL
);
-- Covering: the rows of one noun lie scattered between those of the others.
CREATE INDEX tallies_by_noun ON tallies (tenant_id, noun, facet_1) INCLUDE (facet_2, facet_3, amount);

-- Inserts and deletes are tallied once per statement. Updates are tallied per row and only when a facet
-- changes, so that the many updates that change none pay one comparison.
CREATE FUNCTION tally_principals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), count(*) FROM new_rows GROUP BY tenant_id, type, department;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), -count(*) FROM old_rows GROUP BY tenant_id, type, department;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    VALUES (OLD.tenant_id, 'principals', OLD.type, coalesce(OLD.department, ''), -1),
           (NEW.tenant_id, 'principals', NEW.type, coalesce(NEW.department, ''), 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON principals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();
CREATE TRIGGER tally_delete AFTER DELETE ON principals
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();
CREATE TRIGGER tally_update AFTER UPDATE ON principals FOR EACH ROW
  WHEN (OLD.type IS DISTINCT FROM NEW.type OR OLD.department IS DISTINCT FROM NEW.department)
  EXECUTE FUNCTION tally_principals();

CREATE FUNCTION tally_assets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'assets', platform, type, coalesce(classification, ''), count(*)
    FROM new_rows GROUP BY tenant_id, platform, type, classification;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    SELECT tenant_id, 'assets', platform, type, coalesce(classification, ''), -count(*)
    FROM old_rows GROUP BY tenant_id, platform, type, classification;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
    VALUES (OLD.tenant_id, 'assets', OLD.platform, OLD.type, coalesce(OLD.classification, ''), -1),
           (NEW.tenant_id, 'assets', NEW.platform, NEW.type, coalesce(NEW.classification, ''), 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON assets
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();
CREATE TRIGGER tally_delete AFTER DELETE ON assets
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();
CREATE TRIGGER tally_update AFTER UPDATE ON assets FOR EACH ROW
  WHEN (OLD.platform IS DISTINCT FROM NEW.platform OR OLD.type IS DISTINCT FROM NEW.type
        OR OLD.classification IS DISTINCT FROM NEW.classification)
  EXECUTE FUNCTION tally_assets();

-- Grants are tallied twice: by status for the whole tenant, and by asset and status, because an asset can have
-- very many. A principal has few; those are counted.
CREATE FUNCTION tally_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'grants', status, '', count(*) FROM new_rows GROUP BY tenant_id, status
    UNION ALL
    SELECT tenant_id, 'asset_grants', asset_id, status, count(*) FROM new_rows GROUP BY tenant_id, asset_id, status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'grants', status, '', -count(*) FROM old_rows GROUP BY tenant_id, status
    UNION ALL
    SELECT tenant_id, 'asset_grants', asset_id, status, -count(*) FROM old_rows GROUP BY tenant_id, asset_id, status;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    VALUES (OLD.tenant_id, 'grants', OLD.status, '', -1),
           (NEW.tenant_id, 'grants', NEW.status, '', 1),
           (OLD.tenant_id, 'asset_grants', OLD.asset_id, OLD.status, -1),
           (NEW.tenant_id, 'asset_grants', NEW.asset_id, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON grants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
CREATE TRIGGER tally_delete AFTER DELETE ON grants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();
CREATE TRIGGER tally_update AFTER UPDATE ON grants FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.asset_id IS DISTINCT FROM NEW.asset_id)
  EXECUTE FUNCTION tally_grants();

CREATE TABLE idempotency_keys (
  tenant_id integer NOT NULL,
  caller text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  status integer NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, caller, method, path, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (tenant_id, created_at);

-- Counters of one minute. Unlogged: after a crash an empty window is right, and a read need not wait for the disk.
CREATE UNLOGGED TABLE rate_windows (
  tenant_id integer NOT NULL,
  category text COLLATE "C" NOT NULL,
  started_at timestamptz NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (tenant_id, category)
);

-- Every table of tenants' rows goes through here once, in the migration that makes it.
CREATE PROCEDURE protect_tenant_table(tenant_table regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s USING (tenant_id = current_tenant())', tenant_table);
END $$;

CALL protect_tenant_table('principals');
CALL protect_tenant_table('memberships');
CALL protect_tenant_table('identities');
CALL protect_tenant_table('assets');
CALL protect_tenant_table('grants');
CALL protect_tenant_table('search_terms');
CALL protect_tenant_table('tallies');
CALL protect_tenant_table('idempotency_keys');
CALL protect_tenant_table('rate_windows');
