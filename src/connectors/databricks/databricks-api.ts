import type { ConnectorClock } from '../connector.ts';
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from '../http/http-client.ts';
import { createTokenSource, type TokenSource } from '../http/token-source.ts';
import { type Application, openLogin, secretsOf } from '../microsoft/application.ts';
import { type Row, rowOf } from '../rows.ts';
import type { DatabricksSettings } from './databricks-settings.ts';

/** One of the two hosts: that of the workspace, or that of the account. */
export interface Host {
  get(path: string, signal: AbortSignal): Promise<Row>;
  /** The same for a sync, which has time to wait. */
  page(path: string, signal: AbortSignal): Promise<Row>;
  /** `null` when it is not there. */
  find(path: string, signal: AbortSignal): Promise<Row | null>;
  send(request: HttpRequest): Promise<HttpAnswer>;
}

/** Databricks as one service principal sees it. */
export interface Databricks {
  /** Its application id. */
  client_id: string;
  workspace: Host;
  account: { host: Host; id: string } | null;
  /** Users and groups: of the account where it is connected. */
  scim: { host: Host; base: string };
  close(): Promise<void>;
}

/** Azure Databricks in Entra ID. */
const AZURE_SCOPE = '2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default';
const PATIENCE_MS = 45_000;

export function openDatabricks(
  settings: DatabricksSettings,
  application: Application,
  clock: ConnectorClock,
): Databricks {
  const { workspace_url, account_url, account_id } = settings;
  const opened: { close(): Promise<void> }[] = [];
  const sharedTokens = entraTokens(settings, application, clock, opened);

  const open = (base_url: string, name: string, tokenPath: string): Host => {
    const tokens = sharedTokens ?? ownTokens(base_url, tokenPath, application, clock, opened);
    const secrets = secretsOf(application);
    const http = createHttpClient({ base_url, name, tokens, secrets, ...clock });
    opened.push(http);
    return hostOf(http);
  };
  const workspace = open(workspace_url, 'The Databricks workspace', '/oidc/v1/token');
  const account =
    account_url !== null && account_id !== null
      ? {
          id: encodeURIComponent(account_id),
          host: open(
            account_url,
            'The Databricks account',
            `/oidc/accounts/${encodeURIComponent(account_id)}/v1/token`,
          ),
        }
      : null;
  return {
    client_id: application.client_id,
    workspace,
    account,
    scim: account
      ? { host: account.host, base: `/api/2.0/accounts/${account.id}/scim/v2` }
      : { host: workspace, base: '/api/2.0/preview/scim/v2' },
    async close() {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}

type Opened = { close(): Promise<void> }[];

/** One token of Entra ID is good for both hosts. */
function entraTokens(
  { sign_in, tenant_id, login_url }: DatabricksSettings,
  application: Application,
  clock: ConnectorClock,
  opened: Opened,
): TokenSource | null {
  if (sign_in !== 'entra' || tenant_id === null) return null;
  const login = openLogin({ tenant_id, login_url }, application, clock);
  opened.push(login);
  return login.tokensFor(AZURE_SCOPE);
}

/** A token of the workspace is none of the account, and the other way round. */
function ownTokens(
  base_url: string,
  path: string,
  application: Application,
  clock: ConnectorClock,
  opened: Opened,
): TokenSource {
  const { client_id, secret } = application;
  const http = createHttpClient({
    base_url,
    name: 'The Databricks sign-in',
    secrets: secretsOf(application),
    ...clock,
  });
  opened.push(http);
  return createTokenSource({
    http,
    path,
    audience: `${base_url.replace(/\/+$/, '')}${path}`,
    scope: 'all-apis',
    credentials: { client_id, secret, certificate: null, is_basic: true },
    now: clock.now,
  });
}

function hostOf(http: HttpClient): Host {
  const get = async (path: string, signal: AbortSignal, waiting_ms_max?: number): Promise<Row> =>
    rowOf((await http.send({ path, signal, waiting_ms_max })).body);
  return {
    get: (path, signal) => get(path, signal),
    page: (path, signal) => get(path, signal, PATIENCE_MS),
    async find(path, signal) {
      const { status, body } = await http.send({ path, signal, accept: [404] });
      return status === 404 ? null : rowOf(body);
    },
    send: (request) => http.send(request),
  };
}
