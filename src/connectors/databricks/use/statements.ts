import { setTimeout as sleepFor } from 'node:timers/promises';
import { ConnectorError } from '../../connector.ts';
import { listOf, type Row, rowOf, rowsOf, textOf } from '../../rows.ts';
import type { Host } from '../databricks-api.ts';

export interface Statement {
  warehouse_id: string;
  statement: string;
  parameters: { name: string; value: string; type: string }[];
  row_limit: number;
}

export type StatementAnswer =
  | { state: 'succeeded'; rows: Row[]; is_truncated: boolean }
  /** It goes on there, and can be asked for under its id. */
  | { state: 'running'; statement_id: string }
  /** The platform will not carry it out, for a reason that a person can do something about. */
  | { state: 'refused'; reason: string };

interface Context {
  host: Host;
  signal: AbortSignal;
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const PATH = '/api/2.0/sql/statements';
const POLLS = 5;
const POLL_MS = 2_000;
const CHUNKS_MAX = 200;
const PASSING =
  /^(TEMPORARILY_UNAVAILABLE|SERVICE_UNDER_MAINTENANCE|WORKSPACE_TEMPORARILY_UNAVAILABLE|RESOURCE_EXHAUSTED|DEADLINE_EXCEEDED|ABORTED|CANCELLED|INTERNAL_ERROR|IO_ERROR|UNKNOWN)$/;

/** Runs a statement, or goes on waiting for one that runs already. A warehouse that sleeps takes minutes. */
export async function runStatement(
  context: Context,
  statement: Statement,
  { statement_id, polls = POLLS }: { statement_id: string | null; polls?: number },
): Promise<StatementAnswer> {
  const { host, signal } = context;
  const sleep = context.sleep ?? ((ms, until) => sleepFor(ms, undefined, { signal: until }));
  let row = statement_id === null ? null : await host.find(`${PATH}/${statement_id}`, signal);
  // Results are kept for an hour.
  if (row === null || /^(CLOSED|CANCELED|FAILED)$/.test(String(rowOf(row.status).state))) {
    row = await submit(context, statement);
  }
  for (let poll = 0; ; poll++) {
    const id = textOf(row.statement_id);
    const status = rowOf(row.status);
    switch (status.state) {
      case 'SUCCEEDED':
        return succeeded(context, row);
      case 'PENDING':
      case 'RUNNING':
        break;
      default:
        return refused(status);
    }
    if (id === null) throw new ConnectorError('protocol', 'Databricks runs a statement without an id');
    if (poll >= polls) return { state: 'running', statement_id: id };
    await sleep(POLL_MS, signal);
    row = await host.get(`${PATH}/${encodeURIComponent(id)}`, signal);
  }
}

async function submit({ host, signal }: Context, statement: Statement): Promise<Row> {
  const { body } = await host.send({
    method: 'POST',
    path: PATH,
    json: {
      ...statement,
      wait_timeout: '10s',
      on_wait_timeout: 'CONTINUE',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
    },
    // It only reads: sent twice, it costs a little more.
    is_read: true,
    signal,
  });
  return rowOf(body);
}

function refused({ state, error }: Row): StatementAnswer {
  const { error_code, message } = rowOf(error);
  const code = textOf(error_code) ?? String(state);
  const text = `${code}: ${(textOf(message) ?? 'no reason given').slice(0, 300)}`;
  if (PASSING.test(code)) {
    throw new ConnectorError('unavailable', `A statement failed: ${text}`, { retry_after: 60 });
  }
  return { state: 'refused', reason: text };
}

async function succeeded({ host, signal }: Context, answer: Row): Promise<StatementAnswer> {
  const manifest = rowOf(answer.manifest);
  const columns = rowsOf(rowOf(manifest.schema).columns).map(({ name }) => String(name));
  const rows: Row[] = [];
  let chunk = rowOf(answer.result);
  for (let chunks = 1; ; chunks++) {
    // Values are text or null, in the order of the columns. An empty result has none.
    for (const values of listOf(chunk.data_array)) {
      rows.push(Object.fromEntries(columns.map((name, i) => [name, listOf(values)[i] ?? null])));
    }
    const next = chunk.next_chunk_index;
    if (typeof next !== 'number') break;
    if (chunks >= CHUNKS_MAX) throw new ConnectorError('protocol', 'a result of Databricks does not end');
    const path = `${PATH}/${encodeURIComponent(String(answer.statement_id))}/result/chunks/${next}`;
    chunk = await host.get(path, signal);
  }
  return { state: 'succeeded', rows, is_truncated: manifest.truncated === true };
}
