import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { APP_ID, OWN_ID } from '../../test/support/fabric/fabric-server.ts';
import { type Access, idOf } from '../../test/support/fabric/fabric-tenant.ts';
import { type Platforms, startPlatforms } from '../../test/support/platforms.ts';

/** What a test of settings says of each platform that withholds something. */

let service: TestApp;
let world: Platforms;

beforeAll(async () => {
  world = await startPlatforms();
  service = await createTestApp({ env: { BATON_DIR: world.baton.programs } });
});
afterAll(async () => {
  await Promise.all([service?.close(), world?.close()]);
});

async function ask(platform: string, more: object = {}) {
  const payload = { platform, settings: { ...world.settings[platform], ...more } };
  const answer = await service.call({ method: 'POST', url: '/v1/connectors/test', payload });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test('Entra ID: the permission of Microsoft Graph, by its name', async () => {
  world.entra.server.tenant.withdraw('AuditLog.Read.All');
  expect((await ask('azure_ad')).missing).toContainEqual({
    ability: 'read_use',
    what: expect.stringMatching(/^AuditLog\.Read\.All to read sign-ins/),
  });
});

test('PostgreSQL: the memberships, by their roles', async () => {
  const { missing } = await ask('postgres', { user: 'ana', remediation_user: 'lapse_limited' });
  expect(missing).toEqual(
    expect.arrayContaining([
      { ability: 'read_use', what: 'membership in pg_monitor' },
      { ability: 'revoke', what: 'membership in shop_owner, who owns tables' },
    ]),
  );
});

test('Databricks: the role, and without it the platform cannot be read', async () => {
  world.databricks.server.account.lacks.add('scim');
  const { ok, missing } = await ask('databricks');
  expect(ok).toBe(false);
  expect(missing).toContainEqual({
    ability: 'discover',
    what: expect.stringMatching(/^Account admin, to list users, groups and service principals\./),
  });
});

test('Synapse: the user in a database, and the right to the log', async () => {
  world.synapse.server.logs.is_denied = true;
  world.synapse.server.databases.get('lake')?.members.clear();
  const { ok, missing } = await ask('synapse');
  expect(ok).toBe(true);
  expect(missing).toEqual(
    expect.arrayContaining([
      { ability: 'read_use', what: expect.stringMatching(/^Data\.Read .*InsufficientAccessError/) },
      { ability: 'revoke', what: expect.stringMatching(/^Membership in db_owner of serverless\/lake/) },
    ]),
  );
});

describe('Fabric', () => {
  test('the tenant setting without which nothing is read', async () => {
    world.fabric.server.allows.public_api = false;
    const { ok, missing } = await ask('fabric');
    world.fabric.server.allows.public_api = true;
    expect(ok).toBe(false);
    expect(missing).toContainEqual({
      ability: 'discover',
      what: expect.stringMatching(
        /^the tenant setting "Service principals can call Fabric public APIs", for a group/,
      ),
    });
  });

  test('the tenant setting and the permissions of Microsoft Graph that use takes', async () => {
    Object.assign(world.fabric.server.allows, { admin_api: false, graph: false });
    const { ok, missing } = await ask('fabric');
    Object.assign(world.fabric.server.allows, { admin_api: true, graph: true });
    expect(ok).toBe(true);
    expect(missing).toEqual(
      expect.arrayContaining([
        {
          ability: 'read_use',
          what: expect.stringMatching(
            /^the tenant setting "Service principals can access read-only admin APIs"/,
          ),
        },
        {
          ability: 'read_use',
          what: expect.stringMatching(/^User\.Read\.All and Application\.Read\.All of Microsoft Graph/),
        },
      ]),
    );
  });

  test('the role in a workspace, by the names of both', async () => {
    const { tenant } = world.fabric.server;
    const [sales, finance] = [1, 2].map((number) => tenant.truth.workspaces.get(idOf('workspace', number)));
    const own = sales?.access.get(OWN_ID) as Access;
    sales?.access.set(OWN_ID, { ...own, role: 'Member' });
    finance?.access.set(OWN_ID, { ...own, role: 'Viewer' });
    tenant.showAll();
    const { ok, missing } = await ask('fabric');
    expect(ok).toBe(true);
    expect(missing).toEqual(
      expect.arrayContaining([
        { ability: 'revoke', what: expect.stringContaining(`Admin for ${APP_ID} in Sales`) },
        {
          ability: 'discover',
          what: expect.stringMatching(/^Member or Admin for the application in Finance: /),
        },
      ]),
    );
  });
});

describe('Baton', () => {
  test('what the platform withholds from the connector, in its own words', async () => {
    world.baton.change(({ signs_in }) => {
      (signs_in as { may_read: boolean }).may_read = false;
    });
    expect(await ask('baton')).toMatchObject({
      ok: false,
      message: 'the platform answers 403: the scope users.read is missing',
    });
    world.baton.change(({ signs_in }) => {
      (signs_in as { may_read: boolean }).may_read = true;
    });
  });

  test('that it only reads, and has no feed of use', async () => {
    world.baton.change(({ types }) => {
      for (const type of types) type.is_read_only = true;
    });
    const { ok, missing } = await ask('baton');
    expect(ok).toBe(true);
    expect(missing).toEqual([
      { ability: 'revoke', what: 'baton-test only reads: it removes no access of any kind.' },
      { ability: 'read_use', what: 'baton-test has no feed that reports use, so nothing decays.' },
    ]);
  });

  test('the program itself, when the operator has taken it away', async () => {
    const payload = { platform: 'baton', settings: { ...world.settings.baton, program: 'baton-okta' } };
    const answer = await service.call({ method: 'POST', url: '/v1/connectors/test', payload });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      [
        {
          loc: ['body', 'settings', 'program'],
          msg: 'expected one of baton-test',
          type: 'out_of_reach',
        },
      ],
    ]);
  });
});
