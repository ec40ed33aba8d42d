import { randomUUID } from 'node:crypto';
import { type ScriptedAnswer, type SeenRequest, startScriptedServer } from '../scripted-server.ts';
import { answerActivity } from './activity-events.ts';
import { answerAdmin } from './admin-calls.ts';
import { answerCore } from './core-calls.ts';
import { FabricTenant, type Row } from './fabric-tenant.ts';

export const TENANT_ID = '99999999-0000-4000-8000-000000000001';
export const APP_ID = '0a000000-0000-4000-8000-00000000000a';
export const OWN_ID = '60000000-0000-4000-8000-00000000000a';
export const CLIENT_SECRET = 'a~very.secret/value+of=the app';

const SCOPES: Record<string, string> = {
  'https://api.fabric.microsoft.com/.default': 'fabric',
  'https://analysis.windows.net/powerbi/api/.default': 'powerbi',
  'https://graph.microsoft.com/.default': 'graph',
};

export interface FabricServer {
  url: string;
  tenant: FabricTenant;
  seen: SeenRequest[];
  /** Requests that Fabric does not know. */
  unknown: string[];
  /** Roles that a replacement has deleted because it did not name them. */
  disasters: string[];
  intercept: ((request: SeenRequest) => ScriptedAnswer | undefined) | null;
  paging: {
    size: number;
    activities: number;
    empty_pages: boolean;
    repeat_rows: boolean;
    foreign_links: boolean;
  };
  /** Tenant settings. */
  allows: { public_api: boolean; admin_api: boolean; graph: boolean };
  tokens_name_owner: boolean;
  expireTokens(): void;
  close(): Promise<void>;
}

/** Fabric, Power BI's activity log and the little of Graph that is asked, on loopback, as `connectors.md` describes them. */
export async function startFabricServer(tenant = new FabricTenant()): Promise<FabricServer> {
  const tokens = new Map<string, string>();
  const server: FabricServer = {
    url: '',
    tenant,
    seen: [],
    unknown: [],
    disasters: [],
    intercept: null,
    paging: { size: 100, activities: 3, empty_pages: false, repeat_rows: false, foreign_links: false },
    allows: { public_api: true, admin_api: true, graph: true },
    tokens_name_owner: true,
    expireTokens: () => tokens.clear(),
    close: async () => {},
  };
  const { url, seen, close } = await startScriptedServer((request) => {
    const instead = server.intercept?.(request);
    if (instead) return instead;
    if (request.path === `/${TENANT_ID}/oauth2/v2.0/token`) return tokenAnswer(server, request, tokens);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const audience = tokens.get(token);
    const { pathname } = new URL(request.path, 'http://x');
    if (pathname.startsWith('/v1.0/myorg/')) {
      if (audience !== 'powerbi') return { status: 403 };
      return server.allows.admin_api ? answerActivity(server, request) : { status: 401 };
    }
    if (pathname.startsWith('/v1.0/')) return answerGraph(server, request, audience);
    if (audience !== 'fabric') return fabricError(401, 'Unauthorized', 'The access token is not valid.');
    if (!server.allows.public_api)
      return fabricError(401, 'Unauthorized', 'The caller is not authenticated to access this resource.');
    if (!pathname.startsWith('/v1/admin/')) return answerCore(server, request);
    if (server.allows.admin_api) return answerAdmin(server, request);
    return fabricError(403, 'InsufficientPrivileges', 'The caller cannot use admin interfaces.');
  });
  return Object.assign(server, { url, seen, close });
}

