-- Up Migration

-- Whoever is there when the default model changes keeps the first until somebody chooses: no lapse date moves by an upgrade.
-- The role that owns the tables is held to row security as well.
ALTER TABLE policies NO FORCE ROW LEVEL SECURITY;
UPDATE policies SET policy = policy || '{"model_version": 1}' WHERE NOT policy ? 'model_version';
-- Version 0: what was in force from the beginning until the first change, if there was one. Fields that it lacks have their defaults.
INSERT INTO policies (tenant_id, version, policy, changed_by, changed_at)
SELECT tenant_id, 0, '{"model_version": 1}', 'system', 'epoch' FROM tenants;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
