-- Up Migration

-- How often a review was escalated, and who has had it before whoever has it now: by escalation, or because it was given to another.
ALTER TABLE reviews
  ADD COLUMN escalations smallint NOT NULL DEFAULT 0,
  ADD COLUMN had_by text[] COLLATE "C" NOT NULL DEFAULT '{}';

-- Those that are escalated were so once; the trail says who had them.
DO $$
DECLARE
  tenant integer;
BEGIN
  FOR tenant IN SELECT tenant_id FROM tenants LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    UPDATE reviews r SET escalations = 1, had_by = ARRAY(
      SELECT DISTINCT e.data ->> 'previous_assigned_to_id' FROM audit_entries e
      WHERE e.tenant_id = tenant AND e.review_id = r.id AND e.event_type IN ('review.escalated', 'review.reassigned')
        AND e.data ->> 'previous_assigned_to_id' IS NOT NULL)
    WHERE r.tenant_id = tenant AND r.status = 'ESCALATED';
  END LOOP;
  PERFORM set_config('lapse.tenant_id', '', true);
END $$;
