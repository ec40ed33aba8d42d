import { type ConnectorClock, ConnectorError } from '../connector.ts';
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/http-client.ts';
import { type Application, openLogin, secretsOf } from '../microsoft/application.ts';
import { type Row, rowsOf } from '../rows.ts';
import type { EntraSettings } from './entra-settings.ts';

export interface GraphPage {
  rows: Row[];
  /** Below the base address. `null` ends the list; a page without rows does not. */
  next: string | null;
}

export interface Graph {
  /** Of the application that signs in here. */
  client_id: string;
  list(path: string, signal: AbortSignal): Promise<GraphPage>;
  /** The same for a sync, which has time to wait. */
  page(path: string, signal: AbortSignal): Promise<GraphPage>;
  /** A page of what has changed; the last one has a mark to go on from the next time. */
  changes(path: string, signal: AbortSignal): Promise<GraphPage & { mark: string | null }>;
  /** `null` when it is not there. */
  find(path: string, signal: AbortSignal): Promise<Row | null>;
  write(request: Omit<HttpRequest, 'is_read' | 'form'>): Promise<HttpAnswer>;
  /** The address of an object, as a reference to it is written. */
  referenceTo(id: string): string;
  close(): Promise<void>;
}

/** Graph as one application of the tenant sees it. */
export function openGraph(settings: EntraSettings, application: Application, clock: ConnectorClock): Graph {
  const login = openLogin(settings, application, clock);
  const base = settings.graph_url.replace(/\/+$/, '');
  const http: HttpClient = createHttpClient({
    base_url: settings.graph_url,
    name: 'Microsoft Graph',
    tokens: login.tokensFor(settings.graph_scope ?? `${new URL(settings.graph_url).origin}/.default`),
    secrets: secretsOf(application),
    ...clock,
  });

  const list = async (
    path: string,
    signal: AbortSignal,
    patience: { headers?: Record<string, string>; waiting_ms_max?: number } = {},
  ): Promise<GraphPage & { mark: string | null }> => {
    const { body } = await http.send<Row | null>({ path, signal, ...patience });
    const rows = body?.value;
    if (!Array.isArray(rows)) {
      throw new ConnectorError('protocol', 'Microsoft Graph sent a list without rows');
    }
    const pathOf = (link: unknown) => (typeof link === 'string' ? http.pathOf(link) : null);
    return {
      rows: rowsOf(rows),
      next: pathOf(body?.['@odata.nextLink']),
      mark: pathOf(body?.['@odata.deltaLink']),
    };
  };

  return {
    client_id: application.client_id,
    list: (path, signal) => list(path, signal),
    page: (path, signal) => list(path, signal, PATIENTLY),
    changes: (path, signal) => list(path, signal, PATIENTLY),
    async find(path, signal) {
      const { status, body } = await http.send<Row | null>({ path, signal, accept: [404] });
      return status === 404 ? null : body;
    },
    write: (request) => http.send(request),
    referenceTo: (id) => `${base}/v1.0/directoryObjects/${id}`,
    async close() {
      await Promise.all([login.close(), http.close()]);
    },
  };
}

/** Others who ask the tenant go first. */
const PATIENTLY = { headers: { 'x-ms-throttle-priority': 'low' }, waiting_ms_max: 45_000 };

/** All rows of a list that belongs to one thing, and is short; of a long one the first so many pages. */
export async function allRows(
  graph: Graph,
  path: string,
  signal: AbortSignal,
  pages_max = 200,
): Promise<Row[]> {
  const rows: Row[] = [];
  let at: string | null = path;
  for (let pages = 0; at !== null; pages++) {
    if (pages >= pages_max) throw new ConnectorError('protocol', 'a list of Microsoft Graph does not end');
    const page: GraphPage = await graph.list(at, signal);
    rows.push(...page.rows);
    at = page.next;
  }
  return rows;
}
