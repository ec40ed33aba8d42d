import { expect } from 'vitest';
import { batonType } from '../../../src/connectors/baton/baton-connector.ts';
import type { Connector, Edge, Subject } from '../../../src/connectors/connector.ts';
import type { ConnectorWorld } from '../connector-world.ts';
import { type BatonPlatform, createPlatform } from './baton-platform.ts';
import {
  ADMINISTRATOR,
  ANALYSTS,
  APOLLO,
  type BatonMode,
  type BatonState,
  CRM,
  filledState,
  JUNIORS,
  LEDGER,
  type Name,
  ORDERS,
  user,
  VIEWER,
  WIKI,
  ZEUS,
} from './baton-state.ts';

export const SECRET = 'a-token/that+nobody may=see';

export const key = ([type, id]: Name): string => `${type}/${id}`;

export function connectBaton(
  { programs }: Pick<BatonPlatform, 'programs'>,
  settings: object = {},
  { now = () => new Date(), read_only = false }: { now?: () => Date; read_only?: boolean } = {},
): Connector {
  const type = batonType({ hosts: null, baton_dir: programs });
  const read = type.readSettings({
    program: 'baton-test',
    variables: ['BATON_DOMAIN=corp.example'],
    secret_variables: `BATON_TOKEN=${SECRET}`,
    own_account: 'lapse',
    settle_ms: 3_000,
    ...settings,
  });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return type.connect(read.settings, { now, read_only });
}

export interface BatonWorld extends ConnectorWorld {
  platform: BatonPlatform;
}

export async function batonWorld(mode: BatonMode = {}): Promise<BatonWorld> {
  const platform = createPlatform({ ...filledState(), mode });
  const quiet = createPlatform({ ...filledState(), mode: { silent: true } });
  const broken = createPlatform({
    ...filledState(),
    mode: { start: 'exit', says: `no such token: ${SECRET}` },
  });
  const connectors = {
    connector: connectBaton(platform),
    small_pages: connectBaton(platform, { page_size: 1 }),
    silent: connectBaton(quiet),
    unreachable: connectBaton(broken),
  };
  const grant = (principal: Name, asset: Name): Edge => ({
    kind: 'grant',
    principal_key: key(principal),
    asset_key: key(asset),
  });
  const membership = (group: Name, member: Name): Edge => ({
    kind: 'membership',
    group_key: key(group),
    member_key: key(member),
  });
  return {
    ...connectors,
    platform,
    secrets: [SECRET],
    expected: {
      principals: [user('ana'), user('eve'), user('robot'), ANALYSTS, VIEWER].map(key),
      assets: [CRM, WIKI, APOLLO, ZEUS, ORDERS, LEDGER, VIEWER].map(key),
      grants: [
        { principal_key: key(user('ana')), asset_key: key(APOLLO), permission: 'read' },
        { principal_key: key(ANALYSTS), asset_key: key(APOLLO), permission: 'write' },
        { principal_key: key(user('ana')), asset_key: key(CRM), permission: 'admin' },
        { principal_key: key(VIEWER), asset_key: key(ORDERS), permission: 'select' },
        { principal_key: key(user('bob')), asset_key: key(VIEWER), permission: 'Viewer' },
      ],
      memberships: [
        { group_key: key(ANALYSTS), member_key: key(user('bob')) },
        { group_key: key(ANALYSTS), member_key: key(JUNIORS) },
        { group_key: key(VIEWER), member_key: key(user('carol')) },
      ],
    },
    direct: { principal_key: key(user('ana')), asset_key: key(APOLLO) },
    inherited: { principal_key: key(user('bob')), asset_key: key(APOLLO) },
    several: { principal_key: key(user('dave')), asset_key: key(APOLLO) },
    untouchable: [
      { edge: grant(user('ana'), CRM), reason: 'last_owner' },
      { edge: grant(user('lapse'), CRM), reason: 'connector_itself' },
      { edge: grant(user('bob'), WIKI), reason: 'not_supported' },
      { edge: grant(user('ana'), LEDGER), reason: 'not_supported' },
      { edge: grant(user('ana'), ADMINISTRATOR), reason: 'last_owner' },
      { edge: membership(ADMINISTRATOR, user('ana')), reason: 'last_owner' },
      {
        edge: { kind: 'role_assignment', principal_key: 'user/ana', role_key: 'role/viewer', scope_key: '/' },
        reason: 'not_supported',
      },
    ],
    canAccess: async (subject) => holds(platform.state(), subject),
    dump: async () =>
      platform
        .state()
        .grants.map((one) => JSON.stringify(one))
        .sort(),
    async close() {
      for (const one of Object.values(connectors)) await one.close();
      const violations = [platform, quiet, broken].flatMap((one) => one.violations());
      for (const one of [platform, quiet, broken]) one.close();
      expect(violations).toEqual([]);
    },
  };
}

/** Past the connector: holds something on it, directly or in a group or role of any depth. */
function holds({ grants }: BatonState, { principal_key, asset_key }: Subject): boolean {
  const keys = new Set([principal_key]);
  for (let size = 0; size < keys.size; ) {
    size = keys.size;
    for (const { on, principal, entitlement } of grants)
      if (keys.has(key(principal)) && !entitlement.endsWith(':owner')) keys.add(key(on));
  }
  keys.delete(asset_key);
  return grants.some(({ on, principal }) => key(on) === asset_key && keys.has(key(principal)));
}
