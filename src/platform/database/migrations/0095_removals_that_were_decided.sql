-- Up Migration

-- The removals of a period, without what was only found to be gone.
CREATE INDEX review_decisions_removals ON review_decisions (tenant_id, decided_at, id)
  WHERE decision = 'REVOKE' AND (decided_by <> 'system' OR unanswered);

-- Whether a review was decided with others.
CREATE INDEX group_decision_reviews_decided ON group_decision_reviews (tenant_id, review_id)
  WHERE state IN ('decided', 'undone', 'stands');
