import { processTenant } from '../../src/core/pipeline/process-tenant.ts';
import type { TestDatabase } from './database.ts';

/** Runs the pipeline for a tenant until nothing waits, as if it were this late. */
export async function drain({ db }: TestDatabase, tenantId: number, now: number): Promise<void> {
  const context = {
    db,
    now: () => now,
    onError: (error: Error) => {
      throw error;
    },
  };
  for (let turn = 0; turn < 50; turn += 1) if (!(await processTenant(context, tenantId))) return;
  throw new Error('the pipeline does not come to rest');
}
