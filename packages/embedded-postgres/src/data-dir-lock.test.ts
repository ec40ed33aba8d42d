import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockDataDir, requireFreeDataDir } from './data-dir-lock.ts';

// Modules of this file's own: those of the others look as they always do.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** The real look at a process, which takes as long as a busy machine makes it. */
let lookMs: () => number;
vi.mock(import('./processes.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return {
    ...real,
    processStart: async (pid: number) => {
      const start = await real.processStart(pid);
      await sleep(lookMs());
      return start;
    },
  };
});

const GONE = JSON.stringify({ pid: 2 ** 22 + 1, started: 'some time ago' });
let directory: string;

beforeEach(async () => {
  lookMs = () => 0;
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-lock-'));
});

afterEach(() => rm(directory, { recursive: true }));

const claimAfter = (dead: string): string =>
  path.join(directory, `lapse.pid.after-${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`);

describe('lockDataDir', () => {
  test('names the holder to whoever comes second, and lets them in afterwards', async () => {
    const unlock = await lockDataDir(directory);
    const sentence = new RegExp(`process ${process.pid}.*${directory}`);
    await expect(lockDataDir(directory)).rejects.toThrow(sentence);
    await expect(requireFreeDataDir(directory)).rejects.toThrow(sentence);
    await unlock();
    await requireFreeDataDir(directory);
    await (await lockDataDir(directory))();
    expect(await readdir(directory)).toEqual([]);
  });

  test.each([
    ['a process that is gone', GONE],
    ['a process whose number has another one now', JSON.stringify({ pid: process.pid, started: 'earlier' })],
    ['nobody who can be recognised', '{"pid":'],
  ])('is taken over from %s, by one of many', async (_who, contents) => {
    await writeFile(path.join(directory, 'lapse.pid'), contents);
    await requireFreeDataDir(directory);
    const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockDataDir(directory)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(directory)).toEqual(['lapse.pid']);
  });

  test('is taken over by one of many, however long each takes to look at the others', async () => {
    lookMs = () => (Math.random() < 0.5 ? Math.random() * 3_000 : 0);
    const raceFor = async (name: string): Promise<void> => {
      const contended = path.join(directory, name);
      await mkdir(contended);
      await writeFile(path.join(contended, 'lapse.pid'), GONE);
      const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(contended)));
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await readdir(contended)).toEqual(['lapse.pid']);
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => raceFor(String(number))));
  });

  test('is taken over from a process that died while it took over from another', async () => {
    const second = JSON.stringify({ pid: 2 ** 22 + 2, started: 'a moment ago' });
    await writeFile(path.join(directory, 'lapse.pid'), GONE);
    await writeFile(claimAfter(GONE), second);
    await writeFile(claimAfter(second), '{"pid":');
    await writeFile(claimAfter('one whom somebody followed long ago'), GONE);
    const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockDataDir(directory)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(directory)).toEqual(['lapse.pid']);
    expect(await readFile(path.join(directory, 'lapse.pid'), 'utf8')).toContain(`"pid":${process.pid},`);
  });

  test('waits for a living process that is taking over, and takes nothing from it', async () => {
    await writeFile(path.join(directory, 'lapse.pid'), GONE);
    const unlock = await lockDataDir(directory);
    const living = await readFile(path.join(directory, 'lapse.pid'), 'utf8');
    await unlock();
    await writeFile(path.join(directory, 'lapse.pid'), GONE);
    await writeFile(claimAfter(GONE), living);
    await expect(lockDataDir(directory)).rejects.toThrow(/by several processes at once; try again/);
    expect(await readdir(directory)).toEqual(['lapse.pid', path.basename(claimAfter(GONE))]);
    expect(await readFile(path.join(directory, 'lapse.pid'), 'utf8')).toBe(GONE);
  });
});
