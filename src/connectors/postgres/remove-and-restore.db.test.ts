import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFor } from '../../../test/support/connector-world.ts';
import {
  type PostgresWorld,
  postgresWorld,
  role,
  SHOP,
  tableKey,
} from '../../../test/support/postgres-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../../../test/support/target-server.ts';
import type { Edge, UndoRecord } from '../connector.ts';

const ODD = 'we"ird; DROP ROLE ana --';

describe.each(TARGETS)('on $name', ({ start }) => {
  let server: TargetServer;
  let world: PostgresWorld;
  beforeAll(async () => {
    server = await start();
    world = await postgresWorld(server);
  });
  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  const grant = (who: string, table: string): Edge => ({
    kind: 'grant',
    principal_key: role(who),
    asset_key: tableKey(table),
  });
  const undoFor = async (edge: Edge, connector = world.connector): Promise<UndoRecord> => {
    const plan = await connector.plan(edge);
    if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
    return plan.undo;
  };
  /** Leaves everything as it was, or fails. */
  const unchanged = async (work: () => Promise<void>): Promise<void> => {
    const before = await world.dump();
    await work();
    expect(await world.dump()).toEqual(before);
  };

  test('someone in a group in a group leaves the one that is theirs', () =>
    unchanged(async () => {
      const subject = { principal_key: role('carol'), asset_key: tableKey('orders') };
      const read = 'SELECT count(*) FROM sales.orders';
      expect(await world.may('carol', read)).toBe(true);
      const plan = await planFor(world.connector, subject);
      expect(plan.action).toBe('remove_group_membership');
      expect(plan.undo.edge).toEqual({
        kind: 'membership',
        group_key: role('juniors'),
        member_key: role('carol'),
      });
      expect(await world.connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
      expect(await world.may('carol', read)).toBe(false);
      expect(await world.may('bob', read)).toBe(true);
      await world.connector.restore(plan.undo);
      expect(await world.may('carol', read)).toBe(true);
    }));

  test("everybody's access has no edge to remove, and is what verification shows to be left", async () => {
    const subject = { principal_key: role('ana'), asset_key: tableKey('notices') };
    expect(await world.connector.paths(subject)).toMatchObject([{ kind: 'everybody', edge: null }]);
    await server.query('GRANT SELECT ON sales.notices TO ana', [], SHOP);
    const undo = await undoFor(grant('ana', 'notices'));
    await world.connector.revoke(undo);
    const verified = await world.connector.verify({ edge: undo.edge, subject, undo });
    expect(verified).toMatchObject({ edge: 'absent', paths: [{ kind: 'everybody', edge: null }] });
    expect(await world.may('ana', 'SELECT count(*) FROM sales.notices')).toBe(true);
  });

  test('rights by two grantors are each taken away by their own, and come back by them', () =>
    unchanged(async () => {
      const plan = await world.connector.plan(grant('erin', 'payments'));
      expect(plan).toMatchObject({ outcome: 'planned', undo: { state: { rows: [{}, {}] } } });
      const undo = (plan as { undo: UndoRecord }).undo;
      expect((plan as { statements: string[] }).statements).toContain('SET LOCAL ROLE "dave"');
      await world.connector.revoke(undo);
      expect(await world.may('erin', 'SELECT count(*) FROM sales.payments')).toBe(false);
      expect(await world.may('erin', 'INSERT INTO sales.payments VALUES (1)')).toBe(false);
      expect((await world.connector.verify({ edge: undo.edge, subject: null, undo })).edge).toBe('absent');
      await world.connector.restore(undo);
      expect(await world.may('erin', 'SELECT count(*) FROM sales.payments')).toBe(true);
    }));

  test('a grant option comes back with the right, once nobody depends on it', () =>
    unchanged(async () => {
      const erin = await undoFor(grant('erin', 'payments'));
      expect(await world.connector.plan(grant('dave', 'payments'))).toMatchObject({
        reason: 'dependents',
        details: { dependents: [{ grantee: 'erin', grantor: 'dave', privilege: 'SELECT' }] },
      });
      await world.connector.revoke(erin);
      const dave = await undoFor(grant('dave', 'payments'));
      expect(dave.statements.join()).toContain('WITH GRANT OPTION');
      await world.connector.revoke(dave);
      expect(await world.may('dave', 'SELECT count(*) FROM sales.payments')).toBe(false);
      // Not the other way round: what erin has came from dave.
      expect(await world.connector.restore(erin)).toMatchObject({ outcome: 'not_possible' });
      expect((await world.connector.restore(dave)).outcome).toBe('restored');
      expect((await world.connector.restore(erin)).outcome).toBe('restored');
    }));

  test('rights on columns, for names that must be quoted', () =>
    unchanged(async () => {
      const [orders, odd] = [grant(ODD, 'orders'), grant(ODD, encodeURIComponent('Odd "table/name'))];
      for (const edge of [orders, odd]) {
        const undo = await undoFor(edge);
        expect(await world.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
        const statement =
          edge === orders ? 'SELECT id FROM sales.orders' : 'SELECT id FROM sales."Odd ""table/name"';
        expect(await world.may(ODD, statement)).toBe(false);
        expect(await world.connector.restore(undo)).toEqual({ outcome: 'restored' });
        expect(await world.may(ODD, statement)).toBe(true);
      }
      expect(await world.may(ODD, `UPDATE sales.orders SET price = 1, "No""te" = 'x'`)).toBe(true);
      expect(await world.may(ODD, 'SELECT price FROM sales.orders')).toBe(false);
    }));

  test('rights on a schema and on a database', () =>
    unchanged(async () => {
      await server.query(
        `GRANT CREATE ON SCHEMA sales TO frank; GRANT CREATE, TEMPORARY ON DATABASE ${SHOP} TO frank`,
        [],
        SHOP,
      );
      for (const asset_key of [`schema/${SHOP}/sales`, `database/${SHOP}`]) {
        const edge: Edge = { kind: 'grant', principal_key: role('frank'), asset_key };
        const undo = await undoFor(edge);
        expect((await world.connector.revoke(undo)).outcome).toBe('revoked');
        expect((await world.connector.restore(undo)).outcome).toBe('restored');
        expect((await world.connector.revoke(undo)).outcome).toBe('revoked');
      }
      // Giving a database its first right writes its defaults down.
      await server.query(`UPDATE pg_database SET datacl = NULL WHERE datname = '${SHOP}'`);
    }));

  test('what has changed since the plan is left alone', async () => {
    const undo = await undoFor(grant('ana', 'orders'));
    await server.query('GRANT UPDATE ON sales.orders TO ana', [], SHOP);
    expect(await world.connector.revoke(undo)).toMatchObject({
      outcome: 'changed',
      message: expect.stringContaining('UPDATE'),
    });
    expect((await world.connector.verify({ edge: undo.edge, subject: null, undo })).edge).toBe('partial');
    await server.query('REVOKE UPDATE ON sales.orders FROM ana', [], SHOP);
    expect((await world.connector.verify({ edge: undo.edge, subject: null, undo })).edge).toBe('present');
  });

  test('an account without the rights says what it needs, and changes nothing', () =>
    unchanged(async () => {
      const limited = world.connect({ remediation_user: 'lapse_limited' });
      expect(await limited.plan(grant('ana', 'orders'))).toMatchObject({
        reason: 'not_permitted',
        message: expect.stringContaining('shop_owner'),
      });
      const membership: Edge = { kind: 'membership', group_key: role('analysts'), member_key: role('bob') };
      expect(await limited.plan(membership)).toMatchObject({ reason: 'not_permitted' });
      const health = await limited.check();
      expect(health.missing.map(({ ability }) => ability)).toContain('revoke');
      // A record of a stronger account does not help.
      const undo = await undoFor(grant('ana', 'orders'));
      expect(await limited.revoke(undo)).toMatchObject({ reason: 'not_permitted' });
    }));

  test('an account that may act as the owner needs nothing more', () =>
    unchanged(async () => {
      await server.query('GRANT shop_owner TO lapse_limited');
      const limited = world.connect({ remediation_user: 'lapse_limited' });
      const undo = await undoFor(grant('ana', 'orders'), limited);
      expect(await limited.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await world.may('ana', 'SELECT count(*) FROM sales.orders')).toBe(false);
      expect(await limited.restore(undo)).toEqual({ outcome: 'restored' });
      await server.query('REVOKE shop_owner FROM lapse_limited');
    }));

  test('an account that gave a membership can take it back', () =>
    unchanged(async () => {
      await server.query('GRANT analysts TO lapse_limited WITH ADMIN OPTION');
      await server.as('lapse_limited', 'GRANT analysts TO frank');
      const limited = world.connect({ remediation_user: 'lapse_limited' });
      const edge: Edge = { kind: 'membership', group_key: role('analysts'), member_key: role('frank') };
      const undo = await undoFor(edge, limited);
      expect(await limited.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await limited.restore(undo)).toEqual({ outcome: 'restored' });
      expect((await limited.verify({ edge, subject: null, undo })).edge).toBe('present');
      expect(await limited.revoke(undo)).toEqual({ outcome: 'revoked' });
      await server.query('REVOKE analysts FROM lapse_limited');
    }));

  test('ways in that no right on the table shows', async () => {
    const ways = async (who: string) =>
      (await world.connector.paths({ principal_key: role(who), asset_key: tableKey('orders') })).map(
        ({ kind, permission, edge }) => [kind, permission, edge?.kind ?? null],
      );
    expect(await ways('olga')).toEqual([['group', 'owner', 'membership']]);
    expect(await ways('shop_owner')).toEqual([['owner', 'owner', null]]);
    expect(await ways('svc_etl')).toEqual([['built_in', 'read', null]]);
    expect(await ways('root')).toEqual([['superuser', null, null]]);
    expect(await ways('erin')).toEqual([]);
  });

  test('a grantor who could only act as the owner keeps its grant, and Lapse says so', async () => {
    // A superuser acts as the owner, so what dave gave before is out of everybody's reach.
    await server.query('ALTER ROLE dave SUPERUSER');
    const before = await world.dump();
    const undo = await undoFor(grant('erin', 'payments'));
    expect(await world.connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'not_supported',
    });
    expect(await world.dump()).toEqual(before);
    await server.query('ALTER ROLE dave NOSUPERUSER');
  });

  test('what could not be put back is not removed', () =>
    unchanged(async () => {
      await server.query(
        `CREATE FUNCTION public.no_more_grants() RETURNS event_trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'grants are frozen'; END $$;
         CREATE EVENT TRIGGER frozen ON ddl_command_end WHEN TAG IN ('GRANT') EXECUTE FUNCTION public.no_more_grants()`,
        [],
        SHOP,
      );
      const undo = await undoFor(grant('ana', 'orders'));
      expect(await world.connector.revoke(undo)).toMatchObject({
        outcome: 'not_possible',
        message: expect.stringContaining('grants are frozen'),
      });
      expect(await world.may('ana', 'SELECT count(*) FROM sales.orders')).toBe(true);
      await server.query('DROP EVENT TRIGGER frozen; DROP FUNCTION public.no_more_grants()', [], SHOP);
    }));

  test('a lock that others hold is not waited for long', async () => {
    const undo = await undoFor(grant('ana', 'orders'));
    const quick = world.connect({ lock_timeout_ms: 50 });
    const holder = await server.open(null, SHOP);
    await holder.query('SELECT pg_advisory_lock(1279348819, hashtext($1))', [tableKey('orders')]);
    await expect(quick.revoke(undo)).rejects.toMatchObject({
      code: 'conflict',
      retryable: true,
      effect: 'none',
    });
    await holder.end();
  });

  test('many remediations on one table at once all succeed', () =>
    unchanged(async () => {
      const edges = [grant('ana', 'orders'), grant('analysts', 'orders'), grant(ODD, 'orders')];
      const undos = await Promise.all(edges.map((edge) => undoFor(edge)));
      const outcomes = await Promise.all(undos.map((undo) => world.connector.revoke(undo)));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['revoked', 'revoked', 'revoked']);
      await Promise.all(undos.map((undo) => world.connector.restore(undo)));
    }));

  test('a restore for a role or table that is gone is an answer', async () => {
    await server.query(`CREATE ROLE gone LOGIN PASSWORD '${TARGET_PASSWORD}'`);
    await server.query('CREATE TABLE sales.gone (); GRANT SELECT ON sales.gone TO gone', [], SHOP);
    const undo = await undoFor(grant('gone', 'gone'));
    await world.connector.revoke(undo);
    await server.query('DROP TABLE sales.gone', [], SHOP);
    expect(await world.connector.restore(undo)).toMatchObject({ reason: 'unknown_asset' });
    await server.query('DROP ROLE gone');
    expect(await world.connector.restore(undo)).toMatchObject({ reason: 'unknown_principal' });
  });

  test('a connection that the server ends is a failure to retry, and changes nothing by halves', () =>
    unchanged(async () => {
      const undo = await undoFor(grant('ana', 'orders'));
      const end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lapse'";
      for (let i = 0; i < 10; i++) {
        const [outcome] = await Promise.allSettled([world.connector.revoke(undo), server.query(end)]);
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toMatchObject({ code: 'unavailable', retryable: true });
        }
      }
      expect((await world.connector.revoke(undo)).outcome).toMatch(/revoked|already_absent/);
      expect((await world.connector.restore(undo)).outcome).toBe('restored');
    }));

  test('a wrong password is told apart from a missing server, and not repeated', async () => {
    const wrong = world.connect({ password: 'wrong-and-secret' });
    await expect(wrong.principals(null)).rejects.toMatchObject({ code: 'authentication', retryable: false });
    expect(await wrong.check()).toMatchObject({ ok: false });
    expect(JSON.stringify(await wrong.check())).not.toContain('wrong-and-secret');
    const lost = world.connect({ database: 'no_such_database' });
    await expect(lost.principals(null)).rejects.toMatchObject({ code: 'invalid_settings' });
  });
});

