-- Up Migration

-- When an entry was recorded, by the clock of the server, apart from when what it tells of happened (`at`). It orders lists and
-- bounds periods. Entries from before say the latter only, and that stays their time: `form` tells which bytes of an entry are
-- hashed (`domain/audit-line.ts`), 1 for those from before. Rows may not be updated, so the table is written anew, once.
-- The bytes are no longer made in the database: whoever administers it could have taught this function to hide a change.
DROP FUNCTION audit_line(audit_entries);
ALTER TABLE audit_entries
  ADD COLUMN form smallint NOT NULL DEFAULT 1 CHECK (form IN (1, 2)),
  ADD COLUMN recorded_at timestamptz;
ALTER TABLE audit_entries ALTER COLUMN recorded_at TYPE timestamptz USING at;
ALTER TABLE audit_entries
  ALTER COLUMN recorded_at SET NOT NULL,
  ALTER COLUMN recorded_at SET DEFAULT clock_timestamp(),
  ALTER COLUMN form SET DEFAULT 2;

DROP INDEX audit_entries_by_time, audit_entries_by_type, audit_entries_by_principal, audit_entries_by_review,
  audit_entries_by_actor, audit_entries_by_asset;
CREATE INDEX audit_entries_by_time ON audit_entries (tenant_id, recorded_at, id);
CREATE INDEX audit_entries_by_type ON audit_entries (tenant_id, event_type, recorded_at, id);
CREATE INDEX audit_entries_by_principal ON audit_entries (tenant_id, principal_id, recorded_at, id);
CREATE INDEX audit_entries_by_review ON audit_entries (tenant_id, review_id, recorded_at, id)
  WHERE review_id IS NOT NULL;
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor, recorded_at, id) WHERE actor <> 'system';
CREATE INDEX audit_entries_by_asset ON audit_entries (tenant_id, asset_id, recorded_at, id) WHERE asset_id IS NOT NULL;
