import type { Window } from '../../core/overview/figures.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/page.ts';
import type { ReportFilters } from '../report.rules.ts';
import type { Shown } from './compliance-summary.rules.ts';

/** Of every list. */
export const SHOWN_MAX = 25;

/** What figures are asked for: a window, and which access. */
export interface Asked {
  window: Window;
  filters: ReportFilters;
}

/** The tenant is $1, the window $2 to $3. */
export function parametersOf(tx: Querier, { window }: Asked): Parameters {
  const parameters = new Parameters();
  for (const value of [tx.tenant_id, window.from, window.to]) parameters.add(value);
  return parameters;
}

/** The first rows of a list, each of which says how long it is. */
export async function listShown<Row>(
  tx: Querier,
  statement: string,
  parameters: Parameters,
): Promise<Shown<Row>> {
  const rows = await tx.query<Row & { total: number }>(statement, parameters.values);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row as unknown as Row) };
}
