-- Up Migration

-- Lists by name. Lower case and by code point, so that the order is the same in every database; cut, because an index
-- takes no row of more than 2,700 bytes.
ALTER TABLE principals
  ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (left(lower(display_name), 120)) STORED;
CREATE INDEX principals_by_name ON principals (tenant_id, name_key, id);
ALTER TABLE assets ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (left(lower(name), 120)) STORED;
CREATE INDEX assets_by_name ON assets (tenant_id, name_key, id);
