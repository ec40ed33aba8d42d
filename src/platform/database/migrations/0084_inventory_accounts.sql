-- Up Migration

-- Since when it is known that an account uses nearly everything on a platform: its use says nothing about what others need.
ALTER TABLE principals ADD COLUMN inventory_since timestamptz;
CREATE INDEX principals_inventory ON principals (tenant_id, id) WHERE inventory_since IS NOT NULL;

-- When a tenant was last looked through for such accounts.
CREATE TABLE inventory_looks (
  tenant_id integer PRIMARY KEY,
  looked_at timestamptz NOT NULL
);
CALL protect_tenant_table('inventory_looks');
