import type { Batch } from './batch.ts';

/** Where open reviews hear of use: `batch.grants` has what was used, so that a question can be withdrawn. */
export async function advanceWorkflows(_batch: Batch): Promise<void> {}
