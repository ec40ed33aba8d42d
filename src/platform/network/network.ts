/**
 * The network an address belongs to, as far as a person's habits go: the /24 of an IPv4 address, the /48 of an IPv6
 * one. Null when it is no address.
 */
export function networkOf(address: string): string | null {
  const bare = address
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .toLowerCase();
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(bare);
  if (v4 !== null) {
    const octets = v4.slice(1).map(Number);
    return octets.every((octet) => octet <= 255) ? `${octets.slice(0, 3).join('.')}.0/24` : null;
  }
  const groups = ipv6Groups(bare);
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

function ipv6Groups(address: string): string[] | null {
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
