-- Up Migration

-- The demo organisation's platforms do not exist: what is done to them is simulated, and says so.
ALTER TABLE assets ADD COLUMN simulated boolean NOT NULL DEFAULT false;

ALTER TABLE remediations
  -- Who carries it out: a connector, a person where nothing is connected, or nobody, in the demo.
  ADD COLUMN execution text COLLATE "C" NOT NULL DEFAULT 'connector'
    CHECK (execution IN ('connector', 'person', 'simulated')),
  -- Whose task it is while it is `requested`; NULL: nobody was found.
  ADD COLUMN assigned_to_id text COLLATE "C",
  -- Since when it is a person's task.
  ADD COLUMN requested_at timestamptz,
  -- Somebody's word that it is done; not a verification.
  ADD COLUMN attested_by text,
  ADD COLUMN attested_at timestamptz,
  ADD COLUMN attestation text,
  -- What showed that it is done: the connector that read it back, an import or a sync.
  ADD COLUMN verified_by text,
  -- What the last import or sync after the request said about the access.
  ADD COLUMN observed text COLLATE "C" CHECK (observed IN ('gone', 'present')),
  ADD COLUMN observed_at timestamptz,
  ADD COLUMN observed_by text,
  -- The access was seen although its removal was asked for or claimed; open until that is settled.
  ADD COLUMN contradicted_at timestamptz,
  ADD COLUMN contradiction_open boolean NOT NULL DEFAULT false;
ALTER TABLE remediations DROP CONSTRAINT remediations_status_check;
ALTER TABLE remediations ADD CONSTRAINT remediations_status_check
  CHECK (status IN ('pending', 'running', 'requested', 'completed', 'failed', 'blocked', 'reverted'));

CREATE INDEX remediations_contradicted ON remediations (tenant_id) WHERE contradiction_open;
CREATE INDEX remediations_by_assignee ON remediations (tenant_id, assigned_to_id, status, id)
  WHERE assigned_to_id IS NOT NULL;

-- Until now a removal without a connector changed Lapse's own row and called that verified. What was claimed is taken
-- back; what is under way becomes a task for a person.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE remediations SET verified_by = 'the platform, read back' WHERE tenant_id = tenant
      AND connector_id IS NOT NULL AND verified_at IS NOT NULL;
    INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
    SELECT tenant_id, id, attempts, 'correct', 'not_verified',
           'No platform was connected: only the record in Lapse was changed, and nothing was verified.', now()
    FROM remediations WHERE tenant_id = tenant AND connector_id IS NULL AND verified_at IS NOT NULL
      AND status = 'completed';
    UPDATE remediations SET execution = 'person', verified_at = NULL
    WHERE tenant_id = tenant AND connector_id IS NULL;
    -- Being put back: that is a person's task too.
    UPDATE remediations SET status = 'requested', requested_at = now(), due_at = NULL, lease = NULL
    WHERE tenant_id = tenant AND connector_id IS NULL AND status = 'running' AND operation = 'restore';
    UPDATE remediations SET status = 'pending', due_at = now(), lease = NULL, undo = NULL, released_at = NULL
    WHERE tenant_id = tenant AND connector_id IS NULL AND status = 'running';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
