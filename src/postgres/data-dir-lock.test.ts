import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataDir, requireFreeDataDir } from './data-dir-lock.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-lock-'));
});

afterEach(() => rm(directory, { recursive: true }));

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
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: 'some time ago' })],
    ['a process whose number has another one now', JSON.stringify({ pid: process.pid, started: 'earlier' })],
    ['nobody who can be recognised', '{"pid":'],
  ])('is taken over from %s, by one of many', async (_who, contents) => {
    await writeFile(path.join(directory, 'lapse.pid'), contents);
    await requireFreeDataDir(directory);
    const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockDataDir(directory)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(directory)).toEqual(['lapse.pid']);
  });
});
