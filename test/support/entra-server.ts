import { randomUUID } from 'node:crypto';
import { answerGraph } from './entra-graph.ts';
import { EntraTenant, READER_APP } from './entra-tenant.ts';
import { type ScriptedAnswer, type SeenRequest, startScriptedServer } from './scripted-server.ts';

export const TENANT_ID = '99999999-0000-4000-8000-000000000001';
export const CLIENT_SECRET = 'a~very.secret/value+of=the app';

export interface EntraServer {
  url: string;
  tenant: EntraTenant;
  seen: SeenRequest[];
  /** Requests that would have deleted an object instead of a reference to it. */
  disasters: string[];
  /** Requests that Graph does not know. */
  unknown: string[];
  /** Answers instead of the server, while it has something to say. */
  intercept: ((request: SeenRequest) => ScriptedAnswer | undefined) | null;
  paging: { empty_pages: boolean; repeat_rows: boolean; foreign_links: boolean };
  /** No token that was given out is good any more. */
  expireTokens(): void;
  close(): Promise<void>;
}

/** Entra ID and Microsoft Graph on loopback, as `connectors.md` describes them, for one tenant and one application. */
export async function startEntraServer(tenant = new EntraTenant()): Promise<EntraServer> {
  const tokens = new Set<string>();
  const server: EntraServer = {
    url: '',
    tenant,
    seen: [],
    disasters: [],
    unknown: [],
    intercept: null,
    paging: { empty_pages: false, repeat_rows: false, foreign_links: false },
    expireTokens: () => tokens.clear(),
    close: async () => {},
  };
  const { url, seen, close } = await startScriptedServer((request) => {
    const instead = server.intercept?.(request);
    if (instead) return instead;
    if (request.path === `/${TENANT_ID}/oauth2/v2.0/token`) return tokenAnswer(request, tokens);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) return graphError(401, 'InvalidAuthenticationToken', 'Access token has expired.');
    return answerGraph(server, request);
  });
  return Object.assign(server, { url, seen, close });
}

function tokenAnswer({ method, body }: SeenRequest, tokens: Set<string>): ScriptedAnswer {
  const form = new URLSearchParams(body);
  if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') return { status: 400, json: {} };
  if (!form.get('scope')?.endsWith('/.default')) {
    return {
      status: 400,
      json: { error: 'invalid_scope', error_description: 'AADSTS70011: The scope is not valid.' },
    };
  }
  if (form.get('client_id') !== READER_APP || form.get('client_secret') !== CLIENT_SECRET) {
    return {
      status: 401,
      json: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
    };
  }
  const token = `eyJ.${randomUUID()}`;
  tokens.add(token);
  return { json: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token } };
}

export function graphError(status: number, code: string, message: string): ScriptedAnswer {
  const id = randomUUID();
  return {
    status,
    headers: { 'request-id': id },
    json: { error: { code, message, innerError: { date: '2026-01-01T00:00:00', 'request-id': id } } },
  };
}
