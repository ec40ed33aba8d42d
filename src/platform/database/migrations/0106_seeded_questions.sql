-- Up Migration

-- Questions whose answer is known: a closed review, asked once more of somebody else. They are no reviews, and nothing that is counted,
-- listed or decided about reviews reads this table.
CREATE TABLE seeded_questions (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  -- As a decision names who decided.
  asked_of text NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  -- What history says: what was decided then, when, and of a confirmation on how many days the access was used afterwards.
  known text COLLATE "C" NOT NULL CHECK (known IN ('CONFIRM', 'REVOKE')),
  decided_at timestamptz NOT NULL,
  days_used smallint CHECK ((days_used IS NOT NULL) = (known = 'CONFIRM')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Neither answered nor found to have expired.
  is_open boolean NOT NULL DEFAULT true,
  answer text COLLATE "C" CHECK (answer IN ('CONFIRM', 'REVOKE', 'ESCALATE')),
  reason text,
  answered_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  -- Nobody is asked the same twice.
  CONSTRAINT seeded_questions_once UNIQUE (tenant_id, asked_of, review_id),
  CONSTRAINT seeded_questions_answered CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (reason IS NULL)),
  CONSTRAINT seeded_questions_closed CHECK (NOT is_open OR answer IS NULL)
);
CALL protect_tenant_table('seeded_questions');
-- One at a time.
CREATE UNIQUE INDEX seeded_questions_open ON seeded_questions (tenant_id, asked_of) WHERE is_open;
CREATE INDEX seeded_questions_by_answer ON seeded_questions (tenant_id, answered_at) WHERE answered_at IS NOT NULL;
