-- Up Migration

-- Tenants for which there is something to do. Every question is asked as the tenant it is about, under the same row
-- security as all others, but in one statement for all: with one statement each, many idle tenants took more of the
-- processors than those that had something to do. A few probes of indexes per tenant, whose plans are made once.
CREATE FUNCTION tenants_with(work text, as_of timestamptz) RETURNS SETOF integer
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  asking text := current_setting('lapse.tenant_id', true);
  tenant integer;
  is_due boolean;
  seen_to xid8;
  not_seen xid8[];
BEGIN
  FOR tenant IN SELECT t.tenant_id FROM tenants t ORDER BY t.tenant_id LOOP
    PERFORM set_config('lapse.tenant_id', tenant::text, true);
    IF work = 'events' THEN
      is_due := EXISTS (SELECT FROM inbox WHERE tenant_id = tenant AND not_before <= now())
        OR EXISTS (SELECT FROM recalculations WHERE tenant_id = tenant)
        OR EXISTS (SELECT FROM peer_moves WHERE tenant_id = tenant);
    ELSIF work = 'audit' THEN
      -- Where the sequencer stopped: at a snapshot, and at rest, on this server.
      SELECT pg_snapshot_xmax(s.sequenced), ARRAY(SELECT pg_snapshot_xip(s.sequenced)) INTO seen_to, not_seen
      FROM audit_sequencers s
      WHERE s.tenant_id = tenant AND s.sequenced IS NOT NULL AND s.target IS NULL
        AND s.cluster = (SELECT c.system_identifier::text FROM pg_control_system() c);
      -- What that snapshot did not show: entries of transactions begun since, and of those that were in progress. The order
      -- has it look in the index that has it, whatever is known of the table.
      is_due := NOT FOUND
        OR (SELECT e.seq FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid >= seen_to
            ORDER BY e.appended_xid, e.seq LIMIT 1) IS NOT NULL
        OR EXISTS (SELECT FROM unnest(not_seen) AS x (xid)
                   JOIN LATERAL (SELECT FROM audit_entries e WHERE e.tenant_id = tenant AND e.appended_xid = x.xid
                                 ORDER BY e.appended_xid, e.seq LIMIT 1) one ON true);
    ELSIF work = 'deliveries' THEN
      is_due := EXISTS (
        SELECT FROM webhooks w
        JOIN LATERAL (SELECT FROM webhook_deliveries d
                      WHERE d.tenant_id = tenant AND d.endpoint_id = w.id AND d.due_at <= as_of
                      ORDER BY d.due_at LIMIT 1) one ON true
        WHERE w.tenant_id = tenant AND w.status = 'enabled' AND (w.breaker = 'closed' OR w.probe_at <= as_of));
    ELSIF work = 'remediations' THEN
      is_due := EXISTS (SELECT FROM remediations WHERE tenant_id = tenant AND due_at <= as_of);
    ELSIF work = 'connectors' THEN
      is_due := EXISTS (SELECT FROM connectors WHERE tenant_id = tenant AND next_sync_at <= as_of AND enabled);
    ELSIF work = 'reports' THEN
      is_due := EXISTS (SELECT FROM reports WHERE tenant_id = tenant AND due_at <= as_of)
        OR EXISTS (SELECT FROM reports WHERE tenant_id = tenant AND expires_at <= as_of)
        OR EXISTS (SELECT FROM reports WHERE tenant_id = tenant AND removed_at <= as_of);
    ELSIF work = 'schedules' THEN
      is_due := EXISTS (SELECT FROM report_schedules WHERE tenant_id = tenant AND next_run_at <= as_of)
        OR EXISTS (SELECT FROM report_schedule_runs u
                   JOIN LATERAL (SELECT FROM reports r
                                 WHERE r.tenant_id = tenant AND r.id = u.report_id AND r.status <> 'generating'
                                 LIMIT 1) one ON true
                   WHERE u.tenant_id = tenant);
    ELSIF work = 'alerts' THEN
      is_due := NOT EXISTS (SELECT FROM alert_evaluations WHERE tenant_id = tenant AND next_at > as_of);
    ELSIF work = 'dry_runs' THEN
      is_due := EXISTS (SELECT FROM policy_dry_runs WHERE tenant_id = tenant AND status = 'running');
    ELSIF work = 'overview' THEN
      -- Whether the pause after the last look is over is for those to say who make it.
      is_due := EXISTS (SELECT FROM overviews o
                        WHERE o.tenant_id = tenant AND o.asked_at > coalesce(o.computed_at, '-infinity'))
        OR EXISTS (SELECT FROM grant_scores WHERE tenant_id = tenant AND active)
          AND (NOT EXISTS (SELECT FROM overviews WHERE tenant_id = tenant AND computed_at IS NOT NULL)
            OR NOT EXISTS (SELECT FROM band_days
                           WHERE tenant_id = tenant AND day = (as_of AT TIME ZONE 'UTC')::date - 1));
    ELSE
      RAISE EXCEPTION 'There is no work called %.', work;
    END IF;
    IF is_due THEN
      RETURN NEXT tenant;
    END IF;
  END LOOP;
  -- Whoever asked is who he was; after an error, by the end of the transaction.
  PERFORM set_config('lapse.tenant_id', coalesce(asking, ''), true);
END $$;
