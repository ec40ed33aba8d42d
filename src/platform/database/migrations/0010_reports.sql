-- Up Migration

-- A document that was asked for. Its bytes are in report_chunks, or in a bucket.
CREATE TABLE reports (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL
    CHECK (type IN ('compliance_summary', 'stale_access', 'review_decisions', 'remediation_log', 'audit_export')),
  format text COLLATE "C" NOT NULL CHECK (format IN ('pdf', 'csv', 'json', 'xlsx')),
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  filters jsonb NOT NULL,
  requested_by text NOT NULL,
  created_at timestamptz NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'generating' CHECK (status IN ('generating', 'completed', 'failed')),
  -- From 0 to 1, and rows so far; written about once a second.
  progress double precision NOT NULL DEFAULT 0,
  rows_written bigint NOT NULL DEFAULT 0,
  rows_estimated bigint NOT NULL,
  estimated_completion timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  -- When a worker may take it; while one has it, when its lease ends. NULL: nothing is left to do.
  due_at timestamptz,
  -- Names the attempt that is under way, and its chunks; of a completed report the attempt that made the file.
  lease text COLLATE "C",
  storage text COLLATE "C" NOT NULL DEFAULT 'database' CHECK (storage IN ('database', 's3')),
  completed_at timestamptz,
  size_bytes bigint,
  sha256 text COLLATE "C",
  row_count bigint,
  rows_sha256 text COLLATE "C",
  expires_at timestamptz,
  -- Nobody sees it any more; a worker removes its bytes, then the row.
  removed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX reports_by_status ON reports (tenant_id, status, id);
CREATE INDEX reports_by_type ON reports (tenant_id, type, id);
CREATE INDEX reports_due ON reports (tenant_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX reports_by_expiry ON reports (tenant_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX reports_removed ON reports (tenant_id, removed_at) WHERE removed_at IS NOT NULL;
CALL protect_tenant_table('reports');

-- All chunks of a file but the last have the same size, so a range of bytes is found by dividing.
CREATE TABLE report_chunks (
  tenant_id integer NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  -- The lease under which it was written: an attempt that was given up cannot mix with the next.
  attempt text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (tenant_id, report_id, attempt, position),
  FOREIGN KEY (tenant_id, report_id) REFERENCES reports ON DELETE CASCADE
);
-- Not compressed: a part of a chunk is read without the rest of it.
ALTER TABLE report_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
CALL protect_tenant_table('report_chunks');

-- Whether access was there at a past instant: it was granted, and not in between these two.
ALTER TABLE grants ADD COLUMN revoked_at timestamptz, ADD COLUMN restored_at timestamptz;

CREATE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'revoked' THEN
    NEW.revoked_at := now();
    NEW.restored_at := NULL;
  ELSE
    NEW.restored_at := now();
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    -- Of what was revoked elsewhere nothing better is known than when it was first known.
    UPDATE grants SET revoked_at = created_at WHERE tenant_id = tenant AND status = 'revoked';
    UPDATE grants g SET revoked_at = r.verified_at FROM (
      SELECT gone AS id, max(verified_at) AS verified_at FROM remediations, unnest(also_revoked || grant_id) AS gone
      WHERE tenant_id = tenant AND status = 'completed' AND NOT dry_run AND verified_at IS NOT NULL GROUP BY gone) r
    WHERE g.tenant_id = tenant AND g.id = r.id AND g.status = 'revoked';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;

CREATE TRIGGER note_revocation BEFORE INSERT ON grants FOR EACH ROW
  WHEN (NEW.status = 'revoked') EXECUTE FUNCTION note_revocation();
CREATE TRIGGER note_revocation_update BEFORE UPDATE OF status ON grants FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND 'revoked' IN (OLD.status, NEW.status)) EXECUTE FUNCTION note_revocation();

-- What happened in a period, and what the same person decided before.
CREATE INDEX review_decisions_by_time ON review_decisions (tenant_id, decided_at, id);
CREATE INDEX review_decisions_by_decider ON review_decisions (tenant_id, decided_by, decided_at, id);
CREATE INDEX remediations_by_creation ON remediations (tenant_id, created_at, id);
CREATE INDEX remediation_steps_by_time ON remediation_steps (tenant_id, at, remediation_id);
