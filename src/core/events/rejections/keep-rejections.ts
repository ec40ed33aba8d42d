import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../../platform/database/database.ts';
import { asUnavailable, isUnavailable } from '../../../platform/database/unavailable.ts';
import {
  keptPayload,
  keptReason,
  RejectionRoom,
  type RejectionSource,
  storableText,
} from './rejection.rules.ts';
import { type NewRejection, saveRejections, trimRejections } from './rejections.sql.ts';

export interface Rejected {
  reason: string;
  event_id: string | null;
  source: RejectionSource;
  /** What came; null when it is not known any more. */
  text: string | null;
}

const TRIMMED_EVERY = 100;
const room = new RejectionRoom();
/** By tenant, since this process last removed what is too much. */
const written = new Map<number, number>();

/** For people who look for the reason. It fails quietly: what was accepted beside them stays accepted. */
export async function keepRejections(q: Querier, rejected: readonly Rejected[]): Promise<void> {
  const taken = room.take(q.tenant_id, rejected.length, performance.now());
  if (taken === 0) return;
  const kept = new Map<string, NewRejection>();
  for (const { reason, event_id, source, text } of rejected.slice(-taken)) {
    const id = uuidv7();
    const known = event_id === null ? null : storableText(event_id);
    kept.set(known === null ? `no id ${id}` : `id ${known}`, {
      id,
      ...keptPayload(text),
      event_id: known,
      reason: keptReason(reason),
      source,
    });
  }
  const count = (written.get(q.tenant_id) ?? 0) + kept.size;
  const isMuch = count >= TRIMMED_EVERY;
  written.set(q.tenant_id, isMuch ? 0 : count);
  await attempt(q, async () => {
    await saveRejections(q, [...kept.values()]);
    if (isMuch) await trimRejections(q);
  });
}

/** Null: nested more deeply than can be written. */
export function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

/**
 * Runs what may fail without harm to anything else, also within a transaction, which then goes on as if it had not been
 * tried. False: it failed. A transaction that lost its connection is lost with everything else in it, and says so.
 */
export async function attempt(q: Querier, work: () => Promise<unknown>): Promise<boolean> {
  try {
    if (q.is_transaction) await q.query('SAVEPOINT attempt');
    await work();
    if (q.is_transaction) await q.query('RELEASE SAVEPOINT attempt');
    return true;
  } catch (error) {
    if (q.is_transaction) {
      if (isUnavailable(asUnavailable(error))) throw error;
      await q.query('ROLLBACK TO SAVEPOINT attempt');
    }
    return false;
  }
}
