import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { registerUnreadBodies } from './unread-bodies.ts';

const MEGABYTE = 1_048_576;
let app: FastifyInstance;
let sockets: Socket[];
let clients: Socket[];

/** Longer than anything takes, also on a machine that others use. */
const LONG_MS = 300_000;
const WITHIN = { timeout: LONG_MS };

/** Refuses everything before it looks at a body, and keeps the connections to tell how much came through them. */
async function serve(patienceMs: number | undefined): Promise<void> {
  sockets = [];
  clients = [];
  app = Fastify({ forceCloseConnections: true });
  registerUnreadBodies(app, patienceMs);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    const tenant_id = Number(request.headers['x-tenant'] ?? 0);
    request.caller = { tenant_id } as typeof request.caller;
    return reply.code(429).send({ detail: 'later' });
  });
  app.post('/', async () => 'never');
  app.server.on('connection', (socket) => sockets.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
}
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
  await serve(undefined);
  const { client, heard, ended } = await open(true);
  const began = performance.now();
  client.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
  pour(client);
  await sleep(500);
  await expect.poll(heard, WITHIN).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close[\s\S]*later/i);
  // Without pieces it would be hundreds of megabytes by now.
  const seconds = (performance.now() - began) / 1_000;
  expect(sockets[0]?.bytesRead).toBeLessThan((6 + 2 * seconds) * MEGABYTE);
  await ended;
  expect(sockets[0]?.bytesRead).toBeLessThan(40 * MEGABYTE);
});

test('one who sends all it has before it reads is not cut off', async () => {
  await serve(LONG_MS);
  const { client, heard, ended } = await open();
  const length = 8 * MEGABYTE;
  client.pause();
  client.write(`${HEAD}content-length: ${length}\r\n\r\n`);
  await new Promise((sent) => client.write(Buffer.alloc(length), sent));
  client.resume();
  await ended;
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /);
});

test('a small body leaves the connection as it was', async () => {
  await serve(LONG_MS);
  const { client, heard } = await open();
  for (const count of [1, 2]) {
    client.write(`${HEAD}content-length: 1000\r\n\r\n`);
    await sleep(20);
    client.write('x'.repeat(1000));
    while (heard().split('HTTP/1.1 429 ').length <= count) await sleep(5);
  }
  expect(heard()).not.toMatch(/connection: close/i);
});

/** Connections that say nothing more after the head of a request, one for each tenant that is named. */
async function openFor(tenants: number[]): Promise<Awaited<ReturnType<typeof open>>[]> {
  const opened = await Promise.all(tenants.map(() => open(true)));
  opened.forEach(({ client }, index) => {
    client.write(`${HEAD}x-tenant: ${tenants[index]}\r\ntransfer-encoding: chunked\r\n\r\n`);
  });
  return opened;
}
const allRefused = (opened: Awaited<ReturnType<typeof open>>[]) =>
  expect.poll(() => opened.every(({ heard }) => heard().startsWith('HTTP/1.1 429 ')), WITHIN).toBe(true);
const stillOpen = () => sockets.filter(({ destroyed }) => !destroyed).length;
const repeated = (count: number, tenant: number): number[] => Array.from({ length: count }, () => tenant);

test('of very many such connections, those beyond a number end at once', async () => {
  await serve(LONG_MS);
  const opened = await openFor([1, 2, 3, 4, 5].flatMap((tenant) => repeated(8, tenant)));
  await allRefused(opened);
  await expect.poll(stillOpen, WITHIN).toBe(32);
  await sleep(500);
  expect(stillOpen()).toBe(32);
});

test('one tenant leaves connections to others', async () => {
  await serve(LONG_MS);
  await allRefused(await openFor(repeated(40, 1)));
  await expect.poll(stillOpen, WITHIN).toBe(8);
  const others = await openFor([2]);
  await allRefused(others);
  await sleep(500);
  expect(others[0]?.client.destroyed).toBe(false);
  expect(stillOpen()).toBe(9);
});

test('of many who keep sending no more is taken in than of one', async () => {
  await serve(LONG_MS);
  const opened = await openFor(repeated(8, 1));
  for (const { client } of opened) pour(client);
  await sleep(500);
  const began = performance.now();
  const all = (): number => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const before = all();
  await sleep(1_000);
  await expect.poll(all, WITHIN).toBeGreaterThan(before);
  const taken = all() - before;
  // Twenty pieces of 64 kB a second.
  expect((taken * 1_000) / (performance.now() - began)).toBeLessThan(2.5 * MEGABYTE);
});
