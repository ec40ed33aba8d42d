-- Up Migration

-- The person who holds the access that a review is about, asked by mail whether it is still needed.
CREATE TABLE holder_questions (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  -- What a release gives up: what was active and undecided when it was asked.
  grant_ids text[] COLLATE "C" NOT NULL,
  -- What mail and page say, as it was then.
  said jsonb NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- By which e-mail channel it goes; NULL: by none.
  channel_id text COLLATE "C",
  -- What was observed of the mail: that a server took it, or why the latest attempt failed.
  sent_to text,
  sent_at timestamptz,
  failed_at timestamptz,
  mail_error text,
  answer text COLLATE "C" CHECK (answer IN ('keep', 'release')),
  reason text,
  answered_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CALL protect_tenant_table('holder_questions');
CREATE INDEX holder_questions_by_review ON holder_questions (tenant_id, review_id, id);

-- One for each attempt to send the mail: the token is made then, and is nowhere but in the mail.
CREATE TABLE holder_links (
  tenant_id integer NOT NULL REFERENCES tenants,
  token_hash bytea NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, token_hash)
);
CALL protect_tenant_table('holder_links');
CREATE INDEX holder_links_ending ON holder_links (tenant_id, expires_at);
