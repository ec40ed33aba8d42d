import type { Connector, ConnectorEnvironment, ConnectorType, Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { edgeConnector } from '../edges/edge-connector.ts';
import { readingApplication, writingApplication } from '../microsoft/application.ts';
import { readSettings } from '../read-settings.ts';
import { Refusal } from '../refusal.ts';
import { accessPaths } from './access-paths.ts';
import { listAssets } from './assets.ts';
import { checkHealth } from './check-health.ts';
import { openDatabricks } from './databricks-api.ts';
import { DATABRICKS_SETTING_FIELDS, type DatabricksSettings, settingFaults } from './databricks-settings.ts';
import { type EdgeContext, PLATFORM, TITLE } from './edge-context.ts';
import { listGrants } from './grants.ts';
import { parseAssetKey } from './keys.ts';
import { membershipEdge } from './membership-edge.ts';
import { listMemberships } from './memberships.ts';
import { createNameBook } from './names.ts';
import { listPrincipals } from './principals.ts';
import { privilegeEdge } from './privilege-edge.ts';
import { DATABRICKS_STEPS } from './steps.ts';
import { readUse } from './use/read-use.ts';
import { workspaceEdge } from './workspace-edge.ts';

export const databricksType: ConnectorType<DatabricksSettings> = {
  platform: PLATFORM,
  title: TITLE,
  settings: DATABRICKS_SETTING_FIELDS,
  system: ['workspace_url'],
  steps: DATABRICKS_STEPS,
  readSettings(input) {
    const read = readSettings(DATABRICKS_SETTING_FIELDS, input);
    if ('faults' in read) return read;
    const settings = read.settings as unknown as DatabricksSettings;
    const faults = settingFaults(settings);
    return faults.length > 0 ? { faults } : { settings };
  },
  connect: databricksConnector,
};

function databricksConnector(settings: DatabricksSettings, environment: ConnectorEnvironment): Connector {
  const { now, sleep } = environment;
  const api = openDatabricks(settings, readingApplication(settings), { now, sleep });
  const writing = writingApplication(settings);
  const writer = writing === null ? api : openDatabricks(settings, writing, { now, sleep });
  const book = createNameBook(api, now);
  const contextOf = (signal: AbortSignal): EdgeContext => ({ api, writer, settings, book, signal });

  return edgeConnector({
    platform: PLATFORM,
    title: TITLE,
    now,
    sleep,
    timeout_ms: settings.timeout_ms,
    settle_ms: settings.settle_ms,
    check: (signal) => checkHealth(contextOf(signal)),
    principals: (signal, cursor) => listPrincipals(contextOf(signal), cursor),
    memberships: (signal, cursor) => listMemberships(contextOf(signal), cursor),
    assets: (signal, cursor) => listAssets(contextOf(signal), cursor),
    grants: (signal, cursor) => listGrants(contextOf(signal), cursor),
    readUse: (signal, checkpoint) =>
      readUse({ ...contextOf(signal), now: now(), sleep: environment.sleep }, checkpoint),
    paths: (signal, subject) => accessPaths(contextOf(signal), subject),
    edgeOf: (signal, edge) => edgeOf(edge, contextOf(signal)),
    async close() {
      await Promise.all([api.close(), ...(writer === api ? [] : [writer.close()])]);
    },
  });
}

function edgeOf(edge: Edge, context: EdgeContext): PlatformEdge<unknown> {
  switch (edge.kind) {
    case 'grant': {
      const asset = parseAssetKey(edge.asset_key);
      if (!asset) throw new Refusal('unknown_asset', 'This is nothing that Databricks gives access to.');
      const on =
        asset.kind === 'workspace'
          ? workspaceEdge(edge, asset, context)
          : privilegeEdge(edge, asset, context);
      return on as PlatformEdge<unknown>;
    }
    case 'membership':
      return membershipEdge(edge, context) as PlatformEdge<unknown>;
    case 'role_assignment':
      throw new Refusal(
        'not_supported',
        'Roles of the account are not governed here: change them in the account console.',
      );
  }
}
