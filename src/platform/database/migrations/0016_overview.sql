-- Up Migration

-- Figures of the overview that need a look at every grant: computed by a worker when somebody asks, kept here.
CREATE TABLE overviews (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- When somebody last wanted to know.
  asked_at timestamptz NOT NULL,
  -- NULL: not yet.
  computed_at timestamptz,
  -- How long that took, which says how soon it may be done again.
  took_ms integer NOT NULL DEFAULT 0,
  figures jsonb,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('overviews');

-- How many grants were in each band at the end of a day (UTC).
CREATE TABLE band_days (
  tenant_id integer NOT NULL REFERENCES tenants,
  day date NOT NULL,
  low integer NOT NULL,
  medium integer NOT NULL,
  high integer NOT NULL,
  critical integer NOT NULL,
  -- The day on which it was told from what was kept; NULL: counted when the day had ended.
  reconstructed_on date,
  PRIMARY KEY (tenant_id, day)
);
CALL protect_tenant_table('band_days');
