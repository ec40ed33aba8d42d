import { randomUUID } from 'node:crypto';
import { type ScriptedAnswer, type SeenRequest, startScriptedServer } from '../scripted-server.ts';
import { type SqlAnswer, startTdsServer } from '../tds/tds-server.ts';
import { answerRoles } from './role-assignments.ts';
import { type AuditRow, answerLogs } from './sql-audit-log.ts';
import { answerCatalog, type Session } from './sql-catalog.ts';
import { change } from './sql-changes.ts';
import type { SqlDatabase } from './sql-database.ts';
import { SynapseWorkspace } from './synapse-workspace.ts';

export const TENANT_ID = '99999999-0000-4000-8000-000000000001';
export const APP_ID = '0a000000-0000-4000-8000-00000000000a';
export const OWN_ID = '60000000-0000-4000-8000-00000000000a';
export const CLIENT_SECRET = 'a~very.secret/value+of=the app';
export const SQL_PASSWORD = "p]a's$w0rd";
export const OWN_NAME = 'lapse-synapse';

const SCOPES: Record<string, string> = {
  'https://dev.azuresynapse.net/.default': 'synapse',
  'https://database.windows.net/.default': 'sql',
  'https://api.loganalytics.io/.default': 'logs',
};

export interface SynapseServer {
  url: string;
  sql_port: number;
  workspace: SynapseWorkspace;
  databases: Map<string, SqlDatabase>;
  /** What the SQL audit log of Log Analytics holds. */
  audit: AuditRow[];
  logs: { rows_max: number; is_denied: boolean };
  seen: SeenRequest[];
  /** Statements in their order; reads as well. */
  statements: string[];
  /** Requests and statements that Synapse does not know. */
  unknown: string[];
  intercept: ((request: SeenRequest) => ScriptedAnswer | undefined) | null;
  interceptSql: ((text: string, session: Session) => SqlAnswer | Promise<SqlAnswer> | undefined) | null;
  paging: { size: number; empty_pages: boolean; repeat_rows: boolean };
  /** Whether tokens say whose they are. */
  tokens_name_owner: boolean;
  expireTokens(): void;
  close(): Promise<void>;
}

/** A Synapse workspace on loopback, as `connectors.md` describes it: its REST interface, its pools, and Log Analytics. */
export async function startSynapseServer(): Promise<SynapseServer> {
  const tokens = new Map<string, string>();
  const server: SynapseServer = {
    url: '',
    sql_port: 0,
    workspace: new SynapseWorkspace('ws1'),
    databases: new Map(),
    audit: [],
    logs: { rows_max: 500_000, is_denied: false },
    seen: [],
    statements: [],
    unknown: [],
    intercept: null,
    interceptSql: null,
    paging: { size: 100, empty_pages: false, repeat_rows: false },
    tokens_name_owner: true,
    expireTokens: () => tokens.clear(),
    close: async () => {},
  };
  const rest = await startScriptedServer((request) => {
    const instead = server.intercept?.(request);
    if (instead) return instead;
    if (request.path === `/${TENANT_ID}/oauth2/v2.0/token`) return tokenAnswer(server, request, tokens);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const audience = tokens.get(token);
    if (audience === undefined)
      return synapseError(401, 'Unauthorized', 'Token Authentication failed: expired.');
    if (request.path.startsWith('/v1/workspaces/')) return answerLogs(server, request, audience === 'logs');
    if (audience !== 'synapse') return synapseError(401, 'Unauthorized', 'The token is for something else.');
    return answerRoles(server, request);
  });
  const sql = await startTdsServer({
    login({ user, password, token, database: name }) {
      const database = server.databases.get(name);
      const isKnown =
        token === null ? user === 'lapse' && password === SQL_PASSWORD : tokens.get(token) === 'sql';
      if (!isKnown)
        return {
          error: {
            number: 18456,
            message: `Login failed for user '${user || '<token-identified principal>'}'.`,
          },
        };
      if (database?.is_paused)
        return { error: { number: 42108, message: 'Can not connect to the SQL pool since it is paused.' } };
      const principal = database?.find(OWN_NAME);
      if (!database || !principal)
        return { error: { number: 4060, message: `Cannot open database "${name}" requested by the login.` } };
      return { session: { database, principal } satisfies Session };
    },
    answer(session, { text, parameters }) {
      // A pool that is paused ends what was open.
      if ((session as Session).database.is_paused) return 'cut';
      server.statements.push(text);
      const instead = server.interceptSql?.(text, session as Session);
      if (instead) return instead;
      const answer = answerCatalog(session as Session, text, parameters) ?? change(session as Session, text);
      if (answer) return answer;
      server.unknown.push(text);
      return { error: { number: 102, message: 'Incorrect syntax.' } };
    },
  });
  return Object.assign(server, {
    url: rest.url,
    seen: rest.seen,
    sql_port: sql.port,
    async close() {
      await sql.close();
      await rest.close();
    },
  });
}

function tokenAnswer(
  server: SynapseServer,
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
  const claims = {
    aud: audience,
    ...(server.tokens_name_owner ? { oid: OWN_ID.toUpperCase() } : {}),
    jti: randomUUID(),
  };
  const token = `eyJ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
  tokens.set(token, audience);
  return { json: { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token } };
}

export const synapseError = (status: number, code: string, message: string): ScriptedAnswer => ({
  status,
  json: { error: { code, message } },
});
