import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROGRAM, startLapse, usedDirectory } from './lapse-process.ts';

const run = promisify(execFile);

/** What it wrote, and how it ended. */
async function doctor(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string }> {
  const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env } };
  return run(process.execPath, [PROGRAM, 'doctor', ...args], options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

test('"lapse doctor" looks at a running Lapse, at a stopped one, and ends with 1 when something is wrong', async () => {
  const lapse = startLapse({ data_dir: await usedDirectory() });
  const DATA_DIR = lapse.data_dir;
  const PORT = new URL(await lapse.ready()).port;
  const running = await doctor({ DATA_DIR, PORT });
  expect(running.stdout).toMatch(/^ok {7}database: PostgreSQL 18/m);
  expect(running.stdout).toMatch(/^ok {7}port: Lapse .* is running on port/m);
  expect(running.stdout).toMatch(/\n(All is well|No problem, \d+ warnings?)\.\n$/);
  expect(running.code).toBe(0);
  await lapse.stop();

  const stopped = await doctor({ DATA_DIR, PORT: '0' }, '--json');
  expect(JSON.parse(stopped.stdout)).toMatchObject({ mode: 'start', ok: true });
  expect(stopped.stdout).toContain('The embedded server is not running');
  expect(stopped.code).toBe(0);

  const wrong = await doctor({ DATA_DIR, PORT: 'eighty', RATE_LIMIT_READS: 'many' });
  expect(wrong.stdout).toMatch(
    /^PROBLEM {2}configuration: PORT: is "eighty"\.\n {10}-> Expected a whole number/m,
  );
  expect(wrong.stdout).toMatch(/\n2 problems, \d+ warnings?\.\n$/);
  expect(wrong.code).toBe(1);
});
