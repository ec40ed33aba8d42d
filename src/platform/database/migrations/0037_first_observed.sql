-- Up Migration

COMMENT ON COLUMN grant_scores.reached IS
  'The highest mark passed, in hundredths of a score; 0: none; -1: above one when first seen, and nobody was told yet.';
