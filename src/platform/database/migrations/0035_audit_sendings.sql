-- Up Migration

-- When a checkpoint of the log was last sent out, and over how many entries it was.
CREATE TABLE audit_sendings (
  tenant_id integer NOT NULL,
  sent_at timestamptz NOT NULL,
  tree_size bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('audit_sendings');
