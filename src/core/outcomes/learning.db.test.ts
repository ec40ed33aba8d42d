import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createReviewWorld,
  daysAgo,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { lockPipeline } from '../events/inbox-claims.sql.ts';
import { dryRunPolicy } from '../policy/dry-run-policy.ts';
import { fitTenant } from './fit-tenant.ts';
import { loadLearned } from './learned.sql.ts';

const access = (principal_id: string, asset_id: string, granted_at: string, more: object = {}) => ({
  kind: 'grant',
  id: `g-${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at,
  ...more,
});
const table = (id: string, platform = 'fabric') => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform,
  classification: 'internal',
});
const STALE = Array.from({ length: 10 }, (_, i) => `t${i}`);

let world: ReviewWorld;
/** Ann is asked about ten tables that she has never used. Of everything else there are a few grants of each kind. */
beforeEach(async () => {
  world = await createReviewWorld([
    ...PEOPLE_AND_ACCESS,
    { kind: 'principal', id: 'robot', display_name: 'Robot', type: 'service_account' },
    ...STALE.map((id) => table(id)),
    table('next'),
    table('used'),
    table('else', 'synapse'),
    ...STALE.map((id) => access('ann', id, daysAgo(200))),
    access('bob', 'next', daysAgo(10)),
    access('cid', 'next', daysAgo(10), { permission: 'write' }),
    access('robot', 'next', daysAgo(10)),
    access('bob', 'used', daysAgo(10)),
    access('bob', 'else', daysAgo(10)),
  ]);
  await put({ model_version: 2 });
  await world.sweep();
});
afterEach(() => world.close());

const get = async (url: string) => (await world.call({ url })).json();
const put = async (payload: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  await world.drain();
};
const decide = async (asset: string, body: object) => {
  const [{ id }] = (await get(`/v1/reviews?principal_id=ann&asset_id=${asset}`)).items;
  const { status } = await world.decide(id, { justification: 'Asked around', ...body });
  expect(status).toBe(200);
};
/** All ten are revoked, and so many are granted again. */
async function regret(count: number): Promise<void> {
  for (const asset of STALE) await decide(asset, { decision: 'REVOKE' });
  const at = new Date(Date.now() + DAY_MS / 2).toISOString();
  await world.import(STALE.slice(0, count).map((id) => ({ ...access('ann', id, at), id: `again-${id}` })));
  await world.drain();
}
const learn = async (tenant = world.tenant) => {
  await fitTenant({ db: world.test.db, now: () => Date.now() + 1_000 }, tenant);
  await world.drain();
};
const lapses = async () => {
  const rows = await world.test.admin(
    "SELECT grant_id, lapses_at FROM grant_scores WHERE tenant_id = $1 AND grant_id LIKE 'g-%' ORDER BY 1",
    [world.tenant],
  );
  return new Map(rows.map((row) => [String(row.grant_id), Date.parse(String(row.lapses_at))]));
};
/** By how many days each lapses later than before; those that do not are left out. */
const movedSince = async (before: Map<string, number>) => {
  const days = [...(await lapses())].map(([id, at]) => [id, (at - (before.get(id) ?? 0)) / DAY_MS] as const);
  return Object.fromEntries(days.filter(([id, by]) => by !== 0 && !id.startsWith('g-ann')));
};
const detailOf = async (principal: string, asset: string) => {
  const { grants } = await get(`/v1/scores/${principal}`);
  const found = grants.find((grant: { asset_id: string }) => grant.asset_id === asset);
  const days = found.parts.reduce((sum: number, part: { days: number }) => sum + part.days, 0);
  expect(Date.parse(found.idle_since) + days * DAY_MS).toBe(Date.parse(found.lapses_at));
  return found;
};
const partOf = async (principal: string, asset: string) =>
  (await detailOf(principal, asset)).parts.find((part: { kind: string }) => part.kind === 'learned');

const READERS = { platform: 'fabric', permission: 'read', principal_type: 'user' };
/** 120 days times 4 of 10 and five more. */
const FOUR_OF_TEN = { cases: 10, needed: 4, days: 32 };
const NONE = { days_before: 0, days_after: 0 };

test('what was revoked and missed lets access of its kind lapse later, and the switch takes that back', async () => {
  const before = await lapses();
  expect(await get('/v1/policy/learned')).toEqual({ in_force: true, learned_at: null, kinds: [] });
  await regret(4);
  await learn();
  expect(await movedSince(before)).toEqual({ 'g-bob-next': 32, 'g-bob-used': 32 });
  const kinds = [{ ...READERS, revoked: FOUR_OF_TEN, never_used: FOUR_OF_TEN }];
  expect(await get('/v1/policy/learned')).toEqual({ in_force: true, learned_at: expect.anything(), kinds });
  expect(await partOf('bob', 'next')).toEqual({
    kind: 'learned',
    days: 32,
    reason:
      '32 days later, because such access (reading on Fabric by people) was missed 4 of the 10 times it was revoked.',
  });
  const [point] = (await get('/v1/scores/history?principal_id=bob&asset_id=next')).items;
  expect(point).toMatchObject({ cause: 'learned', grant_id: 'g-bob-next' });

  // Nothing has changed: nothing is told or recomputed again.
  await fitTenant({ db: world.test.db, now: () => Date.now() + 1_000 }, world.tenant);
  expect(await world.test.admin('SELECT FROM recalculations')).toEqual([]);
  const learnedOnce = {
    ...READERS,
    revoked: { days_before: 0, days_after: 32 },
    never_used: { days_before: 0, days_after: 32 },
  };
  expect((await world.events('policy.learned')).map(({ actor, data }) => [actor, data])).toEqual([
    ['system', { changed: [learnedOnce] }],
  ]);

  await put({ learning: false });
  expect(await movedSince(before)).toEqual({});
  expect(await get('/v1/policy/learned')).toMatchObject({ in_force: false, kinds });
  expect(await partOf('bob', 'next')).toBeUndefined();
  await learn();
  expect(await movedSince(before)).toEqual({});
  expect((await world.events('policy.learned')).at(-1)?.data).toEqual({
    changed: [
      {
        ...READERS,
        revoked: { days_before: 32, days_after: 0 },
        never_used: { days_before: 32, days_after: 0 },
      },
    ],
  });
  await put({ learning: true });
  expect(await movedSince(before)).toEqual({ 'g-bob-next': 32, 'g-bob-used': 32 });
  await put({ model_version: 1 });
  expect(await get('/v1/policy/learned')).toMatchObject({ in_force: false, kinds });
  expect(await partOf('bob', 'next')).toBeUndefined();
});

test('a use keeps the days that were learned', async () => {
  const used = Date.now() - DAY_MS;
  await world.use('bob', 'used', used);
  await regret(4);
  await learn();
  const { lapses_at } = await detailOf('bob', 'used');
  // The way of most uses: only its own row is read.
  await world.use('bob', 'used', used + DAY_MS / 2);
  const after = await detailOf('bob', 'used');
  expect(Date.parse(after.lapses_at) - Date.parse(lapses_at)).toBe(DAY_MS / 2);
  expect(after.parts).toContainEqual(expect.objectContaining({ kind: 'learned', days: 32 }));
  expect(after.parts.map((part: { kind: string }) => part.kind)).not.toContain('pending');
});

test('where access that was never used is confirmed, such access is asked about later, until it is used', async () => {
  const before = await lapses();
  for (const asset of STALE) await decide(asset, { decision: 'CONFIRM' });
  await world.drain();
  await learn();
  expect(await movedSince(before)).toEqual({ 'g-bob-next': 60, 'g-bob-used': 60 });
  expect(await partOf('bob', 'used')).toMatchObject({
    days: 60,
    reason: expect.stringMatching(/^60 days later, because such access /),
  });
  await world.use('bob', 'used');
  expect(await partOf('bob', 'used')).toBeUndefined();
  expect(await partOf('bob', 'next')).toMatchObject({ days: 60 });
});

test('two are too few, and what was asked about by hand teaches nothing', async () => {
  const before = await lapses();
  await regret(2);
  await learn();
  expect((await get('/v1/policy/learned')).kinds).toEqual([]);
  expect(await movedSince(before)).toEqual({});
  await world.import(
    STALE.map((id) => ({ ...access('ann', id, new Date().toISOString()), id: `more-${id}` })),
  );
  await world.test.admin("UPDATE grants SET granted_at = now() + interval '1 day' WHERE id LIKE 'more-%'");
  await learn();
  expect((await get('/v1/policy/learned')).kinds).toMatchObject([
    { revoked: { cases: 10, needed: 10, days: 60 } },
  ]);
  await world.test.admin("UPDATE reviews SET origin = 'manual'");
  await learn();
  expect((await get('/v1/policy/learned')).kinds).toEqual([]);
  expect(await movedSince(before)).toEqual({});
});

test('by the first model it is known to a dry run of the second, and moves nothing', async () => {
  await put({ model_version: 1 });
  const before = await lapses();
  await regret(4);
  await learn();
  expect(await movedSince(before)).toEqual({});
  expect(await world.events('policy.learned')).toEqual([]);
  const tried = async (payload: object) => {
    const { id } = (await world.call({ method: 'POST', url: '/v1/policy/dry-runs', payload })).json();
    while (await dryRunPolicy(world.context(), world.tenant));
    const { result } = await get(`/v1/policy/dry-runs/${id}`);
    const row = result.today.grants.find((grant: { grant_id: string }) => grant.grant_id === 'g-bob-next');
    return (Date.parse(row.lapses_at_then) - Date.parse(row.lapses_at_now)) / DAY_MS;
  };
  expect((await tried({ model_version: 2 })) - (await tried({ model_version: 2, learning: false }))).toBe(32);
});

test('another tenant learns nothing of it', async () => {
  const { b } = world.test.tenants;
  await regret(4);
  await learn();
  await fitTenant({ db: world.test.db, now: () => Date.now() + 1_000 }, b);
  const learned = await world.test.db.transaction(b, loadLearned);
  expect(learned).toEqual({ kinds: [], learned_at: expect.anything() });
  expect(await world.test.admin('SELECT FROM audit_entries WHERE tenant_id = $1', [b])).toEqual([]);
});

test.each([
  [true, false],
  [false, true],
])('a policy that goes from %s to %s while it is learned leaves no lapse date behind', async (from, to) => {
  await put({ learning: from });
  const before = await lapses();
  await regret(4);
  // The batches wait for what is being learned, and what is learned waits for a batch that is under way.
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = (): void => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const batch = world.test.db.transaction(world.tenant, async (tx) => {
    await lockPipeline(tx);
    locked();
    await released;
  });
  await isLocked;
  const learning = fitTenant({ db: world.test.db, now: () => Date.now() + 1_000 }, world.tenant);
  while (
    (await world.test.admin("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length === 0
  );
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { learning: to } });
  expect(answer.statusCode).toBe(200);
  release();
  await Promise.all([batch, learning]);
  await world.drain();
  expect(await movedSince(before)).toEqual(to ? { 'g-bob-next': 32, 'g-bob-used': 32 } : {});
  await learn();
  expect(await movedSince(before)).toEqual(to ? { 'g-bob-next': 32, 'g-bob-used': 32 } : {});
  expect((await world.events('policy.learned')).map(({ data }) => data.changed)).toEqual(
    to ? [[expect.objectContaining({ revoked: { ...NONE, days_after: 32 } })]] : [],
  );
});

test.each([['yes'], [1], [null], [{}]])('%j is no switch', async (learning) => {
  const refused = await world.call({ method: 'PUT', url: '/v1/policy', payload: { learning } });
  expect([refused.statusCode, refused.json().detail[0]]).toEqual([
    400,
    { loc: ['body', 'learning'], msg: 'expected true or false', type: 'wrong_type' },
  ]);
});
