import { numberArray, textArray } from '../platform/database/array-literal.ts';
import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { EndpointHealth } from './breaker.rules.ts';
import type { WaitsFor } from './types.rules.ts';

/** One attempt, as it is kept with its delivery. */
export type Attempt = {
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response: string | null;
};

export interface DeliveryResult {
  endpoint_id: string;
  id: string;
  lease: string;
  status: 'pending' | 'delivered' | 'dead' | 'skipped';
  /** Null: nothing more is to be done. */
  due_at: number | null;
  tries: number;
  /** Null: it was not tried, because it waits on purpose. */
  attempt: Attempt | null;
  waits_for: WaitsFor | null;
}

/** Redelivery may add more of them than the schedule does; the latest are kept. */
const ATTEMPTS_MAX = 25;

/**
 * What was found out by attempts whose lease is still theirs, as one statement. Every row is there, so nothing is inserted:
 * a conflict is looked up by its key, row by row, whatever the statistics say. As an update with a join PostgreSQL went
 * through all of a tenant's deliveries until it had statistics of them, 0.8 s for 140 results among 5,000.
 * Of endpoints that are answering nothing else is to be said: one success ends whatever was wrong; the time of it is written once a second.
 */
export async function recordResults(
  q: Querier,
  results: readonly DeliveryResult[],
  answering: { endpoint_ids: readonly string[]; at: number },
): Promise<void> {
  await q.query(
    `WITH answering AS (
       UPDATE webhooks SET last_success_at = $10, breaker = 'closed', probe_at = NULL, consecutive_failures = 0,
         failing_since = NULL
       WHERE tenant_id = $1 AND id = ANY ($9::text[]) AND (consecutive_failures > 0 OR failing_since IS NOT NULL
         OR last_success_at IS NULL OR last_success_at < $10::timestamptz - interval '1 second')),
     ours AS MATERIALIZED (
       SELECT d.event_id, d.type, r.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
         $7::smallint[], $8::jsonb[], $11::text[]) AS r (endpoint_id, id, lease, status, due_at, tries, attempt, waits_for)
       JOIN LATERAL (SELECT event_id, type FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = r.endpoint_id
                       AND id = r.id AND lease = r.lease LIMIT 1 FOR UPDATE) d ON true)
     INSERT INTO webhook_deliveries AS d (tenant_id, endpoint_id, id, event_id, type, status, due_at, tries, attempts, waits_for)
     SELECT $1, endpoint_id, id, event_id, type, status, due_at, tries, attempt, waits_for FROM ours
     ON CONFLICT (tenant_id, endpoint_id, id) DO UPDATE SET status = excluded.status, due_at = excluded.due_at, lease = NULL,
       tries = excluded.tries, waits_for = excluded.waits_for,
       attempts = CASE WHEN jsonb_array_length(d.attempts) >= ${ATTEMPTS_MAX} THEN d.attempts - 0 ELSE d.attempts END
         || excluded.attempts,
       finished_at = CASE WHEN excluded.due_at IS NULL THEN now() END`,
    [
      q.tenant_id,
      textArray(results.map((result) => result.endpoint_id)),
      textArray(results.map((result) => result.id)),
      textArray(results.map((result) => result.lease)),
      textArray(results.map((result) => result.status)),
      textArray(results.map(({ due_at }) => iso(due_at))),
      numberArray(results.map((result) => result.tries)),
      textArray(results.map((result) => JSON.stringify(result.attempt ?? []))),
      answering.endpoint_ids,
      iso(answering.at),
      textArray(results.map((result) => result.waits_for)),
    ],
  );
  q.changed?.('webhooks');
}

export type LockedHealth = EndpointHealth & {
  id: string;
  kind: string;
  signs_with_previous: boolean;
};

/** In one order, so that two workers cannot wait for each other. Those that are not enabled have no health to follow. */
export async function lockHealth(tx: Querier, endpointIds: readonly string[]): Promise<LockedHealth[]> {
  const rows = await tx.query<LockedHealth & { probe_at: string | null; failing_since: string | null }>(
    `SELECT id, kind, breaker, probe_at, consecutive_failures, failing_since, signs_with_previous FROM webhooks
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status = 'enabled' ORDER BY id FOR UPDATE`,
    [tx.tenant_id, endpointIds],
  );
  return rows.map((row) => ({
    ...row,
    probe_at: row.probe_at === null ? null : Date.parse(row.probe_at),
    failing_since: row.failing_since === null ? null : Date.parse(row.failing_since),
  }));
}

export interface HealthChange extends EndpointHealth {
  id: string;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  signs_with_previous: boolean;
  disabled_reason: string | null;
  now: number;
}

export async function saveHealth(tx: Querier, change: HealthChange): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET breaker = $3, probe_at = $4, consecutive_failures = $5, failing_since = $6,
       last_success_at = greatest(last_success_at, $7), last_failure_at = greatest(last_failure_at, $8),
       last_error = coalesce($9, last_error), signs_with_previous = $10,
       status = CASE WHEN $11::text IS NULL THEN status ELSE 'disabled' END,
       disabled_reason = coalesce($11, disabled_reason),
       disabled_at = CASE WHEN $11::text IS NULL THEN disabled_at ELSE $12::timestamptz END
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.tenant_id,
      change.id,
      change.breaker,
      iso(change.probe_at),
      change.consecutive_failures,
      iso(change.failing_since),
      iso(change.last_success_at),
      iso(change.last_failure_at),
      change.last_error,
      change.signs_with_previous,
      change.disabled_reason,
      iso(change.now),
    ],
  );
}

const iso = (at: number | null): string | null => (at === null ? null : isoInstant(at));
