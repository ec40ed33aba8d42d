-- Up Migration

-- Idempotency keys of bodies that are being read, which may take hours and is not one transaction. Whoever reads renews it;
-- what a gateway that died left behind is nobody's after a minute. Unlogged: after a crash of the server nothing is being read.
CREATE UNLOGGED TABLE idempotency_keys_in_flight (
  tenant_id integer NOT NULL,
  caller text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  holder uuid NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, caller, method, path, key)
);
CALL protect_tenant_table('idempotency_keys_in_flight');
