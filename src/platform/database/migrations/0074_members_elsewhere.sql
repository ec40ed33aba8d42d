-- Up Migration

-- Its platform does not tell who is in this group: Microsoft Entra ID knows.
ALTER TABLE accounts ADD COLUMN members_elsewhere boolean NOT NULL DEFAULT false;
CREATE INDEX accounts_members_elsewhere ON accounts (tenant_id, connector_id, principal_id) WHERE members_elsewhere;
