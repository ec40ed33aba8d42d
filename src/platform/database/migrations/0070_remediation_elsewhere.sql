-- Up Migration

-- The connector whose edge is removed, where that is not the one whose access it gives: a group of one platform that another fills.
ALTER TABLE remediations ADD COLUMN edge_connector_id text COLLATE "C";
