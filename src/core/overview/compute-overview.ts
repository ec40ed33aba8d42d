import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { scanOverview } from './overview-figures.sql.ts';
import {
  lockOverview,
  type OverviewState,
  overviewState,
  overviewVersion,
  saveOverview,
} from './overviews.sql.ts';
import { tellBandDays } from './tell-band-days.ts';

/** A pause of two seconds after milliseconds of work, of half a minute after one second, of five minutes after three. */
const PAUSE_MS_MIN = 2_000;
const PAUSE_MS_MAX = 600_000;
const PAUSE_S_PER_SECOND_SQUARED = 30;

export const isDue = (state: OverviewState, now: number): boolean => isAsked(state, now) || isDayOver(state);

/**
 * Figures that need a look at every grant, when somebody asked since they were last computed. Answers whether that was done, or
 * how long it is put off.
 */
export async function computeOverview(
  context: PipelineContext,
  tenantId: number,
  signal?: AbortSignal,
): Promise<boolean | number> {
  const { db } = context;
  const now = context.now();
  const state = await overviewState(db.tenant(tenantId), now);
  if (!isDue(state, now)) return state.is_asked && dueAt(state) > now ? dueAt(state) - now : false;
  if (isAsked(state, now)) await computeFigures(context, tenantId, state);
  if (state.has_scores && !state.is_settled) await tellBandDays(context, tenantId, signal);
  return true;
}

async function computeFigures(
  context: PipelineContext,
  tenantId: number,
  { is_behind, is_settled }: OverviewState,
): Promise<void> {
  await context.db.transaction(tenantId, async (tx) => {
    if (!(await lockOverview(tx))) return;
    const now = context.now();
    const began = performance.now();
    const { policy } = await loadPolicy(tx);
    const version = await overviewVersion(tx);
    const figures = await scanOverview(tx, { policy, now });
    await saveOverview(tx, {
      figures,
      computed_at: new Date(now).toISOString(),
      version,
      took_ms: Math.round(performance.now() - began),
      // A new tenant's figures follow what is imported, whether somebody looks or not.
      is_asked_again: is_behind && !is_settled,
    });
  });
}

/** The first time as soon as there is something to tell. */
function isAsked(state: OverviewState, now: number): boolean {
  const { is_asked, computed_at, has_scores, is_behind } = state;
  if (computed_at === null) return has_scores || (is_asked && !is_behind);
  return is_asked && dueAt(state) <= now;
}

/** When the pause after the last time is over. */
const dueAt = ({ computed_at, took_ms }: OverviewState): number =>
  computed_at === null ? 0 : Date.parse(computed_at) + pauseMs(took_ms ?? 0);

function pauseMs(tookMs: number): number {
  const pause = PAUSE_MS_MIN + PAUSE_S_PER_SECOND_SQUARED * 1000 * (tookMs / 1000) ** 2;
  return Math.min(PAUSE_MS_MAX, pause);
}

const isDayOver = ({ has_scores, has_yesterday }: OverviewState): boolean => has_scores && !has_yesterday;
