import { directoryConnector } from '../../src/connectors/directory/directory-connector.ts';
import type { DirectoryRows } from '../../src/connectors/directory/directory-rows.ts';
import type { ConnectorWorld } from './connector-world.ts';
import { MemoryDirectory } from './memory-directory.ts';

const NOW = new Date('2026-03-01T09:00:00Z');
const environment = { now: () => NOW };

export function smallDirectory(): MemoryDirectory {
  return new MemoryDirectory()
    .addPrincipal('ana')
    .addPrincipal('bob')
    .addPrincipal('carol')
    .addPrincipal('dan')
    .addPrincipal('analysts', 'group')
    .addPrincipal('juniors', 'group')
    .addPrincipal('finance', 'group')
    .addAsset('orders')
    .addAsset('ledger')
    .addMember('analysts', 'bob')
    .addMember('juniors', 'carol')
    .addMember('analysts', 'juniors')
    .addMember('finance', 'dan')
    .addGrant('g-ana', 'ana', 'orders')
    .addGrant('g-analysts', 'analysts', 'orders')
    .addGrant('g-analysts-ledger', 'analysts', 'ledger')
    .addGrant('g-bob', 'bob', 'orders', 'analysts')
    .addGrant('g-carol', 'carol', 'orders', 'analysts')
    .addGrant('g-dan', 'dan', 'ledger', 'finance')
    .addGrant('g-dan-own', 'dan', 'ledger');
}

/** The imported directory as a platform. Access is what its rows say. */
export async function directoryWorld(): Promise<ConnectorWorld> {
  const rows = smallDirectory();
  const never = () => new Promise<never>(() => {});
  const silent = new Proxy({} as DirectoryRows, { get: () => never });
  return {
    connector: directoryConnector(rows, environment),
    small_pages: directoryConnector(rows, environment, { page_size: 1 }),
    silent: directoryConnector(silent, environment),
    unreachable: null,
    secrets: [],
    expected: {
      principals: ['ana', 'analysts', 'bob', 'carol', 'dan', 'finance', 'juniors'],
      assets: ['ledger', 'orders'],
      grants: [
        { principal_key: 'ana', asset_key: 'orders', permission: 'read' },
        { principal_key: 'bob', asset_key: 'orders', permission: 'read' },
      ],
      memberships: [
        { group_key: 'analysts', member_key: 'juniors' },
        { group_key: 'juniors', member_key: 'carol' },
      ],
    },
    direct: { principal_key: 'ana', asset_key: 'orders' },
    inherited: { principal_key: 'bob', asset_key: 'orders' },
    several: { principal_key: 'dan', asset_key: 'ledger' },
    untouchable: [
      { edge: { kind: 'membership', group_key: 'analysts', member_key: 'juniors' }, reason: 'dependents' },
      {
        edge: { kind: 'role_assignment', principal_key: 'ana', role_key: 'reader', scope_key: 'orders' },
        reason: 'not_supported',
      },
    ],
    canAccess: async ({ principal_key, asset_key }) =>
      [...rows.holdings.values()].some(
        (grant) =>
          grant.principal_id === principal_key && grant.asset_id === asset_key && grant.status !== 'revoked',
      ),
    dump: async () => ({
      edges: [...rows.edges.keys()].sort(),
      holdings: structuredClone([...rows.holdings.values()]),
    }),
    close: async () => {},
  };
}
