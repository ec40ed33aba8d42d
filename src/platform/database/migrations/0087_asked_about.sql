-- Up Migration

-- What each grant of a review was like when it was asked about, so that answers can be held against scores:
-- [{grant_id, score, half_life_class, model_version, last_used_at}]. NULL: it was asked before that was kept, by the first model.
ALTER TABLE reviews ADD COLUMN asked_about jsonb;
