import { ConnectorError, type Coverage, type RawEvent } from '../../connector.ts';
import { PlatformError } from '../../http/platform-error.ts';
import type { SynapseContext } from '../connector-context.ts';
import { assetKey, type DatabaseName } from '../keys.ts';
import { type Actors, findActors } from './actors.ts';
import { type AuditEntry, auditQuery, entryOf, eventsOf } from './audit-log.ts';
import { type AuditPosition, STRETCH_MS_MAX } from './checkpoint.ts';
import { type LogAnalytics, TooMuch } from './log-analytics.ts';

/** As far back as the first reading looks. How long the log keeps entries is the workspace's setting. */
const BACK_MS = 30 * 24 * 3_600_000;
/** What has just come in may not be found yet. */
const SETTLING_MS = 5 * 60_000;
const STRETCH_MS_MIN = 1_000;
const ROWS = 2_000;
/** Of a second that cannot be divided any more. */
const ROWS_MAX = 100_000;
const REQUESTS_PER_CALL = 6;
const EVENTS_PER_CALL = 2_000;

export interface UseContext extends SynapseContext {
  logs: LogAnalytics | null;
  now: Date;
}

export interface AuditReading {
  position: AuditPosition;
  events: RawEvent[];
  gaps: Coverage['gaps'];
}

/** Entries since the last reading, one stretch of time after the other. A stretch that holds too much is halved. */
export async function readAudit(context: UseContext, before: AuditPosition): Promise<AuditReading> {
  const { logs, now, signal } = context;
  const reading: AuditReading = { position: { ...before }, events: [], gaps: [] };
  if (!logs) return reading;
  const { position, events, gaps } = reading;
  position.until ??= new Date(now.getTime() - SETTLING_MS).toISOString();
  /** Asked of a database once in a reading. */
  const actorsOf = new Map<string, Promise<Actors>>();
  try {
    for (let requests = 0; requests < REQUESTS_PER_CALL && events.length < EVENTS_PER_CALL; requests++) {
      const from = position.to ?? new Date(Date.parse(position.until) - BACK_MS).toISOString();
      if (from >= position.until) break;
      const to = new Date(
        Math.min(Date.parse(from) + position.stretch_ms, Date.parse(position.until)),
      ).toISOString();
      const isSmallest = position.stretch_ms <= STRETCH_MS_MIN;
      const rows = isSmallest ? ROWS_MAX : ROWS;
      try {
        const found = await logs.query(auditQuery({ from, to, rows: rows + 1 }), signal);
        if (found.length > rows) throw new TooMuch(`more than ${rows} entries`, { is_counted: true });
        const entries = found.flatMap((row) => entryOf(row) ?? []);
        events.push(...(await useOf(context, position, entries, actorsOf)));
        position.to = to;
        position.stretch_ms = Math.min(2 * position.stretch_ms, STRETCH_MS_MAX);
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
        if (isSmallest && !error.is_counted) {
          throw new ConnectorError(
            'unavailable',
            `Log Analytics does not give out even a second of the audit log whole: ${error.message}`,
            { retry_after: 300 },
          );
        }
        if (isSmallest) {
          gaps.push({ from, to, reason: `the audit log holds more than it gives out: ${error.message}` });
          position.to = to;
        } else {
          position.stretch_ms = Math.max(STRETCH_MS_MIN, Math.floor(position.stretch_ms / 2));
        }
      }
    }
    position.fault = null;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable || error.code === 'authentication') throw error;
    return { ...reading, position: { ...before, until: null, fault: `It cannot be read: ${error.message}` } };
  }
  if (position.to !== null && position.to >= position.until) position.until = null;
  return reading;
}

/** The database of an entry. Two pools may have one of the same name, and the log does not tell them apart. */
export function databaseOfEntry(databases: readonly DatabaseName[], name: string): DatabaseName | undefined {
  const named = databases.filter(({ database }) => database.toLowerCase() === name.toLowerCase());
  return named.length === 1 ? named[0] : undefined;
}

async function useOf(
  context: UseContext,
  position: AuditPosition,
  entries: readonly AuditEntry[],
  actorsOf: Map<string, Promise<Actors>>,
): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for (const entry of entries) {
    const database = databaseOfEntry(context.sql.databases, entry.database);
    if (!database) continue;
    const key = assetKey({ kind: 'database', ...database });
    const found = actorsOf.get(key) ?? findActors(context, database);
    actorsOf.set(key, found);
    const actors = await found;
    const before = position.databases[key];
    const isAboutTable = entry.object !== null && entry.succeeded;
    position.databases = {
      ...position.databases,
      [key]: {
        tables_since: earlier(before?.tables_since ?? null, isAboutTable ? entry.at : null),
        last_at: later(before?.last_at ?? null, entry.at),
        groups: actors.groups,
      },
    };
    events.push(...eventsOf(entry, database, actors));
  }
  return events;
}

const earlier = (a: string | null, b: string | null): string | null =>
  [a, b].filter((one) => one !== null).sort()[0] ?? null;
const later = (a: string | null, b: string): string => (a === null || b > a ? b : a);
