import type { DnsZone } from './dns-server.ts';

export interface HostileUrl {
  url: string;
  why: string;
  /**
   * `registration`: only its text is wrong, so it is refused there; `connection`: an ordinary name with an address that is
   * not; `both`: refused when registered and, if it came in some other way, when connected.
   */
  at: 'registration' | 'connection' | 'both';
}

/** Ranges nobody outside may be sent to, with addresses at their borders and inside. */
const FORBIDDEN_IPV4: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.0.0.53', '127.1.2.3', '127.255.255.255'],
  'private 10/8': ['10.0.0.0', '10.0.0.1', '10.20.30.40', '10.255.255.255'],
  'private 172.16/12': ['172.16.0.1', '172.17.0.1', '172.24.0.10', '172.31.255.255'],
  'private 192.168/16': ['192.168.0.1', '192.168.1.1', '192.168.255.255'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', '169.254.170.2', '169.254.169.123'],
  'Azure wire server': ['168.63.129.16'],
  'protocol assignments': ['192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.0.192'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.255'],
  '6to4 relay': ['192.88.99.1'],
  benchmarking: ['198.18.0.1', '198.19.255.255'],
  multicast: ['224.0.0.1', '239.255.255.250'],
  reserved: ['240.0.0.1', '250.1.2.3', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
};

const FORBIDDEN_IPV6: Record<string, string[]> = {
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  loopback: ['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::0001', '0::1'],
  'link-local': ['fe80::1', 'fe80::a9fe:a9fe', 'febf:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'unique local': ['fc00::1', 'fd00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  metadata: ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'],
  multicast: ['ff02::1', 'ff05::2', 'ff0e::1'],
  documentation: ['2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'],
  'discard-only': ['100::1'],
  benchmarking: ['2001:2::1'],
  orchid: ['2001:10::1', '2001:20::1'],
  'IETF assignments': ['2001:1::1', '2001:1ff::1'],
  'segment routing': ['5f00::1'],
  unallocated: ['4000::1', '8000::1', 'e000::1', '::2:0:0:1', '200::1'],
};

/** IPv6 addresses behind which an IPv4 address is what is really reached. */
function carrying(ipv4: string): Record<string, string> {
  const octets = ipv4.split('.').map(Number) as [number, number, number, number];
  const hex = (a: number, b: number): string => ((a << 8) | b).toString(16);
  const [high, low] = [hex(octets[0], octets[1]), hex(octets[2], octets[3])];
  const [notHigh, notLow] = [hex(255 - octets[0], 255 - octets[1]), hex(255 - octets[2], 255 - octets[3])];
  return {
    'mapped, dotted': `::ffff:${ipv4}`,
    'mapped, hexadecimal': `::ffff:${high}:${low}`,
    'mapped, written out': `0:0:0:0:0:ffff:${high}:${low}`,
    compatible: `::${ipv4}`,
    'translated (SIIT)': `::ffff:0:${ipv4}`,
    NAT64: `64:ff9b::${ipv4}`,
    'NAT64, local prefix': `64:ff9b:1::${ipv4}`,
    '6to4': `2002:${high}:${low}::1`,
    Teredo: `2001:0:4136:e378:8000:63bf:${notHigh}:${notLow}`,
    ISATAP: `2606:4700::5efe:${high}:${low}`,
    'ISATAP, universal': `2606:4700:0:1:200:5efe:${high}:${low}`,
    'ISATAP, link-local': `fe80::5efe:${high}:${low}`,
  };
}

/** The ways in which URLs may spell one IPv4 address. */
function spellings(ipv4: string): Record<string, string> {
  const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (n: number): string => `0${n.toString(8)}`;
  const hex = (n: number): string => `0x${n.toString(16)}`;
  return {
    'one decimal number': `${whole}`,
    'one hexadecimal number': hex(whole),
    'one hexadecimal number, upper case': `0X${whole.toString(16).toUpperCase()}`,
    'one octal number': octal(whole),
    'octal parts': [a, b, c, d].map(octal).join('.'),
    'octal parts, padded': [a, b, c, d].map((n) => `000${n.toString(8)}`).join('.'),
    'hexadecimal parts': [a, b, c, d].map(hex).join('.'),
    'mixed parts': `${hex(a)}.${b}.${octal(c)}.${d}`,
    'three parts': `${a}.${b}.${c * 256 + d}`,
    'two parts': `${a}.${(b * 256 + c) * 256 + d}`,
    'two parts, hexadecimal': `${hex(a)}.${hex((b * 256 + c) * 256 + d)}`,
    'a dot at the end': `${ipv4}.`,
    'percent-encoded': [...ipv4].map((ch) => `%${ch.charCodeAt(0).toString(16)}`).join(''),
    'full-width digits': ipv4.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    'ideographic full stops': ipv4.replaceAll('.', '。'),
    'half-width full stops': ipv4.replaceAll('.', '｡'),
    'mathematical digits': ipv4.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
    'a soft hyphen inside': `${ipv4.slice(0, 1)}\u00ad${ipv4.slice(1)}`,
  };
}

const INNER_NAMES: Record<string, string[]> = {
  'this machine': [
    'localhost',
    'LOCALHOST',
    'LocalHost',
    'a.localhost',
    'deep.er.localhost',
    'ｌocalhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local%68ost',
    'localhost.localdomain',
  ],
  metadata: [
    'metadata.google.internal',
    'METADATA.google.internal',
    'metadata',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com',
    'metadata.azure.internal',
  ],
  'an inner network': [
    'intranet',
    'kubernetes',
    'redis',
    'kubernetes.default.svc.cluster.local',
    'vault.service.internal',
    'printer.local',
    'router.lan',
    'nas.home',
    'nas.home.arpa',
    'git.corp',
    'wiki.intranet',
    'db.private',
    '1.0.0.127.in-addr.arpa',
    'x.onion',
    'host.docker.internal',
    'host.containers.internal',
  ],
};
const DOTTED_NAMES = [
  'localhost.',
  'a.localhost.',
  'metadata.google.internal.',
  'printer.local.',
  'example.com.',
];

const WRONG_TEXT: Record<string, string[]> = {
  'another scheme': [
    'http://hooks.example.com/',
    'http://93.184.215.14/',
    'HTTP://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'dict://127.0.0.1:11211/stat',
    'ldap://127.0.0.1/',
    'unix:///var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
    'javascript:alert(1)',
    'data:text/plain,hello',
    'blob:https://hooks.example.com/1',
    'wss://hooks.example.com/',
    'jar:https://hooks.example.com!/',
    'view-source:https://hooks.example.com/',
    'httpss://hooks.example.com/',
    'https+insecure://hooks.example.com/',
  ],
  'no URL': [
    '',
    ' ',
    'hooks.example.com',
    '//hooks.example.com/',
    '/hooks',
    'https:',
    'https://',
    'https:///',
    'null',
  ],
  'slashes that parsers repair': [
    'https:hooks.example.com',
    'https:/hooks.example.com/',
    'https:///hooks.example.com/',
    'https:\\\\hooks.example.com\\',
    'https:/\\hooks.example.com/',
    'https://hooks.example.com\\@127.0.0.1/',
    'https://127.0.0.1\\.hooks.example.com/',
  ],
  'a user or password': [
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://:secret@hooks.example.com/',
    'https://@hooks.example.com/',
    'https://:@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://hooks.example.com:443@127.0.0.1/',
    'https://127.0.0.1@hooks.example.com/',
    'https://hooks.example.com%40@127.0.0.1/',
    'https://a@b@127.0.0.1/',
  ],
  'a fragment': [
    'https://hooks.example.com/#',
    'https://hooks.example.com/#part',
    'https://hooks.example.com#@127.0.0.1/',
    'https://127.0.0.1#.hooks.example.com/',
  ],
  'white space and control characters': [
    ' https://hooks.example.com/',
    'https://hooks.example.com/ ',
    'https://hooks.example.com/a b',
    'https://hooks.exam\tple.com/',
    'https://hooks.exam\nple.com/',
    'https://hooks.example.com/\r\nX-Injected: 1',
    'ht\ntps://hooks.example.com/',
    'https://127.0.0.1\u0000.hooks.example.com/',
    'https://hooks.example.com/\u007f',
    'https://hooks.example.com/\u00a0',
    'https://hooks.example.com/\u2028',
    '\u0001https://hooks.example.com/',
  ],
  'a port that is none': [
    'https://hooks.example.com:0/',
    'https://hooks.example.com:65536/',
    'https://hooks.example.com:99999/',
    'https://hooks.example.com:-1/',
    'https://hooks.example.com:443a/',
    'https://hooks.example.com:443:443/',
  ],
  'a host that is none': [
    'https://hooks..example.com/',
    'https://.example.com/',
    'https://-/',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://${'a.'.repeat(130)}example.com/`,
    'https://256.256.256.256/',
    'https://127.0.0.1.1/',
    'https://1.2.3.4.5/',
    'https://example.123/',
    'https://example.0x7f/',
    'https://exa$mple.com/',
    'https://exa*mple.com/',
    'https://*.example.com/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1%25lo]/',
    'https://[::ffff:127.0.0.1%25lo]/',
    'https://[v1.fe80::1]/',
    'https://[]/',
    'https://[127.0.0.1]/',
    'https://0x7f.0.0.0x1ff/',
  ],
  'too long': [`https://hooks.example.com/${'a'.repeat(2048)}`],
};

/** Ordinary names, refused for where they lead. */
export const HOSTILE_NAMES: DnsZone = new Map([
  ['loopback.example.net', { a: ['127.0.0.1'] }],
  ['127.0.0.1.nip.example.net', { a: ['127.0.0.1'] }],
  ['loopback6.example.net', { aaaa: ['::1'] }],
  ['private.example.net', { a: ['10.0.0.5'] }],
  ['router.example.net', { a: ['192.168.1.1'] }],
  ['docker.example.net', { a: ['172.17.0.1'] }],
  ['metadata.example.net', { a: ['169.254.169.254'] }],
  ['wire.example.net', { a: ['168.63.129.16'] }],
  ['alibaba.example.net', { a: ['100.100.100.200'] }],
  ['metadata6.example.net', { aaaa: ['fd00:ec2::254'] }],
  ['zero.example.net', { a: ['0.0.0.0'] }],
  ['zero6.example.net', { aaaa: ['::'] }],
  ['mapped.example.net', { aaaa: ['::ffff:127.0.0.1'] }],
  ['mapped-private.example.net', { aaaa: ['::ffff:10.0.0.1'] }],
  ['compatible.example.net', { aaaa: ['::127.0.0.1'] }],
  ['nat64.example.net', { aaaa: ['64:ff9b::127.0.0.1'] }],
  ['nat64-local.example.net', { aaaa: ['64:ff9b:1::a00:1'] }],
  ['sixtofour.example.net', { aaaa: ['2002:7f00:1::1'] }],
  ['teredo.example.net', { aaaa: ['2001:0:4136:e378:8000:63bf:80ff:fffe'] }],
  ['isatap.example.net', { aaaa: ['2606:4700::5efe:7f00:1'] }],
  ['local6.example.net', { aaaa: ['fd00::1'] }],
  ['link6.example.net', { aaaa: ['fe80::1'] }],
  ['site6.example.net', { aaaa: ['fec0::1'] }],
  ['multicast.example.net', { a: ['224.0.0.1'] }],
  ['broadcast.example.net', { a: ['255.255.255.255'] }],
  ['mixed.example.net', { a: ['93.184.215.14', '127.0.0.1'] }],
  ['mixed-last.example.net', { a: ['93.184.215.14', '8.8.8.8', '1.1.1.1', '10.1.2.3'] }],
  ['mixed-families.example.net', { a: ['93.184.215.14'], aaaa: ['::1'] }],
  ['alias.example.net', { cname: 'localhost', a: ['127.0.0.1'], aaaa: ['::1'] }],
  ['alias-metadata.example.net', { cname: 'metadata.google.internal', a: ['169.254.169.254'] }],
  ['nothing.example.net', {}],
]);

const PORTS = [22, 25, 2375, 6379, 11211];

export function hostileUrls(port: number): HostileUrl[] {
  const urls: HostileUrl[] = [];
  const add = (at: HostileUrl['at'], why: string, url: string) => urls.push({ url, why, at });
  for (const [why, addresses] of Object.entries(FORBIDDEN_IPV4))
    for (const address of addresses) add('both', why, `https://${address}:${port}/`);
  for (const [why, addresses] of Object.entries(FORBIDDEN_IPV6))
    for (const address of addresses) add('both', why, `https://[${address}]:${port}/`);
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '8.8.8.8'])
    for (const [why, form] of Object.entries(carrying(address)))
      add('both', `${address} ${why}`, `https://[${form}]:${port}/`);
  for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.1', '192.168.1.1'])
    for (const [why, form] of Object.entries(spellings(address)))
      add('both', `${address} as ${why}`, `https://${form}:${port}/`);
  for (const form of ['0', '0x0', '00', '0177.1', '0x7f.0.1'])
    add('both', 'a short form', `https://${form}:${port}/`);
  for (const [why, names] of Object.entries(INNER_NAMES))
    for (const name of names) add('both', why, `https://${name}:${port}/`);
  for (const name of DOTTED_NAMES) add('both', 'a dot at the end', `https://${name}:${port}/`);
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433'])
    add('both', 'http to loopback', `http://${host}:${port}/`);
  for (const inner of PORTS) add('both', 'a service of this machine', `https://127.0.0.1:${inner}/`);
  for (const [why, texts] of Object.entries(WRONG_TEXT))
    for (const text of texts) add('registration', why, text);
  for (const name of HOSTILE_NAMES.keys())
    add('connection', 'a name that leads inside', `https://${name}:${port}/`);
  return urls;
}
