import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  eventually,
  processesOf,
  startLapse,
  status,
  temporaryDirectory,
  usedDirectory,
} from './lapse-process.ts';

/** A request that stays in flight until its body is ended: an import of which the first line has been sent. */
function openImport(address: string) {
  const upload = request(`${address}/v1/directory/import`, {
    method: 'POST',
    // As browsers and proxies do: the connection stays open after the answer.
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    upload.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
  });
  answered.catch(() => {});
  upload.write(
    `${JSON.stringify({ kind: 'principal', id: 'p-1', display_name: 'Ada', type: 'user', source: 'test' })}\n`,
  );
  return { upload, answered };
}

describe('starting and stopping', () => {
  test('the first start and the next one serve, say what a person needs, and leave nothing running', async () => {
    const data_dir = await temporaryDirectory();
    // The aims are 10 s and 3 s on an idle machine; here other tests take their share of it.
    for (const limit_ms of [60_000, 30_000]) {
      const begun = Date.now();
      const lapse = startLapse({ data_dir, env: { DEMO_DATA: 'true' } });
      const address = await lapse.ready();
      expect(Date.now() - begun).toBeLessThan(limit_ms);
      expect(await status(`${address}/v1/health`)).toBe(200);

      expect(lapse.output).toContain(address);
      expect(lapse.output).toContain(`${address}/docs`);
      expect(lapse.output).toContain(data_dir);
      expect(lapse.output).toMatch(/authentication is off.*loopback/);
      expect(lapse.output).toContain('Ctrl-C');
      expect(`${lapse.output}${lapse.errors}`.trim().split('\n').length).toBeLessThanOrEqual(12);

      expect(await lapse.stop()).toEqual({ code: 0, signal: null });
      expect(processesOf(data_dir)).toEqual([]);
    }
  });

  test('an identity provider that nobody is sent to is warned of, and one that is used is not', async () => {
    const data_dir = await temporaryDirectory();
    const env = {
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_AUDIENCE: 'api://lapse',
      TENANTS: 'contoso',
    };
    for (const isDisabled of [true, false]) {
      const lapse = startLapse({
        data_dir,
        env: { ...env, ...(isDisabled ? {} : { AUTH_DISABLED: 'false' }) },
      });
      await lapse.ready();
      expect(/OFF although OIDC_ISSUER is set.*AUTH_DISABLED=false/.test(lapse.errors)).toBe(isDisabled);
      await lapse.stop();
    }
  });

  test('SIGTERM lets a request in flight end, refuses new ones, then exits with 0', async () => {
    const lapse = startLapse({ data_dir: await usedDirectory() });
    const address = await lapse.ready();
    const { upload, answered } = openImport(address);
    await sleep(200);

    lapse.signal('SIGTERM');
    await eventually(async () => (await status(`${address}/readyz`)) !== 200);
    expect(lapse.child.exitCode).toBeNull();
    upload.end();
    expect(await answered).toBe(200);
    const begun = Date.now();
    expect(await lapse.ended).toEqual({ code: 0, signal: null });
    // Nothing is in flight any more: the ten seconds that draining may take are not used up.
    expect(Date.now() - begun).toBeLessThan(8_000);
    expect(processesOf(lapse.data_dir)).toEqual([]);
  });

  test('one Ctrl-C that arrives twice still drains; a second one does not wait for requests', async () => {
    const lapse = startLapse({ data_dir: await usedDirectory() });
    const { answered } = openImport(await lapse.ready());
    let isBrokenOff = false;
    answered.catch(() => (isBrokenOff = true));
    await sleep(200);

    lapse.signal('SIGINT');
    // At once they would be merged into one; npm passes its own on a moment later.
    await sleep(50);
    lapse.signal('SIGINT');
    await sleep(700);
    expect(isBrokenOff).toBe(false);
    const begun = Date.now();
    lapse.signal('SIGINT');
    await expect(answered).rejects.toThrow();
    // Draining would have waited for ten seconds. How long the rest takes is a matter of the machine.
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(await lapse.ended).toEqual({ code: 0, signal: null });
    expect(processesOf(lapse.data_dir)).toEqual([]);
  });

  test('a signal during the first start ends it, and the next start works', async () => {
    const data_dir = await temporaryDirectory();
    const first = startLapse({ data_dir });
    await eventually(() => first.errors.includes('Preparing the database'));
    expect(await first.stop()).toEqual({ code: 0, signal: null });
    await eventually(() => processesOf(data_dir).length === 0);

    const second = startLapse({ data_dir });
    await second.ready();
  });
});
