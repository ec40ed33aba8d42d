-- Up Migration

-- Of a review whose holder is asked before its reviewer: until when it is left to them, while it is; then when its reviewer was asked.
ALTER TABLE reviews ADD COLUMN with_holder_until timestamptz;
ALTER TABLE reviews ADD COLUMN reviewer_asked_at timestamptz;
ALTER TABLE reviews ADD CONSTRAINT reviews_with_holder CHECK (with_holder_until IS NULL OR status = 'PENDING');
CREATE INDEX reviews_with_holder ON reviews (tenant_id, principal_id) WHERE with_holder_until IS NOT NULL;

ALTER TABLE workflows DROP CONSTRAINT workflows_timer_check;
ALTER TABLE workflows ADD CONSTRAINT workflows_timer_check
  CHECK (timer IN ('reminder', 'deadline', 'confirmation_end', 'ask_again', 'ask_reviewer'));

-- Channels that tell who is asked tell this as well.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE webhooks SET event_types = event_types || ARRAY['review.reviewer_asked']
    WHERE tenant_id = tenant AND kind IN ('email', 'slack', 'teams')
      AND event_types @> ARRAY['review.created', 'review.reassigned']
      AND NOT event_types && ARRAY['review.reviewer_asked'];
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
