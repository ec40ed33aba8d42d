import type { Coverage, RawEvent, UsePage } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { instantOf, once } from '../../rows.ts';
import { signInsRefused } from '../check-health.ts';
import type { EntraSettings } from '../entra-settings.ts';
import type { Graph } from '../graph.ts';
import {
  type Checkpoint,
  decodeCheckpoint,
  encodeCheckpoint,
  type KindPosition,
  type Reading,
} from './checkpoint.ts';
import { coverageOf } from './coverage.ts';
import { eventsOf, SIGN_IN_KINDS, type SignInKind, signInsPath } from './sign-ins.ts';

const HOUR_MS = 3_600_000;
/** The platform keeps sign-ins for so long with a premium licence; without one it does not give them out. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** The longest stretch that one query asks for. */
const STRETCH_MS = 24 * HOUR_MS;
/** Sign-ins come late. The last minutes are read again each time, the last hours once an hour. */
const OVERLAP_MS = HOUR_MS / 4;
const LATE_MS = 6 * HOUR_MS;
/** Five requests in ten seconds are allowed. */
const REQUESTS_PER_CALL = 4;
const EVENTS_PER_CALL = 2_000;

interface UseContext {
  graph: Graph;
  settings: EntraSettings;
  signal: AbortSignal;
  now: Date;
}

/** Sign-ins of every kind since the checkpoint, one stretch of time after the other. Pages may repeat events. */
export async function readUse(context: UseContext, checkpoint: string | null): Promise<UsePage> {
  let state = decodeCheckpoint(checkpoint);
  const events: RawEvent[] = [];
  const gaps: Coverage['gaps'] = [];
  state = state.round ? state : beginRound(state, context.now, gaps);
  for (let requests = 0; state.round && requests < REQUESTS_PER_CALL; requests++) {
    if (events.length >= EVENTS_PER_CALL) break;
    state = await readPage(context, state, events);
  }
  return {
    events: once(events, ({ event_id }) => event_id),
    checkpoint: encodeCheckpoint(state),
    more: state.round !== null,
    coverage: coverageOf(state, gaps),
  };
}

function beginRound(state: Checkpoint, now: Date, gaps: Coverage['gaps']): Checkpoint {
  const kept = new Date(now.getTime() - KEPT_MS).toISOString();
  const lost = SIGN_IN_KINDS.flatMap((kind) => {
    const to = state.kinds[kind]?.to ?? null;
    return to !== null && to < kept ? [to] : [];
  });
  const from = lost.sort()[0];
  if (from !== undefined) {
    gaps.push({ from, to: kept, reason: 'sign-ins were not read before the platform forgot them' });
  }
  const until = now.toISOString();
  return {
    ...state,
    since: from === undefined ? state.since : kept,
    round: { until, reading: beginKind(state, SIGN_IN_KINDS[0], now) },
  };
}

function beginKind(state: Checkpoint, kind: SignInKind, now: Date): Reading {
  const { to = null, reread_at = null } = state.kinds[kind] ?? {};
  const kept = now.getTime() - KEPT_MS;
  const isDue = reread_at === null || now.getTime() - Date.parse(reread_at) >= HOUR_MS;
  const from = to === null ? kept : Math.max(kept, Date.parse(to) - (isDue ? LATE_MS : OVERLAP_MS));
  return stretch(kind, new Date(from).toISOString(), now.toISOString());
}

function stretch(kind: SignInKind, from: string, until: string): Reading {
  const to = new Date(Math.min(Date.parse(from) + STRETCH_MS, Date.parse(until))).toISOString();
  return { kind, from, to, path: null };
}

async function readPage(context: UseContext, state: Checkpoint, events: RawEvent[]): Promise<Checkpoint> {
  const { graph, settings, signal } = context;
  const { until, reading } = state.round as NonNullable<Checkpoint['round']>;
  const { kind, from, to } = reading;
  const path = reading.path ?? signInsPath(kind, { from, to, top: settings.page_size });
  try {
    const { rows, next } = await graph.page(path, signal);
    events.push(...rows.flatMap((row) => eventsOf(kind, row)));
    const since =
      kind === 'interactiveUser' ? earliest(state.since, rows, from, state.kinds[kind]) : state.since;
    const now = { ...state, since };
    if (next !== null) return { ...now, round: { until, reading: { ...reading, path: next } } };
    if (to < until) return { ...now, round: { until, reading: stretch(kind, to, until) } };
    return endKind(now, kind, null);
  } catch (error) {
    // What is refused costs this kind, not the others, and is asked for again the next time.
    if (!(error instanceof PlatformError) || error.retryable || error.code === 'authentication') throw error;
    const why = error.code === 'permission' ? signInsRefused(error) : `It cannot be read: ${error.message}`;
    return endKind(state, kind, why);
  }
}

/** The first sign-in that the platform still has: how long it was licensed to keep them is not told. */
function earliest(
  since: string | null,
  rows: readonly Record<string, unknown>[],
  from: string,
  position: KindPosition | undefined,
): string | null {
  if (position?.to) return since;
  const found = rows
    .flatMap((row) => instantOf(row.createdDateTime) ?? [])
    .filter((at) => at >= from.slice(0, 19));
  return [...(since === null ? [] : [since]), ...found].sort()[0] ?? null;
}

function endKind(state: Checkpoint, kind: SignInKind, fault: string | null): Checkpoint {
  const { until, reading } = state.round as NonNullable<Checkpoint['round']>;
  const before = state.kinds[kind] ?? { to: null, reread_at: null, fault: null };
  const wasReread = before.to === null || before.reread_at === null || isHourOld(before.reread_at, until);
  const position: KindPosition =
    fault === null
      ? { to: until, reread_at: wasReread ? until : before.reread_at, fault: null }
      : { ...before, fault };
  const next = SIGN_IN_KINDS[SIGN_IN_KINDS.indexOf(reading.kind) + 1];
  const now = { ...state, kinds: { ...state.kinds, [kind]: position } };
  if (next === undefined) {
    const isFirst = now.since === null && SIGN_IN_KINDS.every((one) => now.kinds[one]?.to != null);
    return { ...now, since: isFirst ? until : now.since, round: null };
  }
  return { ...now, round: { until, reading: beginKind(now, next, new Date(until)) } };
}

const isHourOld = (at: string, until: string): boolean => Date.parse(until) - Date.parse(at) >= HOUR_MS;
