import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';
import { type SynapseServer, synapseError } from './synapse-server.ts';

export const LOGS_ID = '7e000000-0000-4000-8000-000000000001';

/** An entry of the audit log, and when it came in. */
export interface AuditRow {
  IngestedAt: string;
  EventTime: string;
  EventId: string;
  ActionName: string;
  Succeeded: unknown;
  ServerPrincipalName: string;
  DatabasePrincipalName: string;
  DatabaseName: string;
  SchemaName: string;
  ObjectName: string;
  ClientIp: string;
  Statement: string;
}

const RANGE = /\| where IngestedAt >= datetime\((\S+)\) and IngestedAt < datetime\((\S+)\)/;
const COLUMNS = [
  'EventTime',
  'EventId',
  'ActionName',
  'Succeeded',
  'ServerPrincipalName',
  'DatabasePrincipalName',
  'DatabaseName',
  'SchemaName',
  'ObjectName',
  'ClientIp',
] as const;

/** A query of Log Analytics, as far as the connector asks. */
export function answerLogs(
  server: SynapseServer,
  { method, path, headers, body }: SeenRequest,
  isMine: boolean,
): ScriptedAnswer {
  if (!isMine) return synapseError(403, 'InvalidAuthenticationTokenAudience', 'The audience is not valid.');
  if (method !== 'POST' || path !== `/v1/workspaces/${LOGS_ID}/query`) {
    server.unknown.push(`${method} ${path}`);
    return synapseError(404, 'PathNotFoundError', 'The path does not exist.');
  }
  if (!headers['content-type']?.startsWith('application/json')) return { status: 200, text: '' };
  if (server.logs.is_denied)
    return synapseError(403, 'InsufficientAccessError', 'The caller may not read the workspace.');
  const { query } = JSON.parse(body) as { query: string };
  if (!query.startsWith('SQLSecurityAuditEvents\n')) {
    return synapseError(400, 'BadArgumentError', 'The request had some invalid properties.');
  }
  const [, from = '0', to = '9'] = RANGE.exec(query) ?? [];
  const take = Number(/\| take (\d+)$/.exec(query)?.[1]);
  const rows = server.audit.filter(({ IngestedAt }) => IngestedAt >= from && IngestedAt < to).slice(0, take);
  const table = {
    name: 'PrimaryResult',
    columns: [...COLUMNS, 'Begins'].map((name) => ({
      name,
      type: name === 'EventTime' ? 'datetime' : 'string',
    })),
    rows: rows
      .slice(0, server.logs.rows_max)
      .map((row) => [...COLUMNS.map((name) => row[name]), row.Statement.slice(0, 40)]),
  };
  const isPartial = rows.length > server.logs.rows_max;
  const error = { code: 'PartialError', message: 'There were some errors when processing your query.' };
  return { json: { tables: [table], ...(isPartial ? { error } : {}) } };
}
