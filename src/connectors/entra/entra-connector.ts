import type { Connector, ConnectorEnvironment, ConnectorType, Edge } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { edgeConnector } from '../edges/edge-connector.ts';
import { applicationFaults, readingApplication, writingApplication } from '../microsoft/application.ts';
import { readSettings } from '../read-settings.ts';
import { Refusal } from '../refusal.ts';
import { accessPaths } from './access-paths.ts';
import { listApplications, listAssignments } from './applications.ts';
import { assignmentEdge } from './assignment-edge.ts';
import { missingPermissions } from './check-health.ts';
import { type EdgeContext, PLATFORM, TITLE } from './edge-context.ts';
import { ENTRA_SETTING_FIELDS, type EntraSettings } from './entra-settings.ts';
import { openGraph } from './graph.ts';
import { changedMemberships, markMemberships } from './membership-changes.ts';
import { membershipEdge } from './membership-edge.ts';
import { listMemberships } from './memberships.ts';
import { listPrincipals } from './principals.ts';
import { ENTRA_STEPS } from './steps.ts';
import { readUse } from './use/read-use.ts';

export const entraType: ConnectorType<EntraSettings> = {
  platform: PLATFORM,
  title: 'Microsoft Entra ID',
  settings: ENTRA_SETTING_FIELDS,
  system: ['tenant_id'],
  steps: ENTRA_STEPS,
  readSettings(input) {
    const read = readSettings(ENTRA_SETTING_FIELDS, input);
    if ('faults' in read) return read;
    const settings = read.settings as unknown as EntraSettings;
    const faults = applicationFaults(settings);
    return faults.length > 0 ? { faults } : { settings };
  },
  connect: entraConnector,
};

function entraConnector(settings: EntraSettings, { now, sleep }: ConnectorEnvironment): Connector {
  const reader = openGraph(settings, readingApplication(settings), { now, sleep });
  const writing = writingApplication(settings);
  const writer = writing === null ? reader : openGraph(settings, writing, { now, sleep });
  const contextOf = (signal: AbortSignal): EdgeContext => ({ reader, writer, settings, signal });
  const listing = (signal: AbortSignal) => ({ graph: reader, settings, signal });

  return edgeConnector({
    platform: PLATFORM,
    title: TITLE,
    now,
    sleep,
    timeout_ms: settings.timeout_ms,
    settle_ms: settings.settle_ms,
    check: async (signal) => ({
      ...(await missingPermissions({ reader, writer, now: now() }, signal)),
      version: 'v1.0',
    }),
    principals: (signal, cursor) => listPrincipals(listing(signal), cursor),
    memberships: (signal, cursor) => listMemberships(listing(signal), cursor),
    membershipChanges: {
      mark: (signal) => markMemberships(listing(signal)),
      since: (signal, mark, cursor) => changedMemberships(listing(signal), mark, cursor),
    },
    assets: (signal, cursor) => listApplications(listing(signal), cursor),
    grants: (signal, cursor) => listAssignments(listing(signal), cursor),
    readUse: (signal, checkpoint) => readUse({ ...listing(signal), now: now() }, checkpoint),
    paths: (signal, subject) => accessPaths(contextOf(signal), subject),
    edgeOf: (signal, edge) => edgeOf(edge, contextOf(signal)),
    async close() {
      await Promise.all([reader.close(), ...(writer === reader ? [] : [writer.close()])]);
    },
  });
}

function edgeOf(edge: Edge, context: EdgeContext): PlatformEdge<unknown> {
  switch (edge.kind) {
    case 'grant':
      return assignmentEdge(edge, context) as PlatformEdge<unknown>;
    case 'membership':
      return membershipEdge(edge, context) as PlatformEdge<unknown>;
    case 'role_assignment':
      throw new Refusal('not_supported', 'Directory roles are not governed here: change them in Entra ID.');
  }
}
