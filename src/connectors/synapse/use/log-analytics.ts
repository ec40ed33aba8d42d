import { type ConnectorClock, ConnectorError } from '../../connector.ts';
import { createHttpClient } from '../../http/http-client.ts';
import { PlatformError } from '../../http/platform-error.ts';
import { type Application, openLogin, secretsOf } from '../../microsoft/application.ts';
import { listOf, type Row, rowOf, rowsOf, textOf } from '../../rows.ts';
import type { SynapseSettings } from '../synapse-settings.ts';

/** The answer is not whole: the same must be asked for less. */
export class TooMuch extends Error {
  /** There are more rows than were asked for. Otherwise the platform failed over it, and may do so over anything. */
  readonly is_counted: boolean;

  constructor(message: string, { is_counted = false } = {}) {
    super(message);
    this.is_counted = is_counted;
  }
}

export interface LogAnalytics {
  /** All rows, or TooMuch. */
  query(text: string, signal: AbortSignal): Promise<Row[]>;
  close(): Promise<void>;
}

export function openLogAnalytics(
  settings: SynapseSettings,
  application: Application,
  clock: ConnectorClock,
): LogAnalytics | null {
  if (settings.logs_workspace_id === null) return null;
  const login = openLogin(settings, application, clock);
  const http = createHttpClient({
    base_url: settings.logs_url,
    name: 'Log Analytics',
    tokens: login.tokensFor(settings.logs_scope),
    secrets: secretsOf(application),
    ...clock,
  });
  const path = `/v1/workspaces/${encodeURIComponent(settings.logs_workspace_id)}/query`;

  return {
    async query(query, signal) {
      try {
        const { status, body } = await http.send({
          method: 'POST',
          path,
          json: { query },
          is_read: true,
          signal,
        });
        return status === 204 ? [] : rowsOfAnswer(body);
      } catch (error) {
        // It gave up after its longest time.
        if (error instanceof PlatformError && error.status === 504) throw new TooMuch(error.message);
        throw error;
      }
    },
    async close() {
      await Promise.all([login.close(), http.close()]);
    },
  };
}

/** 200 does not mean that all rows are there: an answer with an error in it lacks some. */
function rowsOfAnswer(body: unknown): Row[] {
  const answer = rowOf(body);
  if (answer.error !== undefined && answer.error !== null) {
    const { code, message } = rowOf(answer.error);
    throw new TooMuch([textOf(code), textOf(message)].filter((part) => part !== null).join(': '));
  }
  const [table] = rowsOf(answer.tables);
  if (!table || !Array.isArray(table.columns) || !Array.isArray(table.rows)) {
    throw new ConnectorError('protocol', 'Log Analytics answered without a table');
  }
  const names = rowsOf(table.columns).map(({ name }) => textOf(name) ?? '');
  return table.rows.map((values) =>
    Object.fromEntries(listOf(values).map((value, i) => [names[i] ?? '', value])),
  );
}
