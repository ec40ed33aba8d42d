-- Up Migration

-- Access that is not meant to be used: it is asked about by a cycle of its own, and since the mark is there no use
-- moves its lapse date.
ALTER TABLE principals
  ADD COLUMN purpose text COLLATE "C" CHECK (purpose IN ('standby', 'break_glass')),
  ADD COLUMN purpose_since timestamptz;
ALTER TABLE grants
  ADD COLUMN purpose text COLLATE "C" CHECK (purpose IN ('standby', 'break_glass')),
  ADD COLUMN purpose_since timestamptz;
