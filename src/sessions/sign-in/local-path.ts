import { parseUrl } from '../../platform/parse-url.ts';

const LENGTH_MAX = 2_000;
/** Resolves paths as a browser does; nothing is ever asked there. */
const BASE = 'http://lapse.invalid';

/**
 * An address of our own to go back to, as a path, or `null`: everything that a browser could take for another site, and
 * the pages of the sign-in itself, which would begin it again for ever.
 */
export function localPath(value: string): string | null {
  if (value.length > LENGTH_MAX || !/^\/(?![/\\])/.test(value) || /[\\\p{Cc}\p{Z}]/u.test(value)) return null;
  const url = parseUrl(value, BASE);
  if (url === null) return null;
  const { origin, pathname, search, hash } = url;
  if (origin !== BASE || pathname.startsWith('//') || /^\/auth(\/|$)/i.test(decoded(pathname))) return null;
  return pathname + search + hash;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
