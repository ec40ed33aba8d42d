import type { Batch } from './batch.ts';

/**
 * Where review packets come from: `batch.crossings` has what went through a threshold, with its score and instant.
 * Packets are made here once reviews exist.
 */
export async function generateReviews(_batch: Batch): Promise<void> {}
