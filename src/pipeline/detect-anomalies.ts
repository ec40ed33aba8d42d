import { observe, type Signal } from '../domain/anomaly.ts';
import { emptyBaseline, emptyVolume } from '../domain/anomaly-baseline.ts';
import { DAY_MS } from '../domain/decay.ts';
import { appendSignals, loadBaselines, type StoredSignal, saveBaselines } from '../store/anomaly-signals.ts';
import type { Batch, PipelineEvent } from './batch.ts';
import { settleScores } from './settle-scores.ts';

/**
 * Looks at every event once, in the order in which they happened to each principal. Signals are the last fact that a
 * lapse date depends on, so the scores of the batch are settled here.
 */
export async function detectAnomalies(batch: Batch): Promise<void> {
  if (batch.events.length > 0) await observeEvents(batch);
  await settleScores(batch);
}

async function observeEvents(batch: Batch): Promise<void> {
  const principals = [...new Set(batch.events.map((event) => event.principal_id))];
  const baselines = await loadBaselines(batch.tx, principals);
  const found: StoredSignal[] = [];
  for (const event of [...batch.events].sort((a, b) => a.at - b.at)) {
    const ownId = event.grant_ids[0] ?? '';
    const own = batch.used.get(ownId) ?? batch.grants.get(ownId);
    const { signals, normal } = observe(
      { at: event.at, action: event.action, network: event.network, rows_returned: rowsReturned(event) },
      {
        principal: baselines.get(event.principal_id) ?? emptyBaseline(),
        volume: own?.volume ?? emptyVolume(),
      },
    );
    baselines.set(event.principal_id, normal.principal);
    if (own && rowsReturned(event) !== null) own.volume = normal.volume;
    const all = event.grant_ids.length === 0 ? [ungrantedUse(event), ...signals] : signals;
    for (const signal of all) {
      found.push(toStored(batch.newId(), event, signal));
      for (const id of event.grant_ids) noteSignal(batch, id, event.at);
    }
  }
  await saveBaselines(batch.tx, baselines);
  await appendSignals(batch.tx, found, new Date(batch.now).toISOString());
}

function noteSignal(batch: Batch, grantId: string, at: number): void {
  const used = batch.used.get(grantId);
  if (used === undefined) batch.grants.get(grantId)?.known.signals_at.push(at);
  // Counted back from the latest use, like all others.
  else if (at >= (used.use.last_used_at as number) - batch.policy.shifts.anomaly.window_days * DAY_MS)
    used.signals += 1;
}

/** A use that no grant allows is a finding, not an error: either the directory is behind, or somebody found a way. */
function ungrantedUse({ action }: PipelineEvent): Omit<Signal, 'kind'> & { kind: string } {
  return {
    kind: 'ungranted_use',
    evidence: { action },
    reason: `Used (${action}) although no known grant allows it.`,
  };
}

function rowsReturned({ metadata }: PipelineEvent): number | null {
  const rows = metadata?.rows_returned;
  return typeof rows === 'number' && Number.isFinite(rows) && rows >= 0 ? rows : null;
}

function toStored(
  id: string,
  event: PipelineEvent,
  signal: Omit<Signal, 'kind'> & { kind: string },
): StoredSignal {
  const { principal_id, asset_id, event_id, timestamp } = event;
  const { kind, evidence, reason } = signal;
  return { id, principal_id, asset_id, kind, evidence, reason, event_id, occurred_at: timestamp };
}
