import { afterEach, describe, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../../../test/support/baton/baton-platform.ts';
import {
  ANALYSTS,
  APOLLO,
  type BatonMode,
  type BatonState,
  CRM,
  FINANCE,
  filledState,
  grant,
  JUNIORS,
  type Name,
  ORDERS,
  user,
  VIEWER,
  WIKI,
  ZEUS,
} from '../../../test/support/baton/baton-state.ts';
import { connectBaton, key } from '../../../test/support/baton/baton-world.ts';
import { expectError } from '../../../test/support/connector-world.ts';
import type { Connector, Edge, RevokePlan } from '../connector.ts';

let platform: BatonPlatform;
let connector: Connector;
const connect = (change: (state: BatonState) => void = () => {}, settings: object = {}): void => {
  const state = filledState();
  change(state);
  platform = createPlatform(state);
  connector = connectBaton(platform, { settle_ms: 500, ...settings });
};
afterEach(async () => {
  await connector.close();
  const violations = platform.violations();
  platform.close();
  expect(violations).toEqual([]);
});

const on = (principal: Name, asset: Name): Edge => ({
  kind: 'grant',
  principal_key: key(principal),
  asset_key: key(asset),
});
const inGroup = (group: Name, member: Name): Edge => ({
  kind: 'membership',
  group_key: key(group),
  member_key: key(member),
});

async function planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan;
}
const held = (): string[] =>
  platform
    .state()
    .grants.map((one) => JSON.stringify(one))
    .sort();
const mode = (next: BatonMode): void => platform.setMode(next);

describe('a removal', () => {
  test('takes every entitlement that was meant, and gives exactly those back', async () => {
    connect(({ grants }) => grants.push(grant(APOLLO, 'write', user('ana'))));
    const before = held();
    const both = await planned(on(user('ana'), APOLLO));
    expect(both.statements).toEqual([
      'Revoke project:apollo:read from user/ana',
      'Revoke project:apollo:write from user/ana',
    ]);
    expect(await connector.revoke(both.undo)).toEqual({ outcome: 'revoked' });
    expect(held()).toHaveLength(before.length - 2);
    expect(await connector.restore(both.undo)).toEqual({ outcome: 'restored' });
    expect(held()).toEqual(before);

    const [path] = await connector.paths({ principal_key: 'user/ana', asset_key: 'project/apollo' });
    const one = await planned(path?.edge as Edge);
    expect(one.statements).toHaveLength(1);
    await connector.revoke(one.undo);
    expect(held()).toHaveLength(before.length - 1);
  });

  test('of a role is the same as leaving it', async () => {
    connect();
    const plan = await planned(on(user('bob'), VIEWER));
    expect(plan.warnings).toEqual(['Everything else that Viewer gives is lost with it.']);
    await connector.revoke(plan.undo);
    expect(await connector.plan(inGroup(VIEWER, user('bob')))).toEqual({ outcome: 'already_absent' });
    expect(await connector.paths({ principal_key: 'user/bob', asset_key: key(ORDERS) })).toEqual([]);
  });

  test('leaves the ownership of a group alone', async () => {
    connect(({ grants }) => grants.push(grant(FINANCE, 'member', user('ana'))));
    const { statements } = await planned(inGroup(FINANCE, user('ana')));
    expect(statements).toEqual(['Revoke group:finance:member from user/ana']);
  });

  test('reaches what is listed of the principal instead of the asset', async () => {
    connect((state) => {
      const people = state.types.find(({ id }) => id === 'user');
      if (people) people.marks = [];
      state.grants.push(grant(ZEUS, 'read', user('carol'), { listed_on: user('carol') }));
    });
    const { undo } = await planned(on(user('carol'), ZEUS));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('is not made when the access is another by then', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    platform.change(({ grants }) => grants.push(grant(APOLLO, 'write', user('ana'))));
    expect(await connector.revoke(undo)).toEqual({
      outcome: 'changed',
      message: 'It is read, write now and was read when the remediation was planned.',
    });
  });

  test('is made once when two ask for it', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    const outcomes = await Promise.all([connector.revoke(undo), connector.revoke(undo)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).not.toContain('changed');
    expect(outcomes.some(({ outcome }) => outcome === 'revoked')).toBe(true);
    const back = await Promise.all([connector.restore(undo), connector.restore(undo)]);
    expect(back.some(({ outcome }) => outcome === 'restored')).toBe(true);
    expect(held()).toHaveLength(filledState().grants.length);
  });

  test('goes through when what it names has been called otherwise', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    platform.change(({ resources }) => {
      for (const one of resources) one.name = `New ${one.name}`;
    });
    await connector.close();
    connector = connectBaton(platform, { settle_ms: 500 });
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  });
});

