import type { Connector, ConnectorEnvironment, ConnectorType, Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { edgeConnector } from '../edges/edge-connector.ts';
import { readingApplication, writingApplication } from '../microsoft/application.ts';
import { Refusal } from '../refusal.ts';
import { accessPaths } from './access-paths.ts';
import { checkHealth } from './check-health.ts';
import { PLATFORM, type SynapseContext, TITLE } from './connector-context.ts';
import { parseAssetKey, parsePrincipalKey } from './keys.ts';
import { roleAssets, roleGrants, rolePrincipals } from './roles/list-roles.ts';
import { roleEdge } from './roles/role-edge.ts';
import { openWorkspace } from './roles/workspace-api.ts';
import { sqlGrants } from './sql/list-permissions.ts';
import { sqlAssets, sqlMemberships, sqlPrincipals } from './sql/list-sql.ts';
import { memberEdge } from './sql/member-edge.ts';
import { permissionEdge } from './sql/permission-edge.ts';
import { openSqlServers } from './sql/sql-servers.ts';
import type { SessionOptions } from './sql/sql-session.ts';
import { stagedPage } from './staged-listing.ts';
import { SYNAPSE_STEPS } from './steps.ts';
import { readSynapseSettings, SYNAPSE_SETTING_FIELDS, type SynapseSettings } from './synapse-settings.ts';
import { openLogAnalytics } from './use/log-analytics.ts';
import { readUse } from './use/read-use.ts';

export const synapseType: ConnectorType<SynapseSettings> = {
  platform: PLATFORM,
  title: 'Azure Synapse Analytics',
  settings: SYNAPSE_SETTING_FIELDS,
  system: ['workspace'],
  steps: SYNAPSE_STEPS,
  readSettings: readSynapseSettings,
  connect: (settings, environment) => synapseConnector(settings, environment),
};

/** `load`: where the driver of SQL comes from; it is an optional package. */
export function synapseConnector(
  settings: SynapseSettings,
  { now, sleep }: ConnectorEnvironment,
  load?: SessionOptions['load'],
): Connector {
  const clock = { now, sleep };
  const reader = openWorkspace(settings, readingApplication(settings), clock);
  const writing = writingApplication(settings);
  const writer = writing === null ? reader : openWorkspace(settings, writing, clock);
  const sql = openSqlServers(settings, clock, load);
  const logs = openLogAnalytics(settings, readingApplication(settings), clock);
  const hasRoles = settings.synapse_roles === 'on';
  const contextOf = (signal: AbortSignal): SynapseContext => ({ reader, writer, sql, settings, signal });

  return edgeConnector({
    platform: PLATFORM,
    title: TITLE,
    now,
    sleep,
    timeout_ms: settings.timeout_ms,
    settle_ms: settings.settle_ms,
    check: (signal) => checkHealth({ ...contextOf(signal), logs, now: now() }),
    principals: (signal, cursor) => {
      const context = contextOf(signal);
      const roles = hasRoles ? [rolePrincipals(context)] : [];
      // Of who holds a role only the id is told: whoever is in a database, too, is known by the name there.
      return stagedPage('principals', cursor, [...sqlPrincipals(context), ...roles]);
    },
    memberships: (signal, cursor) => stagedPage('memberships', cursor, sqlMemberships(contextOf(signal))),
    assets: (signal, cursor) => {
      const context = contextOf(signal);
      return stagedPage('assets', cursor, [roleAssets(context), ...sqlAssets(context)]);
    },
    grants: (signal, cursor) => {
      const context = contextOf(signal);
      const roles = hasRoles ? [roleGrants(context)] : [];
      return stagedPage('grants', cursor, [...roles, ...sqlGrants(context)]);
    },
    readUse: (signal, checkpoint) => readUse({ ...contextOf(signal), logs, now: now() }, checkpoint),
    paths: (signal, subject) => accessPaths(contextOf(signal), subject),
    edgeOf: (signal, edge) => edgeOf(edge, contextOf(signal)),
    async close() {
      await Promise.all([
        reader.close(),
        ...(writer === reader ? [] : [writer.close()]),
        sql.close(),
        ...(logs ? [logs.close()] : []),
      ]);
    },
  });
}

function edgeOf(edge: Edge, context: SynapseContext): PlatformEdge<unknown> {
  switch (edge.kind) {
    case 'grant':
      return grantEdge(edge, context);
    case 'membership':
      return memberEdge(edge, context) as PlatformEdge<unknown>;
    case 'role_assignment':
      throw new Refusal('not_supported', 'A Synapse role is a grant on the workspace or an item here.');
  }
}

function grantEdge(edge: Extract<Edge, { kind: 'grant' }>, context: SynapseContext): PlatformEdge<unknown> {
  const asset = parseAssetKey(edge.asset_key);
  if (!asset) throw new Refusal('unknown_asset', 'This is no workspace, database or table of Synapse.');
  const principal = parsePrincipalKey(edge.principal_key);
  if (!principal) throw new Refusal('unknown_principal', 'This is no principal of Synapse.');
  if (asset.kind === 'workspace' || asset.kind === 'item') {
    if (principal.kind === 'entra') return roleEdge(edge, principal, asset, context) as PlatformEdge<unknown>;
    throw new Refusal('unknown_principal', 'Principals of a database have no Synapse roles.');
  }
  if (principal.kind !== 'entra')
    return permissionEdge(edge, principal, asset, context) as PlatformEdge<unknown>;
  throw new Refusal('unknown_principal', 'Permissions in SQL are given to principals of a database.');
}
