-- Up Migration

-- The first active grant of a pair is one look, however many the pair has: with 8,000 of them each recalculation read all of them for
-- each of them. Others who look for a pair use the beginning of the same index.
CREATE INDEX grants_by_pair_and_status ON grants (tenant_id, principal_id, asset_id, status, id);
DROP INDEX grants_by_pair;
ALTER INDEX grants_by_pair_and_status RENAME TO grants_by_pair;
