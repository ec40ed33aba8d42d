import { type ConnectorClock, ConnectorError } from '../connector.ts';
import { type Budget, createBudget } from '../http/budget.ts';
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/http-client.ts';
import { type Application, openLogin, secretsOf } from '../microsoft/application.ts';
import { objectIdOf } from '../microsoft/own-ids.ts';
import { type Row, rowsOf, textOf } from '../rows.ts';
import type { FabricSettings } from './fabric-settings.ts';

/** What admin calls may be sent in an hour. */
const ADMIN_REQUESTS_PER_HOUR = 200;
const HOUR_MS = 3_600_000;

export interface FabricPage {
  rows: Row[];
  /** Below the base address. `null` ends the list; a page without rows does not. */
  next: string | null;
  etag: string | null;
}

/** Under which name an answer has its rows: it depends on the call. */
export type ListKey = 'value' | 'workspaces' | 'itemEntities' | 'accessDetails' | 'activityEventEntities';

/** The Fabric REST interface as one application sees it. */
export interface Fabric {
  client_id: string;
  /** The object id of the application itself, from its token; `null` when the token does not say it. */
  ownId(signal: AbortSignal): Promise<string | null>;
  page(path: string, key: ListKey, signal: AbortSignal): Promise<FabricPage>;
  /** `null` when it is not there. */
  find(path: string, signal: AbortSignal): Promise<Row | null>;
  write(request: Omit<HttpRequest, 'is_read' | 'form'>): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export function openFabric(
  settings: FabricSettings,
  application: Application,
  clock: ConnectorClock,
): Fabric {
  const login = openLogin(settings, application, clock);
  const tokens = login.tokensFor(settings.fabric_scope);
  const open = (budget?: Budget): HttpClient =>
    createHttpClient({
      base_url: settings.fabric_url,
      name: 'Microsoft Fabric',
      tokens,
      secrets: secretsOf(application),
      budget,
      ...clock,
    });
  const core = open();
  const admin = open(createBudget({ requests: ADMIN_REQUESTS_PER_HOUR, window_ms: HOUR_MS, now: clock.now }));
  const clientOf = (path: string): HttpClient => (path.startsWith('/v1/admin/') ? admin : core);

  return {
    client_id: application.client_id,
    ownId: async (signal) => objectIdOf(await tokens.get(signal)),

    async page(path, key, signal) {
      const http = clientOf(path);
      const { body, headers } = await http.send<Row | null>({ path, signal, waiting_ms_max: 45_000 });
      if (!Array.isArray(body?.[key])) {
        throw new ConnectorError('protocol', `Microsoft Fabric sent a list without ${key}`);
      }
      const link = textOf(body?.continuationUri);
      if (link === null && textOf(body?.continuationToken) !== null) {
        throw new ConnectorError('protocol', 'Microsoft Fabric sent a list that goes on, but not where');
      }
      return {
        rows: rowsOf(body?.[key]),
        next: link === null ? null : http.pathOf(link),
        etag: textOf(headers.etag),
      };
    },

    async find(path, signal) {
      const { status, body } = await clientOf(path).send<Row | null>({ path, signal, accept: [404] });
      return status === 404 ? null : body;
    },

    write: (request) => core.send(request),
    async close() {
      await Promise.all([login.close(), core.close(), admin.close()]);
    },
  };
}

const PAGES_MAX = 1_000;

/** All rows of a list that belongs to one thing, and is short. */
export async function allRows(api: Fabric, path: string, key: ListKey, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  let at: string | null = path;
  for (let pages = 0; at !== null; pages++) {
    if (pages >= PAGES_MAX) throw new ConnectorError('protocol', 'a list of Microsoft Fabric does not end');
    const page: FabricPage = await api.page(at, key, signal);
    rows.push(...page.rows);
    at = page.next;
  }
  return rows;
}
