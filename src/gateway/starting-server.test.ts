import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { answerWhileStarting } from './starting-server.ts';

const LIMITS = loadConfig('start', {}).rate_limits;

/** One that nobody has at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('says what is being done with 503, and then leaves the port to the gateway', async () => {
  const address = { host: '127.0.0.1', port: await freePort() };
  const starting = await answerWhileStarting(address, LIMITS);
  const ask = (method = 'GET') => fetch(`http://127.0.0.1:${address.port}/v1/health`, { method });
  const first = await ask();
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await first.json()).toEqual({
    detail: 'Lapse is starting: preparing the database.',
    retry_after: 1,
  });
  starting.tell('migrating the database');
  expect(await (await ask('POST')).json()).toMatchObject({
    detail: 'Lapse is starting: migrating the database.',
  });
  expect((await ask('HEAD')).status).toBe(503);

  // One who would keep the connection, and one who has not asked anything yet.
  const agent = new Agent({ keepAlive: true });
  const [kept] = await once(get({ ...address, agent }), 'response');
  kept.resume();
  await starting.stop();
  const gateway = createServer((_request, response) => response.end('here')).listen({ ...address });
  await once(gateway, 'listening');
  expect(await (await ask()).text()).toBe('here');
  agent.destroy();
  gateway.closeAllConnections();
  gateway.close();
});

test('a port that is taken is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(answerWhileStarting({ host: '127.0.0.1', port }, LIMITS)).rejects.toThrow(`Port ${port}`);
  taken.close();
});
