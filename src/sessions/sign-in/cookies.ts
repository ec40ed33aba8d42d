/** Cookies of a request by name. The prefix `__Host-` keeps other hosts from adding a second of the same name. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

/** Lax, not Strict: people come back from the identity provider, and from links in messages, signed in. */
export function writeCookie(name: string, value: string, maxAgeS: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; Secure; HttpOnly; SameSite=Lax`;
}

export const clearCookie = (name: string): string => writeCookie(name, '', 0);
