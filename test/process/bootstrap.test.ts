import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = { packages: { '': {}, 'node_modules/typescript': { version: '7.0.2', dev: true } } };
let checkout: string;

/** A checkout with the real scripts and compiler, a program of two lines, and npm replaced by a note of its call. */
beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'lapse checkout-'));
  await chmod(checkout, 0o755);
  for (const part of ['bin', 'scripts'])
    await cp(path.join(ROOT, part), path.join(checkout, part), { recursive: true });
  await write('package.json', '{"type":"module"}');
  await write('package-lock.json', JSON.stringify(LOCK));
  const compilerOptions = { module: 'nodenext', target: 'es2023', rootDir: 'src', types: [] };
  await write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  await write(
    'src/cli/lapse.ts',
    "declare const console: { log(text: string): void };\nconsole.log('one');\n",
  );
  await write('src/platform/database/migrations/0001.sql', 'SELECT 1;');
  await write('npm', '#!/bin/sh\necho "$@" > npm-was-called; exit 7\n');
  await chmod(path.join(checkout, 'npm'), 0o755);
  await installed();
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

async function write(file: string, contents: string): Promise<void> {
  await mkdir(path.join(checkout, path.dirname(file)), { recursive: true });
  await writeFile(path.join(checkout, file), contents);
}

/** As npm leaves it: the packages, and its record of them. */
async function installed(): Promise<void> {
  await write('node_modules/.package-lock.json', JSON.stringify(LOCK));
  for (const name of ['typescript', '@typescript']) {
    const target = path.join(ROOT, 'node_modules', name);
    if (existsSync(target)) await symlink(target, path.join(checkout, 'node_modules', name));
  }
}

async function run(uid?: number): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [path.join(checkout, 'bin', 'lapse.mjs')], {
    cwd: checkout,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH: `${checkout}:${process.env.PATH}` },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

describe('preparing a checkout', () => {
  test('builds what is stale, and only that', async () => {
    expect(await run()).toEqual({ code: 0, output: 'one\n', errors: 'Building …\n' });
    expect(await run()).toEqual({ code: 0, output: 'one\n', errors: '' });
    await write(
      'src/cli/lapse.ts',
      "declare const console: { log(text: string): void };\nconsole.log('two');\n",
    );
    expect(await run()).toEqual({ code: 0, output: 'two\n', errors: 'Building …\n' });
    await write('src/platform/database/migrations/0002.sql', 'SELECT 2;');
    expect((await run()).errors).toBe('Building …\n');
    expect(await readFile(path.join(checkout, 'dist/platform/database/migrations/0002.sql'), 'utf8')).toBe(
      'SELECT 2;',
    );
  });

  test('keeps the last build when the next one fails, and says so', async () => {
    await run();
    const before = await readFile(path.join(checkout, 'dist/cli/lapse.js'), 'utf8');
    await write('src/cli/lapse.ts', 'const wrong: number = "text";\n');
    const { code, errors } = await run();
    expect(errors).toMatch(/lapse: The build failed; the compiler says why above\.\n$/);
    expect(code).toBe(1);
    expect(await readFile(path.join(checkout, 'dist/cli/lapse.js'), 'utf8')).toBe(before);
  });

  test('builds the packages that the program needs before it, and all of them or none', async () => {
    await write('package.json', '{"type":"module","dependencies":{"@lapse/word":"0.1.0"}}');
    const exports = { types: './dist/index.d.ts', default: './dist/index.js' };
    await write(
      'packages/word/package.json',
      JSON.stringify({ name: '@lapse/word', type: 'module', exports }),
    );
    const compilerOptions = { rootDir: 'src', declaration: true };
    await write(
      'packages/word/tsconfig.json',
      JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['src'] }),
    );
    await write('packages/word/src/index.ts', "export const word: string = 'one';\n");
    await mkdir(path.join(checkout, 'node_modules/@lapse'));
    await symlink('../../packages/word', path.join(checkout, 'node_modules/@lapse/word'));
    const program = (type: string): Promise<void> =>
      write(
        'src/cli/lapse.ts',
        `import { word } from '@lapse/word';\ndeclare const console: { log(text: ${type}): void };\nconsole.log(word);\n`,
      );
    await program('string');
    expect(await run()).toEqual({ code: 0, output: 'one\n', errors: 'Building …\n' });

    await write('packages/word/src/index.ts', "export const word: string = 'two';\n");
    await program('number');
    expect((await run()).code).toBe(1);
    expect(await readFile(path.join(checkout, 'packages/word/dist/index.js'), 'utf8')).toContain('one');
    await program('string');
    expect(await run()).toEqual({ code: 0, output: 'two\n', errors: 'Building …\n' });
    expect(await run()).toEqual({ code: 0, output: 'two\n', errors: '' });
  });

  test('is done by one of several that start together', async () => {
    const all = await Promise.all([run(), run(), run()]);
    expect(all.map(({ code, output }) => `${code} ${output}`)).toEqual(['0 one\n', '0 one\n', '0 one\n']);
    expect(all.filter(({ errors }) => errors.includes('Building'))).toHaveLength(1);
  });

  test('calls npm when dependencies are missing or of other versions, and passes its failure on', async () => {
    await run();
    const changed = { packages: { ...LOCK.packages, 'node_modules/pg': { version: '9.0.0' } } };
    await write('package-lock.json', JSON.stringify(changed));
    for (let state = 1; state <= 2; state++) {
      const { code, errors } = await run();
      expect(errors).toMatch(/Installing dependencies.*\nlapse: The dependencies could not be installed/);
      expect(code).toBe(1);
      expect(await readFile(path.join(checkout, 'npm-was-called'), 'utf8')).toMatch(
        /^ci --no-audit --no-fund/,
      );
      await rm(path.join(checkout, 'node_modules'), { recursive: true, force: true });
    }
  });

  test('calls npm when a package of the repository is not linked to', async () => {
    await run();
    const linked = {
      'packages/pdf': {},
      'node_modules/@lapse/pdf': { resolved: 'packages/pdf', link: true },
    };
    await write('package-lock.json', JSON.stringify({ packages: { ...LOCK.packages, ...linked } }));
    // Left out of this checkout: nothing to link to.
    expect((await run()).code).toBe(0);
    await rm(path.join(checkout, 'node_modules/.lapse-install'), { force: true });
    await write('packages/pdf/package.json', '{}');
    expect((await run()).errors).toMatch(/Installing dependencies/);
    await mkdir(path.join(checkout, 'node_modules/@lapse'));
    await symlink('../../packages/pdf', path.join(checkout, 'node_modules/@lapse/pdf'));
    expect((await run()).code).toBe(0);
  });

  test('does not need npm for an installation without development tools when the build is there', async () => {
    await run();
    await write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    await rm(path.join(checkout, 'node_modules/.lapse-install'), { force: true });
    expect(await run()).toEqual({ code: 0, output: 'one\n', errors: '' });
  });

  test.skipIf(!isRoot)(
    'is not needed, or refused in one sentence, where nothing can be written',
    async () => {
      await run();
      expect(await run(NOBODY)).toEqual({ code: 0, output: 'one\n', errors: '' });
      await write('src/new.ts', 'export {};\n');
      const { code, errors } = await run(NOBODY);
      expect(errors).toMatch(/lapse: The checkout must be prepared once by someone who can write to it.*\n$/);
      expect(code).toBe(1);
    },
  );
});
