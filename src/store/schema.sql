-- The schema that the migrations make. Generated: "npm run generate" writes it, a test compares it.

CREATE TABLE assets (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  platform text COLLATE "C" NOT NULL,
  classification text COLLATE "C",
  owner_id text COLLATE "C",
  contains_pii boolean,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT assets_classification_check CHECK ((classification = ANY (ARRAY['public'::text, 'internal'::text, 'confidential'::text, 'pii'::text]))),
  CONSTRAINT assets_type_check CHECK ((type = ANY (ARRAY['database'::text, 'table'::text, 'workspace'::text]))),
  CONSTRAINT assets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT assets_pkey PRIMARY KEY (tenant_id, id)
);

CREATE TABLE grants (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  via_group_id text COLLATE "C",
  permission text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  granted_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT grants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoking'::text, 'revoked'::text]))),
  CONSTRAINT grants_pkey PRIMARY KEY (tenant_id, id)
);

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
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, caller, method, path, key)
);

CREATE TABLE identities (
  tenant_id integer NOT NULL,
  provider text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  CONSTRAINT identities_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT identities_pkey PRIMARY KEY (tenant_id, provider, external_id)
);

CREATE TABLE memberships (
  tenant_id integer NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT memberships_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT memberships_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES principals(tenant_id, id),
  CONSTRAINT memberships_pkey PRIMARY KEY (tenant_id, group_id, member_id)
);

CREATE TABLE principals (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  email text,
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  type text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  department text COLLATE "C",
  platform text COLLATE "C",
  manager_id text COLLATE "C",
  mfa_enabled boolean,
  last_login_at timestamp with time zone,
  disabled boolean NOT NULL DEFAULT false,
  protected boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT principals_type_check CHECK ((type = ANY (ARRAY['user'::text, 'service_account'::text, 'group'::text]))),
  CONSTRAINT principals_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  CONSTRAINT principals_pkey PRIMARY KEY (tenant_id, id)
);

CREATE UNLOGGED TABLE rate_windows (
  tenant_id integer NOT NULL,
  category text COLLATE "C" NOT NULL,
  started_at timestamp with time zone NOT NULL,
  used integer NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (tenant_id, category)
);

CREATE TABLE search_terms (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  CONSTRAINT search_terms_pkey PRIMARY KEY (tenant_id, noun, term, id)
);

CREATE TABLE tallies (
  tenant_id integer NOT NULL,
  noun text COLLATE "C" NOT NULL,
  facet_1 text COLLATE "C" NOT NULL DEFAULT ''::text,
  facet_2 text COLLATE "C" NOT NULL DEFAULT ''::text,
  facet_3 text COLLATE "C" NOT NULL DEFAULT ''::text,
  amount bigint NOT NULL
);

CREATE TABLE tenants (
  tenant_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  tid text COLLATE "C" NOT NULL,
  issuer text COLLATE "C",
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenants_tid_key UNIQUE (tid)
);

CREATE INDEX assets_by_classification ON public.assets USING btree (tenant_id, classification, id);

CREATE INDEX assets_by_platform ON public.assets USING btree (tenant_id, platform, id);

CREATE INDEX assets_by_type ON public.assets USING btree (tenant_id, type, id);

CREATE INDEX grants_by_asset ON public.grants USING btree (tenant_id, asset_id, id);

CREATE INDEX grants_by_group ON public.grants USING btree (tenant_id, via_group_id) WHERE (via_group_id IS NOT NULL);

CREATE INDEX grants_by_principal ON public.grants USING btree (tenant_id, principal_id, id);

CREATE INDEX grants_not_active ON public.grants USING btree (tenant_id, status, id) WHERE (status <> 'active'::text);

CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (tenant_id, created_at);

CREATE INDEX identities_by_external_id ON public.identities USING btree (tenant_id, external_id);

CREATE INDEX identities_by_principal ON public.identities USING btree (tenant_id, principal_id);

CREATE INDEX memberships_by_member ON public.memberships USING btree (tenant_id, member_id);

CREATE INDEX principals_by_department ON public.principals USING btree (tenant_id, department, id);

CREATE INDEX principals_by_email ON public.principals USING btree (tenant_id, email_key, id);

CREATE INDEX principals_by_type ON public.principals USING btree (tenant_id, type, id);

CREATE INDEX search_terms_by_id ON public.search_terms USING btree (tenant_id, noun, id, term);

CREATE INDEX tallies_by_noun ON public.tallies USING btree (tenant_id, noun, facet_1) INCLUDE (facet_2, facet_3, amount);

ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON assets USING 
ALTER TABLE assets FORCE ROW LEVEL SECURITY;;

ALTER TABLE grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE grants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON grants USING 
ALTER TABLE grants FORCE ROW LEVEL SECURITY;;

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON idempotency_keys USING 
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;;

ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
ALTER TABLE identities FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON identities USING 
ALTER TABLE identities FORCE ROW LEVEL SECURITY;;

ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON memberships USING 
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;;

ALTER TABLE principals ENABLE ROW LEVEL SECURITY;
ALTER TABLE principals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON principals USING 
ALTER TABLE principals FORCE ROW LEVEL SECURITY;;

ALTER TABLE rate_windows ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_windows FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON rate_windows USING 
ALTER TABLE rate_windows FORCE ROW LEVEL SECURITY;;

ALTER TABLE search_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON search_terms USING 
ALTER TABLE search_terms FORCE ROW LEVEL SECURITY;;

ALTER TABLE tallies ENABLE ROW LEVEL SECURITY;
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON tallies USING 
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;;

CREATE TRIGGER tally_delete AFTER DELETE ON public.assets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_insert AFTER INSERT ON public.assets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_update AFTER UPDATE ON public.assets FOR EACH ROW WHEN (((old.platform IS DISTINCT FROM new.platform) OR (old.type IS DISTINCT FROM new.type) OR (old.classification IS DISTINCT FROM new.classification))) EXECUTE FUNCTION tally_assets();

CREATE TRIGGER tally_delete AFTER DELETE ON public.grants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_insert AFTER INSERT ON public.grants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_update AFTER UPDATE ON public.grants FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.asset_id IS DISTINCT FROM new.asset_id))) EXECUTE FUNCTION tally_grants();

CREATE TRIGGER tally_delete AFTER DELETE ON public.principals REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_insert AFTER INSERT ON public.principals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_principals();

CREATE TRIGGER tally_update AFTER UPDATE ON public.principals FOR EACH ROW WHEN (((old.type IS DISTINCT FROM new.type) OR (old.department IS DISTINCT FROM new.department))) EXECUTE FUNCTION tally_principals();

CREATE OR REPLACE FUNCTION public.current_tenant()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('lapse.tenant_id'::text, true), ''::text))::integer;

CREATE OR REPLACE PROCEDURE public.protect_tenant_table(IN tenant_table regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s USING (tenant_id = current_tenant())', tenant_table);
END $procedure$;

CREATE OR REPLACE FUNCTION public.tally_assets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.tally_grants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.tally_principals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
