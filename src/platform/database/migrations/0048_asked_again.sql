-- Up Migration

-- How often the same access was asked about just before without an answer, and since when.
ALTER TABLE reviews ADD COLUMN unanswered_before integer NOT NULL DEFAULT 0;
ALTER TABLE reviews ADD COLUMN first_asked_at timestamptz;
COMMENT ON COLUMN reviews.first_asked_at IS 'Of the questions that nobody answered before this one; NULL without any.';
COMMENT ON COLUMN reviews.previous_review_id IS 'The confirmation that this packet tests, or the question that it asks again.';

ALTER TABLE reviews DROP CONSTRAINT reviews_origin_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_origin_check
  CHECK (origin IN ('threshold', 'manual', 'campaign', 'confirmation_ended', 'asked_again'));
ALTER TABLE workflows DROP CONSTRAINT workflows_timer_check;
ALTER TABLE workflows ADD CONSTRAINT workflows_timer_check
  CHECK (timer IN ('reminder', 'deadline', 'confirmation_end', 'ask_again'));

-- A revocation by the system because nobody answered, and not because the access was gone.
ALTER TABLE review_decisions ADD COLUMN unanswered boolean NOT NULL DEFAULT false;

-- Whether a pair was asked about before is asked for every new packet.
CREATE INDEX reviews_by_pair ON reviews (tenant_id, principal_id, asset_id, created_at, id);
