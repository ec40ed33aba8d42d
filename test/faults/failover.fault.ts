import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { verifyBundle } from '../../src/audit/bundle/verify-bundle.ts';
import { eventually } from '../process/lapse-process.ts';
import { Recorder, sendUses } from './clients.ts';
import { type Disturbance, disturb, runLoad } from './disturb.ts';
import { DebianServer, hasDebianServer } from './fault-server.ts';
import { record, recordControl, recordSkip } from './results.ts';
import { makeUses, TENANTS, type Tenant } from './uses.ts';
import { atEnd, createWorld, type World } from './world.ts';

/** PostgreSQL restarts, and a standby takes over. */
const PART = 'PostgreSQL restart and failover';
const LOAD = { singles: 40, batches: 12, streams: 4, per_stream: 500 };

if (!hasDebianServer) recordSkip({ part: PART, reason: "Debian's PostgreSQL 15 is not installed" });

const started = async (make: Promise<DebianServer>): Promise<DebianServer> => {
  const server = await make;
  atEnd(() => server.stop());
  return server;
};

async function report(
  world: World,
  recorder: Recorder,
  fault: string,
  { rounds, recovery_ms }: Disturbance,
  note = '',
): Promise<void> {
  await world.checker.drained();
  const findings = await world.checker.uses(recorder.acknowledged);
  expect(recorder.wrong).toEqual([]);
  record({
    part: PART,
    fault,
    done: `${rounds} times during ${recorder.attempts} requests`,
    acknowledged: recorder.acknowledged.size,
    ...findings,
    leaked: findings.leaked + recorder.leaked,
    recovery_ms,
    note: `${recorder.told()}${note}`,
  });
}

test.runIf(hasDebianServer)('a restart loses nothing', async () => {
  const server = await started(DebianServer.start());
  const world = await createWorld({ server });
  const { address } = await world.start();
  await world.fill(address);
  for (const how of ['fast', 'immediate'] as const) {
    const recorder = new Recorder();
    const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 30_000 };
    const restarted = await disturb(
      {
        on: async () => {
          await server.down(how);
          await server.up();
        },
        off: () => {},
        isFelt: () => true,
        acknowledged: () => recorder.acknowledged.size,
        rounds: 4,
      },
      (isEnough) => runLoad(caller, LOAD, isEnough),
    );
    await report(world, recorder, `restart (${how})`, restarted);
  }
});

async function auditSize(address: string, token: string): Promise<{ tree_size: number; note: string }> {
  const response = await fetch(`${address}/v1/audit/checkpoint`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.ok ? ((await response.json()) as never) : { tree_size: 0, note: '' };
}

/** The whole log, against a checkpoint that was kept before. */
async function verifyLog(address: string, token: string, kept: string): Promise<string[]> {
  const response = await fetch(`${address}/v1/audit/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bundle = Buffer.from(await response.arrayBuffer());
  const { faults } = await verifyBundle(Readable.from([bundle]), { key: null, checkpoint: kept });
  return faults;
}

test.runIf(hasDebianServer)('what was acknowledged is on the standby that takes over', async () => {
  let primary = await started(DebianServer.start({ wal_level: 'replica', max_wal_senders: 5 }));
  const world = await createWorld({ server: primary });
  const { address } = await world.start();
  await world.fill(address, { days_old: 300 });
  await world.checker.drained();

  const follow = async (): Promise<DebianServer> => {
    const standby = await started(DebianServer.follow(primary));
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query('SELECT pg_reload_conf()');
    await eventually(async () => {
      const rows = await primary.query<{ sync_state: string }>('SELECT sync_state FROM pg_stat_replication');
      return rows[0]?.sync_state === 'sync';
    });
    return standby;
  };
  const kept = {} as Record<Tenant, { tree_size: number; note: string }>;
  for (const tenant of TENANTS) {
    await eventually(async () => {
      kept[tenant] = await auditSize(address, world.tokens[tenant]);
      return kept[tenant].tree_size > 0;
    });
  }
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 90_000 };
  let standby = await follow();
  let failovers = 0;
  const takenOver = await disturb(
    {
      on: async () => {
        await primary.down('immediate');
        await standby.promote();
        world.database.pointTo(standby.target);
        world.checker.lookAt(standby.superuser);
        primary = standby;
        failovers += 1;
        if (failovers < 2) standby = await follow();
      },
      off: () => {},
      isFelt: () => true,
      acknowledged: () => recorder.acknowledged.size,
      rounds: 2,
    },
    (isEnough) => runLoad(caller, { ...LOAD, singles: 80, batches: 24, streams: 8 }, isEnough),
  );
  // The log goes on where it was, and nothing in it has changed.
  await world.fill(address, { days_old: 300, assets: 6 });
  const sizes: string[] = [];
  for (const tenant of TENANTS) {
    await eventually(
      async () => (await auditSize(address, world.tokens[tenant])).tree_size > kept[tenant].tree_size,
    );
    expect(await verifyLog(address, world.tokens[tenant], kept[tenant].note)).toEqual([]);
    const { tree_size } = await auditSize(address, world.tokens[tenant]);
    sizes.push(`${kept[tenant].tree_size} to ${tree_size}`);
  }
  await report(
    world,
    recorder,
    'failover to a synchronous standby',
    takenOver,
    `; the audit log verifies and grew from ${sizes.join(' and ')} entries`,
  );
});

test.runIf(hasDebianServer)('a standby that is behind loses something, and the check says so', async () => {
  const primary = await started(DebianServer.start({ wal_level: 'replica', max_wal_senders: 5 }));
  const world = await createWorld({ server: primary });
  const { address } = await world.start();
  await world.fill(address);
  await world.checker.drained();
  const replication = await world.before(primary.target);
  const standby = await started(DebianServer.follow(primary, replication.port));
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 30_000 };
  replication.set('half_open');
  for (const use of makeUses('a', 20)) await sendUses(caller, [use], 'single');
  await primary.down('immediate');
  await standby.promote();
  world.database.pointTo(standby.target);
  world.checker.lookAt(standby.superuser);
  for (const use of makeUses('a', 1)) await sendUses(caller, [use], 'single');
  await world.checker.drained();
  const { lost } = await world.checker.uses(recorder.acknowledged);
  recordControl(
    {
      part: PART,
      protection: 'an asynchronous standby that is behind',
      outcome: `${lost} of 21 acknowledged events lost`,
    },
    lost > 0,
  );
});
