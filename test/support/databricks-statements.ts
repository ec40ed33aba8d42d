import { randomUUID } from 'node:crypto';
import type { Row } from './databricks-account.ts';
import { type Call, platformError } from './databricks-server.ts';
import type { ScriptedAnswer } from './scripted-server.ts';

export interface RunningStatement {
  id: string;
  looks: number;
  error: { error_code: string; message: string } | null;
  rows: (string | null)[][];
  is_truncated: boolean;
}

export const WAREHOUSE = 'abc123';
const COLUMNS = ['who', 'kind', 'what', 'how', 'at', 'times'];
const HOUR_MS = 3_600_000;

interface Asked {
  warehouse_id?: string;
  statement?: string;
  parameters?: { name: string; value: string; type: string }[];
  wait_timeout?: string;
  on_wait_timeout?: string;
  disposition?: string;
  format?: string;
  row_limit?: number;
}

/** The Statement Execution API, for the statements that the connector sends. */
export function answerStatements(call: Call, [id, ...rest]: string[]): ScriptedAnswer | undefined {
  const { server, method, body } = call;
  if (method === 'POST' && id === undefined) return submit(call, JSON.parse(body) as Asked);
  const statement = server.statements.running.get(id ?? '');
  if (method !== 'GET') return undefined;
  if (!statement) return platformError(404, 'NOT_FOUND', `The statement ${id} was not found.`);
  if (rest[0] === 'result') return { json: chunkOf(call, statement, Number(rest[2])) };
  statement.looks--;
  return { json: answerOf(call, statement) };
}

function submit(call: Call, asked: Asked): ScriptedAnswer | undefined {
  const { account, server } = call;
  if (asked.warehouse_id !== WAREHOUSE || account.lacks.has('warehouse')) {
    return platformError(403, 'PERMISSION_DENIED', 'You do not have permission to use the SQL warehouse.');
  }
  const wait = Number(/^(\d+)s$/.exec(asked.wait_timeout ?? '')?.[1] ?? Number.NaN);
  const isAllowed = wait === 0 || (wait >= 5 && wait <= 50);
  if (!isAllowed || asked.disposition !== 'INLINE' || asked.format !== 'JSON_ARRAY') {
    return platformError(400, 'INVALID_PARAMETER_VALUE', 'wait_timeout must be 0s or from 5s to 50s.');
  }
  const { statement: text = '', parameters = [] } = asked;
  const named = new Set([...text.matchAll(/(?<!:):([a-z_]+)/g)].map(([, name]) => name));
  const given = parameters.map(({ name }) => name);
  const error =
    given.length !== named.size || !given.every((name) => named.has(name))
      ? { error_code: 'BAD_REQUEST', message: '[UNBOUND_SQL_PARAMETER] Found an unbound parameter.' }
      : refusalOf(call, text);
  const all = error ? [] : rowsFor(call, text, parameters);
  const limit = asked.row_limit ?? Number.POSITIVE_INFINITY;
  const statement: RunningStatement = {
    id: randomUUID(),
    looks: server.statements.looks,
    error,
    rows: all.slice(0, limit),
    is_truncated: all.length > limit,
  };
  server.statements.running.set(statement.id, statement);
  return { json: answerOf(call, statement) };
}

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/FROM (system\.[\w.]+)/g)].map(([, name]) => name as string);

function refusalOf({ account }: Call, text: string): RunningStatement['error'] {
  const lacking = tablesIn(text).find((name) => account.lacks.has(name));
  return lacking === undefined
    ? null
    : {
        error_code: 'BAD_REQUEST',
        message: `[INSUFFICIENT_PERMISSIONS] User does not have SELECT on Table '${lacking}'.`,
      };
}

/** What the statement says, row by row; only statements of the one form that is sent are understood. */
function rowsFor(
  call: Call,
  text: string,
  parameters: { name: string; value: string }[],
): (string | null)[][] {
  if (/^SELECT 1 FROM system\.\w+\.\w+ LIMIT 1$/.test(text)) return [['1']];
  const wanted = [
    "GROUP BY who, kind, what, how, date_trunc('HOUR', used_at)",
    'ORDER BY at, who, kind, what, how',
    'unix_millis(min(used_at)) AS at, count(*) AS times',
    'timestamp_millis(:from_ms)',
    'timestamp_millis(:to_ms)',
  ];
  const missing = wanted.find((part) => !text.includes(part));
  if (missing !== undefined) throw new Error(`the server does not understand this statement: no ${missing}`);
  const given = (name: string) => parameters.find((one) => one.name === name)?.value ?? '';
  const [from, to] = [Number(given('from_ms')), Number(given('to_ms'))];
  const [fromDate, toDate] = [given('from_date'), given('to_date')];
  const groups = new Map<
    string,
    { who: string; kind: string; what: string; how: string; at: number; times: number }
  >();
  for (const { who, kind, what, how, at } of usesIn(call, text)) {
    const date = new Date(at).toISOString().slice(0, 10);
    const isOnDate = fromDate === '' || (date >= fromDate && date <= toDate);
    if (who === null || what === null || at < from || at >= to || !isOnDate) continue;
    const key = JSON.stringify([who, kind, what, how, Math.floor(at / HOUR_MS)]);
    const group = groups.get(key) ?? { who, kind, what, how, at, times: 0 };
    groups.set(key, { ...group, at: Math.min(group.at, at), times: group.times + 1 });
  }
  return [...groups.values()]
    .sort((a, b) => a.at - b.at || (`${a.who} ${a.kind} ${a.what}` < `${b.who} ${b.kind} ${b.what}` ? -1 : 1))
    .map(({ who, kind, what, how, at, times }) => [who, kind, what, how, String(at), String(times)]);
}

