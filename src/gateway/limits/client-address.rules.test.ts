import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { clientNetwork, createAddressFinder, proxyFault } from './client-address.rules.ts';

describe('the address of a client', () => {
  const find = createAddressFinder(['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48']);

  test.each([
    ['of a peer that is no proxy of ours', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['without a list', '10.0.0.1', undefined, '10.0.0.1'],
    ['of one proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['made up before the proxy', '10.0.0.1', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['of two proxies', '10.0.0.1', '1.1.1.1, 203.0.113.5 , 192.0.2.7', '203.0.113.5'],
    ['of a peer as IPv4 in IPv6', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['with a port', '192.0.2.7', '203.0.113.5:4711', '203.0.113.5'],
    ['in brackets', '192.0.2.7', '[2001:db8:2::5]:4711', '2001:db8:2::5'],
    ['with a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['of an IPv6 proxy', '2001:db8:1::9', '2001:db8:2::5', '2001:db8:2::5'],
    ['that is none', '10.0.0.1', '203.0.113.5, unknown', '10.0.0.1'],
    ['of an empty list', '10.0.0.1', ',,', '10.0.0.1'],
    ['inside throughout', '10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['of no peer', '', '203.0.113.5', ''],
  ])('%s', (_what, peer, list, expected) => {
    expect(find(peer, list)).toBe(expected);
  });

  test('is the peer when nobody is trusted', () => {
    expect(createAddressFinder([])('10.0.0.1', '203.0.113.5')).toBe('10.0.0.1');
  });

  property.prop([fc.ipV4(), fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), fc.string()])(
    'cannot be chosen by whoever the last proxy of ours saw',
    (client, invented, peer) => {
      fc.pre(!client.startsWith('10.') && client !== '192.0.2.7');
      expect(find('10.0.0.1', [...invented, client].join(','))).toBe(client);
      expect(() => find(peer, invented.join(','))).not.toThrow();
    },
  );
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('proxies are addresses and networks', () => {
  expect(
    ['10.0.0.0/8', 'fc00::/7', '192.0.2.7', '::1'].map(proxyFault).filter((fault) => fault !== null),
  ).toEqual([]);
  for (const bad of [
    '',
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.1/8',
    '1.2.3.4/8/8',
    '::/129',
    '::ffff:10.0.0.0/104',
  ])
    expect([bad, proxyFault(bad)]).toEqual([bad, expect.stringContaining('expected addresses')]);
});
