import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually, temporaryDirectory } from '../process/lapse-process.ts';
import { Recorder, sendUses } from './clients.ts';
import { record, recordControl, recordSkip } from './results.ts';
import { makeUses } from './uses.ts';
import { createWorld, type World } from './world.ts';

/** Acknowledged means flushed: what the processes of PostgreSQL ask of the system, in the order in which they do. */
const PART = 'acknowledged means flushed';
const EVENTS = 40;

function canTrace(): boolean {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The system calls of all processes of the server while `work` runs, in the order in which they ended. */
async function trace(world: World, work: () => Promise<void>): Promise<string[]> {
  const [server] = await world.checker.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = server?.pid as number;
  // With the server itself, whose children are followed: Lapse may open another connection meanwhile.
  const backends = await world.checker.rows<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()
     UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int`,
  );
  const file = path.join(await temporaryDirectory(), 'trace');
  const calls = 'trace=fdatasync,fsync,pwrite64,sendto,recvfrom,write,openat';
  const pids = backends.flatMap(({ pid }) => ['-p', String(pid)]);
  const tracer = spawn('strace', ['-f', '-tt', '-y', '-s', '120', '-e', calls, '-o', file, ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr.on('data', (chunk) => (said += chunk));
  await eventually(() => (said.match(/attached/g) ?? []).length >= backends.length);
  await work();
  tracer.kill('SIGINT');
  await new Promise((resolve) => tracer.on('exit', resolve));
  expect(own).toBeGreaterThan(0);
  return readFileSync(file, 'utf8').split('\n');
}

/**
 * For each answer about a row of the inbox: was the log of changes flushed after the statement had come in and before
 * the answer went out? By whichever process, because one flush may serve several.
 */
function judge(calls: readonly string[]): { answers: number; flushed: number } {
  let answers = 0;
  let flushed = 0;
  const cameIn = new Map<string, number>();
  let lastFlush = -1;
  calls.forEach((call, index) => {
    const pid = call.split(' ', 1)[0] as string;
    if (/recvfrom\(|recvfrom resumed/.test(call)) cameIn.set(pid, index);
    if (/(fdatasync|fsync)(\(| resumed).*= 0/.test(call)) lastFlush = index;
    if (/sendto\(.*INSERT 0 1/.test(call)) {
      answers += 1;
      if (lastFlush > (cameIn.get(pid) ?? Number.POSITIVE_INFINITY)) flushed += 1;
    }
  });
  return { answers, flushed };
}

test('the log of changes is on the disk before anybody is told', async () => {
  if (!canTrace()) {
    recordSkip({ part: PART, reason: 'strace is not installed, or may not trace here' });
    return;
  }
  const world = await createWorld();
  const { address } = await world.start({ role: 'gateway' });
  await world.fill(address);
  const recorder = new Recorder();
  const caller = { address: () => address, tokens: world.tokens, recorder };
  const send = async (): Promise<void> => {
    for (const use of makeUses('a', EVENTS)) await sendUses(caller, [use], 'single');
  };
  // Connections are made and statements prepared before anybody looks.
  await sendUses(caller, makeUses('a', 1), 'single');
  const { answers, flushed } = judge(await trace(world, send));
  expect(answers).toBeGreaterThanOrEqual(EVENTS);
  record({
    part: PART,
    fault: 'strace on every process of PostgreSQL',
    done: `${EVENTS} single events, one after the other`,
    acknowledged: answers,
    lost: answers - flushed,
    doubled: 0,
    leaked: 0,
    recovery_ms: null,
    note: `${flushed} of ${answers} answers of the server follow a completed fdatasync or fsync that began after their statement came in; "lost" counts those that do not`,
  });

  // Lapse does not start like this, so it is changed behind its back.
  await world.checker.rows(`ALTER ROLE ${world.server.application.user} SET synchronous_commit = off`);
  await world.checker.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lapse%'",
  );
  await sendUses(caller, makeUses('a', 1), 'single');
  const control = judge(await trace(world, send));
  recordControl(
    {
      part: PART,
      protection: 'synchronous_commit = off',
      outcome: `${control.answers - control.flushed} of ${control.answers} answers sent before a flush`,
    },
    control.answers - control.flushed > 0,
  );
});
