import { packVolume } from '../domain/anomaly-baseline.ts';
import { crossesAt, scoreAt, thresholdsReached } from '../domain/decay.ts';
import { lapseDate } from '../domain/lapse-date.ts';
import { completeFacts } from '../store/grant-facts.ts';
import {
  refreshPrincipalScores,
  type ScoreWrite,
  saveGrantScores,
  setReached,
} from '../store/grant-scores.ts';
import { appendHistory, type HistoryPoint } from '../store/score-history-points.ts';
import { placeOf } from './analyse-peers.ts';
import type { Batch, ScoreCrossing, TouchedGrant } from './batch.ts';

/**
 * Computes and stores the lapse dates of the batch, and announces what fell below a threshold. What rises above one is
 * found by the sweep, whatever made it rise, so that each crossing is announced in one place and once.
 */
export async function settleScores(batch: Batch): Promise<void> {
  const writes: ScoreWrite[] = [];
  const history: HistoryPoint[] = [];
  for (const grant of batch.grants.values()) {
    const write = settleGrant(batch, grant);
    if (write === null) continue;
    writes.push(write);
    const before = grant.known.stored?.lapses_at ?? null;
    if (batch.cause !== 'use' && before !== write.lapses_at) {
      const { grant_id, lapses_at } = write;
      history.push({ grant_id, at: batch.now, cause: batch.cause, previous_lapses_at: before, lapses_at });
    }
  }
  await saveGrantScores(batch.tx, writes, batch.now);
  await appendHistory(batch.tx, history);
  await settlePrincipals(batch, [...new Set(writes.map((write) => write.principal_id))]);
}

/** Null when nothing about it has changed. */
function settleGrant(batch: Batch, grant: TouchedGrant): ScoreWrite | null {
  const { known, use } = grant;
  const { policy, now } = batch;
  const facts = completeFacts(known, { use, anomaly_window_days: policy.shifts.anomaly.window_days });
  const lapses_at = lapseDate(facts, policy);
  const place = placeOf(grant);
  if (known.stored !== null && batch.cause !== 'use' && isSettled(grant, lapses_at)) return null;

  const announced = known.stored?.reached ?? 0;
  const reached = Math.min(
    announced,
    thresholdsReached(lapses_at, now, policy.thresholds, policy.half_life_days),
  );
  if (known.active && known.stored) {
    const { grant_id, principal_id, asset_id } = known;
    const from = known.stored.lapses_at;
    batch.crossings.push(
      ...fallen(
        batch,
        { of: 'grant', grant_id, principal_id, asset_id },
        { from, to: lapses_at, announced, reached },
      ),
    );
  }
  return {
    is_new: known.stored === null,
    grant_id: known.grant_id,
    principal_id: known.principal_id,
    asset_id: known.asset_id,
    active: known.active,
    last_used_at: use.last_used_at,
    active_days: use.active_days,
    lapses_at,
    reached,
    anomaly_signals: facts.anomaly_signals,
    volume: grant.volume === null ? null : packVolume(grant.volume),
    place,
    peer_active: place !== null && grant.peer_active,
  };
}

function isSettled(grant: TouchedGrant, lapsesAt: number): boolean {
  const { stored } = grant.known;
  const place = placeOf(grant);
  return (
    stored !== null &&
    stored.lapses_at === lapsesAt &&
    (stored.place === null) === (place === null) &&
    stored.place?.department === place?.department &&
    stored.place?.type === place?.type &&
    stored.peer_active === (place !== null && grant.peer_active)
  );
}

async function settlePrincipals(batch: Batch, principalIds: string[]): Promise<void> {
  const { tx, now, policy } = batch;
  const lowered: { id: string; reached: number }[] = [];
  for (const score of await refreshPrincipalScores(tx, principalIds, now)) {
    const { principal_id, grant_id, lapses_at, reached: announced } = score;
    const reached = thresholdsReached(lapses_at, now, policy.thresholds, policy.half_life_days);
    if (reached >= announced) continue;
    lowered.push({ id: principal_id, reached });
    const whose = { of: 'principal' as const, grant_id, principal_id, asset_id: null };
    const from = crossedLapse(batch, announced);
    batch.crossings.push(...fallen(batch, whose, { from, to: lapses_at, announced, reached }));
  }
  await setReached(tx, 'principal_scores', lowered);
}

/** The latest lapse date at which this many thresholds were reached: the least that the score was before. */
function crossedLapse({ now, policy }: Batch, announced: number): number {
  const threshold = policy.thresholds[announced - 1] ?? 50;
  return now - (crossesAt(0, threshold, policy.half_life_days) as number);
}

function fallen(
  { now, policy }: Batch,
  whose: Pick<ScoreCrossing, 'of' | 'grant_id' | 'principal_id' | 'asset_id'>,
  { from, to, announced, reached }: { from: number; to: number; announced: number; reached: number },
): ScoreCrossing[] {
  return policy.thresholds.slice(reached, announced).map((threshold) => ({
    ...whose,
    threshold,
    direction: 'below' as const,
    score: scoreAt(to, now, policy.half_life_days),
    previous_score: scoreAt(from, now, policy.half_life_days),
    at: now,
  }));
}
