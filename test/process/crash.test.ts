import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from '@lapse/embedded-postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  eventually,
  isRoot,
  processesOf,
  startLapse,
  status,
  temporaryDirectory,
  usedDirectory,
} from './lapse-process.ts';

async function importPrincipals(address: string, ids: string[]): Promise<void> {
  const lines = ids.map((id) => ({ kind: 'principal', id, display_name: id, type: 'user', source: 'test' }));
  const response = await fetch(`${address}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(response.status).toBe(200);
}

async function backendOf(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return Number(children.split(' ', 1)[0]);
}

async function expectPrincipals(address: string, ids: string[]): Promise<void> {
  for (const id of ids) expect(await status(`${address}/v1/principals/${id}`)).toBe(200);
}

describe('after kill -9', () => {
  test('of Lapse, PostgreSQL ends by itself', async () => {
    const lapse = startLapse({ data_dir: await usedDirectory() });
    await lapse.ready();
    expect(processesOf(lapse.data_dir)).not.toEqual([]);
    lapse.signal('SIGKILL');
    await lapse.ended;
    await eventually(() => processesOf(lapse.data_dir).length === 0);
  });

  test('of Lapse, a start right away waits for PostgreSQL to end, and has everything acknowledged', async () => {
    const data_dir = await usedDirectory();
    const first = startLapse({ data_dir });
    await importPrincipals(await first.ready(), ['a', 'b']);
    first.signal('SIGKILL');
    await expectPrincipals(await startLapse({ data_dir }).ready(), ['a', 'b']);
  });

  test('of Lapse, its watchdog and PostgreSQL together, the next start has everything acknowledged', async () => {
    const data_dir = await usedDirectory();
    const first = startLapse({ data_dir });
    await importPrincipals(await first.ready(), ['a', 'b']);
    for (const line of processesOf(data_dir)) process.kill(Number.parseInt(line, 10), 'SIGSTOP');
    first.signal('SIGKILL');
    for (const line of processesOf(data_dir)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
    await expectPrincipals(await startLapse({ data_dir }).ready(), ['a', 'b']);
  });

  test.runIf(process.platform === 'linux')(
    'of all but a process of PostgreSQL that was halted, the next start ends that too',
    async () => {
      const data_dir = await usedDirectory();
      const first = startLapse({ data_dir });
      await importPrincipals(await first.ready(), ['a']);
      const halted = await backendOf(await first.postmasterPid());
      process.kill(halted, 'SIGSTOP');
      first.signal('SIGKILL');
      for (const line of processesOf(data_dir)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
      await expectPrincipals(await startLapse({ data_dir }).ready(), ['a']);
      expect(await processStart(halted)).toBeNull();
    },
  );

  test('of Lapse and its watchdog, the next start ends the PostgreSQL that nobody stopped', async () => {
    const data_dir = await usedDirectory();
    const first = startLapse({ data_dir });
    await importPrincipals(await first.ready(), ['a']);
    const orphan = await first.postmasterPid();
    const watchdog = processesOf(data_dir).find((line) => Number.parseInt(line, 10) !== orphan) as string;
    process.kill(Number.parseInt(watchdog, 10), 'SIGSTOP');
    first.signal('SIGKILL');
    process.kill(Number.parseInt(watchdog, 10), 'SIGKILL');
    await first.ended;
    expect(processesOf(data_dir)).toHaveLength(1);

    const second = startLapse({ data_dir });
    await expectPrincipals(await second.ready(), ['a']);
    expect(await second.postmasterPid()).not.toBe(orphan);
    expect((await second.stop()).code).toBe(0);
    expect(processesOf(data_dir)).toEqual([]);
  });

  test('of PostgreSQL, Lapse brings it back and serves on', async () => {
    const lapse = startLapse({ data_dir: await usedDirectory() });
    const address = await lapse.ready();
    await importPrincipals(address, ['a']);
    const killed = await lapse.postmasterPid();
    process.kill(killed, 'SIGKILL');
    await eventually(async () => (await lapse.postmasterPid().catch(() => killed)) !== killed);
    await eventually(async () => (await status(`${address}/readyz`)) === 200);
    await expectPrincipals(address, ['a']);
    expect(lapse.errors).toMatch(/PostgreSQL is gone .*starting it again/);
    expect((await lapse.stop()).code).toBe(0);
    expect(processesOf(lapse.data_dir)).toEqual([]);
  });

  test('of Lapse during its first start, the next start begins again', async () => {
    const data_dir = await temporaryDirectory();
    const first = startLapse({ data_dir });
    await eventually(() => first.errors.includes('Preparing the database'));
    await sleep(200);
    first.signal('SIGKILL');
    await startLapse({ data_dir }).ready();
  });
});

test('a lock file of PostgreSQL whose number belongs to another process by now is no hindrance', async () => {
  const data_dir = await usedDirectory();
  const first = startLapse({ data_dir });
  await first.ready();
  expect((await first.stop()).code).toBe(0);
  const data = path.join(data_dir, 'postgres', 'data');
  // PostgreSQL minds processes of its own user only.
  const { uid, gid } = await stat(data);
  const other = spawn('sleep', ['300'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) });
  onTestFinished(() => void other.kill());
  await writeFile(
    path.join(data, 'postmaster.pid'),
    [other.pid, data, 0, 5432, '/nowhere', '', '', 'ready', ''].join('\n'),
  );
  await startLapse({ data_dir }).ready();
});
