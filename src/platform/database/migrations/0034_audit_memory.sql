-- Up Migration

-- The size and root that were signed last are sealed into the row of the key, with every signature: a log whose tables were
-- emptied or rewritten no longer agrees with it. Nothing else of the row may change.
DROP TRIGGER immutable ON audit_logs;
CREATE TRIGGER immutable BEFORE UPDATE OF tenant_id, origin, public_key, created_at OR DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Why a log is not being signed, told by each process that finds it so, again every minute.
CREATE TABLE audit_troubles (
  tenant_id integer NOT NULL,
  told_by text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  told_at timestamptz NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (tenant_id, told_by)
);
CALL protect_tenant_table('audit_troubles');
