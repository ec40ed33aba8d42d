-- Up Migration

-- The second model becomes the default with this version. Organisations that were added since 0086 have been scored by the first, and
-- keep it as those from before do.
ALTER TABLE policies NO FORCE ROW LEVEL SECURITY;
INSERT INTO policies (tenant_id, version, policy, changed_by, changed_at)
SELECT tenant_id, 0, '{"model_version": 1}', 'system', 'epoch' FROM tenants
ON CONFLICT (tenant_id, version) DO NOTHING;
ALTER TABLE policies FORCE ROW LEVEL SECURITY;
