import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../../test/support/connector-world.ts';
import { receiverTls } from '../../../../test/support/receiver-tls.ts';
import { type SqlAnswer, startTdsServer, type TdsServer } from '../../../../test/support/tds/tds-server.ts';
import { openSession, type SqlSession } from './sql-session.ts';

let server: TdsServer;
let session: SqlSession;
let answer: (text: string, parameters: object) => SqlAnswer | Promise<SqlAnswer>;
let logins: number;
const signal = new AbortController().signal;

beforeEach(async () => {
  logins = 0;
  server = await startTdsServer({
    login: ({ user, password, token }) => {
      logins++;
      return (user === 'lapse' && password === 'pä$$w0rd') || token === 'eyJ.token'
        ? { session: null }
        : { error: { number: 18456, message: `Login failed for user '${user}'.` } };
    },
    answer: (_session, { text, parameters }) => answer(text, parameters),
  });
  answer = (text, parameters) => ({
    columns: { text: 'text', n: 'int', b: 'bit', bin: 'binary', nothing: 'text' },
    rows: [
      {
        text: `${text} ${JSON.stringify(parameters)}`,
        n: -7,
        b: true,
        bin: Buffer.from('abc'),
        nothing: null,
      },
    ],
  });
  session = open({ user: 'lapse', password: 'pä$$w0rd' });
});
afterEach(async () => {
  await session.close();
  await server.close();
});

const open = (credentials: Parameters<typeof openSession>[0]['credentials'], more: object = {}): SqlSession =>
  openSession({
    what: 'The pool',
    host: 'localhost',
    port: server.port,
    database: 'sales',
    ca_certificate: receiverTls.cert,
    credentials,
    ...more,
  });

test('statements and values go over the wire and back', async () => {
  const rows = await session.query('SELECT @name, @n', { name: "O'Neil]ü", n: 42 }, signal);
  expect(rows).toEqual([
    {
      text: 'SELECT @name, @n {"name":"O\'Neil]ü","n":42}',
      n: -7,
      b: true,
      bin: Buffer.from('abc'),
      nothing: null,
    },
  ]);
});

test('a token signs in, and is in no message', async () => {
  await session.close();
  session = open({ token: async () => 'eyJ.token' });
  expect(await session.query('SELECT 1', {}, signal)).toHaveLength(1);
  await session.close();
  session = open({ token: async () => 'eyJ.other' });
  const error = await expectError(session.query('SELECT 1', {}, signal), 'authentication', 'none');
  expect(error).toMatchObject({ number: 18456, retryable: false });
  expect(error.message).not.toContain('eyJ');
});

test('a token that is not taken any more is replaced once', async () => {
  await session.close();
  const tokens = ['eyJ.ended', 'eyJ.token'];
  const forgotten: string[] = [];
  const forget = (token: string) => {
    forgotten.push(token);
    if (tokens.length > 1) tokens.shift();
  };
  session = open({ token: async () => tokens[0] as string, forget });
  expect(await session.query('SELECT 1', {}, signal)).toHaveLength(1);
  expect([forgotten, logins]).toEqual([['eyJ.ended'], 2]);
  await session.close();
  tokens.splice(0, 2, 'eyJ.never');
  session = open({ token: async () => tokens[0] as string, forget });
  await expectError(session.query('SELECT 1', {}, signal), 'authentication', 'none');
  expect(logins).toBe(4);
});

test('statements take turns on one connection', async () => {
  let [now, most] = [0, 0];
  answer = async (): Promise<SqlAnswer> => {
    most = Math.max(most, ++now);
    await sleep(5);
    now--;
    return 'done';
  };
  await Promise.all(Array.from({ length: 10 }, () => session.query('SELECT 1', {}, signal)));
  expect([most, logins]).toEqual([1, 1]);
});

describe('what the server says', () => {
  test.each([
    [229, 'permission', false],
    [15_151, 'permission', false],
    [42_108, 'unavailable', true],
    [10_928, 'throttled', true],
    [1_205, 'conflict', true],
    [102, 'protocol', false],
  ] as const)('%i is %s', async (number, code, retryable) => {
    answer = () => ({ error: { number, message: 'It says so.' } });
    const error = await expectError(session.execute('REVOKE x', signal), code, 'none');
    expect(error).toMatchObject({ number, retryable });
    expect(error.message).toContain('It says so.');
    answer = () => 'done';
    await session.execute('REVOKE x', signal);
    expect(logins).toBe(1);
  });
});

describe('a connection', () => {
  test('that ends under a change leaves its effect unknown, and the next statement has a new one', async () => {
    answer = () => 'cut';
    await expectError(session.execute('REVOKE x', signal), 'unavailable', 'unknown');
    answer = () => 'done';
    await session.execute('REVOKE x', signal);
    expect(logins).toBe(2);
  });

  test('that was kept and ends under a read is replaced once', async () => {
    answer = () => 'done';
    await session.query('SELECT 1', {}, signal);
    let cuts = 1;
    answer = () => (cuts-- > 0 ? 'cut' : 'done');
    await session.query('SELECT 2', {}, signal);
    expect(logins).toBe(2);
    answer = () => 'cut';
    await expectError(session.query('SELECT 3', {}, signal), 'unavailable', 'none');
    expect(logins).toBe(3);
  });

  test.each(['query', 'execute'] as const)(
    'whose statement (%s) nobody waits for any more is not used again',
    async (verb) => {
      let release = (): void => {};
      answer = () => new Promise((resolve) => (release = () => resolve('done')));
      const controller = new AbortController();
      const call =
        verb === 'query'
          ? session.query('SELECT 1', {}, controller.signal)
          : session.execute('REVOKE x', controller.signal);
      setTimeout(() => controller.abort(), 100);
      await expectError(call, 'aborted', verb === 'query' ? 'none' : 'unknown');
      answer = () => 'done';
      await session.execute('REVOKE y', signal);
      expect(logins).toBe(2);
      release();
    },
  );

  test('that is being opened when nobody waits any more is closed', async () => {
    await session.close();
    const controller = new AbortController();
    session = open({
      token: async () => {
        setTimeout(() => controller.abort(), 5);
        return 'eyJ.token';
      },
    });
    await expect(session.query('SELECT 1', {}, controller.signal)).rejects.toThrow();
    expect(await session.query('SELECT 1', {}, signal)).toHaveLength(1);
  });

  test('that is opened while the session is closed does not stay open', async () => {
    const call = session.query('SELECT 1', {}, signal);
    await session.close();
    await expectError(call, 'aborted', 'none');
  });
});

test('where nobody listens nothing was done', async () => {
  await session.close();
  const port = server.port;
  await server.close();
  session = open({ user: 'lapse', password: 'x' }, { port });
  const error = await expectError(session.execute('REVOKE x', signal), 'unavailable', 'none');
  expect(error.retry_after).toBeGreaterThan(0);
});
