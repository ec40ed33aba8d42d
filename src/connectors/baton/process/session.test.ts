import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type BatonPlatform,
  createPlatform,
  writeProgram,
} from '../../../../test/support/baton/baton-platform.ts';
import { connectBaton, SECRET } from '../../../../test/support/baton/baton-world.ts';
import { expectError, failure, listAll } from '../../../../test/support/connector-world.ts';
import type { Connector } from '../../connector.ts';
import { loadCodec } from '../protocol/codec.ts';
import { startChild } from './child.ts';
import { openSession } from './session.ts';
import { createTail } from './tail.ts';
import { createTold } from './told.ts';

const opened: { close(): unknown }[] = [];
const later = <T extends { close(): unknown }>(one: T): T => {
  opened.push(one);
  return one;
};
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
const platformOf = (): BatonPlatform => later(createPlatform());
const connectorOf = (platform: BatonPlatform, settings: object = {}): Connector =>
  later(connectBaton(platform, settings));

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(isSo: () => boolean, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !isSo(); ) {
    if (Date.now() > end) expect.fail('it did not come to pass in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a child', () => {
  test('knows its own settings and nothing of ours, and has no secret among its arguments', async () => {
    process.env.LAPSE_TEST_SECRET = 'ours';
    const platform = platformOf();
    const connector = connectorOf(platform);
    try {
      await connector.principals(null);
    } finally {
      delete process.env.LAPSE_TEST_SECRET;
    }
    const { args, env, cwd, pid } = platform.launch();
    expect(args).toEqual(['-p', '_connector-service']);
    const { HOME, TMPDIR, ...variables } = env;
    expect(variables).toEqual({
      BATON_DOMAIN: 'corp.example',
      BATON_TOKEN: SECRET,
      BATON_CONNECTOR_SERVICE_LISTENER_FD: '3',
    });
    expect([HOME, TMPDIR]).toEqual([cwd, cwd]);
    expect(cwd).not.toBe(process.cwd());
    await connector.close();
    expect(isRunning(pid)).toBe(false);
    await until(() => !existsSync(cwd));
  });

  test('of another connector knows only what is its own', async () => {
    const platform = platformOf();
    const mine = connectorOf(platform);
    const theirs = connectorOf(platform, {
      variables: [],
      secret_variables: 'BATON_TOKEN=of-another-tenant',
    });
    await mine.principals(null);
    const first = platform.launch();
    await theirs.principals(null);
    const second = platform.launch();
    expect(second.pid).not.toBe(first.pid);
    expect(first.env.BATON_TOKEN).toBe(SECRET);
    expect(second.env).toMatchObject({ BATON_TOKEN: 'of-another-tenant' });
    expect(second.env).not.toHaveProperty('BATON_DOMAIN');
    expect(second.cwd).not.toBe(first.cwd);
  });

  test('is ended when nobody has asked it for a while, and started again when somebody does', async () => {
    const platform = platformOf();
    const session = later(
      openSession({
        title: 'baton-test',
        file: () => path.join(platform.programs, 'baton-test'),
        variables: {},
        secrets: [],
        is_writing: false,
        timeout_ms: 10_000,
        idle_ms: 50,
      }),
    );
    const { signal } = new AbortController();
    await session.call('Validate', {}, signal);
    const { pid, args } = platform.launch();
    expect(args).toEqual(['_connector-service']);
    await until(() => !isRunning(pid));
    await session.call('Validate', {}, signal);
    expect(platform.launch().pid).not.toBe(pid);
  });

  test('that heeds no end is killed, with what it has started', async () => {
    const platform = platformOf();
    writeProgram(
      path.join(platform.programs, 'stubborn'),
      `const { spawn } = require('node:child_process');
       const below = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
       console.log('pids ' + process.pid + ' ' + below.pid);
       process.on('SIGTERM', () => {});
       setInterval(() => {}, 1000);`,
    );
    const launch = { file: path.join(platform.programs, 'stubborn'), variables: {}, is_writing: false };
    const child = await startChild(launch, await loadCodec());
    await until(() => child.printed().includes('pids'));
    const pids = (/pids (\d+) (\d+)/.exec(child.printed()) ?? []).slice(1).map(Number);
    expect(pids.map(isRunning)).toEqual([true, true]);
    await child.stop();
    await until(() => !pids.some(isRunning));
  });

  test('ends with Lapse, even when that is killed', async () => {
    const platform = platformOf();
    const script = path.resolve(import.meta.dirname, '../../../../test/support/baton/hold-connector.ts');
    const run = `import { runnerImport } from 'vite'; await runnerImport(process.argv[1], { configFile: false });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', run, script, platform.programs], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    later({ close: () => parent.kill('SIGKILL') });
    await new Promise((resolve) => {
      createInterface({ input: parent.stdout }).on('line', (line) => {
        if (line === 'held') resolve(null);
      });
    });
    const { pid } = platform.launch();
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isRunning(pid));
  }, 60_000);

  test('takes no calls from anybody else', async () => {
    const platform = platformOf();
    const launch = { file: path.join(platform.programs, 'baton-test'), variables: {}, is_writing: false };
    const child = await startChild(launch, await loadCodec());
    later({ close: () => child.stop() });
    const outcome = await new Promise<string>((resolve) => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: child.port,
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
      });
      socket.once('error', ({ message }) => resolve(message));
      socket.once('close', () => resolve('closed'));
      socket.once('data', () => resolve('answered'));
      socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    });
    expect(outcome).not.toBe('answered');
  });
});

describe('a program that does not work', () => {
  test('was taken away by the operator', async () => {
    const platform = platformOf();
    const connector = connectorOf(platform);
    rmSync(path.join(platform.programs, 'baton-test'));
    const error = await expectError(connector.principals(null), 'invalid_settings');
    expect(error.message).toContain('baton-test is no longer offered');
    expect(await connector.check()).toMatchObject({ ok: false });
  });

  test('is no program', async () => {
    const platform = platformOf();
    writeProgram(path.join(platform.programs, 'broken'), '');
    writeFileSync(path.join(platform.programs, 'broken'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]));
    const error = await expectError(
      connectorOf(platform, { program: 'broken' }).principals(null),
      'unavailable',
    );
    expect(error.message).toMatch(/^broken does not start/);
  });

  test('says why it does not start, unless that has a secret in it', async () => {
    const platform = platformOf();
    platform.setMode({ start: 'exit', says: 'field domain is required' });
    const error = await expectError(connectorOf(platform).principals(null), 'unavailable');
    expect(error.message).toContain('It says: field domain is required');
    for (const spelling of [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString('base64')]) {
      platform.setMode({ start: 'exit', says: `first line ${spelling}\nlast line` });
      const told = await expectError(connectorOf(platform).principals(null), 'unavailable');
      expect(told.message).toContain('withheld');
      expect(told.message).not.toContain('last line');
      expect(JSON.stringify(await failure(Promise.reject(told)))).not.toContain(spelling);
    }
  });

  test('repeats a secret in its answers', async () => {
    const platform = platformOf();
    platform.setMode({
      refuse: { ListResources: ['UNKNOWN', `401 from https://api?key=${encodeURIComponent(SECRET)}`] },
    });
    const error = await expectError(connectorOf(platform).principals(null), 'unavailable');
    expect(error.message).toBe('(withheld, because it repeats a secret)');
    platform.setMode({
      refuse: { Validate: ['UNAUTHENTICATED', `bad token\u001b[31m${'x'.repeat(5_000)}`] },
    });
    const health = await connectorOf(platform).check();
    expect(health).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^bad token \[31mx{200,300}…$/),
    });
  });

  test('prints without end, and works all the same', async () => {
    const platform = platformOf();
    platform.setMode({ floods: true });
    expect((await listAll(connectorOf(platform))).grants.length).toBeGreaterThan(5);
  });

  test('answers with more than a message may have', async () => {
    const platform = platformOf();
    platform.setMode({ big: 'ListResources' });
    const error = await expectError(connectorOf(platform).principals(null), 'protocol');
    expect(error.message).toContain('larger than max');
  });

  test('takes too long', async () => {
    const platform = platformOf();
    platform.setMode({ slow_ms: 3_000 });
    await expectError(connectorOf(platform, { timeout_ms: 1_000 }).principals(null), 'timeout', 'none');
  });

  test('breaks off in the middle of a listing, which goes on afterwards from the same place', async () => {
    const platform = platformOf();
    const connector = connectorOf(platform, { page_size: 2 });
    const whole = (await listAll(connector)).grants;
    const first = await connector.grants(null);
    platform.setMode({ crash_before: 'ListGrants' });
    const error = await expectError(connector.grants(first.next_cursor), 'unavailable', 'none');
    expect(error.message).toContain('broke off');
    const rest = [];
    for (let at = first.next_cursor; at !== null; ) {
      const page = await connector.grants(at);
      rest.push(...page.items);
      at = page.next_cursor;
    }
    expect([...first.items, ...rest]).toEqual(whole);
  });

  test('closing does not wait for one that hangs', async () => {
    const platform = platformOf();
    platform.setMode({ start: 'ignore_end' });
    const connector = connectBaton(platform);
    const call = connector.principals(null);
    const failed = expectError(call, 'unavailable');
    await until(() => existsSync(path.join(platform.programs, '../data/launch.json')));
    const { pid } = platform.launch();
    await connector.close();
    expect(isRunning(pid)).toBe(false);
    await failed;
    await expectError(connector.principals(null), 'aborted');
  });
});

test('a tail is bounded, whatever comes', () => {
  const tail = createTail(10);
  for (const text of ['abc', '', '0123456789'.repeat(1_000), 'xyz']) tail.add(Buffer.from(text));
  expect(tail.text()).toBe('3456789xyz');
});

test('text is passed on as one line, and not with a secret of several lines in it', () => {
  const told = createTold(['-----BEGIN KEY-----\nline-of-the-key\n-----END KEY-----', 'abc']);
  expect(told('it says\r\n\u0007no')).toBe('it says no');
  expect(told('found line-of-the-key here')).toContain('withheld');
  expect(told(`token ${Buffer.from('xline-of-the-key').toString('base64')}`)).not.toContain('withheld');
  expect(told('abc is too short to be told from other text')).toContain('abc is');
});
