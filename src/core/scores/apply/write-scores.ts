import { packSignals, signalsOf } from '../../anomalies/grant-signals.ts';
import { type ChangedGrant, refreshPrincipalScores } from '../../overview/stalest-grants.sql.ts';
import type { Batch, ScoreCrossing, TouchedGrant, UsedGrant } from '../../pipeline/batch.ts';
import { computeAndStore } from '../../pipeline/overlap.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { crossesAt } from '../decay.rules.ts';
import { setPrincipalMarks } from '../grant-marks.sql.ts';
import { type Lapse, scoreOfLapse } from '../half-life.rules.ts';
import { lapseAfterUse, standingDays } from '../lapse-date.rules.ts';
import { keptMark, markReached, marksBetween, marksOf, UNTOLD } from '../marks.rules.ts';
import { purposeLapse } from '../purpose.rules.ts';
import { isCounted, placeOf } from './analyse-peers.ts';
import { completeFacts } from './grant-facts.sql.ts';
import {
  appendHistory,
  type HistoryPoint,
  type ScoreWrite,
  saveGrantScores,
  saveUses,
  type UseWrite,
} from './grant-scores.sql.ts';

/**
 * Computes and stores the lapse dates of the batch, and announces what fell below a threshold. What rises above one is
 * found by the sweep, whatever made it rise, so that each crossing is announced in one place and once.
 */
export async function writeScores(batch: Batch): Promise<void> {
  const writes: ScoreWrite[] = [];
  const history: HistoryPoint[] = [];
  for (const grant of batch.grants.values()) {
    const write = scoreGrant(batch, grant);
    if (write === null) continue;
    writes.push(write);
    const before = grant.known.stored?.lapses_at ?? null;
    if (batch.cause !== 'use' && before !== write.lapses_at) {
      const { grant_id, lapses_at } = write;
      history.push({ grant_id, at: batch.now, cause: batch.cause, previous_lapses_at: before, lapses_at });
    }
  }
  const scoring = { now: batch.now, model_version: batch.policy.model_version };
  const changed: ChangedGrant[] = writes.slice();
  await computeAndStore([...batch.used.values()], (part) => {
    const uses = part.map((grant) => scoreUse(batch, grant));
    for (const { principal_id, grant_id, lapses_at, half_life_class } of uses)
      changed.push({ principal_id, grant_id, lapses_at, half_life_class, active: true });
    return () => saveUses(batch.tx, uses, scoring);
  });
  await saveGrantScores(batch.tx, writes, scoring);
  await appendHistory(batch.tx, history);
  await scorePrincipals(batch, changed);
  if (changed.length > 0) batch.tx.changed?.('scores', 'grants', 'principals', 'overview');
}

/** Its use is all that has changed. */
function scoreUse(batch: Batch, grant: UsedGrant): UseWrite {
  const { known, use } = grant;
  const anomaly_signals = signalsOf(batch, grant);
  const { grant_id, principal_id, stored } = known;
  const facts = { ...known.facts, ...use, anomaly_signals };
  const lapse = lapseAfterUse(facts, known.standing_days, batch.policy);
  const { lapses_at, half_life_class } = lapse;
  grant.lapses_at = lapses_at;
  grant.half_life_class = half_life_class;
  return {
    grant_id,
    principal_id,
    ...use,
    lapses_at,
    half_life_class,
    reached: announceFall(batch, known, { from: stored, to: lapse, announced: stored.reached }),
    anomaly_signals,
    ...packSignals(grant),
  };
}

/** The mark that is still reached. What was never told is not announced as fallen either. */
function announceFall(
  batch: Batch,
  { grant_id, principal_id, asset_id }: Pick<TouchedGrant['known'], 'grant_id' | 'principal_id' | 'asset_id'>,
  { from, to, announced }: { from: Lapse; to: Lapse; announced: number },
): number {
  // Most are fresh before and after.
  if (announced === 0) return 0;
  const { now, policy } = batch;
  const reached = keptMark(announced, markReached(policy, 'grant', { ...to, now }));
  if (announced === UNTOLD) return reached;
  const whose = { of: 'grant' as const, grant_id, principal_id, asset_id };
  batch.crossings.push(...fallen(batch, whose, { from, to, announced, reached }));
  return reached;
}

/** By the policy of the batch, once its uses and signals are known. */
export function lapseOf(batch: Batch, grant: TouchedGrant) {
  const facts = completeFacts(grant.known, { use: grant.use, anomaly_signals: signalsOf(batch, grant) });
  const cycle = purposeLapse(facts, batch.policy);
  if (cycle !== null) return { facts, standing_days: null, ...cycle };
  const standing_days = standingDays(facts, batch.policy);
  return { facts, standing_days, ...lapseAfterUse(facts, standing_days, batch.policy) };
}

