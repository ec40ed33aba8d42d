import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { drain } from '../../../../test/support/drain.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { importDirectory } from './import-directory.ts';

let service: TestApp;
let stranger: TestApp;

const person = (id: string) => ({ kind: 'principal', id, display_name: id, type: 'user' });
const asset = (id: string, platform = 'fabric') => ({ kind: 'asset', id, name: id, type: 'table', platform });
const grant = (id: string, principal_id: string, asset_id: string, via_group_id?: string) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: '2025-01-01T00:00:00Z',
  ...(via_group_id ? { via_group_id } : {}),
});

const WORLD = [
  ...['ada', 'ben', 'cleo'].map(person),
  { kind: 'principal', id: 'team', display_name: 'Team', type: 'group' },
  { kind: 'membership', group_id: 'team', member_id: 'ada' },
  { kind: 'membership', group_id: 'team', member_id: 'ben' },
  { kind: 'identity', principal_id: 'ada', provider: 'entra', external_id: 'ada-1' },
  asset('ledger'),
  asset('wages', 'synapse'),
  grant('g-ada', 'ada', 'ledger'),
  grant('g-ada-team', 'ada', 'wages', 'team'),
  grant('g-ben-team', 'ben', 'wages', 'team'),
  grant('g-team', 'team', 'wages'),
  grant('g-cleo', 'cleo', 'ledger'),
];

