import { afterEach, beforeEach, expect } from 'vitest';
import type { Connector, Edge, RevokePlan } from '../../src/connectors/connector.ts';
import { type DatabricksServer, startDatabricksServer } from './databricks-server.ts';
import { connectDatabricks, fillAccount, group, user } from './databricks-world.ts';

export const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

export const membership = (number: number, member = user(1)): Edge => ({
  kind: 'membership',
  group_key: group(number),
  member_key: member,
});
export const grant = (principal_key: string, asset_key: string): Edge => ({
  kind: 'grant',
  principal_key,
  asset_key,
});

/** An account for each test, with a connector that may change it and asks for nothing that Databricks does not have. */
export function databricksChanges() {
  let server: DatabricksServer;
  let connector: Connector;
  beforeEach(async () => {
    server = await startDatabricksServer();
    fillAccount(server.account);
    connector = connectDatabricks(server);
  });
  afterEach(async () => {
    expect(server.disasters).toEqual([]);
    expect(server.unknown).toEqual([]);
    expect(server.misdirected).toEqual([]);
    await connector.close();
    await server.close();
  });
  return {
    get server(): DatabricksServer {
      return server;
    },
    get connector(): Connector {
      return connector;
    },
    async reopen(settings: object): Promise<void> {
      await connector.close();
      connector = connectDatabricks(server, settings);
    },
    async planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
      const plan = await connector.plan(edge);
      if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
      return plan;
    },
    /** What was asked of the platform that was no question. */
    writes: () =>
      server.seen
        .filter(
          ({ method, path }) => method !== 'GET' && !path.endsWith('/token') && !path.includes('/statements'),
        )
        .map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)]),
  };
}
