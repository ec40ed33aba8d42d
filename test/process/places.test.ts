import { chmod, mkdir, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  canReadCheckout,
  isRoot,
  NOBODY,
  processesOf,
  startLapse,
  temporaryDirectory,
} from './lapse-process.ts';

async function expectToRun(data_dir: string, uid?: number): Promise<void> {
  const lapse = startLapse({ data_dir, ...(uid === undefined ? {} : { uid }) });
  await lapse.ready();
  expect((await lapse.stop()).code).toBe(0);
  expect(processesOf(data_dir)).toEqual([]);
}

/** One that the server of root can pass through, so that it stays in its data directory. */
async function passableDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  await chmod(directory, 0o755);
  return directory;
}

describe('data directories', () => {
  test('with spaces, quotes and a comma in their path', async () => {
    await expectToRun(path.join(await passableDirectory(), `it's a "fine", place`));
  });

  test('with a path too long for a socket', async () => {
    await expectToRun(path.join(await passableDirectory(), 'long'.repeat(30)));
  });

  test.skipIf(!isRoot)('of root under a directory that nobody else can enter', async () => {
    const parent = await temporaryDirectory();
    const data_dir = path.join(parent, 'data');
    for (let start = 1; start <= 2; start++) await expectToRun(data_dir);
    expect((await stat(parent)).mode & 0o777).toBe(0o700);
    expect(await readlink(path.join(data_dir, 'postgres'))).toMatch(/^\/var\/lib\/lapse\/clusters\//);
  });

  test.skipIf(!isRoot)(
    'of root that are private themselves become passable, and no more than that',
    async () => {
      const data_dir = await temporaryDirectory();
      await expectToRun(data_dir);
      expect((await stat(data_dir)).mode & 0o777).toBe(0o711);
      expect(await realpath(path.join(data_dir, 'postgres'))).toBe(path.join(data_dir, 'postgres'));
    },
  );

  test.skipIf(!isRoot || !canReadCheckout(NOBODY))('of an ordinary user', async () => {
    const data_dir = path.join(await temporaryDirectory(NOBODY), 'data');
    for (let start = 1; start <= 2; start++) await expectToRun(data_dir, NOBODY);
    const server = await stat(path.join(data_dir, 'postgres', 'data'));
    expect(server.uid).toBe(NOBODY);
    // Root may look after it too, and leaves it to its owner.
    await expectToRun(data_dir);
    await expectToRun(data_dir, NOBODY);
  });

  test.skipIf(!isRoot || !canReadCheckout(NOBODY))('default to one in the home of the user', async () => {
    const home = await temporaryDirectory(NOBODY);
    const lapse = startLapse({ uid: NOBODY, env: { HOME: home } });
    await lapse.ready();
    const data_dir = path.join(home, '.local', 'share', 'lapse');
    expect(lapse.output).toContain(data_dir);
    expect((await lapse.stop()).code).toBe(0);
    expect((await stat(data_dir)).mode & 0o777).toBe(0o700);
  });

  test('that were made and left empty by somebody else', async () => {
    const data_dir = path.join(await passableDirectory(), 'data');
    await mkdir(path.join(data_dir, 'postgres'), { recursive: true });
    await expectToRun(data_dir);
  });
});
