import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { batonType } from '../../../src/connectors/baton/baton-connector.ts';
import type { Connector, Edge, Subject } from '../../../src/connectors/connector.ts';
import type { ConnectorWorld } from '../connector-world.ts';
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
const PROGRAM = pathToFileURL(path.join(import.meta.dirname, 'program.mjs')).href;

export const key = ([type, id]: Name): string => `${type}/${id}`;

export interface BatonPlatform {
  /** Where programs are. */
  programs: string;
  state(): BatonState;
  change(work: (state: BatonState) => void): void;
  setMode(mode: BatonMode): void;
  /** Names of the calls that were made, in order. */
  calls(): string[];
  violations(): string[];
  launch(): { args: string[]; env: Record<string, string>; cwd: string; pid: number };
  close(): void;
}

/** A directory as an operator offers it, with a program in it, and what the program manages beside it. */
export function createPlatform(state: BatonState = filledState()): BatonPlatform {
  const directory = mkdtempSync(path.join(tmpdir(), 'baton-test-'));
  const programs = path.join(directory, 'programs');
  const data = path.join(directory, 'data');
  for (const each of [programs, data]) mkdirSync(each);
  writeProgram(
    path.join(programs, 'baton-test'),
    `import(${JSON.stringify(PROGRAM)}).then(({ runConnector }) => runConnector(${JSON.stringify(data)}));`,
  );
  const file = path.join(data, 'state.json');
  const load = (): BatonState => JSON.parse(readFileSync(file, 'utf8')) as BatonState;
  const save = (next: BatonState): void => {
    writeFileSync(`${file}.new`, JSON.stringify(next));
    renameSync(`${file}.new`, file);
  };
  const lines = (name: string): string[] => {
    const log = path.join(data, name);
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  };
  save(state);
  return {
    programs,
    state: load,
    change(work) {
      const next = load();
      work(next);
      save(next);
    },
    setMode(mode) {
      save({ ...load(), mode });
    },
    calls: () => lines('calls.log'),
    violations: () => lines('violations.log'),
    launch: () => JSON.parse(readFileSync(path.join(data, 'launch.json'), 'utf8')),
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
}

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
