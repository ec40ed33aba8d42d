import type { Database } from '../../platform/database/database.ts';
import type { Window } from '../overview/figures.sql.ts';
import type { Recommendation } from '../reviews/review.rules.ts';
import { type DecidedThrough, regretFigure } from './regret.rules.ts';
import { type Breakdown, countRegret } from './regret-figures.sql.ts';

/** Reads thousands of revocations, so not on a connection that reads share. */
export async function showRegret(
  db: Database,
  { tenant_id, period, now }: { tenant_id: number; period: Window; now: number },
) {
  const rows = await db.transaction(tenant_id, (tx) => countRegret(tx, period, now));
  const all = rows.find(({ part }) => part === 'all');
  if (!all) throw new Error('counts always have a row for all');
  const partOf = (part: Breakdown) =>
    rows
      .filter((row) => row.part === part)
      .map((row) => ({ key: row.key as string, name: row.name, figure: regretFigure(row) }));
  return {
    ...period,
    is_complete: all.is_complete,
    all: regretFigure(all),
    reviewers: all.reviewers,
    by_reviewer: partOf('decided_by').map(({ key, name, figure }) => ({
      decided_by: key,
      decided_by_name: name ?? key,
      ...figure,
    })),
    by_rule: partOf('rule').map(({ key, figure }) => ({ rule: key, ...figure })),
    by_platform: partOf('platform').map(({ key, figure }) => ({ platform: key, ...figure })),
    by_recommendation: partOf('recommendation').map(({ key, figure }) => ({
      recommendation: key as Recommendation,
      ...figure,
    })),
    by_decided_through: partOf('decided_through').map(({ key, figure }) => ({
      decided_through: key as DecidedThrough,
      ...figure,
    })),
  };
}
