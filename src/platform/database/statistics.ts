import type { Database } from './database.ts';

/** Has plans made again for tables that have grown since the server last counted them. Answers which those are. */
export async function renewStatistics(db: Pick<Database, 'registry'>): Promise<string[]> {
  const rows = await db.registry<{ grown: string }>('SELECT grown FROM renew_statistics() AS grown');
  return rows.map((row) => row.grown);
}