interface Use {
  who: string | null;
  kind: string;
  what: string | null;
  how: string;
  at: number;
}

function usesIn({ account }: Call, text: string): Use[] {
  const [table] = tablesIn(text);
  const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  if (table === 'system.access.table_lineage') {
    return account.lineage.flatMap((row): Use[] => {
      const common = { who: textOr(row.created_by), kind: 'table', at: Date.parse(String(row.event_time)) };
      return [
        { ...common, what: textOr(row.source_table_full_name), how: 'query' },
        { ...common, what: textOr(row.target_table_full_name), how: 'write' },
      ];
    });
  }
  if (table === 'system.query.history') {
    return account.queries
      .filter(({ execution_status }) => execution_status === 'FINISHED')
      .map((row) => ({
        who: textOr(row.executed_by),
        kind: 'workspace',
        what: textOr(row.workspace_id),
        how: 'query',
        at: Date.parse(String(row.start_time)),
      }));
  }
  const actions =
    /action_name IN \(([^)]*)\)/
      .exec(text)?.[1]
      ?.split(', ')
      .map((name) => name.slice(1, -1)) ?? [];
  return account.audit
    .filter(({ response }) => Number((response as Row).status_code) < 400)
    .flatMap((row) => auditUses(row, actions));
}

function auditUses(row: Row, actions: string[]): Use[] {
  const params = (row.request_params ?? {}) as Record<string, string | undefined>;
  const who = ((row.user_identity as Row).email as string | null) ?? null;
  const at = Date.parse(String(row.event_time));
  const action = String(row.action_name);
  const workspace: Use[] =
    row.workspace_id === 0
      ? []
      : [{ who, kind: 'workspace', what: String(row.workspace_id), how: 'access', at }];
  if (row.service_name !== 'unityCatalog' || !actions.includes(action)) return workspace;
  const isVolume = params.volume_full_name !== undefined || params.securable_type?.toUpperCase() === 'VOLUME';
  const how =
    params.operation === 'READ_WRITE' ? 'write' : action.startsWith('generateTemporary') ? 'query' : action;
  const what =
    params.volume_full_name ??
    params.table_full_name ??
    params.full_name_arg ??
    params.securable_full_name ??
    null;
  return [...workspace, { who, kind: isVolume ? 'volume' : 'table', what, how, at }];
}

function answerOf(call: Call, statement: RunningStatement): Row {
  const { id: statement_id, looks, error, rows, is_truncated } = statement;
  if (looks > 0) return { statement_id, status: { state: looks > 1 ? 'PENDING' : 'RUNNING' } };
  if (error) return { statement_id, status: { state: 'FAILED', error, sql_state: '42501' } };
  const size = call.server.statements.chunk_rows;
  const names = rows[0]?.length === 1 ? ['1'] : COLUMNS;
  return {
    statement_id,
    status: { state: 'SUCCEEDED' },
    manifest: {
      format: 'JSON_ARRAY',
      schema: { columns: names.map((name, position) => ({ name, type_name: 'STRING', position })) },
      total_row_count: rows.length,
      total_chunk_count: Math.ceil(rows.length / size),
      truncated: is_truncated,
    },
    result: chunkOf(call, statement, 0),
  };
}

function chunkOf({ server }: Call, { id, rows }: RunningStatement, chunk_index: number): Row {
  const size = server.statements.chunk_rows;
  const part = rows.slice(chunk_index * size, (chunk_index + 1) * size);
  const next = chunk_index + 1;
  return {
    chunk_index,
    row_offset: chunk_index * size,
    row_count: part.length,
    ...(part.length > 0 ? { data_array: part } : {}),
    ...(next * size < rows.length
      ? {
          next_chunk_index: next,
          next_chunk_internal_link: `/api/2.0/sql/statements/${id}/result/chunks/${next}?row_offset=${next * size}`,
        }
      : {}),
  };
}
