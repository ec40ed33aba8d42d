import { setTimeout as sleepFor } from 'node:timers/promises';
import { type ConnectorClock, ConnectorError } from '../connector.ts';
import { type BaseAddress, baseAddress } from './base-address.ts';
import type { Budget } from './budget.ts';
import { connectionError, mayHaveBeenSent, platformError } from './platform-error.ts';
import { backoffMs, retryAfterMs } from './retry-after.ts';
import { createSlots } from './slots.ts';
import type { TokenSource } from './token-source.ts';
import { createTransport, type WireAnswer } from './transport.ts';

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** Below the base address, beginning with a slash. */
  path: string;
  json?: unknown;
  form?: Record<string, string> | undefined;
  headers?: Record<string, string> | undefined;
  /** Changes nothing, so that it may be sent twice. A GET does not need to say so. */
  is_read?: boolean | undefined;
  /** Statuses besides 2xx that are answers and not errors. */
  accept?: readonly number[] | undefined;
  /** The longest that it waits in total before it is sent again; the client's when absent. */
  waiting_ms_max?: number | undefined;
  signal: AbortSignal;
}

export interface HttpAnswer<Body = unknown> {
  status: number;
  headers: Record<string, string>;
  /** `null` when it has none. */
  body: Body;
}

export interface HttpClient {
  send<Body = unknown>(request: HttpRequest): Promise<HttpAnswer<Body>>;
  /** Turns the address of a next page into a path for `send`; refuses what leads elsewhere. */
  pathOf: BaseAddress['pathOf'];
  close(): Promise<void>;
}

export interface HttpClientOptions extends ConnectorClock {
  /** Of the platform's interface: its setting reaches a `url`. */
  base_url: string;
  /** Who it is, in messages: "Microsoft Graph". */
  name: string;
  /** Signs requests; none of a token endpoint itself. */
  tokens?: TokenSource | undefined;
  /** Never repeated in a message. */
  secrets: readonly string[];
  in_flight_max?: number | undefined;
  answer_bytes_max?: number | undefined;
  /** The longest that a request waits in total before it is sent again. */
  waiting_ms_max?: number | undefined;
  budget?: Budget | undefined;
  /** For tests. */
  random?: (() => number) | undefined;
}

const WAITING_MS_MAX = 10_000;
const ATTEMPTS_MAX = 8;
/** Who cannot be reached at all is told soon: the caller tries again later anyway. */
const UNANSWERED_MAX = 3;

type Attempt =
  | { answer: HttpAnswer }
  | { failure: ConnectorError; again: boolean; status: number | null; wait_ms?: number | undefined };

/**
 * Sends requests to one platform: signed, a few at a time, again when the platform asks for patience. A write is sent
 * again only after an answer that says it was not carried out.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, tokens, now, random = Math.random } = options;
  const sleep = options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }));
  const inFlightMax = options.in_flight_max ?? 8;
  const base = baseAddress(options.base_url);
  const slots = createSlots(inFlightMax);
  const transport = createTransport({
    answer_bytes_max: options.answer_bytes_max ?? 32 * 1024 * 1024,
    connections: inFlightMax,
  });

  /** One request over the wire. */
  const exchange = async (request: HttpRequest, token: string | null, isRead: boolean): Promise<Attempt> => {
    const { method = 'GET', path, json, form, headers = {}, accept = [], signal } = request;
    const url = base.urlOf(path);
    options.budget?.spend();
    const body = form
      ? new URLSearchParams(form).toString()
      : json === undefined
        ? null
        : JSON.stringify(json);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const told = { what: name, is_read: isRead, secrets: [...options.secrets, token ?? ''] };
    let answer: WireAnswer;
    try {
      answer = await transport.exchange({
        method,
        url,
        body,
        signal,
        headers: {
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': type }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
    } catch (error) {
      const failure = signal.aborted
        ? new ConnectorError('aborted', 'the request was cut off', { effect: isRead ? 'none' : 'unknown' })
        : connectionError(error, { ...told, url, was_sent: mayHaveBeenSent(error) });
      return { failure, again: isRead && isConnectionFault(failure), status: null };
    }
    const { status } = answer;
    if ((status >= 200 && status < 300) || accept.includes(status)) {
      return { answer: { status, headers: answer.headers, body: bodyOf(answer, told) } };
    }
    const retry_after_ms = retryAfterMs(answer.headers['retry-after'], now());
    const facts = { status, headers: answer.headers, body: jsonOrNull(answer.text) ?? answer.text };
    const failure = platformError(facts, { ...told, retry_after_ms });
    return { failure, again: isWorthAnother(status, isRead), status, wait_ms: retry_after_ms };
  };

  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method = 'GET', signal } = request;
    const isRead = request.is_read ?? method === 'GET';
    const waitingMax = request.waiting_ms_max ?? options.waiting_ms_max ?? WAITING_MS_MAX;
    let waited = 0;
    let isRefreshed = false;
    for (let attempt = 1; ; attempt++) {
      const token = tokens ? await tokens.get(signal) : null;
      const made = await slots.run(signal, () => exchange(request, token, isRead));
      if ('answer' in made) return made.answer;
      const { failure, again, status, wait_ms } = made;
      if (status === 401 && tokens && token !== null && !isRefreshed) {
        isRefreshed = true;
        tokens.forget(token);
        continue;
      }
      if (status === 503) transport.reconnect();
      const wait = wait_ms ?? backoffMs(attempt, random);
      if (
        !again ||
        attempt >= (status === null ? UNANSWERED_MAX : ATTEMPTS_MAX) ||
        waited + wait > waitingMax
      )
        throw failure;
      waited += wait;
      await sleep(wait, signal);
    }
  };

  return {
    send: send as HttpClient['send'],
    pathOf: base.pathOf,
    close: () => transport.close(),
  };
}

/** 429 and 503 say that nothing was done; after the others a write may have been. */
const isWorthAnother = (status: number, isRead: boolean): boolean =>
  status === 429 || status === 503 || (isRead && (status === 502 || status === 504));

const isConnectionFault = ({ code }: ConnectorError): boolean => code === 'unavailable' || code === 'timeout';

function bodyOf({ text, status }: WireAnswer, told: { what: string; is_read: boolean }): unknown {
  if (text.trim() === '') return null;
  const body = jsonOrNull(text);
  if (body !== null) return body;
  throw new ConnectorError('protocol', `${told.what} answered ${status} with something that is not JSON`, {
    effect: told.is_read ? 'none' : 'unknown',
  });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
