import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createScimWorld,
  ENTERPRISE,
  GROUP_SCHEMA,
  patchOf,
  type ScimWorld,
  USER_SCHEMA,
} from '../../test/support/scim-world.ts';

/** What the provisioning service of Microsoft Entra ID sends, in its own dialect. */

let world: ScimWorld;
beforeAll(async () => {
  world = await createScimWorld();
});
afterAll(() => world.close());

const OBJECT_ID = '8c8ff4d2-5b2a-4a2e-9d35-0f6a1c4b7e11';
const filter = (text: string) => encodeURIComponent(text);

test('its test of the connection finds nobody, and is an answer', async () => {
  const response = await world.send('GET', `/Users?filter=${filter('userName eq "9f2c1d3e-nobody"')}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^application\/scim\+json/);
  expect(response.json()).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
  expect(response.headers['x-request-id']).toBeDefined();
});

describe('a person', () => {
  let id: string;
  const created = {
    schemas: [USER_SCHEMA, ENTERPRISE],
    externalId: OBJECT_ID,
    userName: 'Ann.Berg@corp.example',
    active: true,
    displayName: 'Ann Berg',
    title: 'Actuary',
    emails: [{ primary: true, type: 'work', value: 'ann.berg@corp.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ann Berg', familyName: 'Berg', givenName: 'Ann' },
    phoneNumbers: [{ type: 'work', value: '+47 1' }],
    [ENTERPRISE]: { department: 'Claims', employeeNumber: '7' },
  };

  test('is looked for, created, and a principal with the account of the provider', async () => {
    const response = await world.send('POST', '/Users', created);
    expect(response.statusCode).toBe(201);
    const user = response.json();
    id = user.id;
    expect(response.headers.location).toBe(user.meta.location);
    expect(response.headers.etag).toBe(user.meta.version);
    expect(user).toEqual({
      schemas: [USER_SCHEMA, ENTERPRISE],
      id,
      externalId: OBJECT_ID,
      userName: 'Ann.Berg@corp.example',
      active: true,
      displayName: 'Ann Berg',
      emails: [{ primary: true, type: 'work', value: 'ann.berg@corp.example' }],
      name: { formatted: 'Ann Berg', familyName: 'Berg', givenName: 'Ann' },
      [ENTERPRISE]: { department: 'Claims' },
      meta: expect.objectContaining({
        resourceType: 'User',
        location: `http://localhost:80/scim/v2/Users/${id}`,
      }),
    });
    expect(await world.principal(id)).toMatchObject({
      display_name: 'Ann Berg',
      email: 'ann.berg@corp.example',
      department: 'Claims',
      type: 'user',
      source: 'scim',
      disabled: false,
    });
    const context = await world.service.call({ method: 'GET', url: `/v1/principals/${id}/context` });
    expect(JSON.stringify(context.json())).toContain(OBJECT_ID);
    expect(await world.entries()).toMatchObject([
      { event_type: 'scim_token.created' },
      { event_type: 'principal.created', actor: 'Entra ID (SCIM)', data: { principal_id: id } },
      { event_type: 'identity.added', actor: 'Entra ID (SCIM)', data: { external_id: OBJECT_ID } },
    ]);
  });

  test('who is sent again is a conflict, and is found by every name that Entra ID matches by', async () => {
    const again = await world.send('POST', '/Users', { ...created, userName: 'ANN.BERG@corp.example' });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
      detail: 'There is already a user with the userName "ANN.BERG@corp.example".',
    });
    for (const text of [
      'userName eq "ann.berg@CORP.example"',
      `externalId eq "${OBJECT_ID}"`,
      'emails[type eq "work"].value eq "ann.berg@corp.example"',
      'emails[type eq "work" and value eq "ann.berg@corp.example"]',
      `id eq "${id}" and active eq true`,
    ]) {
      const found = await world.send('GET', `/Users?filter=${filter(text)}`);
      expect([text, found.json().totalResults, found.json().Resources?.[0]?.id]).toEqual([text, 1, id]);
    }
  });

  test('is changed attribute by attribute, with operations in capital letters', async () => {
    const managerId = await world.createUser({ userName: 'boss@corp.example', displayName: 'Bo Boss' });
    const response = await world.send(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ann.lie@corp.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Lie' },
        { op: 'Add', path: 'title', value: 'Lead' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+47 2' },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Fraud' },
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: managerId },
        { op: 'Replace', value: { displayName: 'Ann Lie', 'name.givenName': 'Anne' } },
      ),
    );
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({
        displayName: 'Ann Lie',
        name: { formatted: 'Ann Berg', familyName: 'Lie', givenName: 'Anne' },
        emails: [{ primary: true, type: 'work', value: 'ann.lie@corp.example' }],
        [ENTERPRISE]: { department: 'Fraud', manager: { value: managerId } },
      }),
    ]);
    expect(await world.principal(id)).toMatchObject({
      display_name: 'Ann Lie',
      email: 'ann.lie@corp.example',
      department: 'Fraud',
      manager_id: managerId,
    });
    const asObject = { op: 'Replace', path: `${ENTERPRISE}:manager`, value: { value: managerId } };
    await world.send('PATCH', `/Users/${id}`, patchOf(asObject));
    await world.send('PATCH', `/Users/${id}`, patchOf({ op: 'Remove', path: `${ENTERPRISE}:manager` }));
    expect(await world.principal(id)).toMatchObject({ manager_id: null });
  });

  test('leaves by the text "False", once, and comes back', async () => {
    const off = patchOf({ op: 'Replace', path: 'active', value: 'False' });
    const first = await world.send('PATCH', `/Users/${id}`, off);
    expect(first.json().active).toBe(false);
    expect(await world.principal(id)).toMatchObject({ disabled: true, removed_at: null });
    const before = (await world.entries()).length;
    const second = await world.send('PATCH', `/Users/${id}`, off);
    expect(second.json()).toEqual(first.json());
    expect((await world.entries()).length).toBe(before);
    expect((await world.entries()).at(-1)).toMatchObject({
      event_type: 'principal.changed',
      data: { before: { disabled: false }, after: { disabled: true } },
    });
    await world.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }));
    expect(await world.principal(id)).toMatchObject({ disabled: false });
  });

  test('is gone after DELETE: disabled, and unknown to SCIM until they are sent again', async () => {
    expect((await world.send('DELETE', `/Users/${id}`)).statusCode).toBe(204);
    expect((await world.send('GET', `/Users/${id}`)).statusCode).toBe(404);
    expect((await world.send('DELETE', `/Users/${id}`)).statusCode).toBe(404);
    expect(await world.principal(id)).toMatchObject({ disabled: true, removed_at: null });
    const back = await world.send('POST', '/Users', created);
    expect([back.statusCode, back.json().id]).toEqual([201, id]);
    expect(await world.principal(id)).toMatchObject({ disabled: false, display_name: 'Ann Berg' });
  });
});

