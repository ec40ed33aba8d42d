import type { Querier } from '../../platform/database/database.ts';
import type { Signal } from './anomaly.rules.ts';
import type { Baseline } from './anomaly-baseline.rules.ts';
import {
  type FormerBaseline,
  packBaseline,
  type StoredBaseline,
  unpackBaseline,
} from './stored-baseline.rules.ts';

export interface StoredSignal extends Signal {
  id: string;
  principal_id: string;
  asset_id: string;
  event_id: string;
  occurred_at: string;
}

/** What is known already stays as it was found first. Answers the ids of those that were not. */
export async function appendSignals(
  tx: Querier,
  signals: readonly StoredSignal[],
  now: string,
): Promise<Set<string>> {
  if (signals.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO anomaly_signals (tenant_id, id, principal_id, asset_id, kind, evidence, reason, event_id,
       occurred_at, detected_at)
     SELECT $1, id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at, $3
     FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, kind text, evidence jsonb,
       reason text, event_id text, occurred_at timestamptz)
     ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id`,
    [tx.tenant_id, JSON.stringify(signals), now],
  );
  return new Set(rows.map((row) => row.id));
}

export async function loadBaselines(
  tx: Querier,
  principalIds: readonly string[],
): Promise<Map<string, Baseline>> {
  if (principalIds.length === 0) return new Map();
  const rows = await tx.query<{ principal_id: string; baseline: StoredBaseline | FormerBaseline }>(
    'SELECT principal_id, baseline FROM principal_baselines WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])',
    [tx.tenant_id, principalIds],
  );
  return new Map(rows.map((row) => [row.principal_id, unpackBaseline(row.baseline)]));
}

/** Those that have changed: on most days of most principals that is the first event of the day. */
export async function saveBaselines(tx: Querier, baselines: ReadonlyMap<string, Baseline>): Promise<void> {
  const rows: { p: string; b: StoredBaseline }[] = [];
  for (const [p, baseline] of baselines) if (baseline.is_changed) rows.push({ p, b: packBaseline(baseline) });
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO principal_baselines (tenant_id, principal_id, baseline)
     SELECT $1, p, b FROM json_to_recordset($2) AS r (p text, b json) ORDER BY p COLLATE "C"
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET baseline = excluded.baseline`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}

/** The grants of these principals whose count of signals depends on their baselines. */
export async function grantsWithCandidates(tx: Querier, principalIds: readonly string[]): Promise<string[]> {
  if (principalIds.length === 0) return [];
  const rows = await tx.query<{ grant_id: string }>(
    `SELECT s.grant_id FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = w.id OFFSET 0) g ON true
     JOIN LATERAL (SELECT grant_id FROM grant_scores
                   WHERE tenant_id = $1 AND grant_id = g.id AND active AND candidates IS NOT NULL LIMIT 1) s ON true`,
    [tx.tenant_id, principalIds],
  );
  return rows.map((row) => row.grant_id);
}
