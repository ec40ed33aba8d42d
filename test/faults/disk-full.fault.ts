import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, smallDisk } from '../process/lapse-process.ts';
import { attempt, Recorder } from './clients.ts';
import { disturb, runLoad } from './disturb.ts';
import { DebianServer, hasDebianServer } from './fault-server.ts';
import { record, recordControl, recordSkip } from './results.ts';
import { makeUses } from './uses.ts';
import { atEnd, createWorld } from './world.ts';

/** The disk under PostgreSQL is full, and has room again. */
const PART = 'disk full';
const DISK_MB = 400;

test('what was acknowledged is there, callers are told, and it goes on when there is room', async () => {
  const disk = hasDebianServer ? await smallDisk(DISK_MB) : null;
  if (disk === null) {
    recordSkip({ part: PART, reason: "needs root, mount and Debian's PostgreSQL 15" });
    return;
  }
  const server = await DebianServer.start({ max_wal_size: '64MB', min_wal_size: '32MB' }, disk);
  atEnd(() => server.stop());
  const world = await createWorld({ server });
  const { address } = await world.start();
  await world.fill(address);
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 60_000 };
  const filler = path.join(disk, 'filler');
  const fill = (): void => {
    execFileSync('sh', ['-c', `head -c ${DISK_MB}M /dev/zero > ${filler} || true`], { stdio: 'ignore' });
  };
  const empty = async (): Promise<void> => {
    await rm(filler, { force: true });
    // Where the log of changes could not be written the server has ended; somebody starts it again.
    if (!(await isUp())) await server.up().catch(() => {});
    await eventually(isUp);
  };
  const isUp = (): Promise<boolean> =>
    world.checker.rows('SELECT 1').then(
      () => true,
      () => false,
    );
  const refused = () => recorder.statuses.get(503) ?? 0;
  let before = 0;
  const { rounds, recovery_ms } = await disturb(
    {
      on: () => {
        before = refused();
        fill();
      },
      off: empty,
      isFelt: () => refused() > before + 5,
      acknowledged: () => recorder.acknowledged.size,
      rounds: 3,
    },
    (isEnough) =>
      runLoad(caller, { singles: 60, batches: 40, streams: 40, per_batch: 100, per_stream: 1_000 }, isEnough),
  );
  await rm(filler, { force: true });
  await world.checker.drained();
  const findings = await world.checker.uses(recorder.acknowledged);
  expect(recorder.wrong).toEqual([]);
  record({
    part: PART,
    fault: `a disk of ${DISK_MB} MB is filled`,
    done: `${rounds} times during ${recorder.attempts} requests`,
    acknowledged: recorder.acknowledged.size,
    ...findings,
    leaked: findings.leaked + recorder.leaked,
    recovery_ms,
    note: `${recorder.told()}; told: ${[...recorder.refusals].map((text) => `"${text}"`).join(', ')}`,
  });

  fill();
  const uses = makeUses('a', 2_000);
  const bulky = uses.map(({ event, name }) => ({
    ...event,
    metadata: { use: name, note: 'x'.repeat(2_000) },
  }));
  for (let from = 0; from < uses.length; from += 200) {
    const body = JSON.stringify({ events: bulky.slice(from, from + 200) });
    await attempt(caller, 'a', { path: '/v1/events/batch', body });
  }
  await empty();
  await world.checker.drained();
  const { lost } = await world.checker.uses(new Map(uses.map(({ name }) => [name, 'a'])));
  recordControl(
    {
      part: PART,
      protection: 'callers that do not repeat after 503',
      outcome: `${lost} of 2000 events missing`,
    },
    lost > 0,
  );
});