function tokenAnswer(
  server: FabricServer,
  { method, body }: SeenRequest,
  tokens: Map<string, string>,
): ScriptedAnswer {
  const form = new URLSearchParams(body);
  if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') return { status: 400, json: {} };
  const audience = SCOPES[form.get('scope') ?? ''];
  if (audience === undefined) {
    return {
      status: 400,
      json: { error: 'invalid_scope', error_description: 'AADSTS70011: The scope is not valid.' },
    };
  }
  if (form.get('client_id') !== APP_ID || form.get('client_secret') !== CLIENT_SECRET) {
    return {
      status: 401,
      json: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
    };
  }
  const claims = { ...(server.tokens_name_owner ? { oid: OWN_ID.toUpperCase() } : {}), jti: randomUUID() };
  const token = `eyJ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
  tokens.set(token, audience);
  return { json: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token } };
}

function answerGraph(
  server: FabricServer,
  { path }: SeenRequest,
  audience: string | undefined,
): ScriptedAnswer {
  const { pathname, searchParams } = new URL(path, 'http://x');
  if (audience !== 'graph') return { status: 401, json: { error: { code: 'InvalidAuthenticationToken' } } };
  if (!server.allows.graph) {
    const message = 'Insufficient privileges to complete the operation.';
    return { status: 403, json: { error: { code: 'Authorization_RequestDenied', message } } };
  }
  const { people, programs } = server.tenant;
  const names = [...(searchParams.get('$filter') ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, name = '']) =>
    name.replaceAll("''", "'"),
  );
  if (names.length > 15) return { status: 400, json: { error: { code: 'Request_UnsupportedQuery' } } };
  const isById = searchParams.get('$filter')?.startsWith('id in') === true;
  const { holders } = server.tenant;
  const byIds = () =>
    names.flatMap((id) => {
      const holder = holders.get(id);
      const upn = [...people.values()].find((one) => one.id === id)?.upn;
      return holder
        ? [{ id: id.toUpperCase(), displayName: holder.displayName, userPrincipalName: upn }]
        : [];
    });
  if (pathname === '/v1.0/users') {
    if (isById) return { json: { value: byIds() } };
    const found = names.flatMap((name) => people.get(name) ?? []);
    return { json: { value: found.map(({ id, upn }) => ({ id, userPrincipalName: upn.toUpperCase() })) } };
  }
  if (pathname === '/v1.0/servicePrincipals') {
    return { json: { value: isById ? byIds() : names.flatMap((name) => programs.get(name) ?? []) } };
  }
  // The application may not read groups.
  if (pathname === '/v1.0/groups') {
    return { status: 403, json: { error: { code: 'Authorization_RequestDenied', message: 'No.' } } };
  }
  server.unknown.push(path);
  return { status: 404 };
}

export const fabricError = (status: number, errorCode: string, message: string): ScriptedAnswer => ({
  status,
  json: { requestId: randomUUID(), errorCode, message, isRetriable: status === 429 },
});

/** A page of a list. Links hold their token encoded, as Fabric gives them out. */
export function listAnswer(server: FabricServer, path: string, key: string, all: Row[]): ScriptedAnswer {
  const { size, empty_pages, repeat_rows, foreign_links } = server.paging;
  const url = new URL(path, server.url);
  const [at = 0, isEmptied = 0] = Buffer.from(url.searchParams.get('continuationToken') ?? '', 'base64')
    .toString('utf8')
    .split('-')
    .map(Number);
  const goOn = (to: number, empty: number): Row => {
    const token = encodeURIComponent(`${Buffer.from(`${to}-${empty}`).toString('base64')}==`);
    url.searchParams.delete('continuationToken');
    const base = `${foreign_links ? 'https://wabi-west.analysis.example' : server.url}${url.pathname}`;
    const query = [url.searchParams.toString(), `continuationToken=${token}`].filter(Boolean).join('&');
    return { continuationToken: token, continuationUri: `${base}?${query}` };
  };
  if (empty_pages && at > 0 && isEmptied === 0) return { json: { [key]: [], ...goOn(at, 1) } };
  const rows = all.slice(repeat_rows ? Math.max(0, at - 1) : at, at + size);
  return { json: { [key]: rows, ...(at + size < all.length ? goOn(at + size, 0) : {}) } };
}

/** Ids come in either case. */
export const inSomeCase = (row: Row, index: number): Row =>
  index % 2 === 0 ? row : { ...row, id: String(row.id).toUpperCase() };
