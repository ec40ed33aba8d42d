import { ConnectorError, type ConnectorErrorCode } from '../connector.ts';
import { noConnection } from '../no-connection.ts';
import { withoutSecrets } from '../without-secrets.ts';

const BY_STATE: Record<string, ConnectorErrorCode> = {
  '28P01': 'authentication',
  '28000': 'authentication',
  '3D000': 'invalid_settings',
  '42501': 'permission',
  '53300': 'throttled',
  '57014': 'timeout',
  '55P03': 'conflict',
  '40P01': 'conflict',
  '40001': 'conflict',
};
const UNAVAILABLE = /^(08|53|57P|58)/;
const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT EPIPE ENOENT'.split(' '),
);
const RETRY_AFTER_S = 5;

/** What went wrong, in the terms of the contract. The raw error is not kept: it may know how we signed in. */
export function connectorError(
  error: unknown,
  {
    secrets,
    effect = 'none',
    at,
  }: {
    secrets: readonly string[];
    effect?: 'none' | 'unknown';
    at?: { host: string; port: number } | undefined;
  },
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code, message } = error as { code?: string; message?: string };
  const text = withoutSecrets(message ?? 'unknown error', secrets);
  const kind = codeOf(code, text);
  const isBusy = kind === 'throttled' || kind === 'unavailable';
  const why = at && noConnection({ code, message: text }, at);
  return new ConnectorError(kind, why ?? (code ? `${text} (${code})` : text), {
    effect,
    retry_after: isBusy ? RETRY_AFTER_S : undefined,
  });
}

function codeOf(code: string | undefined, text: string): ConnectorErrorCode {
  // Two changes of one ACL at the same time. The server reports it as an internal error.
  if (code === 'XX000' && text.includes('concurrently')) return 'conflict';
  if (code && BY_STATE[code]) return BY_STATE[code];
  if (code && (UNAVAILABLE.test(code) || NETWORK.has(code))) return 'unavailable';
  if (/SASL|SCRAM|password must be/i.test(text)) return 'authentication';
  if (/certificate|does not support SSL|self.signed/i.test(text) || code?.startsWith('ERR_TLS')) {
    return 'invalid_settings';
  }
  if (/timeout exceeded when trying to connect|timeout expired/i.test(text)) return 'timeout';
  if (
    /Connection terminated|Client (was closed|has encountered a connection error)|connection.*ended/i.test(
      text,
    )
  )
    return 'unavailable';
  return 'protocol';
}
