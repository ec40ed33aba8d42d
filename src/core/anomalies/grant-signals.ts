import type { Batch, Touched } from '../pipeline/batch.ts';
import { dayOf } from '../scores/habit.rules.ts';
import { countSignals } from './anomaly.rules.ts';
import { emptyBaseline } from './anomaly-baseline.rules.ts';
import { loadBaselines } from './anomaly-signals.sql.ts';
import { emptyVolume, type VolumeBaseline } from './anomaly-volume.rules.ts';
import { packVolume, unpackVolume } from './stored-baseline.rules.ts';

/** The rows usually returned through a grant; read from what is stored when somebody asks. */
export function volumeOf(grant: Touched): VolumeBaseline {
  if (grant.volume === null) {
    const stored = grant.known.stored?.volume ?? null;
    grant.volume = stored === null ? emptyVolume() : unpackVolume(stored);
  }
  return grant.volume;
}

/** The candidates among the stored scores, one by one; null in the usual case. */
export function unpackCandidates(text: string | null): Set<string> | null {
  return text === null ? null : new Set(text.split(' '));
}

/** Grants with candidates are judged against their principals, which a batch without events has not loaded yet. */
export async function loadMissingBaselines(batch: Batch): Promise<void> {
  const missing = new Set<string>();
  for (const { candidates, known } of [...batch.grants.values(), ...batch.used.values()]) {
    if (candidates !== null && !batch.baselines.has(known.principal_id)) missing.add(known.principal_id);
  }
  for (const [id, baseline] of await loadBaselines(batch.tx, [...missing])) batch.baselines.set(id, baseline);
}

/** Signals within the window before the latest use. Nothing is looked at when there are no candidates. */
export function signalsOf(batch: Batch, grant: Touched): number {
  const { candidates, known, use } = grant;
  if (candidates === null || use.last_used_at === null) return 0;
  const signals = countSignals(
    candidates,
    dayOf(use.last_used_at) - batch.policy.shifts.anomaly.window_days,
    {
      asset_id: known.asset_id,
      principal: batch.baselines.get(known.principal_id) ?? emptyBaseline(),
      volume: volumeOf(grant),
    },
  );
  if (candidates.size === 0) grant.candidates = null;
  return signals;
}

/** As it is stored with the score, after `signalsOf`. */
export function packSignals({ candidates, volume, known }: Touched) {
  return {
    candidates: candidates === null ? null : [...candidates].sort().join(' '),
    volume: volume?.is_changed ? packVolume(volume) : (known.stored?.volume ?? null),
  };
}
