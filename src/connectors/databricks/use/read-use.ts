import type { ConnectorClock, Coverage, RawEvent, UsePage } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { once } from '../../rows.ts';
import type { ListingContext } from '../assets.ts';
import { FRESH_MS, type Names } from '../names.ts';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint, NOWHERE, type Reading } from './checkpoint.ts';
import { coverageOf } from './coverage.ts';
import { NO_WAREHOUSE, whatIsMissing } from './probe-sources.ts';
import { parametersOf, statementOf, USE_SOURCES, type UseSource } from './sources.ts';
import { runStatement, type StatementAnswer } from './statements.ts';
import { eventsOf } from './use-events.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** System tables keep a year. */
const KEPT_MS = 365 * DAY_MS;
/** The longest stretch of one statement. */
const STRETCH_MS = 7 * DAY_MS;
/** Rows come late. The last hours are read again each time, the last day four times a day. */
const OVERLAP_MS = 3 * HOUR_MS;
const LATE_MS = DAY_MS;
const REREAD_MS = 6 * HOUR_MS;
const STATEMENTS_PER_CALL = 3;
const EVENTS_PER_CALL = 5_000;
const ROWS_MAX = 2_000;

interface UseContext extends ListingContext {
  now: Date;
  sleep: ConnectorClock['sleep'];
}

/** What the system tables tell since the checkpoint, one after the other, stretch by stretch. May repeat events. */
export async function readUse(context: UseContext, checkpoint: string | null): Promise<UsePage> {
  const { settings, signal } = context;
  let state = decodeCheckpoint(checkpoint);
  const gaps: Coverage['gaps'] = [];
  if (settings.warehouse_id === null) {
    const sources = Object.fromEntries(
      USE_SOURCES.map((source) => [source, { ...(state.sources[source] ?? NOWHERE), fault: NO_WAREHOUSE }]),
    );
    return pageOf({ sources, round: null }, [], gaps);
  }
  state = state.round ? state : beginRound(context, state, gaps);
  const names = await context.book.atMost(checkpoint === null ? 0 : FRESH_MS, signal);
  const events: RawEvent[] = [];
  for (let statements = 0; state.round && statements < STATEMENTS_PER_CALL; statements++) {
    if (events.length >= EVENTS_PER_CALL) break;
    const { next, is_waiting } = await readStretch(
      { ...context, names, warehouse_id: settings.warehouse_id },
      state,
      {
        events,
        gaps,
      },
    );
    state = next;
    if (is_waiting) break;
  }
  return pageOf(state, events, gaps);
}

const pageOf = (state: Checkpoint, events: RawEvent[], gaps: Coverage['gaps']): UsePage => ({
  events: once(events, ({ event_id }) => event_id),
  checkpoint: encodeCheckpoint(state),
  more: state.round !== null,
  coverage: coverageOf(state, gaps),
});

function beginRound({ now, settings }: UseContext, before: Checkpoint, gaps: Coverage['gaps']): Checkpoint {
  const until = now.getTime();
  const kept = until - KEPT_MS;
  const sources = { ...before.sources };
  for (const source of USE_SOURCES) {
    const position = sources[source];
    if (position?.to == null || position.to >= kept) continue;
    gaps.push({
      from: new Date(position.to).toISOString(),
      to: new Date(kept).toISOString(),
      reason: 'system tables were not read before Databricks forgot them',
    });
    sources[source] = { ...position, to: kept, since: kept };
  }
  const state = { sources, round: null };
  return {
    ...state,
    round: { until, reading: beginSource(state, USE_SOURCES[0], until, settings.history_days) },
  };
}

function beginSource({ sources }: Checkpoint, source: UseSource, until: number, days: number): Reading {
  const { to, reread_at } = sources[source] ?? NOWHERE;
  const isDue = reread_at === null || until - reread_at >= REREAD_MS;
  const from =
    to === null ? until - days * DAY_MS : Math.max(until - KEPT_MS, to - (isDue ? LATE_MS : OVERLAP_MS));
  return { source, from, statement_id: null };
}

