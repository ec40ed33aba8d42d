import { StartupError } from '../../platform/errors.ts';
import type { ConnectorType, Health } from '../connector.ts';
import type { ScanTarget, ScanUrl } from '../scan/scan-target.ts';
import { roleKey } from './keys.ts';
import { postgresType } from './postgres-connector.ts';

const EXAMPLE = 'postgres://USER@HOST:5432/DATABASE';
const PARAMETERS = ['host', 'sslmode', 'user'];

/** `postgres://ana@db.example.com/shop?sslmode=require`; a directory of a socket goes into `host`. */
const postgresUrl: ScanUrl = {
  schemes: ['postgres', 'postgresql'],
  example: EXAMPLE,

  settingsOf(url) {
    const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
    if (unknown !== undefined) {
      throw new StartupError(
        `The URL has a parameter that is not known; known are ${PARAMETERS.join(', ')}.`,
      );
    }
    const name = (part: string): string | null => (part === '' ? null : decoded(part));
    const user = name(url.username) ?? url.searchParams.get('user');
    const host = url.searchParams.get('host') ?? name(url.hostname.replace(/^\[(.*)\]$/, '$1'));
    if (user === null || host === null) {
      throw new StartupError(`The URL names no ${user === null ? 'user' : 'host'}; expected ${EXAMPLE}.`);
    }
    const database = name(url.pathname.replace(/^\//, ''));
    const tls = url.searchParams.get('sslmode');
    return {
      host,
      user,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(database === null ? {} : { database }),
      ...(tls === null ? {} : { tls }),
    };
  },
};

export const postgresTarget: ScanTarget = {
  type: postgresType as unknown as ConnectorType,
  url: postgresUrl,
  placeOf: ({ host, port }) => {
    const name = String(host);
    return `${name.includes(':') ? `[${name}]` : name}:${port}`;
  },
  accountOf: ({ user }) => String(user),
  isOwn: ({ key }, { user }) => key === roleKey(user as string),

  refusal({ ok, message, missing }, account) {
    const sentence = lacking(missing, account);
    if (sentence !== null) return [sentence];
    return ok ? null : [message];
  },
};

/** The first right without which a scan would mislead. */
function lacking(missing: Health['missing'], account: string): string | null {
  const lacks = missing.map(({ ability, what }) => (ability === 'revoke' ? '' : what));
  const closed = lacks.find((what) => /^(CONNECT on database|a database named) /.test(what));
  if (closed?.startsWith('CONNECT')) {
    return `${account} lacks ${closed}: grant it, or name the databases to read with --databases.`;
  }
  if (closed) return `The server does not have ${closed}: see --databases.`;
  return lacks.includes('membership in pg_monitor')
    ? `${account} is not a member of pg_monitor, so the use of others is hidden from it: GRANT pg_monitor TO it, or scan as another role.`
    : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new StartupError(`The URL has a % that stands for nothing; expected ${EXAMPLE}.`);
  }
}
