import { afterEach, beforeEach, expect, test } from 'vitest';
import { receiverTls } from '../../../../test/support/receiver-tls.ts';
import { type SqlAnswer, startTdsServer, type TdsServer } from '../../../../test/support/tds/tds-server.ts';
import { openSession, type SqlSession } from './sql-session.ts';

let server: TdsServer;
let session: SqlSession;
let answer: (text: string, parameters: object) => SqlAnswer | Promise<SqlAnswer>;
const signal = new AbortController().signal;

beforeEach(async () => {
  server = await startTdsServer({
    login: ({ user, password, token }) =>
      (user === 'lapse' && password === 'pä$$w0rd') || token === 'eyJ.token'
        ? { session: null }
        : { error: { number: 18456, message: `Login failed for user '${user}'.` } },
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
