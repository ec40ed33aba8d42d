-- Up Migration

-- Since when somebody is in the department, if the change was observed, and where they were before. Whether they have moved, or
-- the department was renamed, is found out when no more changes of the kind come in.
ALTER TABLE principals
  ADD COLUMN department_since timestamptz,
  ADD COLUMN department_before text,
  ADD COLUMN is_move boolean;
CREATE INDEX principals_with_unsettled_moves ON principals (tenant_id)
  WHERE department_since IS NOT NULL AND is_move IS NULL;
