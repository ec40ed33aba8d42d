import type { Completeness } from '../domain/report-content.ts';
import type { Querier } from '../store/database.ts';
import type { ReportQuery } from '../store/report-query.ts';

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
