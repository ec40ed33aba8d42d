import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countConnections } from '../../../test/support/connections.ts';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { HOSTILE_NAMES, hostileUrls } from '../../../test/support/hostile-urls.ts';
import { urlFault } from '../url.rules.ts';
import { PUBLIC_INTERNET } from './reach.rules.ts';
import { createDispatcher } from './reach.ts';
import { checkedAddresses } from './reach-lookup.ts';

const LOOPBACK = { ...PUBLIC_INTERNET, allow_loopback: true };

let dns: DnsServer;
let listener: Server;
let port: number;
let arrived = 0;

beforeAll(async () => {
  dns = await startDnsServer(new Map(HOSTILE_NAMES));
  listener = http.createServer((_request, response) => response.end('reached'));
  listener.on('connection', () => arrived++);
  // Every address of this machine, of both families.
  await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
  port = (listener.address() as AddressInfo).port;
});

afterAll(async () => {
  listener.close();
  await dns.close();
});

/** The error's code, or the status that was answered. */
async function attempt(url: string, reach = PUBLIC_INTERNET): Promise<unknown> {
  const dispatcher = createDispatcher(reach, { resolve: dns.resolve, connect_timeout_ms: 2_000 });
  try {
    const { statusCode, body } = await request(url, { dispatcher, method: 'POST', body: '{}' });
    await body.dump();
    return statusCode;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await dispatcher.destroy();
  }
}

test('the counters see connections', async () => {
  const connections = countConnections();
  const before = arrived;
  expect(await attempt(`http://127.0.0.1:${port}/`, LOOPBACK)).toBe(200);
  expect(await attempt(`http://[::1]:${port}/`, LOOPBACK)).toBe(200);
  expect(await attempt(`http://localhost:${port}/`, LOOPBACK)).toBe(200);
  connections.stop();
  expect(connections.count).toBe(3);
  expect(arrived - before).toBe(3);
});

describe('hostile URLs', () => {
  test('there are many, and each is another', () => {
    const urls = hostileUrls(1).map(({ url }) => url);
    expect(urls.length).toBeGreaterThanOrEqual(250);
    expect(new Set(urls).size).toBe(urls.length);
  });

  test('none of them is connected to', async () => {
    const connections = countConnections();
    const before = arrived;
    const wrong: string[] = [];
    for (const { url, why, at } of hostileUrls(port)) {
      const fault = urlFault(url, PUBLIC_INTERNET);
      if ((fault === null) !== (at === 'connection')) wrong.push(`${url} (${why}) registers: ${fault}`);
      if (fault !== null && !fault.startsWith('expected ')) wrong.push(`${url} (${why}): ${fault}`);
      if (at === 'registration') continue;
      // As if it had been stored without being looked at.
      const outcome = await attempt(url);
      const isRefused =
        outcome === 'REFUSED_BY_REACH' ||
        (outcome === 'UNRESOLVED_NAME' && url.includes('nothing.example.net')) ||
        (outcome === 'UND_ERR_INVALID_ARG' && !URL.canParse(url)) ||
        (outcome === 'ERR_INVALID_URL' && !URL.canParse(url));
      if (!isRefused) wrong.push(`${url} (${why}) connects: ${String(outcome)}`);
    }
    connections.stop();
    expect(wrong).toEqual([]);
    expect(connections.count).toBe(0);
    expect(arrived).toBe(before);
  });

  test('loopback opens nothing but loopback', async () => {
    const opened = hostileUrls(port)
      .filter(({ url, at }) => at !== 'connection' && urlFault(url, LOOPBACK) === null)
      .map(({ url }) => new URL(url).hostname);
    expect(new Set(opened.filter((host) => !/^(127\.[\d.]+|\[::1\]|(.*\.)?localhost)$/.test(host)))).toEqual(
      new Set(),
    );
    expect(opened.length).toBeGreaterThan(20);
  });
});

