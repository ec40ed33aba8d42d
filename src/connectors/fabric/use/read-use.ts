import { ConnectorError, type Coverage, type RawEvent, type UsePage } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { once, type Row } from '../../rows.ts';
import type { FabricContext } from '../connector-context.ts';
import { activityOf } from './activities.ts';
import type { ActivityLog } from './activity-log.ts';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint, type Reading } from './checkpoint.ts';
import { coverageOf } from './coverage.ts';
import { type UsedAccess, usedAccess } from './used-access.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The log is surely kept for so long. */
const KEPT_MS = 28 * DAY_MS;
/** Events come up to so late, and are read again until then. */
const LATE_MS = HOUR_MS;
const REQUESTS_PER_CALL = 4;
const EVENTS_PER_CALL = 5_000;
/** Few enough to be looked up with what an hour allows. */
const ACTIVITIES_AT_ONCE = 50;
/** A sync waits a minute. */
const WORK_MS_MAX = 20_000;
const RESTARTS_MAX = 2;

export interface UseContext extends FabricContext {
  log: ActivityLog;
  now: Date;
}

/** Activity since the checkpoint, one stretch of a UTC day after the other. Pages may repeat events. */
export async function readUse(context: UseContext, checkpoint: string | null): Promise<UsePage> {
  const { settings, now, people } = context;
  const gaps: Coverage['gaps'] = [];
  let state = decodeCheckpoint(checkpoint);
  const page = (events: RawEvent[], more: boolean): UsePage => ({
    events: once(events, ({ event_id }) => event_id),
    checkpoint: encodeCheckpoint(state),
    more,
    coverage: coverageOf(context, state, gaps),
  });
  if (settings.activity === 'off') return page([], false);
  if (state.round === null) {
    state = beginRound(state, now, gaps);
    if (people.isNeeded)
      state = { ...state, names_fault: await refusalOf(() => people.probe(context.signal)) };
  }
  const events: RawEvent[] = [];
  const ends_at = performance.now() + WORK_MS_MAX;
  // Without names, nobody is looked up one by one either.
  const used = usedAccess(context, state.names_fault === null ? people : { ...people, isNeeded: false });
  for (let requests = 0; state.round && requests < REQUESTS_PER_CALL; requests++) {
    if (events.length >= EVENTS_PER_CALL || performance.now() > ends_at) break;
    let read: { rows: Row[]; state: Checkpoint };
    try {
      read = await readPage(context, state);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      // What the hour allows is spent: the rest is read by the next sync.
      if (error.code === 'throttled') return page(events, false);
      if (!(error instanceof PlatformError) || error.retryable) throw error;
      state = { ...state, round: null, fault: `It cannot be read: ${error.message}` };
      break;
    }
    const told = await eventsOf({ read: read.rows, after: state.round.reading.after, ends_at }, used);
    events.push(...told.events);
    if (told.stopped !== null) {
      const { until, reading } = state.round;
      state = { ...state, round: { until, reading: { ...reading, after: told.after } } };
      return page(events, told.stopped === 'time');
    }
    state = read.state;
  }
  return page(events, state.round !== null);
}

/**
 * Who holds what is looked up for each activity. A page may take more than an hour's calls, or more time than there is: then
 * it is read again, from where it stopped.
 */
async function eventsOf(
  { read, after, ends_at }: { read: readonly Row[]; after: string; ends_at: number },
  used: UsedAccess,
): Promise<{ events: RawEvent[]; after: string; stopped: 'time' | 'throttled' | null }> {
  const activities = once(
    read.flatMap((row) => activityOf(row) ?? []),
    ({ id }) => id,
  )
    .filter(({ id }) => id > after)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const events: RawEvent[] = [];
  let done = after;
  for (let at = 0; at < activities.length; at += ACTIVITIES_AT_ONCE) {
    if (performance.now() > ends_at) return { events, after: done, stopped: 'time' };
    const some = activities.slice(at, at + ACTIVITIES_AT_ONCE);
    try {
      events.push(...(await used.eventsOf(some)));
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.code !== 'throttled') throw error;
      return { events, after: done, stopped: 'throttled' };
    }
    done = some.at(-1)?.id ?? done;
  }
  return { events, after: done, stopped: null };
}

function beginRound(state: Checkpoint, now: Date, gaps: Coverage['gaps']): Checkpoint {
  const kept = new Date(now.getTime() - KEPT_MS).toISOString();
  const { to } = state;
  const isLost = to !== null && to < kept;
  if (isLost)
    gaps.push({ from: to, to: kept, reason: 'activity was not read before the platform forgot it' });
  const again = to === null ? kept : new Date(Date.parse(to) - LATE_MS).toISOString();
  const [from = kept] = [kept, again].sort().reverse();
  const until = now.toISOString();
  if (from >= until) return state;
  return {
    ...state,
    since: state.since === null || isLost ? kept : state.since,
    round: { until, reading: stretch(from, until) },
  };
}

/** A request may not cross midnight. */
function stretch(from: string, until: string): Reading {
  const midnight = new Date((Math.floor(Date.parse(from) / DAY_MS) + 1) * DAY_MS).toISOString();
  return { from, to: midnight < until ? midnight : until, token: null, after: '', restarts: 0 };
}

async function readPage(
  { log, signal }: UseContext,
  state: Checkpoint,
): Promise<{ rows: Row[]; state: Checkpoint }> {
  const { until, reading } = state.round as NonNullable<Checkpoint['round']>;
  const { from, to, token, restarts } = reading;
  const last = new Date(Date.parse(to) - 1).toISOString();
  let page: Awaited<ReturnType<ActivityLog['page']>>;
  try {
    page = await log.page({ from, to: last }, token, signal);
  } catch (error) {
    const isOld = error instanceof PlatformError && error.status === 400 && token !== null;
    if (!isOld || restarts >= RESTARTS_MAX) throw error;
    const again = { from, to, token: null, after: '', restarts: restarts + 1 };
    return { rows: [], state: { ...state, round: { until, reading: again } } };
  }
  const { rows } = page;
  const now = { ...state, fault: null };
  if (page.token !== null) {
    const next = { ...reading, token: page.token, after: '' };
    return { rows, state: { ...now, round: { until, reading: next } } };
  }
  if (to < until) return { rows, state: { ...now, round: { until, reading: stretch(to, until) } } };
  return { rows, state: { ...now, to: until, round: null } };
}

async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return error.message;
    throw error;
  }
}
