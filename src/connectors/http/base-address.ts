import { parseUrl } from '../../platform/parse-url.ts';
import { ConnectorError } from '../connector.ts';

/** Addresses below one base. What leads out of it is never called: a token goes nowhere else. */
export interface BaseAddress {
  /** Of a path below the base, which begins with a slash. */
  urlOf(path: string): URL;
  /** The path below the base of a continuation that the platform gave. */
  pathOf(link: string): string;
}

export function baseAddress(text: string): BaseAddress {
  const base = new URL(text);
  const prefix = base.pathname.replace(/\/+$/, '');
  const isInside = (url: URL): boolean =>
    url.origin === base.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(`${prefix}/`);

  return {
    urlOf(path) {
      const url = path.startsWith('/') ? new URL(`${base.origin}${prefix}${path}`) : null;
      if (url === null || !isInside(url)) {
        throw new ConnectorError(
          'protocol',
          'a path that leads out of the configured address is not followed',
        );
      }
      return url;
    },
    pathOf(link) {
      const url = parseUrl(link, base.href);
      if (url === null || !isInside(url)) {
        throw new ConnectorError(
          'protocol',
          'the platform continues the list outside the configured address, which is not followed',
        );
      }
      return `${url.pathname.slice(prefix.length)}${url.search}`;
    },
  };
}
