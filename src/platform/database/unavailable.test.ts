import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { asUnavailable } from './unavailable.ts';

test('a server that takes a connection and says nothing cannot be reached, whoever asks', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, user: 'x', connectionTimeoutMillis: 50 };
  const client = new pg.Client(settings);
  const pool = new pg.Pool(settings);
  const told = await Promise.all([
    client.connect().then(String, asUnavailable),
    pool.connect().then(String, asUnavailable),
  ]);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  silent.close();
  for (const error of told) expect(error).toMatchObject({ code: 'unavailable' });
});
