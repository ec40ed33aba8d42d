-- Up Migration

-- What was, or may turn out to be, unusual about the uses of the last weeks. Null, as nearly always: nothing.
ALTER TABLE grant_scores ADD COLUMN candidates text;