/** Null when nothing about it has changed. */
function scoreGrant(batch: Batch, grant: TouchedGrant): ScoreWrite | null {
  const { known, use } = grant;
  const { policy, now } = batch;
  const { facts, standing_days, lapses_at, half_life_class } = lapseOf(batch, grant);
  const lapse = { lapses_at, half_life_class };
  grant.lapses_at = lapses_at;
  grant.half_life_class = half_life_class;
  const place = placeOf(grant);
  const { stored } = known;
  if (
    batch.cause !== 'use' &&
    isUnchanged(grant, { ...facts, ...lapse, standing_days, model_version: policy.model_version })
  )
    return null;

  const reached =
    known.active && stored
      ? announceFall(batch, known, { from: stored, to: lapse, announced: stored.reached })
      : keptMark(stored?.reached ?? null, markReached(policy, 'grant', { ...lapse, now }));
  return {
    is_new: known.stored === null,
    grant_id: known.grant_id,
    principal_id: known.principal_id,
    asset_id: known.asset_id,
    active: known.active,
    last_used_at: use.last_used_at,
    active_days: use.active_days,
    lapses_at,
    half_life_class,
    standing_days,
    reached,
    anomaly_signals: facts.anomaly_signals,
    ...packSignals(grant),
    place,
    peer_counted: isCounted(grant),
    peer_active: place !== null && grant.peer_active,
  };
}

function isUnchanged(
  grant: TouchedGrant,
  computed: Pick<ScoreWrite, 'lapses_at' | 'half_life_class' | 'standing_days' | 'anomaly_signals'> &
    Pick<Policy, 'model_version'>,
): boolean {
  const { stored } = grant.known;
  const place = placeOf(grant);
  return (
    stored !== null &&
    stored.active === grant.known.active &&
    stored.lapses_at === computed.lapses_at &&
    stored.half_life_class === computed.half_life_class &&
    stored.model_version === computed.model_version &&
    stored.last_used_at === grant.use.last_used_at &&
    stored.standing_days === computed.standing_days &&
    grant.known.facts.anomaly_signals === computed.anomaly_signals &&
    (stored.place === null) === (place === null) &&
    stored.place?.department === place?.department &&
    stored.place?.type === place?.type &&
    (place === null || stored.peer_counted === isCounted(grant)) &&
    stored.peer_active === (place !== null && grant.peer_active)
  );
}

async function scorePrincipals(batch: Batch, changed: ChangedGrant[]): Promise<void> {
  const { tx, now, policy } = batch;
  const marks = marksOf(policy, 'principal');
  const moved: { id: string; reached: number }[] = [];
  for (const score of await refreshPrincipalScores(tx, changed, now)) {
    const { principal_id, grant_id, lapses_at, half_life_class, reached: announced } = score;
    if (announced === null) {
      // It begins where its grant was announced to stand: it did not cross that itself.
      const begun = marks.filter((mark) => mark.code <= score.grant_reached).at(-1)?.code ?? 0;
      if (begun > 0) moved.push({ id: principal_id, reached: begun });
      continue;
    }
    const to = { lapses_at, half_life_class };
    const reached = markReached(policy, 'principal', { ...to, now });
    if (reached >= announced) continue;
    moved.push({ id: principal_id, reached });
    const whose = { of: 'principal' as const, grant_id, principal_id, asset_id: null };
    // The latest lapse date at which this mark was reached: the least that the score was before.
    const from = {
      lapses_at: now - crossesAt(0, announced / 100, policy.half_life_days),
      half_life_class: 0,
    };
    batch.crossings.push(...fallen(batch, whose, { from, to, announced, reached }));
  }
  await setPrincipalMarks(tx, moved);
}

function fallen(
  { now, policy }: Batch,
  whose: Pick<ScoreCrossing, 'of' | 'grant_id' | 'principal_id' | 'asset_id'>,
  { from, to, announced, reached }: { from: Lapse; to: Lapse; announced: number; reached: number },
): ScoreCrossing[] {
  const passed = marksBetween(marksOf(policy, whose.of), reached, announced);
  return passed
    .filter((mark) => mark.is_threshold)
    .map((mark) => ({
      ...whose,
      threshold: mark.score,
      direction: 'below' as const,
      score: scoreOfLapse(to, now, policy),
      previous_score: scoreOfLapse(from, now, policy),
      at: now,
    }));
}
