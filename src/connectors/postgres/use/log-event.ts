import type { RawEvent } from '../../connector.ts';
import { type AssetName, assetKey, containersOf, roleKey } from '../keys.ts';
import { csvFields, type LogRecord } from './log-records.ts';
import { eventId } from './source.ts';

const ACTIONS: Record<string, string> = { READ: 'query', WRITE: 'write', DDL: 'admin', ROLE: 'admin' };
const RELATION_TYPES = new Set(['TABLE', 'VIEW', 'MATERIALIZED VIEW', 'FOREIGN TABLE']);

/** What a line of the log says about use; `null` for most lines. `at` is the line's time in UTC. */
export function logEvent(record: LogRecord, at: string, adminRoles: ReadonlySet<string>): RawEvent | null {
  const { user, database, message, session_id, line_num, source_ip } = record;
  if (user === '' || database === '') return null;
  const use = message.startsWith('AUDIT: ')
    ? auditedUse(message.slice('AUDIT: '.length), database)
    : signIn(message, database, adminRoles.has(user));
  if (!use) return null;
  return {
    event_id: eventId('log', session_id, line_num),
    principal_key: roleKey(user),
    asset_key: assetKey(use.asset),
    within: containersOf(use.asset).map(assetKey),
    action: use.action,
    timestamp: at,
    metadata: { source: use.source, ...(source_ip ? { source_ip } : {}), ...use.metadata },
  };
}

interface Use {
  asset: AssetName;
  action: string;
  source: string;
  metadata: Record<string, unknown>;
}

function signIn(message: string, database: string, isAdmin: boolean): Use | null {
  if (!message.startsWith('connection authorized: ')) return null;
  return {
    asset: { kind: 'database', database },
    action: isAdmin ? 'admin_login' : 'login',
    source: 'log_connections',
    metadata: {},
  };
}

/** `SESSION,1,1,READ,SELECT,TABLE,sales.orders,select …,<none>`: the statement itself is left where it is. */
function auditedUse(text: string, database: string): Use | null {
  const [, , , kind = '', command, type = '', object = '', , , rows] = csvFields(text);
  const action = ACTIONS[kind];
  const [schema, table, ...rest] = identifiersIn(object);
  if (!action || !RELATION_TYPES.has(type) || !schema || !table || rest.length > 0) return null;
  return {
    asset: { kind: 'table', database, schema, table },
    action,
    source: 'pgaudit',
    metadata: { query_type: command, ...(rows && /^\d+$/.test(rows) ? { rows_returned: Number(rows) } : {}) },
  };
}

function identifiersIn(text: string): string[] {
  return [...text.matchAll(/"((?:[^"]|"")+)"|([^".]+)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? (plain as string),
  );
}
