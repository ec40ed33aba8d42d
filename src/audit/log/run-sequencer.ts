import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { tenantTid } from '../../platform/tenants/tenants.sql.ts';
import { createLogMemory } from './log-memory.ts';
import { type CheckpointPlaces, sendCheckpoint } from './send-checkpoint.ts';
import { type SequencerContext, sequenceEntries } from './sequence-entries.ts';
import { endAuditTrouble, tellAuditTrouble } from './troubles.sql.ts';

/** A checkpoint is at most 10 s behind; a shorter wait would only sign more of them. */
const EVERY_MS = 2_000;
/** How often logs to which nothing is added are compared with what was signed last. */
const CHECK_EVERY_MS = 60_000;
const SEQUENCED_AT_ONCE = 2;

export interface RunningSequencer extends SequencerContext {
  db: Database;
  /** Where checkpoints are sent; left out: nowhere. */
  places?: CheckpointPlaces;
  /** Names this process among those that tell of trouble. */
  name: string;
  onError: (error: Error, tenantId: number) => void;
}

/** Numbers and signs what was appended, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runSequencer(given: RunningSequencer): Loop {
  const { db, name } = given;
  const memory = given.memory ?? createLogMemory([]);
  const context = { ...given, memory };
  const checked = new Map<number, number>();
  const inTrouble = new Set<number>();

  async function due(): Promise<{ tenants: Set<number> }> {
    const rows = await db.registry<{ tenant_id: number }>('SELECT tenant_id FROM tenants');
    const unchecked = rows.map((row) => row.tenant_id).filter(isUnchecked);
    return { tenants: new Set([...(await dueWork(context, 'audit')).tenants, ...unchecked]) };
  }

  const isUnchecked = (tenantId: number): boolean =>
    context.now() - (checked.get(tenantId) ?? Number.NEGATIVE_INFINITY) >= CHECK_EVERY_MS;

  async function sequence(tenantId: number, signal: AbortSignal): Promise<void> {
    const is_check = isUnchecked(tenantId);
    checked.set(tenantId, context.now());
    while (!signal.aborted) {
      const { has_more, signed, is_sound } = await db.transaction(tenantId, (tx) =>
        sequenceEntries(tx, context, { is_check }),
      );
      if (signed !== null) {
        await memory.keep({ tenant_id: tenantId, tid: await tenantTid(db.alone(tenantId)) }, signed);
      }
      if (is_sound && inTrouble.delete(tenantId)) await endAuditTrouble(db.alone(tenantId), name);
      if (!has_more) return;
    }
  }

  return runTenants({
    context,
    turn_every_ms: EVERY_MS,
    at_once: SEQUENCED_AT_ONCE,
    due,
    turn: async (tenantId, { signal, take }) => {
      await take('audit', () =>
        sequence(tenantId, signal).catch(async (error: Error) => {
          inTrouble.add(tenantId);
          await tellAuditTrouble(db.alone(tenantId), name, error.message).catch(() => {});
          throw error;
        }),
      );
      const { places } = context;
      if (places) await take('checkpoints', () => sendCheckpoint(db, tenantId, { ...places }));
      return false;
    },
  });
}
