import { bandsOf } from '../domain/compliance-bands.ts';
import { pastStates } from '../domain/compliance-lapse.ts';
import { DAY_MS, RISK_LEVELS } from '../domain/decay.ts';
import { isoInstant } from '../domain/iso-instant.ts';
import { type BandDay, dateOf, HISTORY_DAYS, startOfDay } from '../domain/overview.ts';
import type { Policy } from '../domain/policy.ts';
import { openBandDays, saveBandDays } from '../store/band-days.ts';
import type { Querier } from '../store/database.ts';
import { countBands } from '../store/overview-live.ts';
import { loadPolicy } from '../store/policies.ts';
import { withSetPlans } from '../store/report-figures.ts';
import { grantsBefore, keptPast, wasGone } from '../store/report-figures-grants.ts';
import type { PipelineContext } from './process-tenant.ts';

/** A look at all grants may take a minute; on the first day it is repeated in a twentieth of the time. */
const REPEAT_SHARE = 20;
const repeatable = new Map<number, number>();

const NO_FILTERS = { department: null, platform: null, classification: null };

/**
 * Keeps how many grants were in each band at the end of each day. Yesterday is counted once it is over. Days of which
 * nobody kept that, before Lapse was there or while it was not running, are told from when access was granted and used, as
 * far as it was observed; on the first day again, because uses that are imported then belong to the past.
 */
export async function tellBandDays(
  { db, now }: PipelineContext,
  tenantId: number,
  signal?: AbortSignal,
): Promise<void> {
  const today = startOfDay(now());
  const yesterday = today - DAY_MS;
  const wanted = {
    from: dateOf(today - (HISTORY_DAYS - 1) * DAY_MS),
    to: dateOf(yesterday),
    today: dateOf(today),
  };
  const open = await openBandDays(db.tenant(tenantId), wanted);
  if (open.length === 0) return;
  const { policy } = await loadPolicy(db.tenant(tenantId));
  if (open.length === 1 && open[0] === wanted.to) {
    await db.transaction(tenantId, async (tx) => {
      const bands = await countBands(tx, { policy, now: today });
      await saveBandDays(tx, [{ date: wanted.to, ...bands }], null);
      tx.changed?.('overview');
    });
    return;
  }
  const isRepeat = open.length === HISTORY_DAYS - 1;
  if (isRepeat && (repeatable.get(tenantId) ?? 0) > performance.now()) return;
  const began = performance.now();
  const days = await db.snapshot(tenantId, (snapshot) => reconstructDays(snapshot, open, policy), signal);
  repeatable.set(tenantId, performance.now() + (performance.now() - began) * REPEAT_SHARE);
  await db.transaction(tenantId, async (tx) => {
    await saveBandDays(tx, days, wanted.today);
    tx.changed?.('overview');
  });
}

/** One look at every grant, at the ends of all days at once. */
async function reconstructDays(q: Querier, days: readonly string[], policy: Policy): Promise<BandDay[]> {
  const instants = days.map((day) => Date.parse(day) + DAY_MS);
  const counts = days.map(() => [0, 0, 0, 0]);
  const bands = bandsOf(policy.half_life_days);
  const rules = { policy: policy.patience, fresh_ms: bands.fresh_ms };
  const state = { lapses_at: new Float64Array(days.length), last_used_at: new Float64Array(days.length) };
  const window = { since: isoInstant(instants[0] as number), to: isoInstant(instants.at(-1) as number) };
  await withSetPlans(q, async () => {
    for await (const rows of grantsBefore(q, { ...window, filters: NO_FILTERS })) {
      for (const row of rows) {
        pastStates(keptPast(row, policy.patience), instants, rules, state);
        for (let i = 0; i < instants.length; i++) {
          const instant = instants[i] as number;
          const lapsesAt = state.lapses_at[i] as number;
          if (Number.isNaN(lapsesAt) || wasGone(row, instant)) continue;
          const count = counts[i] as number[];
          const band = bands.of(lapsesAt, instant);
          count[band] = (count[band] as number) + 1;
        }
      }
    }
  });
  return days.map((date, i) => ({
    date,
    ...(Object.fromEntries(RISK_LEVELS.map((level, band) => [level, counts[i]?.[band] ?? 0])) as Omit<
      BandDay,
      'date'
    >),
  }));
}
