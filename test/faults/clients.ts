import { setTimeout as sleep } from 'node:timers/promises';
import { otherMark, type Tenant, type Use } from './uses.ts';

export type Kind = 'single' | 'batch' | 'stream';

/** What callers were told. */
export class Recorder {
  /** Uses that Lapse has said it has. */
  readonly acknowledged = new Map<string, Tenant>();
  readonly statuses = new Map<number, number>();
  /** Answers of a kind that no fault excuses. */
  readonly wrong: string[] = [];
  /** What callers read when they were refused for a while. */
  readonly refusals = new Set<string>();
  leaked = 0;
  attempts = 0;
  broken = 0;
  slowest_ms = 0;

  /** Counts an answer, and looks for names of the other tenant in it. */
  answer(tenant: Tenant, status: number, text: string, retryAfter: string | null): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (text.includes(otherMark(tenant))) this.leaked += 1;
    if (status === 500 || status === 401 || status === 403) this.wrong.push(`${status} ${text}`);
    if (status === 503) this.refusals.add(String((JSON.parse(text) as { detail?: unknown }).detail));
    if (status === 503 && !Number(retryAfter)) this.wrong.push(`503 without Retry-After: ${text}`);
  }

  told(): string {
    const answers = [...this.statuses].sort().map(([status, count]) => `${count} × ${status}`);
    return [...answers, ...(this.broken > 0 ? [`${this.broken} broken off`] : [])].join(', ');
  }
}

export interface Caller {
  /** Asked again for each attempt, because a service that was killed may be elsewhere. */
  address: () => string | Promise<string>;
  tokens: Record<Tenant, string>;
  recorder: Recorder;
  /** A caller gives up an attempt after this long, and repeats it. */
  attempt_ms?: number;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

const ATTEMPT_MS = 15_000;
const PAUSE_MS = 20;

/** One attempt; `null` when no answer came. */
export async function attempt(
  { address, tokens, recorder, attempt_ms = ATTEMPT_MS }: Caller,
  tenant: Tenant,
  request: { method?: string; path: string; body?: string; type?: string; headers?: Record<string, string> },
): Promise<Answer | null> {
  recorder.attempts += 1;
  const began = performance.now();
  try {
    const response = await fetch(`${await address()}${request.path}`, {
      method: request.method ?? 'POST',
      headers: {
        authorization: `Bearer ${tokens[tenant]}`,
        ...(request.body === undefined ? {} : { 'content-type': request.type ?? 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: AbortSignal.timeout(attempt_ms),
    });
    const text = await response.text();
    recorder.answer(tenant, response.status, text, response.headers.get('retry-after'));
    return { status: response.status, text, headers: response.headers };
  } catch {
    recorder.broken += 1;
    return null;
  } finally {
    recorder.slowest_ms = Math.max(recorder.slowest_ms, performance.now() - began);
  }
}

/** Repeats a request until it is answered with a success, as callers do. Answers what it was told at last. */
export async function insist(
  caller: Caller,
  tenant: Tenant,
  request: Parameters<typeof attempt>[2] | (() => Parameters<typeof attempt>[2]),
): Promise<Answer | null> {
  while (!caller.signal?.aborted) {
    const answer = await attempt(caller, tenant, typeof request === 'function' ? request() : request);
    if (answer && (answer.status < 400 || (answer.status < 500 && answer.status !== 429))) return answer;
    await sleep(PAUSE_MS);
  }
  return null;
}

/** Sends uses until they are acknowledged, and writes that down. */
export async function sendUses(caller: Caller, uses: readonly Use[], kind: Kind): Promise<void> {
  const [first] = uses;
  if (!first) return;
  const { tenant } = first;
  const answer = await insist(caller, tenant, requestOf(uses, kind));
  if (answer === null) return;
  if (!isAccepted(answer, uses.length)) {
    caller.recorder.wrong.push(`${answer.status} ${answer.text}`);
    return;
  }
  for (const use of uses) caller.recorder.acknowledged.set(use.name, tenant);
}

function requestOf(uses: readonly Use[], kind: Kind): Parameters<typeof attempt>[2] {
  const events = uses.map((use) => use.event);
  if (kind === 'single') return { path: '/v1/events', body: JSON.stringify(events[0]) };
  if (kind === 'batch') return { path: '/v1/events/batch', body: JSON.stringify({ events }) };
  return {
    path: '/v1/events/stream',
    type: 'application/x-ndjson',
    body: events.map((event) => JSON.stringify(event)).join('\n'),
  };
}

function isAccepted({ status, text }: Answer, count: number): boolean {
  if (status >= 300) return false;
  const body = JSON.parse(text) as { accepted?: number; status?: string };
  return count === 1 && body.status ? body.status === 'accepted' : body.accepted === count;
}

/** Reads again and again until told to stop; whatever it is told must be its own. */
export async function readOn(caller: Caller, tenant: Tenant): Promise<void> {
  const paths = ['/v1/grants?limit=100', '/v1/principals?limit=100', '/v1/scores?limit=100', '/v1/assets'];
  for (let turn = 0; !caller.signal?.aborted; turn += 1) {
    await attempt(caller, tenant, { method: 'GET', path: paths[turn % paths.length] as string });
    await sleep(PAUSE_MS);
  }
}
