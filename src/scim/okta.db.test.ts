import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createScimWorld,
  GROUP_SCHEMA,
  patchOf,
  type ScimWorld,
  USER_SCHEMA,
} from '../../test/support/scim-world.ts';

/** What the provisioning of Okta sends, in its own dialect: whole users, lower case, and two ways of changing groups. */

let world: ScimWorld;
beforeAll(async () => {
  world = await createScimWorld();
});
afterAll(() => world.close());

const profile = {
  schemas: [USER_SCHEMA],
  userName: 'test.user@okta.local',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};

test('its first two questions are answered while nobody is here', async () => {
  for (const path of ['/Users?startIndex=1&count=2', '/Groups?startIndex=1&count=100']) {
    const response = await world.send('GET', path);
    expect([path, response.statusCode, response.json().totalResults]).toEqual([path, 200, 0]);
  }
});

test('a user is looked for, created, read, replaced as a whole, deactivated and activated again', async () => {
  const search = `/Users?filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`;
  expect((await world.send('GET', search)).json().totalResults).toBe(0);
  const created = await world.send('POST', '/Users', profile);
  expect(created.statusCode).toBe(201);
  const { id } = created.json();
  // A password is nobody's business here.
  expect(created.body).not.toContain('1mz050nq');
  expect((await world.send('GET', search)).json()).toMatchObject({ totalResults: 1, Resources: [{ id }] });

  const read = (await world.send('GET', `/Users/${id}`)).json();
  const { externalId: _, ...without } = profile;
  const put = await world.send('PUT', `/Users/${id}`, {
    ...without,
    id,
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    displayName: 'Another User',
    meta: read.meta,
  });
  expect([put.statusCode, put.json()]).toEqual([
    200,
    expect.objectContaining({
      id,
      displayName: 'Another User',
      name: { givenName: 'Another', familyName: 'User' },
      externalId: profile.externalId,
      active: true,
    }),
  ]);
  expect(await world.principal(id)).toMatchObject({ display_name: 'Another User', disabled: false });

  const off = await world.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
  expect([off.statusCode, off.json().active]).toEqual([200, false]);
  expect(await world.principal(id)).toMatchObject({ disabled: true });
  // Nobody becomes active by an omission.
  const { active: __, ...silent } = profile;
  expect((await world.send('PUT', `/Users/${id}`, silent)).json().active).toBe(false);
  const on = await world.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: true } }));
  expect(on.json().active).toBe(true);
});

test('a group is pushed, renamed without a path, replaced, changed and deleted', async () => {
  const people = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      world.createUser({ ...profile, userName: `${name}@okta.local`, emails: [], externalId: undefined }),
    ),
  );
  const [a, b, c] = people as [string, string, string];
  const created = await world.send('POST', '/Groups', {
    schemas: [GROUP_SCHEMA],
    displayName: 'Test SCIMv2',
    members: [{ value: a, display: 'a@okta.local' }],
  });
  expect(created.statusCode).toBe(201);
  const { id } = created.json();
  expect(created.json().members).toMatchObject([{ value: a }]);
  expect(
    (await world.send('POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName: 'test scimv2' })).statusCode,
  ).toBe(409);

  const renamed = patchOf({ op: 'replace', value: { id, displayName: 'Test SCIMv3' } });
  expect((await world.send('PATCH', `/Groups/${id}`, renamed)).statusCode).toBe(204);
  expect((await world.send('GET', `/Groups/${id}`)).json()).toMatchObject({ id, displayName: 'Test SCIMv3' });
  expect(await world.members(id)).toEqual([a]);

  const members = [b, c].map((value) => ({ value, display: 'x' }));
  await world.send('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', path: 'members', value: members }));
  expect(await world.members(id)).toEqual([b, c].sort());
  await world.send(
    'PATCH',
    `/Groups/${id}`,
    patchOf(
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'add', path: 'members', value: [{ value: a, display: 'a@okta.local' }] },
    ),
  );
  expect(await world.members(id)).toEqual([a, c].sort());

  const put = await world.send('PUT', `/Groups/${id}`, {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: 'Test SCIMv4',
    members: [{ value: b }],
  });
  expect([put.statusCode, put.json().displayName, put.json().members]).toMatchObject([
    200,
    'Test SCIMv4',
    [{ value: b }],
  ]);
  await world.send('PUT', `/Groups/${id}`, { schemas: [GROUP_SCHEMA], displayName: 'Test SCIMv4' });
  expect(await world.members(id)).toEqual([b]);
  expect((await world.send('DELETE', `/Groups/${id}`)).statusCode).toBe(204);
  expect(await world.members(id)).toEqual([]);
  expect(await world.principal(id)).toMatchObject({ disabled: true });
});

test('pages have exact totals, and show what was asked for', async () => {
  const total = (await world.send('GET', '/Users?count=0')).json();
  expect([total.itemsPerPage, total.Resources, total.totalResults >= 4]).toEqual([0, [], true]);
  const seen: string[] = [];
  for (let start = 1; start <= total.totalResults; start += 3) {
    const page = (
      await world.send('GET', `/Users?startIndex=${start}&count=3&attributes=userName,name.givenName`)
    ).json();
    expect([page.startIndex, page.totalResults, page.itemsPerPage]).toEqual([
      start,
      total.totalResults,
      page.Resources.length,
    ]);
    for (const user of page.Resources) {
      expect(Object.keys(user).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
      expect(user.name).toEqual({ givenName: expect.any(String) });
      seen.push(user.id);
    }
  }
  expect([seen.length, new Set(seen).size]).toEqual([total.totalResults, total.totalResults]);
  const filtered = (
    await world.send(
      'GET',
      `/Users?startIndex=2&count=1&filter=${encodeURIComponent('userName sw "test" or userName ew "@OKTA.local"')}`,
    )
  ).json();
  expect([filtered.totalResults, filtered.itemsPerPage, filtered.startIndex]).toEqual([
    total.totalResults,
    1,
    2,
  ]);
});

test('a version that has been seen is not sent again, and one that has changed is not overwritten', async () => {
  const id = await world.createUser({ schemas: [USER_SCHEMA], userName: 'etag@okta.local' });
  const { etag } = (await world.send('GET', `/Users/${id}`)).headers as { etag: string };
  expect((await world.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).statusCode).toBe(
    304,
  );
  const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Etta' });
  expect((await world.send('PATCH', `/Users/${id}`, rename, { 'if-match': etag })).statusCode).toBe(200);
  const late = await world.send(
    'PATCH',
    `/Users/${id}`,
    patchOf({ op: 'replace', path: 'displayName', value: 'Late' }),
    { 'if-match': etag },
  );
  expect([late.statusCode, late.json().status]).toEqual([412, '412']);
  expect((await world.send('GET', `/Users/${id}`)).json().displayName).toBe('Etta');
});

test('the server describes itself', async () => {
  const config = (await world.send('GET', '/ServiceProviderConfig')).json();
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
  const types = (await world.send('GET', '/ResourceTypes')).json();
  expect(types.Resources.map((type: { id: string }) => type.id)).toEqual(['User', 'Group']);
  const schemas = (await world.send('GET', '/Schemas')).json();
  expect(schemas.totalResults).toBe(3);
  for (const { id } of schemas.Resources) {
    expect((await world.send('GET', `/Schemas/${id}`)).json()).toMatchObject({ id });
  }
  expect((await world.send('GET', '/ResourceTypes/Group')).json()).toMatchObject({ endpoint: '/Groups' });
  expect((await world.send('GET', '/Schemas/none')).statusCode).toBe(404);
});
