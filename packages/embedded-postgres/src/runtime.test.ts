import { chmod, mkdir, mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareRuntime } from './runtime.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };
let directory: string;
let package_directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-runtime-'));
  await chmod(directory, 0o755);
  package_directory = path.join(directory, 'package');
  const native = path.join(package_directory, 'native');
  for (const part of ['bin', 'lib', 'include']) await mkdir(path.join(native, part), { recursive: true });
  for (const program of ['initdb', 'postgres']) {
    await writeFile(path.join(native, 'bin', program), '#!/bin/sh\n', { mode: 0o700 });
    await chmod(path.join(native, 'bin', program), isRoot ? 0o755 : 0o700);
  }
  await writeFile(path.join(native, 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(path.join(native, 'include', 'postgres.h'), 'header');
  await writeFile(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  await writeFile(path.join(package_directory, 'package.json'), '{"version":"18.4.0"}');
});

afterEach(async () => {
  await chmod(path.join(package_directory, 'native', 'lib'), 0o700);
  await rm(directory, { recursive: true });
});

function prepare(user: typeof NOBODY | null) {
  const said: string[] = [];
  const copy_places = [path.join(directory, 'runtime')];
  const prepared = prepareRuntime({ user, copy_places, package_directory, log: (line) => said.push(line) });
  return prepared.then((runtime) => ({ runtime, said }));
}

describe('prepareRuntime', () => {
  test('restores the links that npm cannot pack, and uses the package where it is', async () => {
    for (let start = 1; start <= 2; start++) {
      const { runtime, said } = await prepare(null);
      expect(runtime.postgres).toBe(path.join(package_directory, 'native', 'bin', 'postgres'));
      expect(said).toEqual([]);
    }
    const link = path.join(package_directory, 'native', 'lib', 'libpq.so.5');
    expect(await readlink(link)).toBe('libpq.so.5.18');
  });

  test('copies the package once, whole and readable, when it cannot be used where it is', async () => {
    // Root's server user cannot enter the package; anybody else cannot restore its links.
    if (isRoot) await chmod(package_directory, 0o700);
    else await chmod(path.join(package_directory, 'native', 'lib'), 0o500);
    const user = isRoot ? NOBODY : null;

    const both = await Promise.all([prepare(user), prepare(user)]);
    const third = await prepare(user);
    const copy = path.join(directory, 'runtime', `18.4.0-${process.platform}-${process.arch}`);
    for (const { runtime } of [...both, third])
      expect(runtime.postgres).toBe(path.join(copy, 'bin', 'postgres'));
    expect(third.said).toEqual([]);

    expect(await readdir(path.dirname(copy))).toEqual([path.basename(copy)]);
    expect(await readlink(path.join(copy, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect((await stat(path.join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755);
    expect((await stat(path.join(copy, 'lib', 'libpq.so.5.18'))).mode & 0o777).toBe(0o644);
    expect(await readdir(copy)).not.toContain('include');
  });
});