describe('a change whose answer is lost', () => {
  test('leaves the effect unknown, and the next look tells', async () => {
    connect();
    const before = held();
    const edge = on(user('ana'), APOLLO);
    const { undo } = await planned(edge);
    mode({ crash_after: 'Revoke' });
    await expectError(connector.revoke(undo), 'unavailable', 'unknown');
    expect((await connector.verify({ edge, subject: null, undo })).edge).toBe('absent');
    expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
    mode({ crash_after: 'Grant' });
    await expectError(connector.restore(undo), 'unavailable', 'unknown');
    expect((await connector.verify({ edge, subject: null, undo })).edge).toBe('present');
    expect(await connector.restore(undo)).toEqual({ outcome: 'already_present' });
    expect(held()).toEqual(before);
  });

  test('or whose program ends before it is made, is made by the next', async () => {
    connect();
    const edge = on(user('ana'), APOLLO);
    const { undo } = await planned(edge);
    mode({ crash_before: 'Revoke' });
    await expectError(connector.revoke(undo), 'unavailable', 'unknown');
    expect((await connector.verify({ edge, subject: null, undo })).edge).toBe('present');
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  });

  test('is not waited for without end', async () => {
    // What is read before the change has to fit into it on a busy machine, too.
    connect(() => {}, { timeout_ms: 5_000 });
    const { undo } = await planned(on(user('ana'), APOLLO));
    mode({ slow_ms: 8_000, slow_call: 'Revoke' });
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
  });
});

describe('what is not shown', () => {
  test('is not claimed', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    mode({ lag_ms: 60_000 });
    const error = await expectError(connector.revoke(undo), 'timeout', 'unknown');
    expect(error.message).toContain('does not show it yet');
  });
});

describe('what a connector refuses', () => {
  test.each([
    ['FAILED_PRECONDITION', 'not_supported'],
    ['INVALID_ARGUMENT', 'not_supported'],
    ['UNIMPLEMENTED', 'not_supported'],
    ['PERMISSION_DENIED', 'not_permitted'],
  ])('is an answer: %s', async (status, reason) => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    mode({ refuse: { Revoke: [status, 'this one stays'] } });
    const outcome = await connector.revoke(undo);
    expect(outcome).toMatchObject({ outcome: 'not_possible', reason });
    expect((outcome as { message: string }).message).toContain('baton-test refuses: this one stays');
  });

  test.each([
    ['UNAVAILABLE', 'unavailable', 'unknown'],
    ['UNKNOWN', 'unavailable', 'unknown'],
    ['RESOURCE_EXHAUSTED', 'throttled', 'unknown'],
    ['ABORTED', 'conflict', 'unknown'],
    ['UNAUTHENTICATED', 'authentication', 'none'],
  ] as const)('for now is an error: %s', async (status, code, effect) => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    mode({ refuse: { Revoke: [status, 'later'] } });
    await expectError(connector.revoke(undo), code, effect);
  });

  test('because it is gone is done, once it is seen to be gone', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    mode({ refuse: { Revoke: ['NOT_FOUND', 'no such grant'] } });
    // Said to be gone, and yet it is there.
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
  });

  test('is every change where Lapse only reads', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    await connector.close();
    connector = connectBaton(platform, {}, { read_only: true });
    expect(platform.state().grants).toEqual(filledState().grants);
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason: 'not_supported' });
    expect(platform.launch().args).toEqual(['_connector-service']);
  });

  test('is known beforehand, where grants or entitlements say so', async () => {
    connect((state) => {
      const apps = state.types.find(({ id }) => id === 'app');
      apps?.entitlements?.push(['built-in', 2, ['EntitlementImmutable']]);
      state.grants.push(grant(CRM, 'built-in', user('dave')));
    });
    expect(await connector.plan(on(user('dave'), CRM))).toMatchObject({ reason: 'not_supported' });
    expect(await connector.plan(on(user('bob'), WIKI))).toMatchObject({
      reason: 'not_supported',
      message: expect.stringContaining('cannot be taken away'),
    });
    const [path] = await connector.paths({ principal_key: 'user/bob', asset_key: 'app/wiki' });
    expect(path).toMatchObject({ kind: 'direct', edge: null });
  });
});

