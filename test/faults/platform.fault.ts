import { expect, test } from 'vitest';
import { eventually } from '../process/lapse-process.ts';
import { fillTarget, SHOP } from '../support/postgres-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../support/target-server.ts';
import { attempt, insist, Recorder } from './clients.ts';
import { until } from './disturb.ts';
import { FAULT_MODES, type FaultTarget } from './fault-proxy.ts';
import { record, recordControl } from './results.ts';
import { atEnd, createWorld, type World } from './world.ts';

/** Lapse and a platform that it removes access on: another PostgreSQL, behind a proxy. */
const PART = 'Lapse and a connected platform';
const PER_MODE = 3;
const PEOPLE = Array.from({ length: FAULT_MODES.length * PER_MODE + 2 }, (_, index) => `person${index}`);

interface Remediation {
  id: string;
  status: string;
  dry_run: boolean;
  error: string | null;
  verified_at: string | null;
}

async function startConnected() {
  // Remediations are for what is known not to be used, so somebody must watch.
  const target = (await TARGETS[0]?.start({
    shared_preload_libraries: 'pg_stat_statements',
  })) as TargetServer;
  atEnd(() => target.stop());
  await target.query('CREATE EXTENSION pg_stat_statements');
  await fillTarget(target);
  for (const name of PEOPLE) {
    await target.query(`CREATE ROLE ${name} LOGIN PASSWORD '${TARGET_PASSWORD}'`);
    await target.query(`GRANT SELECT ON sales.orders TO ${name}`, [], SHOP);
  }
  const world = await createWorld({ env: { CONNECTOR_HOSTS: '*' } });
  const at: FaultTarget = target.host.startsWith('/')
    ? { path: `${target.host}/.s.PGSQL.${target.port}` }
    : { host: target.host, port: target.port };
  const proxy = await world.before(at);
  const { address } = await world.start();
  const caller = {
    address: () => address,
    tokens: world.tokens,
    recorder: new Recorder(),
    attempt_ms: 60_000,
  };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await attempt(caller, 'a', {
      method,
      path,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer || answer.status >= 300) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
    return JSON.parse(answer.text);
  };
  await call('PUT', '/v1/policy', {
    remediation: {
      min_grant_age_days: 0,
      breaker: { tenant_percent: 100, tenant_grants: 10_000, asset_percent: 100, asset_grants: 10_000 },
    },
  });
  const { id } = await call('POST', '/v1/connectors', {
    platform: 'postgres',
    name: 'shop',
    mode: 'automatic',
    settings: {
      host: '127.0.0.1',
      port: proxy.port,
      user: 'lapse_reader',
      password: TARGET_PASSWORD,
      remediation_user: 'lapse_admin',
      remediation_password: TARGET_PASSWORD,
      databases: [SHOP],
      tls: 'disable',
      timeout_ms: 3_000,
    },
  });
  await call('PATCH', `/v1/connectors/${id}`, { mode: 'automatic' });
  await eventually(async () => (await grantsOf(world, PEOPLE.at(-1) as string)).length > 0);
  await world.checker.drained();
  return { world, target, proxy, caller, call };
}

const grantsOf = (world: World, name: string) =>
  world.checker.rows<{ id: string; principal_id: string; asset_id: string; status: string }>(
    `SELECT g.id, g.principal_id, g.asset_id, g.status FROM grants g
     JOIN principals p ON p.tenant_id = g.tenant_id AND p.id = g.principal_id
     JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
     WHERE p.display_name = $1 AND a.name = 'shop.sales.orders' AND g.via_group_id IS NULL`,
    [name],
  );

const has = (target: TargetServer, name: string): Promise<boolean> =>
  target.as(name, 'SELECT count(*) FROM sales.orders', SHOP).then(
    () => true,
    () => false,
  );

test('a remediation ends verified or visibly failed, never half reported', async () => {
  const { world, target, proxy, caller, call } = await startConnected();
  const revoke = async (name: string): Promise<void> => {
    const [grant] = await grantsOf(world, name);
    const { review_id, id } = await call('POST', '/v1/reviews', {
      principal_id: grant?.principal_id,
      asset_id: grant?.asset_id,
      reason: 'manual_trigger',
      notes: 'fault suite',
    });
    const decided = await insist(caller, 'a', {
      path: `/v1/reviews/${review_id ?? id}/decide`,
      body: JSON.stringify({ decision: 'REVOKE', justification: 'not needed' }),
      headers: { 'idempotency-key': review_id ?? id },
    });
    expect(decided?.status).toBe(200);
  };
  const remediationOf = async (name: string): Promise<Remediation | undefined> => {
    const [grant] = await grantsOf(world, name);
    const [row] = await world.checker.rows<Remediation>(
      'SELECT id, status, dry_run, error, verified_at::text FROM remediations WHERE grant_id = $1 ORDER BY created_at DESC LIMIT 1',
      [grant?.id],
    );
    return row;
  };
  const isOver = (removal: Remediation | undefined) =>
    removal !== undefined && ['completed', 'failed', 'blocked'].includes(removal.status);

  for (const [index, mode] of FAULT_MODES.entries()) {
    const names = PEOPLE.slice(index * PER_MODE, (index + 1) * PER_MODE);
    proxy.set(mode);
    for (const name of names) await revoke(name);
    await until(() => proxy.felt >= 6);
    proxy.set('pass');
    const since = performance.now();
    await eventually(async () => {
      for (const name of names) if (!isOver(await remediationOf(name))) return false;
      return true;
    });
    const recovery_ms = performance.now() - since;
    const [completed, failed, half]: [number[], number[], string[]] = [[], [], []];
    for (const name of names) {
      const removal = (await remediationOf(name)) as Remediation;
      const isThere = await has(target, name);
      const [grant] = await grantsOf(world, name);
      const isVerified = removal.status === 'completed' && removal.verified_at !== null && !removal.dry_run;
      if (isVerified && !isThere && grant?.status === 'revoked') completed.push(1);
      else if (removal.status !== 'completed' && removal.error) failed.push(1);
      else
        half.push(`${name}: ${removal.status}, ${removal.error}, access ${isThere}, grant ${grant?.status}`);
    }
    expect(half).toEqual([]);
    expect(completed.length, 'none was removed').toBeGreaterThan(0);
    record({
      part: PART,
      fault: mode,
      done: `while ${names.length} remediations are decided; felt ${proxy.counts[mode]} times`,
      acknowledged: names.length,
      lost: half.length,
      doubled: 0,
      leaked: caller.recorder.leaked,
      recovery_ms,
      note: `${completed.length} verified and gone on the platform, ${failed.length} shown as failed with the reason; recovery until all have ended`,
    });
  }

  // A platform that is never reached again: nothing may be called done.
  const last = PEOPLE.at(-1) as string;
  proxy.set('cut');
  await revoke(last);
  await until(() => proxy.felt >= 2);
  const removal = await remediationOf(last);
  recordControl(
    {
      part: PART,
      protection: 'no further attempt (the platform stays away)',
      outcome: `status ${removal?.status}, access still there: ${await has(target, last)}`,
    },
    removal?.status !== 'completed' && (await has(target, last)),
  );
});
