import { ConnectorError } from '../../connector.ts';
import type { AssetName } from '../keys.ts';
import type { UseContext } from './source.ts';

export type RelationFinder = (named: { schema: string | null; name: string }) => AssetName[];

/**
 * Which tables and views of a database these names may mean. A name without a schema means what a search path that we
 * do not know finds: when several have it, all of them count as used, because use that is overlooked costs more.
 */
export async function findRelations(
  { sessions, limit }: UseContext,
  database: string,
  names: string[],
): Promise<RelationFinder> {
  if (names.length === 0) return () => [];
  const rows = await readNames(names);
  const byName = new Map<string, { schema: string; name: string }[]>();
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  return ({ schema, name }) =>
    (byName.get(name) ?? [])
      .filter((row) => schema === null || row.schema === schema)
      .map((row) => ({ kind: 'table', database, schema: row.schema, table: row.name }));

  async function readNames(wanted: string[]) {
    try {
      return await sessions.read(database, limit, (session) =>
        session.rows<{ schema: string; name: string }>(
          `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relname = ANY ($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
             AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
          [[...new Set(wanted)]],
        ),
      );
    } catch (error) {
      // A database that closed its doors or is gone since: its tables cannot be told apart any more.
      if (error instanceof ConnectorError && !error.retryable) return [];
      throw error;
    }
  }
}
