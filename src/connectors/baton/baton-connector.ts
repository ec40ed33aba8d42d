import path from 'node:path';
import type { Connector, ConnectorEnvironment, ConnectorType } from '../connector.ts';
import { ConnectorError } from '../connector.ts';
import type { PlatformEdge } from '../edges/edge.ts';
import { edgeConnector } from '../edges/edge-connector.ts';
import type { ConnectorReach } from '../reach.rules.ts';
import { readSettings } from '../read-settings.ts';
import { accessPaths } from './access-paths.ts';
import { type BatonContext, PLATFORM } from './baton-context.ts';
import { BATON_SETTING_FIELDS, type BatonSettings, readVariables, type Variables } from './baton-settings.ts';
import { checkHealth } from './check-health.ts';
import { batonEdge } from './edges/baton-edge.ts';
import { createResourceBook } from './find-resources.ts';
import { assetOf } from './listings/assets.ts';
import { grantListing } from './listings/grant-page.ts';
import { grantOf, membershipOf } from './listings/grants.ts';
import { principalOf } from './listings/principals.ts';
import { resourcePage } from './listings/resource-page.ts';
import { openSession } from './process/session.ts';
import { programFault } from './programs.ts';
import { BATON_STEPS } from './steps.ts';
import { readUse } from './use/read-use.ts';

/** Runs what the operator offers, and nothing else. */
export function batonType(reach: Pick<ConnectorReach, 'hosts' | 'baton_dir'>): ConnectorType<BatonSettings> {
  return {
    platform: PLATFORM,
    title: 'Baton connector',
    settings: BATON_SETTING_FIELDS,
    system: ['program', 'variables'],
    steps: BATON_STEPS,
    readSettings(input) {
      const read = readSettings(BATON_SETTING_FIELDS, input);
      if ('faults' in read) return read;
      const settings = read.settings as unknown as BatonSettings;
      const fault = programFault(reach.baton_dir, settings.program);
      const variables = readVariables(settings, reach);
      const faults = [
        ...(fault === null ? [] : [{ loc: ['program'], msg: fault, type: 'out_of_reach' }]),
        ...('faults' in variables ? variables.faults : []),
      ];
      return faults.length > 0 ? { faults } : { settings };
    },
    connect(settings, environment) {
      const read = readVariables(settings, reach);
      if ('faults' in read)
        throw new ConnectorError('invalid_settings', 'Its variables are no longer valid.');
      return batonConnector(settings, read.variables, reach.baton_dir, environment);
    },
  };
}

function batonConnector(
  settings: BatonSettings,
  { plain, secret }: Variables,
  directory: string | null,
  { now, sleep, read_only }: ConnectorEnvironment,
): Connector {
  const title = settings.program;
  const session = openSession({
    title,
    file: () => {
      const fault = programFault(directory, title);
      if (directory !== null && fault === null) return path.join(directory, title);
      throw new ConnectorError('invalid_settings', `${title} is no longer offered: ${fault}.`);
    },
    variables: { ...plain, ...secret },
    secrets: Object.values(secret),
    is_writing: read_only !== true,
    timeout_ms: settings.timeout_ms,
  });
  const book = createResourceBook(now);
  const told: BatonContext['told'] = { inventory: null, until: 0 };
  const contextOf = (signal: AbortSignal): BatonContext => ({
    session,
    settings,
    title,
    book,
    told,
    now,
    signal,
  });

  return edgeConnector({
    platform: PLATFORM,
    title,
    now,
    sleep,
    timeout_ms: settings.timeout_ms,
    settle_ms: settings.settle_ms,
    check: (signal) => checkHealth(contextOf(signal)),
    principals(signal, cursor) {
      const context = contextOf(signal);
      return resourcePage(context, 'principals', cursor, (resource, { typeOf }) =>
        principalOf(context, typeOf(resource.id.resource_type), resource),
      );
    },
    assets(signal, cursor) {
      const context = contextOf(signal);
      return resourcePage(context, 'assets', cursor, (resource, inventory) =>
        assetOf(context, inventory, resource),
      );
    },
    memberships(signal, cursor) {
      const context = contextOf(signal);
      const keyOf = ({ group_key, member_key }: { group_key: string; member_key: string }): string =>
        `${group_key}\n${member_key}`;
      return grantListing(
        context,
        {
          listing: 'memberships',
          keyOf,
          itemOf: (grant, inventory) => membershipOf(context, inventory, grant),
        },
        cursor,
      );
    },
    grants(signal, cursor) {
      const context = contextOf(signal);
      return grantListing(
        context,
        {
          listing: 'grants',
          keyOf: ({ key }) => key,
          itemOf: (grant, inventory) => grantOf(context, inventory, grant),
        },
        cursor,
      );
    },
    readUse: (signal, checkpoint) => readUse(contextOf(signal), checkpoint, now()),
    paths: (signal, subject) => accessPaths(contextOf(signal), subject),
    edgeOf: (signal, edge) => batonEdge(edge, contextOf(signal)) as PlatformEdge<unknown>,
    close: () => session.close(),
  });
}
