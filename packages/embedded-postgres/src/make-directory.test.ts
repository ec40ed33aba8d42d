import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from './make-directory.ts';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'lapse-make-'));
  await chmod(place, 0o755);
});
afterAll(() => rm(place, { recursive: true }));

test('makes what is missing, answers the topmost of it, and leaves what is there', async () => {
  const wanted = path.join(place, 'a', 'b', 'c');
  expect(await makeDirectory(wanted, 0o700)).toBe(path.join(place, 'a'));
  expect(await makeDirectory(wanted, 0o700)).toBeUndefined();
  expect(await makeDirectory(path.join(place, 'a', 'd'))).toBe(path.join(place, 'a', 'd'));
  expect((await stat(wanted)).mode & 0o777).toBe(0o700);
  expect((await stat(place)).mode & 0o777).toBe(0o755);
});

test('a file in the way is the reason', async () => {
  const file = path.join(place, 'file');
  await writeFile(file, '');
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeDirectory(path.join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.skipIf(process.platform !== 'linux')('where nothing can be made it ends', async () => {
  await expect(makeDirectory('/proc/lapse/data')).rejects.toThrow('Nothing can be made in /proc');
});
