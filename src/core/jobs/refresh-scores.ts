import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { enqueueScoreRefresh, type JobRow } from './jobs.sql.ts';

/** Has the scores of these principals recomputed; the job tells how far it is. */
export function refreshScores(tx: Querier, principalIds: readonly string[]): Promise<JobRow> {
  return enqueueScoreRefresh(tx, uuidv7(), [...new Set(principalIds)]);
}
