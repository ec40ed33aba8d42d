import type { Baseline } from '../domain/anomaly-baseline.ts';
import type { Querier } from './database.ts';

export interface StoredSignal {
  id: string;
  principal_id: string;
  asset_id: string;
  kind: string;
  evidence: Record<string, string | number>;
  reason: string;
  event_id: string;
  occurred_at: string;
}

export async function appendSignals(
  tx: Querier,
  signals: readonly StoredSignal[],
  now: string,
): Promise<void> {
  if (signals.length === 0) return;
  await tx.query(
    `INSERT INTO anomaly_signals (tenant_id, id, principal_id, asset_id, kind, evidence, reason, event_id,
       occurred_at, detected_at)
     SELECT $1, id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at, $3
     FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, kind text, evidence jsonb,
       reason text, event_id text, occurred_at timestamptz)`,
    [tx.tenant_id, JSON.stringify(signals), now],
  );
}

export async function loadBaselines(
  tx: Querier,
  principalIds: readonly string[],
): Promise<Map<string, Baseline>> {
  const rows = await tx.query<{ principal_id: string; baseline: Baseline }>(
    'SELECT principal_id, baseline FROM principal_baselines WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])',
    [tx.tenant_id, principalIds],
  );
  return new Map(rows.map((row) => [row.principal_id, row.baseline]));
}

export async function saveBaselines(tx: Querier, baselines: ReadonlyMap<string, Baseline>): Promise<void> {
  if (baselines.size === 0) return;
  const rows = [...baselines].map(([p, b]) => ({ p, b }));
  await tx.query(
    `INSERT INTO principal_baselines (tenant_id, principal_id, baseline)
     SELECT $1, p, b FROM json_to_recordset($2) AS r (p text, b json) ORDER BY p COLLATE "C"
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET baseline = excluded.baseline`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}