describe('a group', () => {
  let id: string;
  let people: string[];

  test('is created without members, which it asks not to be shown', async () => {
    people = await Promise.all(
      ['one', 'two', 'three'].map((name) => world.createUser({ userName: `${name}@corp.example` })),
    );
    const response = await world.send('POST', '/Groups', {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '3d1f7e0c-1111-4b1e-9c55-2f6f0a1d7c11',
      displayName: 'Claims readers',
      members: [],
      meta: { resourceType: 'Group' },
    });
    expect(response.statusCode).toBe(201);
    id = response.json().id;
    expect(await world.principal(id)).toMatchObject({ type: 'group', display_name: 'Claims readers' });
    const found = await world.send(
      'GET',
      `/Groups?excludedAttributes=members&filter=${filter('displayName eq "Claims readers"')}`,
    );
    expect(found.json()).toMatchObject({
      totalResults: 1,
      Resources: [{ id, displayName: 'Claims readers' }],
    });
    expect(found.json().Resources[0].members).toBeUndefined();
  });

  test('takes members in, lets them go in both of its ways, and repeats change nothing', async () => {
    const add = patchOf({
      op: 'Add',
      path: 'members',
      value: people.map((value) => ({ $ref: null, value })),
    });
    expect((await world.send('PATCH', `/Groups/${id}`, add)).statusCode).toBe(204);
    expect(await world.members(id)).toEqual([...people].sort());
    const before = (await world.entries()).length;
    const version = (await world.send('GET', `/Groups/${id}?excludedAttributes=members`)).headers.etag;
    expect((await world.send('PATCH', `/Groups/${id}`, add)).statusCode).toBe(204);
    expect((await world.entries()).length).toBe(before);
    expect((await world.send('GET', `/Groups/${id}?excludedAttributes=members`)).headers.etag).toBe(version);

    const [one, two, three] = people as [string, string, string];
    const isMember = `/Groups?filter=${filter(`id eq "${id}" and members eq "${one}"`)}`;
    expect((await world.send('GET', isMember)).json().totalResults).toBe(1);
    await world.send('PATCH', `/Groups/${id}`, patchOf({ op: 'Remove', path: `members[value eq "${one}"]` }));
    await world.send(
      'PATCH',
      `/Groups/${id}`,
      patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: two }] }),
    );
    expect(await world.members(id)).toEqual([three]);
    expect((await world.send('GET', isMember)).json().totalResults).toBe(0);
    expect((await world.send('GET', `/Groups/${id}`)).json().members).toEqual([
      {
        value: three,
        display: 'three@corp.example',
        type: 'User',
        $ref: expect.stringMatching(`/Users/${three}$`),
      },
    ]);
    expect((await world.entries()).at(-1)).toMatchObject({
      event_type: 'membership.removed',
      actor: 'Entra ID (SCIM)',
    });
  });

  test('that is deleted has nobody in it', async () => {
    expect((await world.send('DELETE', `/Groups/${id}`)).statusCode).toBe(204);
    expect(await world.members(id)).toEqual([]);
    expect((await world.send('GET', `/Groups/${id}`)).statusCode).toBe(404);
  });
});
