-- Up Migration

-- Runs of quarter hours in which a source brought events. Quarter hours are counted from 1970.
ALTER TABLE ingest_totals
  ADD COLUMN last_quarter bigint NOT NULL DEFAULT 0,
  ADD COLUMN run_quarters integer NOT NULL DEFAULT 0,
  ADD COLUMN longest_run integer NOT NULL DEFAULT 0;

ALTER TABLE alert_states
  -- Whether webhooks and channels were told that it fires; what is silenced is recorded and not told.
  ADD COLUMN is_told boolean NOT NULL DEFAULT true,
  -- Of this firing: they end with it.
  ADD COLUMN acknowledged_by text,
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN acknowledged_note text,
  ADD CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL));

-- Alerts that nobody is to be told of until a date; they outlast a firing.
CREATE TABLE alert_silences (
  tenant_id integer NOT NULL REFERENCES tenants,
  -- Of alert_states.
  id text COLLATE "C" NOT NULL,
  silenced_by text NOT NULL,
  silenced_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CHECK (until > silenced_at)
);
CALL protect_tenant_table('alert_silences');
