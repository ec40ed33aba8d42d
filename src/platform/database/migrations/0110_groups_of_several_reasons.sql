-- Up Migration

-- NULL: those that were decided together were asked about for several reasons.
ALTER TABLE group_decisions ALTER COLUMN group_reason DROP NOT NULL;
