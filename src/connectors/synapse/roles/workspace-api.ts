import { type ConnectorClock, ConnectorError } from '../../connector.ts';
import { createHttpClient, type HttpClient, type HttpRequest } from '../../http/http-client.ts';
import { type Application, openLogin, secretsOf } from '../../microsoft/application.ts';
import { objectIdOf } from '../../microsoft/own-ids.ts';
import { guidOf, listOf, type Row, rowOf, rowsOf, textOf } from '../../rows.ts';
import type { SynapseSettings } from '../synapse-settings.ts';

const VERSION = 'api-version=2020-12-01';

/** A Synapse role that somebody holds at a scope. */
export interface RoleAssignment {
  id: string;
  role_id: string;
  principal_id: string;
  /** `workspaces/<workspace>`, or below it `/<type>/<name>`. */
  scope: string;
  /** As the platform says it. */
  principal_type: string | null;
}

export interface RolePage {
  assignments: RoleAssignment[];
  /** What the next request says. `null` ends the list; a page without rows does not. */
  continuation: string | null;
}

/** The development endpoint of a workspace as one application sees it. */
export interface WorkspaceApi {
  /** The object id of the application itself, from its token; `null` when the token does not say it. */
  ownId(signal: AbortSignal): Promise<string | null>;
  page(
    filter: { principal_id?: string | undefined },
    continuation: string | null,
    signal: AbortSignal,
  ): Promise<RolePage>;
  /** Names of roles by their ids. */
  roleNames(signal: AbortSignal): Promise<Map<string, string>>;
  write(request: Omit<HttpRequest, 'is_read' | 'form'>): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

export function openWorkspace(
  settings: SynapseSettings,
  application: Application,
  clock: ConnectorClock,
): WorkspaceApi {
  const login = openLogin(settings, application, clock);
  const tokens = login.tokensFor(settings.workspace_scope);
  const http: HttpClient = createHttpClient({
    base_url: settings.workspace_url,
    name: 'Azure Synapse',
    tokens,
    secrets: secretsOf(application),
    ...clock,
  });

  return {
    ownId: async (signal) => objectIdOf(await tokens.get(signal)),

    async page({ principal_id }, continuation, signal) {
      const filter = principal_id === undefined ? '' : `&principalId=${encodeURIComponent(principal_id)}`;
      const { body, headers } = await http.send<Row | null>({
        path: `/roleAssignments?${VERSION}${filter}`,
        signal,
        headers: continuation === null ? {} : { 'x-ms-continuation': continuation },
        waiting_ms_max: 45_000,
      });
      if (!Array.isArray(body?.value)) {
        throw new ConnectorError('protocol', 'Azure Synapse sent a list of role assignments without rows');
      }
      return {
        assignments: rowsOf(body.value).flatMap((row) => assignmentOf(row) ?? []),
        continuation: textOf(headers['x-ms-continuation']),
      };
    },

    async roleNames(signal) {
      const { body } = await http.send({ path: `/roleDefinitions?${VERSION}`, signal });
      const rows = Array.isArray(body) ? body : listOf(rowOf(body).value);
      return new Map(
        rowsOf(rows).flatMap((row) => {
          const [id, name] = [guidOf(row.id), textOf(row.name)];
          return id !== undefined && name !== null ? [[id, name] as const] : [];
        }),
      );
    },

    write: (request) => http.send(request),
    async close() {
      await Promise.all([login.close(), http.close()]);
    },
  };
}

export const assignmentPath = (id: string, query = ''): string =>
  `/roleAssignments/${encodeURIComponent(id)}?${VERSION}${query}`;

export function assignmentOf(row: Row): RoleAssignment | undefined {
  const [role_id, principal_id] = [guidOf(row.roleDefinitionId), guidOf(row.principalId)];
  const [id, scope] = [textOf(row.id), textOf(row.scope)];
  if (role_id === undefined || principal_id === undefined || id === null || scope === null) return undefined;
  return { id, role_id, principal_id, scope, principal_type: textOf(row.principalType) };
}

const PAGES_MAX = 1_000;

/** Every assignment, once: of one principal, or of all. */
export async function allAssignments(
  api: WorkspaceApi,
  filter: { principal_id?: string | undefined },
  signal: AbortSignal,
): Promise<RoleAssignment[]> {
  const found = new Map<string, RoleAssignment>();
  let continuation: string | null = null;
  for (let pages = 0; ; pages++) {
    if (pages >= PAGES_MAX) throw new ConnectorError('protocol', 'the list of role assignments does not end');
    const page: RolePage = await api.page(filter, continuation, signal);
    for (const one of page.assignments) {
      if (filter.principal_id === undefined || one.principal_id === filter.principal_id)
        found.set(one.id, one);
    }
    continuation = page.continuation;
    if (continuation === null) return [...found.values()];
  }
}
