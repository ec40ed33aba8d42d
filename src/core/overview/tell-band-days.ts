import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { openBandDays, saveBandDays } from './band-days.sql.ts';
import { bandsByClass } from './compliance-bands.rules.ts';
import { pastStates } from './compliance-lapse.rules.ts';
import { withSetPlans } from './figures.sql.ts';
import { grantsBefore, keptPast, wasGone } from './grant-figures.sql.ts';
import { type BandDay, bandCounts, dateOf, HISTORY_DAYS, startOfDay } from './overview.rules.ts';
import { countBands } from './overview-live.sql.ts';

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
    });
    return;
  }
  const isRepeat = open.length === HISTORY_DAYS - 1;
  if (isRepeat && (repeatable.get(tenantId) ?? 0) > performance.now()) return;
  const began = performance.now();
  const days = await db.snapshot(tenantId, (snapshot) => reconstructDays(snapshot, open, policy), signal);
  repeatable.set(tenantId, performance.now() + (performance.now() - began) * REPEAT_SHARE);
  await db.transaction(tenantId, (tx) => saveBandDays(tx, days, wanted.today));
}

/** One look at every grant, at the ends of all days at once. */
async function reconstructDays(q: Querier, days: readonly string[], policy: Policy): Promise<BandDay[]> {
  const instants = days.map((day) => Date.parse(day) + DAY_MS);
  const counts = days.map(() => [0, 0, 0, 0]);
  const bands = bandsByClass(policy);
  const rules = { policy, fresh_ms: bands.fresh_ms };
  const state = {
    lapses_at: new Float64Array(days.length),
    half_life_class: new Int8Array(days.length),
    last_used_at: new Float64Array(days.length),
  };
  const window = { since: isoInstant(instants[0] as number), to: isoInstant(instants.at(-1) as number) };
  await withSetPlans(q, async () => {
    for await (const rows of grantsBefore(q, { ...window, filters: NO_FILTERS })) {
      for (const row of rows) {
        pastStates(keptPast(row, policy), instants, rules, state);
        for (let i = 0; i < instants.length; i++) {
          const instant = instants[i] as number;
          const lapses_at = state.lapses_at[i] as number;
          if (Number.isNaN(lapses_at) || wasGone(row, instant)) continue;
          const count = counts[i] as number[];
          const band = bands.of({ lapses_at, half_life_class: state.half_life_class[i] as number }, instant);
          count[band] = (count[band] as number) + 1;
        }
      }
    }
  });
  return days.map((date, i) => ({ date, ...bandCounts((band) => counts[i]?.[band] ?? 0) }));
}
