import type { Static } from 'typebox';
import { refuse } from '../../../gateway/lists/instants.ts';
import { answerOrdered } from '../../../gateway/lists/ordered-list.ts';
import type { Database, Querier } from '../../../platform/database/database.ts';
import type { Fault } from '../../../platform/errors.ts';
import type { CoreContext } from '../../core-context.ts';
import type { AssetQuery } from '../../directory/asset.schema.ts';
import type { GrantQuery } from '../../directory/grant.schema.ts';
import { listCountedAssets } from '../../directory/lists/asset-list.sql.ts';
import {
  type GrantSort,
  listScoredGrants,
  mayReadMany,
  type ScoredGrantFilters,
} from '../../directory/lists/grant-list.sql.ts';
import { listScoredPrincipals } from '../../directory/lists/principal-list.sql.ts';
import type { PrincipalQuery } from '../../directory/principal.schema.ts';
import { lapsesIn } from '../../overview/compliance-bands.rules.ts';
import { riskLevel } from '../decay.rules.ts';
import { lastFreshDates } from '../half-life.rules.ts';
import type { LapseRange } from './lapse-page.sql.ts';
import { notTogether } from './score-form.ts';
import { isStale, type LapseMs, type ScoreView, scoreOf } from './score-items.ts';

export type PrincipalListQuery = Static<typeof PrincipalQuery>;
export type AssetListQuery = Static<typeof AssetQuery>;
export type GrantListQuery = Static<typeof GrantQuery>;

/** Whether a query needs more than the list by id: then it is answered here. */
export const isScored = (query: object): boolean =>
  ['sort', 'order', 'include', 'platform', 'department', 'q', 'risk_level', 'last_review'].some(
    (name) => name in query,
  );

export const isOrdered = (query: object): boolean =>
  ['sort', 'order', 'include'].some((name) => name in query);

type Context = Pick<CoreContext, 'db' | 'cursors' | 'policies'>;

export async function answerPrincipals(context: Context, tenantId: number, query: PrincipalListQuery) {
  const { limit: _, cursor: __, offset: ___, sort = 'id', order, include, ...filters } = query;
  const { db, cursors } = context;
  const { policy } = await context.policies.get(db.tenant(tenantId));
  // The stalest lapsed first; by name and id from the beginning.
  const descending = sort === 'score' ? order === 'asc' : order === 'desc';
  const scope = {
    tenant_id: tenantId,
    list: 'principals',
    filters: { ...filters, sort, descending, include },
  };
  return answerOrdered(
    { cursors, scope, now: Date.now(), descending },
    query,
    (page, now) =>
      searching(db, tenantId, filters.q, (q) =>
        listScoredPrincipals(q, { ...filters, sort, as_of: now }, page),
      ),
    ({ position, lapses_ms, half_life_class, ...row }, as_of) => {
      const { score: overall_score, risk_level } = scoreAndRisk(lapseOf({ lapses_ms, half_life_class }), {
        as_of,
        policy,
      });
      return { ...row, overall_score, risk_level };
    },
  );
}

export function answerAssets(context: Context, tenantId: number, query: AssetListQuery) {
  const { limit: _, cursor: __, offset: ___, sort = 'id', order, include, ...filters } = query;
  const { db, cursors } = context;
  const descending = order === 'desc';
  const scope = { tenant_id: tenantId, list: 'assets', filters: { ...filters, sort, descending, include } };
  return answerOrdered(
    { cursors, scope, now: Date.now(), descending },
    query,
    (page, now) =>
      searching(db, tenantId, filters.q, (q) => listCountedAssets(q, { ...filters, sort, now }, page)),
    ({ position, ...row }) => row,
  );
}

export async function answerGrants(context: Context, tenantId: number, query: GrantListQuery) {
  const { limit: _, cursor: __, offset: ___, sort: asked, order, include, risk_level, ...filters } = query;
  const isByScore = risk_level !== undefined || filters.last_review !== undefined;
  const sort = asked ?? (isByScore ? 'score' : 'id');
  refuse(grantFaults(query, sort));
  const { db, cursors } = context;
  const { policy } = await context.policies.get(db.tenant(tenantId));
  const descending = sort === 'score' ? order === 'asc' : order === 'desc';
  const scope = {
    tenant_id: tenantId,
    list: 'grants',
    filters: { ...filters, risk_level, sort, descending, include },
  };
  return answerOrdered(
    { cursors, scope, now: Date.now(), descending },
    query,
    (page, as_of) => {
      const range = lapsesWithin(query, { as_of, policy });
      const wanted: ScoredGrantFilters = { ...filters, sort, range, as_of };
      if (!mayReadMany(wanted)) return listScoredGrants(db.tenant(tenantId), wanted, page);
      return db.transaction(tenantId, (tx) => listScoredGrants(tx, wanted, page), 'force_custom_plan');
    },
    ({ position, lapses_ms, half_life_class, unanswered, ...row }, as_of) => {
      const view = { as_of, policy };
      const lapse = lapseOf({ lapses_ms, half_life_class });
      const isUnanswered = lapse !== null && isStale(lapse, view);
      return { ...row, ...scoreAndRisk(lapse, view), unanswered: isUnanswered ? unanswered : null };
    },
  );
}

/** Access that has become fresh needs no answer any more. */
function lapsesWithin({ risk_level, last_review }: GrantListQuery, { as_of, policy }: ScoreView): LapseRange {
  const range = risk_level === undefined ? {} : lapsesIn(risk_level, as_of, policy);
  if (last_review === undefined) return range;
  const stale = lastFreshDates(policy, as_of);
  return { ...range, until: stale.map((at, place) => Math.min(range.until?.[place] ?? at, at)) };
}

/** A search of a common word reads more than others should wait for: it gets a connection of its own. */
function searching<T>(
  db: Database,
  tenantId: number,
  text: string | undefined,
  list: (q: Querier) => Promise<T>,
): Promise<T> {
  if (text === undefined) return list(db.tenant(tenantId));
  return db.transaction(tenantId, list, 'force_custom_plan');
}

const lapseOf = ({
  lapses_ms,
  half_life_class,
}: { [key in keyof LapseMs]: number | null }): LapseMs | null =>
  lapses_ms === null || half_life_class === null ? null : { lapses_ms, half_life_class };

function scoreAndRisk(lapse: LapseMs | null, view: ScoreView) {
  if (lapse === null) return { score: null, risk_level: null };
  const score = scoreOf(lapse, view);
  return { score, risk_level: riskLevel(score) };
}

function grantFaults(query: GrantListQuery, sort: GrantSort): Fault[] {
  const { status, principal_id, asset_id } = query;
  const byScore = ['risk_level', 'last_review'] as const;
  const faults = byScore
    .filter((name) => query[name] !== undefined && sort !== 'score')
    .map((name) => notTogether(name, 'selects by score: leave sort out, or ask for sort=score'));
  if (sort === 'score' && status === 'revoked') {
    faults.push(notTogether('status', 'what is revoked has no score: leave it out, or ask for sort=id'));
  }
  if (sort === 'last_used' && principal_id === undefined && asset_id === undefined) {
    const msg = 'last_used orders the grants of one principal or asset: give principal_id or asset_id';
    faults.push(notTogether('sort', msg));
  }
  return faults;
}
