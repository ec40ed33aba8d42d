import { PlatformError } from '../../http/platform-error.ts';
import type { EdgeContext } from '../edge-context.ts';
import { TABLES, USE_SOURCES, type UseSource } from './sources.ts';
import { runStatement } from './statements.ts';

/** What is missing to read the system tables. A warehouse that is still starting says nothing yet. */
export async function probeSources({ api, settings, signal }: EdgeContext): Promise<string[]> {
  const { warehouse_id } = settings;
  if (warehouse_id === null) return [NO_WAREHOUSE];
  const missing = await Promise.all(
    USE_SOURCES.map(async (source) => {
      try {
        const statement = `SELECT 1 FROM ${TABLES[source]} LIMIT 1`;
        const answer = await runStatement(
          { host: api.workspace, signal },
          { warehouse_id, statement, parameters: [], row_limit: 1 },
          { statement_id: null, polls: 0 },
        );
        return answer.state === 'refused' ? [whatIsMissing(source, answer.reason)] : [];
      } catch (error) {
        if (!(error instanceof PlatformError) || error.retryable || error.code === 'authentication')
          throw error;
        return [whatIsMissing(source, error.message)];
      }
    }),
  );
  return missing.flat();
}

export const NO_WAREHOUSE =
  'A SQL warehouse (warehouse_id) that reads the system tables, which tell what is used.';

export const whatIsMissing = (source: UseSource, reason: string): string =>
  `SELECT on ${TABLES[source]}, with its schema enabled, and CAN USE on the warehouse: ${reason}`;
