import { fc, test } from '@fast-check/vitest';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { hostOf, urlFault } from '../url.rules.ts';
import { addressFault, networkFault, PUBLIC_INTERNET, type WebhookReach } from './reach.rules.ts';

const FORBIDDEN_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const FORBIDDEN_IPV6 = [
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // Everything that is not 2000::/3.
  '0::/3',
  '4000::/2',
  '8000::/1',
];

/** An address of the network whose other bits are the given bytes. */
function addressIn(cidr: string, bytes: Uint8Array): number[] {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  return network.toByteArray().map((byte, index) => {
    const kept = Math.max(0, Math.min(8, bits - index * 8));
    const mask = (0xff << (8 - kept)) & 0xff;
    return (byte & mask) | ((bytes[index] as number) & ~mask & 0xff);
  });
}

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const forbiddenIpv4 = fc
  .tuple(fc.constantFrom(...FORBIDDEN_IPV4), bytes)
  .map(([cidr, rest]) => addressIn(cidr, rest));
const forbiddenIpv6 = fc
  .tuple(fc.constantFrom(...FORBIDDEN_IPV6), bytes)
  .map(([cidr, rest]) => addressIn(cidr, rest));

const RADIX = [10, 8, 16] as const;
const spell = (value: number, radix: (typeof RADIX)[number]): string =>
  `${{ 10: '', 8: '0', 16: '0x' }[radix]}${value.toString(radix)}`;

/** Any text that URL parsers read as this IPv4 address. */
function ipv4Text([a, b, c, d]: number[], parts: number, radixes: (typeof RADIX)[number][]): string {
  const [w, x, y, z] = [a, b, c, d] as [number, number, number, number];
  const values = [
    [((w * 256 + x) * 256 + y) * 256 + z],
    [w, (x * 256 + y) * 256 + z],
    [w, x, y * 256 + z],
    [w, x, y, z],
  ][parts] as number[];
  return values.map((value, index) => spell(value, radixes[index] as (typeof RADIX)[number])).join('.');
}

/** Any text of an IPv6 address: groups padded or not, upper or lower case, the longest zeros short or not, dotted end. */
function ipv6Text(octets: number[], { pad, upper, short, dotted }: Record<string, boolean>): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((octets[index * 2] as number) << 8) | (octets[index * 2 + 1] as number))
      .toString(16)
      .padStart(pad ? 4 : 1, '0'),
  );
  const end = dotted ? [...groups.slice(0, 6), octets.slice(12).join('.')] : groups;
  const text = short ? end.join(':').replace(/(^|:)(0+:)+/, '::') : end.join(':');
  return upper ? text.toUpperCase() : text;
}

const RAISED: WebhookReach = { ...PUBLIC_INTERNET, allowed_networks: ['44.0.0.0/8', '2a00::/16'] };

describe('addresses', () => {
  test.prop([forbiddenIpv4, fc.nat(3), fc.array(fc.constantFrom(...RADIX), { minLength: 4, maxLength: 4 })], {
    numRuns: 2_000,
  })('of forbidden IPv4 ranges are refused in any spelling', (octets, parts, radixes) => {
    expect(addressFault(octets.join('.'), PUBLIC_INTERNET)).not.toBeNull();
    expect(urlFault(`https://${ipv4Text(octets, parts, radixes)}/`, PUBLIC_INTERNET)).not.toBeNull();
    expect(urlFault(`https://${octets.join('.')}/`, RAISED)).not.toBeNull();
  });

  test.prop(
    [
      forbiddenIpv6,
      fc.record({ pad: fc.boolean(), upper: fc.boolean(), short: fc.boolean(), dotted: fc.boolean() }),
    ],
    { numRuns: 2_000 },
  )('of forbidden IPv6 ranges are refused in any spelling', (octets, form) => {
    const text = ipv6Text(octets, form);
    expect(ipaddr.parse(hostOf(new URL(`https://[${text}]/`))).toByteArray()).toEqual(octets);
    expect(addressFault(text, PUBLIC_INTERNET)).not.toBeNull();
    expect(urlFault(`https://[${text}]/`, PUBLIC_INTERNET)).not.toBeNull();
    expect(urlFault(`https://[${text}]/`, RAISED)).not.toBeNull();
  });

  test.prop([
    forbiddenIpv4,
    fc.constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '2606:4700::5efe:'),
  ])('that carry any IPv4 address are refused', (octets, prefix) => {
    const address = `${prefix}${octets.join('.')}`;
    expect(addressFault(address, PUBLIC_INTERNET)).not.toBeNull();
    // Even where everything the operator can open is open.
    expect(
      addressFault(address, {
        ...PUBLIC_INTERNET,
        allowed_networks: ['10.0.0.0/8', 'fc00::/7', '2606::/16'],
      }),
    ).not.toBeNull();
  });

  test.prop([bytes])('outside all forbidden ranges are allowed', (rest) => {
    const octets = [...rest.slice(0, 4)];
    const address = ipaddr.fromByteArray(octets) as ipaddr.IPv4;
    const isForbidden = [...FORBIDDEN_IPV4, '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'].some(
      (cidr) => address.match(ipaddr.IPv4.parseCIDR(cidr)),
    );
    expect(addressFault(octets.join('.'), PUBLIC_INTERNET) === null).toBe(!isForbidden);
  });

  test.prop([fc.ipV6(), fc.string({ minLength: 1 })])('with a zone are refused', (address, zone) => {
    expect(addressFault(`${address}%${zone}`, { ...PUBLIC_INTERNET, allow_loopback: true })).not.toBeNull();
  });

  test.prop([fc.string()])('that are none are refused', (text) => {
    fc.pre(!ipaddr.isValid(text));
    expect(addressFault(text, { ...PUBLIC_INTERNET, allow_loopback: true })).not.toBeNull();
  });
});

describe('texts', () => {
  test.prop([fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl())])('never throw', (text) => {
    const fault = urlFault(text, PUBLIC_INTERNET);
    if (fault === null) {
      const url = new URL(text);
      expect([url.protocol, url.username, url.password, url.hash]).toEqual(['https:', '', '', '']);
    } else expect(fault).toMatch(/^expected /);
  });
});

describe('networks an operator opens', () => {
  it.each(['10.0.0.0/8', '192.168.4.0/22', '172.20.1.1/32', '100.64.0.0/10', 'fd00::/8', '44.1.0.0/16'])(
    '%s may be',
    (cidr) => {
      expect(networkFault(cidr)).toBeNull();
    },
  );

  it.each([
    ...[
      '127.0.0.0/8',
      '169.254.0.0/16',
      '::1/128',
      'fe80::/10',
      '::ffff:0:0/96',
      '64:ff9b::/96',
      '0.0.0.0/0',
    ],
    ...[
      '224.0.0.0/4',
      '10.0.0.0',
      '10.0.0.0/33',
      '10/8',
      '::a00:0/104',
      '2606:4700::5efe:a00:0/104',
      'internal',
      '',
      '::/0',
      '10.0.0.0/8/8',
    ],
  ])('%s may not', (cidr) => {
    expect(networkFault(cidr)).toMatch(/^expected /);
  });
});
