import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { callerOf } from '../../../test/support/callers.ts';
import { userOf } from '../../../test/support/scim-world.ts';
import { LapseError } from '../../platform/errors.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp({
    authenticate:
      ({ tenants }) =>
      async (authorization) => {
        if (authorization !== 'Bearer a' && authorization !== 'Bearer b') {
          throw new LapseError('unauthenticated', 'A token is needed.');
        }
        return callerOf(authorization === 'Bearer b' ? tenants.b : tenants.a, {
          subject: 'admin@corp.example',
        });
      },
  });
});
afterAll(() => service.close());

type Method = 'GET' | 'POST' | 'DELETE';
const asAdmin = (method: Method, path: string, payload?: object, tenant = 'a') =>
  service.call({
    method,
    url: `/v1/scim/tokens${path}`,
    headers: { authorization: `Bearer ${tenant}` },
    ...(payload ? { payload } : {}),
  });
const created = async (name: string, tenant = 'a') =>
  (await asAdmin('POST', '', { name }, tenant)).json<{ id: string; token: string }>();
const statusWith = async (token: string, method: Method = 'GET', path = '/Users', payload?: object) =>
  (
    await service.call({
      method,
      url: `/scim/v2${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
  ).statusCode;
const entries = () =>
  service.test.admin(
    "SELECT event_type, description, actor FROM audit_entries WHERE tenant_id = $1 AND event_type LIKE 'scim_token.%' ORDER BY id",
    [service.test.tenants.a],
  );

test('a token is shown once, is kept as a hash, and says when it was last used', async () => {
  const { id, token } = await created(' Entra ID ');
  expect(token).toMatch(new RegExp(`^lapse_scim_${service.test.tenants.a}_[0-9a-f]{32}_[\\w-]{43}$`));
  const [listed] = (await asAdmin('GET', '')).json().items;
  expect(listed).toMatchObject({ id, name: 'Entra ID', last_used_at: null, revoked_at: null });
  expect(JSON.stringify(listed)).not.toContain(token.slice(-20));
  const stored = JSON.stringify(await service.test.admin('SELECT * FROM scim_tokens'));
  expect(stored).not.toContain(token.slice(-20));
  expect(await statusWith(token)).toBe(200);
  const [used] = (await asAdmin('GET', '')).json().items;
  expect(Date.parse(used.last_used_at)).toBeGreaterThan(Date.now() - 60_000);
});

test('a repeat of its creation under the same key shows the same token', async () => {
  const request = {
    method: 'POST' as const,
    url: '/v1/scim/tokens',
    headers: { authorization: 'Bearer a', 'idempotency-key': 'one' },
    payload: { name: 'Twice' },
  };
  const [first, second] = [await service.call(request), await service.call(request)];
  expect(second.body).toBe(first.body);
  expect(JSON.stringify(await service.test.admin('SELECT body FROM idempotency_keys'))).not.toContain(
    'lapse_scim',
  );
});

test('after a rotation both secrets are good for a day, and after the next one the first is not', async () => {
  const { id, token } = await created('Rotating');
  const second = (await asAdmin('POST', `/${id}/rotate`)).json().token;
  expect([await statusWith(token), await statusWith(second)]).toEqual([200, 200]);
  await service.test.admin(
    "UPDATE scim_tokens SET previous_expires_at = now() - interval '1 second' WHERE id = $1",
    [id],
  );
  expect([await statusWith(token), await statusWith(second)]).toEqual([401, 200]);
  const third = (await asAdmin('POST', `/${id}/rotate`)).json().token;
  expect([await statusWith(token), await statusWith(second), await statusWith(third)]).toEqual([
    401, 200, 200,
  ]);
});

test('one that was revoked is refused at once, with all its secrets, and is not rotated', async () => {
  const { id, token } = await created('Revoked');
  const second = (await asAdmin('POST', `/${id}/rotate`)).json().token;
  expect(await statusWith(second)).toBe(200);
  const revoked = await asAdmin('DELETE', `/${id}`);
  expect(revoked.json()).toMatchObject({ revoked_by: 'admin@corp.example', previous_expires_at: null });
  expect([await statusWith(token), await statusWith(second)]).toEqual([401, 401]);
  expect((await asAdmin('POST', `/${id}/rotate`)).statusCode).toBe(409);
  const again = await asAdmin('DELETE', `/${id}`);
  expect([again.statusCode, again.json().revoked_at]).toEqual([200, revoked.json().revoked_at]);
  expect((await entries()).slice(-3)).toEqual([
    {
      event_type: 'scim_token.created',
      actor: 'admin@corp.example',
      description: 'The SCIM token "Revoked" was created, by admin@corp.example.',
    },
    {
      event_type: 'scim_token.rotated',
      actor: 'admin@corp.example',
      description: expect.stringContaining('has a new secret'),
    },
    {
      event_type: 'scim_token.revoked',
      actor: 'admin@corp.example',
      description: 'The SCIM token "Revoked" was revoked, by admin@corp.example.',
    },
  ]);
});

test('what it names decides the tenant, and nothing of another one can be seen or touched', async () => {
  const a = await created('A');
  const b = await created('B', 'b');
  const user = await service.call({
    method: 'POST',
    url: '/scim/v2/Users',
    headers: { authorization: `Bearer ${a.token}` },
    payload: userOf('ann@corp.example'),
  });
  const path = `/Users/${user.json().id}`;
  expect(await statusWith(a.token, 'GET', path)).toBe(200);
  expect(await statusWith(b.token, 'GET', path)).toBe(404);
  expect(await statusWith(b.token, 'DELETE', path)).toBe(404);
  // The same name is free in another tenant, and a member of another tenant is nobody.
  expect(await statusWith(b.token, 'POST', '/Users', userOf('ann@corp.example'))).toBe(201);
  const stolen = { displayName: 'Stolen', members: [{ value: user.json().id }] };
  expect(await statusWith(b.token, 'POST', '/Groups', stolen)).toBe(400);
  expect((await asAdmin('POST', `/${a.id}/rotate`, undefined, 'b')).statusCode).toBe(404);
  expect((await asAdmin('DELETE', `/${a.id}`, undefined, 'b')).statusCode).toBe(404);
  // The secret of one under the number of another tenant.
  const forged = a.token.replace(`_${service.test.tenants.a}_`, `_${service.test.tenants.b}_`);
  for (const wrong of [
    forged,
    `${a.token.slice(0, -1)}!`,
    a.token.slice(0, -1),
    'a',
    'lapse_scim_999999999999_x_y',
    '',
  ]) {
    expect([wrong, await statusWith(wrong)]).toEqual([wrong, 401]);
  }
});

test('it is good for SCIM alone', async () => {
  const { token } = await created('Alone');
  const response = await service.call({
    method: 'GET',
    url: '/v1/principals',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.statusCode).toBe(401);
  expect(await statusWith('a')).toBe(401);
});

test('there are at most ten at a time', async () => {
  const open = (await asAdmin('GET', '?limit=100'))
    .json()
    .items.filter((each: { revoked_at: string | null }) => each.revoked_at === null);
  const statuses = await Promise.all(
    Array.from(
      { length: 12 - open.length },
      async (_, n) => (await asAdmin('POST', '', { name: `More ${n}` })).statusCode,
    ),
  );
  expect(statuses.filter((status) => status === 201).length).toBe(10 - open.length);
  expect(statuses.filter((status) => status === 409).length).toBe(2);
});
