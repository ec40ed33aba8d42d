-- Up Migration

-- People are told of removals too: that one is theirs to carry out, and that a guard has stopped one.
ALTER TABLE notifications DROP CONSTRAINT notifications_occasion_check;
ALTER TABLE notifications
  -- The removal that is told of; NULL: the packet itself.
  ADD COLUMN remediation_id text COLLATE "C",
  ADD CONSTRAINT notifications_occasion_check CHECK (occasion IN
    ('assigned', 'reminder', 'escalated', 'overdue', 'removal_requested', 'removal_blocked'));

-- Channels that tell all there was to tell about reviews tell this as well; others keep what was chosen for them.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE webhooks SET event_types = event_types || ARRAY['remediation.requested', 'remediation.blocked']
    WHERE tenant_id = tenant AND kind IN ('email', 'slack', 'teams')
      AND event_types @> ARRAY['review.created', 'review.reassigned', 'review.reminded', 'review.escalated', 'review.expired']
      AND NOT event_types && ARRAY['remediation.requested', 'remediation.blocked'];
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
