import { setTimeout as sleep } from 'node:timers/promises';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type AttemptOutcome, followOutcomes } from '../breaker.rules.ts';
import {
  type DeliveryResult,
  type LockedHealth,
  lockHealth,
  recordResults,
  saveHealth,
} from '../results.sql.ts';
import { retryDelayMs } from '../schedule.rules.ts';
import { REFUSED_SIGNATURE } from '../signature.rules.ts';
import type { ClaimedDelivery, ClaimedEndpoint } from '../work.sql.ts';
import { type DeliveryContext, leaseMs } from './delivery-context.ts';
import type { AttemptResult } from './sender.ts';

export interface EndedAttempt {
  endpoint: ClaimedEndpoint;
  delivery: ClaimedDelivery;
  lease: string;
  /** When it began. */
  at: number;
  result: AttemptResult;
}

/** Results that come within this time are written together; nobody waits for them. */
const GATHER_MS = 4;
const AGAIN_MS = 500;

/** Writes what attempts found out, one statement for all that have ended meanwhile. */
export class Recorder {
  readonly #context: DeliveryContext;
  readonly #waiting = new Map<number, EndedAttempt[]>();
  readonly #writing = new Map<number, Promise<void>>();

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  add(ended: EndedAttempt): void {
    const { tenant_id } = ended.endpoint;
    const waiting = this.#waiting.get(tenant_id);
    if (waiting) waiting.push(ended);
    else this.#waiting.set(tenant_id, [ended]);
    if (!this.#writing.has(tenant_id)) this.#writing.set(tenant_id, this.#write(tenant_id));
  }

  async drain(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values());
  }

