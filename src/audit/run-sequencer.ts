import type { Loop } from '../background/run-loop.ts';
import { runTenants } from '../background/run-tenants.ts';
import type { Database } from '../store/database.ts';
import { tenantsWith } from '../store/tenants-with.ts';
import { type SequencerContext, sequenceEntries } from './sequence-entries.ts';

/** A checkpoint is at most 10 s behind; a shorter wait would only sign more of them. */
const EVERY_MS = 2_000;
export const SEQUENCED_AT_ONCE = 2;

/** Numbers and signs what was appended, for all tenants in turn, until it is stopped. Any number of these may run. */
export function runSequencer(
  context: SequencerContext & { db: Database; onError: (error: Error, tenantId: number) => void },
): Loop {
  const { db } = context;
  return runTenants({
    context,
    rest_ms: EVERY_MS,
    at_once: SEQUENCED_AT_ONCE,
    due: () => tenantsWith(context, 'audit'),
    turn: async (tenantId, { signal, take }) => {
      await take('audit', async () => {
        while (!signal.aborted) {
          const { has_more } = await db.transaction(tenantId, (tx) => sequenceEntries(tx, context));
          if (!has_more) return;
        }
      });
      return false;
    },
  });
}
