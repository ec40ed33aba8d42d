import { describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { emailOf, idOf, OWN_SP } from '../../../test/support/databricks-account.ts';
import { databricksChanges, grant, membership } from '../../../test/support/databricks-changes.ts';
import { scimError } from '../../../test/support/databricks-scim.ts';
import { platformError } from '../../../test/support/databricks-server.ts';
import { MAIN, ORDERS, user, WORKSPACE } from '../../../test/support/databricks-world.ts';

const databricks = databricksChanges();

describe('what goes wrong', () => {
  const edge = grant(user(1), ORDERS);

  test('what is not shown in time is not claimed', async () => {
    const { undo } = await databricks.planned(edge);
    databricks.server.account.lag_ms = 1_000_000;
    await expectError(databricks.connector.revoke(undo), 'timeout', 'unknown');
    databricks.server.account.lag_ms = 0;
    databricks.server.account.showAll();
    expect(await databricks.connector.verify({ edge, subject: null, undo })).toMatchObject({
      edge: 'absent',
    });
  });

  test.each([
    ['a grant', edge],
    ['a membership', membership(7)],
    ['an assignment', grant(user(2), WORKSPACE)],
  ] as const)(
    'an answer about %s that was lost leaves the effect unknown; what is read back decides',
    async (_, what) => {
      const { undo } = await databricks.planned(what);
      databricks.server.intercept = ({ method }) => {
        if (method !== 'PATCH' && method !== 'DELETE') return undefined;
        const { account } = databricks.server;
        account.write(() => {
          account.privileges.get('table main.sales.orders')?.delete(emailOf(1));
          account.members.get(idOf('group', 7))?.clear();
          account.assignments.get('1234567890123456')?.delete(idOf('user', 2));
        });
        return { cut: 'before' };
      };
      await expectError(databricks.connector.revoke(undo), 'unavailable', 'unknown');
      expect(await databricks.connector.verify({ edge: what, subject: null, undo })).toMatchObject({
        edge: 'absent',
      });
      expect(databricks.writes()).toHaveLength(1);
      databricks.server.intercept = null;
      expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    },
  );

  test.each([{ 'retry-after': '1' }, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }, {}])(
    'throttling (%j) is waited out',
    async (headers) => {
      const { undo } = await databricks.planned(edge);
      let refused = 0;
      databricks.server.intercept = ({ method }) =>
        method === 'PATCH' && refused++ === 0
          ? { ...platformError(429, 'RESOURCE_EXHAUSTED', 'Try again later.'), headers }
          : undefined;
      expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(databricks.writes()).toHaveLength(2);
    },
  );

  test.each([
    ['manage', grant(user(1), ORDERS)],
    ['groups', membership(7)],
    ['workspaces', grant(user(2), WORKSPACE)],
  ] as const)('a right that is missing (%s) is an answer', async (lacking, what) => {
    const { undo } = await databricks.planned(what);
    databricks.server.account.lacks.add(lacking);
    expect(await databricks.connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'not_permitted',
    });
  });

  test.each([
    ['JSON', edge, platformError(400, 'INVALID_PARAMETER_VALUE', 'Not applicable.'), 'Not applicable.'],
    ['SCIM', membership(7), scimError(400, 'Read only.', 'mutability'), 'mutability: Read only.'],
    ['text', edge, { status: 400, text: 'BAD_REQUEST: no.' }, 'BAD_REQUEST: no.'],
  ] as const)('what the platform does not take is said in its words (%s)', async (_, what, answer, words) => {
    const { undo } = await databricks.planned(what);
    databricks.server.intercept = ({ method }) => (method === 'PATCH' ? answer : undefined);
    expect(await databricks.connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'not_supported',
      message: expect.stringContaining(words),
    });
  });

  test('a page instead of an answer, as behind a private link, is not followed', async () => {
    databricks.server.intercept = ({ path }) =>
      path.includes('/unity-catalog/')
        ? { status: 302, headers: { location: '/login.html?error=private-link-validation-error' } }
        : undefined;
    await expectError(databricks.connector.plan(edge), 'protocol', 'none');
    expect(databricks.server.seen.some(({ path }) => path.includes('login.html'))).toBe(false);
  });

  test('our own service principal keeps what it has', async () => {
    const own = `service_principal/${OWN_SP}`;
    for (const what of [grant(own, MAIN), membership(9, own)]) {
      expect(await databricks.connector.plan(what)).toMatchObject({ reason: 'connector_itself' });
    }
  });
});
