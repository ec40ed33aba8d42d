-- Up Migration

-- How much a question matters, from 0 to 100, with what that is made of, as of when it was asked and again once a day while it is open.
ALTER TABLE reviews
  ADD COLUMN priority smallint NOT NULL DEFAULT 0,
  -- NULL: it was not weighed yet, or nothing is known of its grants.
  ADD COLUMN priority_facts jsonb,
  ADD COLUMN weighed_at timestamptz NOT NULL DEFAULT '-infinity';

-- A list by priority merges ranges, as one by score does.
CREATE INDEX reviews_by_priority ON reviews (tenant_id, status, risk_level, priority, id);
CREATE INDEX reviews_to_weigh ON reviews (tenant_id, weighed_at, id) WHERE status IN ('PENDING', 'ESCALATED');
