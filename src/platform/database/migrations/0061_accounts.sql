-- Up Migration

-- A person (or program, or group) as one connected platform knows it. Many may be of one principal.
CREATE TABLE accounts (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  external_key text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('user', 'service_account', 'group')),
  -- Its own principal: whom it is of when it is linked to nobody. The row of it may never have been needed.
  home_id text COLLATE "C" NOT NULL,
  -- Whom it is of.
  principal_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  entra_object_id text COLLATE "C",
  sign_in_key text COLLATE "C",
  email_key text COLLATE "C",
  disabled boolean NOT NULL DEFAULT false,
  -- What its platform last said about it.
  profile jsonb NOT NULL DEFAULT '{}',
  how text COLLATE "C" NOT NULL CHECK (how IN ('own', 'object_id', 'sign_in_name', 'email', 'admin')),
  linked_at timestamptz NOT NULL,
  linked_by text NOT NULL,
  -- What an admin has settled stays, whatever is found out later.
  settled text COLLATE "C" CHECK (settled IN ('linked', 'unlinked')),
  first_seen_at timestamptz NOT NULL,
  -- What linking it has changed of whom it is of, to be put back: the last sign-in, and reviews that were its own to answer.
  before_link jsonb,
  gone_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, connector_id) REFERENCES connectors (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX accounts_by_key ON accounts (tenant_id, connector_id, external_key);
CREATE INDEX accounts_by_principal ON accounts (tenant_id, principal_id);
CREATE INDEX accounts_by_home ON accounts (tenant_id, home_id);
CREATE INDEX accounts_by_object_id ON accounts (tenant_id, entra_object_id) WHERE entra_object_id IS NOT NULL;
CREATE INDEX accounts_by_sign_in_key ON accounts (tenant_id, sign_in_key) WHERE sign_in_key IS NOT NULL;
CREATE INDEX accounts_by_email_key ON accounts (tenant_id, email_key) WHERE email_key IS NOT NULL;
CALL protect_tenant_table('accounts');

-- Accounts that could not be linked because what is known of them does not agree; an admin settles it.
CREATE TABLE account_conflicts (
  tenant_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('several_candidates', 'shared_address', 'contradiction', 'disabled_look_alike')),
  -- Of these principals it may be one.
  candidate_ids text[] COLLATE "C" NOT NULL,
  shared text[] COLLATE "C" NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('account_conflicts');

-- A principal whose only account is linked to another is that other; its row keeps what the past refers to.
ALTER TABLE principals ADD COLUMN linked_to text COLLATE "C";
CREATE INDEX principals_linked ON principals (tenant_id, id) WHERE linked_to IS NOT NULL;
CREATE INDEX connector_objects_by_member ON connector_objects (tenant_id, connector_id, member_id) WHERE kind = 'membership';

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    INSERT INTO accounts (tenant_id, id, connector_id, external_key, type, home_id, principal_id, name, email_key, disabled,
                          how, linked_at, linked_by, first_seen_at, gone_at)
    SELECT tenant, gen_random_uuid()::text, o.connector_id, o.external_key, p.type,
           CASE WHEN o.is_owned THEN o.lapse_id ELSE gen_random_uuid()::text END, o.lapse_id, p.display_name,
           CASE WHEN NOT o.is_owned THEN p.email_key END, p.disabled,
           CASE WHEN o.is_owned THEN 'own' ELSE 'email' END, now(), 'system', now(), o.gone_at
    FROM connector_objects o JOIN principals p ON p.tenant_id = tenant AND p.id = o.lapse_id
    WHERE o.tenant_id = tenant AND o.kind = 'principal';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;

-- Totals and lists have each person once.
DROP TRIGGER tally_update ON principals;
CREATE OR REPLACE FUNCTION tally_principals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), count(*) FROM new_rows WHERE linked_to IS NULL
    GROUP BY tenant_id, type, department;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT tenant_id, 'principals', type, coalesce(department, ''), -count(*) FROM old_rows WHERE linked_to IS NULL
    GROUP BY tenant_id, type, department;
  ELSE
    INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, amount)
    SELECT r.tenant_id, 'principals', r.type, coalesce(r.department, ''), r.amount
    FROM (VALUES (OLD.tenant_id, OLD.type, OLD.department, -1, OLD.linked_to),
                 (NEW.tenant_id, NEW.type, NEW.department, 1, NEW.linked_to)) AS r (tenant_id, type, department, amount, linked_to)
    WHERE r.linked_to IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_update AFTER UPDATE ON principals FOR EACH ROW
  WHEN (OLD.type IS DISTINCT FROM NEW.type OR OLD.department IS DISTINCT FROM NEW.department
        OR (OLD.linked_to IS NULL) IS DISTINCT FROM (NEW.linked_to IS NULL))
  EXECUTE FUNCTION tally_principals();
