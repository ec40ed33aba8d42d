import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerBodyParsers } from './body-parsers.ts';

const MEGABYTE = 1_048_576;
const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-ndjson\r\n';
let app: FastifyInstance;
let sockets: Socket[];
let client: Socket;
let heard: string;

/** Refuses everything before it looks at a body, and keeps the connections to tell how much came through them. */
beforeEach(async () => {
  sockets = [];
  heard = '';
  app = Fastify({ forceCloseConnections: true });
  registerBodyParsers(app);
  app.addHook('onRequest', async (_request, reply) => reply.code(429).send({ detail: 'later' }));
  app.post('/', async () => 'never');
  app.server.on('connection', (socket) => sockets.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => {});
  client.on('data', (data) => {
    heard += data;
  });
  await once(client, 'connect');
});
afterEach(async () => {
  client.destroy();
  await app.close();
});

test('one who sends without end after a refusal is told why, and cut off after some megabytes', async () => {
  client.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  const more = (): void => {
    while (!client.destroyed && client.write(block));
  };
  client.on('drain', more);
  more();
  await new Promise((resolve) => client.once('close', resolve));
  expect(heard).toMatch(/^HTTP\/1\.1 429 [\s\S]*later/);
  expect(sockets[0]?.bytesRead).toBeLessThan(18 * MEGABYTE);
});

test('a refused body that comes to its end costs nobody the connection', async () => {
  const body = Buffer.alloc(2 * MEGABYTE, 'x');
  for (const times of [1, 2]) {
    client.write(`${HEAD}content-length: ${body.length}\r\n\r\n`);
    client.write(body);
    await expect.poll(() => heard.match(/later/g)?.length, { timeout: 20_000 }).toBe(times);
  }
  expect(sockets).toHaveLength(1);
});
