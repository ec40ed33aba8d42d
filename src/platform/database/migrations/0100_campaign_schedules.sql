-- Up Migration

-- Campaigns that are begun again and again.
CREATE TABLE campaign_schedules (
  tenant_id integer NOT NULL REFERENCES tenants,
  id text COLLATE "C" NOT NULL,
  -- With placeholders, as the description.
  name text NOT NULL,
  description text,
  cron text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL,
  filter jsonb NOT NULL,
  -- NULL: by the routing of the policy.
  reviewer_ids text[] COLLATE "C",
  -- NULL: by the deadlines of the policy.
  due_days integer CHECK (due_days > 0),
  -- NULL: none is made.
  report text COLLATE "C" CHECK (report IN ('pdf', 'csv', 'json', 'xlsx')),
  enabled boolean NOT NULL,
  -- NULL: not enabled, or it will never be again.
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_campaign_id text COLLATE "C",
  -- Why the last run began no campaign.
  last_error text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('campaign_schedules');
CREATE INDEX campaign_schedules_due ON campaign_schedules (tenant_id, next_run_at) WHERE next_run_at IS NOT NULL;

ALTER TABLE campaigns
  -- Stays when the schedule is deleted.
  ADD COLUMN schedule_id text COLLATE "C",
  -- The instant of the schedule that it is for; NULL: begun by hand.
  ADD COLUMN scheduled_for timestamptz,
  -- The format in which its decisions are reported when it is completed.
  ADD COLUMN report text COLLATE "C" CHECK (report IN ('pdf', 'csv', 'json', 'xlsx')),
  -- The report of its decisions that was asked for last.
  ADD COLUMN report_id text COLLATE "C";
CREATE UNIQUE INDEX campaigns_by_instant ON campaigns (tenant_id, schedule_id, scheduled_for)
  WHERE scheduled_for IS NOT NULL;
CREATE INDEX campaigns_to_report ON campaigns (tenant_id, id) WHERE report IS NOT NULL AND report_id IS NULL;

-- As before, and a campaign that is completed and whose report nobody has asked for yet is work of schedules.
CREATE OR REPLACE FUNCTION work_due(work text, as_of timestamp with time zone)
 RETURNS TABLE(tenant_id integer, due_in_ms double precision)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
#variable_conflict use_column
DECLARE
  asking text := current_setting('lapse.tenant_id', true);
  tenant integer;
  due timestamptz;
  has_scores boolean;
  answered timestamptz;
  fitted timestamptz;
  pause interval;
  seen_to xid8;
  not_seen xid8[];
  at_once CONSTANT timestamptz := '-infinity';
BEGIN
  IF work NOT IN ('events', 'audit', 'deliveries', 'remediations', 'connectors', 'reports', 'schedules', 'alerts', 'dry_runs',
                  'overview', 'likelihoods') THEN
    RAISE EXCEPTION 'There is no work called %.', work;
  END IF;
  FOR tenant IN SELECT t.tenant_id FROM tenants t ORDER BY t.tenant_id LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    due := NULL;
    -- Rows that cannot be read make this tenant due, and no other: its own turn fails then, and is recorded.
    BEGIN
      IF work = 'events' THEN
        -- By the clock of the server, as those who claim them do. What is not due yet has failed before, and is not much.
        IF EXISTS (SELECT FROM inbox WHERE tenant_id = tenant AND not_before <= now())
          OR EXISTS (SELECT FROM recalculations WHERE tenant_id = tenant AND not_before <= now())
          OR EXISTS (SELECT FROM peer_moves WHERE tenant_id = tenant) THEN
          due := at_once;
        ELSE
          due := as_of + (least((SELECT min(not_before) FROM inbox WHERE tenant_id = tenant),
                                (SELECT min(not_before) FROM recalculations WHERE tenant_id = tenant)) - now());
        END IF;
      ELSIF work = 'audit' THEN
        -- Where the sequencer stopped: at a snapshot, and at rest, on this server.
        SELECT pg_snapshot_xmax(s.sequenced), ARRAY(SELECT pg_snapshot_xip(s.sequenced)) INTO seen_to, not_seen
        FROM audit_sequencers s
        WHERE s.tenant_id = tenant AND s.sequenced IS NOT NULL AND s.target IS NULL
          AND s.cluster = (SELECT c.system_identifier::text FROM pg_control_system() c);
        -- What that snapshot did not show: entries of transactions begun since, and of those that were in progress. The order
        -- has it look in the index that has it, whatever is known of the table.
        IF NOT FOUND
          OR (SELECT e.seq FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid >= seen_to
              ORDER BY e.appended_xid, e.seq LIMIT 1) IS NOT NULL
          OR EXISTS (SELECT FROM unnest(not_seen) AS x (xid)
                     JOIN LATERAL (SELECT FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid = x.xid
                                   ORDER BY e.appended_xid, e.seq LIMIT 1) one ON true) THEN
          due := at_once;
        END IF;
      ELSIF work = 'deliveries' THEN
        due := (SELECT min(CASE WHEN w.breaker = 'closed' THEN one.due_at
                                WHEN w.probe_at IS NOT NULL THEN greatest(one.due_at, w.probe_at) END)
                FROM webhooks w
                JOIN LATERAL (SELECT d.due_at FROM webhook_deliveries d
                              WHERE d.tenant_id = tenant AND d.endpoint_id = w.id AND d.due_at IS NOT NULL
                              ORDER BY d.due_at LIMIT 1) one ON true
                WHERE w.tenant_id = tenant AND w.status = 'enabled');
      ELSIF work = 'remediations' THEN
        due := (SELECT due_at FROM remediations WHERE tenant_id = tenant AND due_at IS NOT NULL ORDER BY due_at LIMIT 1);
      ELSIF work = 'connectors' THEN
        due := (SELECT min(next_sync_at) FROM connectors WHERE tenant_id = tenant AND next_sync_at IS NOT NULL AND enabled);
      ELSIF work = 'reports' THEN
        due := least(
          (SELECT due_at FROM reports WHERE tenant_id = tenant AND due_at IS NOT NULL ORDER BY due_at LIMIT 1),
          (SELECT expires_at FROM reports WHERE tenant_id = tenant AND expires_at IS NOT NULL ORDER BY expires_at LIMIT 1),
          (SELECT removed_at FROM reports WHERE tenant_id = tenant AND removed_at IS NOT NULL ORDER BY removed_at LIMIT 1));
      ELSIF work = 'schedules' THEN
        due := (SELECT next_run_at FROM report_schedules WHERE tenant_id = tenant AND next_run_at IS NOT NULL
                ORDER BY next_run_at LIMIT 1);
        IF EXISTS (SELECT FROM report_schedule_runs u
                   JOIN LATERAL (SELECT FROM reports r
                                 WHERE r.tenant_id = tenant AND r.id = u.report_id AND r.status <> 'generating'
                                 LIMIT 1) one ON true
                   WHERE u.tenant_id = tenant)
          OR EXISTS (SELECT FROM campaigns c
                     WHERE c.tenant_id = tenant AND c.report IS NOT NULL AND c.report_id IS NULL AND c.generated_at IS NOT NULL
                       AND NOT EXISTS (SELECT FROM reviews r
                                       WHERE r.tenant_id = tenant AND r.campaign_id = c.id
                                         AND r.status IN ('PENDING', 'ESCALATED'))) THEN
          due := at_once;
        END IF;
      ELSIF work = 'alerts' THEN
        due := coalesce((SELECT next_at FROM alert_evaluations WHERE tenant_id = tenant), at_once);
      ELSIF work = 'dry_runs' THEN
        IF EXISTS (SELECT FROM policy_dry_runs WHERE tenant_id = tenant AND status = 'running') THEN
          due := at_once;
        END IF;
      ELSIF work = 'overview' THEN
        -- Whether the pause after the last look is over is for those to say who make it.
        has_scores := EXISTS (SELECT FROM grant_scores WHERE tenant_id = tenant AND active);
        IF EXISTS (SELECT FROM overviews o
                   WHERE o.tenant_id = tenant AND o.asked_at > coalesce(o.computed_at, '-infinity'))
          OR has_scores
            AND (NOT EXISTS (SELECT FROM overviews WHERE tenant_id = tenant AND computed_at IS NOT NULL)
              OR NOT EXISTS (SELECT FROM band_days
                             WHERE tenant_id = tenant AND day = (as_of AT TIME ZONE 'UTC')::date - 1)) THEN
          due := at_once;
        ELSIF has_scores THEN
          -- When this day has ended.
          due := ((as_of AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC';
        END IF;
      ELSIF work = 'likelihoods' THEN
        answered := (SELECT decided_at FROM review_decisions WHERE tenant_id = tenant ORDER BY decided_at DESC, id DESC LIMIT 1);
        SELECT l.fitted_at, CASE WHEN l.blocks = '[]' THEN interval '10 seconds' ELSE interval '10 minutes' END INTO fitted, pause
        FROM likelihoods l WHERE l.tenant_id = tenant;
        -- What was answered, or which model is in force, is seen after ten minutes, or seconds while it was too little; what answers
        -- have come to, once a day.
        due := CASE WHEN answered IS NULL THEN NULL
                    WHEN fitted IS NULL THEN at_once
                    WHEN answered > fitted
                      OR (SELECT changed_at FROM policies WHERE tenant_id = tenant ORDER BY version DESC LIMIT 1) > fitted
                      THEN fitted + pause
                    ELSE fitted + interval '1 day' END;
      END IF;
    EXCEPTION WHEN OTHERS THEN
      due := at_once;
    END;
    IF due IS NOT NULL THEN
      tenant_id := tenant;
      due_in_ms := CASE WHEN due <= as_of THEN 0 ELSE extract(epoch FROM due - as_of) * 1000 END;
      RETURN NEXT;
    END IF;
  END LOOP;
  -- Whoever asked is who he was; after an error, by the end of the transaction.
  PERFORM set_config('lapse.tenant_id', coalesce(asking, ''), true);
END $$;
