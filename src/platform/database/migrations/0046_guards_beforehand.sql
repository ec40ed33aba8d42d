-- Up Migration

-- Reviews know beforehand what the guards will say of a removal. Who else administers an asset, and what others hold
-- through a group, are then asked about many grants at once: each must be a range of an index, however many hold the asset.
CREATE INDEX grants_by_permission ON grants (tenant_id, asset_id, permission, principal_id) WHERE status = 'active';
CREATE INDEX grants_by_group_asset ON grants (tenant_id, via_group_id, asset_id) WHERE via_group_id IS NOT NULL;
DROP INDEX grants_by_group;