beforeEach(async () => {
  service = await createTestApp();
  stranger = await createTestApp({
    test: service.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  await service.import(WORLD);
  await stranger.import(WORLD);
  await drain(service.test, service.test.tenants.a, Date.now());
});
afterEach(async () => {
  await stranger.app.close();
  await service.close();
});

const tenant = () => service.test.tenants.a;
const active = async (of = tenant()): Promise<string[]> =>
  (
    await service.test.admin("SELECT id FROM grants WHERE tenant_id = $1 AND status = 'active' ORDER BY id", [
      of,
    ])
  ).map(({ id }) => id as string);
const removals = () =>
  service.test.admin(
    `SELECT event_type, actor, coalesce(data ->> 'grant_id', asset_id, data ->> 'external_id', principal_id) AS what, description
     FROM audit_entries WHERE tenant_id = $1 AND event_type LIKE '%.removed' ORDER BY event_type, what`,
    [tenant()],
  );
const memberships = () =>
  service.test.admin('SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 ORDER BY 2', [
    tenant(),
  ]);
const send = (lines: object[], query = '') =>
  service.call({
    method: 'POST',
    url: `/v1/directory/import${query}`,
    headers: { 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
const NONE = { principal: 0, membership: 0, identity: 0, asset: 0, grant: 0 };
const ALL = ['g-ada', 'g-ada-team', 'g-ben-team', 'g-cleo', 'g-team'];

describe('a line with removed', () => {
  test('ends a grant, once, with an entry that names who imported; its open review is over', async () => {
    const review = await service.call({
      method: 'POST',
      url: '/v1/reviews',
      payload: { principal_id: 'cleo', asset_id: 'ledger', reason: 'manual_trigger' },
    });
    const { review_id } = review.json();
    const gone = { kind: 'grant', id: 'g-cleo', removed: true };
    expect(await service.import([gone])).toMatchObject({
      lines: 1,
      imported: 1,
      rejected: 0,
      counts: NONE,
      removed: { ...NONE, grant: 1 },
      full: null,
    });
    expect(await active()).toEqual(ALL.filter((id) => id !== 'g-cleo'));
    expect(await active(service.test.tenants.b)).toEqual(ALL);
    expect(await removals()).toMatchObject([
      { event_type: 'grant.removed', actor: 'dev-admin', what: 'g-cleo' },
    ]);
    await drain(service.test, tenant(), Date.now());
    expect((await service.call({ url: `/v1/reviews/${review_id}` })).json().status).toBe('DECIDED');
    const scores = await service.test.admin(
      "SELECT active FROM grant_scores WHERE tenant_id = $1 AND grant_id = 'g-cleo'",
      [tenant()],
    );
    expect(scores).toEqual([{ active: false }]);
    expect((await service.import([gone])).removed).toEqual(NONE);
    expect(await removals()).toHaveLength(1);
  });

  test('of a person ends their access and memberships, and they come back when they are named', async () => {
    const { removed } = await service.import([{ kind: 'principal', id: 'ada', removed: true }]);
    expect(removed).toEqual({ ...NONE, principal: 1, membership: 1, grant: 2 });
    expect(await active()).toEqual(['g-ben-team', 'g-cleo', 'g-team']);
    expect(await memberships()).toEqual([{ group_id: 'team', member_id: 'ben' }]);
    expect((await removals()).map(({ event_type, what }) => [event_type, what])).toEqual([
      ['grant.removed', 'g-ada'],
      ['grant.removed', 'g-ada-team'],
      ['membership.removed', 'ada'],
      ['principal.removed', 'ada'],
    ]);
    const state = async () =>
      (
        await service.test.admin(
          "SELECT disabled, removed_at IS NOT NULL AS removed FROM principals WHERE tenant_id = $1 AND id = 'ada'",
          [tenant()],
        )
      )[0];
    expect(await state()).toEqual({ disabled: true, removed: true });
    await service.import([person('ada')]);
    expect(await state()).toEqual({ disabled: false, removed: false });
  });

  test('of a group ends what its members have through it', async () => {
    const { removed } = await service.import([{ kind: 'principal', id: 'team', removed: true }]);
    expect(removed).toEqual({ ...NONE, principal: 1, membership: 2, grant: 3 });
    expect(await active()).toEqual(['g-ada', 'g-cleo']);
  });

  test('of a membership ends what the member has through it; of an asset all access to it; of an account nothing', async () => {
    const lines = [
      { kind: 'membership', group_id: 'team', member_id: 'ben', removed: true },
      { kind: 'asset', id: 'ledger', removed: true },
      { kind: 'identity', provider: 'entra', external_id: 'ada-1', removed: true },
    ];
    expect((await service.import(lines)).removed).toEqual({
      ...NONE,
      membership: 1,
      asset: 1,
      identity: 1,
      grant: 3,
    });
    expect(await active()).toEqual(['g-ada-team', 'g-team']);
    expect(await removals()).toContainEqual(
      expect.objectContaining({ event_type: 'identity.removed', what: 'ada-1' }),
    );
    expect((await service.import(lines)).removed).toEqual(NONE);
  });

  test('is refused with its reason when it names nothing known or is none', async () => {
    const summary = await service.import([
      { kind: 'grant', id: 'g-nobody', removed: true },
      { kind: 'asset', removed: true },
      { ...person('ada'), removed: 'yes' },
      { kind: 'membership', group_id: 'team', member_id: 'cleo', removed: true },
    ]);
    expect(summary).toMatchObject({ imported: 1, rejected: 3, removed: NONE });
    expect(summary.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'id: there is no grant "g-nobody"'],
      [2, expect.stringContaining('id')],
      [3, 'removed: expected true, or nothing'],
    ]);
    expect(await active()).toEqual(ALL);
  });

  test('does not count when a later line names the thing again', async () => {
    await service.import([{ kind: 'grant', id: 'g-cleo', removed: true }, grant('g-cleo', 'cleo', 'ledger')]);
    expect(await active()).toEqual(ALL);
    await service.import([grant('g-cleo', 'cleo', 'ledger'), { kind: 'grant', id: 'g-cleo', removed: true }]);
    expect(await active()).not.toContain('g-cleo');
  });
});

describe('a full import', () => {
  const but = (...ids: string[]) =>
    WORLD.filter((line) => !('id' in line && ids.includes(line.id as string)));

  test('ends what it does not name, of its kinds only', async () => {
    const answer = await send(but('g-cleo', 'ledger', 'cleo'), '?full=grants,memberships');
    expect(answer.statusCode).toBe(200);
    // g-ada and g-cleo name an asset that is known, though the body does not name it.
    expect(answer.json()).toMatchObject({
      full: { applied: true, reason: null },
      removed: { ...NONE, grant: 1 },
    });
    expect(await active()).toEqual(ALL.filter((id) => id !== 'g-cleo'));
    expect(await active(service.test.tenants.b)).toEqual(ALL);
    expect(await service.test.admin('SELECT count(*)::int AS n FROM import_names')).toEqual([{ n: 0 }]);
    const again = await send(but('g-cleo'), '?full=true');
    expect(again.json()).toMatchObject({ full: { applied: true }, removed: NONE });
  });

  test('of everything ends people and assets too, with their access', async () => {
    const answer = await send(but('g-cleo', 'cleo'), '?full=true');
    expect(answer.json().removed).toEqual({ ...NONE, principal: 1, grant: 1 });
    expect((await removals()).map(({ event_type }) => event_type)).toEqual([
      'grant.removed',
      'principal.removed',
    ]);
  });

  test.each([
    ['empty', [], '5 of 5 grants'],
    [
      'halved',
      WORLD.filter((line) => !['g-ada', 'g-ada-team', 'g-ben-team'].includes(`${'id' in line && line.id}`)),
      '3 of 5 grants',
    ],
  ])('that is %s is refused and removes nothing, unless it is forced', async (_, lines, said) => {
    const refused = await send(lines, '?full=grants');
    expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining(said)]);
    expect(await active()).toEqual(ALL);
    expect(await removals()).toEqual([]);
    const forced = await send(lines, '?full=grants&force=true');
    expect(forced.statusCode).toBe(200);
    expect(await active()).toHaveLength(ALL.length - Number(said[0]));
  });

  test('with a rejected line removes nothing, and says so', async () => {
    const answer = await send([...but('g-cleo'), grant('g-new', 'nobody', 'ledger')], '?full=grants');
    expect(answer.json()).toMatchObject({ rejected: 1, full: { applied: false }, removed: NONE });
    expect(answer.json().full.reason).toContain('1 line was rejected, so what it names is not known');
    expect(await active()).toEqual(ALL);
  });

  test('that breaks off removes nothing', async () => {
    const lines = async function* () {
      for (const [i, line] of but('g-cleo').entries()) yield { number: i + 1, text: JSON.stringify(line) };
      throw new Error('the sender is gone');
    };
    const full = { kinds: ['grant' as const], platform: null, force: true };
    await expect(
      importDirectory({ db: service.test.db, tenant_id: tenant(), full }, lines()),
    ).rejects.toThrow('gone');
    expect(await active()).toEqual(ALL);
  });

  test('leaves alone what a connector reads, and what is on other platforms', async () => {
    await service.test.admin(
      `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds, created_by)
       VALUES ($1, 'c1', 'synapse', 'Warehouse', '{}', '', '{}', 900, 'admin')`,
      [tenant()],
    );
    await service.test.admin(
      `INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned)
       VALUES ($1, 'c1', 'grant', 'k', 'g-team', true)`,
      [tenant()],
    );
    await send([grant('g-cleo', 'cleo', 'ledger')], '?full=grants&platform=fabric');
    expect(await active()).toEqual(ALL.filter((id) => id !== 'g-ada'));
    await send([], '?full=grants&platform=synapse&force=true');
    expect(await active()).toEqual(['g-cleo', 'g-team']);
  });

  test.each([
    ['?full=everything', 'full'],
    ['?full=grants,everything', 'full'],
    ['?platform=fabric', 'platform'],
    ['?full=true&platform=fabric', 'platform'],
    ['?full=grants&force=perhaps', 'force'],
  ])('%s is refused by the name of the field', async (query, field) => {
    const answer = await send(WORLD, query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail[0].loc).toEqual(['query', field]);
  });
});
