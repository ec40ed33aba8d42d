import type { RawEvent } from '../../connector.ts';
import { isOurRole, isWatchedDatabase } from '../postgres-settings.ts';
import type { Session } from '../sessions.ts';
import type { LogCheckpoint } from './checkpoint.ts';
import { logEvent } from './log-event.ts';
import { type LogReading, readLog } from './log-files.ts';
import type { LogRecord } from './log-records.ts';
import { nothingFrom, type SourceReading, type UseContext } from './source.ts';

const COVERAGE = {
  source: 'server log',
  sees: ['reads and writes of tables that pgaudit logs', 'sign-ins, with log_connections'],
  does_not_see: [
    'whether a table was reached through a view: pgaudit names both',
    'entries that were lost in a crash; work that was rolled back is shown as done',
    'what a superuser keeps from the log',
  ],
};

export async function readLogUse(
  context: UseContext,
  last: LogCheckpoint | null,
): Promise<SourceReading<LogCheckpoint>> {
  const { settings, sessions, limit, at } = context;
  if (settings.log_path === null) {
    return nothingFrom({ ...COVERAGE, reason: 'No log_path is set.' });
  }
  let reading: LogReading;
  try {
    reading = await readLog(settings.log_path, last);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return { ...nothingFrom({ ...COVERAGE, reason: `The log cannot be read (${code}).` }), position: last };
  }
  const { events, audit } = await sessions.read(settings.database, limit, async (session) => ({
    events: await eventsIn(session, context, reading.records),
    audit: await auditSettings(session),
  }));
  return {
    events,
    position: reading.position && { file: reading.position.file, offset: reading.position.offset, at },
    gaps: reading.lost ? [{ from: last?.at ?? at, to: at, reason: reading.lost }] : [],
    coverage: {
      ...COVERAGE,
      status: audit.reason === null ? 'available' : 'degraded',
      reason: audit.reason,
      // A sign-in in the log does not show that use was logged too.
      observed_since: events.find((event) => event.metadata.source === 'pgaudit')?.timestamp ?? null,
    },
    observes_use: audit.reason === null,
    more: reading.more,
  };
}

async function eventsIn(
  session: Session,
  { settings }: UseContext,
  records: LogRecord[],
): Promise<RawEvent[]> {
  const relevant = records.filter(
    ({ user, database, message }) =>
      /^(AUDIT: |connection authorized: )/.test(message) &&
      !isOurRole(settings, user) &&
      isWatchedDatabase(settings, database),
  );
  if (relevant.length === 0) return [];
  const times = await instantsOf(
    session,
    relevant.map((record) => record.time),
  );
  const admins = await session.rows<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolsuper OR rolcreaterole',
  );
  const names = new Set(admins.map((row) => row.name));
  return relevant.flatMap((record, i) => {
    const at = times[i];
    const event = at ? logEvent(record, at, names) : null;
    return event ? [event] : [];
  });
}

/** Only the server knows what its zone abbreviation means. */
async function instantsOf(session: Session, times: string[]): Promise<(string | null)[]> {
  const plain = times.map((time) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [A-Za-z0-9_+\-/:]+$/.test(time) ? time : null,
  );
  const rows = await session.rows<{ at: string | null }>(
    `SELECT to_char(t::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
     FROM unnest($1::text[]) WITH ORDINALITY AS x (t, n) ORDER BY n`,
    [plain],
  );
  return rows.map((row) => row.at);
}

async function auditSettings(session: Session): Promise<{ reason: string | null }> {
  const [row] = await session.rows<{ log: string | null; relation: string | null }>(
    `SELECT current_setting('pgaudit.log', true) AS log, current_setting('pgaudit.log_relation', true) AS relation`,
  );
  const kinds = new Set((row?.log ?? '').toLowerCase().split(/[\s,]+/));
  const logs = (kind: string) => (kinds.has(kind) || kinds.has('all')) && !kinds.has(`-${kind}`);
  if (row?.log == null) return { reason: 'pgaudit is not loaded: only sign-ins are seen.' };
  if (!logs('read') || !logs('write')) {
    return { reason: "pgaudit does not log everybody's reads and writes: set pgaudit.log to 'read, write'." };
  }
  if (row.relation !== 'on') return { reason: 'pgaudit names no tables: set pgaudit.log_relation to on.' };
  return { reason: null };
}
