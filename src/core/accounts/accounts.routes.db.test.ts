import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountWorld, listedGrant, listedPrincipal } from '../../../test/support/account-world.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';

let service: TestApp;
let world: AccountWorld;
let person: string;
let role: { id: string; home_id: string };

beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.test.admin(`TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, events, inbox,
    recalculations, grant_scores, principal_scores, connectors, connector_objects, accounts, account_conflicts, reviews,
    workflows, review_decisions, remediations, idempotency_keys CASCADE`);
  world = await new AccountWorld(service.test, service.test.tenants.a, {
    entra: {
      principals: [
        listedPrincipal('boss', { display_name: 'Boss', sign_in_name: 'boss@x.example' }),
        listedPrincipal('user/ana', {
          display_name: 'Ana Ruiz',
          sign_in_name: 'ana@x.example',
          manager_key: 'boss',
        }),
        listedPrincipal('bot', { type: 'service_account' }),
      ],
      grants: [listedGrant('user/ana', 'shop'), listedGrant('boss', 'shop')],
    },
    postgres: {
      principals: [listedPrincipal('role/aruiz', { display_name: 'aruiz' })],
      grants: [listedGrant('role/aruiz', 'orders')],
    },
  }).connect();
  await world.sync('entra', 'postgres');
  person = (await world.account('entra', 'user/ana')).principal_id;
  role = await world.account('postgres', 'role/aruiz');
});

const link = (principal: string, payload: object, headers = {}) =>
  service.call({ method: 'POST', url: `/v1/principals/${principal}/accounts`, payload, headers });
const unlink = (principal: string, account: string) =>
  service.call({ method: 'DELETE', url: `/v1/principals/${principal}/accounts/${account}` });
const accounts = async (principal: string) =>
  (await service.call({ url: `/v1/principals/${principal}/accounts` })).json().items;
const grants = async (principal: string) =>
  (await service.call({ url: `/v1/grants?principal_id=${principal}` })).json().items;

test('an admin links an account, once, and unlinks it', async () => {
  expect(await accounts(person)).toMatchObject([{ name: 'ana@x.example', how: 'own', grants: 1 }]);
  const first = await link(person, { account_id: role.id }, { 'idempotency-key': 'k1' });
  expect(first.statusCode).toBe(200);
  expect(first.json()).toMatchObject({
    id: role.id,
    principal_id: person,
    principal_name: 'Ana Ruiz',
    connector_name: 'postgres',
    platform: 'postgres',
    name: 'aruiz',
    how: 'admin',
    settled: 'linked',
    linked_by: 'dev-admin',
    grants: 1,
  });
  const again = await link(person, { account_id: role.id }, { 'idempotency-key': 'k1' });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await link(person, { account_id: role.id })).statusCode).toBe(409);
  expect(await accounts(person)).toHaveLength(2);
  expect((await grants(person)).map((grant: { account: object }) => grant.account)).toEqual([
    expect.objectContaining({ name: 'ana@x.example', platform: 'azure_ad' }),
    expect.objectContaining({ id: role.id, name: 'aruiz', platform: 'postgres' }),
  ]);
  expect((await service.call({ url: `/v1/principals/${role.home_id}` })).json().linked_to).toBe(person);
  const all = (await service.call({ url: '/v1/principals' })).json();
  expect(all.total).toBe(3);
  expect(all.items.map(({ id }: { id: string }) => id)).not.toContain(role.home_id);
  expect((await service.call({ url: '/v1/principals?q=aruiz' })).json().items).toEqual([]);

  expect((await unlink(person, role.id)).json()).toMatchObject({
    principal_id: role.home_id,
    how: 'own',
    settled: 'unlinked',
  });
  expect(await accounts(person)).toHaveLength(1);
  expect((await unlink(person, role.id)).statusCode).toBe(404);
  expect((await service.call({ url: '/v1/principals' })).json().total).toBe(4);
  expect((await service.call({ url: '/v1/principals?q=aruiz' })).json().items).toHaveLength(1);
});

