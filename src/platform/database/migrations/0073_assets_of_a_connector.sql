-- Up Migration

-- Whose assets a connector reads: its access is listed by them.
CREATE INDEX assets_by_connector ON assets (tenant_id, connector_id, id) WHERE connector_id IS NOT NULL;
