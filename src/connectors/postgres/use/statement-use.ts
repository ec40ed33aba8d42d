import pg from 'pg';
import { ConnectorError, type RawEvent } from '../../connector.ts';
import { assetKey, containersOf, roleKey } from '../keys.ts';
import { isOurRole, isWatchedDatabase } from '../postgres-settings.ts';
import type { Session } from '../sessions.ts';
import type { StatementsCheckpoint } from './checkpoint.ts';
import { findRelations, type RelationFinder } from './relation-names.ts';
import { relationsInSql } from './relations-in-sql.ts';
import { eventId, nothingFrom, type SourceReading, type UseContext } from './source.ts';

const COVERAGE = {
  source: 'pg_stat_statements',
  sees: ['which role ran which statement since the last look, and the tables that its text names'],
  does_not_see: [
    'when exactly: use is dated at the look that found it, and lies between two looks',
    'tables behind views and functions, which are used with the rights of their owner',
    'who was signed in when a role was taken on with SET ROLE',
    'statements that the server forgot for lack of room (pg_stat_statements.max)',
  ],
};

interface StatementRow {
  key: string;
  role: string;
  database: string;
  query: string;
}

interface Counters {
  counters: StatementsCheckpoint;
  /** Since when they count here. */
  last: StatementsCheckpoint | null;
  changed: StatementRow[];
  hidden: number;
}

/** Counters only: a statement was used when its number of calls has grown since the last look. */
export async function readStatementUse(
  context: UseContext,
  known: StatementsCheckpoint | null,
): Promise<SourceReading<StatementsCheckpoint>> {
  const { settings, at } = context;
  const read = await readCounters(context, known);
  if ('reason' in read) return nothingFrom({ ...COVERAGE, reason: read.reason });
  const { counters, last, changed, hidden } = read;
  // Of what was thrown out before the first look nobody knows when it went, nor whether it was use.
  const hasForgotten = known === null && last !== null && counters.dealloc > 0;
  const watched = changed.filter(
    (row) => !isOurRole(settings, row.role) && isWatchedDatabase(settings, row.database),
  );
  const { events, unread } = last
    ? await eventsOf(context, watched, { last, counters })
    : { events: [], unread: 0 };
  const reasons = [
    ...(hidden > 0 ? [`${hidden} statements hide their text: GRANT pg_monitor TO the role of Lapse`] : []),
    ...(hasForgotten
      ? ['the server has forgotten statements, so use may be missing: raise pg_stat_statements.max']
      : []),
    ...(unread > 0 ? [`the text of ${unread} statements names no table that is known`] : []),
  ];
  return {
    events,
    position: counters,
    gaps: known ? gapsBetween(known, counters, at) : [],
    coverage: {
      ...COVERAGE,
      status: hidden > 0 || hasForgotten ? 'degraded' : 'available',
      reason: reasons.length > 0 ? `${reasons.join('; ')}.` : null,
      observed_since: hasForgotten ? at : (last?.at ?? at),
    },
    observes_use: hidden === 0,
    more: false,
  };
}

function gapsBetween(last: StatementsCheckpoint, now: StatementsCheckpoint, at: string) {
  if (last.stats_reset !== now.stats_reset) {
    const to = now.stats_reset ?? at;
    return [{ from: last.at, to: to > last.at ? to : at, reason: 'pg_stat_statements was reset' }];
  }
  if (now.dealloc > last.dealloc) {
    return [{ from: last.at, to: at, reason: 'the server forgot statements: raise pg_stat_statements.max' }];
  }
  return [];
}

async function readCounters(
  { sessions, settings, limit, undated, at }: UseContext,
  known: StatementsCheckpoint | null,
): Promise<Counters | { reason: string }> {
  try {
    return await sessions.read(settings.database, limit, async (session) => {
      const schema = await extensionSchema(session);
      if (schema === null) {
        return { reason: `CREATE EXTENSION pg_stat_statements in database ${settings.database}.` };
      }
      return countersIn(session, schema, { at, known, undated });
    });
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.retryable) throw error;
    return { reason: `${error.message}.` };
  }
}