describe('memberships by several grantors (16 and later)', () => {
  test('all of them go, and come back with their options', async () => {
    const server = await (TARGETS[0] as (typeof TARGETS)[number]).start();
    const world = await postgresWorld(server);
    try {
      await server.query(`
        GRANT analysts TO dave WITH ADMIN OPTION; GRANT analysts TO olga WITH ADMIN OPTION;
        GRANT analysts TO ana WITH INHERIT FALSE, SET TRUE GRANTED BY dave;
        GRANT analysts TO ana WITH ADMIN TRUE, INHERIT TRUE, SET FALSE GRANTED BY olga;
        GRANT analysts TO ana`);
      const before = await world.dump();
      const edge: Edge = { kind: 'membership', group_key: role('analysts'), member_key: role('ana') };
      const plan = await world.connector.plan(edge);
      expect(plan).toMatchObject({ outcome: 'planned', undo: { state: { rows: [{}, {}, {}] } } });
      const { undo } = plan as { undo: UndoRecord };
      expect((await world.connector.revoke(undo)).outcome).toBe('revoked');
      expect(await server.query("SELECT FROM pg_auth_members WHERE member = 'ana'::regrole")).toEqual([]);
      expect((await world.connector.restore(undo)).outcome).toBe('restored');
      expect(await world.dump()).toEqual(before);
      // What ana gives on with her admin option depends on her.
      await server.query('GRANT analysts TO frank GRANTED BY ana');
      expect(await world.connector.plan(edge)).toMatchObject({ reason: 'dependents' });
    } finally {
      await world.close();
      await server.stop();
    }
  });
});
