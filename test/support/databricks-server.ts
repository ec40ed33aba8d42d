import { randomUUID } from 'node:crypto';
import { DatabricksAccount, READER_APP } from './databricks-account.ts';
import { answerCatalog } from './databricks-catalog.ts';
import { answerScim } from './databricks-scim.ts';
import { answerStatements, type RunningStatement } from './databricks-statements.ts';
import { answerWorkspaces } from './databricks-workspaces.ts';
import { type ScriptedAnswer, type SeenRequest, startScriptedServer } from './scripted-server.ts';

export const ACCOUNT_ID = '11111111-2222-4333-8444-555555555555';
export const TENANT_ID = '99999999-0000-4000-8000-000000000001';
export const CLIENT_SECRET = 'dose/0123+a secret:of=Databricks';
const AZURE_SCOPE = '2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default';

export interface DatabricksServer {
  workspace_url: string;
  account_url: string;
  login_url: string;
  account: DatabricksAccount;
  /** Requests to both hosts, in their order. */
  seen: SeenRequest[];
  /** Requests that would have emptied a group, or deleted somebody. */
  disasters: string[];
  /** Requests that Databricks does not know. */
  unknown: string[];
  /** Tokens that were shown to the wrong host. */
  misdirected: string[];
  /** Answers instead of the server, while it has something to say. */
  intercept: ((request: SeenRequest) => ScriptedAnswer | undefined) | null;
  paging: { empty_pages: boolean; repeat_rows: boolean; short_pages: boolean };
  statements: {
    running: Map<string, RunningStatement>;
    /** So many looks at a statement find that it is not done yet. */
    looks: number;
    chunk_rows: number;
  };
  /** No token that was given out is good any more. */
  expireTokens(): void;
  close(): Promise<void>;
}

export interface Call {
  server: DatabricksServer;
  account: DatabricksAccount;
  method: string;
  path: string;
  parts: string[];
  query: URLSearchParams;
  body: string;
}

/** A workspace, the account console and the sign-in of Entra ID on loopback, as `connectors.md` describes them. */
export async function startDatabricksServer(account = new DatabricksAccount()): Promise<DatabricksServer> {
  const tokens = { workspace: new Set<string>(), account: new Set<string>(), azure: new Set<string>() };
  const server: DatabricksServer = {
    workspace_url: '',
    account_url: '',
    login_url: '',
    account,
    seen: [],
    disasters: [],
    unknown: [],
    misdirected: [],
    intercept: null,
    paging: { empty_pages: false, repeat_rows: false, short_pages: false },
    statements: { running: new Map(), looks: 0, chunk_rows: 1000 },
    expireTokens: () => {
      for (const one of Object.values(tokens)) one.clear();
    },
    close: async () => {},
  };

  const hostOf = (host: 'workspace' | 'account', tokenPath: string) => (request: SeenRequest) => {
    server.seen.push(request);
    const instead = server.intercept?.(request);
    if (instead) return instead;
    if (request.path === tokenPath) return basicToken(request, tokens[host]);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (tokens[host === 'workspace' ? 'account' : 'workspace'].has(token)) server.misdirected.push(host);
    if (!tokens[host].has(token) && !tokens.azure.has(token)) {
      return platformError(401, 'UNAUTHENTICATED', 'Credential was not sent or was of an unsupported type.');
    }
    const url = new URL(request.path, 'http://host');
    const parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    const call: Call = { ...request, server, account, parts, query: url.searchParams };
    const answer = host === 'workspace' ? answerWorkspaceHost(call) : answerAccountHost(call);
    if (answer) return answer;
    server.unknown.push(`${host} ${request.method} ${request.path}`);
    return platformError(404, 'ENDPOINT_NOT_FOUND', `No API found for '${request.method} ${url.pathname}'`);
  };
  const workspace = await startScriptedServer(hostOf('workspace', '/oidc/v1/token'));
  const console = await startScriptedServer(hostOf('account', `/oidc/accounts/${ACCOUNT_ID}/v1/token`));
  const login = await startScriptedServer((request) => entraToken(request, tokens.azure));
  return Object.assign(server, {
    workspace_url: workspace.url,
    account_url: console.url,
    login_url: login.url,
    async close() {
      await Promise.all([workspace.close(), console.close(), login.close()]);
    },
  });
}

function answerWorkspaceHost(call: Call): ScriptedAnswer | undefined {
  const [api, version, area, ...rest] = call.parts;
  if (api !== 'api') return undefined;
  if (version === '2.1' && area === 'unity-catalog') return answerCatalog(call, rest);
  if (version === '2.0' && area === 'sql' && rest[0] === 'statements')
    return answerStatements(call, rest.slice(1));
  if (version === '2.0' && area === 'preview' && rest[0] === 'scim')
    return answerScim(call, rest.slice(2), 'workspace');
  return undefined;
}

function answerAccountHost(call: Call): ScriptedAnswer | undefined {
  const [api, version, area, id, what, ...rest] = call.parts;
  if (api !== 'api' || version !== '2.0' || area !== 'accounts' || id !== ACCOUNT_ID) return undefined;
  if (what === 'scim') return answerScim(call, rest.slice(1), 'account');
  return what === 'workspaces' ? answerWorkspaces(call, rest) : undefined;
}

/** The client is named by Basic, each part encoded as in a form. */
function basicToken({ method, body, headers }: SeenRequest, tokens: Set<string>): ScriptedAnswer {
  const form = new URLSearchParams(body);
  const refused = (error: string): ScriptedAnswer => ({
    status: 400,
    json: { error, error_description: error },
  });
  if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') return refused('invalid_request');
  if (form.get('scope') !== 'all-apis') return refused('invalid_scope');
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [id, secret] = Buffer.from(basic, 'base64')
    .toString('utf8')
    .split(':')
    .map((part) => new URLSearchParams(`a=${part}`).get('a'));
  if (id !== READER_APP || secret !== CLIENT_SECRET || form.has('client_secret')) {
    return {
      status: 401,
      json: { error: 'invalid_client', error_description: 'Client authentication failed' },
    };
  }
  return tokenAnswer(tokens, 'all-apis');
}

function entraToken({ path, body }: SeenRequest, tokens: Set<string>): ScriptedAnswer {
  const form = new URLSearchParams(body);
  if (path !== `/${TENANT_ID}/oauth2/v2.0/token` || form.get('scope') !== AZURE_SCOPE) {
    return { status: 400, json: { error: 'invalid_scope', error_description: 'AADSTS70011' } };
  }
  if (form.get('client_id') !== READER_APP || form.get('client_secret') !== CLIENT_SECRET) {
    return { status: 401, json: { error: 'invalid_client', error_description: 'AADSTS7000215' } };
  }
  return tokenAnswer(tokens, AZURE_SCOPE);
}

function tokenAnswer(tokens: Set<string>, scope: string): ScriptedAnswer {
  const access_token = `eyJ.${randomUUID()}`;
  tokens.add(access_token);
  return { json: { access_token, token_type: 'Bearer', expires_in: 3600, scope } };
}

export const platformError = (status: number, error_code: string, message: string): ScriptedAnswer => ({
  status,
  headers: { 'x-request-id': randomUUID() },
  json: { error_code, message, details: [] },
});
