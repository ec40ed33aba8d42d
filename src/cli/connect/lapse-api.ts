import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, StartupError } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/parse-url.ts';
import { printable } from '../scan/plain-text.ts';

/** Lapse says what is wrong with what it was given, field by field. */
export class RefusedInput extends Error {
  readonly faults: Fault[];

  constructor(faults: Fault[]) {
    super(faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '));
    this.faults = faults;
  }
}

export type LapseApi = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

const ATTEMPTS = 5;
const WAIT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 60_000;

/** A Lapse that is running, by its public API. Settings travel to it with their secrets, so never unencrypted over a network. */
export function lapseApi(address: string, token: string | null): LapseApi {
  const base = requireAddress(address);
  return async (method, path, body) => {
    // The same key at each attempt: an answer that got lost does not make it happen twice.
    const key = randomUUID();
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${base}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'POST' ? { 'idempotency-key': key } : {}),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: Error) => {
        throw new StartupError(unreachable(base, error));
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || attempt === ATTEMPTS) throw refusal(response.status, text, token !== null);
      await sleep(Math.min(Number(response.headers.get('retry-after') ?? 1) * 1000 || 1000, WAIT_MS_MAX));
    }
  };
}

function requireAddress(text: string): string {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw new StartupError('The address of Lapse: expected one such as https://lapse.example.com.');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (url.protocol === 'http:' && !isHere) {
    throw new StartupError(`Secrets would travel to ${url.host} unencrypted: expected an https address.`);
  }
  return text.replace(/\/+$/, '');
}

function unreachable(base: string, error: Error): string {
  if (error.name === 'TimeoutError') return `Lapse at ${base} does not answer in time.`;
  const { code } = (error.cause ?? {}) as { code?: string };
  return `Lapse cannot be reached at ${base} (${code ?? error.message}): is it running there? --url or LAPSE_URL names another address.`;
}

function refusal(status: number, text: string, hasToken: boolean): Error {
  const { detail } = jsonOf(text);
  const said = typeof detail === 'string' ? printable(detail) : `it answered ${status}`;
  if (status === 401) {
    return new StartupError(
      hasToken
        ? `Lapse does not accept the token: ${said}`
        : 'Lapse wants to know who you are: set LAPSE_TOKEN, or name a file that holds the token with --token-file.',
    );
  }
  if (status === 403)
    return new StartupError(`The token does not allow it: ${said} It takes the role service.admin.`);
  if (status === 400 && Array.isArray(detail)) return new RefusedInput(detail as Fault[]);
  return new StartupError(`Lapse refuses it: ${said}`);
}

function jsonOf(text: string): { detail?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { detail?: unknown };
  } catch {
    return {};
  }
}
