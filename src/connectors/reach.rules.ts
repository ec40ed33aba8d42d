import { isIP } from 'node:net';
import { isMetadataAddress } from '../platform/network/metadata-address.ts';
import { parseUrl } from '../platform/parse-url.ts';

/** What connectors may reach from here. Tenants choose the settings; only the operator knows the network behind them. */
export interface ConnectorReach {
  /** Host names and addresses, `*.` for everything under a name; null: any. */
  hosts: readonly string[] | null;
  /** The directory in which log files may be read; null: any. */
  log_dir: string | null;
  /** The directory of the programs that may be run as Baton connectors; null: none may. */
  baton_dir: string | null;
}

export const ANYTHING: ConnectorReach = { hosts: null, log_dir: null, baton_dir: null };

const HOST_NAME =
  /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Null when the operator can name hosts like this, in lower case: anything else would never match a host, and go unnoticed. */
export function namedHostFault(name: string): string | null {
  const isName = HOST_NAME.test(name) && !/^[\d.]+$/.test(name);
  if (name === '*' || isIP(name) !== 0 || isName) return null;
  return 'expected host names or addresses such as db.example.com, *.data.example.com or 10.0.0.7, without scheme, port or path, separated by commas; or * alone';
}

/** Null when the host may be reached, else what to do about it. */
export function hostFault(host: string, { hosts }: Pick<ConnectorReach, 'hosts'>): string | null {
  if (hosts === null) return null;
  const name = host.toLowerCase();
  const isAllowed = hosts.some((allowed) =>
    allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
  );
  if (isAllowed) return null;
  return hosts.length === 0
    ? 'no hosts may be connected here: the operator of Lapse names them in CONNECTOR_HOSTS'
    : 'expected a host that the operator of Lapse names in CONNECTOR_HOSTS';
}

/** The same of the address of an interface: https, or http within this machine, and a host that may be reached. */
export function urlFault(text: string, reach: Pick<ConnectorReach, 'hosts'>): string | null {
  const url = parseUrl(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'expected an https address';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol === 'http:' && !isLoopback(host))
    return 'expected an https address; http is for loopback only';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'expected an https address without user, query or fragment';
  if (isMetadataAddress(host)) return 'expected a platform; the address belongs to a metadata service';
  return hostFault(host, reach);
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The same of an absolute path. Paths with dots in them are not resolved but refused. */
export function fileFault(path: string, { log_dir }: Pick<ConnectorReach, 'log_dir'>): string | null {
  if (log_dir === null) return null;
  if (log_dir === '')
    return 'no files may be read here: the operator of Lapse names a directory in CONNECTOR_LOG_DIR';
  const isInside = path === log_dir || path.startsWith(log_dir.endsWith('/') ? log_dir : `${log_dir}/`);
  const isPlain = path.split('/').every((part) => part !== '..' && part !== '.');
  return isInside && isPlain ? null : 'expected a path inside the directory that CONNECTOR_LOG_DIR names';
}
