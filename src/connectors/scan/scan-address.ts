import { StartupError } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/parse-url.ts';
import type { ConnectorType, Health } from '../connector.ts';
import { postgresAddress } from '../postgres/postgres-address.ts';

/** How a platform is reached with nothing but a URL. */
export interface ScanAddress {
  type: ConnectorType;
  schemes: readonly string[];
  /** What its URL looks like. */
  example: string;
  /** Settings that the URL gives, but no password. What is wrong with it is a StartupError that does not repeat it. */
  settingsOf(url: URL): Record<string, unknown>;
  /** The key of the principal that the settings sign in as: its own use is left out. */
  accountKey(settings: Readonly<Record<string, unknown>>): string;
  /** The first right without which a scan would mislead, in one sentence with what to do; `null`: it has all it needs. */
  refusal(missing: Health['missing'], account: string): string | null;
}

/** Every platform that can be scanned. */
const ADDRESSES: readonly ScanAddress[] = [postgresAddress];

export function readAddress(text: string): { address: ScanAddress; url: URL } {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  const address = ADDRESSES.find(({ schemes }) => scheme !== undefined && schemes.includes(scheme));
  if (!address) {
    const known = ADDRESSES.map(({ example }) => example).join(', ');
    const given = scheme === undefined ? 'This is no URL' : `Nothing is known about ${scheme}://`;
    throw new StartupError(`${given}; what can be scanned is ${known}.`);
  }
  const url = parseUrl(text);
  if (!url) throw new StartupError(`This URL cannot be read; expected one like ${address.example}.`);
  if (url.password !== '') {
    throw new StartupError(
      'A password in a URL is shown to everybody on this machine: set PGPASSWORD, or use --password-stdin.',
    );
  }
  return { address, url };
}