  async #write(tenantId: number): Promise<void> {
    for (;;) {
      await sleep(GATHER_MS);
      const ended = this.#waiting.get(tenantId);
      if (!ended) {
        // In the same step: whoever adds after this must start another writer.
        this.#writing.delete(tenantId);
        return;
      }
      this.#waiting.delete(tenantId);
      await this.#writeSurely(tenantId, ended);
      this.#context.onRecorded?.();
    }
  }

  /** Until the lease has ended: then another worker has them, and will find out the same. */
  async #writeSurely(tenantId: number, ended: readonly EndedAttempt[]): Promise<void> {
    const { now, onError } = this.#context;
    const until = now() + leaseMs(this.#context);
    for (;;) {
      try {
        return await this.#writeOnce(tenantId, ended);
      } catch (error) {
        onError(error as Error, tenantId);
        if (now() >= until) return;
        await sleep(AGAIN_MS);
      }
    }
  }

  async #writeOnce(tenantId: number, ended: readonly EndedAttempt[]): Promise<void> {
    const { db, onAbandoned } = this.#context;
    const results = ended.map((attempt) => toResult(this.#context, attempt));
    const sent = ended.filter(({ result }) => result.outcome === 'success' || result.outcome === 'failure');
    const endpoints = byEndpoint(sent);
    const at = Math.max(...ended.map(endedAt));
    const abandoned = onAbandoned === undefined ? [] : ended.filter((_, i) => isAbandoned(results[i]));
    if (abandoned.length === 0 && sent.every(isSuccess)) {
      await recordResults(db.alone(tenantId), results, { endpoint_ids: [...endpoints.keys()], at });
      return;
    }
    await db.transaction(tenantId, async (tx) => {
      await recordResults(tx, results, { endpoint_ids: [], at });
      for (const health of await lockHealth(tx, [...endpoints.keys()]))
        await followEndpoint(this.#context, tx, health, endpoints.get(health.id) as EndedAttempt[]);
      if (abandoned.length > 0)
        await onAbandoned?.(
          tx,
          abandoned.map(({ delivery }) => delivery),
        );
    });
  }
}

/** As far as the other side goes. */
const isSuccess = ({ result }: EndedAttempt): boolean =>
  result.outcome === 'success' || result.is_recipient_fault === true;
const isAbandoned = (result: DeliveryResult | undefined): boolean =>
  result?.status === 'dead' || result?.status === 'skipped';
const endedAt = ({ at, result }: EndedAttempt): number => at + Math.round(result.latency_ms);

function byEndpoint(ended: readonly EndedAttempt[]): Map<string, EndedAttempt[]> {
  const endpoints = new Map<string, EndedAttempt[]>();
  for (const attempt of ended) {
    const known = endpoints.get(attempt.endpoint.id);
    if (known) known.push(attempt);
    else endpoints.set(attempt.endpoint.id, [attempt]);
  }
  return endpoints;
}

function toResult(
  { schedule, random }: DeliveryContext,
  { delivery, lease, at, result, ...rest }: EndedAttempt,
): DeliveryResult {
  const { endpoint_id, id } = delivery;
  const tries = delivery.tries + 1;
  const { status_code, error, response, retry_after_ms = null } = result;
  const attempt = {
    at: new Date(at).toISOString(),
    status_code,
    latency_ms: Math.round(result.latency_ms * 10) / 10,
    error,
    response,
  };
  const kept = { endpoint_id, id, lease, tries, attempt, waits_for: null };
  if (result.waits) {
    const { until: due_at, waits_for } = result.waits;
    return { ...kept, status: 'pending', due_at, waits_for, tries: delivery.tries, attempt: null };
  }
  if (result.outcome === 'success') return { ...kept, status: 'delivered', due_at: null };
  if (result.outcome === 'skipped') return { ...kept, status: 'skipped', due_at: null };
  const delay = result.is_final ? null : retryDelayMs(tries, { schedule, random: random(), retry_after_ms });
  if (delay === null) return { ...kept, status: 'dead', due_at: null };
  return { ...kept, status: 'pending', due_at: endedAt({ delivery, lease, at, result, ...rest }) + delay };
}

async function followEndpoint(
  { schedule, now }: DeliveryContext,
  tx: Querier,
  before: LockedHealth,
  ended: readonly EndedAttempt[],
): Promise<void> {
  const outcomes = ended.map(toOutcome);
  const { health, disable_reason } = followOutcomes(before, outcomes, (schedule[0] ?? 5) * 1_000);
  const failures = ended.filter((attempt) => !isSuccess(attempt));
  const successes = ended.filter(isSuccess);
  await saveHealth(tx, {
    ...health,
    id: before.id,
    last_success_at: successes.length === 0 ? null : Math.max(...successes.map(endedAt)),
    last_failure_at: failures.length === 0 ? null : Math.max(...failures.map(endedAt)),
    last_error: failures.at(-1)?.result.error ?? null,
    signs_with_previous: nextSigner(before, ended),
    disabled_reason: disable_reason,
    now: now(),
  });
  if (disable_reason === null) return;
  await appendAuditEntries(tx, [
    {
      event_type: 'webhook.disabled',
      description: `The ${before.kind} endpoint ${before.id} was disabled: ${disable_reason}`,
      actor: 'system',
      at: new Date(now()).toISOString(),
      data: { webhook_id: before.id, kind: before.kind, reason: disable_reason },
    },
  ]);
}

function toOutcome(attempt: EndedAttempt): AttemptOutcome {
  const { retry_after_ms = null, disable_reason = null } = attempt.result;
  return { at: endedAt(attempt), is_success: isSuccess(attempt), retry_after_ms, disable_reason };
}

/** Refused in a way that may mean the signature: the other secret signs from now on, until that one is refused. */
function nextSigner({ signs_with_previous }: LockedHealth, ended: readonly EndedAttempt[]): boolean {
  const isRefused = ended.some(
    ({ endpoint, result }) =>
      endpoint.signs_with_previous === signs_with_previous &&
      endpoint.sealed_previous_secret !== null &&
      result.status_code !== null &&
      REFUSED_SIGNATURE.has(result.status_code),
  );
  return isRefused ? !signs_with_previous : signs_with_previous;
}