async function readStretch(
  context: UseContext & { names: Names; warehouse_id: string },
  state: Checkpoint,
  { events, gaps }: { events: RawEvent[]; gaps: Coverage['gaps'] },
): Promise<{ next: Checkpoint; is_waiting: boolean }> {
  const { until, reading } = state.round as NonNullable<Checkpoint['round']>;
  const { source, from, statement_id } = reading;
  const to = Math.min(from + STRETCH_MS, until);
  const answer = await askFor(context, { source, from, to, statement_id });
  if (answer.state === 'running') {
    const waiting: Reading = { ...reading, statement_id: answer.statement_id };
    return { next: { ...state, round: { until, reading: waiting } }, is_waiting: true };
  }
  if (answer.state === 'refused') {
    // What is refused costs this table, not the others, and is asked for again the next time.
    const fault = whatIsMissing(source, answer.reason);
    return { next: endSource(context, state, fault), is_waiting: false };
  }
  const { rows } = answer;
  events.push(...rows.flatMap((row) => eventsOf(source, row, context.names)));
  const told = rows.map((row) => Number(row.at)).filter(Number.isSafeInteger);
  const now = withFirst(state, source, Math.min(...told));
  const isCut = answer.is_truncated || rows.length >= ROWS_MAX;
  const reached = isCut ? (told.at(-1) ?? to) : to;
  if (isCut && reached <= from) {
    // More in one millisecond than one answer holds: the rest of it cannot be told apart.
    gaps.push({
      from: new Date(from).toISOString(),
      to: new Date(from + 1).toISOString(),
      reason: `${source} tells more at once than can be read`,
    });
  }
  const next = Math.max(reached, isCut ? from + 1 : from);
  if (next < until) {
    return {
      next: { ...now, round: { until, reading: { source, from: next, statement_id: null } } },
      is_waiting: false,
    };
  }
  return { next: endSource(context, now, null), is_waiting: false };
}

async function askFor(
  { api, sleep, signal, warehouse_id }: UseContext & { warehouse_id: string },
  { source, from, to, statement_id }: Reading & { to: number },
): Promise<StatementAnswer> {
  try {
    return await runStatement(
      { host: api.workspace, signal, sleep },
      {
        warehouse_id,
        statement: statementOf(source),
        parameters: parametersOf(from, to, source),
        row_limit: ROWS_MAX,
      },
      { statement_id },
    );
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable || error.code === 'authentication') throw error;
    return { state: 'refused', reason: error.message };
  }
}

/** While a table is read for the first time: the first use that it tells, because nobody says since when it is on. */
function withFirst(state: Checkpoint, source: UseSource, first: number): Checkpoint {
  const position = state.sources[source] ?? NOWHERE;
  if (position.to !== null || !Number.isFinite(first)) return state;
  const since = Math.min(position.since ?? first, first);
  return { ...state, sources: { ...state.sources, [source]: { ...position, since } } };
}

function endSource({ settings }: UseContext, state: Checkpoint, fault: string | null): Checkpoint {
  const { until, reading } = state.round as NonNullable<Checkpoint['round']>;
  const before = state.sources[reading.source] ?? NOWHERE;
  const wasReread = before.to === null || before.reread_at === null || until - before.reread_at >= REREAD_MS;
  const position =
    fault === null
      ? {
          to: until,
          since: before.since ?? until,
          reread_at: wasReread ? until : before.reread_at,
          fault: null,
        }
      : { ...before, fault };
  const now: Checkpoint = { sources: { ...state.sources, [reading.source]: position }, round: null };
  const next = USE_SOURCES[USE_SOURCES.indexOf(reading.source) + 1];
  if (next === undefined) return now;
  return { ...now, round: { until, reading: beginSource(now, next, until, settings.history_days) } };
}
