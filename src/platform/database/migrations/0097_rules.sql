-- Up Migration

-- Since when each account has been observed to be disabled, and until when it was. The directory itself does not know.
CREATE TABLE disabled_accounts (
  tenant_id integer NOT NULL REFERENCES tenants,
  principal_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  -- NULL: it still is.
  until timestamptz,
  PRIMARY KEY (tenant_id, principal_id, since)
);
-- Those that were disabled before are observed now. The role that owns the tables is held to row security as well.
ALTER TABLE principals NO FORCE ROW LEVEL SECURITY;
INSERT INTO disabled_accounts (tenant_id, principal_id, since)
  SELECT tenant_id, id, now() FROM principals WHERE disabled;
ALTER TABLE principals FORCE ROW LEVEL SECURITY;
CALL protect_tenant_table('disabled_accounts');
CREATE INDEX disabled_accounts_now ON disabled_accounts (tenant_id, since, principal_id) WHERE until IS NULL;

CREATE FUNCTION note_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO disabled_accounts (tenant_id, principal_id, since)
      SELECT tenant_id, id, now() FROM new_rows WHERE disabled
      ON CONFLICT (tenant_id, principal_id, since) DO UPDATE SET until = NULL;
  ELSIF NEW.disabled THEN
    INSERT INTO disabled_accounts (tenant_id, principal_id, since) VALUES (NEW.tenant_id, NEW.id, now())
      ON CONFLICT (tenant_id, principal_id, since) DO UPDATE SET until = NULL;
  ELSE
    UPDATE disabled_accounts SET until = greatest(since, now())
      WHERE tenant_id = NEW.tenant_id AND principal_id = NEW.id AND until IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_disabled_insert AFTER INSERT ON principals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_disabled();
CREATE TRIGGER note_disabled_update AFTER UPDATE ON principals FOR EACH ROW
  WHEN (OLD.disabled IS DISTINCT FROM NEW.disabled) EXECUTE FUNCTION note_disabled();

-- Rules that decide without a question.
CREATE TABLE rules (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('leaver', 'never_used')),
  -- Of a leaver: since the account was first observed to be disabled. Of what was never used: since it was granted.
  days integer NOT NULL,
  -- Of what was never used.
  permissions text[] COLLATE "C" NOT NULL,
  cap_per_day integer NOT NULL CHECK (cap_per_day > 0),
  owner_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  is_on boolean NOT NULL DEFAULT false,
  off_because text COLLATE "C" NOT NULL DEFAULT 'new' CHECK (off_because IN ('new', 'changed', 'switched_off', 'expired')),
  -- NULL: it is not.
  paused_because text,
  version integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  -- When it is looked at again, and how far this look has come.
  look_at timestamptz NOT NULL,
  looked_to timestamptz,
  looked_to_principal_id text COLLATE "C" NOT NULL DEFAULT '',
  looked_to_grant_id text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('rules');

-- What has gone stale and is not asked, because a rule is going to decide it.
CREATE TABLE held_questions (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  -- When the rule may decide it.
  decides_at timestamptz NOT NULL,
  -- When it is looked at whether that is still so.
  look_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('held_questions');
CREATE UNIQUE INDEX held_questions_pair ON held_questions (tenant_id, principal_id, asset_id);
CREATE INDEX held_questions_by_rule ON held_questions (tenant_id, rule_id, id);
CREATE INDEX held_questions_to_look ON held_questions (tenant_id, look_at, id);

ALTER TABLE review_decisions ADD COLUMN rule_id text COLLATE "C";
-- A rule decides about a grant once: what somebody puts back is theirs.
CREATE UNIQUE INDEX review_decisions_by_any_rule ON review_decisions (tenant_id, grant_id) WHERE rule_id IS NOT NULL;
CREATE INDEX review_decisions_by_rule ON review_decisions (tenant_id, rule_id, decided_at) WHERE rule_id IS NOT NULL;

ALTER TABLE reviews DROP CONSTRAINT reviews_origin_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_origin_check
  CHECK (origin IN ('threshold', 'manual', 'campaign', 'confirmation_ended', 'asked_again', 'rule'));

-- What was never used is found in the order of staleness, without reading what is used.
CREATE INDEX grant_scores_never_used ON grant_scores (tenant_id, lapses_at, grant_id)
  WHERE active AND last_used_at IS NULL;
