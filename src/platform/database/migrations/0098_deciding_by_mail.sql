-- Up Migration

-- Reviewers as their latest token named them. Whoever comes without the role is taken out: who decides by a link brings no token.
CREATE TABLE seen_reviewers (
  tenant_id integer NOT NULL REFERENCES tenants,
  subject text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  identifiers text[] NOT NULL,
  aliases text[] NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject)
);
CALL protect_tenant_table('seen_reviewers');
CREATE INDEX seen_reviewers_by_principal ON seen_reviewers (tenant_id, principal_id);

-- One for each review in each attempt to send a mail: the token is made then, and is nowhere but in the mail.
CREATE TABLE decision_links (
  tenant_id integer NOT NULL REFERENCES tenants,
  token_hash bytea NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  reviewer_id text COLLATE "C" NOT NULL,
  mailed_to text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- What was decided by it.
  decision text COLLATE "C" CHECK (decision IN ('CONFIRM', 'REVOKE')),
  decided_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CALL protect_tenant_table('decision_links');
CREATE INDEX decision_links_ending ON decision_links (tenant_id, expires_at);

-- Whoever asked the holder of access hears what they answered.
ALTER TABLE notifications DROP CONSTRAINT notifications_occasion_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_occasion_check CHECK (occasion IN
  ('assigned', 'reminder', 'escalated', 'overdue', 'holder_answered', 'removal_requested', 'removal_blocked'));

-- Channels that tell all there was to tell tell this as well; others keep what was chosen for them.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE webhooks SET event_types = event_types || ARRAY['review.holder_kept', 'review.holder_released']
    WHERE tenant_id = tenant AND kind IN ('email', 'slack', 'teams')
      AND event_types @> ARRAY['review.created', 'review.reassigned', 'review.reminded', 'review.escalated',
        'review.expired', 'remediation.requested', 'remediation.blocked']
      AND NOT event_types && ARRAY['review.holder_kept', 'review.holder_released'];
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
