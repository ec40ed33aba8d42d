import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { ORDINARY_URLS } from '../../../test/support/ordinary-urls.ts';
import { type ProxyServer, startProxyServer } from '../../../test/support/proxy-server.ts';
import { receiverTls } from '../../../test/support/receiver-tls.ts';
import { hostOf, urlFault } from '../url.rules.ts';
import { PUBLIC_INTERNET, type WebhookProxy, type WebhookReach } from './reach.rules.ts';
import { createDispatcher } from './reach.ts';
import { checkedAddresses } from './reach-lookup.ts';
import { usesProxy } from './reach-proxy.ts';

let dns: DnsServer;
let proxy: ProxyServer;
let receiver: https.Server;
let received: { host: string | undefined; servername: unknown; path: string | undefined }[] = [];

beforeAll(async () => {
  dns = await startDnsServer();
  receiver = https.createServer(receiverTls, (incoming, response) => {
    received.push({
      host: incoming.headers.host,
      servername: (incoming.socket as TLSSocket).servername,
      path: incoming.url,
    });
    response.end('received');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  proxy = await startProxyServer(() => (receiver.address() as AddressInfo).port);
});

beforeEach(() => {
  received = [];
  proxy.asked.length = 0;
  proxy.credentials.length = 0;
  proxy.refusal = null;
});

afterAll(async () => {
  receiver.close();
  await Promise.all([proxy.close(), dns.close()]);
});

const through = (settings: Partial<WebhookProxy> = {}): WebhookReach => ({
  ...PUBLIC_INTERNET,
  proxy: { url: proxy.url, exceptions: [], resolves_names: false, ...settings },
});

async function send(
  url: string,
  reach: WebhookReach,
  ca: string | undefined = receiverTls.cert,
): Promise<number> {
  const dispatcher = createDispatcher(reach, { resolve: dns.resolve, ca });
  try {
    const { statusCode, body } = await request(url, { dispatcher, method: 'POST', body: '{}' });
    await body.dump();
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

describe('ordinary receivers', () => {
  test('there are twenty, and all may be registered', () => {
    expect(ORDINARY_URLS).toHaveLength(20);
    for (const { url } of ORDINARY_URLS) expect(urlFault(url, PUBLIC_INTERNET), url).toBeNull();
  });

  test.each(ORDINARY_URLS)('$url is reached at its address', async ({ url, address }) => {
    const host = hostOf(new URL(url));
    const isV6 = address.includes(':');
    dns.zone.set(host, isV6 ? { aaaa: [address] } : { a: [address] });
    // A direct connection would go to what is handed out here …
    expect(await checkedAddresses(host, { reach: PUBLIC_INTERNET, resolve: dns.resolve })).toEqual([
      { address, family: isV6 ? 6 : 4 },
    ]);
    // … and through a proxy all of it happens, but for the last hop.
    expect(await send(url, through())).toBe(200);
    const { port, pathname, search } = new URL(url);
    expect(proxy.asked).toEqual([`${isV6 ? `[${address}]` : address}:${port || 443}`]);
    expect(received).toEqual([
      {
        host: new URL(url).host,
        // TLS names no addresses.
        servername: host === address ? false : host,
        path: pathname + search,
      },
    ]);
  });
});

describe('a proxy', () => {
  test('is asked for the address that was checked, whatever the name says next', async () => {
    dns.zone.set('proxied.example.net', (asked) => ({ a: [asked === 0 ? '93.184.215.14' : '127.0.0.1'] }));
    expect(await send('https://proxied.example.net/', through())).toBe(200);
    await expect(send('https://proxied.example.net/', through())).rejects.toMatchObject({
      code: 'REFUSED_BY_REACH',
    });
    expect(proxy.asked).toEqual(['93.184.215.14:443']);
  });

  test('is not asked for what is refused', async () => {
    dns.zone.set('inner.example.net', { a: ['93.184.215.14', '10.0.0.1'] });
    for (const host of ['inner.example.net', '169.254.169.254', '[::ffff:10.0.0.1]', 'localhost', 'intranet'])
      await expect(send(`https://${host}/`, through()), host).rejects.toMatchObject({
        code: 'REFUSED_BY_REACH',
      });
    expect(proxy.asked).toEqual([]);
  });

  test('is asked by name only when the operator said that it resolves', async () => {
    const url = 'https://only-the-proxy.example.net/';
    await expect(send(url, through())).rejects.toMatchObject({ code: 'UNRESOLVED_NAME' });
    expect(proxy.asked).toEqual([]);
    expect(await send(url, through({ resolves_names: true }))).toBe(200);
    expect(proxy.asked).toEqual(['only-the-proxy.example.net:443']);
    await expect(send('https://intranet/', through({ resolves_names: true }))).rejects.toMatchObject({
      code: 'REFUSED_BY_REACH',
    });
  });

  test('gets its credentials, and its refusal is told', async () => {
    const url = proxy.url.replace('//', '//lapse:s%40fe@');
    dns.zone.set('proxied.example.net', { a: ['93.184.215.14'] });
    expect(await send('https://proxied.example.net/', through({ url }))).toBe(200);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('lapse:s@fe').toString('base64')}`]);
    proxy.refusal = 403;
    await expect(send('https://proxied.example.net/', through({ url }))).rejects.toThrow(
      'the proxy answered 403',
    );
  });

  test('does not vouch for the receiver', async () => {
    dns.zone.set('unknown.example.net', { a: ['93.184.215.14'] });
    await expect(send('https://unknown.example.net/', through())).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    dns.zone.set('proxied.example.net', { a: ['93.184.215.14'] });
    await expect(send('https://proxied.example.net/', through(), '')).rejects.toThrow('self-signed');
    expect(received).toEqual([]);
  });

  test.each([
    ['*', 'hooks.example.com', false],
    ['example.com', 'hooks.example.com', false],
    ['.example.com', 'hooks.example.com', false],
    ['*.example.com', 'hooks.example.com', false],
    ['example.com', 'hooksexample.com', true],
    ['example.com:443', 'hooks.example.com', false],
    ['example.com:8443', 'hooks.example.com', true],
    ['10.0.0.0/8', '10.1.2.3', false],
    ['10.1.2.3', '10.1.2.3', false],
    ['10.0.0.0/8', '11.1.2.3', true],
    ['fd00::/8', 'fd00::1', false],
    ['other.example', 'localhost', false],
    ['other.example', '127.0.0.1', false],
  ])('with NO_PROXY=%s, %s goes through it: %s', (exception, host, expected) => {
    expect(usesProxy({ url: proxy.url, exceptions: [exception], resolves_names: false }, host, 443)).toBe(
      expected,
    );
  });
});
