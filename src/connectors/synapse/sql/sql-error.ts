import { ConnectorError, type ConnectorErrorCode } from '../../connector.ts';
import { noConnection } from '../../no-connection.ts';
import { withoutSecrets } from '../../without-secrets.ts';

/** What the server said, with its number. */
export class SqlError extends ConnectorError {
  readonly number: number | null;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    number: number | null,
    options: { retry_after?: number | undefined; effect?: 'none' | 'unknown' } = {},
  ) {
    super(code, message, options);
    this.number = number;
  }
}

const RETRY_AFTER_S = 5;
const PAUSED_RETRY_AFTER_S = 300;
const MESSAGE_LENGTH_MAX = 300;

export const NOT_A_MEMBER = 15410;
const PAUSED = 42108;

const CODES: Record<number, ConnectorErrorCode> = {
  18456: 'authentication',
  18452: 'authentication',
  40615: 'permission',
  4060: 'permission',
  229: 'permission',
  230: 'permission',
  262: 'permission',
  297: 'permission',
  300: 'permission',
  4613: 'permission',
  15151: 'permission',
  15247: 'permission',
  [PAUSED]: 'unavailable',
  1205: 'conflict',
  10928: 'throttled',
  10929: 'throttled',
  40501: 'throttled',
  49918: 'throttled',
  49919: 'throttled',
  49920: 'throttled',
  40143: 'unavailable',
  40197: 'unavailable',
  40540: 'unavailable',
  40613: 'unavailable',
};

interface DriverError {
  message?: string;
  code?: string;
  number?: number;
}

/** `was_sent`: a statement was on its way, so that a lost connection leaves open whether it was carried out. */
export function sqlError(
  error: unknown,
  {
    what,
    at,
    number,
    is_read,
    was_sent,
    secrets,
  }: {
    what: string;
    at: { host: string; port: number };
    number?: number | null | undefined;
    is_read: boolean;
    was_sent: boolean;
    secrets: readonly string[];
  },
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { message = 'unknown error', code = '', number: own } = error as DriverError;
  const said = own ?? number ?? null;
  const text = withoutSecrets(message, secrets).slice(0, MESSAGE_LENGTH_MAX);
  if (said !== null && said !== 0) {
    const kind = CODES[said] ?? 'protocol';
    const isBusy = kind === 'unavailable' || kind === 'throttled';
    const retry_after = said === PAUSED ? PAUSED_RETRY_AFTER_S : isBusy ? RETRY_AFTER_S : undefined;
    return new SqlError(kind, `${what} answered ${said}: ${text}`, said, { retry_after });
  }
  const effect = !is_read && was_sent ? 'unknown' : 'none';
  if (/certificate|self.signed|altnames/i.test(text)) {
    return new SqlError('invalid_settings', `${what}: ${text}`, null, { effect });
  }
  const kind: ConnectorErrorCode =
    code === 'ELOGIN' ? 'authentication' : code === 'ETIMEOUT' ? 'timeout' : 'unavailable';
  const why = noConnection({ code, message: text }, at) ?? text;
  return new SqlError(kind, `${what} gave no answer: ${why}`, null, { effect, retry_after: RETRY_AFTER_S });
}
