import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const STOPPING = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

async function serve(answer: Buffer): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const open = (port: number, query_ms_max?: number) => {
  const connection = { host: '127.0.0.1', port, user: 'u', password: 'p', database: 'd' };
  const settings = { connection, pool_size: 2, onError: () => {} };
  const db = openDatabase(query_ms_max === undefined ? settings : { ...settings, query_ms_max });
  onTestFinished(() => void db.close());
  return db;
};

test('a server that is ready and stops in one breath is unavailable, and ends nothing else', async () => {
  // The event of the connection would be an uncaught error, which fails the run.
  const db = open(await serve(Buffer.concat([AUTHENTICATED, READY, STOPPING])));
  await expect(db.registry('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a server that takes statements and never answers is abandoned', async () => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // Ready once, and then silent for ever, with the connection open.
      socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATED, READY])));
    });
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    onTestFinished(() => void server.close());
  });
  const db = open(port, 200);
  await expect(db.registry('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(db.tenant(1).query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
  const began = performance.now();
  await expect(db.transaction(1, (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  // No rollback is waited for on a connection that hangs.
  expect(performance.now() - began).toBeLessThan(5_000);
});