async function extensionSchema(session: Session): Promise<string | null> {
  const [row] = await session.rows<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'pg_stat_statements'`,
  );
  return row ? pg.escapeIdentifier(row.name) : null;
}

const KEY = "concat_ws('/', s.userid, s.dbid, s.queryid, s.toplevel::integer)";

async function countersIn(
  session: Session,
  schema: string,
  { at, known, undated }: { at: string; known: StatementsCheckpoint | null; undated: boolean },
): Promise<Counters | { reason: string }> {
  const [info] = await session.rows<{ stats_reset: string | null; dealloc: number; track: string | null }>(
    `SELECT to_json(stats_reset)#>>'{}' AS stats_reset, dealloc::float8 AS dealloc,
            current_setting('pg_stat_statements.track', true) AS track
     FROM ${schema}.pg_stat_statements_info`,
  );
  if (info?.track === 'none') return { reason: 'It counts nothing: set pg_stat_statements.track to top.' };
  const reset = info?.stats_reset ?? null;
  const last = known ?? (undated && reset !== null ? beginning(reset) : null);
  const rows = await session.rows<{ key: string; calls: number; is_hidden: boolean }>(
    `SELECT ${KEY} AS key, s.calls::float8 AS calls, s.queryid IS NULL AS is_hidden
     FROM ${schema}.pg_stat_statements(false) s`,
  );
  const seen = rows.filter((row) => !row.is_hidden);
  const calls = Object.fromEntries(seen.map((row) => [row.key, row.calls]));
  const changed = last ? seen.filter((row) => row.calls !== (last.calls[row.key] ?? 0)) : [];
  const texts =
    changed.length === 0
      ? []
      : await session.rows<StatementRow>(
          `SELECT ${KEY} AS key, r.rolname AS role, d.datname AS database, s.query
           FROM ${schema}.pg_stat_statements(true) s
           JOIN pg_roles r ON r.oid = s.userid JOIN pg_database d ON d.oid = s.dbid
           WHERE ${KEY} = ANY ($1)`,
          [changed.map((row) => row.key)],
        );
  const counters = { at, stats_reset: reset, dealloc: info?.dealloc ?? 0, calls };
  return { counters, last, changed: texts, hidden: rows.length - seen.length };
}

/** The look that there would have been when the server began to count. */
const beginning = (reset: string): StatementsCheckpoint => ({
  at: new Date(reset).toISOString(),
  stats_reset: reset,
  dealloc: 0,
  calls: {},
});

/** One event per role, table and action: how many statements it took is metadata. */
async function eventsOf(
  context: UseContext,
  rows: StatementRow[],
  { last, counters }: { last: StatementsCheckpoint; counters: StatementsCheckpoint },
): Promise<{ events: RawEvent[]; unread: number }> {
  const named = rows.map((row) => ({ row, relations: relationsInSql(row.query) }));
  const finders = new Map<string, RelationFinder>();
  for (const database of new Set(rows.map((row) => row.database))) {
    const names = named.flatMap(({ row, relations }) =>
      row.database === database ? (relations ?? []).map((relation) => relation.name) : [],
    );
    finders.set(database, await findRelations(context, database, names));
  }
  const events = new Map<string, RawEvent & { metadata: { calls: number } }>();
  let unread = 0;
  for (const { row, relations } of named) {
    const { role, database, key } = row;
    // A statement that came back after it was forgotten begins at nothing again.
    const before = last.calls[key] ?? 0;
    const now = counters.calls[key] ?? 0;
    const calls = now >= before ? now - before : now;
    if (relations === null) unread++;
    for (const relation of relations ?? []) {
      const found = finders.get(database)?.(relation) ?? [];
      for (const name of found) {
        const asset = assetKey(name);
        const id = eventId('statements', last.at, role, asset, relation.action);
        const existing = events.get(id);
        if (existing) existing.metadata.calls += calls;
        else {
          events.set(id, {
            event_id: id,
            principal_key: roleKey(role),
            asset_key: asset,
            within: containersOf(name).map(assetKey),
            action: relation.action,
            timestamp: context.at,
            metadata: {
              source: COVERAGE.source,
              calls,
              not_before: last.at,
              ...(found.length > 1 ? { ambiguous: true } : {}),
            },
          });
        }
      }
    }
  }
  return { events: [...events.values()], unread };
}
