import { ConnectorError, type ConnectorErrorCode } from '../connector.ts';
import { noConnection } from '../no-connection.ts';
import { rowOf, textOf } from '../rows.ts';
import { withoutSecrets } from '../without-secrets.ts';

/** An answer that is an error, with what the platform calls it. */
export class PlatformError extends ConnectorError {
  readonly status: number;
  /** From the outermost to the innermost: the last one that is understood counts. */
  readonly platform_codes: readonly string[];

  constructor(
    code: ConnectorErrorCode,
    message: string,
    facts: { status: number; platform_codes: readonly string[] },
    options: { retry_after?: number | undefined; effect: 'none' | 'unknown' },
  ) {
    super(code, message, options);
    this.status = facts.status;
    this.platform_codes = facts.platform_codes;
  }
}

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const RETRY_AFTER_S = 5;
const MESSAGE_LENGTH_MAX = 300;

export function platformError(
  answer: ErrorAnswer,
  {
    what,
    is_read,
    retry_after_ms,
    secrets,
  }: { what: string; is_read: boolean; retry_after_ms?: number | undefined; secrets: readonly string[] },
): PlatformError {
  const { status } = answer;
  const { codes, message, request_id } = describeError(answer);
  const code = codeOf(status);
  const said = [codes.at(-1), message].filter((part) => part !== undefined).join(': ');
  const text = [
    `${what} answered ${status}`,
    said === '' ? '' : ` ${said.slice(0, MESSAGE_LENGTH_MAX)}`,
    request_id === undefined ? '' : ` (request ${request_id.slice(0, 100)})`,
  ].join('');
  const isBusy = code === 'throttled' || code === 'unavailable';
  const wait = retry_after_ms === undefined ? RETRY_AFTER_S : Math.ceil(retry_after_ms / 1000);
  return new PlatformError(
    code,
    withoutSecrets(text, secrets),
    { status, platform_codes: codes },
    {
      retry_after: isBusy ? wait : undefined,
      effect: !is_read && mayHaveHappened(status) ? 'unknown' : 'none',
    },
  );
}

/** A gateway gave up, or the platform failed while it worked. 503 says that it did not begin. */
const mayHaveHappened = (status: number): boolean =>
  status === 408 || (status >= 500 && status !== 501 && status !== 503);

function codeOf(status: number): ConnectorErrorCode {
  if (status === 401) return 'authentication';
  if (status === 403) return 'permission';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'throttled';
  if (status === 501) return 'not_supported';
  return status >= 500 ? 'unavailable' : 'protocol';
}

/** Platforms spell the same three facts in a handful of ways. */
function describeError({ headers, body }: ErrorAnswer): {
  codes: string[];
  message: string | undefined;
  request_id: string | undefined;
} {
  const outer = rowOf(body);
  const error = rowOf(outer.error);
  const codes = [
    textOf(outer.error) ?? textOf(outer.errorCode) ?? textOf(outer.error_code) ?? textOf(outer.scimType),
  ].filter((code) => code !== null);
  let inner = error;
  let innermost = error;
  for (let depth = 0; depth < 5 && Object.keys(inner).length > 0; depth++) {
    const code = textOf(inner.code);
    if (code !== null) codes.push(code);
    innermost = inner;
    inner = rowOf(inner.innerError ?? inner.innererror);
  }
  return {
    codes,
    message:
      textOf(error.message) ??
      textOf(outer.message) ??
      textOf(outer.detail) ??
      textOf(outer.error_description) ??
      plainMessage(body),
    request_id:
      headers['request-id'] ??
      headers['x-ms-request-id'] ??
      headers['x-request-id'] ??
      textOf(outer.requestId) ??
      textOf(outer.trace_id) ??
      textOf(innermost['request-id']) ??
      undefined,
  };
}

/** Some answer with text, and gateways with a page that has the message in it. */
function plainMessage(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined;
  const isPage = /<html|<!doctype|<body|<pre/i.test(body);
  const text = isPage ? (/<pre[^>]*>([^<]*)/i.exec(body)?.[1] ?? '') : body;
  return text.replace(/\s+/g, ' ').trim() || undefined;
}

/** The same of a request that got no answer. `was_sent`: the platform may have carried it out. */
export function connectionError(
  error: unknown,
  {
    what,
    url,
    is_read,
    was_sent,
    secrets,
  }: { what: string; url: URL; is_read: boolean; was_sent: boolean; secrets: readonly string[] },
): ConnectorError {
  const { code, message } = deepest(error);
  const place = { host: hostOf(url), port: url.port || (url.protocol === 'https:' ? 443 : 80) };
  const why = noConnection({ code, message }, place) ?? `${message}${code ? ` (${code})` : ''}`;
  const text = withoutSecrets(`${what} gave no answer: ${why}`, secrets);
  const effect = !is_read && was_sent ? 'unknown' : 'none';
  if (error instanceof ConnectorError) return new ConnectorError(error.code, error.message, { effect });
  if (code?.startsWith('ERR_TLS') || /certificate|self.signed/i.test(message)) {
    return new ConnectorError('invalid_settings', text, { effect });
  }
  const kind = code !== undefined && TIMEOUTS.has(code) ? 'timeout' : 'unavailable';
  return new ConnectorError(kind, text, { effect, retry_after: RETRY_AFTER_S });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const NOT_CONNECTED = new Set(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT'.split(' '),
);

/** Whether anything can have reached the platform before the connection failed. */
export const mayHaveBeenSent = (error: unknown): boolean => !NOT_CONNECTED.has(deepest(error).code ?? '');

/** Several addresses fail as one error without a message. */
function deepest(error: unknown): { code: string | undefined; message: string } {
  const { code, message, errors, cause } = error as {
    code?: string;
    message?: string;
    errors?: unknown[];
    cause?: unknown;
  };
  const inner = errors?.[0] ?? (code === undefined ? cause : undefined);
  if (inner !== undefined && inner !== null) return deepest(inner);
  return { code, message: message || 'unknown error' };
}
