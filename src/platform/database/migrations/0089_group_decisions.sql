-- Up Migration

-- One decision about many reviews that may be decided together. Its job has the same id.
CREATE TABLE group_decisions (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  -- What the card said when it was decided.
  sentence text NOT NULL,
  grouping text COLLATE "C" NOT NULL,
  group_reason text COLLATE "C" NOT NULL,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('CONFIRM', 'REVOKE')),
  reason text NOT NULL,
  next_review_at timestamptz,
  decided_by text NOT NULL,
  -- Who it is, for the question who may decide.
  decider jsonb NOT NULL,
  members integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- Nothing is decided before.
  starts_at timestamptz NOT NULL,
  -- When there is something to do; null: it is over.
  due_at timestamptz,
  undone_by text,
  undo_asked_at timestamptz,
  undo_note text,
  -- Whether access that is removed already is put back.
  undo_reverts boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('group_decisions');
CREATE INDEX group_decisions_due ON group_decisions (tenant_id, due_at) WHERE due_at IS NOT NULL;

CREATE TABLE group_decision_reviews (
  tenant_id integer NOT NULL REFERENCES tenants,
  group_decision_id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  -- Of what was seen of it.
  mark text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'decided', 'left_out', 'called_off', 'undone', 'stands')),
  -- It was not decided, or not undone, because.
  why text,
  PRIMARY KEY (tenant_id, group_decision_id, review_id)
);
CALL protect_tenant_table('group_decision_reviews');
-- A review is in one decision at a time.
CREATE UNIQUE INDEX group_decision_reviews_waiting ON group_decision_reviews (tenant_id, review_id) WHERE state = 'waiting';
