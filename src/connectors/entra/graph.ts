import { ConnectorError } from '../connector.ts';
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/http-client.ts';
import { createTokenSource } from '../http/token-source.ts';
import type { EntraSettings } from './entra-settings.ts';

/** A row as Graph sends it: anything may be absent, null or of an unknown value. */
export type Row = Record<string, unknown>;

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
  /** `null` when it is not there. */
  find(path: string, signal: AbortSignal): Promise<Row | null>;
  write(request: Omit<HttpRequest, 'is_read' | 'form'>): Promise<HttpAnswer>;
  /** The address of an object, as a reference to it is written. */
  referenceTo(id: string): string;
  close(): Promise<void>;
}

interface Application {
  client_id: string;
  secret: string | null;
  certificate: string | null;
  private_key: string | null;
}

/** Graph as one application of the tenant sees it. */
export function openGraph(
  settings: EntraSettings,
  { client_id, secret, certificate, private_key }: Application,
  now: () => Date,
): Graph {
  const secrets = [secret, private_key].filter((text) => text !== null);
  const login = createHttpClient({
    base_url: settings.login_url,
    name: 'The Microsoft sign-in',
    secrets,
    now,
  });
  const path = `/${encodeURIComponent(settings.tenant_id)}/oauth2/v2.0/token`;
  const base = settings.graph_url.replace(/\/+$/, '');
  const tokens = createTokenSource({
    http: login,
    path,
    audience: `${settings.login_url.replace(/\/+$/, '')}${path}`,
    scope: settings.graph_scope ?? `${new URL(settings.graph_url).origin}/.default`,
    credentials: {
      client_id,
      secret,
      certificate: certificate !== null && private_key !== null ? { certificate, private_key } : null,
    },
    now,
  });
  const http: HttpClient = createHttpClient({
    base_url: settings.graph_url,
    name: 'Microsoft Graph',
    tokens,
    secrets,
    now,
  });

  const list = async (
    path: string,
    signal: AbortSignal,
    patience: { headers?: Record<string, string>; waiting_ms_max?: number } = {},
  ): Promise<GraphPage> => {
    const { body } = await http.send<Row | null>({ path, signal, ...patience });
    const rows = body?.value;
    if (!Array.isArray(rows)) {
      throw new ConnectorError('protocol', 'Microsoft Graph sent a list without rows');
    }
    const link = body?.['@odata.nextLink'];
    return {
      rows: rows.filter((row): row is Row => row !== null && typeof row === 'object'),
      next: typeof link === 'string' ? http.pathOf(link) : null,
    };
  };

  return {
    client_id,
    list: (path, signal) => list(path, signal),
    page: (path, signal) => list(path, signal, PATIENTLY),
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

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** An instant; Graph writes the year 1 where it knows none. */
export function instantOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return ms > 0 ? new Date(ms).toISOString() : null;
}

/** Lists are no snapshots: the same row can come twice. */
export function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
