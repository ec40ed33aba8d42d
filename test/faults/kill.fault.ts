import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, type LapseProcess, processesOf, temporaryDirectory } from '../process/lapse-process.ts';
import { Recorder, sendUses } from './clients.ts';
import { disturb, runLoad } from './disturb.ts';
import { startEmbedded } from './fault-server.ts';
import { record, recordControl, times } from './results.ts';
import { makeUses } from './uses.ts';
import { atEnd, createWorld } from './world.ts';

/** kill -9 of every process, while callers go on. */
const PART = 'kill -9';

async function startParts() {
  const data_dir = await temporaryDirectory();
  let server = await startEmbedded(data_dir);
  atEnd(() => server.stop());
  const world = await createWorld({ server });
  const parts: Record<'gateway' | 'worker', LapseProcess> = {
    gateway: (await world.start({ role: 'gateway' })).lapse,
    worker: (await world.start({ role: 'worker' })).lapse,
  };
  let address = parts.gateway.ready();
  const postmaster = async (): Promise<number> => {
    const file = await readFile(path.join(data_dir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    return Number(file.split('\n', 1)[0]);
  };
  const again = async (role: 'gateway' | 'worker'): Promise<void> => {
    parts[role].signal('SIGKILL');
    await parts[role].ended;
    const started = world.start({ role });
    if (role === 'gateway') {
      address = started.then((one) => one.address);
      address.catch(() => {});
    }
    parts[role] = (await started).lapse;
  };
  const kills: Record<string, () => Promise<void>> = {
    gateway: () => again('gateway'),
    worker: () => again('worker'),
    postmaster: async () => {
      const killed = await postmaster();
      process.kill(killed, 'SIGKILL');
      await eventually(async () => (await postmaster().catch(() => killed)) !== killed);
    },
    'a backend': async () => {
      await eventually(async () => {
        const [backend] = await world.checker
          .rows<{ pid: number }>(
            "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'lapse%' ORDER BY random() LIMIT 1",
          )
          .catch(() => []);
        if (backend) tryKill(backend.pid);
        return backend !== undefined;
      });
    },
    'everything at once': async () => {
      const lines = processesOf(data_dir).filter((line) => /postgres/.test(line));
      parts.worker.signal('SIGKILL');
      parts.gateway.signal('SIGKILL');
      for (const line of lines) tryKill(Number.parseInt(line, 10));
      // Whoever would bring the server back is gone as well: it is started like after a power cut.
      await server.stop();
      server = await startEmbedded(data_dir);
      world.database.pointTo(server.target);
      world.checker.lookAt(server.superuser);
      await Promise.all([again('gateway'), again('worker')]);
    },
  };
  const requireAlive = (): void => {
    for (const [role, { child, errors, output }] of Object.entries(parts)) {
      if (child.exitCode !== null) throw new Error(`the ${role} has ended by itself:\n${output}${errors}`);
    }
  };
  return { world, kills, requireAlive, address: () => address };
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has followed another already.
  }
}

test('nothing acknowledged is lost or doubled, and everything goes on', async () => {
  const { world, kills, requireAlive, address } = await startParts();
  await world.fill(await address());
  for (const [what, kill] of Object.entries(kills)) {
    const recorder = new Recorder();
    const caller = { address, tokens: world.tokens, recorder };
    const load = (isEnough: () => boolean) =>
      runLoad(caller, { singles: 40, batches: 12, streams: 4, per_stream: 500 }, isEnough);
    const { rounds, recovery_ms } = await disturb(
      {
        on: kill,
        off: () => {},
        isFelt: () => true,
        acknowledged: () => recorder.acknowledged.size,
        rounds: times(4, 1),
      },
      load,
    );
    requireAlive();
    await world.checker.drained();
    const findings = await world.checker.uses(recorder.acknowledged);
    expect(recorder.wrong).toEqual([]);
    record({
      part: PART,
      fault: what,
      done: `${rounds} times during ${recorder.attempts} requests`,
      acknowledged: recorder.acknowledged.size,
      ...findings,
      leaked: findings.leaked + recorder.leaked,
      recovery_ms,
      note: recorder.told(),
    });
  }
});

test('a server that acknowledges before it has written loses something, and the check says so', async () => {
  const { world, kills, address } = await startParts();
  await world.fill(await address());
  await world.checker.drained();
  await world.checker.rows('ALTER ROLE lapse_app SET synchronous_commit = off');
  await world.checker.rows("ALTER SYSTEM SET wal_writer_delay = '10s'");
  await world.checker.rows('SELECT pg_reload_conf()');
  await world.checker.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lapse%'",
  );
  const recorder = new Recorder();
  const caller = { address, tokens: world.tokens, recorder };
  for (const use of makeUses('a', 60)) await sendUses(caller, [use], 'single');
  await kills.postmaster?.();
  // Lapse would not start like this.
  await eventually(() =>
    world.checker.rows('ALTER ROLE lapse_app RESET synchronous_commit').then(
      () => true,
      () => false,
    ),
  );
  await world.checker.drained();
  const { lost } = await world.checker.uses(recorder.acknowledged);
  recordControl(
    { part: PART, protection: 'synchronous_commit = off', outcome: `${lost} of 60 acknowledged events lost` },
    lost > 0,
  );
});
