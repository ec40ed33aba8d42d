-- Up Migration

-- Groups of peers whose shift has moved, so that their members' lapse dates are to be computed anew. By group and not by
-- grant: during an import the same group moves again and again, and is looked at once, at the end.
CREATE TABLE peer_moves (
  tenant_id integer NOT NULL,
  asset_id text COLLATE "C" NOT NULL,
  department text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, asset_id, department, type)
);
CALL protect_tenant_table('peer_moves');
