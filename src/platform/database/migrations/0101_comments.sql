-- Up Migration

-- What people say to each other about a review. Nothing of it is changed or taken back.
CREATE TABLE review_comments (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  review_id text COLLATE "C" NOT NULL,
  author text NOT NULL,
  text text NOT NULL,
  -- What the hash in the audit trail is over, besides the text: without it nobody could tell the text from the hash by guessing.
  nonce text NOT NULL,
  -- Principals, in the order in which they were named.
  mentions text[] COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('review_comments');
CREATE INDEX review_comments_by_review ON review_comments (tenant_id, review_id, id);

-- Whoever is mentioned hears of it.
ALTER TABLE notifications DROP CONSTRAINT notifications_occasion_check;
ALTER TABLE notifications
  -- The comment that is told of; NULL: the review, or what came of it.
  ADD COLUMN comment_id text COLLATE "C",
  ADD CONSTRAINT notifications_occasion_check CHECK (occasion IN ('assigned', 'reminder', 'escalated', 'overdue',
    'holder_answered', 'mentioned', 'removal_requested', 'removal_blocked'));

-- Channels that tell all there was to tell tell this as well; others keep what was chosen for them.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE webhooks SET event_types = event_types || ARRAY['review.commented']
    WHERE tenant_id = tenant AND kind IN ('email', 'slack', 'teams')
      AND event_types @> ARRAY['review.created', 'review.reassigned', 'review.reminded', 'review.escalated',
        'review.expired', 'review.holder_kept', 'review.holder_released', 'remediation.requested', 'remediation.blocked']
      AND NOT event_types && ARRAY['review.commented'];
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
