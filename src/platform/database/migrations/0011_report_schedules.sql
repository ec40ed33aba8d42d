-- Up Migration

-- Reports that are asked for again and again.
CREATE TABLE report_schedules (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL
    CHECK (type IN ('compliance_summary', 'stale_access', 'review_decisions', 'remediation_log', 'audit_export')),
  format text COLLATE "C" NOT NULL CHECK (format IN ('pdf', 'csv', 'json', 'xlsx')),
  filters jsonb NOT NULL,
  cron text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  period_rule text COLLATE "C" NOT NULL,
  recipients text[] NOT NULL,
  enabled boolean NOT NULL,
  -- NULL: not enabled, or it will never be again.
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_report_id text COLLATE "C",
  -- Why the last run asked for no report.
  last_error text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX report_schedules_due ON report_schedules (tenant_id, next_run_at) WHERE next_run_at IS NOT NULL;
CALL protect_tenant_table('report_schedules');

-- A report that a schedule has asked for, and whom to tell when it is there: as it was then, whatever becomes of the schedule.
CREATE TABLE report_schedule_runs (
  tenant_id integer NOT NULL,
  report_id text COLLATE "C" NOT NULL,
  schedule_name text NOT NULL,
  recipients text[] NOT NULL,
  PRIMARY KEY (tenant_id, report_id),
  FOREIGN KEY (tenant_id, report_id) REFERENCES reports ON DELETE CASCADE
);
CALL protect_tenant_table('report_schedule_runs');
