import type { Querier } from '../../platform/database/database.ts';
import type { Parameters } from '../../platform/database/page.ts';
import type { ReportFilters } from '../../reports/report.rules.ts';

/** A stretch of time, half-open, as ISO instants. Figures of it know nothing of what came later. */
export interface Window {
  from: string;
  to: string;
}

/** Conditions on the principal `p` and the asset `a` of a row; empty when nothing is filtered. */
export function filterConditions(parameters: Parameters, filters: ReportFilters): string {
  const { department, platform, classification } = filters;
  return [
    department === null ? '' : `AND p.department = ${parameters.add(department)}`,
    platform === null ? '' : `AND a.platform = ${parameters.add(platform)}`,
    classification === null ? '' : `AND a.classification = ${parameters.add(classification)}`,
  ].join(' ');
}

/** The principal and the asset that a row of `alias` is about. */
export const joinPair = (alias: string): string =>
  `JOIN principals p ON p.tenant_id = $1 AND p.id = ${alias}.principal_id
   JOIN assets a ON a.tenant_id = $1 AND a.id = ${alias}.asset_id`;

const SET_PLANS = {
  enable_seqscan: 'on',
  // A cursor is read to its end.
  cursor_tuple_fraction: '1',
  // For the hashes of principals and assets; with 4 MB they go through files.
  work_mem: '64MB',
};

/** A report reads most of a tenant's rows once, where reading the table in its own order is faster; sessions have that off. */
export async function withSetPlans<T>(tx: Querier, work: () => Promise<T>): Promise<T> {
  const names = Object.keys(SET_PLANS);
  const [before] = await tx.query<Record<string, string>>(
    `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`,
  );
  await setPlans(tx, SET_PLANS);
  try {
    return await work();
  } finally {
    // After a failed statement the transaction takes no other, and the settings end with it anyway.
    await setPlans(tx, before as Record<string, string>).catch(() => {});
  }
}

async function setPlans(tx: Querier, plans: Readonly<Record<string, string>>): Promise<void> {
  const settings = Object.keys(plans).map((name, i) => `set_config('${name}', $${i + 1}, true)`);
  await tx.query(`SELECT ${settings.join(', ')}`, Object.values(plans));
}
