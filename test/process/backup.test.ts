import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startLapse, temporaryDirectory } from './lapse-process.ts';

/** docs/operations.md, "Backup": a data directory with the embedded server, copied while Lapse is stopped. */

const get = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;

test('a copy of the data directory starts in another place', async () => {
  // Under a private directory root's cluster is elsewhere, and a link points to it: the harder case.
  const original = path.join(await temporaryDirectory(), 'data');
  const copy = path.join(await temporaryDirectory(), 'copy');
  await chmod(path.dirname(copy), 0o755);
  const first = startLapse({ data_dir: original });
  const address = await first.ready();
  const line = { kind: 'principal', id: 'ada', display_name: 'Ada', type: 'user' };
  const imported = await fetch(`${address}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify(line),
  });
  expect(imported.status).toBe(200);
  // The key is made when the first entries are put in order, a moment after the start.
  let key: unknown;
  while (key === undefined) {
    await sleep(500);
    ({ key } = await get(`${address}/v1/audit/key`));
  }
  expect((await first.stop()).code).toBe(0);

  const archive = path.join(path.dirname(copy), 'lapse.tar');
  execFileSync('tar', ['--dereference', '-C', original, '-cpf', archive, '.']);
  await mkdir(copy);
  execFileSync('tar', ['-C', copy, '-xpf', archive]);
  // Nothing of the copy may live in the original.
  await rm(original, { recursive: true });
  const second = startLapse({ data_dir: copy });
  const restored = await second.ready();
  expect(await get(`${restored}/v1/principals/ada`)).toMatchObject({ display_name: 'Ada' });
  expect((await get(`${restored}/v1/audit/key`)).key).toBe(key);
  expect((await second.stop()).code).toBe(0);
});
