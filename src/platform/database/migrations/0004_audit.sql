-- Up Migration

-- Who appended an entry, as PostgreSQL counts transactions: with two snapshots this tells exactly what has become
-- visible in between, also when a transaction takes long. The number is the order of writing within one; sessions take
-- many at once, so that they need not meet at the sequence.
ALTER TABLE audit_entries
  ADD COLUMN review_id text COLLATE "C",
  ADD COLUMN appended_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY (CACHE 100);
ALTER TABLE audit_entries ALTER COLUMN actor TYPE text COLLATE "C";

DROP INDEX audit_entries_by_principal;
CREATE INDEX audit_entries_by_append ON audit_entries (tenant_id, appended_xid, seq);
CREATE INDEX audit_entries_by_time ON audit_entries (tenant_id, at, id);
CREATE INDEX audit_entries_by_type ON audit_entries (tenant_id, event_type, at, id);
CREATE INDEX audit_entries_by_principal ON audit_entries (tenant_id, principal_id, at, id);
CREATE INDEX audit_entries_by_review ON audit_entries (tenant_id, review_id, at, id) WHERE review_id IS NOT NULL;
-- Nearly all entries are the system's; those are as quickly found by time.
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor, at, id) WHERE actor <> 'system';

-- The bytes of an entry that its leaf in the tree is the hash of. Changing this function, or the tables below, makes
-- every entry look altered: a new form needs a new function, and entries that say which one they use. Nothing here
-- depends on the settings of a session.
CREATE FUNCTION audit_line(entry audit_entries) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN '{"id":' || to_json((entry).id)::text
    || ',"timestamp":' || rtrim(to_json((entry).at AT TIME ZONE 'UTC')::text, '"') || 'Z"'
    || ',"event_type":' || to_json((entry).event_type)::text
    || ',"actor":' || to_json((entry).actor)::text
    || ',"principal_id":' || coalesce(to_json((entry).principal_id)::text, 'null')
    || ',"review_id":' || coalesce(to_json((entry).review_id)::text, 'null')
    || ',"description":' || to_json((entry).description)::text
    || ',"data":' || (entry).data::text || '}';

-- One log per tenant: what it is called and the key that signs its checkpoints.
CREATE TABLE audit_logs (
  tenant_id integer NOT NULL REFERENCES tenants,
  origin text COLLATE "C" NOT NULL,
  public_key bytea NOT NULL,
  sealed_private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);

-- The place of every entry in its log. Apart from the entries, which are never updated.
CREATE TABLE audit_positions (
  tenant_id integer NOT NULL,
  position bigint NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, position),
  UNIQUE (tenant_id, entry_id)
);

-- Hashes of the tree, up to 256 in a row: level 0 has those of the entries, level n those of subtrees of 256^n of them.
CREATE TABLE audit_tiles (
  tenant_id integer NOT NULL,
  level smallint NOT NULL,
  tile bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (tenant_id, level, tile)
);
-- Hashes do not compress.
ALTER TABLE audit_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;

CREATE TABLE audit_checkpoints (
  tenant_id integer NOT NULL,
  tree_size bigint NOT NULL,
  root_hash bytea NOT NULL,
  note text NOT NULL,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, tree_size)
);

-- How far the sequencer is.
CREATE TABLE audit_sequencers (
  tenant_id integer NOT NULL,
  -- The server whose transactions the snapshots below speak of; after a restore elsewhere they mean nothing.
  cluster text NOT NULL,
  -- Every entry visible in it has its position. NULL: begin anew, and leave out what has one.
  sequenced pg_snapshot,
  -- The snapshot that is being worked off, and where in it the next batch begins.
  target pg_snapshot,
  resume_xid xid8,
  resume_seq bigint,
  tree_size bigint NOT NULL,
  -- Roots of the perfect subtrees that the tree consists of, the largest first.
  peaks bytea NOT NULL,
  PRIMARY KEY (tenant_id)
);

-- How many entries that have a position there are, in all, per day and per hour, of each event type and actor ('' is any).
-- The sequencer keeps them, one per tenant at a time, so no writer of entries waits for a counter.
CREATE TABLE audit_counts (
  tenant_id integer NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  -- Days or hours since 1970; 0 for all.
  bucket integer NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (tenant_id, event_type, actor, grain, bucket)
) WITH (fillfactor = 70);

-- Privileges keep the application from changing the record; these keep the owner from doing it by mistake.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the audit trail is only ever added to', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_positions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER immutable BEFORE DELETE OR TRUNCATE ON audit_tiles
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- The last tile of a level grows until it is full; what it holds stays.
CREATE TRIGGER grows_only BEFORE UPDATE ON audit_tiles FOR EACH ROW
  WHEN (NEW.tenant_id <> OLD.tenant_id OR NEW.level <> OLD.level OR NEW.tile <> OLD.tile
        OR substring(NEW.hashes FROM 1 FOR octet_length(OLD.hashes)) <> OLD.hashes)
  EXECUTE FUNCTION refuse_change();

CALL protect_tenant_table('audit_logs');
CALL protect_tenant_table('audit_positions');
CALL protect_tenant_table('audit_tiles');
CALL protect_tenant_table('audit_checkpoints');
CALL protect_tenant_table('audit_sequencers');
CALL protect_tenant_table('audit_counts');
