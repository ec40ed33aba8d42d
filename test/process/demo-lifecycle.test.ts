import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { LIFECYCLE_PLATFORMS } from '../support/demo/demo-platforms.ts';
import { startLapse, temporaryDirectory, usedDirectory } from './lapse-process.ts';

const DEMO = fileURLToPath(new URL('../../scripts/demo-lifecycle.mjs', import.meta.url));
const LIMIT_MS = 240_000;

const demo = (platform: string, url: string, env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [DEMO, '--platform', platform], {
    env: { ...process.env, LAPSE_URL: url, ...env },
    timeout: LIMIT_MS,
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

test('the life of one permission on every platform, against one Lapse', async () => {
  const env = { BATON_DIR: await temporaryDirectory() };
  const url = await startLapse({ data_dir: await usedDirectory(), env }).ready();
  // Some once more: one is the same system as before, and one is another of the same kind.
  for (const platform of ['postgres', ...Object.keys(LIFECYCLE_PLATFORMS), 'azure_ad', 'databricks']) {
    const { code, stdout, stderr } = await demo(platform, url, env);
    expect({ platform, code, fault: /demo: .*/.exec(stderr)?.[0] }).toEqual({
      platform,
      code: 0,
      fault: undefined,
    });
    const told = [
      'as it is today',
      'Found ',
      'Score: ',
      'decided: REVOKE',
      'Verified removed',
      'refused: ',
      'VERIFIED',
    ];
    const places = told.map((text) => stdout.indexOf(text));
    expect(places, stdout).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places), stdout).toBeGreaterThanOrEqual(0);
    expect(stdout).toContain('exactly as it was before');
  }
}, 600_000);

test('what is not so ends it with 1', async () => {
  expect(await demo('oracle', 'http://127.0.0.1:1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '--platform: expected one of postgres, azure_ad, databricks, synapse, fabric, baton',
    ),
  });
  expect(await demo('baton', 'http://127.0.0.1:1', { BATON_DIR: '' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('BATON_DIR must name the directory'),
  });
  const nobody = await demo('azure_ad', 'http://127.0.0.1:1');
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('demo: ') });
  expect(nobody.stdout).not.toContain('Done');
});
