import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Connector, ConnectorEnvironment, ConnectorType } from '../connector.ts';
import { edgeConnector } from '../edges/edge-connector.ts';
import { readingApplication, writingApplication } from '../microsoft/application.ts';
import { accessPaths } from './access-paths.ts';
import { checkHealth } from './check-health.ts';
import { type FabricContext, PLATFORM, TITLE } from './connector-context.ts';
import { edgeOf } from './edge-of.ts';
import { openFabric } from './fabric-api.ts';
import { FABRIC_SETTING_FIELDS, type FabricSettings, readFabricSettings } from './fabric-settings.ts';
import { createFirstSightings } from './first-sightings.ts';
import { listAssets } from './list-assets.ts';
import { listGrants, listMemberships, listPrincipals } from './listings.ts';
import { openPeople } from './people.ts';
import { FABRIC_STEPS } from './steps.ts';
import { openActivityLog } from './use/activity-log.ts';
import { readUse } from './use/read-use.ts';

export const fabricType: ConnectorType<FabricSettings> = {
  platform: PLATFORM,
  title: TITLE,
  settings: FABRIC_SETTING_FIELDS,
  system: ['tenant_id'],
  steps: FABRIC_STEPS,
  readSettings: readFabricSettings,
  connect: fabricConnector,
};

function fabricConnector(settings: FabricSettings, { now, sleep }: ConnectorEnvironment): Connector {
  const clock = { now, sleep };
  const reader = openFabric(settings, readingApplication(settings), clock);
  const writing = writingApplication(settings);
  const writer = writing === null ? reader : openFabric(settings, writing, clock);
  const log = openActivityLog(settings, readingApplication(settings), clock);
  const people = openPeople(settings, readingApplication(settings), clock);
  const seen = createFirstSightings();
  const contextOf = (signal: AbortSignal): FabricContext => ({
    reader,
    writer,
    people,
    settings,
    sleep: sleep ?? ((ms, ended) => sleepFor(ms, undefined, { signal: ended })),
    signal,
  });

  return edgeConnector({
    platform: PLATFORM,
    title: TITLE,
    now,
    sleep,
    timeout_ms: settings.timeout_ms,
    settle_ms: settings.settle_ms,
    check: (signal) => checkHealth({ ...contextOf(signal), log, now: now() }),
    principals: (signal, cursor) => listPrincipals(contextOf(signal), seen, cursor),
    memberships: (signal, cursor) => listMemberships(contextOf(signal), cursor),
    assets: (signal, cursor) => listAssets(contextOf(signal), cursor),
    grants: (signal, cursor) => listGrants(contextOf(signal), cursor),
    readUse: (signal, checkpoint) => readUse({ ...contextOf(signal), log, now: now() }, checkpoint),
    paths: (signal, subject) => accessPaths(contextOf(signal), subject),
    edgeOf: (signal, edge) => edgeOf(edge, contextOf(signal)),
    async close() {
      await Promise.all([
        reader.close(),
        ...(writer === reader ? [] : [writer.close()]),
        log.close(),
        people.close(),
      ]);
    },
  });
}
