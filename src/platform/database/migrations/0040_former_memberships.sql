-- Up Migration

-- When somebody left a group. A use that is told late counts for the access that was there when it happened.
CREATE TABLE former_memberships (
  tenant_id integer NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, member_id, group_id)
);
CALL protect_tenant_table('former_memberships');

CREATE FUNCTION note_former_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_memberships (tenant_id, member_id, group_id, ended_at)
  SELECT tenant_id, member_id, group_id, now() FROM removed
  ON CONFLICT (tenant_id, member_id, group_id) DO UPDATE SET ended_at = excluded.ended_at;
  RETURN NULL;
END $$;

CREATE TRIGGER note_former_memberships AFTER DELETE ON memberships
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_former_memberships();