describe('names that change their mind', () => {
  test('a name that was public when it was registered is refused when it leads inside', async () => {
    dns.zone.set('flip.example.net', (asked) => ({ a: [asked === 0 ? '93.184.215.14' : '127.0.0.1'] }));
    const options = { reach: PUBLIC_INTERNET, resolve: dns.resolve };
    expect(await checkedAddresses('flip.example.net', options)).toEqual([
      { address: '93.184.215.14', family: 4 },
    ]);
    const connections = countConnections();
    expect(await attempt(`https://flip.example.net:${port}/`)).toBe('REFUSED_BY_REACH');
    connections.stop();
    expect(connections.count).toBe(0);
  });

  test('a connection asks once and goes where the checked answer said', async () => {
    dns.zone.set('once.example.net', (asked) => ({ a: [asked === 0 ? '127.0.0.1' : '169.254.169.254'] }));
    const before = dns.asked.length;
    const connections = countConnections();
    expect(await attempt(`http://once.example.net:${port}/`, LOOPBACK)).toBe(200);
    expect(dns.asked.slice(before)).toEqual(['once.example.net']);
    expect(await attempt(`http://once.example.net:${port}/`, LOOPBACK)).toBe('REFUSED_BY_REACH');
    connections.stop();
    expect(connections.count).toBe(1);
  });

  test('the same dispatcher checks every new connection', async () => {
    dns.zone.set('again.example.net', (asked) => ({ a: [asked === 0 ? '127.0.0.1' : '10.0.0.1'] }));
    const dispatcher = createDispatcher(LOOPBACK, { resolve: dns.resolve });
    const post = () =>
      request(`http://again.example.net:${port}/`, { dispatcher, headers: { connection: 'close' } });
    await (await post()).body.dump();
    await expect(post()).rejects.toMatchObject({ code: 'REFUSED_BY_REACH' });
    await dispatcher.destroy();
  });

  test('http is spoken to no name that leads out', async () => {
    dns.zone.set('public.example.net', { a: ['93.184.215.14'] });
    const connections = countConnections();
    expect(await attempt('http://public.example.net/', LOOPBACK)).toBe('REFUSED_BY_REACH');
    connections.stop();
    expect(connections.count).toBe(0);
  });
});

test('nothing is sent when the connection is found to lead elsewhere', async () => {
  dns.zone.set('moved.example.net', { a: ['127.0.0.1'] });
  let looks = 0;
  // Allowed when the name is looked up, and not any more when the connection stands.
  const reach = Object.defineProperty({ ...LOOPBACK }, 'allow_loopback', {
    get: () => {
      looks += 1;
      return looks === 1;
    },
  });
  const requests: string[] = [];
  const server = http.createServer((incoming, response) => {
    requests.push(incoming.url as string);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: other } = server.address() as AddressInfo;
  expect(await attempt(`http://moved.example.net:${other}/`, reach)).toBe('REFUSED_BY_REACH');
  expect([looks, requests]).toEqual([2, []]);
  server.close();
});

test('a connection that ends as it stands has failed, and was not refused', async () => {
  // In a thread of its own, so that it ends between two turns of this one.
  const code = `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer((socket) => socket.resetAndDestroy());
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const resetting = new Worker(code, { eval: true });
  const [resettingPort] = await once(resetting, 'message');
  for (let turn = 0; turn < 20; turn += 1) {
    const url = `http://127.0.0.1:${resettingPort}/`;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(url, LOOPBACK)));
    expect(outcomes).not.toContain('REFUSED_BY_REACH');
  }
  await resetting.terminate();
});

test('redirects are answers, not directions', async () => {
  const redirecting = http.createServer((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const before = arrived;
  expect(await attempt(`http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`, LOOPBACK)).toBe(
    307,
  );
  expect(arrived).toBe(before);
  redirecting.close();
});

describe("the operator's networks", () => {
  const reach = { ...PUBLIC_INTERNET, allowed_networks: ['10.20.0.0/16', '100.64.0.0/10', 'fd00::/8'] };
  const options = { reach, resolve: (name: string) => dns.resolve(name) };

  test('open what they name, by address and by inner names', async () => {
    dns.zone.set('relay', { a: ['10.20.0.9'] });
    dns.zone.set('hooks.corp.internal', { aaaa: ['fd12::9'] });
    for (const host of ['10.20.0.9', 'fd12::9', 'relay', 'hooks.corp.internal'])
      expect(await checkedAddresses(host, options)).toHaveLength(1);
    expect(urlFault('https://relay/', reach)).toBeNull();
    expect(urlFault('http://relay/', reach)).toContain('https');
  });

  test('open nothing else, and never a metadata service', async () => {
    dns.zone.set('other.corp.internal', { a: ['10.21.0.9'] });
    for (const host of [
      '10.21.0.9',
      'other.corp.internal',
      'fd00:ec2::254',
      '100.100.100.200',
      '::ffff:10.20.0.9',
      '127.0.0.1',
      'localhost',
      'metadata.google.internal',
    ])
      await expect(checkedAddresses(host, options), host).rejects.toMatchObject({ code: 'REFUSED_BY_REACH' });
  });
});
