import type { RawEvent } from '../../connector.ts';
import { instantOf, type Row, textOf } from '../../rows.ts';
import { assetKey, type DatabaseName } from '../keys.ts';
import type { Actors } from './actors.ts';

/** Entries that came in within a stretch of time: they come late, so when they happened would miss some. */
export function auditQuery({ from, to, rows }: { from: string; to: string; rows: number }): string {
  return [
    'SQLSecurityAuditEvents',
    '| extend IngestedAt = ingestion_time()',
    `| where IngestedAt >= datetime(${from}) and IngestedAt < datetime(${to})`,
    '| project EventTime, EventId, ActionName, Succeeded, ServerPrincipalName, DatabasePrincipalName, DatabaseName, SchemaName, ObjectName, ClientIp, Begins = substring(Statement, 0, 40)',
    `| take ${rows}`,
  ].join('\n');
}

export interface AuditEntry {
  id: string;
  at: string;
  action: string;
  succeeded: boolean;
  login: string;
  user: string;
  database: string;
  schema: string | null;
  object: string | null;
  client_ip: string | null;
}

export function entryOf(row: Row): AuditEntry | undefined {
  const [id, at, database] = [textOf(row.EventId), instantOf(row.EventTime), textOf(row.DatabaseName)];
  if (id === null || at === null || database === null) return undefined;
  return {
    id,
    at,
    action: actionOf(textOf(row.ActionName) ?? '', textOf(row.Begins) ?? ''),
    succeeded: row.Succeeded === true || /^(true|1)$/i.test(String(row.Succeeded)),
    login: textOf(row.ServerPrincipalName) ?? '',
    user: textOf(row.DatabasePrincipalName) ?? '',
    database,
    schema: textOf(row.SchemaName),
    object: textOf(row.ObjectName),
    client_ip: textOf(row.ClientIp),
  };
}

const QUERY = /^\W*(select|with)\b/i;
const WRITE = /^\W*(insert|update|delete|merge|create|copy|truncate|alter|drop|rename)\b/i;

/** In the words that Lapse has for it; a whole batch is judged by how it begins. */
export function actionOf(name: string, begins: string): string {
  if (/authentication|login/i.test(name)) return 'login';
  const text = /batch/i.test(name) ? begins : name;
  if (QUERY.test(text)) return 'query';
  if (WRITE.test(text)) return 'write';
  return 'access';
}

/** What an entry says about use. Nothing when nobody is known to have used anything. */
export function eventsOf(entry: AuditEntry, database: DatabaseName, actors: Actors): RawEvent[] {
  const { id, at, action, succeeded, login, user, schema, object, client_ip } = entry;
  if (!succeeded || actors.isOwn(login)) return [];
  const groups = actors.mayHaveLetIn(login, user);
  const actor = actors.find(login, user);
  const told = groups.length > 0 ? groups : actor ? [actor] : [];
  const whole = assetKey({ kind: 'database', ...database });
  const isOfObject = schema !== null && object !== null;
  const asset_key = isOfObject ? assetKey({ kind: 'object', ...database, schema, name: object }) : whole;
  const use_id = `synapse-audit-${id}`;
  return told.map(({ key }) => ({
    event_id: groups.length > 1 ? `${use_id}-${key}-${asset_key}` : `${use_id}-${asset_key}`,
    principal_key: key,
    asset_key,
    within: isOfObject ? [assetKey({ kind: 'schema', ...database, schema }), whole] : [],
    action: action === 'login' && user.toLowerCase() === 'dbo' ? 'admin_login' : action,
    timestamp: at,
    // Of several groups it is not known which one, so that they count for nobody who is not known to be in them.
    ...(groups.length > 0
      ? { let_in: { who: login.toLowerCase(), use_id, or_nobody: groups.length > 1 } }
      : {}),
    metadata: {
      source: 'SQLSecurityAuditEvents',
      login,
      ...(object === null ? {} : { object: `${schema}.${object}` }),
      ...(client_ip === null ? {} : { source_ip: client_ip }),
    },
  }));
}
