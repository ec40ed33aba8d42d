-- Up Migration

-- How people look at lists: what a page is filtered and ordered by, and which columns are hidden.
CREATE TABLE views (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  page text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Of the address of the page: a text for each name.
  query json NOT NULL,
  hidden_columns text[] COLLATE "C" NOT NULL,
  -- With the whole organisation.
  shared boolean NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('views');
CREATE UNIQUE INDEX views_of_owner ON views (tenant_id, owner_id, page, name);
CREATE INDEX views_shared ON views (tenant_id, page, id) WHERE shared;

-- Whoever signs in is also who their accounts are.
CREATE INDEX principals_linked_to ON principals (tenant_id, linked_to) WHERE linked_to IS NOT NULL;
