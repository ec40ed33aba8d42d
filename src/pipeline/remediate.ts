import type { Batch } from './batch.ts';

/** Where removals that decisions of this batch caused are planned, in the same transaction. */
export async function remediate(_batch: Batch): Promise<void> {}
