import type { Querier } from '../platform/database/database.ts';
import type { ReportQuery } from './content/query.sql.ts';
import type { Completeness } from './content.rules.ts';

export async function countSources(
  snapshot: Querier,
  sources: ReportQuery['sources'],
): Promise<Completeness['sources']> {
  const counted: Completeness['sources'] = [];
  for (const { name, count } of sources) {
    const [row] = await snapshot.query<{ rows: number }>(count);
    counted.push({ name, rows: row?.rows ?? 0 });
  }
  return counted;
}