test('what cannot be linked is refused, with the reason, and changes nothing', async () => {
  const bot = await world.account('entra', 'bot');
  const before = await world.snapshot();
  for (const [principal, payload, status, said] of [
    [person, { account_id: 'nobody' }, 400, 'expected the id of an account'],
    [person, {}, 400, 'account_id'],
    [person, { account_id: bot.id }, 400, 'expected the account of a user, this is one of a service_account'],
    ['nobody', { account_id: role.id }, 404, 'principal'],
    [role.home_id, { account_id: role.id }, 409, 'is the account itself'],
  ] as const) {
    const answer = await link(principal, payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(said);
  }
  expect((await unlink(person, person)).statusCode).toBe(409);
  expect((await unlink(role.home_id, 'nobody')).statusCode).toBe(404);
  expect(await world.snapshot()).toEqual(before);
  await link(person, { account_id: role.id });
  expect(
    (await link(role.home_id, { account_id: (await world.account('entra', 'boss')).id })).statusCode,
  ).toBe(409);
});

test('conflicts are listed with whom it may be', async () => {
  world.platforms.postgres?.principals.push(
    listedPrincipal('a1', { sign_in_name: 'ANA@x.example' }),
    listedPrincipal('a2', { sign_in_name: 'ana@x.example' }),
  );
  await world.sync('postgres');
  const listed = (await service.call({ url: '/v1/accounts/conflicts?limit=2' })).json();
  expect(listed.total).toBe(3);
  expect(listed.items).toHaveLength(2);
  const [own] = await accounts(person);
  expect(own.conflict).toMatchObject({ kind: 'shared_address', shared: ['ana@x.example'] });
  expect(
    own.conflict.candidates.map(({ display_name }: { display_name: string }) => display_name).sort(),
  ).toEqual(['a1', 'a2']);
  const a1 = await world.account('postgres', 'a1');
  expect((await unlink(a1.principal_id, a1.id)).json()).toMatchObject({
    settled: 'unlinked',
    conflict: null,
  });
  expect((await service.call({ url: '/v1/accounts/conflicts' })).json().total).toBe(0);
  // The one that is left is clear now.
  expect(await accounts(person)).toMatchObject([
    { name: 'ana@x.example' },
    { name: 'ana@x.example', how: 'sign_in_name' },
  ]);
});

const ask = async (principal_id: string, name: string) => {
  const [asset] = await service.test.admin('SELECT id FROM assets WHERE name = $1', [name]);
  const payload = { principal_id, asset_id: asset?.id };
  return (await service.call({ method: 'POST', url: '/v1/reviews', payload })).json();
};
const review = async (id: string) => (await service.call({ url: `/v1/reviews/${id}` })).json();

test('open reviews go with the account, and nobody is asked about himself', async () => {
  const { id } = await ask(role.home_id, 'orders');
  await service.call({
    method: 'POST',
    url: `/v1/reviews/${id}/reassign`,
    payload: { assigned_to_id: person },
  });
  const mine = await ask(person, 'shop');
  expect(mine.assigned_to_id).toBe((await world.account('entra', 'boss')).principal_id);
  await service.call({
    method: 'POST',
    url: `/v1/reviews/${mine.id}/reassign`,
    payload: { assigned_to_id: role.home_id },
  });
  const other = await ask(mine.assigned_to_id, 'shop');
  await service.call({
    method: 'POST',
    url: `/v1/reviews/${other.id}/reassign`,
    payload: { assigned_to_id: role.home_id },
  });
  await service.test.admin(
    `WITH r AS (UPDATE reviews SET with_holder_until = now() + interval '7 days' RETURNING workflow_id, with_holder_until)
     UPDATE workflows w SET timer = 'ask_reviewer', timer_percent = NULL, timer_at = r.with_holder_until FROM r
     WHERE w.id = r.workflow_id`,
  );
  const asksNow = async () =>
    (
      await service.test.admin(
        "SELECT review_id FROM workflows WHERE timer = 'ask_reviewer' AND timer_at <= now() ORDER BY review_id",
      )
    ).map(({ review_id }) => review_id);
  expect(await asksNow()).toEqual([]);
  await link(person, { account_id: role.id });
  const boss = mine.assigned_to_id;
  // Whoever was asked as the holder is waited for no longer; what stays theirs waits on.
  expect(await asksNow()).toEqual([id]);
  expect(await review(other.id)).toMatchObject({ principal_id: boss, assigned_to_id: person });
  expect(await review(id)).toMatchObject({ principal_id: person, assigned_to_id: boss, status: 'PENDING' });
  expect(await review(mine.id)).toMatchObject({ principal_id: person, assigned_to_id: boss });
  await unlink(person, role.id);
  expect(await review(id)).toMatchObject({ principal_id: role.home_id, status: 'PENDING' });
  expect(await review(mine.id)).toMatchObject({ principal_id: person, assigned_to_id: boss });
  expect(await review(other.id)).toMatchObject({ principal_id: boss, assigned_to_id: role.home_id });
});

test('a question that waits is asked about whoever has the access now', async () => {
  const [grant] = await service.test.admin('SELECT id, asset_id FROM grants WHERE principal_id = $1', [
    role.home_id,
  ]);
  await service.test.admin(
    `WITH past AS (UPDATE grant_scores SET review_asked = true WHERE grant_id = $3)
     INSERT INTO waiting_reviews (tenant_id, id, principal_id, asset_id, reviewer_id, priority, weighed_at, since)
     VALUES ($1, 'w', $2, $4, '', 50, now(), now())`,
    [service.test.tenants.a, role.home_id, grant?.id, grant?.asset_id],
  );
  await link(person, { account_id: role.id });
  expect(await service.test.admin('SELECT id FROM waiting_reviews')).toEqual([]);
  expect(
    await service.test.admin(
      'SELECT g.principal_id, s.review_asked FROM grants g JOIN grant_scores s ON s.grant_id = g.id WHERE g.id = $1',
      [grant?.id],
    ),
  ).toEqual([{ principal_id: person, review_asked: false }]);
  const [request] = await service.test.admin(
    'SELECT count(*)::int AS n FROM recalculations WHERE $1 = ANY (grant_ids)',
    [grant?.id],
  );
  expect(request?.n).toBeGreaterThan(0);
});

test('two reviews about what is one pair now are one', async () => {
  world.platforms.postgres?.grants.push(listedGrant('role/aruiz', 'shop'));
  await world.sync('postgres');
  // Both platforms call something shop; here it is one and the same.
  const assets = await service.test.admin("SELECT id FROM assets WHERE name = 'shop' ORDER BY id");
  const [shop, other] = assets.map((row) => row.id);
  for (const [table, column] of [
    ['grants', 'asset_id'],
    ['grant_scores', 'asset_id'],
    ['connector_objects', 'lapse_id'],
  ]) {
    await service.test.admin(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2`, [shop, other]);
  }
  const open = async (principal_id: string) =>
    (
      await service.call({ method: 'POST', url: '/v1/reviews', payload: { principal_id, asset_id: shop } })
    ).json();
  const [a, b] = [await open(person), await open(role.home_id)];
  await link(person, { account_id: role.id });
  expect(await review(b.id)).toMatchObject({ status: 'EXPIRED', principal_id: role.home_id });
  const one = await review(a.id);
  expect(one.status).toBe('PENDING');
  expect(one.access_grant_ids.sort()).toEqual([...a.access_grant_ids, ...b.access_grant_ids].sort());
  expect(
    await service.test.admin("SELECT description FROM audit_entries WHERE event_type = 'review.merged'"),
  ).toEqual([
    {
      description: `dev-admin closed the question whether aruiz still needs shop: An account was linked or unlinked: it is asked in review ${a.id}.`,
    },
  ]);
  await unlink(person, role.id);
  expect((await review(a.id)).access_grant_ids).toEqual(a.access_grant_ids);
});

test('score, evidence and remediations speak of the person and name the account', async () => {
  await link(person, { account_id: role.id });
  const held = { id: role.id, name: 'aruiz', platform: 'postgres', connector_name: 'postgres' };
  const score = (await service.call({ url: `/v1/scores/${person}` })).json();
  expect(score.display_name).toBe('Ana Ruiz');
  expect(
    score.grants.map((grant: { asset_name: string; account: object }) => [grant.asset_name, grant.account]),
  ).toContainEqual(['orders', held]);
  const { id } = await ask(person, 'orders');
  const asked = await review(id);
  expect(asked.principal_name).toBe('Ana Ruiz');
  expect(asked.evidence_json.grants).toMatchObject([{ account: held }]);
  expect(asked.evidence_json.summary).toContain('held by the account aruiz on PostgreSQL');
  const decided = await service.call({
    method: 'POST',
    url: `/v1/reviews/${id}/decide`,
    headers: { 'idempotency-key': '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70' },
    payload: { decision: 'REVOKE', justification: 'Left the project.' },
  });
  expect(decided.statusCode).toBe(200);
  const { items } = (await service.call({ url: `/v1/remediations?review_id=${id}` })).json();
  expect(items).toMatchObject([{ principal_name: 'Ana Ruiz', account: held }]);
  // Whose it is changes with the link; by which account it was held does not.
  await unlink(person, role.id);
  const after = (await service.call({ url: `/v1/remediations?review_id=${id}` })).json().items;
  expect(after).toMatchObject([{ principal_id: role.home_id, account: held }]);
});
