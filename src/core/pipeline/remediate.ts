import type { Batch } from './batch.ts';

/**
 * Nothing that a batch decides removes access: remediations begin with the decision of a person, in its transaction, and
 * are carried out beside the pipeline (`run-remediations.ts`), because platforms are slow.
 */
export async function remediate(_batch: Batch): Promise<void> {}