describe('what must stay', () => {
  test('is the last administrator, until there is another', async () => {
    connect();
    expect(await connector.plan(on(user('ana'), CRM))).toMatchObject({
      reason: 'last_owner',
      message: 'Ana is the last with admin on CRM: give it to somebody else first.',
    });
    platform.change(({ grants }) => grants.push(grant(CRM, 'admin', user('dave'))));
    expect(await connector.plan(on(user('ana'), CRM))).toMatchObject({ outcome: 'planned' });
  });

  test('is not given back when it is no longer there to be given', async () => {
    connect();
    const { undo } = await planned(on(user('ana'), APOLLO));
    await connector.revoke(undo);
    platform.change(({ types }) => {
      const project = types.find(({ id }) => id === 'project');
      if (project) project.entitlements = [['write', 2]];
    });
    expect(await connector.restore(undo)).toEqual({
      outcome: 'not_possible',
      reason: 'not_supported',
      message: 'Apollo no longer has read, so it cannot be given again.',
    });
  });
});

describe('paths', () => {
  test('lead through groups in groups, as far as the grant reaches', async () => {
    connect();
    const carol = { principal_key: 'user/carol', asset_key: 'project/apollo' };
    expect((await connector.paths(carol)).map(({ keys, edge }) => [keys, edge])).toEqual([
      [['user/carol', key(JUNIORS), key(ANALYSTS), 'project/apollo'], inGroup(JUNIORS, user('carol'))],
    ]);
    platform.change(({ grants }) => {
      for (const one of grants) if (one.expandable && one.on[1] === 'apollo') one.shallow = true;
    });
    expect(await connector.paths(carol)).toEqual([]);
  });

  test('end where groups contain each other', async () => {
    connect(({ grants }) => grants.push(grant(JUNIORS, 'member', ANALYSTS)));
    const paths = await connector.paths({ principal_key: 'user/carol', asset_key: 'project/apollo' });
    expect(paths).toHaveLength(1);
  });

  test('lead only through the entitlements that the grant names', async () => {
    connect((state) => {
      const groups = state.types.find(({ id }) => id === 'group');
      groups?.entitlements?.push(['guest', 1]);
      state.grants.push(grant(ANALYSTS, 'guest', user('eve')));
    });
    expect(await connector.paths({ principal_key: 'user/eve', asset_key: 'project/apollo' })).toEqual([]);
  });

  test('do not lead over what is inherited already', async () => {
    connect(({ grants }) =>
      grants.push(
        grant(APOLLO, 'read', user('bob'), { sources: { 'group:analysts:member': { is_direct: false } } }),
      ),
    );
    const paths = await connector.paths({ principal_key: 'user/bob', asset_key: 'project/apollo' });
    expect(paths.map(({ kind }) => kind)).toEqual(['group']);
    expect(await connector.plan(on(user('bob'), APOLLO))).toEqual({ outcome: 'already_absent' });
  });
});

test('many removals and restorations, in any order, leave everything as it was', async () => {
  connect();
  const before = held();
  const rounds = 100 * Number(process.env.REMEDIATION_ROUNDS ?? 1);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const removable = filledState().grants.filter(
    ({ marks, on: [type], entitlement, principal: [, id] }) =>
      !marks && type !== 'ledger' && !/admin|owner/.test(entitlement) && id !== 'lapse',
  );
  let removed = 0;
  for (let round = 0; round < rounds; round++) {
    const { on: asset, principal } = removable[random(removable.length)] as (typeof removable)[number];
    const edge = asset[0] === 'group' ? inGroup(asset, principal) : on(principal, asset);
    const { undo } = await planned(edge);
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(held()).toHaveLength(before.length - 1);
    removed++;
    expect(await connector.restore(JSON.parse(JSON.stringify(undo)))).toEqual({ outcome: 'restored' });
    expect(held()).toEqual(before);
  }
  expect(removed).toBe(rounds);
}, 600_000);
