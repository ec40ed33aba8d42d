import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerUnreadBodies } from './unread-bodies.ts';

const MEGABYTE = 1_048_576;
let app: FastifyInstance;
let sockets: Socket[];
let clients: Socket[];

/** Refuses everything before it looks at a body, and keeps the connections to tell how much came through them. */
beforeEach(async () => {
  sockets = [];
  clients = [];
  app = Fastify({ forceCloseConnections: true });
  registerUnreadBodies(app);
  app.addHook('onRequest', async (_request, reply) => reply.code(429).send({ detail: 'later' }));
  app.post('/', async () => 'never');
  app.server.on('connection', (socket) => sockets.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\n';

/** A client and all that it hears. */
async function open(
  allowHalfOpen = false,
): Promise<{ client: Socket; heard: () => string; ended: Promise<unknown> }> {
  const { port } = app.server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen });
  clients.push(client);
  client.on('error', () => {});
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  const ended = new Promise((resolve) => client.once('close', resolve));
  await once(client, 'connect');
  return { client, heard: () => text, ended };
}

/** As a stream without end is sent. */
function pour(client: Socket): void {
  const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
  const more = (): void => {
    while (!client.destroyed && client.write(block));
  };
  client.on('drain', more);
  more();
}

test('one who keeps sending after a refusal is told why, and little of it is taken in', async () => {
  const { client, heard, ended } = await open(true);
  client.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  pour(client);
  await sleep(500);
  expect(heard()).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close[\s\S]*later/i);
  // Without pieces it would be hundreds of megabytes by now.
  expect(sockets[0]?.bytesRead).toBeLessThan(8 * MEGABYTE);
  await ended;
  expect(sockets[0]?.bytesRead).toBeLessThan(60 * MEGABYTE);
}, 15_000);

test('one who sends all it has before it reads is not cut off', async () => {
  const { client, heard, ended } = await open();
  const length = 8 * MEGABYTE;
  client.pause();
  client.write(`${HEAD}content-length: ${length}\r\n\r\n`);
  await new Promise((sent) => client.write(Buffer.alloc(length), sent));
  client.resume();
  await ended;
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /);
}, 15_000);

test('a small body leaves the connection as it was', async () => {
  const { client, heard } = await open();
  for (const count of [1, 2]) {
    client.write(`${HEAD}content-length: 1000\r\n\r\n`);
    await sleep(20);
    client.write('x'.repeat(1000));
    while (heard().split('HTTP/1.1 429 ').length <= count) await sleep(5);
  }
  expect(heard()).not.toMatch(/connection: close/i);
});

test('of very many such connections, those beyond a number end at once', async () => {
  const opened = await Promise.all(Array.from({ length: 40 }, () => open(true)));
  for (const { client } of opened) client.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  await sleep(1_000);
  expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(32);
  expect(opened.every(({ heard }) => heard().startsWith('HTTP/1.1 429 '))).toBe(true);
});
